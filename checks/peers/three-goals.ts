/**
 * 2h, first: the research arm goes to three goals in turn, to the next one as soon as it is closer than 1 mm; K = 10, 20,
 * 30 N/m along x, y, z and as many N s/m, and nothing holds its attitude.
 */
import { flange, researchArm } from './arms.js';
import { integrate } from './dormand-prince.js';
import { figure, type Scenario } from './figure.js';
import { push, Tree } from './tree.js';
import { add, norm, scale, subtract, times, type Vector } from './vectors.js';

const goals: readonly Vector[] = [
  [0.4, 0, 0.2],
  [0.4, 0, 0.3],
  [0.4, 0, 0.5],
];
const gains: Vector = [10, 20, 30];
const start = [0, 0.3, 0, -1.8, 0, Math.PI / 2, 0];
const tipOf = (y: readonly number[]) => new Tree(researchArm, y.slice(0, 7), y.slice(7)).point(6, flange);

const rateTo =
  (goal: Vector) =>
  (_: number, y: readonly number[]): number[] => {
    const v = y.slice(7);
    const tree = new Tree(researchArm, y.slice(0, 7), v);
    const torques = v.map((w) => -0.1 * w);
    const tip = tree.point(6, flange);
    push(torques, tip, times(gains, add(subtract(goal, tip.at), scale(-1, tip.velocity))));
    return [...v, ...tree.accelerations(torques)];
  };

const switches = [3.78, 7.671, 11.402, 18.948, 22.629];

export const threeGoals: Scenario = {
  number: '2h goals',
  title: 'three goals in turn',
  figures: {
    ...Object.fromEntries(
      switches.map((t, i) => [`switch ${i + 1}`, figure('R1', `goal ${i + 1} reached at`, t, 0.01, 's')]),
    ),
    'least q6': figure('R1', 'joint 6, least', 0.448, 2e-3, 'rad'),
  },
  measure() {
    const found: Record<string, number> = { 'least q6': Number.POSITIVE_INFINITY };
    let t = 0;
    let y: readonly number[] = [...start, ...new Array<number>(7).fill(0)];
    for (let k = 0; t < 30; k++) {
      const goal = goals[k % 3];
      // No step is longer than a hundredth of a second, so that the millimetre is not stepped over.
      let there = false;
      while (!there && t < 30)
        ({ t, y } = integrate(rateTo(goal), t, y, Math.min(30, t + 0.01), undefined, (_, at) => {
          found['least q6'] = Math.min(found['least q6'], at[5]);
          there = norm(subtract(tipOf(at).at, goal)) < 1e-3;
          return there;
        }));
      if (there) found[`switch ${k + 1}`] = t;
    }
    return found;
  },
};
