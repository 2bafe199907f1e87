/** The bench, as a scenario writes it: everything under `plant.bench`. */
import {
  choice,
  either,
  flag,
  type Infer,
  keys,
  list,
  optional,
  quantity,
  required,
  table,
  text,
  variants,
  withDefault,
} from './schema.js';
import { encoderVelocity, sensorSchema } from './sensor-schema.js';

const delay = withDefault(
  quantity('s', { least: 0, most: 10 }),
  0,
  'How much later a command acts than it was given; whole steps',
);

const forceDrive = keys({
  limit: optional(quantity('N', { above: 0 }), 'Largest force along each axis; by default none'),
  delay,
});

const positionDrive = keys({
  bandwidth: required(quantity('Hz', { above: 0 }), 'Natural frequency of the loop'),
  ratio: withDefault(quantity('', { above: 0 }), 0.7, 'Its damping ratio'),
  yields: withDefault(flag(), false, 'Whether forces on it push it off its way: by F/m'),
  delay,
});

/** A drive: a word, or what it is and its numbers. */
export type DriveSection =
  | 'force'
  | 'exact'
  | { readonly force: Infer<typeof forceDrive> }
  | { readonly position: Infer<typeof positionDrive> };

const drive = either(
  choice({
    force: 'The controller’s forces, without a limit',
    exact: 'Is where the controller commands it to be, by the end of every tick',
  }),
  variants<Exclude<DriveSection, string>>('a drive', [
    {
      key: 'force',
      title: 'A motor',
      meaning: 'The controller’s force moves the mass; contacts push back.',
      keys: { force: required(forceDrive, 'Its limit and delay') },
    },
    {
      key: 'position',
      title: 'A position loop',
      meaning: 'A loop of second order follows the controller’s positions.',
      keys: { position: required(positionDrive, 'Its bandwidth and damping') },
    },
  ]),
);

export const benchSchema = keys({
  step: optional(
    quantity('s', { least: 1e-7, most: 0.1 }),
    'Step of the simulation; by default as many of at most 10 µs as make a tick',
  ),
  drive: withDefault(drive, 'force', 'What moves the mass'),
  flexible: optional(
    keys({
      frequency: required(quantity('Hz', { above: 0 }), 'Of motor and tool against each other, both free'),
      ratio: withDefault(quantity('', { least: 0 }), 0.05, 'Damping ratio of that mode'),
      share: withDefault(quantity('', { above: 0, below: 1 }), 0.5, 'The motor’s part of the mass'),
    }),
    'One flexible mode between motor and tool: the encoder is at the motor, contacts at the tool',
  ),
  series: withDefault(
    table('a spring', quantity('N/m', { above: 0 })),
    {},
    'Springs in line between the tool and what it touches: `arm`, `sensor`, `gripper`, `flange`, or any name',
  ),
  sensors: withDefault(table('a sensor', sensorSchema), {}, 'Force sensors'),
  encoders: optional(
    keys({
      resolution: withDefault(
        quantity('m', { least: 0 }),
        0,
        'What the controller is told of positions is a multiple of this',
      ),
      velocity: encoderVelocity,
    }),
    'What the controller is told of positions and speeds; by default the truth',
  ),
  signal: optional(
    either(text('path', 'a file of comma-separated numbers'), list(list(quantity(''), 2, 4), 2, 100_000)),
    'A recorded force on the tool: rows of a time (s) and a force along each axis (N), straight lines between them',
  ),
});

export type BenchSection = Infer<typeof benchSchema>;
