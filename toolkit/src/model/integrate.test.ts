import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { configurationRate } from './configuration-rate.js';
import { difference } from './difference.js';
import { forwardKinematics } from './forward-kinematics.js';
import { integrate } from './integrate.js';
import {
  anywhere,
  apart,
  chain,
  followers,
  made,
  someState,
  traced,
  vector,
  zoo,
} from './made.test.helper.js';
import { normalise } from './normalise.js';

const PI = 3.141592653589793;

describe('the configuration manifold', () => {
  for (const given of zoo()) {
    it(`is left and reached again: ${given.name}`, () => {
      const model = made(given);
      const { q, next } = someState(model, 90);
      for (let trial = 0; trial < 5; trial++) {
        const v = vector(next, model.nv, 1.5);
        const there = integrate(N, model, q, v, 1);
        expect(apart(difference(N, model, q, there), v)).toBeLessThan(2e-14);
        const other = anywhere(model, next, 6);
        const back = integrate(N, model, q, difference(N, model, q, other), 1);
        // The same places, though not always the same numbers.
        const places = [other, back].map((x) =>
          forwardKinematics(N, model, x).placements.flatMap((p) => [...p.position, ...p.rotation]),
        );
        expect(apart(places[0], places[1])).toBeLessThan(1e-12);
        expect(
          apart(
            difference(N, model, there, there),
            v.map(() => 0),
          ),
        ).toBeLessThan(1e-15);
        // Half of a held velocity, twice.
        expect(apart(integrate(N, model, integrate(N, model, q, v, 0.5), v, 0.5), there)).toBeLessThan(1e-14);
      }
      const v = vector(next, model.nv);
      const graph = traced([...q, ...v], (G, x) => {
        const moved = integrate(G, model, x.slice(0, model.nq), x.slice(model.nq), G.constant(0.3));
        return [...moved, ...difference(G, model, x.slice(0, model.nq), moved)];
      });
      expect(apart(graph, [...integrate(N, model, q, v, 0.3), ...v.map((x) => 0.3 * x)])).toBeLessThan(1e-14);
    });

    it(`is reached from beside it: ${given.name}`, () => {
      const model = made(given);
      const { q, next } = someState(model, 94);
      expect(apart(normalise(N, model, q), q)).toBeLessThan(1e-15);
      const beside = integrate(N, model, q, vector(next, model.nv), 0.2);
      // Attitudes of another length are the same attitudes; nothing else may change.
      const stretched = beside.map((x, i) => (model.positionUnits[i] === '' ? 1.7 * x : x));
      expect(apart(normalise(N, model, stretched), beside)).toBeLessThan(1e-15);
    });

    it(`has the rates that integrate has: ${given.name}`, () => {
      const model = made(given);
      const { q, v } = someState(model, 91);
      const h = 1e-5;
      const [ahead, behind] = [h, -h].map((step) => integrate(N, model, q, v, step));
      const rate = configurationRate(N, model, q, v);
      expect(
        apart(
          rate,
          ahead.map((x, k) => (x - behind[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-9);
    });
  }

  it('turns continuous joints the short way and revolute joints never past their range', () => {
    const between = (type: 'continuous' | 'revolute', from: number, to: number) =>
      difference(N, made(chain(type, [type], 1)), [from], [to])[0];
    expect(between('continuous', 3.13, -3.13)).toBeCloseTo(0.023185, 6);
    expect(between('continuous', -3.13, 3.13)).toBeCloseTo(-0.023185, 6);
    expect(between('continuous', 0.5, 0.5 + 40 * PI)).toBeCloseTo(0, 13);
    expect(between('revolute', 3.13, -3.13)).toBe(-6.26);
    // A leader of mimics is not wrapped: it is no full turn for them.
    const given = followers();
    const tied = {
      ...given,
      joints: given.joints.map((j) => (j.name === 'drive' ? { ...j, type: 'continuous' as const } : j)),
    };
    const model = made(tied);
    const at = model.velocityNames.indexOf('drive');
    const [from, to] = [3.13, -3.13].map((x) => model.neutral.map((y, k) => (k === at ? x : y)));
    expect(difference(N, model, from, to)[at]).toBe(-6.26);
  });

  it('takes q and −q for the same attitude', () => {
    const model = made(chain('ball', ['spherical'], 2));
    const { q, next } = someState(model, 3);
    const other = anywhere(model, next);
    const minus = other.map((x) => -x);
    expect(apart(difference(N, model, q, other), difference(N, model, q, minus))).toBe(0);
    expect(() => integrate(N, model, q, [1], 1)).toThrow('v: expected 3 entries, got 1');
  });
});
