import { describe, expect, it } from 'vitest';
import type { Joint } from '../robot/index.js';
import { jointProperties } from './joint-properties.js';
import { chance, inertial, joint, link, made, pose, robot } from './made.test.helper.js';
import type { Model } from './model.js';

/** Joints j1, j2, … in a row, each with more of its own. */
function row(...more: readonly Partial<Joint>[]): Model {
  const next = chance(7);
  const links = ['l0', ...more.map((_, i) => `l${i + 1}`)].map((name) => link(name, inertial(next)));
  const joints = more.map((own, i) => ({
    ...joint(`j${i + 1}`, 'revolute', `l${i}`, `l${i + 1}`, pose(), [0, 0, 1]),
    ...own,
  }));
  return made(robot('row', links, joints));
}

describe('jointProperties', () => {
  it('folds followers into their master: m² of inertia and damping, |m| of friction, limits divided by m', () => {
    const model = row(
      { rotorInertia: 0.1, damping: 0.2, friction: 0.3, limits: { lower: -1, upper: 2 } },
      {
        rotorInertia: 0.01,
        damping: 0.02,
        friction: 0.03,
        limits: { lower: -1.5, upper: 4 },
        mimic: { joint: 'j1', multiplier: -2, offset: 0.5 },
      },
    );
    const { rotorInertia, damping, coulomb, stiffness, rest, stops } = jointProperties(model);
    expect([stiffness, rest]).toEqual([[0], [0]]);
    expect(rotorInertia).toEqual([0.1 + 4 * 0.01]);
    expect(damping).toEqual([0.2 + 4 * 0.02]);
    expect(coulomb).toEqual([0.3 + 2 * 0.03]);
    // −1.5 ≤ −2 q + 0.5 ≤ 4 is −1.75 ≤ q ≤ 1.
    expect(stops).toEqual([{ q: 0, v: 0, lower: -1, upper: 1 }]);
  });

  it('makes one spring of those of followers and their master, with the same torque at every position', () => {
    const springs = [
      { stiffness: 3, rest: 0.2 },
      { stiffness: 5, rest: -0.4 },
      { stiffness: 7, rest: 0.1 },
    ];
    const follow = [
      { multiplier: 1, offset: 0 },
      { multiplier: -2, offset: 0.5 },
      { multiplier: 0.5, offset: -0.3 },
    ];
    const model = row(
      { spring: springs[0] },
      ...[1, 2].map((i) => ({ spring: springs[i], mimic: { joint: 'j1', ...follow[i] } })),
      {},
    );
    const { stiffness, rest } = jointProperties(model);
    expect([stiffness[1], rest[1]]).toEqual([0, 0]);
    for (const q of [-1, 0, 0.3, 2]) {
      // Virtual work: the torque at the master is Σ mᵢ τᵢ.
      const wanted = springs.reduce((sum, spring, i) => {
        const { multiplier, offset } = follow[i];
        return sum - multiplier * spring.stiffness * (multiplier * q + offset - spring.rest);
      }, 0);
      expect(-stiffness[0] * (q - rest[0])).toBeCloseTo(wanted, 12);
    }
  });

  it('knows open sides, and no stops of continuous joints', () => {
    const model = row(
      { limits: { upper: 1 } },
      { type: 'continuous', limits: { lower: -1, upper: 1 } },
      { limits: { velocity: 2, effort: 3 } },
    );
    expect(jointProperties(model).stops).toEqual([{ q: 0, v: 0, lower: Number.NEGATIVE_INFINITY, upper: 1 }]);
  });
});
