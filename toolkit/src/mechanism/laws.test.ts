/** What every law of the room keeps at a point, whatever coordinate it hangs on. */
import { describe, expect, it } from 'vitest';
import { apply, arity, Graph, type Node, Op } from '../graph/index.js';
import { dual, numbers, symmetricEigen } from '../math/index.js';
import { noise } from './arms.test.helper.js';
import type { Effect, ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { type Sample, sampled } from './samples.test.helper.js';

const at = (
  d: ElementDeclaration,
  { parameters }: Sample,
  value: readonly number[],
  rate: readonly number[],
) => d.law(numbers, { value, rate }, parameters);

const draw = (random: () => number, { entries = 3 }: Sample, size = 1) =>
  Array.from({ length: entries }, () => size * random());

const dot = (a: readonly number[], b: readonly number[]) => inner(numbers, a, b);

/** All numbers of an effect. */
const allOf = ({ force, energy, dissipated, supplied, secant, inertance }: Effect<number>): number[] => [
  ...force,
  ...[energy, dissipated, supplied].filter((x) => x !== undefined),
  ...(secant ?? []),
  ...(inertance ?? []),
];

const leastEigen = (gain: readonly number[], n: number) =>
  gain.length === n * n && n > 1 ? symmetricEigen(gain, n).values[0] : Math.min(...gain);

/** Kinds that stand at values only on one side, as lengths do. */
const lengths = ['spring: line', 'spring: repel', 'damper: line', 'spring: piecewise'];

/** Laws of a coordinate whose rate is not the derivative of its value: their energy is tried on arms. */
const turning = ['spring: attitude', 'spring: attitude-plain', 'spring: attitude-quaternion'];

describe('every law', () => {
  it.each(sampled)('%s, %s: declares what it does with energy', (name, _, d, sample) => {
    const effect = at(d, sample, draw(noise(1), sample), draw(noise(2), sample));
    const said = [effect.energy, effect.dissipated, effect.supplied].map((x) => x !== undefined);
    if (d.peer === undefined) {
      const expected = {
        spring: [true, false, false],
        inerter: [true, false, false],
        damper: [false, true, false],
        source: [false, name === 'source: regulator', true],
      }[d.family];
      expect(said).toEqual(expected);
    }
    expect(effect.inertance !== undefined).toBe(d.family === 'inerter');
  });

  it.each(sampled.filter(([name, , d]) => d.family === 'spring' && !turning.includes(name)))(
    '%s, %s: the force is the gradient of the energy',
    (name, _, d, sample) => {
      const random = noise(3);
      for (let k = 0; k < 40; k++) {
        const drawn = draw(random, sample, 1.2);
        const value = lengths.includes(name) ? drawn.map(Math.abs) : drawn;
        const still = value.map(() => 0);
        const { force } = at(d, sample, value, still);
        value.forEach((_, i) => {
          const h = 1e-5;
          const moved = (by: number) => value.map((x, j) => (i === j ? x + by : x));
          const E = (by: number) => Number(at(d, sample, moved(by), still).energy);
          const slope = (8 * (E(h / 2) - E(-h / 2)) - (E(h) - E(-h))) / (6 * h);
          expect(Math.abs(slope - force[i])).toBeLessThan(1e-4 * h + 2e-6 * (1 + Math.abs(force[i])));
        });
      }
    },
  );

  it.each(sampled.filter(([, , d]) => d.family === 'spring' && d.peer === undefined))(
    '%s, %s: never stores less than nothing',
    (_, __, d, sample) => {
      const random = noise(4);
      for (let k = 0; k < 50; k++) {
        const value = draw(random, sample, 3);
        expect(Number(at(d, sample, value, value).energy)).toBeGreaterThanOrEqual(-1e-14);
      }
    },
  );

  it.each(sampled.filter(([, , d]) => d.family === 'damper'))(
    '%s, %s: takes out force · rate, never less than 0, and nothing at rest',
    (_, __, d, sample) => {
      const random = noise(5);
      for (let k = 0; k < 100; k++) {
        const [value, rate] = [draw(random, sample), draw(random, sample, 3)];
        const { force, dissipated } = at(d, sample, value, rate);
        expect(dissipated).toBeGreaterThanOrEqual(0);
        expect(Math.abs(dot(force, rate) - Number(dissipated))).toBeLessThan(
          1e-12 * (1 + Number(dissipated)),
        );
        const rest = at(
          d,
          sample,
          value,
          rate.map(() => 0),
        );
        expect(Math.max(...rest.force.map(Math.abs))).toBe(0);
        expect(rest.dissipated).toBe(0);
      }
    },
  );

  it.each(sampled.filter(([, , d]) => d.family === 'source'))(
    '%s, %s: its power is what it supplies less what it takes out',
    (_, __, d, sample) => {
      const random = noise(6);
      for (let k = 0; k < 50; k++) {
        const [value, rate] = [draw(random, sample), draw(random, sample, 2)];
        const { force, supplied, dissipated = 0 } = at(d, sample, value, rate);
        expect(-dot(force, rate)).toBeCloseTo(Number(supplied) - dissipated, 12);
      }
    },
  );

  it.each(sampled.filter(([, , d]) => d.family === 'inerter'))(
    '%s, %s: the power along any acceleration is the rate of its energy',
    (name, _, d, sample) => {
      const random = noise(7);
      for (let k = 0; k < 20; k++) {
        const [value, rate, acceleration] = [1, 2, 3].map(() => draw(random, sample));
        const { force, inertance = [] } = at(d, sample, value, rate);
        const asked = applyGain(numbers, inertance, acceleration).map((f, i) => f + force[i]);
        const h = 1e-5;
        // The value of a turning coordinate is none that its rate would be the rate of, and the energy is free of it.
        const E = (t: number) =>
          Number(
            at(
              d,
              sample,
              value.map((x, i) => x + t * rate[i]),
              rate.map((x, i) => x + t * acceleration[i]),
            ).energy,
          );
        expect(dot(asked, rate)).toBeCloseTo((E(h) - E(-h)) / (2 * h), 6);
        expect(leastEigen(inertance, rate.length)).toBeGreaterThan(0);
        if (name === 'inerter: rotational') expect(dot(force, rate)).toBeCloseTo(0, 14);
      }
    },
  );

  /** Where the rest of a law is not at the value 0, or it is said smoothly, its secant is its slope. */
  const sloped = (name: string) =>
    ['spring: one-sided', 'spring: dead-zone', 'spring: contact', 'spring: line', 'spring: repel'].includes(
      name,
    );

  it.each(sampled)('%s, %s: its secant is positive and gives its force', (name, _, d, sample) => {
    const random = noise(8);
    for (let k = 0; k < 50; k++) {
      const [value, rate] = [draw(random, sample), draw(random, sample, 2)];
      const { force, secant } = at(d, sample, value, rate);
      if (secant === undefined) {
        expect(
          d.family === 'source' ||
            d.family === 'inerter' ||
            d.peer !== undefined ||
            name === 'spring: piecewise' ||
            sample.name.startsWith('a hill'),
        ).toBe(true);
        continue;
      }
      expect([1, value.length, value.length ** 2]).toContain(secant.length);
      expect(leastEigen(secant, value.length)).toBeGreaterThanOrEqual(0);
      if (d.family === 'source') continue;
      if (!sloped(name)) {
        applyGain(numbers, secant, d.family === 'spring' ? value : rate).forEach((f, i) => {
          expect(Math.abs(f - force[i])).toBeLessThan(1e-12 * (1 + Math.abs(f)));
        });
      } else {
        value.forEach((_, i) => {
          const h = 1e-6;
          const f = (by: number) =>
            at(
              d,
              sample,
              value.map((x, j) => (i === j ? x + by : x)),
              rate,
            ).force[i];
          expect(Math.abs((f(h) - f(-h)) / (2 * h) - secant[secant.length === 1 ? 0 : i])).toBeLessThan(1e-5);
        });
      }
    }
  });

  it.each(sampled)('%s, %s: is finite at 0, at subnormal, tiny and huge numbers', (_, __, d, sample) => {
    const sizes = [0, 5e-324, 1e-310, 1e-160, 1e-30, 1e30, 1e60];
    for (const size of sizes) {
      for (const speed of sizes) {
        for (const sign of [1, -1]) {
          const n = sample.entries ?? 3;
          const value = Array.from({ length: n }, (_, i) => (i === 1 ? -1 : 1) * sign * size);
          const rate = Array.from({ length: n }, (_, i) => (i === 2 ? -1 : 1) * speed);
          const numbersOf = allOf(at(d, sample, value, rate));
          expect([size, speed, numbersOf.filter((x) => !Number.isFinite(x))]).toEqual([size, speed, []]);
        }
      }
    }
  });

  it.each(sampled)('%s, %s: stays finite where a parameter is set to 0 while it runs', (_, __, d, sample) => {
    for (const name of Object.keys(sample.parameters)) {
      // What stands between these two is refused by check; a run keeps them apart.
      if (['knots', 'none', 'full'].includes(name)) continue;
      const parameters = { ...sample.parameters, [name]: sample.parameters[name].map(() => 0) };
      for (const size of [0, 0.3]) {
        const value = Array.from({ length: sample.entries ?? 3 }, () => size);
        expect([
          name,
          allOf(d.law(numbers, { value, rate: value }, parameters)).every(Number.isFinite),
        ]).toEqual([name, true]);
      }
    }
  });

  it.each(sampled)('%s, %s: has finite derivatives everywhere, those of its values', (_, __, d, sample) => {
    const D = dual(numbers);
    const lifted = Object.fromEntries(
      Object.entries(sample.parameters).map(([name, list]) => [name, list.map((x) => D.constant(x))]),
    );
    /** Derivatives of force and energies along (dz, dż). */
    const slopes = (
      z: readonly number[],
      v: readonly number[],
      dz: readonly number[],
      dv: readonly number[],
    ) => {
      const along = (x: readonly number[], dx: readonly number[]) =>
        x.map((value, i) => ({ value, change: dx[i] }));
      const { force, energy, dissipated, supplied } = d.law(
        D,
        { value: along(z, dz), rate: along(v, dv) },
        lifted,
      );
      return [...force, ...[energy, dissipated, supplied].filter((x) => x !== undefined)].map(
        (x) => x.change ?? 0,
      );
    };
    const values = (z: readonly number[], v: readonly number[]) => {
      const { force, energy, dissipated, supplied } = at(d, sample, z, v);
      return [...force, ...[energy, dissipated, supplied].filter((x) => x !== undefined)];
    };
    const random = noise(9);
    for (let k = 0; k < 20; k++) {
      const [z, v, dz, dv] = [1, 2, 1, 1].map((size) => draw(random, sample, size));
      const h = 1e-6;
      const moved = (by: number) =>
        values(
          z.map((x, i) => x + by * dz[i]),
          v.map((x, i) => x + by * dv[i]),
        );
      const [after, before] = [moved(h), moved(-h)];
      slopes(z, v, dz, dv).forEach((slope, i) => {
        const wanted = (after[i] - before[i]) / (2 * h);
        expect(Math.abs(slope - wanted)).toBeLessThan(1e-6 * (1 + Math.abs(wanted)) + 1e-5);
      });
    }
    const ones = draw(() => 1, sample);
    for (const size of [0, 5e-324, 1e-200, 1e-12, 1e12, 1e40]) {
      for (const speed of [0, 1e-200, 1e40]) {
        const found = slopes(
          ones.map(() => size),
          ones.map(() => speed),
          ones,
          ones,
        );
        expect([size, speed, found.every(Number.isFinite)]).toEqual([size, speed, true]);
      }
    }
  });

  it.each(sampled)('%s, %s: is traced into a graph that has its numbers', (_, __, d, sample) => {
    const G = new Graph();
    const leaves: number[] = [];
    const traced = (list: readonly number[]): Node[] =>
      list.map((x) => {
        leaves.push(x);
        return G.leaf();
      });
    const random = noise(10);
    const [value, rate] = [draw(random, sample), draw(random, sample)];
    const reading = { value: traced(value), rate: traced(rate) };
    const parameters = Object.fromEntries(
      Object.entries(sample.parameters).map(([name, list]) => [name, traced(list)]),
    );
    const { force, energy, dissipated, supplied, secant, inertance } = d.law(G, reading, parameters);
    const nodes = [
      ...force,
      ...[energy, dissipated, supplied].filter((x) => x !== undefined),
      ...(secant ?? []),
      ...(inertance ?? []),
    ];
    const found = evaluate(G, leaves);
    allOf(at(d, sample, value, rate)).forEach((wanted, i) => {
      expect(Math.abs(found[nodes[i]] - wanted)).toBeLessThan(1e-13 * (1 + Math.abs(wanted)));
    });
  });
});

/** The numbers of all nodes, leaves in the order in which they were made. */
function evaluate(G: Graph, leaves: readonly number[]): Float64Array {
  const values = new Float64Array(G.size);
  let leaf = 0;
  for (let node = 0 as Node; node < G.size; node++) {
    const op = G.op(node);
    if (op === Op.constant) values[node] = G.value(node);
    else if (op === Op.leaf) values[node] = leaves[leaf++];
    else {
      const [a, b, c] = [0, 1, 2].map((k) => (k < arity[op] ? values[G.operand(node, k)] : 0));
      values[node] = apply(numbers, op, a, b, c);
    }
  }
  return values;
}
