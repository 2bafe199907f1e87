import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { bodyAccelerations } from './body-accelerations.js';
import { bodyVelocities } from './body-velocities.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameAcceleration, frameOf, framePlacement, frameVelocity, type Reference } from './frames.js';
import { integrate } from './integrate.js';
import { alongMotion, apart, flat, made, oddFrames, someState, times, zoo } from './made.test.helper.js';

const references: readonly Reference[] = ['worldAligned', 'local', 'world'];

describe('frames', () => {
  for (const given of zoo()) {
    it(`move as their Jacobian and its rate say: ${given.name}`, () => {
      const model = made(given);
      const state = someState(model, 12);
      const { q, v, a, next } = state;
      const kinematics = forwardKinematics(N, model, q);
      const velocities = bodyVelocities(N, model, kinematics, v);
      const accelerations = bodyAccelerations(N, model, kinematics, velocities, v, a);
      const h = 1e-5;
      for (const frame of oddFrames(model, next)) {
        for (const reference of references) {
          const velocity = flat(frameVelocity(N, kinematics, velocities, frame, reference));
          expect(
            apart(times(frameJacobian(N, model, kinematics, frame, reference), v), velocity),
          ).toBeLessThan(1e-12);
          const acceleration = flat(
            frameAcceleration(N, kinematics, velocities, accelerations, frame, reference),
          );
          const exact = alongMotion(model, state, (G, x, y) => {
            const K = forwardKinematics(G, model, x);
            const { linear, angular } = frameVelocity(G, K, bodyVelocities(G, model, K, y), frame, reference);
            return [...linear, ...angular];
          });
          expect(apart(acceleration, exact)).toBeLessThan(1e-12);
          const at = (step: number) => {
            const half = v.map((x, k) => x + 0.5 * step * a[k]);
            const K = forwardKinematics(N, model, integrate(N, model, q, half, step));
            const moved = bodyVelocities(
              N,
              model,
              K,
              v.map((x, k) => x + step * a[k]),
            );
            return flat(frameVelocity(N, K, moved, frame, reference));
          };
          const [ahead, behind] = [at(h), at(-h)];
          expect(
            apart(
              acceleration,
              ahead.map((x, k) => (x - behind[k]) / (2 * h)),
            ),
          ).toBeLessThan(1e-8);
        }
      }
    });
  }

  it('are found by name, or refused with the nearest name', () => {
    const model = made(zoo()[0]);
    expect(frameOf(model, 'flange').body).toBe(6);
    expect(() => frameOf(model, 'flnge')).toThrow('did you mean flange?');
    const base = framePlacement(N, forwardKinematics(N, model, model.neutral), frameOf(model, 'base'));
    expect(base.position).toEqual([0, 0, 0]);
  });
});
