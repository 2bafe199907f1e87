/** Commands that stop coming. */
import fc from 'fast-check';
import { between } from './case.js';
import { above, type Figure, lawCase, most, same, told } from './law-case.js';
import { type Stopped, stopped } from './streams.js';

const brakes = (
  what: string,
  { after, fault, before, end, signs, rises, held }: Stopped,
  ticks: number,
): Figure[] => [
  same(`${what}: stops after so many ticks`, after, ticks, 0),
  told(`${what}: why`, fault, 'target stale'),
  above(`${what}: speed then`, Math.abs(before), 0),
  most(`${what}: it rises by`, rises, 0),
  same(`${what}: changes of its sign`, signs, 0, 0),
  most(`${what}: in the end`, end, 1e-6),
  most(`${what}: of the last force is kept`, held, 1e-6),
];

export const targetCases = [
  lawCase(
    'LS-06',
    'where commands stop coming the arm brakes, and keeps no last command and no last torque',
    () => [
      ...brakes('drives at 0.2 m/s', stopped('drives', 0.2, 5), 5),
      ...brakes('forces at 0.2 m/s', stopped('forces', 0.2, 5), 5),
    ],
    fc.tuple(
      fc.constantFrom('drives' as const, 'forces' as const),
      fc.oneof(between(0.02, 1), between(-1, -0.02)),
      fc.integer({ min: 2, max: 60 }),
    ),
    ([by, speed, ticks]) => brakes(by, stopped(by, speed, ticks), ticks),
    0.5,
  ),
];
