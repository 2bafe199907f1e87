/** What force control by motions and by torques are told alike, and what both remember of contact. */
import { anywhere, scalar } from '../../mechanism/index.js';
import type { LawMemory, LawParameter } from './declaration.js';
import { sixLabels } from './task-axes.js';

export const six = sixLabels.length;

/** `select`: which axes are under force control. */
export function axesUnderForce(meaning: string): LawParameter {
  return {
    name: 'select',
    unit: '',
    shapes: ['vector'],
    entries: six,
    range: [0, 1],
    default: [0, 0, 1, 0, 0, 0],
    baked: true,
    selects: 'flags',
    meaning,
  };
}

export const wantedWrench: LawParameter = {
  name: 'wanted',
  unit: ['N m', 'N'],
  shapes: ['vector'],
  entries: six,
  range: anywhere,
  meaning: 'What the robot is to do to its environment: force, then torque',
};

export const lossAfter: LawParameter = scalar('after', 's', 'How long contact must be gone to be lost', {
  default: 0.1,
});

export const startMemory: LawMemory = {
  name: 'start',
  unit: 'm',
  size: () => 3,
  initial: 0,
  meaning: 'Where it began',
};

/** As `touchStep` of regulate.ts goes on from it. */
export const contactMemory: readonly LawMemory[] = [
  { name: 'touched', unit: '', initial: 0, meaning: '1 once it touches' },
  { name: 'away', unit: 's', initial: 0, meaning: 'How long contact has been gone' },
  { name: 'lost', unit: '', initial: 0, meaning: '1 from the loss of contact on, until it touches again' },
];
