import { describe, expect, it } from 'vitest';
import { model } from '../plant/arms.test.helper.js';
import { jointProperties } from './index.js';

describe('jointProperties', () => {
  it('folds followers into their master: m² of inertia and damping, |m| of friction, limits divided by m', () => {
    const made = model([
      { mass: 1, rotorInertia: 0.1, damping: 0.2, friction: 0.3, limits: { lower: -1, upper: 2 } },
      {
        parent: 'base',
        mass: 1,
        rotorInertia: 0.01,
        damping: 0.02,
        friction: 0.03,
        limits: { lower: -1.5, upper: 4 },
        mimic: { joint: 'j1', multiplier: -2, offset: 0.5 },
      },
    ]);
    const { rotorInertia, damping, coulomb, stops } = jointProperties(made);
    expect(rotorInertia).toEqual([0.1 + 4 * 0.01]);
    expect(damping).toEqual([0.2 + 4 * 0.02]);
    expect(coulomb).toEqual([0.3 + 2 * 0.03]);
    // −1.5 ≤ −2 q + 0.5 ≤ 4 is −1.75 ≤ q ≤ 1.
    expect(stops).toEqual([{ q: 0, v: 0, lower: -1, upper: 1 }]);
  });

  it('knows open sides, and no stops of continuous joints', () => {
    const made = model([
      { mass: 1, limits: { upper: 1 } },
      { type: 'continuous', mass: 1, limits: { lower: -1, upper: 1 } },
      { mass: 1, limits: { velocity: 2, effort: 3 } },
    ]);
    expect(jointProperties(made).stops).toEqual([{ q: 0, v: 0, lower: Number.NEGATIVE_INFINITY, upper: 1 }]);
  });
});
