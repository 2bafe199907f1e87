/** Links and joints that make a tree, or do not, in any order. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { numbers } from 'pliant/math';
import {
  forwardKinematics,
  frameOf,
  framePlacement,
  gravityTorque,
  inverseDynamics,
  type Model,
  massMatrix,
  standardGravity,
} from 'pliant/model';
import { modelOfRobot } from '../robots.js';
import { codes, jointText, limitText, linkText, read, robotOf, robotText } from '../urdf-text.js';
import { axes, type Case, kind, onlyOf, type Three, turns, vectors } from './case.js';
import { bodyText, originText, type Solid, solids } from './solid.js';

const fixed = (name: string, parent: string, child: string): string =>
  jointText(name, parent, child, '', 'fixed');

/** Elements in an order that numbers in [0, 1) choose. */
function inOrder(parts: readonly string[], keys: readonly number[]): string[] {
  return parts
    .map((part, i) => [keys[i % keys.length] + (i % 7) * 1e-3, part] as const)
    .sort(([a], [b]) => a - b)
    .map(([, part]) => part);
}

const keys = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 });

/** Trees of these sizes without a joint between them. */
function rootsAreListed(sizes: readonly number[], order: readonly number[]): void {
  const parts: string[] = [];
  sizes.forEach((size, tree) => {
    for (let i = 0; i < size; i++) {
      parts.push(linkText(`t${tree}_${i}`));
      if (i > 0) parts.push(fixed(`j${tree}_${i}`, `t${tree}_${(i - 1) >> 1}`, `t${tree}_${i}`));
    }
  });
  const outcome = read(robotText(...inOrder(parts, order)));
  if (sizes.length === 1) {
    deepEqual(codes(outcome), []);
    equal(outcome.value?.roots[0].link, 't0_0');
    return;
  }
  equal(outcome.value, undefined);
  const { severity, message } = onlyOf(outcome, 'several-roots');
  equal(severity, 'error');
  sizes.forEach((size, tree) => {
    ok(message.includes(`"t${tree}_0"`), message);
    for (let i = 1; i < size; i++) equal(message.includes(`"t${tree}_${i}"`), false, message);
  });
}

/** A chain of links, one of which is the child of another joint as well. */
function twoParents(length: number, child: number, parent: number, order: readonly number[]): void {
  const parts = [linkText('l0')];
  for (let i = 1; i < length; i++) parts.push(linkText(`l${i}`), fixed(`j${i}`, `l${i - 1}`, `l${i}`));
  parts.push(fixed('extra', `l${parent}`, `l${child}`));
  const outcome = read(robotText(...inOrder(parts, order)));
  equal(outcome.value, undefined);
  const { severity, where, message } = onlyOf(outcome, 'link-two-parents');
  deepEqual([severity, where.name], ['error', `link "l${child}"`]);
  for (const joint of [`j${child}`, 'extra']) ok(message.includes(`"${joint}"`), message);
}

interface Part {
  readonly solid: Solid;
  readonly parent: number;
  readonly type: 'revolute' | 'continuous' | 'prismatic' | 'fixed' | 'follower';
  readonly axis: Three;
  readonly xyz: Three;
  readonly rpy: Three;
}

/** Everything that is asked by name, to the last bit. */
function answers(model: Model): unknown {
  const value = (name: string, i: number) => Math.sin(3 * i + name.length + name.charCodeAt(name.length - 1));
  const { velocityNames: names } = model;
  const q = names.map((name) => value(name, 1));
  const v = names.map((name) => value(name, 2));
  const a = names.map((name) => value(name, 3));
  const kinematics = forwardKinematics(numbers, model, q);
  const by = (list: readonly number[]) => Object.fromEntries(names.map((name, i) => [name, list[i]]));
  const mass = massMatrix(numbers, model, q);
  return {
    names,
    poses: Object.fromEntries(
      model.frames.map(({ name }) => [name, framePlacement(numbers, kinematics, frameOf(model, name))]),
    ),
    held: by(gravityTorque(numbers, model, q, standardGravity)),
    torques: by(inverseDynamics(numbers, model, q, v, a, standardGravity)),
    mass: by(names.map((_, i) => mass[i * names.length])),
  };
}

function orderChangesNothing(tree: readonly Part[], orders: readonly (readonly number[])[]): void {
  const parts = [linkText('base')];
  const driven = tree.findIndex(({ type }) => type === 'revolute' || type === 'prismatic');
  tree.forEach(({ solid, parent, type, axis, xyz, rpy }, i) => {
    const on = parent % (i + 1) === 0 ? 'base' : `l${(parent % (i + 1)) - 1}`;
    const mimics = type === 'follower' && driven >= 0;
    const limit = mimics ? `<mimic joint="j${driven}" multiplier="-0.7" offset="0.1"/>` : '';
    const moves = type !== 'fixed';
    const inside = `${originText(xyz, rpy)}${moves ? `<axis xyz="${axis.join(' ')}"/>${limitText}${limit}` : ''}`;
    parts.push(bodyText(`l${i}`, solid));
    parts.push(jointText(`j${i}`, on, `l${i}`, inside, type === 'follower' ? 'revolute' : type));
  });
  const wanted = answers(modelOfRobot(robotOf(robotText(...parts))));
  for (const order of orders)
    deepEqual(answers(modelOfRobot(robotOf(robotText(...inOrder(parts, order))))), wanted);
}

const part: fc.Arbitrary<Part> = fc.record({
  solid: solids,
  parent: fc.nat(20),
  type: fc.constantFrom('revolute', 'continuous', 'prismatic', 'fixed', 'follower'),
  axis: axes,
  xyz: vectors(1),
  rpy: turns,
});

const steps = Array.from({ length: 40 }, (_, i) => (i * 0.381966) % 1);
const still: Solid = { mass: 1, centre: [0.1, 0.2, 0.3], inertia: [0.1, 0.1, 0.1, 0, 0, 0] };

export const treeCases: readonly Case[] = [
  kind(
    'several roots are an error that lists them; one link is a robot',
    () => {
      const outcome = read(robotText(linkText('a'), linkText('b'), linkText('c'), fixed('j', 'a', 'b')));
      ok(onlyOf(outcome, 'several-roots').message.includes('"a", "c"'));
      deepEqual(codes(read(robotText(linkText('a')))), []);
    },
    fc.tuple(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }), keys),
    ([sizes, order]) => rootsAreListed(sizes, order),
  ),
  kind(
    'a link with two parents is an error that names it and both joints',
    () => {
      const outcome = read(
        robotText(
          ...['a', 'b', 'c'].map((name) => linkText(name)),
          fixed('j1', 'a', 'c'),
          fixed('j2', 'b', 'c'),
          fixed('j3', 'a', 'b'),
        ),
      );
      const { where, message } = onlyOf(outcome, 'link-two-parents');
      equal(where.name, 'link "c"');
      ok(message.includes('"j1", "j2"'));
    },
    fc.integer({ min: 3, max: 12 }).chain((length) =>
      fc.record({
        length: fc.constant(length),
        child: fc.integer({ min: 2, max: length - 1 }),
        parent: fc.nat(),
        order: keys,
      }),
    ),
    ({ length, child, parent, order }) => twoParents(length, child, parent % child, order),
  ),
  kind(
    'the order of links and joints in the file changes no bit of what a name leads to',
    () => {
      const types = ['revolute', 'fixed', 'prismatic', 'follower', 'continuous'] as const;
      const tree = types.map((type, i): Part => {
        const turn: Three = [0.3 * i, -0.2, 0.1 * i];
        return {
          solid: still,
          parent: 3 * i,
          type,
          axis: [0, 0.6, 0.8],
          xyz: [0.1 * i, 0.2, 0.3],
          rpy: turn,
        };
      });
      orderChangesNothing(
        tree,
        Array.from({ length: 10 }, (_, k) => steps.map((x) => (x * (k + 2)) % 1)),
      );
    },
    fc.tuple(fc.array(part, { minLength: 2, maxLength: 8 }), fc.array(keys, { minLength: 3, maxLength: 3 })),
    ([tree, orders]) => orderChangesNothing(tree, orders),
  ),
];
