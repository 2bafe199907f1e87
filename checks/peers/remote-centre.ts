/**
 * 2g, first: a centre of motion that no constraint holds. The instrument is joined at its tip and its base to a virtual
 * one, which turns about y, then x, through the centre and slides along its own z.
 */
import { instrumentArm, instrumentTip } from './arms.js';
import { integrate } from './dormand-prince.js';
import { doubted, figure, type Scenario } from './figure.js';
import { type Body, push, Tree } from './tree.js';
import { add, apply, cross, norm, scale, subtract, type Vector } from './vectors.js';

const centre: Vector = [0.48, 0.15, 0.35];
const goal: Vector = [0.58, 0.15, 0.25];
const inertia = [0.05, 0, 0, 0, 0.05, 0, 0, 0, 0.05] as const;
const bodies: readonly Body[] = [
  ...instrumentArm,
  { parent: -1, joint: 'revolute', at: centre, axis: [0, 1, 0] },
  { parent: 7, joint: 'revolute', axis: [1, 0, 0] },
  { parent: 8, joint: 'prismatic', mass: 1, inertia },
];
const start = [0, 0.1, 0, -2.5, Math.PI / 2, Math.PI / 2, 0.6, -0.5, 0.2, 0];
const none = new Array<number>(10).fill(0);

/** Where the tip and the base of the real instrument are in the last link, and those of the virtual one in its body. */
const along = apply(instrumentTip.turned, [0, 0, 1]);
const real: readonly Vector[] = [instrumentTip.at, add(instrumentTip.at, scale(-0.335, along))];
const virtual: readonly Vector[] = [
  [0, 0, -0.1675],
  [0, 0, 0.1675],
];

function rate(_: number, y: readonly number[]): number[] {
  const v = y.slice(10);
  const tree = new Tree(bodies, y.slice(0, 10), v);
  const torques = v.map((w, i) => -(2 + (i === 0 || i === 3 ? 1 : 0)) * w);
  for (const end of [0, 1]) {
    const [a, b] = [tree.point(6, real[end]), tree.point(9, virtual[end])];
    const f = add(scale(1000, subtract(b.at, a.at)), scale(10, subtract(b.velocity, a.velocity)));
    push(torques, a, f);
    push(torques, b, scale(-1, f));
  }
  const tip = tree.point(6, real[0]);
  push(torques, tip, add(scale(1000, subtract(goal, tip.at)), scale(-10, tip.velocity)));
  return [...v, ...tree.accelerations(torques)];
}

function missed(y: readonly number[]): number {
  const tree = new Tree(bodies, y.slice(0, 10), none);
  const [tip, base] = real.map((p) => tree.point(6, p).at);
  const line = subtract(tip, base);
  return norm(cross(subtract(centre, base), line)) / norm(line);
}

export const remoteCentre: Scenario = {
  number: '2g centre',
  title: 'an instrument through a point that nothing holds',
  figures: {
    'rest tip': figure('E', 'tip at rest, from (0.58, 0.15, 0.25)', 0, 1e-5, 'm'),
    'rest base x': figure('E', 'base at rest, x', 0.34312, 1e-5, 'm'),
    'rest base z': figure('E', 'base at rest, z', 0.48688, 1e-5, 'm'),
    'rest turn': figure('E', 'virtual instrument at rest, turned about y', -Math.PI / 4, 1e-5, 'rad'),
    'rest slide': figure('E', 'virtual instrument at rest, slid', 0.026079, 1e-6, 'm'),
    'line at 0.5': doubted('line to centre at 0.5 s', 7.75, 0.1, 'mm'),
    'line at 1': doubted('line to centre at 1 s', 0.25, 0.05, 'mm'),
    'line at 2': doubted('line to centre at 2 s', 0.018, 0.01, 'mm'),
    'line at 5': doubted('line to centre at 5 s', 0, 1e-6, 'mm'),
    'held at 0.5': doubted('line to centre at 0.5 s, semi-implicit steps of 0.1 ms', 7.75, 0.1, 'mm'),
    'held at 1': doubted('line to centre at 1 s, semi-implicit steps of 0.1 ms', 0.25, 0.05, 'mm'),
    'held at 2': doubted('line to centre at 2 s, semi-implicit steps of 0.1 ms', 0.018, 0.01, 'mm'),
  },
  measure() {
    const found: Record<string, number> = {};
    let y: readonly number[] = [...start, ...none];
    let t = 0;
    for (const time of [0.5, 1, 2, 5, 20]) {
      ({ t, y } = integrate(rate, t, y, time));
      if (time <= 5) found[`line at ${time}`] = 1000 * missed(y);
    }
    const tree = new Tree(bodies, y.slice(0, 10), none);
    const [tip, base] = real.map((p) => tree.point(6, p).at);
    for (const time of [0.5, 1, 2]) found[`held at ${time}`] = found[`line at ${time}`];
    return {
      ...found,
      'rest tip': norm(subtract(tip, goal)),
      'rest base x': base[0],
      'rest base z': base[2],
      'rest turn': y[7],
      'rest slide': y[9],
    };
  },
};
