/**
 * 2b: a cart of 1 kg is pushed along a spline, and a spring joins it to the tip of an instrument. The cart is one more
 * body of the tree, on a rail of its own; its coordinate is the knot parameter times the chords' length over the knots.
 */
import { instrumentArm, instrumentTip } from './arms.js';
import { sample } from './dormand-prince.js';
import { figure, type Scenario, tableOf, timesOf } from './figure.js';
import { chordsOf, lengthOf, naturalSpline, scaled } from './spline.js';
import { type Body, push, Tree } from './tree.js';
import { add, dot, norm, scale, subtract, type Vector } from './vectors.js';

const knots: readonly Vector[] = Array.from({ length: 36 }, (_, k) => {
  const [row, place] = [Math.floor(k / 6), k % 6];
  return [0.425 + 0.04 * (row % 2 === 0 ? place : 5 - place), 0.15 + 0.04 * row, 0.1];
});
const spline = naturalSpline(knots);
/** What the tables were computed with. */
const factor = 0.040859;
const curve = scaled(spline, factor);
const bodies: readonly Body[] = [...instrumentArm, { parent: -1, joint: 'rail', curve, mass: 1 }];
const start = [0, 0.1, 0, -2.5, Math.PI / 2, Math.PI / 2, 0.6, 0];
const friction = [5, 5, 5, 5, 3, 3, 3];

/** Force on the tip; the cart gets the opposite. */
function pull(tree: Tree): Vector {
  const [tip, cart] = [tree.point(6, instrumentTip.at), tree.point(7)];
  return add(scale(3000, subtract(cart.at, tip.at)), scale(50, subtract(cart.velocity, tip.velocity)));
}

function rateUnder(pushed: Vector): (t: number, y: readonly number[]) => number[] {
  return (_, y) => {
    const v = y.slice(8);
    const tree = new Tree(bodies, y.slice(0, 8), v);
    const force = pull(tree);
    const cart = tree.point(7);
    const torques = v.map((w, i) => (i < 7 ? -friction[i] * Math.tanh(w / 0.1) : 0));
    push(torques, tree.point(6, instrumentTip.at), add(force, pushed));
    push(torques, cart, subtract(scale(-100, cart.velocity), force));
    // 20 N on the coordinate, less where that would be more than 10 W.
    torques[7] += Math.min(20, 10 / Math.max(v[7], 1e-300));
    return [...v, ...tree.accelerations(torques)];
  };
}

const table: Readonly<Record<string, readonly number[]>> = {
  0.5: [0.1012, 0.1159, 4.23],
  1: [0.158, 0.0915, 4.51],
  2: [0.2571, 0.1469, 3.35],
  2.9: [0.3359, 0.1127, 4.4],
  3.5: [0.4723, 0.0785, 8.05],
  4: [0.4955, 0.0239, 7.77],
  5: [0.5049, 0.0033, 6.81],
  5.9: [0.5066, 0.0009, 6.7],
  7: [0.6225, 0.1202, 4.48],
  8: [0.7143, 0.0776, 4.72],
  10: [0.9228, 0.12, 3.48],
};
const startTorques = [-7.4, -267.4, 1.6, 217.3, 53.9, -73, -8.7];

export const pathFollowing: Scenario = {
  number: '2b',
  title: 'a cart on a path draws an instrument along',
  figures: {
    length: figure('E', 'length of the path', 1.43008, 1e-5, 'm'),
    chords: figure('E', 'its length by 12-point chords', 1.42965, 1e-5, 'm'),
    'start x': figure('E', 'tip at the start, x', 0.40564, 1e-5, 'm'),
    'start y': figure('E', 'tip at the start, y', 0.149, 1e-5, 'm'),
    'start z': figure('E', 'tip at the start, z', -0.09909, 1e-5, 'm'),
    'start error': figure('E', 'from the tip to the cart at the start', 200.1, 0.1, 'mm'),
    'start force': figure('E', 'force of the spring at the start', 600.1, 0.1, 'N'),
    'start energy': figure('E', 'energy of the spring at the start', 60.02, 0.01, 'J'),
    ...Object.fromEntries(
      startTorques.map((x, i) => [
        `start torque ${i + 1}`,
        figure('E', `torque of joint ${i + 1} at the start`, x, 0.06, 'N m'),
      ]),
    ),
    'free speed': figure('E', 'speed of the cart alone, where its parameter is the length', 0.2, 1e-3, 'm/s'),
    'held error': figure(
      'E',
      'from the tip to the cart where 20 N hold it, after 2.99 s',
      20 / 3,
      0.05,
      'mm',
    ),
    'stall found': figure('S', 'the cart is found to stand between 4.5 and 6 s', 5.25, 0.75, 's'),
    'stall over': figure('S', 'and to go on where the push ends', 6, 0.05, 's'),
    ...tableOf(
      'R2',
      [
        ['s', 1e-3, 'm'],
        ['ds/dt', 1e-3, 'm/s'],
        ['cart to tip', 0.3, 'mm'],
      ],
      table,
    ),
    slowest: figure('R1', 'slowest while free, from 0.5 to 3 s and from 7 s', 0.058, 2e-3, 'm/s'),
    fastest: figure('R1', 'fastest while free, from 0.5 to 3 s and from 7 s', 0.218, 2e-3, 'm/s'),
  },
  measure() {
    const first = new Tree(bodies, start, new Array<number>(8).fill(0));
    const force = pull(first);
    const tip = first.point(6, instrumentTip.at);
    const torques = new Array<number>(8).fill(0);
    push(torques, tip, force);
    const found: Record<string, number> = {
      length: lengthOf(spline),
      chords: chordsOf(spline, 12),
      'start x': tip.at[0],
      'start y': tip.at[1],
      'start z': tip.at[2],
      'start error': 1000 * norm(subtract(first.point(7).at, tip.at)),
      'start force': norm(force),
      'start energy': dot(force, force) / 6000,
      'free speed': 20 / 100,
      'held error': (1000 * 20) / 3000,
    };
    found.slowest = 1;
    found.fastest = 0;
    for (let i = 0; i < 7; i++) found[`start torque ${i + 1}`] = torques[i];
    let y = [...start, ...new Array<number>(8).fill(0)];
    const times = timesOf(table);
    for (const [from, until] of [
      [0, 3],
      [3, 6],
      [6, 10],
    ]) {
      const inside = times.filter((t) => t > from && t <= until);
      const rate = rateUnder(from === 3 ? [-20, 0, 0] : [0, 0, 0]);
      const states = sample(rate, y, [...inside.map((t) => t - from), until - from], {
        seen(t, at) {
          if (from === 3 || from + t < 0.5 || (from === 6 && t < 1)) return undefined;
          found.slowest = Math.min(found.slowest, at[15]);
          found.fastest = Math.max(found.fastest, at[15]);
          return undefined;
        },
      });
      inside.forEach((t, i) => {
        const [q, v] = [states[i].slice(0, 8), states[i].slice(8)];
        const tree = new Tree(bodies, q, v);
        found[`s at ${t}`] = q[7];
        found[`ds/dt at ${t}`] = v[7];
        found[`cart to tip at ${t}`] =
          1000 * norm(subtract(tree.point(7).at, tree.point(6, instrumentTip.at).at));
      });
      y = states[states.length - 1];
    }
    return found;
  },
};
