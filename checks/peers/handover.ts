/**
 * 2h, third: three points of a hand are drawn to three points of an object, each by F tanh(k d / F) with at most 5 N, so that all
 * together pull with 15 N at most. The object here is 0.41 m away: hand and object have the same axes, so all three springs
 * are stretched alike.
 */
import { flange, researchArm } from './arms.js';
import { figure, type Scenario } from './figure.js';
import { Tree } from './tree.js';
import { add, norm, subtract, type Vector } from './vectors.js';

const object: Vector = [0.4, -0.35, 0.5];
const start = [0, 0, 0, -2, 0, 2, 0];

export const handover: Scenario = {
  number: '2h handover',
  title: 'three springs that hand over',
  figures: { total: figure('E', 'largest total pull', 15, 1e-6, 'N') },
  measure() {
    const hand = new Tree(researchArm, start, new Array<number>(7).fill(0)).point(
      6,
      add(flange, [0, 0, 0.1034]),
    );
    const d = norm(subtract(object, hand.at));
    return { total: [150, 150, 500].reduce((sum, k) => sum + 5 * Math.tanh((k * d) / 5), 0) };
  },
};
