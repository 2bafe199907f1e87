import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { chain, noise, randomState } from '../mechanism/arms.test.helper.js';
import { element, everything, Kernel, reaching } from './designs.test.helper.js';
import { type Design, designProblems, elementTorques } from './index.js';
import { capNorm, clampToLimits, scaleToLimits } from './limits.js';

const still = [0, 0];
/** One joint about +y that carries 2 kg at 0.25 m. */
const lever = (rpy: [number, number, number] = [0, 0, 0]) =>
  chain([{ axis: [0, 1, 0], mass: 2, centre: [0.25, 0, 0] }], rpy);

describe('a cap on force', () => {
  it('keeps the direction and lets smaller forces pass as they are', () => {
    expect(capNorm(numbers, [3, -4, 12], 6.5)).toEqual([1.5, -2, 6]);
    expect(capNorm(numbers, [3, -4, 12], 13)).toEqual([3, -4, 12]);
    expect(capNorm(numbers, [3, -4, 12], 1000)).toEqual([3, -4, 12]);
    expect(capNorm(numbers, [0, 0, 0], 0).map((x) => x + 0)).toEqual([0, 0, 0]);
    expect(capNorm(numbers, [3, 0, 0], 0)).toEqual([0, 0, 0]);
  });

  it('acts on the sum of what pulls at a point, and asked says what it was before', () => {
    const design: Design = {
      ...reaching(1000, [0.5, 0.9, 0]),
      limits: { force: [{ at: 'tip', norm: 20 }] },
    };
    const both: Design = {
      ...design,
      elements: [
        ...design.elements,
        element('brake', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [30] }),
      ],
    };
    const kernel = new Kernel(both);
    const [q, v] = [
      [0.3, 0.5],
      [1, -2],
    ];
    const free = elementTorques(both, q, v);
    const torque = kernel.step(q, v);
    kernel.view('asked').forEach((x, i) => {
      expect(x).toBeCloseTo(free[i], 10);
    });
    kernel.observe(q, v);
    expect(Math.hypot(...kernel.view('tip.force'))).toBeCloseTo(20, 10);
    const sum = [...kernel.view('reach.force')].map((x, i) => x + kernel.view('brake.force')[i]);
    const factor = 20 / Math.hypot(...sum);
    expect(factor).toBeLessThan(0.1);
    torque.forEach((x, i) => {
      expect(x).toBeCloseTo(factor * free[i], 10);
    });
  });
});

describe('torque limits', () => {
  it('scale all joints by one factor, or clamp each by itself', () => {
    const inverse = [1 / 10, 0, 1 / 2];
    expect(scaleToLimits(numbers, [5, 100, 8], inverse)).toEqual([1.25, 25, 2]);
    expect(scaleToLimits(numbers, [5, -100, -1.5], inverse)).toEqual([5, -100, -1.5]);
    expect(clampToLimits(numbers, [5, -100, 8], [10, Number.POSITIVE_INFINITY, 2])).toEqual([5, -100, 2]);
  });

  it.each(['scale', 'each'] as const)('hold in the kernel (%s)', (how) => {
    const base = everything();
    const most = [40, 40, 20, 20, 5, 5, 2];
    const kernel = new Kernel({ ...base, limits: { torque: { most, how } } });
    const random = noise(41);
    for (let k = 0; k < 20; k++) {
      const { q, v } = randomState(base.model, random);
      const torque = kernel.step(q, v);
      const asked = [...kernel.view('asked')];
      torque.forEach((x, i) => {
        expect(Math.abs(x)).toBeLessThanOrEqual(most[i]);
      });
      if (how === 'each')
        torque.forEach((x, i) => {
          expect(x).toBe(Math.max(-most[i], Math.min(most[i], asked[i])));
        });
      else {
        const factor = torque[0] / asked[0];
        torque.forEach((x, i) => {
          expect(x).toBeCloseTo(factor * asked[i], 10);
        });
        expect(factor).toBeLessThan(1);
        expect(Math.max(...torque.map((x, i) => Math.abs(x) / most[i]))).toBeCloseTo(1, 12);
      }
    }
  });

  it('without a limit on one joint leave that joint to the factor of the others', () => {
    const design: Design = {
      ...reaching(1000, [0.5, 0.9, 0]),
      limits: { torque: { most: [Number.POSITIVE_INFINITY, 3] } },
    };
    const kernel = new Kernel(design);
    const [a, b] = kernel.step([0.3, 0.5], still);
    expect(Math.abs(b)).toBeCloseTo(3, 12);
    expect(a / b).toBeCloseTo(kernel.view('asked')[0] / kernel.view('asked')[1], 10);
  });
});

describe('a torque limit of 0', () => {
  const design = (how: 'scale' | 'each'): Design => ({
    ...reaching(1000, [0.5, 0.9, 0]),
    limits: { torque: { most: [Number.POSITIVE_INFINITY, 0], how } },
  });
  const q = [0.3, 0.5];

  it.each(['scale', 'each'] as const)(
    'is no mistake, and takes the torque of its joint alone (%s)',
    (how) => {
      expect(designProblems(design(how))).toEqual([]);
      const kernel = new Kernel(design(how));
      const [a, b] = kernel.step(q, still);
      expect(a).toBe(kernel.view('asked')[0]);
      expect(Math.abs(b)).toBe(0);
      expect(Math.abs(kernel.view('asked')[1])).toBeGreaterThan(1);
    },
  );

  it('can be set while the kernel runs, on one joint or on all, whatever is asked', () => {
    const kernel = new Kernel(design('scale'));
    kernel.set('limits.torque', 3, 5e-324);
    expect(kernel.step(q, still).map(Math.abs)).toEqual([3, expect.closeTo(0, 15)]);
    kernel.set('limits.torque', 0, 0);
    expect(kernel.step(q, still).map(Math.abs)).toEqual([0, 0]);
    kernel.set('reach.stiffness', 0);
    expect(kernel.step(q, still).map(Math.abs)).toEqual([0, 0]);
    expect(kernel.view('fault')[0]).toBe(0);
  });
});

describe('the torque rate limit', () => {
  const design: Design = {
    name: 'jump',
    model: lever(),
    period: 1e-3,
    points: [],
    elements: [element('hold', 'spring', 'joint', { joint: 'j1' }, { stiffness: [100], target: [0] })],
    limits: { torqueRate: { most: [1000] } },
  };

  it('lets each command go 1 N m from the last at 1000 N m/s, after a gap as well', () => {
    const kernel = new Kernel(design);
    expect(kernel.step([0], [0])).toEqual([0]);
    kernel.set('hold.target', 0.1);
    const sent = [1e-3, 1e-3, 3e-3, 1e-3].map((period) => kernel.step([0], [0], period)[0]);
    expect(sent).toEqual([1, 2, 3, 4].map((x) => expect.closeTo(x, 12)));
    expect(kernel.view('asked')[0]).toBeCloseTo(10, 12);
  });

  it('allows less in a short tick, nothing when the clock steps back, the nominal tick when time is no number', () => {
    const kernel = new Kernel(design);
    kernel.step([0], [0]);
    kernel.set('hold.target', 0.1);
    expect(kernel.step([0], [0], 4e-4)[0]).toBeCloseTo(0.4, 12);
    expect(kernel.step([0], [0], -0.5)[0]).toBeCloseTo(0.4, 12);
    expect(kernel.step([0], [0], Number.NaN)[0]).toBeCloseTo(1.4, 12);
  });

  it('starts from gravity where that is compensated, or from what is stated', () => {
    const loaded: Design = { ...design, compensate: ['gravity'] };
    const holding = -2 * 9.81 * 0.25;
    const first = (d: Design) => {
      const kernel = new Kernel(d);
      kernel.set('hold.target', 0.1);
      return kernel.step([0], [0])[0];
    };
    expect(first(loaded)).toBeCloseTo(holding + 1, 10);
    expect(first({ ...loaded, limits: { torqueRate: { most: [1000], start: [3] } } })).toBeCloseTo(4, 10);
    expect(first(design)).toBeCloseTo(1, 12);
    // The first command is the torque that is being applied when the law asks for just that.
    expect(new Kernel(loaded).step([0], [0])[0]).toBeCloseTo(holding, 12);
  });
});

describe('a torque limit with a rate limit', () => {
  const base: Design = {
    name: 'both',
    model: chain([{ axis: [0, 1, 0], mass: 2, centre: [0.5, 0, 0] }]),
    period: 1e-3,
    points: [],
    elements: [element('hold', 'spring', 'joint', { joint: 'j1' }, { stiffness: [100], target: [0] })],
  };
  const limited = (how: 'scale' | 'each', more: Partial<Design> = {}) =>
    new Kernel({ ...base, limits: { torque: { most: [5], how }, torqueRate: { most: [1000] } }, ...more });

  it.each(['scale', 'each'] as const)('comes first where the rate starts beyond it (%s)', (how) => {
    // Gravity alone takes 9.81 N m.
    expect(limited(how, { compensate: ['gravity'] }).step([0], [0])).toEqual([-5]);
  });

  it.each(['scale', 'each'] as const)(
    'counts at once when it is lowered, and the rate after it (%s)',
    (how) => {
      const kernel = limited(how);
      kernel.set('hold.target', 0.1);
      const steps = (count: number) => Array.from({ length: count }, () => kernel.step([0], [0])[0]);
      expect(steps(6)).toEqual([1, 2, 3, 4, 5, 5].map((x) => expect.closeTo(x, 12)));
      kernel.set('limits.torque', 2);
      expect(steps(1)).toEqual([2]);
      // From the limit on a command is again within 1 N m of the last one.
      kernel.set('hold.target', -0.1);
      expect(steps(5)).toEqual([1, 0, -1, -2, -2].map((x) => expect.closeTo(x, 12)));
      kernel.set('limits.torque', 5);
      expect(steps(2)).toEqual([-3, -4].map((x) => expect.closeTo(x, 12)));
    },
  );

  it('goes no further than it must from the last command', () => {
    const kernel = limited('each');
    kernel.set('hold.target', 0.1);
    for (let k = 0; k < 6; k++) kernel.step([0], [0]);
    kernel.set('limits.torque', 2);
    kernel.set('hold.target', -0.1);
    expect(kernel.step([0], [0])).toEqual([2]);
  });
});

describe('gravity compensation', () => {
  it.each([
    [[0, 0, 0], -4.905],
    [[Math.PI, 0, 0], 4.905],
    [[0, Math.PI / 2, 0], 0],
  ] as const)('holds a base turned by rpy %o with %d N m', (rpy, holding) => {
    const design: Design = {
      name: 'held',
      model: lever([...rpy]),
      period: 1e-3,
      points: [],
      elements: [],
      compensate: ['gravity'],
    };
    expect(new Kernel(design).step([0], [0])[0]).toBeCloseTo(holding, 10);
  });
});
