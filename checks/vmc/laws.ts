/** Laws of elements at single points, and what is worked out of matrices and models without a run. */
import { numbers, projectSemidefinite, quinticStep } from 'pliant/math';
import { type Effect, elementOf, type Family, frictionMap } from 'pliant/mechanism';
import type { Values } from '../peers/figure.js';
import { blocks, madeRun, twoLinks } from './made.js';
import { stiffening } from './presses.js';

type Given = Readonly<Record<string, readonly number[]>>;

/** What an element gives on a coordinate of one entry. */
function effect(family: Family, kind: string, value: number, rate: number, given: Given): Effect<number> {
  const declaration = elementOf(family, kind);
  if (declaration === undefined) throw new Error(`there is no ${family}: ${kind}`);
  const defaults = declaration.parameters.flatMap(
    ({ name, default: value }): [string, readonly number[]][] =>
      value === undefined ? [] : [[name, typeof value === 'number' ? [value] : value]],
  );
  const parameters = { ...Object.fromEntries(defaults), ...given };
  return declaration.law(numbers, { value: [value], rate: [rate] }, parameters);
}

/** Force on what is at the value, where tension pulls it back. */
const force = (...args: Parameters<typeof effect>): number => -effect(...args).force[0];

function springs(): Values {
  const saturating = { stiffness: [10], greatest: [0.6] };
  const gaussian = { pushStiffness: [40], width: [0.05] };
  const sigmoid = { near: [2], far: [20], middle: [0.1], steepness: [60] };
  const polynomial = { stiffness: [10], span: [0.1], power: [2] };
  const buffer = { stiffness: [10], lower: [-0.1], upper: [0.1] };
  const rows = [
    ['linear', 'linear', { stiffness: [10] }],
    ['tanh', 'saturating', saturating],
    ['gaussian', 'gaussian', gaussian],
    ['sigmoid', 'sigmoid', sigmoid],
    ['polynomial', 'polynomial', polynomial],
    ['limit', 'dead-zone', buffer],
  ] as const;
  return {
    ...Object.fromEntries(
      rows.flatMap(([row, kind, given]) =>
        [0.05, 0.2].map((y) => [`${row} ${y}`, force('spring', kind, y, 0, given)]),
      ),
    ),
    'tanh energy': effect('spring', 'saturating', 0.2, 0, saturating).energy ?? Number.NaN,
    'gaussian energy': effect('spring', 'gaussian', 0.05, 0, gaussian).energy ?? Number.NaN,
  };
}

function sources(): Values {
  const push = (given: Given, rate: number): number => effect('source', 'push', 0, rate, given).force[0];
  return {
    force: Math.abs(push({ force: [10], greatest: [100] }, 0)),
    'force capped': Math.abs(push({ force: [10], greatest: [3] }, 0)),
    'force at power': Math.abs(push({ force: [10], softPower: [50] }, 100)),
    // What the damper gives while it opens: it is fully on one way, and off the other.
    'one-way': force('damper', 'one-way', 0, 0.2, { opening: [3], closing: [0], width: [0.2] }),
  };
}

function projected(): Values {
  const { matrix, cut } = projectSemidefinite([300, 450, 0, 100], 2);
  return {
    'eigenvalue low': cut[0],
    // What is left has one eigenvalue that is not 0.
    'eigenvalue high': matrix[0] + matrix[3],
    'projected 11': matrix[0],
    'projected 12': matrix[1],
    'projected 22': matrix[3],
  };
}

/** Accelerations of two virtual masses with an inerter between them, from their speeds after a tenth of a millisecond. */
function inerters(): Values {
  const { at } = madeRun(
    blocks([1]),
    'block1',
    'start: { x1: 0 }',
    `duration: 1 ms
control:
  rate: continuous
  bodies:
    first: { joint: { prismatic: [1, 0, 0] }, mass: 2 kg, start: 0.03 }
    second: { joint: { prismatic: [1, 0, 0] }, mass: 3 kg, start: -0.05 }
  elements:
    ground: { spring: joint, joint: first, target: 0, stiffness: 40 }
    between: { spring: linear, from: first, to: second, stiffness: 25 }
    inerter: { inerter: linear, from: first, to: second, inertance: 0.7 }
record: { rate: 10000 }
plant: { rigid: { step: 0.1 ms, joints: { stops: none, coulomb: 0, viscous: 0 } } }`,
  );
  return {
    'inerters 1': at('first.speed', 1e-4)[0] / 1e-4,
    'inerters 2': at('second.speed', 1e-4)[0] / 1e-4,
  };
}

function twoLink(): Values {
  const { at } = madeRun(
    twoLinks(0.3, 0.2),
    'tip',
    'start: { a: 0.4, b: 0.8 }, speeds: { a: 0.1, b: -0.2 }',
    `duration: 1 ms
control:
  rate: 1 kHz
  points: { goal: { in: world, at: [0.25, 0.2, 0] } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 40 }
    brake: { damper: linear, from: tool, to: goal, damping: 2 }
  buffers: none
record: { rate: 1000 }
plant: { rigid: { step: 1 ms, joints: { stops: none, coulomb: 0, viscous: 0 } } }`,
  );
  const [first, second] = at('joints.torque', 0);
  return { 'two-link 1': first, 'two-link 2': second };
}

export function laws(): Values {
  const blend = [0.1, 0.25, 0.5, 0.75, 0.9].map((s) => [`blend ${s}`, quinticStep(numbers, s)] as const);
  const held = [0, 0.2].flatMap((Fc) =>
    [0.15, 0.2, 0.25, 0.5].map(
      (u) => [`friction ${Fc} ${u}`, frictionMap(numbers, u, 0.2, 0.01, Fc)] as const,
    ),
  );
  return {
    ...springs(),
    ...sources(),
    ...projected(),
    ...inerters(),
    ...twoLink(),
    stiffening: stiffening(1, 5, 2)(0.5),
    ...Object.fromEntries([...blend, ...held]),
  };
}
