/** 2d on the torso of this project: the law of the obstacles by itself, and a run. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { nearest } from './nearest.js';
import { repulsion } from './repulsion.js';
import { length, samplesOf } from './samples.js';

export function twoArmCircles(scale: Scale): Values {
  const found = {
    // The slope of the force where it begins.
    strength: repulsion(1e-6).force / 1e-6,
    'force at 5 cm': repulsion(0.05).force,
    'force at 10 cm': repulsion(0.1).force,
    'force at 20 cm': repulsion(0.2).force,
    'energy at the centre': repulsion(0).energy,
  };
  if (scale === 'subset') return found;
  const run = samplesOf('two-arm-circles');
  const error = (side: string, t: number): number => 1000 * length(run.at(`pull_${side}.extension`, t));
  const arms = ['left', 'right'].flatMap((side) => [1, 2, 3, 4, 5, 6, 7].map((i) => `${side}_arm${i}`));
  const [first, second] = nearest(run, arms, [
    [0.3, 0.1, 1.05],
    [0.2, -0.2, 0.85],
  ]);
  const { time } = run.series('pull_left.extension');
  return {
    ...found,
    ...Object.fromEntries(
      [2, 6].flatMap((t) => ['left', 'right'].map((side) => [`${side} at ${t}`, error(side, t)])),
    ),
    'least first': 1000 * first.distance,
    'least second': 1000 * second.distance,
    'largest left': Math.max(...[...time].filter((t) => t > 3).map((t) => error('left', t))),
  };
}
