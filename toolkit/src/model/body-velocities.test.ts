import { describe, expect, it } from 'vitest';
import { cross3, numbers as N } from '../math/index.js';
import { bodyVelocities, pointVelocity } from './body-velocities.js';
import { forwardKinematics } from './forward-kinematics.js';
import { integrate } from './integrate.js';
import { alongMotion, apart, flat, made, someState, traced, zoo } from './made.test.helper.js';

describe('body velocities', () => {
  for (const given of zoo()) {
    it(`are the rates of the poses: ${given.name}`, () => {
      const model = made(given);
      const state = someState(model, 4);
      const { q, v } = state;
      const kinematics = forwardKinematics(N, model, q);
      const twists = bodyVelocities(N, model, kinematics, v);
      const poses = (k: typeof kinematics) => k.placements.flatMap((p) => [...p.position, ...p.rotation]);
      // Ṙ = [w]× R, column by column.
      const rates = twists.flatMap(({ linear, angular }, i) => {
        const R = kinematics.placements[i].rotation;
        const columns = [0, 1, 2].map((c) => cross3(N, angular, [R[c], R[3 + c], R[6 + c]]));
        return [...linear, ...[0, 1, 2].flatMap((r) => columns.map((column) => column[r]))];
      });
      const exact = alongMotion(model, state, (G, x) =>
        forwardKinematics(G, model, x).placements.flatMap((p) => [...p.position, ...p.rotation]),
      );
      expect(apart(rates, exact)).toBeLessThan(1e-12);
      const h = 1e-5;
      const [ahead, behind] = [h, -h].map((step) =>
        poses(forwardKinematics(N, model, integrate(N, model, q, v, step))),
      );
      expect(
        apart(
          rates,
          ahead.map((x, k) => (x - behind[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-6);
      const graph = traced([...q, ...v], (G, x) => {
        const [Q, V] = [x.slice(0, model.nq), x.slice(model.nq)];
        return bodyVelocities(G, model, forwardKinematics(G, model, Q), V).flatMap((t) => [
          ...t.linear,
          ...t.angular,
        ]);
      });
      expect(apart(graph, twists.flatMap(flat))).toBeLessThan(1e-12);
    });
  }

  it('carry points with them', () => {
    const twist = { linear: [1, 0, 0], angular: [0, 0, 2] } as const;
    expect(pointVelocity(N, twist, [0, 0.5, 3])).toEqual([0, 0, 0]);
  });
});
