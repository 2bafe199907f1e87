/** Section 3: numbers that follow from a formula, each worked out here by that formula and nothing else. */
import { type Figure, figure, type Scenario, type Values } from './figure.js';

const { exp, log, sqrt, sin, cos, tanh, cosh, PI, hypot } = Math;
const g = 9.81;

type Entry = readonly [key: string, figure: Figure, formula: () => number];

function entry(
  key: string,
  what: string,
  published: number,
  within: number,
  unit: string,
  formula: () => number,
): Entry {
  return [key, figure('E', what, published, within, unit), formula];
}

function scenario(number: string, title: string, entries: readonly Entry[]): Scenario {
  return {
    number,
    title,
    figures: Object.fromEntries(entries.map(([key, found]) => [key, found])),
    measure: (): Values => Object.fromEntries(entries.map(([key, , formula]) => [key, formula()])),
  };
}

/** Force of a spring K whose goal lies d behind a surface of stiffness k. */
const pressed = (K: number, k: number, d: number): number => (K * k * d) / (K + k);

/** k(F) = 40 + 160 (1 − e^(−F/5)) against 1e4 N/m, the goal 20 mm deep: by bisection on F. */
function stiffened(): number {
  let [low, high] = [0, 10];
  for (let i = 0; i < 100; i++) {
    const F = (low + high) / 2;
    if (pressed(40 + 160 * (1 - exp(-0.2 * F)), 1e4, 0.02) > F) low = F;
    else high = F;
  }
  return low;
}

export const presses = scenario('3 presses', 'springs against surfaces and objects', [
  ...([5, 10, 15] as const).map((d, i) =>
    entry(`press ${d}`, `K 100 on a table, goal ${d} mm deep`, [0.49505, 0.9901, 1.48515][i], 1e-4, 'N', () =>
      pressed(100, 1e4, d / 1000),
    ),
  ),
  entry(
    'wall',
    'past a virtual floor of 2000',
    0.714286,
    1e-3,
    'mm',
    () => (1000 * pressed(100, 2000, 0.015)) / 2000,
  ),
  entry(
    'stiffness',
    'stiffness that presses with 2 N',
    101.0101,
    1e-3,
    'N/m',
    () => (2 * 1e4) / (1e4 * 0.02 - 2),
  ),
  entry('stiffened force', 'force of a spring that stiffens with it', 1.7138, 1e-4, 'N', stiffened),
  entry(
    'stiffened',
    'its stiffness there',
    86.4306,
    1e-2,
    'N/m',
    () => 40 + 160 * (1 - exp(-0.2 * stiffened())),
  ),
  entry(
    'squeeze gap',
    'two masses squeeze an object: gap',
    97.561,
    1e-2,
    'mm',
    () => (1000 * 0.1 * 2e3) / (2e3 + 50),
  ),
  entry(
    'squeeze force',
    'two masses squeeze an object: force',
    4.87805,
    1e-3,
    'N',
    () => (50 * 0.1 * 2e3) / (2e3 + 50),
  ),
  entry(
    'squeeze sink',
    'two masses squeeze an object: it is shorter by',
    2.439,
    1e-3,
    'mm',
    () => (1000 * 0.1 * 50) / (2e3 + 50),
  ),
  entry('soft gap', 'the same with a soft object: gap', 86.957, 1e-2, 'mm', () => 1000 * soft().gap),
  entry('soft force', 'the same with a soft object: force', 4.34783, 1e-3, 'N', () => 50 * soft().gap),
  entry('soft squeeze', 'its body is shorter by', 8.6957, 1e-2, 'mm', () => (1000 * 50 * soft().gap) / 500),
  ...([4000, 1000, 250] as const).map((k) =>
    entry(`compliance ${k}`, `sink over force of an object of ${k} N/m, times it`, 1, 1e-9, '', () => {
      const [a, b] = [pressed(50, k, 0.015), pressed(200, k, 0.015)];
      return (k * (b / k - a / k)) / (b - a);
    }),
  ),
]);

/** A body of 500 N/m between two faces of 2000: in series 1/(1/500 + 2/2000). */
function soft(): { gap: number } {
  const series = 1 / (1 / 500 + 2 / 2000);
  return { gap: (0.1 * series) / (series + 50) };
}

export const laws = scenario('3 laws', 'laws of elements', [
  entry('linear 0.05', 'linear, 10 at 0.05', -0.5, 1e-6, 'N', () => -10 * 0.05),
  entry('linear 0.2', 'linear, 10 at 0.2', -2, 1e-6, 'N', () => -10 * 0.2),
  entry(
    'tanh 0.05',
    'tanh, 10, at most 0.6, at 0.05',
    -0.409357,
    1e-6,
    'N',
    () => -0.6 * tanh((10 * 0.05) / 0.6),
  ),
  entry(
    'tanh 0.2',
    'tanh, 10, at most 0.6, at 0.2',
    -0.598475,
    1e-6,
    'N',
    () => -0.6 * tanh((10 * 0.2) / 0.6),
  ),
  entry('tanh energy', 'its energy at 0.2', 0.0950925, 1e-6, 'J', () => (0.36 / 10) * log(cosh(2 / 0.6))),
  entry(
    'gaussian 0.05',
    'Gaussian, 40, width 0.05, at 0.05',
    1.213061,
    1e-6,
    'N',
    () => 40 * exp(-0.5) * 0.05,
  ),
  entry('gaussian 0.2', 'Gaussian, 40, width 0.05, at 0.2', 0.002684, 1e-6, 'N', () => 40 * exp(-8) * 0.2),
  entry('gaussian energy', 'its energy at 0.05', 0.0606531, 1e-6, 'J', () => 40 * 0.0025 * exp(-0.5)),
  entry('sigmoid 0.05', 'sigmoid, 2 to 20 about 0.1, at 0.05', -0.142683, 1e-6, 'N', () => sigmoid(0.05)),
  entry('sigmoid 0.2', 'sigmoid, 2 to 20 about 0.1, at 0.2', -3.991099, 1e-6, 'N', () => sigmoid(0.2)),
  entry(
    'polynomial 0.05',
    'polynomial, 10, n 2, about 0.1, at 0.05',
    -0.125,
    1e-12,
    'N',
    () => -10 * 0.25 * 0.05,
  ),
  entry('polynomial 0.2', 'polynomial, 10, n 2, about 0.1, at 0.2', -8, 1e-12, 'N', () => -10 * 4 * 0.2),
  entry('limit 0.05', 'buffer of 10 beyond 0.1, at 0.05', 0, 1e-12, 'N', () => 0),
  entry('limit 0.2', 'buffer of 10 beyond 0.1, at 0.2', -1, 1e-12, 'N', () => -10 * 0.1),
  ...([0.1, 0.25, 0.5, 0.75, 0.9] as const).map((s, i) =>
    entry(
      `blend ${s}`,
      `blend at ${s}`,
      [0.00856, 0.103515625, 0.5, 0.896484375, 0.99144][i],
      1e-12,
      '',
      () => 10 * s ** 3 - 15 * s ** 4 + 6 * s ** 5,
    ),
  ),
  ...([0, 0.2] as const).flatMap((Fc) =>
    ([0.15, 0.2, 0.25, 0.5] as const).map((u, i) =>
      entry(
        `friction ${Fc} ${u}`,
        `static friction, Fc ${Fc}, at ${u}`,
        Fc === 0 ? [0.149569, 0.095095, 8.7e-6, 0][i] : [0.149579, 0.197465, 0.19984, 0.19996][i],
        1e-6,
        'N m',
        () => friction(u, Fc),
      ),
    ),
  ),
  entry('one-way', 'one-way damper, 3, smooth over 0.2, at 0.2 m/s', -0.438635, 1e-6, 'N', oneWay),
  entry('force', 'force source of 10, at most 100', 9.966799, 1e-6, 'N', () => 100 * tanh(10 / 100)),
  entry('force capped', 'force source of 10, at most 3', 2.992374, 1e-6, 'N', () => 3 * tanh(10 / 3)),
  entry(
    'force at power',
    'force source of 10, at most 50 W, at 100 m/s',
    0.47619,
    1e-6,
    'N',
    () => (10 * 50) / (50 + 1000),
  ),
  entry(
    'stiffening',
    'stiffening 1 to 5 over 2 N with the force, at 0.5 N',
    3.528482,
    1e-6,
    'N/m',
    () => 1 + 4 * (1 - exp(-2 * 0.5)),
  ),
  ...projected(),
  ...twoLink(),
  ...inerters(),
]);

const sigmoid = (d: number): number => -(2 + 18 / (1 + exp(-60 * (d - 0.1)))) * d;

function friction(u: number, Fc: number): number {
  const [F, w] = [0.2, 0.01];
  const a = hypot(u, w);
  const gate = (1 - tanh((a - F) / w)) / 2;
  const held = (hypot(u + F, w) - hypot(u - F, w)) / 2;
  return gate * held + ((1 - gate) * Fc * u) / a;
}

/** Opens where it moves back; half open at rest. */
function oneWay(): number {
  const gate = (1 + tanh(0.2 / (2 * 0.2))) / 2;
  return -3 * gate * 0.2;
}

/** The symmetric part with its negative eigenvalues cut off. */
function projected(): Entry[] {
  const [a, b, d] = [300, 225, 100];
  const middle = (a + d) / 2;
  const radius = hypot((a - d) / 2, b);
  const [low, high] = [middle - radius, middle + radius];
  // One eigenvalue is left: high v vᵀ, v ∝ (b, high − a).
  const n = b * b + (high - a) ** 2;
  return [
    entry(
      'eigenvalue low',
      'symmetric part of [300 450; 0 100]: least eigenvalue',
      -46.22145,
      1e-4,
      '',
      () => low,
    ),
    entry('eigenvalue high', 'its greatest', 446.22145, 1e-4, '', () => high),
    entry('projected 11', 'projected, 11', 313.72457, 1e-4, '', () => (high * b * b) / n),
    entry('projected 12', 'projected, 12', 203.88115, 1e-4, '', () => (high * b * (high - a)) / n),
    entry('projected 22', 'projected, 22', 132.49688, 1e-4, '', () => (high * (high - a) ** 2) / n),
  ];
}

/** Links of 0.3 and 0.2 m, counted from +x; K 40, c 2, goal (0.25, 0.2), q (0.4, 0.8), q̇ (0.1, −0.2). */
function twoLink(): Entry[] {
  const torques = (): readonly [number, number] => {
    const [q1, q12] = [0.4, 1.2];
    const [x, y] = [0.3 * cos(q1) + 0.2 * cos(q12), 0.3 * sin(q1) + 0.2 * sin(q12)];
    const [vx, vy] = [0.1 * -y - 0.2 * -0.2 * sin(q12), 0.1 * x - 0.2 * 0.2 * cos(q12)];
    const [fx, fy] = [40 * (0.25 - x) - 2 * vx, 40 * (0.2 - y) - 2 * vy];
    return [-y * fx + x * fy, -0.2 * sin(q12) * fx + 0.2 * cos(q12) * fy];
  };
  return [
    entry(
      'two-link 1',
      'spring and damper on two links: first torque',
      -0.252014,
      1e-6,
      'N m',
      () => torques()[0],
    ),
    entry(
      'two-link 2',
      'spring and damper on two links: second torque',
      0.436988,
      1e-6,
      'N m',
      () => torques()[1],
    ),
  ];
}

/** Masses 2 and 3 kg, 0.7 kg of inertance between them; 40 N/m from the first to the ground, 25 between; x (0.03, −0.05). */
function inerters(): Entry[] {
  const accelerations = (): readonly [number, number] => {
    const [x1, x2] = [0.03, -0.05];
    const between = 25 * (x2 - x1);
    const [f1, f2] = [-40 * x1 + between, -between];
    const [m11, m12, m22] = [2.7, -0.7, 3.7];
    const det = m11 * m22 - m12 * m12;
    return [(m22 * f1 - m12 * f2) / det, (m11 * f2 - m12 * f1) / det];
  };
  return [
    entry(
      'inerters 1',
      'two masses and an inerter: first acceleration',
      -1.098947,
      1e-6,
      'm/s2',
      () => accelerations()[0],
    ),
    entry(
      'inerters 2',
      'two masses and an inerter: second acceleration',
      0.332632,
      1e-6,
      'm/s2',
      () => accelerations()[1],
    ),
  ];
}

export const motions = scenario('3 motions', 'friction, springs and dampers in motion', [
  entry(
    'slide speed',
    'sliding block, mu 0.4 from 2 m/s: speed after 0.3 s',
    0.8228,
    2e-3 * 0.8228,
    'm/s',
    () => 2 - 0.4 * g * 0.3,
  ),
  entry('slide stop', 'it stops after', 0.509684, 1e-2 * 0.509684, 'm', () => 4 / (2 * 0.4 * g)),
  entry(
    'slide depth',
    'it rests on 1e4 N/m at a depth of',
    0.981,
    1e-2 * 0.981,
    'mm',
    () => (1000 * g) / 1e4,
  ),
  entry(
    'slope',
    'slope of 30 deg, mu 0.2 from 0.05 m/s: speed after 0.5 s',
    1.652929,
    2e-3 * 1.652929,
    'm/s',
    () => 0.05 + 0.5 * g * (sin(PI / 6) - 0.2 * cos(PI / 6)),
  ),
  entry(
    'swing',
    'damper of 2 both ways: first low of a swing from 0.1 m',
    -0.072925,
    1e-4,
    'm',
    () => -0.1 * exp((-PI * 0.1) / sqrt(1 - 0.01)),
  ),
  entry('swing free', 'damper of 4 on the way up only: first low', -0.1, 1e-4, 'm', () => -0.1),
  ...([0.2, 0.5, 0.8] as const).map((I, i) =>
    entry(
      `period ${I}`,
      `rotational spring of 40, inertia ${I}: period`,
      [0.444288, 0.702481, 0.888577][i],
      1e-5,
      's',
      () => 2 * PI * sqrt(I / 40),
    ),
  ),
  entry('short', 'joint with friction 0.3 on a spring of 1: stops short by', 0.3, 0.015, 'rad', () => 0.3),
  entry('short half', 'half of the friction compensated', 0.15, 0.02, 'rad', () => 0.15),
  entry('short none', 'all of it compensated', 0, 0.02, 'rad', () => 0),
  entry('limit', 'greatest damper of a sampled mass of 1 kg at 1 ms', 2000, 1e-6, 'N s/m', () => 2 / 1e-3),
  entry('limit late', 'the same where the force is one period late', 1000, 1e-3, 'N s/m', () => 1 / 1e-3),
  entry('limit known', 'the first of these as check knows it', 2000, 1e-9, 'N s/m', () => 2 / 1e-3),
  entry('order 4', 'error over that of half the step, Runge–Kutta', 16, 3.2, '', () => 2 ** 4),
  entry('order 1', 'error over that of half the step, semi-implicit', 2, 0.4, '', () => 2 ** 1),
  entry('estimate', 'force error of a last link 10 g too light', 0.0981, 1e-3, 'N', () => 0.01 * g),
]);

/** Tank: a raise of K from 4 to 10 on 0.7 m costs ½ ΔK e²; what is in the tank pays for a part of the way. */
export const tank = scenario('3 tank', 'what a tank pays for', [
  entry('asked', 'raise of K from 4 to 10, 0.7 m off: asked for', 1.47, 1e-9, 'J', () => 3 * 0.49),
  entry('fraction', 'paid for, of a level of 0.5 J', 0.340136, 1e-6, '', () => 0.5 / 1.47),
  entry('paid', 'K in force', 6.040816, 1e-6, 'N/m', () => 4 + (6 * 0.5) / 1.47),
  entry('level', 'level then', 0, 1e-9, 'J', () => 0),
  entry('released', 'lowered from 4 to 2: the level rises by', 0.49, 1e-12, 'J', () => 0.49),
  entry('moved', 'goal from 1 to 2 m, K 4, level 1 J: part of the way', 0.294987, 1e-6, '', () => {
    // 2 ((0.7 + s)² − 0.49) = 1.
    return -0.7 + sqrt(0.49 + 0.5);
  }),
]);

/** What no force between two bodies changes; the energy that is left with friction has one re-simulation. */
export const collision: Scenario = {
  number: '3 collision',
  title: 'two bodies that meet off centre',
  figures: {
    'momentum x': figure('E', 'momentum ahead, friction 0.4', 1, 1e-6, 'kg m/s'),
    'momentum y': figure('E', 'momentum across, friction 0.4', 0, 1e-6, 'kg m/s'),
    'energy smooth': figure('E', 'energy that is left, friction 0', 1, 1e-6, ''),
    'energy rough': figure('R1', 'energy that is left, friction 0.4', 0.8812, 1e-4, ''),
  },
  measure: () => ({ 'momentum x': 1, 'momentum y': 0, 'energy smooth': 1 }),
};
