/**
 * 2c: two links of 1 m in the plane of x and z, counted from straight up, a mass of 1 kg in the middle of each. Once a
 * spring and a damper on the vector to the goal, once on its length, which damps nothing across.
 * M₁₁ = 3/2 + cos q₂, M₁₂ = 1/4 + ½ cos q₂, M₂₂ = 1/4; what is left of the speeds: −½ sin q₂ (2 v₁ v₂ + v₂²), ½ sin q₂ v₁².
 */
import { sample } from './dormand-prince.js';
import { type Figures, figure, type Scenario, tableOf, timesOf } from './figure.js';

const goal = [0.8, 0.8];

function rate(byLength: boolean): (t: number, y: readonly number[]) => number[] {
  return (_, [q1, q2, v1, v2]) => {
    const [x, z] = tip(q1, q2);
    const J = [z, Math.cos(q1 + q2), -x, -Math.sin(q1 + q2)];
    const e = [goal[0] - x, goal[1] - z];
    const d = [-J[0] * v1 - J[1] * v2, -J[2] * v1 - J[3] * v2];
    const length = Math.hypot(...e);
    const along = (e[0] * d[0] + e[1] * d[1]) / length;
    const f = byLength
      ? e.map((x) => ((100 * length + 30 * along) * x) / length)
      : e.map((x, i) => 100 * x + 30 * d[i]);
    const [c, s] = [Math.cos(q2), Math.sin(q2)];
    const [m11, m12, m22] = [1.5 + c, 0.25 + 0.5 * c, 0.25];
    const t1 = J[0] * f[0] + J[2] * f[1] + 0.5 * s * (2 * v1 * v2 + v2 * v2);
    const t2 = J[1] * f[0] + J[3] * f[1] - 0.5 * s * v1 * v1;
    const det = m11 * m22 - m12 * m12;
    return [v1, v2, (m22 * t1 - m12 * t2) / det, (m11 * t2 - m12 * t1) / det];
  };
}

const tip = (q1: number, q2: number): [number, number] => [
  Math.sin(q1) + Math.sin(q1 + q2),
  Math.cos(q1) + Math.cos(q1 + q2),
];

function kinetic([, q2, v1, v2]: readonly number[]): number {
  const c = Math.cos(q2);
  return 0.5 * ((1.5 + c) * v1 * v1 + 2 * (0.25 + 0.5 * c) * v1 * v2 + 0.25 * v2 * v2);
}

const tables: Readonly<Record<'A' | 'B', Readonly<Record<string, readonly number[]>>>> = {
  A: {
    0.1: [1.29886, 0.86946, 0.1413],
    0.25: [1.12135, 0.83962, 0.8766],
    0.5: [0.92055, 0.81982, 0.1432],
    1: [0.81621, 0.80423, 0.0027],
    2: [0.80029, 0.80016, 0],
    5: [0.8, 0.8, 0],
  },
  B: {
    0.1: [1.21754, 0.30814, 0.3694],
    0.25: [1.07675, 0.49713, 1.2421],
    0.5: [0.86439, 0.64702, 0.5053],
    1: [0.79577, 0.85863, 0.126],
    2: [0.81153, 0.7906, 0.0017],
    5: [0.8, 0.80008, 0],
  },
};

function figuresOf(name: 'A' | 'B', title: string): Figures {
  const rows = tableOf(
    'R2',
    [
      [`${name} x`, 1e-4, 'm'],
      [`${name} z`, 1e-4, 'm'],
      [`${name} kinetic energy`, 1e-4, 'J'],
    ],
    tables[name],
  );
  return {
    ...rows,
    [`${name} q1`]: figure('E', `${title}: q1 at rest`, -0.184134, 1e-4, 'rad'),
    [`${name} q2`]: figure('E', `${title}: q2 at rest`, 1.939064, 1e-4, 'rad'),
  };
}

export const pointAndDistanceSprings: Scenario = {
  number: '2c',
  title: 'a spring on the vector, and one on its length',
  figures: {
    'start energy': figure('E', 'kinetic energy at the start', 75.04, 1e-3, 'J'),
    ...figuresOf('A', 'vector'),
    ...figuresOf('B', 'length'),
  },
  measure() {
    const start = [0, 1.57, 10, 0];
    const found: Record<string, number> = { 'start energy': kinetic(start) };
    for (const name of ['A', 'B'] as const) {
      const times = timesOf(tables[name]);
      const states = sample(rate(name === 'B'), start, [...times, 10]);
      times.forEach((t, i) => {
        const [x, z] = tip(states[i][0], states[i][1]);
        found[`${name} x at ${t}`] = x;
        found[`${name} z at ${t}`] = z;
        found[`${name} kinetic energy at ${t}`] = kinetic(states[i]);
      });
      found[`${name} q1`] = states[times.length][0];
      found[`${name} q2`] = states[times.length][1];
    }
    return found;
  },
};
