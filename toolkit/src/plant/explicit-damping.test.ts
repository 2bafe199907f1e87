import { describe, expect, it } from 'vitest';
import { compileWasm } from '../graph/index.js';
import { factorDefinite, numbers, solveDefinite, type Vec3 } from '../math/index.js';
import { massMatrix } from '../model/index.js';
import { arm, model, pendulum, type Segment, seeded } from './arms.test.helper.js';
import { unstableDamping } from './explicit-damping.js';
import { type RigidOptions, rigidPlant, rigidProblems, rigidProgram } from './index.js';

const NONE: Vec3<number> = [0, 0, 0];

/** Largest joint speed in 400 steps from rest about q but for 1e-6 rad/s; an arm that diverges may get to where it does not. */
function peakSpeed(
  segments: readonly Segment[],
  damping: readonly number[],
  step: number,
  q: number[],
  rotorInertia = damping.map(() => 0),
): number {
  const options: RigidOptions = { step, method: 'rk4', gravity: NONE, joints: { damping, rotorInertia } };
  const plant = rigidPlant(compileWasm(rigidProgram(model(segments), options)));
  const random = seeded(5);
  plant.reset(
    q,
    q.map(() => 1e-6 * random()),
  );
  let peak = 0;
  for (let k = 1; k <= 400; k++) {
    plant.advance(k * step);
    peak = plant.v.reduce((most, x) => Math.max(most, Math.abs(x)), peak);
  }
  return peak;
}

const warnings = (segments: readonly Segment[], options: RigidOptions, q?: readonly number[]) =>
  rigidProblems(model(segments), options, q).filter((p) => p.code === 'unstable-joint-damping');

describe('joint damping in Runge-Kutta steps', () => {
  it('is bounded where the run begins to diverge: 2.785 I/h', () => {
    const [inertia, h] = [0.5, 5e-3];
    const [found] = warnings([{ ...pendulum, damping: 1000 }], { step: h, method: 'rk4' });
    expect(found).toMatchObject({
      severity: 'warning',
      where: { path: 'plant.rigid.joints.viscous', name: 'joint "j1"' },
      message: 'the viscous damping cannot be stable in Runge-Kutta steps of 5 ms',
      expected: 'at most 278.5 N m s/rad',
      got: '1000 N m s/rad',
    });
    const most = (2.785293563405282 * inertia) / h;
    for (const factor of [0.99, 1.01]) {
      const damping = [factor * most];
      expect(peakSpeed([pendulum], damping, h, [0]) < 1e-4).toBe(factor < 1);
      expect(warnings([pendulum], { step: h, method: 'rk4', joints: { damping } }).length > 0).toBe(
        factor > 1,
      );
    }
  });

  it('is told of each joint that it is too much for, and no other', () => {
    const options: RigidOptions = { step: 5e-3, method: 'rk4', joints: { damping: new Array(7).fill(100) } };
    const names = warnings(arm(), options).map(({ where }) => where.name);
    expect(names).toContain('joint "j7"');
    const damping = [0, 0, 0, 0, 0, 0, 100];
    expect(warnings(arm(), { ...options, joints: { damping } }).map(({ where }) => where.name)).toEqual([
      'joint "j7"',
    ]);
    expect(warnings(arm(), { ...options, method: 'semi-implicit' })).toEqual([]);
  });

  it('counts rotors that are given, once', () => {
    const damping = [300];
    const heavy = { step: 5e-3, method: 'rk4', joints: { damping, rotorInertia: [0.1] } } as const;
    expect(warnings([{ ...pendulum, rotorInertia: 7 }], { ...heavy })).toEqual([]);
    expect(warnings([pendulum], { ...heavy, joints: { damping, rotorInertia: [0.03] } })).toHaveLength(1);
    expect(
      warnings([{ ...pendulum, rotorInertia: 7 }], { ...heavy, joints: { damping, rotorInertia: [0] } }),
    ).toHaveLength(1);
  });

  it('is found where only all joints together are too much, at the bound at which a run diverges', () => {
    const bent = [0.3, 0.7, -0.4, 1.1, 0.2, 0.6, 0.1];
    const made = model(arm());
    const h = 2e-3;
    // In proportion to what each joint feels when all others are free, 1/(M⁻¹)ᵢᵢ, all are alone at the same bound.
    const factored = factorDefinite(numbers, massMatrix(numbers, made, bent), 7);
    const unit = (i: number) => bent.map((_, j) => (i === j ? 1 : 0));
    const shape = bent.map((_, i) => 1 / solveDefinite(numbers, factored, unit(i))[i]);
    const zeros = bent.map(() => 0);
    const at = (scale: number) =>
      unstableDamping(
        made,
        bent,
        shape.map((d) => scale * d),
        zeros,
        h,
      );
    // The scale at which the first warning appears.
    let [low, high] = [1, 1e6];
    for (let k = 0; k < 60; k++) {
      const middle = Math.sqrt(low * high);
      if (at(middle).length > 0) high = middle;
      else low = middle;
    }
    const [together] = at(high * 1.001);
    expect(together.alone).toBe(false);
    expect(together.most).toBeCloseTo(shape[together.index] * high, 6);
    for (const factor of [0.995, 1.005]) {
      const damping = shape.map((d) => factor * high * d);
      expect(peakSpeed(arm(), damping, h, bent) < 1e-4).toBe(factor < 1);
    }
    const [problem] = warnings(
      arm(),
      { step: h, method: 'rk4', joints: { damping: shape.map((d) => 1.01 * high * d) } },
      bent,
    );
    expect(problem.message).toContain('together');
  });
});
