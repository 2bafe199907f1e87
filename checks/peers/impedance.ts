/**
 * 2a: the research arm on springs to a place and an attitude, pushed sideways every other three seconds. The attitude
 * is the vector part of q_t⁻¹ q in the target's axes; spring and damper act on it and on its derivative.
 */

import { flange, researchArm } from './arms.js';
import { sample } from './dormand-prince.js';
import { figure, type Scenario, tableOf, timesOf } from './figure.js';
import { push, Tree, twist } from './tree.js';
import {
  add,
  apply,
  cross,
  dot,
  norm,
  product,
  quaternionOf,
  scale,
  subtract,
  times,
  transposed,
  turn,
  type Vector,
} from './vectors.js';

const goal: Vector = [0.4, 0, 0.2];
const target = turn([0, 1, 0], Math.PI);
const start = [0, 0.3, 0, -1.8, 0, Math.PI / 2, 0];

/** The vector part and the scalar of q_t⁻¹ q, and how it changes. */
function attitude(tree: Tree): { s: number; z: Vector; rate: Vector } {
  const [s, x, y, z] = quaternionOf(product(transposed(target), tree.rotation(6)));
  const v: Vector = [x, y, z];
  const w = apply(transposed(target), tree.spin(6));
  return { s, z: v, rate: scale(0.5, add(scale(s, w), cross(w, v))) };
}

function pull(tree: Tree): { force: Vector; torque: Vector } {
  const tip = tree.point(6, flange);
  const { s, z, rate } = attitude(tree);
  const m = scale(-1, add(times([10, 20, 30], z), times([0.1, 0.2, 0.3], rate)));
  return {
    force: scale(-1, add(times([100, 200, 300], subtract(tip.at, goal)), times([10, 20, 30], tip.velocity))),
    torque: apply(target, scale(0.5, add(scale(s, m), cross(z, m)))),
  };
}

function torquesOf(tree: Tree, v: readonly number[], pushed: Vector): number[] {
  const torques = v.map((rate) => -0.1 * rate);
  const { force, torque } = pull(tree);
  push(torques, tree.point(6, flange), add(force, pushed));
  twist(torques, tree.spins(6), torque);
  return torques;
}

/** By time: pushed while t mod 6 ≥ 3. The integration stops at each change, so what a step ends on does not matter. */
function rate(pushed: Vector): (t: number, y: readonly number[]) => number[] {
  return (_, y) => {
    const v = y.slice(7);
    const tree = new Tree(researchArm, y.slice(0, 7), v);
    return [...v, ...tree.accelerations(torquesOf(tree, v, pushed))];
  };
}

const table: Readonly<Record<string, readonly number[]>> = {
  0.5: [0.4192, -0.04866, 0.14852, 26.85, 1.9394],
  1: [0.34951, 0.02995, 0.20437, 12.748, 2.5731],
  2: [0.42069, 0.0009, 0.19831, 1.274, 2.9888],
  2.99: [0.39516, -0.0008, 0.20334, 1.708, 2.9748],
  3.5: [0.39297, 0.06172, 0.20316, 1.359, 3.1609],
  5.99: [0.40126, 0.0501, 0.1997, 0.279, 3.1424],
  8.99: [0.39938, -0.00001, 0.20014, 0.171, 3.003],
  11.99: [0.4008, 0.05005, 0.19982, 0.144, 3.1421],
};
const end = [0.7774, 0.1071, -0.6156, -2.7104, 0.1744, 2.7923, 3.1421];
const peakSpeeds = [1.31, 0.89, 2.19, 2.59, 5.03, 7.52, 34.9];
const peakTorques = [7.5, 27.9, 7.4, 24.8, 1.5, 5.8, 3.5];

export const impedance: Scenario = {
  number: '2a',
  title: 'springs to a place and an attitude, pushed',
  figures: {
    'start x': figure('E', 'start, x', 0.56727, 1e-5, 'm'),
    'start y': figure('E', 'start, y', 0, 1e-9, 'm'),
    'start z': figure('E', 'start, z', 0.35107, 1e-5, 'm'),
    'start angle': figure('E', 'attitude error at the start', 180, 1e-6, 'deg'),
    'start |z1|': figure('E', 'its vector part, along x of the target', 0.261525, 1e-6),
    'start |z3|': figure('E', 'its vector part, along z of the target', 0.965197, 1e-6),
    'start force x': figure('E', 'force at the start, x', -16.727, 1e-3, 'N'),
    'start force z': figure('E', 'force at the start, z', -45.321, 1e-3, 'N'),
    'start torque y': figure('E', 'attitude torque at the start, about y', 2.5242, 1e-4, 'N m'),
    'start energy': figure('E', 'energy in the controller at the start', 19.138, 1e-3, 'J'),
    ...tableOf(
      'R2',
      [
        ['x', 2e-4, 'm'],
        ['y', 2e-4, 'm'],
        ['z', 2e-4, 'm'],
        ['attitude error', 0.05, 'deg'],
        ['q7', 2e-3, 'rad'],
      ],
      table,
    ),
    ...Object.fromEntries(
      end.map((q, i) => [`q${i + 1} at the end`, figure('R2', `q${i + 1} at 11.99 s`, q, 2e-3, 'rad')]),
    ),
    'limit time': figure('R1', 'joint 7 beyond 3.0159 rad first at', 3.14, 0.01, 's'),
    'q7 greatest': figure('R1', 'joint 7, greatest', 3.1699, 1e-3, 'rad'),
    'q7 greatest time': figure('R1', 'joint 7 is there at', 3.635, 0.01, 's'),
    ...Object.fromEntries(
      peakSpeeds.map((w, i) => [
        `peak speed ${i + 1}`,
        figure('R1', `joint ${i + 1}, peak speed`, w, 0.006 * w, 'rad/s'),
      ]),
    ),
    ...Object.fromEntries(
      peakTorques.map((torque, i) => [
        `peak torque ${i + 1}`,
        figure('R1', `joint ${i + 1}, peak torque`, torque, 0.06, 'N m'),
      ]),
    ),
  },
  measure() {
    const first = new Tree(researchArm, start, new Array<number>(7).fill(0));
    const { z, s } = attitude(first);
    const { force, torque } = pull(first);
    const tip = first.point(6, flange).at;
    const e = subtract(tip, goal);
    const found: Record<string, number> = {
      'start x': tip[0],
      'start y': tip[1],
      'start z': tip[2],
      'start angle': angle(s, z),
      'start |z1|': Math.abs(z[0]),
      'start |z3|': Math.abs(z[2]),
      'start force x': force[0],
      'start force z': force[2],
      'start torque y': torque[1],
      'start energy': 0.5 * dot(e, times([100, 200, 300], e)) + 0.5 * dot(z, times([10, 20, 30], z)),
    };
    const speeds = new Array<number>(7).fill(0);
    const efforts = new Array<number>(7).fill(0);
    found['q7 greatest'] = 0;
    const times7 = timesOf(table);
    let y = [...start, ...new Array<number>(7).fill(0)];
    for (const [from, until] of [
      [0, 3],
      [3, 6],
      [6, 9],
      [9, 12],
    ]) {
      const pushed: Vector = from % 6 < 3 ? [0, 0, 0] : [0, 10, 0];
      const inside = [...times7.filter((t) => t > from && t < until), until];
      const states = sample((t, at) => rate(pushed)(t, at), y, [0, ...inside.map((t) => t - from)], {
        seen(t, at) {
          const v = at.slice(7);
          const tree = new Tree(researchArm, at.slice(0, 7), v);
          torquesOf(tree, v, [0, 0, 0]).forEach((x, i) => {
            speeds[i] = Math.max(speeds[i], Math.abs(v[i]));
            // The motors give what the law asks for, not the dampers of the joints.
            efforts[i] = Math.max(efforts[i], Math.abs(x + 0.1 * v[i]));
          });
          if (found['limit time'] === undefined && at[6] > 3.0159) found['limit time'] = from + t;
          if (at[6] > found['q7 greatest']) {
            found['q7 greatest'] = at[6];
            found['q7 greatest time'] = from + t;
          }
          return undefined;
        },
      });
      inside.forEach((t, i) => {
        const at = states[i + 1];
        if (table[t] === undefined) return;
        const tree = new Tree(researchArm, at.slice(0, 7), at.slice(7));
        const { at: p } = tree.point(6, flange);
        const { s, z } = attitude(tree);
        found[`x at ${t}`] = p[0];
        found[`y at ${t}`] = p[1];
        found[`z at ${t}`] = p[2];
        found[`attitude error at ${t}`] = angle(s, z);
        found[`q7 at ${t}`] = at[6];
        if (t === 11.99)
          at.slice(0, 7).forEach((q, k) => {
            found[`q${k + 1} at the end`] = q;
          });
      });
      y = states[states.length - 1];
    }
    speeds.forEach((w, i) => {
      found[`peak speed ${i + 1}`] = w;
      found[`peak torque ${i + 1}`] = efforts[i];
    });
    return found;
  },
};

const angle = (s: number, z: Vector): number => (2 * Math.atan2(norm(z), Math.abs(s)) * 180) / Math.PI;
