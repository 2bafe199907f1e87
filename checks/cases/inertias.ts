/** Masses and inertias as files write them. */
import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { numbers } from 'pliant/math';
import { forwardDynamics, inverseDynamics, standardGravity } from 'pliant/model';
import { principal } from 'pliant/robot';
import { modelOfRobot } from '../robots.js';
import { jointText, linkOf, linkText, read, robotOf, robotText } from '../urdf-text.js';
import { axes, between, type Case, kind, near, onlyOf, type Three, turns } from './case.js';
import {
  about,
  bodyText,
  dot,
  inertias,
  moments,
  rotationOf,
  type Six,
  type Solid,
  turned,
  turnedInertia,
} from './solid.js';

const unit = (inertia: Six): Solid => ({ mass: 1, centre: [0, 0, 0], inertia });
const diagonal = ([x, y, z]: Three): Six => [x, y, z, 0, 0, 0];

/** What a file's inertia is in link axes, and the torque that turns the link about `axis` at 1 rad/s². */
function turning(inertia: Six, rpy: Three, axis: Three): { six: readonly number[]; torque: number } {
  const inside = `<axis xyz="${axis.join(' ')}"/>`;
  const text = robotText(
    linkText('base'),
    bodyText('body', unit(inertia), rpy),
    jointText('j', 'base', 'body', inside, 'continuous'),
  );
  const model = modelOfRobot(robotOf(text));
  const [torque] = inverseDynamics(numbers, model, [0.7], [0], [1], [0, 0, 0]);
  return { six: linkOf(text, 'body').inertial?.inertia ?? [], torque };
}

function turnsRight(inertia: Six, rpy: Three, axis: Three): void {
  const wanted = turnedInertia(rotationOf(rpy), inertia);
  const { six, torque } = turning(inertia, rpy, axis);
  near(six, wanted, 2e-14);
  near([torque], [about(axis, wanted)], 2e-14);
}

const quarter = Math.PI / 2;
const alone = (inertia: Six, rpy?: Three) => read(robotText(bodyText('body', unit(inertia), rpy)));

export const inertiaCases: readonly Case[] = [
  kind(
    'an inertial frame that is turned is not left turned',
    () => {
      const { six, torque } = turning([1, 2, 2.5, 0, 0, 0], [0, 0, quarter], [1, 0, 0]);
      near(six, [2, 1, 2.5, 0, 0, 0], 0);
      near([torque], [2], 1e-15);
    },
    fc.tuple(moments, turns, axes),
    ([three, rpy, axis]) => turnsRight(diagonal(three), rpy, axis),
  ),
  kind(
    'an inertial frame that is turned takes its products along, from both sides',
    () => {
      const rpy = [1.4288992721907328, -0.3398369094541219, 2.356194490192345] as const;
      const { six } = turning([4, 3, 2, 0.3, 0.2, 0.1], rpy, [0, 0, 1]);
      near(six, [1004 / 375, 3, 1246 / 375, -127 / 150, -49 / 125, 61 / 150], 2e-15);
      near(six, [2.677333, 3, 3.322667, -0.846667, -0.392, 0.406667], 5e-7);
    },
    fc.tuple(inertias, turns, axes),
    ([inertia, rpy, axis]) => turnsRight(inertia, rpy, axis),
  ),
  kind(
    'an inertia that no body can have is named, whichever axes it is written in',
    () => {
      const light = { mass: 1e-3, centre: [0, 0, 0], inertia: [1.486e-6, 2e-7, 8.31e-7, 0, 0, 0] } as const;
      const problem = onlyOf(read(robotText(bodyText('body', light))), 'inertia-triangle');
      equal(problem.where.name, 'link "body"');
      ok(problem.message.includes('4.55e-7'), problem.message);
    },
    fc.tuple(moments, between(0.01, 3), turns, fc.constantFrom(0, 1, 2), between(1e-6, 1)),
    ([[x, y, z], excess, rpy, longest, scale]) => {
      const sound = [x, y, z].map((moment) => moment * scale);
      const others = sound.reduce((sum, moment, i) => (i === longest ? sum : sum + moment), 0);
      const broken = sound.map((moment, i) => (i === longest ? others * (1 + excess) : moment));
      for (const [values, code] of [
        [sound, undefined],
        [broken, 'inertia-triangle'],
      ] as const) {
        const written = diagonal(values as unknown as Three);
        // Turned by the file, and written in turned axes, where the diagonal alone shows nothing.
        for (const outcome of [alone(written, rpy), alone(turnedInertia(rotationOf(rpy), written))]) {
          ok(outcome.value !== undefined);
          const problem = outcome.problems.find((p) => p.code === 'inertia-triangle');
          equal(problem?.code, code);
          if (problem !== undefined) equal(problem.where.name, 'link "body"');
        }
      }
    },
  ),
  kind(
    'an inertia with a moment of zero gives no NaN',
    () => {
      const { values, axes: own } = principal([0.1, 0.1, 0.2, 0.1, 0, 0]);
      near(values, [0, 0.2, 0.2], 1e-16);
      near([Math.abs(dot(own[0], [Math.SQRT1_2, -Math.SQRT1_2, 0]))], [1], 1e-15);
      ok(alone([0.1, 0.1, 0.2, 0.1, 0, 0]).value !== undefined);
    },
    fc.tuple(between(0.01, 2), turns, axes),
    ([moment, rpy, axis]) => {
      // A rod along its own z: no moment about itself.
      const rotation = rotationOf(rpy);
      const rod = turnedInertia(rotation, [moment, moment, 0, 0, 0, 0]);
      const { values, axes: own } = principal(rod);
      near(values, [0, moment, moment], 1e-15 * (1 + moment) * 4);
      near([Math.abs(dot(own[0], turned(rotation, [0, 0, 1])))], [1], 1e-7);
      const text = robotText(
        linkText('base'),
        bodyText('body', { mass: 1, centre: [0.1, 0.2, -0.3], inertia: rod }),
        jointText('j', 'base', 'body', `<axis xyz="${axis.join(' ')}"/>`, 'continuous'),
      );
      const model = modelOfRobot(robotOf(text));
      ok(forwardDynamics(numbers, model, [0.3], [0.5], [1], standardGravity).every(Number.isFinite));
    },
  ),
];
