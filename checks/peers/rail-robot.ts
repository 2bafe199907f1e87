/**
 * 2e: a cart of 1 kg on a spline, and a rigid link of 1 m that turns about y on it with 1 kg at its end; gravity and no
 * damping. Its motion is chaotic, so its energy is what can be compared.
 */
import { integrate } from './dormand-prince.js';
import { figure, type Scenario, tableOf, timesOf } from './figure.js';
import { chordsOf, lengthOf, naturalSpline, scaled } from './spline.js';
import { type Body, Tree } from './tree.js';
import { add, dot, type Vector } from './vectors.js';

const knots = ([-1, -0.5, 0, 0.5, 1] as const).map((x, i): Vector => [x, 0, 1 + (i % 2 === 0 ? 0.1 : 0)]);
const spline = naturalSpline(knots);
const factor = 0.512456;
const curve = scaled(spline, factor);
const bodies: readonly Body[] = [
  { parent: -1, joint: 'rail', curve, mass: 1 },
  { parent: 0, joint: 'revolute', axis: [0, 1, 0], mass: 1, centre: [0, 0, 1] },
];
const gravity: Vector = [0, 0, -9.81];

function rate(_: number, y: readonly number[]): number[] {
  const v = y.slice(2);
  return [...v, ...new Tree(bodies, y.slice(0, 2), v).accelerations([0, 0], gravity)];
}

function energy(y: readonly number[]): number {
  const tree = new Tree(bodies, y.slice(0, 2), y.slice(2));
  const weight = add(tree.point(0).at, tree.point(1, [0, 0, 1]).at);
  return tree.kineticEnergy(y.slice(2)) - dot(gravity, weight);
}

const table: Readonly<Record<string, readonly number[]>> = {
  1: [1.707, 3.524],
  2: [1.175, 6.487],
  5: [-0.688, 7.341],
};

export const railRobot: Scenario = {
  number: '2e',
  title: 'a pendulum on a rail',
  figures: {
    length: figure('E', 'length of the rail', 2.05001, 1e-5, 'm'),
    chords: figure('E', 'its length by 12-point chords', 2.04983, 1e-5, 'm'),
    scale: figure('E', 'chords by a knot interval', 0.512456, 1e-6, 'm'),
    parameter: figure('E', 'q = 2 is the knot parameter', 3.9028, 1e-4),
    'cart x': figure('E', 'cart at the start, x', 0.95139, 1e-5, 'm'),
    'cart z': figure('E', 'cart at the start, z', 1.0834, 1e-5, 'm'),
    energy: figure('E', 'energy at the start', 31.0663, 1e-4, 'J'),
    drift: figure('E', 'change of the energy over 30 s, of what it is', 0, 1e-6),
    ...tableOf(
      'R1',
      [
        ['cart', 5e-3, 'm'],
        ['angle', 5e-3, 'rad'],
      ],
      table,
    ),
    'q at +0.001': figure('R1', 'cart at 5 s, started 1 mm further', -0.655, 5e-3, 'm'),
    'q at -0.001': figure('R1', 'cart at 5 s, started 1 mm nearer', -0.714, 5e-3, 'm'),
  },
  measure() {
    const start = [2, 0, 0, 0];
    const from = energy(start);
    const found: Record<string, number> = {
      length: lengthOf(spline),
      chords: chordsOf(spline, 12),
      scale: chordsOf(spline, 12) / 4,
      parameter: 2 / factor,
      'cart x': curve(2).at[0],
      'cart z': curve(2).at[2],
      energy: from,
      drift: 0,
    };
    let t = 0;
    let y: readonly number[] = start;
    for (const time of [...timesOf(table), 30]) {
      ({ t, y } = integrate(rate, t, y, time, { relative: 1e-11, absolute: 1e-13 }, (_, at) => {
        found.drift = Math.max(found.drift, Math.abs(energy(at) - from) / from);
        return undefined;
      }));
      found[`cart at ${time}`] = y[0];
      found[`angle at ${time}`] = y[1];
    }
    for (const shift of [0.001, -0.001]) {
      const { y: end } = integrate(rate, 0, [2 + shift, 0, 0, 0], 5);
      found[`q at ${shift > 0 ? '+' : '-'}0.001`] = end[0];
    }
    return found;
  },
};
