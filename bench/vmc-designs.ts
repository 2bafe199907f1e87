/**
 * What virtual model control adds to the control step: a point spring on a point of its own, a link's capsule that a
 * capsule of the world repels, and two arms on a trunk with 40 elements of all sorts.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CoordinateDesign, Design, ElementDesign, PointDesign } from 'pliant/control';
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement, type Model, modelOf } from 'pliant/model';
import { describe } from 'pliant/problem';
import { readUrdf } from 'pliant/robot';

type Three = [number, number, number];

/** With a spring from a point of link 5, beside its frame, to a place in the world. */
export function withPointSpring(design: Design): Design {
  return {
    ...design,
    points: [
      ...design.points,
      { name: 'extra', frame: 'link5', at: [0.02, -0.03, 0.05] },
      { name: 'place', at: [0.3, 0.1, 0.5] },
    ],
    elements: [
      ...design.elements,
      {
        name: 'pulled',
        family: 'spring',
        kind: 'linear',
        joins: { from: 'extra', to: 'place' },
        parameters: { stiffness: [55] },
      },
    ],
  };
}

/** With a capsule about link 5 that a capsule of the world pushes away, by the obstacle law on the gap of their surfaces. */
export function withCapsules(design: Design): Design {
  return {
    ...design,
    points: [
      ...design.points,
      { name: 'forearm', frame: 'link5', at: [0, 0, 0.1], shape: { kind: 'capsule', size: [0.06, 0.2] } },
      {
        name: 'post',
        at: [0.35, 0.25, 0.5],
        attitude: [0.9, 0.1, -0.2, 0.3],
        shape: { kind: 'capsule', size: [0.05, 0.8] },
      },
    ],
    coordinates: [{ name: 'gap', kind: 'gap', joins: { from: 'forearm', to: 'post' }, parameters: {} }],
    elements: [
      ...design.elements,
      {
        name: 'keepOff',
        family: 'spring',
        kind: 'piecewise',
        joins: {},
        of: 'gap',
        parameters: { knots: [0.05, 0.1, 0.2], values: [20, 2, 0], slope: [1800] },
      },
    ],
  };
}

/** Elements of the torso's design. */
export const TORSO_ELEMENTS = 40;

/** Both hands reach, turn and keep off each other; elbows are held, forearms kept off posts, joints damped and buffered. */
export function torsoProblem(): { design: Design; q: readonly number[]; v: readonly number[] } {
  const model = torso();
  const q = model.velocityNames.map((_, i) => 0.3 * Math.sin(3 + 5 * i));
  const v = model.velocityNames.map((_, i) => 0.2 * Math.cos(2 + 3 * i));
  const kinematics = forwardKinematics(numbers, model, q);
  const at = (frame: string, away: Three): Three => {
    const [x, y, z] = framePlacement(numbers, kinematics, frameOf(model, frame)).position;
    return [x + away[0], y + away[1], z + away[2]];
  };
  const points: PointDesign[] = [];
  const coordinates: CoordinateDesign[] = [];
  const elements: ElementDesign[] = [];
  const add = (
    name: string,
    [family, kind]: readonly [ElementDesign['family'], string],
    on: ElementDesign['joins'] | string,
    parameters: ElementDesign['parameters'],
  ): void => {
    const where = typeof on === 'string' ? { joins: {}, of: on } : { joins: on };
    elements.push({ name, family, kind, ...where, parameters });
  };
  const sides = ['left', 'right'] as const;
  for (const side of sides) {
    const arm = model.frames.filter(({ name }) => name.startsWith(`${side}_`)).map(({ name }) => name);
    const [hand, fore, elbow] = [
      arm[arm.length - 1],
      arm[Math.floor(0.7 * arm.length)],
      arm[Math.floor(arm.length / 2)],
    ];
    const p = (what: string) => `${side}-${what}`;
    points.push(
      { name: p('hand'), frame: hand, at: [0, 0, 0.05] },
      { name: p('goal'), at: at(hand, [0.1, 0.05, 0.1]), attitude: [0.9, 0.1, 0.2, 0.1] },
      { name: p('elbow'), frame: elbow },
      { name: p('rest'), at: at(elbow, [0, 0.1, -0.1]) },
      { name: p('fore'), frame: fore, shape: { kind: 'capsule', size: [0.05, 0.2] } },
      { name: p('post'), at: at(fore, [0.3, 0, 0]), shape: { kind: 'capsule', size: [0.05, 1] } },
      { name: p('ball'), at: at(hand, [0.3, 0.2, 0]), shape: { kind: 'sphere', size: [0.1] } },
    );
    coordinates.push(
      { name: p('clearance'), kind: 'gap', joins: { from: p('fore'), to: p('post') }, parameters: {} },
      { name: p('above'), kind: 'gap', joins: { from: p('fore'), to: 'table' }, parameters: {} },
    );
    const reach = { from: p('hand'), to: p('goal') };
    add(p('reach'), ['spring', 'linear'], reach, { stiffness: [200, 180, 160] });
    add(p('slow'), ['damper', 'linear'], reach, { damping: [20] });
    add(p('turn'), ['spring', 'attitude'], reach, { stiffness: [5] });
    add(p('still'), ['damper', 'attitude'], reach, { damping: [0.3] });
    add(p('soft'), ['spring', 'saturating'], reach, { stiffness: [100], greatest: [10] });
    add(p('brake'), ['damper', 'linear'], { from: p('hand'), to: 'world' }, { damping: [2] });
    const hang = { from: p('elbow'), to: p('rest') };
    add(p('hang'), ['spring', 'linear'], hang, { stiffness: [30] });
    add(p('calm'), ['damper', 'linear'], hang, { damping: [3] });
    add(p('keepOff'), ['spring', 'piecewise'], p('clearance'), {
      knots: [0.05, 0.1, 0.2],
      values: [20, 2, 0],
      slope: [1800],
    });
    add(p('cushion'), ['damper', 'one-way'], p('clearance'), { closing: [5] });
    add(p('table'), ['spring', 'one-sided'], p('above'), { stiffness: [300], below: [0.05] });
    add(p('hill'), ['spring', 'gaussian'], { from: p('hand'), to: p('ball') }, { push: [10], width: [0.1] });
  }
  points.push({ name: 'table', at: [0, 0, 0.4], shape: { kind: 'plane', size: [] } });
  const [left, right] = sides.map((side) => `${side}-hand`);
  add('apart', ['spring', 'repel'], { from: left, to: right }, { stiffness: [200], radius: [0.3] });
  add('rod', ['damper', 'line'], { from: left, to: right }, { damping: [3] });
  model.velocityNames.slice(0, TORSO_ELEMENTS - elements.length).forEach((joint, i) => {
    if (i % 2 === 0) add(`calm-${joint}`, ['damper', 'joint'], { joint }, { damping: [0.5] });
    else
      add(
        `range-${joint}`,
        ['spring', 'dead-zone'],
        { joint },
        { stiffness: [50], lower: [-1.5], upper: [1.5] },
      );
  });
  return {
    design: { name: 'torso', model, period: 1e-3, points, coordinates, elements, compensate: ['gravity'] },
    q,
    v,
  };
}

function torso(): Model {
  const file = fileURLToPath(new URL('../../robots/torso/torso.urdf', import.meta.url));
  const read = readUrdf(readFileSync(file), { file });
  const made = read.value && modelOf(read.value);
  if (made?.value === undefined)
    throw new Error([...read.problems, ...(made?.problems ?? [])].map(describe).join('\n'));
  return made.value;
}
