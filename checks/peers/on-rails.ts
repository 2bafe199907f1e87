/**
 * 2f, first: a cart of 10 kg that 5 N push along a looping spline with 5 N s/m on its speed. What is exact of it is how
 * fast it runs while it is free: F / (c |dc/ds|²).
 */
import { integrate } from './dormand-prince.js';
import { figure, type Scenario } from './figure.js';
import { lengthOf, naturalSpline, scaled } from './spline.js';
import { Tree } from './tree.js';
import { norm, type Vector } from './vectors.js';

const knots: readonly Vector[] = [
  [-0.5, 0, 0.1],
  [-0.5, 0, 0.3],
  [0, 0, 0.3],
  [0.5, 0, 0.1],
  [0.5, 0, 0.3],
  [0, 0, 0.3],
];

export const onRails: Scenario = {
  number: '2f rails',
  title: 'a heavy cart on a looping rail',
  figures: {
    speed: figure(
      'E',
      'speed of the free cart times |dc/ds|² where the rail has gone straight',
      1,
      1e-3,
      'm/s',
    ),
  },
  measure() {
    const spline = naturalSpline(knots);
    const factor = lengthOf(spline) / 5;
    const curve = scaled(spline, factor);
    const rate = (_: number, [s, v]: readonly number[]): number[] => {
      const tree = new Tree([{ parent: -1, joint: 'rail', curve, mass: 10 }], [s], [v]);
      const slope = norm(curve(s).slope);
      const [a] = tree.accelerations([Math.min(5, 50 / Math.max(v, 1e-300)) - 5 * slope * slope * v]);
      return [v, a];
    };
    // Beyond its last knot the rail is straight: what is left of other speeds dies out in 2 s.
    const { y } = integrate(rate, 0, [0, 0], 30);
    return { speed: y[1] * norm(curve(y[0]).slope) ** 2 };
  },
};
