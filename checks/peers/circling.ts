/**
 * 2h, second: the research arm follows a goal on a circle past an obstacle, with buffers before its limits. The obstacle
 * repels the origins of the links: A e^(−r²/2s²) r, A = F e^½ / s, so that F is the most, at r = s.
 */
import { flange, researchArm } from './arms.js';
import { sample } from './dormand-prince.js';
import { figure, type Scenario } from './figure.js';
import { push, Tree } from './tree.js';
import { add, norm, scale, subtract, type Vector } from './vectors.js';

const obstacle: Vector = [0.3, 0, 0.2];
const [most, width] = [10, 0.05];
const strength = (most * Math.sqrt(Math.E)) / width;
const limits: readonly (readonly [number, number])[] = [
  [-2.7437, 2.7437],
  [-1.7837, 1.7837],
  [-2.9007, 2.9007],
  [-3.0421, -0.1518],
  [-2.8065, 2.8065],
  [0.5445, 4.5169],
  [-3.0159, 3.0159],
];

const goalAt = (t: number): { at: Vector; velocity: Vector } => ({
  at: [0.5 + 0.2 * Math.cos(t), 0, 0.3 + 0.2 * Math.sin(t)],
  velocity: [-0.2 * Math.sin(t), 0, 0.2 * Math.cos(t)],
});

/** Origins of the links, and of the flange, which counts as one more. */
const origins = (tree: Tree) => [...[0, 1, 2, 3, 4, 5, 6].map((b) => tree.point(b)), tree.point(6, flange)];

/** What the law asks of the joints, with the dampers of the controller and without those of the joints. */
function asked(t: number, q: readonly number[], v: readonly number[]): number[] {
  const tree = new Tree(researchArm, q, v);
  const torques = q.map((x, i) => {
    const [lower, upper] = [limits[i][0] + 0.1, limits[i][1] - 0.1];
    return -50 * (Math.max(0, x - upper) + Math.min(0, x - lower)) - 0.01 * v[i];
  });
  const tip = tree.point(6, flange);
  const goal = goalAt(t);
  const e = subtract(goal.at, tip.at);
  const length = norm(e);
  const spring = scale((10 * Math.tanh((1000 * length) / 10)) / length, e);
  push(torques, tip, add(spring, scale(10, subtract(goal.velocity, tip.velocity))));
  for (const point of origins(tree)) {
    const r = subtract(point.at, obstacle);
    const d = norm(r);
    push(torques, point, scale(strength * Math.exp(-(d * d) / (2 * width * width)), r));
  }
  return torques;
}

function rate(t: number, y: readonly number[]): number[] {
  const [q, v] = [y.slice(0, 7), y.slice(7)];
  const torques = asked(t, q, v).map((x, i) => x - 0.1 * v[i]);
  return [...v, ...new Tree(researchArm, q, v).accelerations(torques)];
}

const errorAt = (t: number, y: readonly number[]): number =>
  1000 * norm(subtract(new Tree(researchArm, y.slice(0, 7), y.slice(7)).point(6, flange).at, goalAt(t).at));

const startTorques = [0, 4.6, 0, -14.55, 0, 32.52, 0];
const errors: Readonly<Record<string, number>> = { 2: 53.9, 3: 8.2, 6: 2.7, 8: 0.58 };

export const circling: Scenario = {
  number: '2h circle',
  title: 'a goal on a circle past an obstacle',
  figures: {
    strength: figure('E', 'strength of the repulsion', 329.744, 1e-3, 'N/m'),
    ...Object.fromEntries(
      startTorques.map((x, i) => [
        `start torque ${i + 1}`,
        figure('R1', `torque of joint ${i + 1} at the start`, x, 0.01, 'N m'),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(errors).map(([t, e]) => [
        `error at ${t}`,
        figure('R1', `error at ${t} s`, e, 0.02 * e + 0.02, 'mm'),
      ]),
    ),
    nearest: figure('R1', 'nearest origin to the obstacle', 48.1, 0.2, 'mm'),
    'nearest time': figure('R1', 'nearest at', 9.88, 0.02, 's'),
    largest: figure('R1', 'largest error after 3 s', 123.8, 0.5, 'mm'),
    'largest time': figure('R1', 'largest at', 4.43, 0.02, 's'),
  },
  measure() {
    const found: Record<string, number> = { strength, nearest: 1e9, largest: 0 };
    const still = new Array<number>(7).fill(0);
    asked(0, still, still).forEach((x, i) => {
      found[`start torque ${i + 1}`] = x;
    });
    const times = Object.keys(errors).map(Number);
    const states = sample(rate, [...still, ...still], [...times, 15], {
      seen(t, y) {
        const tree = new Tree(researchArm, y.slice(0, 7), y.slice(7));
        const near = 1000 * Math.min(...origins(tree).map(({ at }) => norm(subtract(at, obstacle))));
        if (near < found.nearest) {
          found.nearest = near;
          found['nearest time'] = t;
        }
        const error = errorAt(t, y);
        if (t > 3 && error > found.largest) {
          found.largest = error;
          found['largest time'] = t;
        }
        return undefined;
      },
    });
    times.forEach((t, i) => {
      found[`error at ${t}`] = errorAt(t, states[i]);
    });
    return found;
  },
};
