import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { integrate } from '../model/index.js';
import {
  act,
  type Joins,
  noise,
  planar,
  randomState,
  rateOf,
  sevenJoints,
  sitesOf,
} from './arms.test.helper.js';
import { coordinateNamed } from './coordinates.js';
import type { ElementDeclaration } from './declaration.js';
import { elementOf, elements } from './elements.js';
import { sampled } from './samples.test.helper.js';

const model = sevenJoints();

const points: Joins = (s) => ({ from: s.get('l8'), to: s.get('goal') });
const inside: Joins = (s) => ({ from: s.get('l4'), to: s.get('l8') });
const inToolAxes: Joins = (s) => ({ from: s.get('l8'), to: s.get('goal'), axes: s.get('l8') });
const inElbowAxes: Joins = (s) => ({ from: s.get('l8'), to: s.get('goal'), axes: s.get('l5') });
const joint: Joins = (_, q, v) => ({
  joint: { index: 3, position: q[3], velocity: v[3], continuous: false },
});
const at: Joins = (s) => ({ at: s.get('l8') });

const spinning: Joins = (s) => ({ at: s.get('l8'), axes: s.get('l8') });

/** An element as it is tried: the coordinate that has as many entries as the parameters are for. */
function on(declaration: ElementDeclaration, entries: number): ElementDeclaration {
  if (declaration.general !== true || declaration.entries === 1) return declaration;
  return { ...declaration, coordinate: entries === 1 ? 'distance' : 'offset' };
}

/** Ways to join an element. */
function joinings({ coordinate }: ElementDeclaration): Record<string, Joins> {
  const { ends, optional } = coordinateNamed(coordinate);
  if (ends.includes('joint')) return { joint };
  if (coordinate === 'spin') return { spinning };
  if (ends.includes('at')) return { at };
  return { points, inside, ...(optional.includes('axes') ? { inToolAxes, inElbowAxes } : {}) };
}

/** All but inerters, which stand on accelerations, with all parameters that a pair of points or a joint can have. */
const all = sampled
  .filter(([, , { family }, { entries = 3 }]) => family !== 'inerter' && entries < 4)
  .flatMap(([name, sample, d, { parameters, entries = 3 }]) => {
    const tried = on(d, entries);
    return Object.entries(joinings(tried)).map(
      ([joined, joins]) => [name, `${sample}, ${joined}`, tried, { joins, parameters }] as const,
    );
  });

describe('every element', () => {
  it.each(all)(
    '%s, %s: its power is what it takes from the store, less what it loses, plus what it supplies',
    (_, __, d, use) => {
      const random = noise(21);
      for (let k = 0; k < 4; k++) {
        const { q, v } = randomState(model, random);
        const run = (at: readonly number[]) => act(model, d, use.joins, use.parameters, at, v);
        const { effect, torques, power } = run(q);
        const store =
          effect.energy === undefined ? 0 : rateOf(model, q, v, (at) => [run(at).effect.energy ?? 0])[0];
        const expected = -store - (effect.dissipated ?? 0) + (effect.supplied ?? 0);
        const scale = 1 + Math.abs(expected);
        expect(Math.abs(power - expected) / scale).toBeLessThan(1e-7);
        const work = torques.reduce((sum, torque, i) => sum + torque * v[i], 0);
        expect(Math.abs(work - power) / scale).toBeLessThan(1e-11);
      }
    },
  );

  it.each(all.filter(([, , d]) => d.family === 'spring' && d.peer === undefined))(
    '%s, %s: the torques are the gradient of the energy',
    (_, __, d, use) => {
      const { q, v } = randomState(model, noise(22));
      const rest = v.map(() => 0);
      const { torques } = act(model, d, use.joins, use.parameters, q, rest);
      torques.forEach((torque, i) => {
        const unit = v.map((_, j) => (i === j ? 1 : 0));
        const [slope] = rateOf(model, q, unit, (at) => [
          act(model, d, use.joins, use.parameters, at, rest).effect.energy ?? Number.NaN,
        ]);
        expect(Math.abs(torque + slope)).toBeLessThan(1e-7 * (1 + Math.abs(torque)));
      });
    },
  );

  it.each(all.filter(([, , d]) => d.family === 'damper'))(
    '%s, %s: takes energy out at any speed, none at rest',
    (_, __, d, use) => {
      const random = noise(23);
      const always = [
        'linear',
        'line',
        'joint',
        'attitude',
        'attitude-rate',
        'coulomb',
        'saturating',
      ].includes(d.kind);
      for (let k = 0; k < 20; k++) {
        const { q, v } = randomState(model, random);
        const { dissipated } = act(model, d, use.joins, use.parameters, q, v).effect;
        if (always) expect(dissipated).toBeGreaterThan(0);
        else expect(dissipated).toBeGreaterThanOrEqual(0);
      }
      const { q } = randomState(model, random);
      const still = act(model, d, use.joins, use.parameters, q, new Array(7).fill(0));
      expect(still.effect.dissipated).toBe(0);
      expect(still.torques.every((torque) => torque === 0)).toBe(true);
    },
  );

  const directed = elements.filter(
    ({ family, parameters }) =>
      family !== 'inerter' && parameters.some(({ shapes }) => shapes.includes('matrix')),
  );
  it.each(
    directed.flatMap((d) =>
      ([inToolAxes, inElbowAxes] as const).map((joins) => [`${d.family}: ${d.kind}`, d, joins] as const),
    ),
  )('%s acts in turning axes with one number as with three that are equal', (_, d, joins) => {
    const { q, v } = randomState(model, noise(24));
    const name = d.family === 'spring' ? 'stiffness' : 'damping';
    const [one, three] = [[5], [5, 5, 5]].map((gain) => act(model, d, joins, { [name]: gain }, q, v));
    one.torques.forEach((torque, i) => {
      expect(torque).toBeCloseTo(three.torques[i], 11);
    });
    expect(one.effect.dissipated ?? 0).toBeCloseTo(three.effect.dissipated ?? 0, 11);
    // Both state what they read, and their force, in the axes that they name.
    for (const read of ['value', 'rate'] as const) {
      one.stated.reading[read].forEach((x, i) => {
        expect(x).toBeCloseTo(three.stated.reading[read][i], 11);
      });
    }
    one.stated.force.forEach((x, i) => {
      expect(x).toBeCloseTo(three.stated.force[i], 11);
    });
  });

  it('is declared once, in order, with all that a reference needs', () => {
    const keys = elements.map((e) => `${e.family} ${e.kind}`);
    expect(keys).toEqual([...new Set(keys)].sort());
    for (const e of elements) {
      expect(elementOf(e.family, e.kind)).toBe(e);
      expect(e.picture).toMatch(/^<svg [^>]*viewBox="0 0 120 48"[^>]*>.*<\/svg>$/);
      for (const text of [e.title, e.summary, ...Object.values(e.doc).filter((x) => typeof x === 'string')]) {
        expect(text.length).toBeGreaterThan(4);
      }
      for (const p of e.parameters) {
        expect(p.range[0]).toBeLessThan(p.range[1]);
        expect(e.doc.symbols.length).toBeGreaterThan(0);
      }
    }
  });
});

describe('springs', () => {
  it('pull towards the target: +K e', () => {
    const flat = planar();
    const q = [0, 0];
    const toGoal: Joins = (s) => ({ from: s.get('l3'), to: s.get('goal') });
    const linear = elementOf('spring', 'linear') as ElementDeclaration;
    const done = act(flat, linear, toGoal, { stiffness: [100] }, q, [0, 0]);
    // e = goal − the odd place of the test sites on the second link: (0.5, −0.3, 0.6) − (1.07, −0.04, 0.11).
    expect(done.effect.force[0]).toBeCloseTo(-57, 10);
    expect(done.effect.force[1]).toBeCloseTo(-26, 10);
    expect(done.torques[1]).toBeCloseTo(0.07 * -26 - -0.04 * -57, 10);
  });

  it('cut the extension at the saturation: 30, 50, 50 N at 0.03, 0.05, 0.2 m', () => {
    const linear = elementOf('spring', 'linear') as ElementDeclaration;
    const pull = (e: number) =>
      linear.law(numbers, { value: [0, e, 0], rate: [0, 0, 0] }, { stiffness: [1000], saturation: [0.05] });
    expect([0.03, 0.05, 0.2].map((e) => pull(e).force[1])).toEqual([
      expect.closeTo(30, 12),
      expect.closeTo(50, 12),
      expect.closeTo(50, 12),
    ]);
    expect(pull(-0.2).force).toEqual(
      [0, expect.closeTo(-50, 12), 0].map((x) => (x === 0 ? expect.closeTo(0, 12) : x)),
    );
    expect(pull(0.2).energy).toBeCloseTo(1000 * 0.05 * 0.175, 12);
    // The energy's slope is the force on both sides of the saturation.
    for (const e of [0.049, 0.051]) {
      const slope = (Number(pull(e + 1e-7).energy) - Number(pull(e - 1e-7).energy)) / 2e-7;
      expect(slope).toBeCloseTo(pull(e).force[1], 5);
    }
    expect(pull(0).force).toEqual([0, 0, 0]);
    expect(linear.check?.({ stiffness: [1, 2, 3], saturation: [0.1] })).toMatch(/one number/);
  });

  it('hold points at their rest length along the line', () => {
    const line = elementOf('spring', 'line') as ElementDeclaration;
    const pull = (d: number) =>
      line.law(numbers, { value: [d], rate: [0] }, { stiffness: [200], length: [0.3] });
    expect([0.5, 0.3, 0.1].map((d) => pull(d).force[0])).toEqual(
      [40, 0, -40].map((f) => expect.closeTo(f, 12)),
    );
    expect([0.5, 0.3, 0.1].map((d) => pull(d).energy)).toEqual([4, 0, 4].map((E) => expect.closeTo(E, 12)));
  });

  it('repel only inside their ball, outwards, and not at its centre', () => {
    const repel = elementOf('spring', 'repel') as ElementDeclaration;
    const push = (d: number) =>
      repel.law(numbers, { value: [d], rate: [0] }, { stiffness: [200], radius: [0.1] });
    expect(push(0.04).force[0]).toBeCloseTo(-12, 12);
    expect(push(0.1).force[0]).toBeCloseTo(0, 12);
    expect(push(0.5).force[0]).toBeCloseTo(0, 12);
    expect(push(0.5).energy).toBe(0);
    expect(push(0.04).energy).toBeCloseTo(0.36, 12);
  });

  it('take the short way on a continuous joint only', () => {
    const spring = elementOf('spring', 'joint') as ElementDeclaration;
    const joined =
      (continuous: boolean): Joins =>
      (_, q, v) => ({ joint: { index: 0, position: q[0], velocity: v[0], continuous } });
    const torque = (continuous: boolean, target: number, q: number) =>
      act(planar(), spring, joined(continuous), { stiffness: [1], target: [target] }, [q, 0], [0, 0])
        .torques[0];
    expect(torque(true, -3.13, 3.13)).toBeCloseTo(0.023185, 6);
    expect(torque(true, 3.13, -3.13)).toBeCloseTo(-0.023185, 6);
    expect(torque(false, -3.13, 3.13)).toBeCloseTo(-6.26, 12);
    for (const e of [-3.1, -1, -0.01, 0, 0.01, 1, 3.1]) {
      for (const turns of [-3, 0, 2]) expect(torque(true, e, 2 * Math.PI * turns)).toBeCloseTo(e, 12);
    }
  });

  it.each([
    ['attitude', 0],
    ['attitude-plain', 1e-2],
  ])('of kind %s lose or gain at least %d J over a closed path of attitudes', (kind, least) => {
    const spring = elementOf('spring', kind) as ElementDeclaration;
    const steps = 1500;
    const path = (t: number) => [
      0.2,
      -0.5,
      0.3,
      -1.4 + 0.3 * Math.sin(2 * Math.PI * t),
      0.7 * Math.cos(2 * Math.PI * t),
      1.2 + 0.5 * Math.sin(2 * Math.PI * t + 1),
      0.6 * Math.sin(4 * Math.PI * t),
    ];
    // The target is the attitude at the start, so that no error comes near half a turn.
    const start = sitesOf(model, path(0), new Array(7).fill(0)).get('l8');
    const backToStart: Joins = (s) => ({
      from: s.get('l8'),
      to: start && { ...start, name: 'start', body: -1 },
    });
    let work = 0;
    let largest = 0;
    for (let k = 0; k < steps; k++) {
      const [a, b] = [path(k / steps), path((k + 1) / steps)];
      const middle = a.map((x, i) => (x + b[i]) / 2);
      const done = act(model, spring, backToStart, { stiffness: [50, 5, 150] }, middle, new Array(7).fill(0));
      const { torques } = done;
      largest = Math.max(largest, Math.hypot(...done.coordinate.reading.value));
      work += torques.reduce((sum, torque, i) => sum + torque * (b[i] - a[i]), 0);
    }
    expect(largest).toBeGreaterThan(1);
    expect(largest).toBeLessThan(3);
    if (least === 0) expect(Math.abs(work)).toBeLessThan(1e-3);
    else expect(Math.abs(work)).toBeGreaterThan(least);
  });
});

describe('a world that is turned', () => {
  it('changes nothing for points and attitudes turned with it', () => {
    // The planar arm with its base turned pulls on a target turned alike with the same joint torques.
    const turn = [0.4, -1.1, 2.2] as const;
    const tipToJoint: Joins = (s) => ({ from: s.get('l3'), to: s.get('l1') });
    for (const kind of ['linear', 'line', 'attitude', 'attitude-quaternion']) {
      const spring = elementOf('spring', kind) as ElementDeclaration;
      const parameters = { stiffness: [30], length: [0.2] };
      const upright = act(planar(), spring, tipToJoint, parameters, [0.3, 0.5], [1, -2]);
      const turned = act(planar(turn), spring, tipToJoint, parameters, [0.3, 0.5], [1, -2]);
      upright.torques.forEach((torque, i) => {
        expect(turned.torques[i]).toBeCloseTo(torque, 10);
      });
      expect(Math.abs(upright.torques[1])).toBeGreaterThan(0.1);
    }
  });

  it('moves along the configuration as integrate says', () => {
    expect(integrate(numbers, planar(), [0, 0], [1, 2], 0.5)).toEqual([0.5, 1]);
  });
});
