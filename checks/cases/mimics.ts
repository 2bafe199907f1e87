/** Joints that follow others. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { numbers, type Wrench } from 'pliant/math';
import {
  forwardDynamics,
  forwardKinematics,
  frameOf,
  framePlacement,
  inverseDynamics,
  massMatrix,
} from 'pliant/model';
import type { Robot } from 'pliant/robot';
import { modelOfRobot } from '../robots.js';
import { jointText, limitText, linkText, read, robotOf, robotText } from '../urdf-text.js';
import { axes, between, type Case, kind, near, onlyOf, type Three, turns, within } from './case.js';
import { dot, originText, product, rotationAbout, rotationOf } from './solid.js';

const along = (axis: Three): string => `<axis xyz="${axis.join(' ')}"/>`;
const follows = (joint: string, multiplier: number, offset: number): string =>
  `<mimic joint="${joint}" multiplier="${multiplier}" offset="${offset}"/>`;
const range = '<limit lower="-100" upper="100" effort="10" velocity="2"/>';

interface Pair {
  readonly type: 'revolute' | 'continuous' | 'prismatic';
  readonly axis: Three;
  readonly rpy: Three;
  readonly multiplier: number;
  readonly offset: number;
  readonly q: number;
}

/** Rotation of a continuous follower whose master stands at q. */
function followed({ type, axis, rpy, multiplier, offset, q }: Pair): readonly number[] {
  const text = robotText(
    linkText('base'),
    linkText('a'),
    linkText('b'),
    jointText('master', 'base', 'a', type === 'continuous' ? '' : range, type),
    jointText(
      'follower',
      'base',
      'b',
      `${originText([0, 0, 0], rpy)}${along(axis)}${follows('master', multiplier, offset)}`,
      'continuous',
    ),
  );
  const model = modelOfRobot(robotOf(text));
  deepEqual([model.nq, model.nv], [1, 1]);
  return framePlacement(numbers, forwardKinematics(numbers, model, [q]), frameOf(model, 'b')).rotation;
}

interface Slides {
  readonly masses: readonly [number, number];
  readonly axis: Three;
  readonly multiplier: number;
  readonly force: Three;
}

/** Two slides on one base, the second follows; a force on it. */
function slid({ masses, axis, multiplier, force }: Slides) {
  const slide = (name: string, child: string, inside = '') =>
    jointText(name, 'base', child, `${along(axis)}${range}${inside}`, 'prismatic');
  const text = robotText(
    linkText('base'),
    linkText('a', masses[0]),
    linkText('b', masses[1]),
    slide('master', 'a'),
    slide('follower', 'b', follows('master', multiplier, 0)),
  );
  const model = modelOfRobot(robotOf(text));
  deepEqual([model.nq, model.nv], [1, 1]);
  const external = model.bodies.map((body): Wrench<number> | undefined =>
    body.mimic === undefined ? undefined : { force: [...force] as const, torque: [0, 0, 0] },
  );
  const [generalized] = inverseDynamics(numbers, model, [0], [0], [0], [0, 0, 0], { external });
  const [acceleration] = forwardDynamics(numbers, model, [0], [0], [0], [0, 0, 0], { external });
  return { mass: massMatrix(numbers, model, [0])[0], force: -generalized, acceleration };
}

interface Follower {
  readonly of: string;
  readonly multiplier: number;
  readonly offset: number;
}

/** A base with a joint to a link of its own for each entry, written in this order. */
function fan(joints: ReadonlyMap<string, Follower | 'free' | 'fixed'>, order: readonly string[]): string {
  return robotText(
    linkText('base'),
    ...order.map((name) => linkText(`link_${name}`)),
    ...order.map((name) => {
      const entry = joints.get(name);
      if (entry === 'fixed') return jointText(name, 'base', `link_${name}`, '', 'fixed');
      const inside = typeof entry === 'object' ? follows(entry.of, entry.multiplier, entry.offset) : '';
      return jointText(name, 'base', `link_${name}`, `${limitText}${inside}`);
    }),
  );
}

/** Position of a joint where those that follow none stand at `at`. */
function position(robot: Robot, name: string, at: number): number {
  const mimic = robot.joints.find((joint) => joint.name === name)?.mimic;
  return mimic === undefined ? at : mimic.multiplier * at + mimic.offset;
}

function chainComesOut(links: readonly (readonly [number, number])[], order: readonly string[], at: number) {
  const joints = new Map<string, Follower | 'free'>([['j0', 'free']]);
  links.forEach(([multiplier, offset], i) => {
    joints.set(`j${i + 1}`, { of: `j${i}`, multiplier, offset });
  });
  const robot = robotOf(fan(joints, order));
  let wanted = at;
  links.forEach(([multiplier, offset], i) => {
    wanted = multiplier * wanted + offset;
    near([position(robot, `j${i + 1}`, at)], [wanted], 1e-12);
  });
}

function ringIsRefused(order: readonly string[], size: number): void {
  const joints = new Map<string, Follower>();
  for (let i = 0; i < size; i++) joints.set(`j${i}`, { of: `j${(i + 1) % size}`, multiplier: 1, offset: 0 });
  const start = performance.now();
  const outcome = read(fan(joints, order));
  ok(performance.now() - start < 1000);
  equal(outcome.value, undefined);
  const { message, severity } = onlyOf(outcome, 'mimic-cycle');
  equal(severity, 'error');
  for (const name of joints.keys()) ok(message.includes(`"${name}"`), message);
}

function strayIsNamed(where: 'on fixed' | 'of nobody', follower: string, master: string): void {
  const moving = jointText('free', 'base', 'free_link');
  const inside = follows(master, 2, 0.1);
  const own =
    where === 'on fixed'
      ? jointText(follower, 'base', 'own_link', inside, 'fixed')
      : jointText(follower, 'base', 'own_link', `${limitText}${inside}`);
  const outcome = read(robotText(linkText('base'), linkText('free_link'), linkText('own_link'), moving, own));
  const problem = onlyOf(outcome, where === 'on fixed' ? 'mimic-on-fixed' : 'mimic-unknown');
  equal(problem.severity, where === 'on fixed' ? 'warning' : 'error');
  equal(outcome.value === undefined, where === 'of nobody');
  equal(problem.where.name, `joint "${follower}"`);
  if (where === 'of nobody') ok(`${problem.message} ${problem.got ?? ''}`.includes(master), problem.message);
}

const multipliers = fc.oneof(between(0.2, 3), between(-3, -0.2));

export const mimicCases: readonly Case[] = [
  kind(
    'a follower of another type turns about its own axis',
    () => {
      const got = followed({
        type: 'revolute',
        axis: [0, 1, 0],
        rpy: [0, 0, 0],
        multiplier: -1,
        offset: 0.1,
        q: 0.4,
      });
      const [s, c] = [Math.sin(-0.3), Math.cos(-0.3)];
      near(got, [c, 0, s, 0, 1, 0, -s, 0, c], 1e-15);
    },
    fc.record({
      type: fc.constantFrom('revolute' as const, 'continuous' as const, 'prismatic' as const),
      axis: axes,
      rpy: turns,
      multiplier: multipliers,
      offset: within(2),
      q: within(3),
    }),
    (pair) => {
      const turn = rotationAbout(pair.axis, pair.multiplier * pair.q + pair.offset);
      near(followed(pair), product(rotationOf(pair.rpy), turn), 1e-14);
    },
  ),
  kind(
    'a follower is no degree of freedom of its own, and its forces reach the master',
    () => {
      const { mass, force, acceleration } = slid({
        masses: [0.1, 0.2],
        axis: [1, 0, 0],
        multiplier: -0.5,
        force: [3, 0, 0],
      });
      near([mass, force, acceleration], [0.15, -1.5, -10], 1e-13);
    },
    fc.record({
      masses: fc.tuple(between(0.1, 3), between(0.1, 3)),
      axis: axes,
      multiplier: multipliers,
      force: fc.tuple(within(10), within(10), within(10)),
    }),
    (slides) => {
      const { masses, axis, multiplier, force } = slides;
      const wanted = multiplier * dot(axis, force);
      const felt = masses[0] + multiplier * multiplier * masses[1];
      const got = slid(slides);
      near([got.mass, got.force, got.acceleration], [felt, wanted, wanted / felt], 1e-11);
    },
  ),
  kind(
    'followers may stand before their masters, and follow each other, in every order',
    () => {
      chainComesOut([[-1, 0.02]], ['j1', 'j0'], 0.01);
      for (const order of ['j0 j1 j2', 'j0 j2 j1', 'j1 j0 j2', 'j1 j2 j0', 'j2 j0 j1', 'j2 j1 j0']) {
        const text = fan(
          new Map<string, Follower | 'free'>([
            ['j0', 'free'],
            ['j1', { of: 'j0', multiplier: 2, offset: 0.1 }],
            ['j2', { of: 'j1', multiplier: -1, offset: 0.05 }],
          ]),
          order.split(' '),
        );
        near(
          ['j1', 'j2'].map((name) => position(robotOf(text), name, 0.3)),
          [0.7, -0.65],
          1e-15,
        );
      }
    },
    fc.array(fc.tuple(multipliers, within(1)), { minLength: 1, maxLength: 6 }).chain((links) =>
      fc.record({
        links: fc.constant(links),
        order: fc.shuffledSubarray(
          Array.from({ length: links.length + 1 }, (_, i) => `j${i}`),
          { minLength: links.length + 1 },
        ),
        at: within(2),
      }),
    ),
    ({ links, order, at }) => chainComesOut(links, order, at),
  ),
  kind(
    'joints that follow each other in a ring are refused by name, at once',
    () => ringIsRefused(['j0', 'j1', 'j2'], 3),
    fc.integer({ min: 1, max: 15 }).chain((size) =>
      fc.record({
        size: fc.constant(size),
        order: fc.shuffledSubarray(
          Array.from({ length: size }, (_, i) => `j${i}`),
          { minLength: size },
        ),
      }),
    ),
    ({ order, size }) => ringIsRefused(order, size),
  ),
  kind(
    'a mimic on a fixed joint is a warning, one of nobody an error, both by name',
    () => {
      strayIsNamed('on fixed', 'j', 'free');
      strayIsNamed('of nobody', 'j', 'ghost');
    },
    fc.record({
      where: fc.constantFrom('on fixed' as const, 'of nobody' as const),
      follower: fc.stringMatching(/^f[a-z0-9_]{0,12}$/).filter((name) => name !== 'free'),
      master: fc.stringMatching(/^m[a-z0-9_]{0,12}$/),
    }),
    ({ where, follower, master }) => strayIsNamed(where, follower, master),
  ),
];
