import { describe, expect, it } from 'vitest';
import { type MassMoments, numbers as N } from '../math/index.js';
import { forwardDynamicsByMatrix } from './forward-dynamics.js';
import { kineticEnergy } from './kinetic-energy.js';
import {
  alongMotion,
  apart,
  gravity,
  made,
  payloadsIn,
  scale,
  someState,
  times,
  vector,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { generalisedMomentum, momentumBalance } from './momentum.js';

describe('generalised momentum', () => {
  for (const given of zoo()) {
    it(`is M v, and changes by torque, drift and nothing else: ${given.name}`, () => {
      const model = made(given);
      const { q, v, next } = someState(model, 91);
      const moments: MassMoments<number> = {
        mass: 1.3,
        first: [0.1, -0.2, 0.3],
        second: [0.4, 0.5, 0.6, 0.01, 0, 0.02],
      };
      const payloads = [{ body: model.bodies.length - 1, moments }];
      const tau = vector(next, model.nv, 5);
      const { momentum, drift } = momentumBalance(N, model, q, v, gravity, { payloads });
      const M = massMatrix(N, model, q, { payloads });
      expect(apart(momentum, times(M, v)) / scale(momentum)).toBeLessThan(1e-13);
      expect(0.5 * momentum.reduce((sum, p, i) => sum + p * v[i], 0)).toBeCloseTo(
        kineticEnergy(N, model, q, v, { payloads }),
        10,
      );
      // The change of p along the true motion under τ, by the derivative of the traced formula.
      const a = forwardDynamicsByMatrix(N, model, q, v, tau, gravity, { payloads });
      const change = alongMotion(model, { q, v, a }, (G, x, w) =>
        generalisedMomentum(G, model, x, w, { payloads: payloadsIn(G, payloads) }),
      );
      const wanted = drift.map((n, i) => n + tau[i]);
      expect(apart(change, wanted) / scale(change)).toBeLessThan(1e-10);
    });
  }
});
