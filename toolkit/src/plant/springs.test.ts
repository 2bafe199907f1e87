import { describe, expect, it } from 'vitest';
import { compileWasm } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';
import { arm, model, type Segment, seeded } from './arms.test.helper.js';
import { type RigidOptions, type RigidPlant, rigidPlant, rigidProblems, rigidProgram } from './index.js';

const NONE: Vec3<number> = [0, 0, 0];
const wheel: Segment = { axis: [0, 0, 1], mass: 1, inertia: [0.1, 0.1, 0.1, 0, 0, 0] };

function plantOf(segments: readonly Segment[], options: RigidOptions): RigidPlant {
  return rigidPlant(compileWasm(rigidProgram(model(segments), options)));
}

/** Energy now less what was put in and lost. */
function total(plant: RigidPlant): number {
  plant.observe();
  const { kinetic, potential, elastic = 0, viscous, actuators } = plant.energy;
  return kinetic + potential + elastic + viscous - actuators;
}

describe('springs of joints', () => {
  const spring = { stiffness: 3.6, rest: 0.4 };

  it('swing about their rest as r + (q₀ − r) cos ω t, and damped as the closed form', () => {
    const omega = Math.sqrt(spring.stiffness / 0.1);
    for (const damping of [0, 0.2]) {
      const plant = plantOf([{ ...wheel, spring, damping }], { step: 1e-3, method: 'rk4' });
      plant.reset([1], [0]);
      const decay = damping / (2 * 0.1);
      const rate = Math.sqrt(omega * omega - decay * decay);
      for (const t of [0.1, 0.5, 2]) {
        plant.advance(t);
        const swing = Math.cos(rate * t) + (decay / rate) * Math.sin(rate * t);
        expect(plant.q[0]).toBeCloseTo(0.4 + 0.6 * Math.exp(-decay * t) * swing, 9);
      }
    }
  });

  it('are forces of the old positions in semi-implicit steps, beside implicit damping', () => {
    const [h, damping] = [2e-3, 0.3];
    const plant = plantOf([{ ...wheel, spring, damping }], { step: h });
    plant.reset([1], [0.5]);
    let [q, v] = [1, 0.5];
    for (let k = 1; k <= 200; k++) {
      v = (0.1 * v - h * spring.stiffness * (q - spring.rest)) / (0.1 + h * damping);
      q += h * v;
      plant.advance(k * h);
    }
    expect(plant.q[0]).toBeCloseTo(q, 12);
    expect(plant.v[0]).toBeCloseTo(v, 12);
  });

  it('keep the energy of an arm: to the fourth order under rk4, within bounds in semi-implicit steps', () => {
    const segments = arm().map((segment, i) => ({
      ...segment,
      spring: { stiffness: 20 - 2 * i, rest: 0.1 * i - 0.2 },
    }));
    const drift = (method: 'semi-implicit' | 'rk4', step: number): number => {
      const plant = plantOf(segments, { step, method });
      const random = seeded(3);
      plant.reset(
        segments.map(() => 0.5 * random()),
        segments.map(() => random()),
      );
      const before = total(plant);
      plant.observe();
      expect(plant.energy.elastic).toBeGreaterThan(1);
      let most = 0;
      for (let t = 0.02; t < 0.4; t += 0.02) {
        plant.advance(t);
        most = Math.max(most, Math.abs(total(plant) - before));
      }
      return most;
    };
    const [coarse, fine] = [drift('rk4', 1e-3), drift('rk4', 5e-4)];
    expect(fine).toBeLessThan(1e-4);
    expect(coarse / fine).toBeGreaterThan(14);
    const [long, short] = [drift('semi-implicit', 2e-4), drift('semi-implicit', 1e-4)];
    expect(long / short).toBeGreaterThan(1.8);
    expect(long / short).toBeLessThan(2.2);
  });

  it('of followers pull at their master, and options stand for those of the model', () => {
    const follower: Segment = {
      ...wheel,
      parent: 'base',
      mimic: { joint: 'j1', multiplier: -2, offset: 0.5 },
    };
    const plant = plantOf([wheel, { ...follower, spring }], { step: 1e-3, gravity: NONE });
    // The follower is at −2 q + 0.5 = 0.4: no torque.
    plant.reset([0.05], [0]);
    plant.advance(0.1);
    expect(plant.q[0]).toBeCloseTo(0.05, 14);
    const given = plantOf([{ ...wheel, spring }], { step: 1e-3, joints: { stiffness: [2], rest: [-1] } });
    given.reset([1], [0]);
    given.advance(1e-3);
    expect(given.v[0]).toBeCloseTo((-1e-3 * 2 * 2) / 0.1, 14);
    given.observe();
    given.change('stiffness', [0]);
    given.reset([1], [0]);
    given.advance(1e-3);
    expect(given.v[0]).toBe(0);
  });

  it('cost a robot without them nothing: no slot, no field, no operation', () => {
    const program = (segments: readonly Segment[], joints?: RigidOptions['joints']) =>
      rigidProgram(model(segments), { step: 1e-3, ...(joints && { joints }) });
    const without = program([wheel, wheel]);
    expect(program([{ ...wheel, spring }, wheel], { stiffness: [0, 0] })).toEqual(without);
    expect(without.layout.fields.map(({ name }) => name)).not.toContain('elastic');
    expect(rigidPlant(compileWasm(without)).energy.elastic).toBeUndefined();
    const one = program([{ ...wheel, spring }, wheel]).layout.fields.find(({ name }) => name === 'stiffness');
    expect([one?.size, one?.labels]).toEqual([1, ['j1']]);
  });
});

describe('how stiff a spring may be', () => {
  const told = (options: RigidOptions, segments: readonly Segment[] = [wheel]) =>
    rigidProblems(model(segments), options).filter(({ code }) => code === 'unstable-joint-spring');

  it('is said of each joint that is too stiff for the step', () => {
    const [problem] = told({ step: 0.01, joints: { stiffness: [5000] } });
    expect(problem).toMatchObject({
      severity: 'warning',
      where: { path: 'plant.rigid.joints.stiffness', name: 'joint "j1"' },
      message: 'the spring cannot be stable in semi-implicit steps of 10 ms',
      expected: 'at most 4000 N m/rad',
      got: '5000 N m/rad',
    });
  });

  it.each([
    ['semi-implicit', 0, 4 * 0.1],
    ['semi-implicit', 3, 4 * 0.1 + 2 * 0.01 * 3],
    ['rk4', 0, 8 * 0.1],
  ] as const)('is where the run begins to diverge: %s, damping %s', (method, damping, limit) => {
    for (const factor of [0.99, 1.01]) {
      const options: RigidOptions = {
        step: 0.01,
        method,
        joints: { stiffness: [(factor * limit) / 1e-4], damping: [damping] },
      };
      const plant = plantOf([wheel], options);
      plant.reset([1e-6], [0]);
      plant.advance(20);
      expect(Math.abs(plant.q[0]) < 1e-3).toBe(factor < 1);
      expect(told(options).length > 0).toBe(factor > 1);
    }
  });

  it('is said where only all joints together are too stiff', () => {
    const segments = arm();
    const at = (stiffness: number) =>
      told({ step: 0.01, joints: { stiffness: segments.map(() => stiffness) } }, segments);
    let [low, high] = [0, 1e6];
    for (let k = 0; k < 50; k++) {
      const middle = (low + high) / 2;
      if (at(middle).length > 0) high = middle;
      else low = middle;
    }
    const [problem] = at(high * 1.001);
    expect(problem.message).toMatch(/of all joints together/);
    for (const factor of [0.99, 1.01]) {
      const joints = { stiffness: segments.map(() => factor * high) };
      const plant = plantOf(segments, { step: 0.01, gravity: NONE, joints });
      plant.reset(
        segments.map((_, i) => (i % 2 === 0 ? 1e-9 : -1e-9)),
        segments.map(() => 0),
      );
      plant.advance(4);
      expect(plant.q.every((x) => Math.abs(x) < 1e-6)).toBe(factor < 1);
    }
  });

  it('and what is no stiffness is refused', () => {
    const codes = (joints: RigidOptions['joints'], segments: readonly Segment[] = [wheel]) =>
      rigidProblems(model(segments), { step: 1e-3, joints: joints ?? {} }).map(({ code }) => code);
    expect(codes({ stiffness: [-1] })).toEqual(['joint-number']);
    expect(codes({ rest: [Number.NaN] })).toEqual(['joint-number']);
    expect(codes({ rest: [-3] })).toEqual([]);
    expect(codes({ stiffness: [0, 1, 0] }, [{ ...wheel, type: 'spherical' }])).toEqual([
      'joint-spring-several',
    ]);
  });
});
