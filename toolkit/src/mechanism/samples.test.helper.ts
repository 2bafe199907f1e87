/** Parameters to try every element with. */
import type { ElementDeclaration } from './declaration.js';
import { elements } from './elements.js';

/** Parameters by what is tried with them; `entries`: of the coordinate, 3 unless it is said or the law is of one. */
export interface Sample {
  readonly name: string;
  readonly parameters: Readonly<Record<string, readonly number[]>>;
  readonly entries?: number;
}

const three = [40, 5, 90];
const matrix = [40, 3, -6, 3, 25, 2, -6, 2, 60];
const full = [...[9, 1, 0, 2], ...[1, 7, -1, 0], ...[0, -1, 5, 1], ...[2, 0, 1, 6]];

const gains = (name: string, more: Readonly<Record<string, readonly number[]>> = {}): Sample[] => [
  { name: 'one number', parameters: { [name]: [40], ...more } },
  { name: 'a diagonal', parameters: { [name]: three, ...more } },
  { name: 'a matrix', parameters: { [name]: matrix, ...more } },
];

const one = (name: string, parameters: Sample['parameters'], entries = 3): Sample => ({
  name,
  parameters,
  entries,
});

const samples: Readonly<Record<string, readonly Sample[]>> = {
  'damper: attitude': gains('damping'),
  'damper: attitude-rate': gains('damping'),
  'damper: contact': [
    one('sharp', { damping: [8], begins: [0.3] }, 1),
    one('smooth', { closing: [8], opening: [2], begins: [0.3], width: [0.05] }, 1),
  ],
  'damper: coulomb': [one('one speed', { greatest: [3], width: [0.1] })],
  'damper: joint': [one('a joint', { damping: [40] }, 1)],
  'damper: line': [one('a line', { damping: [40] }, 1)],
  'damper: linear': [...gains('damping'), one('four entries', { damping: full }, 4)],
  'damper: one-way': [
    one('opening', { opening: [4] }, 1),
    one('closing', { closing: [4, 1, 0] }),
    one('smooth, both', { opening: [3], closing: [1], width: [0.2] }),
  ],
  'damper: posture': [one('three joints', { damping: [40, 5, 90] }), one('a joint', { damping: [3] }, 1)],
  'damper: ramped': [
    one('near, both ways', { damping: [5], none: [0.9], full: [0.2] }, 1),
    one('far, closing', { closing: [5], none: [0.1], full: [0.8] }, 1),
    one('by the last entry, smooth', { opening: [5], width: [0.3], none: [-1], full: [1] }, 4),
  ],
  'damper: rate-ramped': [one('two speeds', { damping: [5], none: [0.2], full: [1.5] })],
  'damper: rubbing': [
    one('sharp', { friction: [0.4], stiffness: [300], begins: [0.5], speed: [0.01] }),
    one('smooth', { friction: [0.4], stiffness: [300], begins: [0.1], width: [0.1], speed: [0.01] }),
  ],
  'damper: saturating': [
    one('slope and force', { damping: [30], greatest: [8] }),
    one('force and width', { greatest: [8], width: [0.2] }),
    one('slope and width', { damping: [30], width: [0.3] }),
  ],
  'inerter: linear': [...gains('inertance'), one('four entries', { inertance: full }, 4)],
  'inerter: point-mass': [
    one('weightless', { mass: [2] }),
    one('heavy', { mass: [2], gravity: [0.5, -0.2, -9.81] }),
  ],
  'inerter: rotational': [
    one('a ball', { inertia: [0.3] }),
    one('axes', { inertia: [0.3, 0.2, 0.1] }),
    one('a matrix', { inertia: [0.3, 0.02, 0, 0.02, 0.2, -0.01, 0, -0.01, 0.1] }),
  ],
  'source: circulate': [one('before anything', { greatest: [20], power: [5] })],
  'source: force': [one('a force', { force: [3, -2, 5] })],
  'source: integral': [one('before anything', { stiffnessRate: [50], greatest: [5] }, 1)],
  'source: power': [one('a power', { power: [5], greatest: [20] })],
  'source: push': [
    one('as it is', { force: [3, -2, 5] }),
    one('one number', { force: [3] }),
    one('bounded', { force: [9, -2, 5], greatest: [6] }),
    one('cut off', { force: [9, -2, 5], power: [1] }),
    one('soft', { force: [9, -2, 5], greatest: [20], softPower: [3] }),
  ],
  'source: regulator': [
    one('one speed', { damping: [6], speed: [0.4], ramp: [0.5] }, 1),
    one('speeds', { damping: [6], speed: [0.4, -1, 0], ramp: [1] }),
  ],
  'spring: attitude': gains('stiffness'),
  'spring: attitude-plain': gains('stiffness'),
  'spring: attitude-quaternion': gains('stiffness'),
  'spring: contact': [
    one('sharp', { stiffness: [300], begins: [0.3] }, 1),
    one('smooth', { stiffness: [300], begins: [0.1], width: [0.08] }, 1),
  ],
  'spring: dead-zone': [
    one('sharp', { stiffness: [50], lower: [-0.3], upper: [0.2] }),
    one('bounds by entry', { stiffness: [50, 20, 10], lower: [-0.3, -1, 0], upper: [0.2, 0, 0.4] }),
    one('smooth', { stiffness: [50], lower: [-0.3], upper: [0.2], width: [0.06] }, 1),
  ],
  'spring: gaussian': [
    one('a well by its force', { pull: [10], width: [0.4] }),
    one('a well by its slope', { pullStiffness: [40], width: [0.5] }),
    one('a hill by its force', { push: [10], width: [0.4] }),
    one('a hill by its slope', { pushStiffness: [40], width: [0.5] }),
  ],
  'spring: joint': [one('a joint', { stiffness: [40], target: [0.4] }, 1)],
  'spring: line': [one('a line', { stiffness: [40], length: [0.3] }, 1)],
  'spring: linear': [
    ...gains('stiffness'),
    one('saturated', { stiffness: [40], saturation: [0.4] }),
    one('four entries', { stiffness: full }, 4),
  ],
  'spring: one-sided': [
    one('above', { stiffness: [60], above: [0.2] }, 1),
    one('below, by entry', { stiffness: [60, 20, 5], below: [0.2, -0.1, 0.4] }),
    one('smooth', { stiffness: [60], below: [0.2], width: [0.1] }),
  ],
  'spring: piecewise': [
    one('the paper’s', { knots: [0.05, 0.1, 0.2], values: [20, 2, 0], slope: [1800] }, 1),
    one('wide', { knots: [0.2, 0.4, 0.7, 1.1], values: [20, 9, 12, 0], slope: [50] }, 1),
  ],
  'spring: polynomial': [
    one('a square', { stiffness: [10], span: [0.4], power: [2] }),
    one('linear', { stiffness: [10], span: [0.4], power: [0] }),
    one('a broken power', { stiffness: [10], span: [0.4], power: [0.5] }),
  ],
  'spring: posture': [
    one('one number', { stiffness: [40], target: [0.4] }),
    one('three joints', { stiffness: three, target: [0.4, 0, -1] }),
  ],
  'spring: repel': [one('a ball', { stiffness: [40], radius: [2] }, 1)],
  'spring: saturating': [
    one('slope and force', { stiffness: [150], greatest: [10] }),
    one('force and width', { greatest: [10], width: [0.3] }),
    one('slope and width', { stiffness: [150], width: [0.1] }),
  ],
  'spring: saturating-axes': [
    one('one number', { stiffness: [150], greatest: [10] }),
    one('by axis', { stiffness: three, greatest: [10, 5, 2] }),
    one('by width', { greatest: [10, 5, 2], width: [0.3] }),
  ],
  'spring: sigmoid': [
    one('stiffer far out', { near: [2], far: [20], middle: [0.5], steepness: [12] }),
    one('softer far out', { near: [20], far: [2], middle: [0.4], steepness: [6] }),
  ],
};

/** Of one element; throws where there are none. */
export function samplesOf(declaration: ElementDeclaration): readonly Sample[] {
  const found = samples[`${declaration.family}: ${declaration.kind}`];
  if (found === undefined) throw new Error(`no sample of ${declaration.family}: ${declaration.kind}`);
  return found;
}

/** Every element with every sample of it. */
export const sampled = elements.flatMap((declaration) =>
  samplesOf(declaration).map(
    (sample) => [`${declaration.family}: ${declaration.kind}`, sample.name, declaration, sample] as const,
  ),
);
