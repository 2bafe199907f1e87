import { describe, expect, it } from 'vitest';
import { compileWasm } from '../graph/index.js';
import { chain, noise, planar, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import {
  type Bill,
  type Design,
  type LawDesign,
  liveProblems,
  type PhaseDesign,
  passivityOf,
} from './index.js';
import { led, wandering } from './led.test.helper.js';

const slider = chain([{ type: 'prismatic', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);

function sliding(more: Partial<Design>): Design {
  return {
    name: 'tanked',
    model: slider,
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', at: [1, 0, 0] },
    ],
    elements: [],
    tank: { start: 0.01, most: 10, pays: ['changes', 'sources'] },
    ...more,
  };
}

const law = (name: string, kind: string, parameters: LawDesign['parameters'], more = {}): LawDesign => ({
  name,
  kind,
  at: 'tip',
  axes: 'world',
  parameters,
  ...more,
});
const hold = (parameters: LawDesign['parameters']) =>
  law('keep', 'impedance', parameters, { target: 'goal' });
const push = law('push', 'wrench', { wanted: [3, 0, 0, 0, 0, 0] });

const number = (kernel: Kernel, field: string): number => kernel.view(field)[0];

/** The powers of a kernel by name. */
function powers(kernel: Kernel): Record<string, number> {
  const values = kernel.view('power');
  return Object.fromEntries(kernel.labels('power').map((name, i) => [name, values[i]]));
}

describe('a law that puts energy in, beside a tank', () => {
  it('is paid and scaled as the same element is, to the bit', () => {
    const source = element('push', 'source', 'force', { at: 'tip' }, { force: [3, 0, 0] });
    const [asLaw, asElement] = [{ laws: [push] }, { elements: [source] }].map(
      (more) => new Kernel(sliding(more)),
    );
    let [x, v] = [0, 0];
    let least = 1;
    for (let k = 0; k < 300; k++) {
      const [force] = asLaw.step([x], [v]);
      expect(force).toBe(asElement.step([x], [v])[0]);
      for (const field of ['level', 'paid', 'kept', 'scale', 'reserved'])
        expect(number(asLaw, `tank.${field}`), field).toBe(number(asElement, `tank.${field}`));
      expect(powers(asLaw)['source.push']).toBeCloseTo(force * v, 15);
      least = Math.min(least, number(asLaw, 'tank.scale'));
      expect(number(asLaw, 'tank.level')).toBeGreaterThan(-1e-18);
      v += 1e-3 * force;
      x += 1e-3 * v;
    }
    expect(least).toBeLessThan(0.01);
    expect(0.5 * v * v).toBeGreaterThan(0.0097);
    expect(0.5 * v * v).toBeLessThanOrEqual(0.01 + 1e-15);
  });

  it('is scaled by what it puts in alone: the spring and the damper of an impedance stay as they are', () => {
    const all = { stiffness: [40], damping: [2], wanted: [30, 0, 0, 0, 0, 0] };
    const kernel = new Kernel(sliding({ laws: [hold(all)] }));
    const [force] = kernel.step([0.8], [0.5]);
    const scale = number(kernel, 'tank.scale');
    expect(scale).toBeGreaterThan(0.1);
    expect(scale).toBeLessThan(0.9);
    expect(force).toBeCloseTo(8 - 1 + scale * 30, 12);
    const { 'source.keep': put, 'dissipated.keep': taken } = powers(kernel);
    expect(put).toBeCloseTo(scale * 30 * 0.5, 12);
    expect(taken).toBeCloseTo(0.5, 12);
    kernel.observe([0.8], [0.5]);
    expect(kernel.view('stored')[0]).toBeCloseTo(0.5 * 40 * 0.04, 12);
  });

  it('is paid for what its held force did', () => {
    const kernel = new Kernel(sliding({ laws: [push], tank: { start: 1, most: 10, pays: ['sources'] } }));
    kernel.step([0], [0.1]);
    kernel.step([0.02], [0.1]);
    expect(number(kernel, 'tank.paid')).toBeCloseTo(0.06, 15);
    // Driven back it fills the tank.
    kernel.step([0.01], [-0.1]);
    expect(number(kernel, 'tank.paid')).toBeCloseTo(0.03, 15);
  });

  it('is as it was where the tank pays for changes alone', () => {
    const kernel = new Kernel(sliding({ laws: [push], tank: { start: 0, most: 1, pays: ['changes'] } }));
    expect(kernel.step([0], [1])[0]).toBe(3);
  });

  it('is a posture in the null space, and an inertia that is shaped', () => {
    const model = sevenJoints();
    const random = noise(5);
    const { q } = randomState(model, random);
    const points = [
      { name: 'tip', frame: 'l8' },
      { name: 'goal', at: [0.3, 0.2, 0.4] as const },
    ];
    for (const parameters of [
      { stiffness: [200], posture: q.map((x) => x + 0.5), postureStiffness: [60] },
      { stiffness: [200], mass: [0.5] },
    ] as const) {
      const sensors = [{ name: 'wrist', at: 'tip' }];
      const own = { ...hold(parameters), sensor: 'wrist' };
      const design = (start: number) =>
        sliding({ model, points, sensors, laws: [own], tank: { start, most: 1e3, pays: ['sources'] } });
      const torques = [0, 1e3].map((start) => {
        const kernel = new Kernel(design(start), {}, compileWasm);
        kernel.view('sensor.wrist').set([20, 5, -8, 0, 0, 0]);
        kernel.view('sensor.wrist.valid')[0] = 1;
        return kernel.step(
          q,
          q.map(() => 0),
        );
      });
      const bare = { stiffness: [200] };
      const plain = new Kernel(sliding({ model, points, laws: [hold(bare)] }), {}, compileWasm);
      const spring = plain.step(
        q,
        q.map(() => 0),
      );
      torques[0].forEach((x, i) => {
        expect(x).toBeCloseTo(spring[i], 9);
      });
      expect(Math.max(...torques[1].map((x, i) => Math.abs(x - spring[i])))).toBeGreaterThan(1);
    }
  });
});

describe('a passive law beside a tank', () => {
  it('does to the bit what it does without', () => {
    const random = noise(9);
    const model = sevenJoints();
    const given = { stiffness: [300, 200, 100], turnStiffness: [8], damping: [9], turnDamping: [0.4] };
    const design: Design = {
      ...sliding({ laws: [{ ...hold(given), axes: 'tip' }] }),
      model,
      points: [
        { name: 'tip', frame: 'l8' },
        { name: 'goal', at: [0.3, 0.2, 0.4] },
      ],
    };
    const { tank: _, ...bare } = design;
    const [tanked, plain] = [design, bare].map((one) => new Kernel(one, {}, compileWasm));
    for (let k = 0; k < 20; k++) {
      const { q, v } = randomState(model, random);
      expect(tanked.step(q, v)).toEqual(plain.step(q, v));
      expect([...tanked.view('power')]).toEqual([...plain.view('power')]);
      for (const kernel of [tanked, plain]) kernel.observe(q, v);
      expect([...tanked.view('stored')]).toEqual([...plain.view('stored')]);
    }
    expect(number(tanked, 'tank.scale')).toBe(1);
    expect(passivityOf(design).reasons).toEqual([]);
  });

  it('fills it by its damping as a damper does, to the bit', () => {
    const ends = { from: 'tip', to: 'goal' };
    const elements = [
      element('spring', 'spring', 'linear', ends, { stiffness: [40] }),
      element('damper', 'damper', 'linear', ends, { damping: [2] }),
    ];
    const laws = [hold({ stiffness: [40], damping: [2] })];
    const [asLaw, asElements] = [{ laws }, { elements }].map((more) => new Kernel(sliding(more)));
    for (let k = 0; k < 200; k++) {
      const [x, v] = [0.2 * Math.sin(0.01 * k), 2 * Math.cos(0.01 * k)];
      asLaw.step([x], [v]);
      asElements.step([x], [v]);
      expect(number(asLaw, 'tank.level')).toBeCloseTo(number(asElements, 'tank.level'), 14);
    }
    expect(number(asLaw, 'tank.kept')).toBeGreaterThan(0.5);
  });
});

describe('a law that rests until its sensor is ready', () => {
  it('has no flows until then', () => {
    const press = law('press', 'press', { select: [1, 0, 0, 0, 0, 0], wanted: [5, 0, 0, 0, 0, 0] });
    const sensors = [{ name: 'wrist', at: 'tip' }];
    const kernel = new Kernel(sliding({ sensors, laws: [{ ...press, sensor: 'wrist' }] }));
    kernel.step([0], [0.5]);
    expect([...kernel.view('power')]).toEqual([0, 0, 0]);
    kernel.view('sensor.wrist.valid')[0] = 1;
    kernel.step([0], [0.5]);
    expect(powers(kernel)['dissipated.press']).toBeCloseTo(5, 12);
    expect(powers(kernel)['source.press']).toBeGreaterThan(0.1);
  });
});

describe('changes of what a law stores', () => {
  const stiff = (start: number, bills: Bill[] = ['changes']) =>
    new Kernel(
      sliding({ laws: [hold({ stiffness: [4], damping: [0] })], tank: { start, most: 10, pays: bills } }),
    );

  it('are made as far as the level goes, as those of a spring are', () => {
    const kernel = stiff(0.5);
    kernel.set('keep.stiffness', 10);
    const [force] = kernel.step([0.3], [0]);
    expect(number(kernel, 'inforce.keep.stiffness')).toBeCloseTo(4 + (6 * 0.5) / 1.47, 9);
    expect(force).toBeCloseTo(0.7 * (4 + (6 * 0.5) / 1.47), 9);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0, 9);
    expect(number(kernel, 'tank.owed')).toBeCloseTo(0.97, 9);
    expect(number(kernel, 'changes')).toBeCloseTo(0.5, 9);
  });

  it('release what they take: a softer spring, a goal that comes nearer', () => {
    const kernel = stiff(0);
    kernel.set('keep.stiffness', 2);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.49, 12);
    kernel.set('goal.at', 0.3, 0, 0);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'tank.level')).toBeCloseTo(0.98, 12);
  });

  it('are booked where no tank pays for them', () => {
    const kernel = stiff(0.5, ['sources']);
    kernel.set('keep.stiffness', 10);
    kernel.step([0.3], [0]);
    expect(number(kernel, 'changes')).toBeCloseTo(1.47, 12);
    expect(number(kernel, 'tank.level')).toBe(0.5);
  });

  const phases: PhaseDesign[] = [
    { name: 'rest', laws: [], until: { after: 2e-3 } },
    { name: 'on', laws: ['keep'], until: { after: 3e-3 } },
    { name: 'off', laws: [] },
  ];
  const switched = (tank: Design['tank'], rows = phases, q = 0.3): number[][] => {
    const { tank: _, ...bare } = sliding({ laws: [hold({ stiffness: [4], damping: [0] })], phases: rows });
    const kernel = new Kernel({ ...bare, ...(tank && { tank }) });
    return Array.from({ length: 10 }, (_, k) => {
      kernel.view('time')[0] = k * 1e-3;
      const [force] = kernel.step([q], [0]);
      kernel.observe([q], [0]);
      const level = tank === undefined ? Number.NaN : number(kernel, 'tank.level');
      return [force, kernel.view('stored')[0], number(kernel, 'changes'), level];
    });
  };

  it('are those of a phase that brings it in, and takes it out', () => {
    const free = switched(undefined);
    expect(free[0].slice(0, 3)).toEqual([0, 0, 0]);
    expect(free[3][0]).toBeCloseTo(2.8, 12);
    expect(free[3][1]).toBeCloseTo(0.98, 12);
    expect(free[3][2]).toBeCloseTo(0.98, 12);
    expect(free[9].slice(0, 2)).toEqual([0, 0]);
    expect(free[9][2]).toBeCloseTo(0, 12);
    const paid = switched({ start: 0.245, most: 10, pays: ['changes'] });
    // A quarter of it: so much of the law acts.
    expect(paid[3][0]).toBeCloseTo(0.7, 12);
    expect(paid[3][1]).toBeCloseTo(0.245, 12);
    expect(paid[3][3]).toBeCloseTo(0, 12);
    expect(paid[9][3]).toBeCloseTo(0.245, 12);
    // One that is there from the start is stored, not put in.
    const there = switched(undefined, phases.slice(1));
    expect(there[0][1]).toBeCloseTo(0.98, 12);
    expect(there[0][2]).toBe(0);
  });

  it('are reasons against passivity, unless a tank pays for them', () => {
    const given = sliding({ laws: [hold({ stiffness: [4] })], phases });
    const { tank: _, ...bare } = given;
    const reasons = (design: Design) => passivityOf(design).reasons.map(({ text }) => text);
    expect(reasons(bare)).toEqual(['the phase on brings in the law keep, with what it stores']);
    expect(reasons(given)).toEqual([]);
    const always = phases.map((phase) => ({ ...phase, laws: ['keep'] }));
    expect(reasons({ ...bare, phases: always })).toEqual([]);
  });
});

describe('the verdict on laws beside a tank', () => {
  const reasons = (design: Design) => passivityOf(design).reasons.map(({ text }) => text);
  const design = (pays: Bill[], ...laws: LawDesign[]) => sliding({ laws, tank: { start: 1, most: 2, pays } });
  const found = (given: Design) => liveProblems(given).map(({ code, where }) => [code, where.path]);

  it('is passive where the tank pays for what they put in', () => {
    const feeding = hold({ stiffness: [4], wanted: [1, 0, 0, 0, 0, 0] });
    expect(reasons(design(['changes'], push, feeding))).toEqual([
      'the law push (wrench) puts energy in',
      'the law keep (impedance) puts energy in',
    ]);
    expect(reasons(design(['sources'], push, feeding))).toEqual([]);
    expect(found(design(['sources'], push, feeding))).toEqual([]);
  });

  it('names what no tank can price, which is refused', () => {
    const servo = { at: 'tip', follow: { kind: 'computed torque', bandwidth: 20 } } as const;
    const go: LawDesign = { name: 'go', kind: 'track', at: 'tip', target: 'goal', parameters: {} };
    const following = { ...design(['sources'], go), servo };
    expect(found(following)).toEqual([['tank-servo', 'control.tank.pays']]);
    expect(reasons(following)).toEqual(['the servo follows its command, whatever that takes']);
    expect(found({ ...design(['changes'], go), servo })).toEqual([]);
    // Laws of forces alone have the joints, and the servo does nothing.
    expect(found({ ...design(['sources'], push), servo })).toEqual([]);
    const runs = {
      ...sliding({}).points[1],
      motion: { along: 'line', parameters: { by: [1, 0, 0], speed: [0.1] } },
    } as const;
    const moving = (pays: Bill[]) => ({
      ...design(pays, hold({ stiffness: [4] })),
      points: [sliding({}).points[0], runs],
    });
    expect(found(moving(['motions']))).toEqual([['tank-motion', 'control.laws.keep.target']]);
    expect(found(moving(['sources']))).toEqual([]);
    expect(reasons(moving(['sources']))).toEqual(['the point goal moves by itself']);
    const carried: Design = {
      ...design(['sources'], law('keep', 'impedance', { stiffness: [4] }, { target: 'elbow' })),
      model: planar(),
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'elbow', frame: 'l1' },
      ],
    };
    expect(found(carried)).toEqual([['tank-carried', 'control.laws.keep.target']]);
    expect(reasons(carried)).toEqual([
      'the target of keep, elbow, is carried by the robot without a reaction',
    ]);
    expect(found({ ...carried, tank: { start: 1, most: 1, pays: ['changes'] } })).toEqual([]);
  });

  it('takes axes that turn for a matter of laws that are not alike along all of them', () => {
    const turned = (parameters: LawDesign['parameters']) => ({
      ...design(['sources'], { ...hold(parameters), axes: 'elbow' }),
      model: planar(),
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'elbow', frame: 'l1' },
        { name: 'goal', at: [0.5, 0.2, 0] as const },
      ],
    });
    expect(found(turned({ stiffness: [4] }))).toEqual([]);
    for (const more of [{ stiffness: [4, 5, 6] }, { stiffness: [4], most: [0.1] }])
      expect(found(turned(more))).toEqual([['tank-carried', 'control.laws.keep.axes']]);
  });
});

/** A design of laws on a planar arm: what is drawn of it is the same at every tick. */
function drawn(
  random: () => number,
  trial: number,
  damped: boolean,
): { design: Design; way: (time: number) => readonly number[] } {
  const among = (least: number, most: number) => least + (most - least) * 0.5 * (1 + random());
  const spot = () => [random(), random(), 0] as const;
  const impedance = law(
    'keep',
    'impedance',
    {
      stiffness: trial % 2 === 0 ? [among(5, 80)] : [among(5, 80), among(5, 80), 10],
      damping: [damped ? among(0, 10) : 0],
      ...(trial % 3 === 0 && { turnStiffness: [among(1, 5)], turnDamping: [damped ? among(0, 0.5) : 0] }),
      ...(trial % 4 === 1 && { most: [among(0.05, 0.3)] }),
      ...(damped && trial % 4 === 2 && { contactDamping: [among(1, 20)] }),
      ...(trial % 2 === 1 && { wanted: [10 * random(), 10 * random(), 0, 0, 0, random()] }),
    },
    { target: 'goal', axes: trial % 2 === 0 ? 'world' : 'tip', sensor: 'wrist' },
  );
  const press = law(
    'press',
    'press',
    {
      select: trial % 2 === 0 ? [1, 0, 0, 0, 0, 0] : [1, 1, 0, 0, 0, 1],
      wanted: [5 * random(), trial % 2 === 0 ? 0 : 5 * random(), 0, 0, 0, 0],
      deviation: [among(0.1, 0.5)],
      ...(!damped && { damping: [0], turnDamping: [0] }),
    },
    { sensor: 'wrist', axes: trial % 3 === 0 ? 'world' : 'tip' },
  );
  const steady = law('steady', 'wrench', { wanted: [8 * random(), 8 * random(), 0, 0, 0, random()] });
  const phases: PhaseDesign[] = [
    { name: 'one', laws: ['keep'], until: { after: 0.15 } },
    {
      name: 'two',
      laws: ['press', 'steady'],
      set: { 'keep.stiffness': trial % 2 === 0 ? [among(5, 100)] : [50, 20, 10] },
      until: { after: 0.2 },
      blend: trial % 3 === 0 ? 0 : 0.1,
    },
    {
      name: 'three',
      laws: ['keep', 'steady'],
      set: { 'goal.at': spot() },
      until: { after: 0.15 },
      next: 'two',
    },
  ];
  return {
    way: wandering(random),
    design: {
      name: 'drawn',
      model: planar(),
      period: 1e-3,
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'goal', at: spot() },
      ],
      elements: [
        element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [among(1, 20)] }),
      ],
      sensors: [{ name: 'wrist', at: 'tip' }],
      laws: [impedance, press, steady],
      limits: [
        {},
        { force: [{ at: 'tip', norm: among(5, 30) }] },
        { torque: { most: [among(1, 30), among(1, 15)] } },
      ][trial % 3],
      ...(trial % 5 === 4 ? {} : { phases }),
    },
  };
}

/** What the sensor says at a time, and parameters that change. */
function meddled(random: () => number, period: number): (kernel: Kernel, tick: number) => void {
  const [a, b, c] = [10 * random(), 10 * random(), 3 * (1 + random())];
  const stiffness = [20 + 10 * random(), 20 + 10 * random()];
  return (kernel, tick) => {
    const time = tick * period;
    kernel
      .view('sensor.wrist')
      .set([a * Math.sin(c * time), b * Math.cos(c * time), 0, 0, 0, Math.sin(time)]);
    kernel.view('sensor.wrist.valid')[0] = 1;
    [0.2, 0.45].forEach((at, i) => {
      if (Math.abs(time - at) < 1e-9)
        kernel.set('keep.stiffness', ...kernel.view('keep.stiffness').map((_, j) => stiffness[i] + j));
    });
  };
}

describe('the books of laws', () => {
  it('close but for what holding torques gives, which falls with the tick: gains, phases, blends and caps', () => {
    const offs: number[] = [];
    for (let trial = 0; trial < 10; trial++) {
      const at = (period: number) => {
        const random = noise(100 + trial);
        const { design, way } = drawn(random, trial, true);
        const account = led({ ...design, period }, way, Math.round(0.7 / period), meddled(noise(7), period));
        return account;
      };
      const [coarse, fine] = [at(1e-3), at(0.5e-3)];
      const scale = Math.abs(coarse.out) + coarse.start + coarse.end;
      const off = Math.abs(2 * fine.sampling - coarse.sampling) / scale;
      offs.push(off);
    }
    expect(Math.max(...offs)).toBeLessThan(1e-4);
  });

  it('are those of a tank that pays for all of them: what the port gives is what was stored and held', () => {
    const random = noise(41);
    let [cuts, short] = [0, 0];
    for (let trial = 0; trial < 12; trial++) {
      const { design, way } = drawn(random, trial, trial % 2 === 0);
      const start = 0.5 * (1 + random());
      const tanked: Design = {
        ...design,
        tank: { start, most: trial % 2 === 0 ? start + 1 : 1e6, pays: ['changes', 'sources'] },
      };
      let least = 1;
      const feel = meddled(random, design.period);
      const account = led(tanked, way, 700, (kernel, tick) => {
        feel(kernel, tick);
        least = Math.min(least, number(kernel, 'tank.scale'));
      });
      const { out, end, sampling } = account;
      expect(out + end - account.start, `trial ${trial}`).toBeLessThan(
        Math.max(sampling, 0) + 1e-3 * account.start,
      );
      // With nothing damped, cut or lost for want of room, nothing goes anywhere else either.
      if (trial % 6 === 3) expect(out + end - account.start).toBeGreaterThan(0.5 * sampling);
      cuts += account.cuts;
      if (least < 0.9) short++;
    }
    expect(cuts).toBeGreaterThan(1000);
    expect(short).toBeGreaterThan(4);
  });
});
