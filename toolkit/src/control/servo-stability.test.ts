import { describe, expect, it } from 'vitest';
import { chain, noise, sevenJoints } from '../mechanism/arms.test.helper.js';
import type { Design, FollowDesign } from './design.js';
import { servoTickProblems, type TickOptions } from './index.js';

const mass = 0.7;
const period = 1e-3;

/** A slider of 0.7 kg that follows a motion law. */
function slider(follow: FollowDesign, more: Partial<Design> = {}): Design {
  return {
    name: 'slider',
    model: chain([{ type: 'prismatic', axis: [1, 0, 0], mass, inertia: [1, 1, 1] }]),
    period,
    points: [{ name: 'tool', frame: 'l2' }],
    elements: [],
    servo: { at: 'tool', follow },
    laws: [{ name: 'go', kind: 'track', at: 'tool', target: 'tool', parameters: {} }],
    ...more,
  };
}

const pid = (stiffness: number, damping: number, integral: number): FollowDesign => ({
  kind: 'pid',
  stiffness: [stiffness],
  damping: [damping],
  integral: [integral],
});

/** Whether the slider comes to rest, its force held for a tick of n semi-implicit steps. */
function settles([stiffness, damping, integral]: readonly number[], n: number): boolean {
  let [x, v, z] = [1, 0, 0];
  for (let tick = 0; tick < 60_000; tick++) {
    z += period * x;
    const a = (-stiffness * x - damping * v - integral * z) / mass;
    for (let k = 0; k < n; k++) {
      v += (period / n) * a;
      x += (period / n) * v;
    }
    if (Math.abs(x) > 1e6) return false;
  }
  return Math.abs(x) < 1;
}

const names = (design: Design, options: TickOptions = {}) =>
  servoTickProblems(design, options).map(({ where }) => where.path);

describe('a servo at the tick', () => {
  it.each([1, 10])('is judged as a run of it goes, with %d plant steps a tick', (stepsPerTick) => {
    const random = noise(17);
    let both = 0;
    for (let k = 0; k < 60; k++) {
      const stiffness = (4 * mass * (0.1 + 0.4 * (1 + random()))) / period ** 2;
      const damping = (2 * mass * (0.1 + 0.5 * (1 + random()))) / period;
      const integral = (stiffness * damping * (1 + random())) / mass;
      const gains = [stiffness, damping, k % 2 === 0 ? 0 : integral];
      // Near the bound it takes longer than is waited.
      const at = (s: number) =>
        names(slider(pid(s * gains[0], s * gains[1], s * gains[2])), { stepsPerTick });
      if (at(0.99).length !== at(1.01).length) continue;
      const stable = at(1).length === 0;
      expect(stable).toBe(settles(gains, stepsPerTick));
      both |= stable ? 1 : 2;
    }
    expect(both).toBe(3);
  });

  it('tells gains that do not diverge', () => {
    const [problem] = servoTickProblems(slider({ kind: 'pd', stiffness: [1000], damping: [3000] }));
    expect(problem).toMatchObject({
      code: 'unstable-at-tick',
      severity: 'warning',
      where: { path: 'control.servo.follow.damping' },
    });
    const told = /stiffness: \{ j1: (\d+) \}, damping: \{ j1: (\d+) \}/.exec(problem.hint ?? '');
    const [K, D] = [Number(told?.[1]), Number(told?.[2])];
    expect(D).toBeLessThan((2 * mass) / period);
    expect(D).toBeGreaterThan((1.7 * mass) / period);
    expect(names(slider({ kind: 'pd', stiffness: [K], damping: [D] }))).toEqual([]);
  });

  it('asks for damping where a spring that is held late has too little', () => {
    const of = (damping: number) =>
      servoTickProblems(slider({ kind: 'pd', stiffness: [1e5], damping: [damping] }), { stepsPerTick: 100 });
    // (1 − β) T K = 0.495 ms · 1e5 N/m.
    expect(of(49)[0]).toMatchObject({ expected: 'a damping of at least 0.495 ms times the stiffness' });
    expect(of(50)).toEqual([]);
  });

  it('says which share of an integral is borne', () => {
    const [problem] = servoTickProblems(slider(pid(1000, 20, 1e5)));
    expect(problem.where.path).toBe('control.servo.follow.integral');
    const share = Number(/[\d.]+/.exec(problem.expected ?? '')?.[0]);
    // Routh: I < D K/m = 2.86e4; semi-implicit steps damp by T K/2 besides.
    expect(share).toBeGreaterThan(0.26);
    expect(share).toBeLessThan(0.293);
    expect(names(slider(pid(1000, 20, share * 1e5)))).toEqual([]);
  });

  it('bounds computed torque below one radian a tick', () => {
    const of = (bandwidth: number, stepsPerTick?: number) =>
      names(
        slider({ kind: 'computed torque', bandwidth }),
        stepsPerTick === undefined ? {} : { stepsPerTick },
      );
    // n = 1: T² ω² + 4 T ω < 4.
    expect(of(828)).toEqual([]);
    expect(of(829)).toEqual(['control.servo.follow.bandwidth']);
    expect(of(950, 100)).toEqual([]);
    // The arm is lighter than its model says: by rotors that it does not have.
    const heavy = slider({ kind: 'computed torque', bandwidth: 700 });
    expect(names(heavy, { rotorInertia: [0] })).toEqual([]);
    expect(names(heavy, { rotorInertia: [-0.3] })).toEqual(['control.servo.follow.bandwidth']);
  });

  it('names the joints of an arm that move, and gains that all of them bear together', () => {
    const design: Design = {
      ...slider({ kind: 'pd', stiffness: [400], damping: [20] }),
      model: sevenJoints(),
      points: [{ name: 'tool', frame: 'l8' }],
    };
    const [problem] = servoTickProblems(design);
    const told = (key: string): Record<string, number> =>
      Object.fromEntries(
        [
          ...(new RegExp(`${key}: \\{(.*?)\\}`).exec(problem.hint ?? '')?.[1] ?? '').matchAll(
            /(j\d): ([\d.e-]+)/g,
          ),
        ].map(([, joint, value]) => [joint, Number(value)]),
      );
    const [K, D] = [told('stiffness'), told('damping')];
    expect(Object.keys(D).length).toBeGreaterThan(0);
    const filled = (values: Record<string, number>, otherwise: number) =>
      design.model.velocityNames.map((name) => values[name] ?? otherwise);
    const lowered: FollowDesign = { kind: 'pd', stiffness: filled(K, 400), damping: filled(D, 20) };
    expect(names({ ...design, servo: { at: 'tool', follow: lowered } })).toEqual([]);
  });

  it('says nothing where drives follow, and where laws of forces have the joints', () => {
    expect(names(slider({ kind: 'drive' }))).toEqual([]);
    const pushes = { name: 'go', kind: 'wrench', at: 'tool', parameters: { wanted: [1, 0, 0] } };
    const wild: FollowDesign = { kind: 'pd', stiffness: [1000], damping: [3000] };
    expect(names(slider(wild, { laws: [pushes] }))).toEqual([]);
    expect(names(slider(wild))).toHaveLength(1);
  });
});
