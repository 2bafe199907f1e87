import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret, view } from '../graph/index.js';
import { numbers, type Vec3 } from '../math/index.js';
import { chain, noise, planar, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { forwardDynamics, integrate } from '../model/index.js';
import { element, Kernel } from './designs.test.helper.js';
import { controlMemory, controlProgram, type Design, type ElementDesign, type TankDesign } from './index.js';
import { controlLaw } from './law.js';
import { designSlots } from './numeric.js';
import { withSources } from './tank.js';

/** One slider along x. */
const slider = chain([{ type: 'prismatic', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);

const spring = element('spring', 'spring', 'joint', { joint: 'j1' }, { stiffness: [4], target: [1] });
const damper = element('damper', 'damper', 'joint', { joint: 'j1' }, { damping: [2] });
const push: ElementDesign = element('push', 'source', 'force', { at: 'tip' }, { force: [3, 0, 0] });

function design(tank: Partial<TankDesign>, elements: readonly ElementDesign[] = [spring]): Design {
  return {
    name: 'tanked',
    model: slider,
    period: 1e-3,
    points: [{ name: 'tip', frame: 'l1' }],
    elements,
    tank: { start: 0.5, most: 10, pays: ['changes', 'sources'], ...tank },
  };
}

/** A kernel's numbers of one entry. */
function number(kernel: Kernel, field: string): number {
  return kernel.view(field)[0];
}

function books(kernel: Kernel): number {
  return number(kernel, 'tank.level') + number(kernel, 'tank.paid') - number(kernel, 'tank.kept');
}

describe('a change that a tank pays for', () => {
  it('is made as far as the level goes: raise K', () => {
    const kernel = new Kernel(design({}));
    kernel.set('spring.stiffness', 10);
    const [force] = kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.spring.stiffness')).toBeCloseTo(4 + (6 * 0.5) / 1.47, 9);
    expect(number(kernel, 'inforce.spring.stiffness')).toBeCloseTo(6.040816, 6);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0, 9);
    expect(number(kernel, 'tank.level')).toBeGreaterThanOrEqual(0);
    expect(number(kernel, 'tank.owed')).toBeCloseTo(1.47 - 0.5, 9);
    expect(number(kernel, 'changes')).toBeCloseTo(0.5, 9);
    expect(number(kernel, 'spring.stiffness')).toBe(10);
    // The law has what is in force, in the same step.
    expect(force).toBeCloseTo(0.7 * 6.040816, 5);
  });

  it('is made whole where it releases energy, which fills the tank: lower K', () => {
    const kernel = new Kernel(design({}));
    kernel.set('spring.stiffness', 2);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.spring.stiffness')).toBe(2);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.5 + 0.49, 12);
    expect(number(kernel, 'changes')).toBeCloseTo(-0.49, 12);
    const full = new Kernel(design({ most: 0.7 }));
    full.set('spring.stiffness', 2);
    full.step([0.3], [0]);
    expect(number(full, 'tank.level')).toBe(0.7);
    expect(books(full)).toBeCloseTo(0.5, 14);
  });

  it('is made along the straight way: move the goal', () => {
    const kernel = new Kernel(design({ start: 1 }));
    kernel.set('spring.target', 2);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.spring.target') - 1).toBeCloseTo((-2.8 + Math.sqrt(15.84)) / 4, 9);
    expect(number(kernel, 'inforce.spring.target') - 1).toBeCloseTo(0.294987, 6);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0, 9);
  });

  it('stays wanted and goes on as dampers refill the tank', () => {
    const kernel = new Kernel(design({ start: 0 }, [spring, damper]));
    kernel.set('spring.stiffness', 10);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.spring.stiffness')).toBeCloseTo(4, 12);
    // 2 N s/m at 0.5 m/s take out 0.5 W: by half in the first tick, whole from then on, all of it paid with a tick's delay.
    let before = 4;
    for (let k = 0; k < 5; k++) {
      kernel.step([0.3 + k * 0.5e-3], [0.5]);
      // From the third of these on, with what the second brought in.
      if (k === 1) before = number(kernel, 'inforce.spring.stiffness');
    }
    // 2 N s/m at 0.5 m/s take out 0.5 W. It did nothing in the tick that began at rest.
    expect(number(kernel, 'tank.kept')).toBeCloseTo(0.5e-3 * 4, 12);
    expect(before).toBeCloseTo(4, 12);
    const put = [2, 3, 4].reduce((sum, k) => sum + 0.5e-3 / (0.5 * (0.7 - k * 0.5e-3) ** 2), 0);
    expect(number(kernel, 'inforce.spring.stiffness') - 4).toBeCloseTo(put, 12);
    expect(books(kernel)).toBeCloseTo(0, 14);
  });

  it('may be one of a place in the world, with axes: what follows from it is worked out anew', () => {
    const reach = element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [100] });
    const kernel = new Kernel({
      ...design({ start: 100, most: 100 }, [reach]),
      points: [
        { name: 'tip', frame: 'l1' },
        { name: 'goal', at: [0, 0, 0] },
      ],
    });
    kernel.set('goal.at', 0.2, 0, 0);
    const [force] = kernel.step([0], [0]);
    expect(force).toBeCloseTo(20, 12);
    expect(number(kernel, 'tank.level')).toBeCloseTo(100 - 2, 12);
  });

  it('may be one of axes in the world, whose frame is worked out anew', () => {
    const axes = { from: 'tip', to: 'goal', axes: 'goal' };
    const reach = element('reach', 'spring', 'linear', axes, { stiffness: [100, 50, 50] });
    const kernel = new Kernel({
      ...design({ start: 1 }, [reach]),
      points: [
        { name: 'tip', frame: 'l1' },
        { name: 'goal', at: [0.2, 0, 0] },
      ],
    });
    expect(kernel.step([0], [0])[0]).toBeCloseTo(20, 12);
    kernel.set('goal.attitude', Math.SQRT1_2, 0, 0, Math.SQRT1_2);
    expect(kernel.step([0], [0])[0]).toBeCloseTo(10, 12);
    expect(number(kernel, 'tank.level')).toBeCloseTo(2, 12);
  });

  it.each([
    ['anywhere', [spring]],
    ['on a way, with a damper', [spring, damper]],
  ])('never overdraws, and the books add up over 40 random sets: %s', (_, elements) => {
    const random = noise(11);
    const kernel = new Kernel(design({ start: 0.3, most: 2 }, elements));
    let [q, v] = [random(), 0];
    let jumps = 0;
    for (let k = 0; k < 40; k++) {
      kernel.set('spring.stiffness', 10 * (1 + random()));
      kernel.set('spring.target', 2 * random());
      // A damper takes out what it is driven by.
      q = elements.length === 1 ? random() : q + 0.1 * v;
      v = random();
      const energy = (): number => {
        const [K, target] = ['stiffness', 'target'].map((part) => number(kernel, `inforce.spring.${part}`));
        return 0.5 * K * (target - q) ** 2;
      };
      const before = energy();
      kernel.step([q], [v]);
      jumps += energy() - before;
      expect(number(kernel, 'tank.level')).toBeGreaterThanOrEqual(-1e-15);
      expect(number(kernel, 'tank.level')).toBeLessThanOrEqual(2);
    }
    expect(number(kernel, 'changes')).toBeCloseTo(jumps, 12);
    expect(books(kernel)).toBeCloseTo(0.3, 12);
    expect(Math.abs(jumps)).toBeGreaterThan(0.1);
  });

  it('is nothing that a tank of sources alone pays', () => {
    const kernel = new Kernel(design({ pays: ['sources'] }));
    kernel.set('spring.stiffness', 10);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.spring.stiffness')).toBe(10);
    expect(number(kernel, 'tank.level')).toBe(0.5);
    expect(number(kernel, 'changes')).toBeCloseTo(1.47, 12);
  });

  it('waits while the joint state is none', () => {
    const kernel = new Kernel(design({}));
    kernel.set('spring.stiffness', 10);
    kernel.step([Number.NaN], [0]);
    expect(number(kernel, 'inforce.spring.stiffness')).toBe(4);
    expect(number(kernel, 'tank.level')).toBe(0.5);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0, 9);
  });
});

describe('sources that a tank pays for', () => {
  it('act in full while it lasts, then by what it affords, and what they did is what it pays', () => {
    const kernel = new Kernel(design({ start: 0.01 }, [push]));
    let [x, v, work] = [0, 0, 0];
    let least = 1;
    for (let k = 0; k < 400; k++) {
      const [force] = kernel.step([x], [v]);
      if (k === 0) expect(force).toBe(3);
      least = Math.min(least, number(kernel, 'tank.scale'));
      v += 1e-3 * force;
      x += 1e-3 * v;
      work += force * 1e-3 * v;
    }
    const [force] = kernel.step([x], [v]);
    expect(force).toBeLessThan(1e-2);
    expect(least).toBeLessThan(0.01);
    expect(number(kernel, 'tank.paid')).toBeCloseTo(work, 14);
    expect(books(kernel)).toBeCloseTo(0.01, 14);
    // A tick's own acceleration is part of its plan.
    expect(work).toBeGreaterThan(0.0099);
    expect(work).toBeLessThanOrEqual(0.01 + 1e-15);
  });

  it('never overdraw by what the controller knows: random arms, springs and sources, from rest and on the way', () => {
    const random = noise(23);
    let [least, short] = [0, 0];
    for (let trial = 0; trial < 12; trial++) {
      const model = trial % 2 === 0 ? planar() : sevenJoints();
      const tip = { name: 'tip', frame: trial % 2 === 0 ? 'l3' : 'l7', at: [0, 0, 0.08] } as const;
      const fall: Vec3<number> = [0, 0, trial % 3 === 0 ? -9.81 : 0];
      const start = trial % 4 === 0 ? 0 : 0.002 * (1 + random());
      const kernel = new Kernel({
        name: 'random',
        model,
        period: 1e-3,
        gravity: fall,
        points: [tip, { name: 'goal', at: [random(), random(), random()] }],
        elements: [
          element(
            'reach',
            'spring',
            'linear',
            { from: 'tip', to: 'goal' },
            { stiffness: [100 * (1 + random())] },
          ),
          element('calm', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [1 + random()] }),
          element(
            'push',
            'source',
            'force',
            { at: 'tip' },
            { force: [20 * random(), 20 * random(), 20 * random()] },
          ),
        ],
        tank: { start, most: 1, pays: ['sources'] },
      });
      let { q, v } = randomState(model, random);
      if (trial % 4 < 2) v = v.map(() => 0);
      for (let k = 0; k < 60; k++) {
        const torques = kernel.step(q, v);
        expect(number(kernel, 'tank.level'), `trial ${trial} at ${k}`).toBeGreaterThanOrEqual(-1e-13);
        least = Math.min(least, number(kernel, 'tank.level'));
        if (number(kernel, 'tank.scale') < 1) short++;
        const a = forwardDynamics(numbers, model, q, v, torques, fall);
        v = v.map((x, i) => x + 1e-3 * a[i]);
        q = integrate(numbers, model, q, v, 1e-3);
      }
    }
    expect(short).toBeGreaterThan(100);
    expect(least).toBeGreaterThan(-1e-13);
  });

  it('overdraw by what an unknown push does along with them, by what they reserved less what they did, and wait', () => {
    for (const [outside, late] of [
      [0, 1],
      [50, 1],
      [50, 3],
      [0, 3],
    ]) {
      const kernel = new Kernel(design({ start: 2e-3 }, [push]));
      const [force] = kernel.step([0], [1]);
      const reserved = number(kernel, 'tank.reserved');
      expect(reserved).toBeCloseTo(2e-3, 15);
      expect(force).toBeLessThan(3);
      const v = 1 + 1e-3 * (force + outside);
      const travel = 1e-3 * late * v;
      kernel.step([travel], [v], 1e-3 * late);
      expect(number(kernel, 'tank.level')).toBeCloseTo(-(force * travel - reserved), 15);
      if (late === 1) expect(number(kernel, 'tank.level')).toBeCloseTo(-force * outside * 1e-6, 15);
      if (outside === 0) expect(number(kernel, 'tank.level')).toBeCloseTo(-force * v * (late - 1) * 1e-3, 15);
      expect(number(kernel, 'tank.scale')).toBeLessThan(1e-9);
    }
  });

  it('fill it where they are driven back, and then act in full', () => {
    const kernel = new Kernel(design({ start: 0 }, [push]));
    expect(kernel.step([0], [0])[0]).toBe(0);
    expect(kernel.step([0], [-0.5])[0]).toBe(3);
    kernel.step([-1e-3], [-0.5]);
    expect(number(kernel, 'tank.level')).toBeCloseTo(3e-3, 15);
    const full = new Kernel(design({ start: 0.5, most: 0.5 }, [push]));
    full.step([0], [-0.5]);
    full.step([-1e-3], [-0.5]);
    expect(number(full, 'tank.level')).toBe(0.5);
    expect(books(full)).toBe(0.5);
  });

  it('are as they were where it pays for changes alone', () => {
    const kernel = new Kernel(design({ start: 0, pays: ['changes'] }, [push]));
    expect(kernel.step([0], [1])[0]).toBe(3);
  });

  it('reserve what they need, so that a change does not spend it', () => {
    const kernel = new Kernel(design({ start: 0.5 }, [push, spring]));
    kernel.step([0.3], [0.1]);
    // 3 N at 0.1 m/s, and what 3 N and the spring's 2.8 N add to that in a tick of 1 kg.
    expect(number(kernel, 'tank.reserved')).toBeCloseTo(3e-4 + 3 * 2.8e-6 + 9e-6, 15);
    kernel.set('spring.stiffness', 10);
    kernel.step([0.3001], [0]);
    expect(number(kernel, 'tank.level')).toBeGreaterThanOrEqual(-1e-15);
  });

  it('count as paid where the law was lost after them', () => {
    const kernel = new Kernel(design({ start: 0.5 }, [push]));
    kernel.step([0], [0.1]);
    kernel.step([Number.NaN], [0.1]);
    expect(number(kernel, 'tank.paid')).toBeCloseTo(3e-4 + 9e-6, 15);
    expect(books(kernel)).toBeCloseTo(0.5, 14);
  });
});

/** A slider that is driven from a place at a speed for so many ticks: what its port took out, J. */
function driven(kernel: Kernel, speed: number, ticks: number, from = 0): number {
  let [x, out] = [from, 0];
  for (let k = 0; k < ticks; k++) {
    out -= kernel.step([x], [speed])[0] * speed * 1e-3;
    x += speed * 1e-3;
  }
  kernel.step([x], [speed]);
  return out;
}

describe('a regulator that a tank pays for', () => {
  const regulator = (speed: number): ElementDesign =>
    element('drive', 'source', 'regulator', { joint: 'j1' }, { damping: [100], speed: [speed] });

  it('brings nothing in at its own speed', () => {
    const kernel = new Kernel(design({}, [regulator(0.5)]));
    expect(driven(kernel, 0.5, 1000)).toBeCloseTo(0, 12);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.5, 12);
    expect(number(kernel, 'tank.kept')).toBe(0);
  });

  it('brings in what it takes out where it brakes', () => {
    const kernel = new Kernel(design({}, [regulator(0.1)]));
    expect(driven(kernel, 0.2, 100)).toBeCloseTo(0.2, 12);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.7, 12);
    expect(number(kernel, 'tank.kept')).toBe(0);
  });

  it('brings it in once beside a damper', () => {
    const kernel = new Kernel(design({}, [regulator(0.1), damper]));
    // 10 N and 0.4 N over 2 cm.
    const out = driven(kernel, 0.2, 100);
    expect(out).toBeCloseTo(0.208, 12);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.5 + 0.208, 12);
    expect(number(kernel, 'tank.kept')).toBeCloseTo(0.008, 12);
  });

  it('is scaled as a whole: its power is what it puts in less what it takes out', () => {
    const kernel = new Kernel(design({ start: 0.004 }, [regulator(0.5)]));
    const [force] = kernel.step([0], [0.2]);
    expect(number(kernel, 'tank.scale')).toBeLessThan(0.9);
    const power = kernel.view('power');
    const of = (name: string) => power[kernel.labels('power').indexOf(name)];
    expect(force).toBeCloseTo(30 * number(kernel, 'tank.scale'), 12);
    expect(of('source.drive') - of('dissipated.drive')).toBeCloseTo(force * 0.2, 12);
  });

  it('damps a virtual body by what it is scaled to', () => {
    const { acting, ...law } = regulated();
    const [{ effect }] = withSources(numbers, { ...law, acting }, 0.25).acting;
    expect(effect.secant).toEqual([25]);
    expect(effect.dissipated).toBeCloseTo(0.25 * 100 * 0.04, 12);
    expect(effect.force[0]).toBeCloseTo(0.25 * 100 * (0.2 - 0.5), 12);
  });

  function regulated() {
    const made = design({}, [regulator(0.5)]);
    return controlLaw(numbers, made, designSlots(made), [0], [0.2]);
  }
});

describe('dampers that fill a tank', () => {
  const held = (damping: number, start = 0) =>
    new Kernel({
      ...design({ start, most: 1e9 }, [
        element('damper', 'damper', 'joint', { joint: 'j1' }, { damping: [damping] }),
      ]),
    });

  /** 1 kg that this damper alone stops from 1 m/s: what its port took out in so many ticks. */
  function stopped(kernel: Kernel, ticks: number): number {
    let [x, v, out] = [0, 1, 0];
    for (let k = 0; k < ticks; k++) {
      const [force] = kernel.step([x], [v]);
      const next = v + force * 1e-3;
      const travel = 0.5e-3 * (v + next);
      [x, v, out] = [x + travel, next, out - force * travel];
    }
    kernel.step([x], [v]);
    return out;
  }

  it.each([1, 1000, 1900])('bring in no more than their held torques took out: %d N s/m', (damping) => {
    const kernel = held(damping);
    const out = stopped(kernel, 200);
    expect(out).toBeLessThanOrEqual(0.5 + 1e-12);
    expect(number(kernel, 'tank.level')).toBeLessThanOrEqual(out + 1e-12);
    expect(number(kernel, 'tank.level')).toBeGreaterThan(0.99 * out);
    expect(books(kernel)).toBeCloseTo(0, 12);
  });

  it('take out of it what they put in where they are held too long: 2050 N s/m', () => {
    const kernel = held(2050, 1);
    const out = stopped(kernel, 200);
    expect(out).toBeLessThan(-1e8);
    expect(number(kernel, 'tank.kept') / out).toBeCloseTo(1, 9);
    expect(number(kernel, 'tank.level')).toBeLessThan(-1e8);
  });
});

describe('a command that limits cut', () => {
  const limits = { torque: { most: [1] } };
  const strong = element('damper', 'damper', 'joint', { joint: 'j1' }, { damping: [100] });

  it('fills the tank with nothing: dampers', () => {
    const kernel = new Kernel({ ...design({ start: 0, most: 1e6 }, [strong]), limits });
    expect(driven(kernel, 1, 1000)).toBeCloseTo(1, 12);
    expect(number(kernel, 'tank.level')).toBe(0);
    // It goes on where nothing is cut.
    const out = driven(kernel, 0.005, 100, 1);
    expect(number(kernel, 'tank.level')).toBeCloseTo(out, 12);
  });

  it('fills the tank with nothing: sources that brake, while what they do is paid', () => {
    const kernel = new Kernel({ ...design({ start: 0.5, most: 1e6 }, [push]), limits });
    driven(kernel, -0.5, 100);
    expect(number(kernel, 'tank.level')).toBe(0.5);
    expect(number(kernel, 'tank.paid')).toBe(0);
    kernel.step([-0.04], [0]);
    expect(number(kernel, 'tank.paid')).toBeCloseTo(3 * 0.01, 12);
  });

  it('fills the tank with nothing: changes that release energy', () => {
    const kernel = new Kernel({ ...design({}), limits });
    kernel.step([0.3], [0]);
    kernel.set('spring.stiffness', 2);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'changes')).toBeCloseTo(-0.49, 12);
    expect(number(kernel, 'tank.level')).toBe(0.5);
    expect(books(kernel)).toBe(0.5);
  });

  it('is one whose forces are capped at a point, too', () => {
    const drag = element('drag', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [100] });
    const kernel = new Kernel({
      ...design({ start: 0 }, [drag]),
      limits: { force: [{ at: 'tip', norm: 1 }] },
    });
    driven(kernel, 1, 100);
    expect(number(kernel, 'tank.level')).toBe(0);
  });

  it('is one that a reaction takes the place of', () => {
    const kernel = new Kernel({ ...design({ start: 0 }, [strong]), limits: { torque: { most: [1e3] } } });
    kernel.step([0], [1]);
    kernel.step([Number.NaN], [1]);
    expect(number(kernel, 'tank.uncut')).toBe(0);
    kernel.step([0.002], [1]);
    expect(number(kernel, 'tank.level')).toBe(0);
    expect(number(kernel, 'tank.uncut')).toBe(1);
  });
});

describe('a step that comes late', () => {
  it('fills in no more than a nominal one', () => {
    const kernel = new Kernel(design({ start: 0 }, [damper]));
    kernel.step([0], [1]);
    kernel.step([10], [1], 10);
    expect(number(kernel, 'tank.kept')).toBeCloseTo(2e-3, 15);
    kernel.step([10], [1], -1);
    expect(number(kernel, 'tank.kept')).toBeCloseTo(2e-3, 15);
  });

  it('fills in as much after a gap of 1 s as after a tick, whatever the speed then', () => {
    const kernel = new Kernel(design({ start: 0 }, [damper]));
    kernel.view('time')[0] = 0;
    kernel.step([0], [0.5]);
    kernel.view('time')[0] = 1;
    kernel.step([15], [30], 1);
    // At most the tick's part of the trapezoid: ½ (0.5 W + 1800 W) 1 ms, not 900 J.
    expect(number(kernel, 'tank.kept')).toBeCloseTo(0.5 * (0.5 + 1800) * 1e-3, 12);
    expect(books(kernel)).toBeCloseTo(0, 14);
  });
});

describe('a program with a tank and phases', () => {
  it('gives the same bits interpreted and compiled', () => {
    const phases = [
      { name: 'a', set: { 'spring.target': [0.5] }, until: { after: 5e-3 } },
      { name: 'b', set: { 'spring.stiffness': [30] }, until: { norm: 'spring', below: 0.4 }, blend: 4e-3 },
      { name: 'c' },
    ];
    const program = controlProgram({ ...design({ start: 0.1 }, [spring, damper, push]), phases });
    const kernels = [interpret(program), compileWasm(program), compileJavaScript(program)];
    const random = noise(3);
    for (const { run } of kernels) run.prepare();
    for (let k = 0; k < 30; k++) {
      const [q, v, K] = [0.5 * random(), random(), 8 + 4 * random()];
      for (const { layout, memory, run } of kernels) {
        view(layout, memory, 'time')[0] = k * 1e-3;
        view(layout, memory, 'q')[0] = q;
        view(layout, memory, 'v')[0] = v;
        if (k % 7 === 0) view(layout, memory, 'spring.stiffness')[0] = K;
        run.step();
        run.observe();
      }
      for (const name of [
        'torque',
        'tank.level',
        'tank.paid',
        'changes',
        'phase',
        'inforce.spring.stiffness',
        'stored',
      ]) {
        const [first, ...others] = kernels.map(({ layout, memory }) => [...view(layout, memory, name)]);
        for (const other of others) expect(other, `${name} at ${k}`).toEqual(first);
      }
    }
    const [{ layout, memory }] = kernels;
    expect(view(layout, memory, 'phase')[0]).toBe(2);
  });
});

describe('a design without a tank and phases', () => {
  it('has nothing of it in its memory', () => {
    const { tank: _, ...bare } = design({});
    const kernel = new Kernel(bare);
    for (const field of ['tank.level', 'inforce.spring.stiffness', 'changes', 'phase'])
      expect(kernel.has(field)).toBe(false);
    expect(controlMemory(bare)).toEqual([]);
    expect(controlMemory(design({}))).toEqual(['tank']);
  });
});
