import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { noise, randomState, rateOf, sevenJoints, sitesOf } from './arms.test.helper.js';
import { attach } from './attach.js';
import type { Site } from './coordinate.js';
import type { Ends } from './coordinate-declaration.js';
import { LoadSums, loadPower } from './loads.js';

const model = sevenJoints();

/** Every way to join: robot to world, world to robot, robot to robot, with axes that turn or not. */
const joins: readonly [string, string, (s: Map<string, Site<number>>) => Ends<number>][] = (
  ['offset', 'distance', 'attitude', 'attitude-plain', 'attitude-quaternion'] as const
).flatMap((kind) => [
  [kind, 'tool to goal', (s) => ({ from: s.get('l8'), to: s.get('goal') })] as const,
  [kind, 'goal to elbow', (s) => ({ from: s.get('goal'), to: s.get('l4') })] as const,
  [kind, 'elbow to tool', (s) => ({ from: s.get('l4'), to: s.get('l8') })] as const,
  [
    kind,
    'tool to goal in tool axes',
    (s) => ({ from: s.get('l8'), to: s.get('goal'), axes: s.get('l8') }),
  ] as const,
  [
    kind,
    'elbow to tool in axes of another link',
    (s) => ({ from: s.get('l4'), to: s.get('l8'), axes: s.get('l6') }),
  ] as const,
]);

describe('coordinates', () => {
  const exact = joins.filter(([kind]) => kind === 'offset' || kind === 'distance' || kind === 'attitude');
  it.each(exact)('%s, %s: the rate is the rate of the value', (kind, _, ends) => {
    const random = noise(11);
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(model, random);
      const read = (at: readonly number[]) =>
        attach(numbers, kind, { ends: ends(sitesOf(model, at, v)) }).reading;
      const slope = rateOf(model, q, v, (at) => read(at).value);
      read(q).rate.forEach((rate, i) => {
        expect(rate).toBeCloseTo(slope[i], 7);
      });
    }
  });

  it.each(exact)('%s, %s: the force goes back by the transpose, so its power is −φ·ż', (kind, _, ends) => {
    const random = noise(12);
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(model, random);
      const { reading, transpose } = attach(numbers, kind, { ends: ends(sitesOf(model, q, v)) });
      const force = reading.value.map(random);
      const loads = new LoadSums<number>(numbers);
      transpose(force, false, loads);
      const power = [...loads.sites.values()].reduce((sum, load) => sum + loadPower(numbers, load), 0);
      expect(power).toBeCloseTo(-force.reduce((sum, f, i) => sum + f * reading.rate[i], 0), 12);
    }
  });

  it.each(joins)(
    '%s, %s: a force along the value is put back alike with and without its moments',
    (kind, _, ends) => {
      const { q, v } = randomState(model, noise(13));
      const { reading, transpose } = attach(numbers, kind, { ends: ends(sitesOf(model, q, v)) });
      const sums = [true, false].map((radial) => {
        const loads = new LoadSums<number>(numbers);
        transpose(
          reading.value.map((x) => 3 * x),
          radial,
          loads,
        );
        return [...loads.sites.values()].flatMap(({ force, torque }) => [
          ...(force ?? [0, 0, 0]),
          ...(torque ?? [0, 0, 0]),
        ]);
      });
      const length = Math.max(...sums.map((s) => s.length));
      const at = (s: readonly number[], i: number) => s[i] ?? 0;
      for (let i = 0; i < length; i++) expect(at(sums[0], i)).toBeCloseTo(at(sums[1], i), 12);
    },
  );

  it('measures the turn in the axes that are asked for', () => {
    const sites = sitesOf(model, [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2], new Array(7).fill(0));
    const [from, to] = [sites.get('l8'), sites.get('goal')];
    const inWorld = attach(numbers, 'attitude', { ends: { from, to } }).reading.value;
    const inFrom = attach(numbers, 'attitude', { ends: { from, to, axes: from } }).reading.value;
    const inTo = attach(numbers, 'attitude', { ends: { from, to, axes: to } }).reading.value;
    // The axis of a turn is the same seen from either end.
    inFrom.forEach((x, i) => {
      expect(x).toBeCloseTo(inTo[i], 12);
    });
    expect(Math.hypot(...inFrom)).toBeCloseTo(Math.hypot(...inWorld), 12);
    expect(Math.abs(inFrom[0] - inWorld[0])).toBeGreaterThan(0.01);
  });

  it('refuses a coordinate without its ends', () => {
    expect(() => attach(numbers, 'offset', {})).toThrow(/offset needs the end from/);
    expect(() => attach(numbers, 'joint', {})).toThrow(/joint needs the end joint/);
  });
});
