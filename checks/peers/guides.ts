/** 2g, the guides: a burr held by two points of a virtual one, and a drill that a virtual slide guides in a plane. */
import { instrumentArm, instrumentTip } from './arms.js';
import { integrate } from './dormand-prince.js';
import { figure, type Scenario } from './figure.js';
import { type Body, push, Tree } from './tree.js';
import { add, apply, norm, product, scale, subtract, type Vector } from './vectors.js';

/** Force that pulls a tip to a goal: k w tanh(|e|/w) along e, w = most/k. */
function saturating(e: Vector, stiffness: number, most: number): Vector {
  const length = norm(e);
  return length < 1e-300
    ? scale(stiffness, e)
    : scale((most * Math.tanh((stiffness * length) / most)) / length, e);
}

const slide = (parent: number, axis: Vector, mass: number): Body => ({
  parent,
  joint: 'prismatic',
  axis,
  mass,
});

const burrBodies: readonly Body[] = [
  ...instrumentArm,
  slide(-1, [1, 0, 0], 0),
  slide(7, [0, 1, 0], 0),
  slide(8, [0, 0, 1], 1),
];
const goal: Vector = [0.4, 0, 0.2];
const inTool = (p: Vector): Vector => add(instrumentTip.at, apply(instrumentTip.turned, p));
const tool: readonly Vector[] = [inTool([0, 0, 0]), inTool([0, 0, -0.15])];
const burr: readonly Vector[] = [
  [0, 0, 0],
  [-0.09, 0, 0.12],
];

function burrRate(_: number, y: readonly number[]): number[] {
  const v = y.slice(10);
  const tree = new Tree(burrBodies, y.slice(0, 10), v);
  const torques = v.map((w) => -2 * w);
  const tip = tree.point(6, tool[0]);
  push(torques, tip, add(saturating(subtract(goal, tip.at), 2000, 15), scale(-15, tip.velocity)));
  for (const end of [0, 1]) {
    const [a, b] = [tree.point(6, tool[end]), tree.point(9, burr[end])];
    const f = add(saturating(subtract(b.at, a.at), 500, 10), scale(2, subtract(b.velocity, a.velocity)));
    push(torques, a, f);
    push(torques, b, scale(-1, f));
  }
  return [...v, ...tree.accelerations(torques)];
}

export const burrGuide: Scenario = {
  number: '2g burr',
  title: 'a tool held at a point and along a direction',
  figures: {
    tip: figure('E', 'tip at rest, from (0.4, 0, 0.2)', 0, 1e-5, 'm'),
    'axis x': figure('E', 'z axis of the tool at rest, x', 0.6, 1e-4),
    'axis y': figure('E', 'z axis of the tool at rest, y', 0, 1e-4),
    'axis z': figure('E', 'z axis of the tool at rest, z', -0.8, 1e-4),
  },
  measure() {
    const start = [0, 0.1, 0, -2.5, Math.PI / 2, Math.PI / 2, 0.6, 0.4, 0, 0.2];
    const { y } = integrate(burrRate, 0, [...start, ...new Array<number>(10).fill(0)], 40);
    const tree = new Tree(burrBodies, y.slice(0, 10), y.slice(10));
    const axis = apply(product(tree.rotation(6), instrumentTip.turned), [0, 0, 1]);
    const [x, at, z] = axis;
    return {
      tip: norm(subtract(tree.point(6, tool[0]).at, goal)),
      'axis x': x,
      'axis y': at,
      'axis z': z,
    };
  },
};

/** Two links of 1 m from straight up, 1 kg at elbow and tip, and a slide along z at x = 0.5. */
const drillBodies: readonly Body[] = [
  { parent: -1, joint: 'revolute', axis: [0, 1, 0], mass: 1, centre: [0, 0, 1] },
  { parent: 0, joint: 'revolute', at: [0, 0, 1], axis: [0, 1, 0], mass: 1, centre: [0, 0, 1] },
  { ...slide(-1, [0, 0, 1], 0.1), at: [0.5, 0, 0.5] },
];

function drillRate(_: number, y: readonly number[]): number[] {
  const v = y.slice(3);
  const tree = new Tree(drillBodies, y.slice(0, 3), v);
  const torques = [-v[0], -v[1], -0.5 * v[2]];
  const [tip, guide] = [tree.point(1, [0, 0, 1]), tree.point(2)];
  const f = saturating(subtract(guide.at, tip.at), 500, 10);
  push(torques, tip, f);
  push(torques, guide, scale(-1, f));
  return [...v, ...tree.accelerations(torques)];
}

export const drillGuide: Scenario = {
  number: '2g drill',
  title: 'a drill that a virtual slide guides',
  figures: {
    x: figure('E', 'tip at rest, x', 0.5, 1e-5, 'm'),
    force: figure('E', 'force of the spring at rest', 0, 1e-3, 'N'),
  },
  measure() {
    const { y } = integrate(drillRate, 0, [0.2, 1.2, 0, 0, 0, 0], 60);
    const tree = new Tree(drillBodies, y.slice(0, 3), y.slice(3));
    const [tip, guide] = [tree.point(1, [0, 0, 1]).at, tree.point(2).at];
    return { x: tip[0], force: norm(saturating(subtract(guide, tip), 500, 10)) };
  },
};
