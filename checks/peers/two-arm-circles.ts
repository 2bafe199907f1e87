/**
 * 2d, on the torso of this project: both hands follow goals on circles past two obstacles that the origins of all links of the
 * arms avoid. What is published of it is of another robot, so what can be the same is its trend; what is exact of the laws
 * is exact here too.
 */
import { sample } from './dormand-prince.js';
import { elsewhere, figure, type Scenario, timesOf } from './figure.js';
import { torso } from './own-torso.js';
import { push, Tree } from './tree.js';
import { add, norm, scale, solve, subtract, type Vector } from './vectors.js';

const [most, width] = [10, 0.05];
const strength = (most * Math.sqrt(Math.E)) / width;
const repulsion = (d: number): number => strength * d * Math.exp(-(d * d) / (2 * width * width));
const obstacles: readonly Vector[] = [
  [0.3, 0.1, 1.05],
  [0.2, -0.2, 0.85],
];
const grasp: Vector = [0, 0, -0.17];

interface Goal {
  readonly at: Vector;
  readonly velocity: Vector;
}

function goals(t: number): { left: Goal; right: Goal } {
  const [c, s] = [0.2 * Math.cos(t), 0.2 * Math.sin(t)];
  return {
    left: { at: [0.4 + c, 0, 1.05 + s], velocity: [-s, 0, c] },
    right: { at: [0.4, -0.1 + s, 0.95 + c], velocity: [0, c, -s] },
  };
}

function setUp() {
  const { bodies, links, joints, ranges, follows } = torso();
  const n = bodies.length;
  const index = (link: string): number => {
    const found = links.get(link);
    if (found === undefined) throw new Error(`no link ${link}`);
    return found;
  };
  const hands = { left: index('left_arm7'), right: index('right_arm7') };
  const origins = ['left', 'right'].flatMap((side) =>
    [1, 2, 3, 4, 5, 6, 7].map((i) => index(`${side}_arm${i}`)),
  );
  const driven = follows.flatMap((body, i) => (body === i ? [i] : []));
  const m = driven.length;
  const whole = (x: readonly number[]): number[] => follows.map((body) => x[driven.indexOf(body)]);

  function rate(t: number, y: readonly number[]): number[] {
    const v = whole(y.slice(m));
    const q = whole(y.slice(0, m));
    const tree = new Tree(bodies, q, v);
    const torques = q.map((x, i) => {
      if (follows[i] !== i) return 0;
      if (joints[i].endsWith('grip')) return 100 * (0.02 - x) - (10 + 0.1) * v[i];
      const [lower, upper] = [ranges[i][0] + 0.1, ranges[i][1] - 0.1];
      return -50 * (Math.max(0, x - upper) + Math.min(0, x - lower)) - 0.1 * v[i];
    });
    const to = goals(t);
    for (const side of ['left', 'right'] as const) {
      const hand = tree.point(hands[side], grasp);
      const e = subtract(to[side].at, hand.at);
      const r = norm(e);
      const spring = scale((10 * Math.tanh((1000 * r) / 10)) / r, e);
      push(torques, hand, add(spring, scale(10, subtract(to[side].velocity, hand.velocity))));
    }
    for (const body of origins) {
      const point = tree.point(body);
      for (const obstacle of obstacles) {
        const r = subtract(point.at, obstacle);
        const d = norm(r);
        push(torques, point, scale(repulsion(d) / d, r));
      }
    }
    // A finger that mirrors another moves as fast: rows and columns of the two are added.
    const { M, bias } = tree.dynamics();
    const small = new Array<number>(m * m).fill(0);
    const right = new Array<number>(m).fill(0);
    for (let i = 0; i < n; i++) {
      const a = driven.indexOf(follows[i]);
      right[a] += torques[i] - bias[i];
      for (let j = 0; j < n; j++) small[a * m + driven.indexOf(follows[j])] += M[i * n + j];
    }
    return [...y.slice(m), ...solve(small, right)];
  }

  function seen(
    t: number,
    y: readonly number[],
  ): { left: number; right: number; first: number; second: number } {
    const tree = new Tree(bodies, whole(y.slice(0, m)), new Array<number>(n).fill(0));
    const to = goals(t);
    const error = (side: 'left' | 'right'): number =>
      1000 * norm(subtract(tree.point(hands[side], grasp).at, to[side].at));
    const [first, second] = obstacles.map((obstacle) =>
      Math.min(...origins.map((body) => 1000 * norm(subtract(tree.point(body).at, obstacle)))),
    );
    return { left: error('left'), right: error('right'), first, second };
  }
  return { m, rate, seen };
}

/** The two errors with the velocity of the right goal as it is; the distances are published with another one. */
const table: Readonly<Record<string, readonly number[]>> = { 2: [0.2, 0.6], 6: [71.1, 5.7] };
const columns = [
  ['left', 'left error'],
  ['right', 'right error'],
] as const;

export const twoArmCircles: Scenario = {
  number: '2d',
  title: 'both hands on circles past two obstacles',
  figures: {
    strength: figure('E', 'strength of a Gaussian of 10 N and 5 cm', 329.744, 1e-3, 'N/m'),
    'force at 5 cm': figure('E', 'its force at 5 cm', 10, 1e-4, 'N'),
    'force at 10 cm': figure('E', 'its force at 10 cm', 4.4626, 1e-4, 'N'),
    'force at 20 cm': figure('E', 'its force at 20 cm', 0.0221, 1e-4, 'N'),
    'energy at the centre': figure('E', 'its energy at the centre', 0.82436, 1e-5, 'J'),
    ...Object.fromEntries(
      Object.entries(table).flatMap(([t, row]) =>
        columns.map(([key, what], i) => [
          `${key} at ${t}`,
          elsewhere(`${what} at ${t} s`, row[i], 0.1, 'mm'),
        ]),
      ),
    ),
    'least first': elsewhere('nearest to the first obstacle of the whole run', 56.3, 0.5, 'mm'),
    'least second': elsewhere('nearest to the second obstacle of the whole run', 122.9, 0.5, 'mm'),
    'largest left': elsewhere('largest left error after 3 s', 71.1, 0.5, 'mm'),
  },
  measure() {
    const { m, rate, seen } = setUp();
    const found: Record<string, number> = { 'least first': 1e9, 'least second': 1e9, 'largest left': 0 };
    const times = timesOf(table);
    const states = sample(rate, new Array<number>(2 * m).fill(0), [...times, 18.85], {
      precision: { relative: 1e-8, absolute: 1e-10 },
      seen(t, y) {
        const now = seen(t, y);
        found['least first'] = Math.min(found['least first'], now.first);
        found['least second'] = Math.min(found['least second'], now.second);
        if (t > 3) found['largest left'] = Math.max(found['largest left'], now.left);
        return undefined;
      },
    });
    times.forEach((t, k) => {
      const now = seen(t, states[k]);
      for (const [key] of columns) found[`${key} at ${t}`] = now[key];
    });
    return {
      ...found,
      strength,
      'force at 5 cm': repulsion(0.05),
      'force at 10 cm': repulsion(0.1),
      'force at 20 cm': repulsion(0.2),
      'energy at the centre': strength * width * width,
    };
  },
};
