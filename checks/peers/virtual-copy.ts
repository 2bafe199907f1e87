/**
 * 2f, second: a pendulum of 1 m and 1 kg about y with 2 N m s/rad; a spring of 100 N/m joins its tip to that of a copy
 * which exists only in the controller and which 100 N m/rad hold at zero. Nothing puts energy in.
 */
import { sample } from './dormand-prince.js';
import { figure, type Scenario } from './figure.js';
import { type Body, push, Tree } from './tree.js';
import { dot, scale, subtract, type Vector } from './vectors.js';

const pendulum: Body = { parent: -1, joint: 'revolute', axis: [0, 1, 0], mass: 1, centre: [0, 0, 1] };
const tip: Vector = [0, 0, 1];
const gravity: Vector = [0, 0, -9.81];

const treeOf = (y: readonly number[]): Tree => new Tree([pendulum, pendulum], y.slice(0, 2), y.slice(2));

function rate(_: number, y: readonly number[]): number[] {
  const tree = treeOf(y);
  const [a, b] = [tree.point(0, tip), tree.point(1, tip)];
  const force = scale(100, subtract(b.at, a.at));
  // Only the robot's own pendulum weighs: the copy is held against its weight.
  const torques = [-2 * y[2], -100 * y[1] - dot(b.columns[1], gravity)];
  push(torques, a, force);
  push(torques, b, scale(-1, force));
  return [...y.slice(2), ...tree.accelerations(torques, gravity)];
}

function energy(y: readonly number[]): number {
  const tree = treeOf(y);
  const [a, b] = [tree.point(0, tip).at, tree.point(1, tip).at];
  const e = subtract(b, a);
  return tree.kineticEnergy(y.slice(2)) - dot(gravity, a) + 50 * dot(e, e) + 50 * y[1] * y[1];
}

export const virtualCopy: Scenario = {
  number: '2f copy',
  title: 'a pendulum and its virtual copy',
  figures: { rise: figure('E', 'most that the energy rises between two moments of the run', 0, 1e-6, 'J') },
  measure() {
    let least = Number.POSITIVE_INFINITY;
    let rise = 0;
    sample(rate, [0, 1, 0.5, 0], [8], {
      seen(_, y) {
        const now = energy(y);
        least = Math.min(least, now);
        rise = Math.max(rise, now - least);
        return undefined;
      },
    });
    return { rise };
  },
};
