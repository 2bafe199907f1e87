import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret, view } from '../graph/index.js';
import { numbers, type Quaternion, quaternionExp, quaternionProduct, unitOf } from '../math/index.js';
import { chain, noise, planar, randomState, rotation } from '../mechanism/arms.test.helper.js';
import {
  forwardKinematics,
  frameOf,
  framePlacement,
  gravityTorque,
  integrate,
  potentialEnergy,
} from '../model/index.js';
import { element, everything, Kernel, reaching } from './designs.test.helper.js';
import {
  controlMemory,
  controlProgram,
  type Design,
  designProblems,
  elementTorques,
  observedFields,
} from './index.js';
import { controlLaw, ordered, torquesOf } from './law.js';
import { designSlots } from './numeric.js';

const bytes = (memory: Float64Array) => new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength);
const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((sum, x, i) => sum + x * b[i], 0);

describe('a control program', () => {
  it('gives what the law gives with numbers, within 1e-12', () => {
    const design = everything();
    expect(designProblems(design)).toEqual([]);
    const kernel = new Kernel(design);
    const random = noise(31);
    for (let k = 0; k < 20; k++) {
      const { q, v } = randomState(design.model, random);
      const torque = kernel.step(q, v);
      const gravity = gravityTorque(numbers, design.model, q, [0, 0, -9.81]);
      const direct = elementTorques(design, q, v).map((x, i) => x + gravity[i]);
      const size = Math.hypot(...direct);
      torque.forEach((x, i) => {
        expect(Math.abs(x - direct[i])).toBeLessThan(1e-12 * size);
      });
      expect(kernel.view('fault')[0]).toBe(0);
    }
  });

  it('gives the same bits interpreted, as WebAssembly and as JavaScript, in faults as well', () => {
    const design: Design = {
      ...everything(),
      limits: {
        force: [{ at: 'tool', norm: 20 }],
        torque: { most: [40, 40, 20, 20, 5, 5, 2] },
        torqueRate: { most: new Array(7).fill(4000) },
      },
      guards: { nonFinite: 'hold' },
    };
    const program = controlProgram(design);
    const machines = [interpret(program), compileWasm(program), compileJavaScript(program)];
    const random = noise(37);
    for (const machine of machines) machine.run.prepare();
    for (let k = 0; k < 60; k++) {
      const { q, v } = randomState(design.model, random);
      if (k % 11 === 3) v[2] = Number.NaN;
      const press = k % 7 === 2 ? Number.NaN : -10;
      for (const machine of machines) {
        view(machine.layout, machine.memory, 'q').set(q);
        view(machine.layout, machine.memory, 'v').set(v);
        view(machine.layout, machine.memory, 'press.force').set([0, 0, press]);
        machine.run.step();
        machine.run.observe();
      }
      for (const machine of machines.slice(1)) {
        expect(Buffer.compare(bytes(machine.memory), bytes(machines[0].memory))).toBe(0);
      }
    }
  });

  it('has units in its layout that can be read', () => {
    const design: Design = {
      ...everything(),
      limits: { torque: { most: new Array(7).fill(40) }, torqueRate: { most: new Array(7).fill(4000) } },
      guards: { nonFinite: 'hold' },
    };
    for (const field of controlProgram(design).layout.fields) {
      const units = typeof field.unit === 'string' ? [field.unit] : field.unit;
      expect([1, field.size]).toContain(units.length);
      for (const unit of units) if (unit !== '') expect(unitOf(unit).factor).toBeGreaterThan(0);
      expect(field.meaning ?? '').not.toBe('');
      expect([0, field.size]).toContain((field.labels ?? []).length);
    }
  });

  it('keeps its numbers in slots: what is written there counts after prepare', () => {
    const kernel = new Kernel(everything());
    const { q, v } = randomState(kernel.model, noise(32));
    for (const field of [
      'reach.stiffness',
      'tool.at',
      'tool.attitude',
      'goal.at',
      'goal.attitude',
      'gravity',
      'posture.target',
    ]) {
      const before = kernel.step(q, v);
      const values = [...kernel.view(field)];
      kernel.set(field, ...values.map((x, i) => x + 0.1 + 0.05 * i));
      const after = kernel.step(q, v);
      expect(Math.max(...after.map((x, i) => Math.abs(x - before[i])))).toBeGreaterThan(1e-4);
      kernel.set(field, ...values);
      expect(kernel.step(q, v)).toEqual(before);
    }
  });

  it('gives the same bits whatever the order of points and elements', () => {
    const design = everything();
    const turned: Design = {
      ...design,
      points: [...design.points].reverse(),
      elements: [...design.elements].reverse(),
    };
    const [one, two] = [new Kernel(design), new Kernel(turned)];
    const { q, v } = randomState(design.model, noise(33));
    expect(two.step(q, v)).toEqual(one.step(q, v));
    expect([...two.view('power')]).toEqual([...one.view('power')]);
  });

  it('gives the same torque with and without ledger, guards and limits that do not act', () => {
    const design: Design = {
      ...everything(),
      limits: {
        force: [{ at: 'tool', norm: 1e6 }],
        torque: { most: new Array(7).fill(1e6) },
        torqueRate: { most: new Array(7).fill(1e9) },
      },
    };
    const { q, v } = randomState(design.model, noise(34));
    const plain = new Kernel(design, { ledger: false, guards: false, limits: false, observe: false });
    const full = new Kernel(design);
    expect(plain.has('asked') || plain.has('power') || plain.has('limits.torque')).toBe(false);
    const torque = plain.step(q, v);
    full.step(q, v).forEach((x, i) => {
      expect(x).toBeCloseTo(torque[i], 9);
    });
    full.view('asked').forEach((x, i) => {
      expect(x).toBeCloseTo(torque[i], 9);
    });
  });

  it('books every flow: torque·v = −d/dt stored − dissipated + sources', () => {
    const design = everything();
    const kernel = new Kernel({ ...design, limits: { torque: { most: new Array(7).fill(1) } } });
    const random = noise(35);
    const spin = [0.3, -0.5, 0.8] as const;
    const drift = [0.4, 0.2, -0.7] as const;
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(design.model, random);
      const at = design.points.find((p) => p.name === 'runner');
      const attitude = (t: number) =>
        quaternionProduct(
          numbers,
          quaternionExp(numbers, [spin[0] * t, spin[1] * t, spin[2] * t]),
          at?.attitude as Quaternion<number>,
        );
      const place = (t: number) => {
        kernel.view('runner.at').set([0, 1, 2].map((i) => (at?.at?.[i] ?? 0) + drift[i] * t));
        kernel.view('runner.attitude').set(attitude(t));
        kernel.view('runner.at.rate').set(drift);
        kernel.view('runner.attitude.rate').set(spin);
      };
      const stored = (t: number) => {
        place(t);
        kernel.observe(integrate(numbers, design.model, q, v, t), v);
        return kernel.view('stored').reduce((sum, x) => sum + x, 0);
      };
      const h = 1e-6;
      const slope = (stored(h) - stored(-h)) / (2 * h);
      place(0);
      kernel.step(q, v);
      const labels = kernel.labels('power');
      const flows = labels.map(
        (label, i) => (label.startsWith('source.') ? 1 : -1) * kernel.view('power')[i],
      );
      expect(labels).toContain('source.runner');
      expect(labels).toContain('source.press');
      const power = dot(kernel.view('asked'), v);
      const booked = flows.reduce((sum, x) => sum + x, 0) - slope;
      expect(Math.abs(power - booked)).toBeLessThan(1e-6 * (1 + Math.abs(power)));
      labels.forEach((label, i) => {
        if (label.startsWith('dissipated.')) expect(kernel.view('power')[i]).toBeGreaterThanOrEqual(0);
      });
    }
  });

  it('observes poses, forces and energies', () => {
    const design = reaching(200, [0.5, 0.9, 0], { compensate: ['gravity'] });
    const kernel = new Kernel(design);
    const q = [0.3, 0.5];
    kernel.observe(q, [1, -2]);
    const kinematics = forwardKinematics(numbers, design.model, q);
    const tip = framePlacement(numbers, kinematics, frameOf(design.model, 'l3')).position;
    expect([...kernel.view('tip.position')]).toEqual(tip.map((x) => expect.closeTo(x, 12)));
    const e = [0.5 - tip[0], 0.9 - tip[1], 0];
    expect([...kernel.view('reach.extension')]).toEqual(e.map((x) => expect.closeTo(x, 12)));
    expect([...kernel.view('reach.force')]).toEqual(e.map((x) => expect.closeTo(200 * x, 10)));
    expect(kernel.view('reach.energy')[0]).toBeCloseTo(100 * dot(e, e), 10);
    expect(kernel.labels('stored')).toEqual(['reach', 'gravity']);
    expect(kernel.view('stored')[1]).toBeCloseTo(
      -potentialEnergy(numbers, design.model, q, [0, 0, -9.81]),
      12,
    );
    expect(dot(kernel.view('tip.orientation'), kernel.view('tip.orientation'))).toBeCloseTo(1, 12);
  });

  it('observes what is asked for, with the same bits, and stored energies in any case', () => {
    const design: Design = { ...everything(), limits: { force: [{ at: 'tool', norm: 20 }] } };
    const all = compileWasm(controlProgram(design));
    const names = observedFields(design).map(({ name }) => name);
    expect(all.layout.fields.filter((field) => field.region === 'observed').map(({ name }) => name)).toEqual(
      names,
    );
    expect(Object.keys(all.run)).toEqual(['prepare', 'step', 'observe']);
    const wanted = names.filter((name, i) => i % 3 === 1 && name !== 'stored');
    const some = compileWasm(controlProgram(design, { observe: (name) => wanted.includes(name) }));
    expect(some.layout.fields.filter(({ region }) => region === 'observed').map(({ name }) => name)).toEqual(
      names.filter((name) => wanted.includes(name) || name === 'stored'),
    );
    const { q, v } = randomState(design.model, noise(3));
    for (const { layout, memory, run } of [all, some]) {
      view(layout, memory, 'q').set(q);
      view(layout, memory, 'v').set(v);
      for (const name of Object.keys(run)) run[name]();
    }
    for (const name of [...wanted, 'stored', 'torque', 'power']) {
      expect([...view(some.layout, some.memory, name)]).toEqual([...view(all.layout, all.memory, name)]);
    }
  });
});

describe('the memory of a design', () => {
  const torqueRate = { most: [100, 100] };
  it.each<[string, Partial<Design>, string[]]>([
    ['nothing', {}, []],
    ['a limit on the rate', { limits: { torqueRate } }, ['limits.torqueRate']],
    ['a pose to hold', { guards: { nonFinite: 'hold' } }, ['guards.nonFinite']],
    ['a brake', { guards: { nonFinite: 'damped stop' }, limits: { torque: { most: [1, 1] } } }, []],
    [
      'both',
      { limits: { torqueRate }, guards: { nonFinite: 'hold' } },
      ['limits.torqueRate', 'guards.nonFinite'],
    ],
  ])('is that of the state of its program: %s', (_, more, expected) => {
    const design = reaching(100, [0.5, 0.9, 0], { ...more, compensate: ['gravity'] });
    const state = controlProgram(design).layout.fields.filter((field) => field.region === 'state');
    expect(controlMemory(design)).toEqual(expected);
    expect(new Set(state.map((field) => field.name.split('.')[0])).size).toBe(expected.length);
  });
});

describe('forces at points', () => {
  it('act with their lever arm', () => {
    const base = reaching(0, [0, 0, 0]);
    const press = (at: readonly [number, number, number], force: number[]) =>
      elementTorques(
        {
          ...base,
          points: [{ name: 'p', frame: 'l3', at }],
          elements: [element('f', 'source', 'force', { at: 'p' }, { force })],
        },
        [0, 0],
        [0, 0],
      );
    // The tip at (2, 0): 10 N along +y turn both joints by their levers; 0.5 m further out by 0.5 m more.
    expect(press([0, 0, 0], [0, 10, 0])).toEqual([expect.closeTo(20, 12), expect.closeTo(10, 12)]);
    expect(press([0.5, 0, 0], [0, 10, 0])).toEqual([expect.closeTo(25, 12), expect.closeTo(15, 12)]);
    // An offset alone makes no force.
    expect(press([0.5, 0.2, 0], [0, 0, 0])).toEqual([0, 0]);
  });

  it('stand in the axes of their frame, however that stands in its body', () => {
    const design: Design = { ...everything(), elements: [] };
    const kernel = new Kernel(design);
    const { q, v } = randomState(design.model, noise(33));
    kernel.observe(q, v);
    const kinematics = forwardKinematics(numbers, design.model, q);
    const { position, rotation: R } = framePlacement(numbers, kinematics, frameOf(design.model, 'l8'));
    const at = [0.02, -0.01, 0.05];
    const wanted = position.map((x, i) => x + dot([R[3 * i], R[3 * i + 1], R[3 * i + 2]], at));
    expect([...kernel.view('tool.position')]).toEqual(wanted.map((x) => expect.closeTo(x, 12)));
  });

  it('on a continuous joint go round the short way, but not where another joint follows it', () => {
    const leader = { type: 'continuous', centre: [0.1, 0, 0] } as const;
    const follower = { xyz: [0.2, 0, 0], mimic: { joint: 'j1', multiplier: 0.5, offset: 0 } } as const;
    const keep = element('keep', 'spring', 'joint', { joint: 'j1' }, { stiffness: [1], target: [-3.13] });
    const torque = (model: Design['model']) =>
      elementTorques({ name: 'round', model, period: 1e-3, points: [], elements: [keep] }, [3.13], [0]);
    expect(torque(chain([leader]))).toEqual([expect.closeTo(2 * Math.PI - 6.26, 10)]);
    expect(torque(chain([leader, follower]))).toEqual([expect.closeTo(-6.26, 10)]);
  });

  it.each([0, Math.PI / 2])('turn with the base: a tip force in base axes, base yawed by %d', (yaw) => {
    expect(pressedInBaseAxes(yaw)).toEqual([expect.closeTo(-5.06438, 5), expect.closeTo(-3.58678, 5)]);
  });

  it('stand in the axes of the tool when asked: (−10, 0, 0) N for 1 cm and a yaw of 90°', () => {
    const design: Design = {
      ...reaching(0, [0, 0, 0]),
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'goal', at: [0, 0, 0] },
      ],
      elements: [
        element(
          'k',
          'spring',
          'linear',
          { from: 'tip', to: 'goal', axes: 'tip' },
          { stiffness: [100, 1000, 1000] },
        ),
      ],
    };
    // Both joints together yaw the tip by 90°.
    const q = [0.4, Math.PI / 2 - 0.4];
    const tip = framePlacement(
      numbers,
      forwardKinematics(numbers, design.model, q),
      frameOf(design.model, 'l3'),
    ).position;
    const kernel = new Kernel(design);
    kernel.set('goal.at', tip[0] - 0.01, tip[1], tip[2]);
    kernel.observe(q, [0, 0]);
    // In tool axes base −x is +y of the tool, where the stiffness is 1000.
    expect(kernel.view('k.force')[1]).toBeCloseTo(10, 10);
    expect(Math.abs(kernel.view('k.force')[0])).toBeLessThan(1e-10);
  });
});

/** Joint torques of (5, 0) N at the tip in the axes of a base that is yawed. */
function pressedInBaseAxes(yaw: number): number[] {
  const R = rotation([0, 0, yaw]);
  const design: Design = {
    ...reaching(0, [0, 0, 0]),
    elements: [element('f', 'source', 'force', { at: 'tip' }, { force: [5 * R[0], 5 * R[3], 5 * R[6]] })],
  };
  return elementTorques({ ...design, model: planar([0, 0, yaw]) }, [0.3, 0.5], [0, 0]);
}

describe('the law with numbers', () => {
  it('is one function for kernel and analysis', () => {
    const design = ordered(everything());
    const { q, v } = randomState(design.model, noise(36));
    const law = controlLaw(numbers, design, designSlots(design), q, v);
    const torques = torquesOf(
      numbers,
      design.model,
      law.kinematics,
      law.loads.sites.values(),
      law.loads.joints,
    );
    expect(torques).toEqual(elementTorques(everything(), q, v));
    expect(law.acting.map((a) => a.element.name)).toEqual(
      [...everything().elements.map((e) => e.name)].sort(),
    );
  });
});
