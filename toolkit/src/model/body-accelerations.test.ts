import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { bodyAccelerations, spatialAcceleration } from './body-accelerations.js';
import { bodyVelocities } from './body-velocities.js';
import { forwardKinematics } from './forward-kinematics.js';
import { integrate } from './integrate.js';
import { alongMotion, apart, flat, made, someState, zoo } from './made.test.helper.js';

describe('body accelerations', () => {
  for (const given of zoo()) {
    it(`are the rates of the velocities: ${given.name}`, () => {
      const model = made(given);
      const state = someState(model, 9);
      const { q, v, a } = state;
      const kinematics = forwardKinematics(N, model, q);
      const velocities = bodyVelocities(N, model, kinematics, v);
      const list = bodyAccelerations(N, model, kinematics, velocities, v, a).flatMap(flat);
      const exact = alongMotion(model, state, (G, x, y) =>
        bodyVelocities(G, model, forwardKinematics(G, model, x), y).flatMap((t) => [
          ...t.linear,
          ...t.angular,
        ]),
      );
      expect(apart(list, exact)).toBeLessThan(1e-12);
      const h = 1e-5;
      const at = (step: number) => {
        // Along constant a, to second order, so that the difference is central.
        const half = v.map((x, k) => x + 0.5 * step * a[k]);
        const moved = forwardKinematics(N, model, integrate(N, model, q, half, step));
        return bodyVelocities(
          N,
          model,
          moved,
          v.map((x, k) => x + step * a[k]),
        ).flatMap(flat);
      };
      const [ahead, behind] = [at(h), at(-h)];
      expect(
        apart(
          list,
          ahead.map((x, k) => (x - behind[k]) / (2 * h)),
        ),
      ).toBeLessThan(1e-8);
      // Linear in a on top of J̇ v.
      const bias = bodyAccelerations(N, model, kinematics, velocities, v).flatMap(flat);
      const twice = bodyAccelerations(
        N,
        model,
        kinematics,
        velocities,
        v,
        a.map((x) => 2 * x),
      ).flatMap(flat);
      expect(
        apart(
          twice,
          bias.map((x, k) => 2 * list[k] - x),
        ),
      ).toBeLessThan(1e-13);
    });
  }

  it('turn into spatial ones', () => {
    // A point on a turntable: classical −w² r, spatial 0.
    const velocity = { linear: [0, 1.5, 0], angular: [0, 0, 3] } as const;
    const classical = { linear: [-4.5, 0, 0], angular: [0, 0, 0] } as const;
    expect(apart(spatialAcceleration(N, classical, velocity).linear, [0, 0, 0])).toBe(0);
  });
});
