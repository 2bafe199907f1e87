import { describe, expect, it } from 'vitest';
import { accurateAngle, generalisedEigen, numbers } from '../math/index.js';
import { chain, noise, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { gravityTorque, type Model, massMatrix } from '../model/index.js';
import { everything, Kernel, reaching } from './designs.test.helper.js';
import { allFinite, brakeDamping, freeInertias, holdStiffness, soundState } from './guards.js';
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

  it('is followed by holding the pose of the first such tick, until the law is back', () => {
    const {
      kernel,
      break: fail,
      mend,
    } = broken('hold', { guards: { nonFinite: 'hold', damping: [3, 3], stiffness: [50, 60] } });
    const lawful = kernel.step(q, [0, 0]);
    fail();
    expect(kernel.step(q, [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
    // Pushed away, it pulls back to where it was when the law failed.
    const pushed = kernel.step([0.4, 0.3], [0, 1]);
    expect(pushed).toEqual([expect.closeTo(-5, 10), expect.closeTo(12 - 3, 10)]);
    mend();
    expect(kernel.step(q, [0, 0])).toEqual(lawful);
    fail();
    expect(kernel.step([1, 1], [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
  });

  it('is followed by holding where the arm is once a lost joint state is back', () => {
    const { kernel, break: fail } = broken('hold', {
      guards: { nonFinite: 'hold', damping: [3, 3], stiffness: [50, 60] },
    });
    fail();
    kernel.step(q, [0, 0]);
    // Without torque meanwhile, it is somewhere else; its old pose would pull it by a jump.
    expect(kernel.step([Number.NaN, 0.5], [0, 0])).toEqual([0, 0]);
    expect(kernel.step([0.7, 0.1], [0, 0]).map((x) => x + 0)).toEqual([0, 0]);
    expect(kernel.step([0.6, 0.1], [0, 0])[0]).toBeCloseTo(5, 10);
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

  it('reacts within the torque limits', () => {
    const { kernel, break: fail } = broken('damped stop', { limits: { torque: { most: [0.5, 0.5] } } });
    fail();
    expect(Math.max(...kernel.step(q, v).map(Math.abs))).toBeCloseTo(0.5, 12);
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

  it('takes the speed out in twenty ticks, and the hold is critically damped', () => {
    const model = chain([{ type: 'prismatic', axis: [1, 0, 0], mass: 0.7 }]);
    const D = brakeDamping(freeInertias(model), 1e-3);
    expect(D).toEqual([expect.closeTo(0.7 / 0.02, 10)]);
    // D² = 4 m K: both poles at −D/2m.
    const [K] = holdStiffness(freeInertias(model), D);
    expect(D[0] ** 2 / (4 * 0.7)).toBeCloseTo(K, 10);
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
