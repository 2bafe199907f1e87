/** Springs against surfaces and objects, by runs of blocks on a line. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { blocks, madeRun } from './made.js';

const plant = 'plant: { rigid: { step: 0.2 ms, joints: { stops: none, coulomb: 0, viscous: 0 } } }';

/** How deep a block comes to rest whose spring of K pulls it to `goal` m below a surface of k. */
function depth(K: number, k: number, goal: number): number {
  const { at } = madeRun(
    blocks([0.5], '0 0 1'),
    'block1',
    'start: { x1: 1 mm }',
    `duration: 4 s
world: { gravity: [0, 0, 0], surface: { plane: [0, 0, 1], at: [0, 0, 0], stiffness: ${k}, damping: 20 } }
control:
  rate: 5 kHz
  points: { goal: { in: world, at: [0, 0, ${-goal}] } }
  elements:
    press: { spring: linear, from: tool, to: goal, stiffness: ${K} }
    calm: { damper: linear, from: tool, to: world, damping: 15 }
record: { rate: 10 }
${plant}`,
  );
  return -at('joints.position', 4)[0];
}

/** Two blocks that a spring of 50 N/m pulls together, with an object of 0.1 m between them. */
function squeeze(): Values {
  const { at } = madeRun(
    blocks([0.5, 0.5]),
    'block1',
    'start: { x1: -0.06, x2: 0.06 }',
    `duration: 6 s
world: { gravity: [0, 0, 0] }
control:
  rate: continuous
  coordinates: { gap: { coordinate: distance, from: tool, to: other } }
  points: { other: { on: block2 } }
  elements:
    pull: { spring: linear, of: gap, stiffness: 50 N/m }
    object: { spring: one-sided, of: gap, stiffness: 2000 N/m, below: 0.1 m }
    calm: { damper: linear, of: gap, damping: 8 N s/m }
record: { rate: 10 }
${plant}`,
  );
  const [x1, x2] = at('joints.position', 6);
  const gap = x2 - x1;
  return { 'squeeze gap': 1000 * gap, 'squeeze force': 50 * gap, 'squeeze sink': 1000 * (0.1 - gap) };
}

/** The same with an object of two faces of 2000 N/m, 0.1 m apart where a body of 500 N/m is not squeezed. */
function softSqueeze(): Values {
  const { at } = madeRun(
    blocks([0.5, 0.5, 0.1, 0.1]),
    'block1',
    'start: { x1: -0.06, x2: 0.06, x3: -0.05, x4: 0.05 }',
    `duration: 6 s
world: { gravity: [0, 0, 0] }
control:
  rate: continuous
  coordinates:
    gap: { coordinate: distance, from: tool, to: other }
    leftGap: { coordinate: projection, of: toLeft, direction: [1, 0, 0] }
    rightGap: { coordinate: projection, of: toRight, direction: [1, 0, 0] }
    toLeft: { coordinate: offset, from: tool, to: face1 }
    toRight: { coordinate: offset, from: face2, to: other }
  points: { other: { on: block2 }, face1: { on: block3 }, face2: { on: block4 } }
  elements:
    pull: { spring: linear, of: gap, stiffness: 50 N/m }
    left: { spring: one-sided, of: leftGap, stiffness: 2000 N/m, below: 0 m }
    right: { spring: one-sided, of: rightGap, stiffness: 2000 N/m, below: 0 m }
    body: { spring: line, from: face1, to: face2, stiffness: 500 N/m, length: 0.1 m }
    calm: { damper: joint, joint: all, damping: 4 }
record: { rate: 10 }
${plant}`,
  );
  const [x1, x2, x3, x4] = at('joints.position', 6);
  return {
    'soft gap': 1000 * (x2 - x1),
    'soft force': 50 * (x2 - x1),
    'soft squeeze': 1000 * (0.1 - (x4 - x3)),
  };
}

const force = (K: number, k: number, goal: number): number => K * (goal - depth(K, k, goal));

/** The stiffness that presses with 2 N at a goal 20 mm deep, by the rule of false position on runs. */
function stiffnessFor2(): number {
  let [low, high] = [50, 200];
  let [below, above] = [low, high].map((K) => force(K, 1e4, 0.02) - 2);
  for (let i = 0; i < 12; i++) {
    const K = low - (below * (high - low)) / (above - below);
    const off = force(K, 1e4, 0.02) - 2;
    if (off < 0) [low, below] = [K, off];
    else [high, above] = [K, off];
    if (Math.abs(off) < 1e-9) return K;
  }
  return low - (below * (high - low)) / (above - below);
}

/** Stiffness of a spring that stiffens from `least` to `most` with its force, over 1/`rate` newtons. */
export function stiffening(least: number, most: number, rate: number): (force: number) => number {
  return (F) => least + (most - least) * (1 - Math.exp(-rate * F));
}

/** A spring that stiffens with its force, run after run until it stays as it is. */
function stiffened(): Values {
  const stiffness = stiffening(40, 200, 0.2);
  let F = 0;
  for (let i = 0; i < 25; i++) F = force(stiffness(F), 1e4, 0.02);
  return { 'stiffened force': F, stiffened: stiffness(F) };
}

/** How much deeper the block goes for each newton more, times the stiffness of what it presses on. */
function compliance(k: number): number {
  const [soft, stiff] = [50, 200].map((K) => depth(K, k, 0.015));
  return (k * (stiff - soft)) / (200 * (0.015 - stiff) - 50 * (0.015 - soft));
}

export function presses(scale: Scale): Values {
  const sinks = [5, 10, 15].map((d) => [`press ${d}`, 1e4 * depth(100, 1e4, d / 1000)] as const);
  return {
    ...Object.fromEntries(sinks),
    wall: 1000 * depth(100, 2000, 0.015),
    ...squeeze(),
    ...softSqueeze(),
    ...(scale === 'full'
      ? {
          stiffness: stiffnessFor2(),
          ...stiffened(),
          ...Object.fromEntries([4000, 1000, 250].map((k) => [`compliance ${k}`, compliance(k)])),
        }
      : {}),
  };
}
