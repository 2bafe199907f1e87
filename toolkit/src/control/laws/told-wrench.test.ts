/** What laws of forces are recorded to command, against closed forms and against the torques that go out. */
import { describe, expect, it } from 'vitest';
import {
  numbers as N,
  quaternionFromRotation,
  rotationFromQuaternion,
  rotationFromRpy,
} from '../../math/index.js';
import { sevenJoints } from '../../mechanism/arms.test.helper.js';
import { forwardKinematics, frameJacobian, frameOf } from '../../model/index.js';
import { type Design, designProblems, observedFields } from '../index.js';
import { LawKernel } from './laws.test.helper.js';

const model = sevenJoints();
const turn = quaternionFromRotation(N, rotationFromRpy(N, 0.4, -0.7, 1.1));
const q = [0.3, -0.5, 0.2, -1.2, 0.1, 0.9, -0.4];
const v = [0.1, 0.2, -0.3, 0.1, 0.4, -0.2, 0.3];

function arm(more: Partial<Design> = {}): Design {
  return {
    name: 'arm',
    model,
    period: 1e-3,
    points: [
      { name: 'tool', frame: 'l8' },
      { name: 'bench', at: [0.2, 0.1, 0.3], attitude: turn },
    ],
    elements: [],
    laws: [
      {
        name: 'push',
        kind: 'wrench',
        at: 'tool',
        axes: 'bench',
        parameters: { wanted: [3, -4, 5, 0.6, -0.7, 0.8] },
      },
    ],
    ...more,
  };
}

const told = (kernel: LawKernel, law = 'push') => kernel.numbers(`laws.${law}.wrench`);
const near = (got: readonly number[], wanted: readonly number[], off = 1e-12) => {
  expect(got).toHaveLength(wanted.length);
  got.forEach((x, i) => {
    expect(Math.abs(x - wanted[i])).toBeLessThan(off);
  });
};

/** Jᵀ of a wrench in the axes of the task at the tool. */
function torquesOf(wrench: readonly number[]): number[] {
  const kinematics = forwardKinematics(N, model, q);
  const J = frameJacobian(N, model, kinematics, frameOf(model, 'l8'), 'worldAligned');
  const R = rotationFromQuaternion(N, turn);
  const world = [0, 3].flatMap((k) =>
    [0, 1, 2].map((i) => [0, 1, 2].reduce((sum, j) => sum + R[3 * i + j] * wrench[k + j], 0)),
  );
  return q.map((_, i) => world.reduce((sum, f, row) => sum + J[row * model.nv + i] * f, 0));
}

describe('the wrench that a law commands', () => {
  it('is in the axes that it names, about its centre: Jᵀ of it is what goes out', () => {
    const kernel = new LawKernel(arm());
    kernel.step(q, v);
    near(told(kernel), [3, -4, 5, 0.6, -0.7, 0.8]);
    near(kernel.numbers('torque'), torquesOf(told(kernel)));
  });

  it('of an impedance is all of it, what damps and what is fed forward as well', () => {
    const give = {
      name: 'give',
      kind: 'impedance',
      at: 'tool',
      axes: 'bench',
      target: 'bench',
      parameters: { stiffness: [300], turnStiffness: [12], ratio: [0.7], wanted: [1, 2, 3, 0, 0, 0] },
    };
    const design = arm({ laws: [give] });
    expect(designProblems(design).filter(({ severity }) => severity === 'error')).toEqual([]);
    const kernel = new LawKernel(design);
    kernel.step(q, v);
    expect(Math.hypot(...told(kernel, 'give').slice(0, 3))).toBeGreaterThan(10);
    near(kernel.numbers('torque'), torquesOf(told(kernel, 'give')), 1e-9);
    const fields = observedFields(design).map(({ name, unit, labels }) => [name, unit, labels]);
    expect(fields).toContainEqual(['give.force', 'N', ['x', 'y', 'z']]);
    expect(fields).toContainEqual(['give.torque', 'N m', ['x', 'y', 'z']]);
  });

  it('is by the share that acts while a phase brings it in, and 0 where it is not at work', () => {
    const kernel = new LawKernel(
      arm({
        phases: [
          { name: 'rest', laws: [], until: { after: 0.01 } },
          { name: 'push', laws: ['push'], blend: 0.1 },
        ],
      }),
    );
    for (let k = 0; k < 8; k++) kernel.step(q, v);
    near(told(kernel), [0, 0, 0, 0, 0, 0]);
    for (let k = 0; k < 40; k++) kernel.step(q, v);
    const share = kernel.numbers('push.share')[0];
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
    near(
      told(kernel),
      [3, -4, 5, 0.6, -0.7, 0.8].map((x) => share * x),
    );
  });

  it('is 0 in a tick in which a reaction acts in its place', () => {
    const kernel = new LawKernel(arm({ sensors: [{ name: 'wrist', at: 'tool' }] }));
    kernel.feel('wrist', 1);
    kernel.step(q, v);
    near(told(kernel), [3, -4, 5, 0.6, -0.7, 0.8]);
    kernel.feel('wrist', Number.NaN);
    kernel.step(q, v);
    near(told(kernel), [0, 0, 0, 0, 0, 0]);
  });
});
