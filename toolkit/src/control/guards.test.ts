import { describe, expect, it } from 'vitest';
import { accurateAngle, generalisedEigen, mulMatVec, numbers, type Vec3 } from '../math/index.js';
import { chain, noise, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { frameOf, gravityTorque, inverseDynamics, type Model, massMatrix } from '../model/index.js';
import { element, everything, Kernel, reaching } from './designs.test.helper.js';
import {
  allFinite,
  brakeDamping,
  freeInertias,
  holdBandwidth,
  holdTicks,
  mostHold,
  soundState,
} from './guards.js';
import { type Design, faults, type Reaction } from './index.js';

const lost = faults.indexOf('joint state lost');
const unlawful = faults.indexOf('law not finite');

function broken(
  reaction: Reaction,
  more: Partial<Design> = {},
): { kernel: Kernel; break: () => void; mend: () => void } {
  const design = {
    ...reaching(200, [0.5, 0.9, 0]),
    compensate: ['gravity'],
    guards: { nonFinite: reaction },
    ...more,
  } as Design;
  const kernel = new Kernel(design);
  return {
    kernel,
    break: () => kernel.set('goal.at', Number.NaN, 0, 0),
    mend: () => kernel.set('goal.at', 0.5, 0.9, 0),
  };
}

describe('a joint state that is lost', () => {
  it.each([
    ['q', Number.NaN],
    ['q', Number.POSITIVE_INFINITY],
    ['q', 1e22],
    ['q', -1.01 * accurateAngle],
    ['v', Number.NaN],
    ['v', Number.NEGATIVE_INFINITY],
  ] as const)(
    '(%s = %d) turns the torque off at once, and the law comes back with the next good sample',
    (what, value) => {
      const design: Design = {
        ...everything(),
        limits: { torqueRate: { most: new Array(7).fill(1e9) } },
        guards: { nonFinite: 'hold' },
      };
      const kernel = new Kernel(design);
      const { q, v } = randomState(design.model, noise(51));
      const good = kernel.step(q, v);
      const [badQ, badV] = [[...q], [...v]];
      (what === 'q' ? badQ : badV)[3] = value;
      expect(kernel.step(badQ, badV)).toEqual(new Array(7).fill(0));
      expect(kernel.view('fault')[0]).toBe(lost);
      expect([...kernel.view('power')].every((x) => x === 0)).toBe(true);
      kernel.step(q, v).forEach((x, i) => {
        expect(x).toBeCloseTo(good[i], 9);
      });
      expect(kernel.view('fault')[0]).toBe(0);
    },
  );
});

describe('a law that gives no number', () => {
  const [q, v] = [
    [0.3, 0.5],
    [1, -2],
  ];
  const gravity = [0, 0];

  it('is followed by a damped stop: against the motion, joint by joint', () => {
    const { kernel, break: fail } = broken('damped stop');
    fail();
    const torque = kernel.step(q, v);
    const D = brakeDamping(freeInertias(kernel.model), 1e-3);
    torque.forEach((x, i) => {
      expect(x).toBeCloseTo(gravity[i] - D[i] * v[i], 10);
    });
    expect(torque[0]).toBeLessThan(0);
    expect(torque[1]).toBeGreaterThan(0);
    expect(kernel.view('fault')[0]).toBe(unlawful);
  });

  it('is followed by floating or by nothing where that was asked for', () => {
    for (const reaction of ['float', 'off'] as const) {
      const { kernel, break: fail } = broken(reaction);
      fail();
      expect(kernel.step(q, v).map((x) => x + 0)).toEqual([0, 0]);
      expect(kernel.view('fault')[0]).toBe(unlawful);
    }
  });

  const held = { guards: { nonFinite: 'hold', bandwidth: 20 } } as const;
  /** M(q) a + C(q, v) v of the planar arm. */
  const moved = (model: Model, at: readonly number[], rate: readonly number[], a: readonly number[]) =>
    inverseDynamics(numbers, model, at, rate, a, [0, 0, 0]);

  it('is followed by holding the pose of the first such tick, until the law is back', () => {
    const { kernel, break: fail, mend } = broken('hold', held);
    const lawful = kernel.step(q, [0, 0]);
    fail();
    expect(kernel.step(q, [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
    // Pushed away, it pulls back to where it was when the law failed, each joint by its own distance and speed.
    const at = [0.4, 0.3];
    const back = [400 * (q[0] - at[0]), 400 * (q[1] - at[1]) - 40 * 1];
    const expected = moved(kernel.model, at, [0, 1], back);
    kernel.step(at, [0, 1]).forEach((x, i) => {
      expect(x).toBeCloseTo(expected[i], 9);
    });
    mend();
    expect(kernel.step(q, [0, 0])).toEqual(lawful);
    fail();
    expect(kernel.step([1, 1], [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
  });

  it('is followed by holding where the arm is once a lost joint state is back', () => {
    const { kernel, break: fail } = broken('hold', held);
    fail();
    kernel.step(q, [0, 0]);
    // Without torque meanwhile, it is somewhere else; its old pose would pull it by a jump.
    expect(kernel.step([Number.NaN, 0.5], [0, 0])).toEqual([0, 0]);
    expect(kernel.step([0.7, 0.1], [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
    const expected = moved(kernel.model, [0.6, 0.1], [0, 0], [40, 0]);
    expect(kernel.step([0.6, 0.1], [0, 0])[0]).toBeCloseTo(expected[0], 9);
  });

  it('holds with gravity where that is compensated', () => {
    const design: Design = { ...everything(), guards: { nonFinite: 'float' } };
    const kernel = new Kernel(design);
    const state = randomState(design.model, noise(52));
    kernel.set('press.force', Number.NaN, 0, 0);
    const torque = kernel.step(state.q, state.v);
    const held = gravityTorque(numbers, design.model, state.q, [0, 0, -9.81]);
    torque.forEach((x, i) => {
      expect(x).toBeCloseTo(held[i], 10);
    });
  });

  it.each(['hold', 'damped stop', 'float'] as const)(
    'is followed by what holds up the arm with what it is known to carry (%s)',
    (reaction) => {
      const { elements, points, ...design } = everything();
      const load = element(
        'load',
        'spring',
        'payload',
        { at: 'tool' },
        { mass: [2], gravity: [0, 0, -9.81] },
      );
      const kernel = new Kernel({
        ...design,
        points,
        elements: [...elements, load],
        guards: { nonFinite: reaction },
      });
      const { q } = randomState(design.model, noise(54));
      kernel.set('press.force', Number.NaN, 0, 0);
      const still = new Array(7).fill(0);
      const torque = kernel.step(q, still);
      const [frame, at] = [points[0].frame as string, points[0].at as Vec3<number>];
      const { body, placement } = frameOf(design.model, frame);
      const r = placement.position.map((x, i) => x + mulMatVec(numbers, placement.rotation, at)[i]);
      const first = r.map((x) => 2 * x) as unknown as Vec3<number>;
      const payloads = [{ body, moments: { mass: 2, first, second: [0, 0, 0, 0, 0, 0] as const } }];
      const held = gravityTorque(numbers, design.model, q, [0, 0, -9.81], { payloads });
      torque.forEach((x, i) => {
        expect(x).toBeCloseTo(held[i], 9);
      });
    },
  );

  it.each(['hold', 'damped stop', 'float', 'off'] as const)(
    'is followed by no torque where gravity is no number either (%s)',
    (reaction) => {
      const { kernel } = broken(reaction, { limits: { torqueRate: { most: [100, 100] } } });
      const good = kernel.step(q, v);
      kernel.set('gravity', Number.NaN, 0, 0);
      expect(kernel.step(q, v)).toEqual([0, 0]);
      expect(kernel.view('fault')[0]).toBe(unlawful);
      kernel.set('gravity', 0, 0, -9.81);
      // The rate limit counts from the 0 that was sent.
      kernel.step(q, v).forEach((x, i) => {
        expect(Math.abs(x)).toBeLessThanOrEqual(0.1 + 1e-12);
        expect(x * good[i]).toBeGreaterThan(0);
      });
    },
  );

  it.each(['damped stop', 'hold'] as const)('reacts within the torque limits (%s)', (reaction) => {
    const { kernel, break: fail } = broken(reaction, { limits: { torque: { most: [0.5, 0.5] } } });
    fail();
    const asked = Math.max(...kernel.step(q, v).map(Math.abs));
    expect(asked).toBeLessThan(0.5 + 1e-12);
    expect(asked).toBeGreaterThan(0.39);
  });

  it('brakes with what gravity leaves of the torque limits, and not instead of holding the arm up', () => {
    const design: Design = {
      ...everything(),
      guards: { nonFinite: 'damped stop', damping: new Array(7).fill(500) },
      limits: { torque: { most: new Array(7).fill(60) } },
    };
    const kernel = new Kernel(design);
    const { q: at } = randomState(design.model, noise(55));
    kernel.set('press.force', Number.NaN, 0, 0);
    const rate = [0, 0, 0, 0, 0, 0, 1];
    const held = gravityTorque(numbers, design.model, at, [0, 0, -9.81]);
    expect(Math.max(...held.map(Math.abs))).toBeGreaterThan(5);
    kernel.step(at, rate).forEach((x, i) => {
      expect(x).toBeCloseTo(i < 6 ? held[i] : -60, 9);
    });
  });
});

describe('the brake', () => {
  it('is stable at the tick on an arm with a light wrist', () => {
    const model = sevenJoints();
    const period = 1e-3;
    const D = brakeDamping(freeInertias(model), period);
    const form = new Array<number>(49).fill(0);
    D.forEach((d, i) => {
      form[8 * i] = d;
    });
    const random = noise(53);
    for (let k = 0; k < 20; k++) {
      const { q } = randomState(model, random);
      const { values } = generalisedEigen(form, massMatrix(numbers, model, q), 7);
      expect(values[6] * period).toBeLessThan(2);
    }
  });

  it('takes the speed out in twenty ticks', () => {
    const model = chain([{ type: 'prismatic', axis: [1, 0, 0], mass: 0.7 }]);
    expect(brakeDamping(freeInertias(model), 1e-3)).toEqual([expect.closeTo(0.7 / 0.02, 10)]);
  });

  it('knows angles beyond the range of their sine, a follower’s too, but no end to lengths', () => {
    const slide = { type: 'prismatic', axis: [1, 0, 0] } as const;
    const follower = { mimic: { joint: 'j1', multiplier: -4, offset: 0 } } as const;
    const sound = (model: Model, q: number) => soundState(numbers, model, [q], [0]);
    const turning = chain([{}]);
    expect([sound(turning, accurateAngle), sound(turning, -accurateAngle)]).toEqual([1, 1]);
    expect([sound(turning, 1.01 * accurateAngle), sound(turning, Number.NaN)]).toEqual([0, 0]);
    expect([sound(chain([slide]), 1e12), sound(chain([slide]), Number.NaN)]).toEqual([1, 0]);
    for (const leader of [{}, slide]) {
      const led = chain([leader, follower]);
      expect([sound(led, 0.25 * accurateAngle), sound(led, -0.26 * accurateAngle)]).toEqual([1, 0]);
    }
  });

  it('knows finite numbers', () => {
    expect(allFinite(numbers, [1, -2, 0, 1e308])).toBe(1);
    expect(allFinite(numbers, [1, Number.NaN])).toBe(0);
    expect(allFinite(numbers, [Number.NEGATIVE_INFINITY])).toBe(0);
    expect(allFinite(numbers, [])).toBe(1);
  });
});

describe('the bandwidth of a hold', () => {
  /** The largest distance in the last of 4000 ticks of e″ = u, u of `late` ticks before, from e = 1; `lighter` times too much u. */
  function rest(perTick: number, lighter: number, late: number): number {
    let [e, v] = [1, 0];
    const asked = new Array<number>(late + 1).fill(0);
    let far = 0;
    for (let k = 0; k < 4000; k++) {
      asked.push(-lighter * (2 * perTick * v + perTick * perTick * e));
      const u = asked[asked.length - 1 - late];
      e += v + u / 2;
      v += u;
      if (k >= 3000) far = Math.max(far, Math.abs(e));
    }
    return far;
  }
  const ticks = holdBandwidth(1e-3) * 1e-3;

  it('is stable at the tick up to its limit, whatever the rate', () => {
    expect(holdBandwidth(1 / 250)).toBeCloseTo(25, 12);
    expect(rest(0.99 * mostHold, 1, 0)).toBeLessThan(1e-3);
    expect(rest(1.01 * mostHold, 1, 0)).toBeGreaterThan(1e3);
  });

  it('bears an arm that is ten times lighter than believed, and torques that come late', () => {
    expect(rest(ticks, 9.9, 0)).toBeLessThan(1e-3);
    expect(rest(ticks, 10.2, 0)).toBeGreaterThan(10);
    expect(rest(ticks, 1, holdTicks)).toBeLessThan(1e-3);
    expect(rest(ticks, 1, holdTicks + 2)).toBeGreaterThan(10);
  });
});
