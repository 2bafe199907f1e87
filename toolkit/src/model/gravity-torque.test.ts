import { describe, expect, it } from 'vitest';
import { lift3, massMoments, numbers as N, type Vec3 } from '../math/index.js';
import { gravityTorque } from './gravity-torque.js';
import { inverseDynamics } from './inverse-dynamics.js';
import type { Loads } from './loads.js';
import {
  alongMotion,
  apart,
  gravity,
  joint,
  link,
  made,
  payloadsIn,
  pose,
  robot,
  scale,
  someState,
  traced,
  zoo,
} from './made.test.helper.js';
import { potentialEnergy } from './potential-energy.js';

const PI = 3.141592653589793;

describe('gravity torque', () => {
  it('depends on how the base stands', () => {
    const arm = (rpy: Vec3<number>, base: 'axis' | 'turned') =>
      made(
        robot(
          'one',
          [
            link('base'),
            link('arm', { mass: 2, centre: [0.25, 0, 0], inertia: [0.01, 0.01, 0.01, 0, 0, 0] }),
          ],
          [joint('j', 'revolute', 'base', 'arm', base === 'axis' ? pose() : pose([0, 0, 0], rpy), [0, 1, 0])],
          [{ link: 'base', base: 'fixed', pose: base === 'axis' ? pose([1, 2, 3], rpy) : pose() }],
        ),
      );
    for (const base of ['axis', 'turned'] as const) {
      for (const [rpy, torque] of [
        [[0, 0, 0], -4.905],
        [[PI, 0, 0], 4.905],
        [[0, PI / 2, 0], 0],
        [[0, PI / 3, 0], -2.4525],
        [[PI / 3, 0, 0.4], -2.4525],
      ] as const) {
        expect(gravityTorque(N, arm(rpy, base), [0], [0, 0, -9.81])[0]).toBeCloseTo(torque, 14);
      }
    }
  });

  for (const given of zoo()) {
    it(`holds what it has to hold: ${given.name}`, () => {
      const model = made(given);
      const { q, next } = someState(model, 23);
      const still: number[] = new Array(model.nv).fill(0);
      const body = model.bodies.length - 1;
      const payloads = [
        { body, moments: massMoments(N, 0.7, [0.1, -0.2, 0.05], [0.01, 0.02, 0.015, 0.001, 0, 0]) },
      ];
      for (const loads of [{}, { payloads }] as Loads<number>[]) {
        const torque = gravityTorque(N, model, q, gravity, loads);
        const bound = 1e-13 * scale(torque);
        expect(apart(torque, inverseDynamics(N, model, q, still, still, gravity, loads))).toBeLessThan(bound);
        expect(
          apart(
            torque,
            traced(q, (G, x) =>
              gravityTorque(G, model, x, lift3(G, gravity), {
                payloads: payloadsIn(G, loads.payloads ?? []),
              }),
            ),
          ),
        ).toBeLessThan(bound);
        // The power of g(q) is the rate of the potential, whatever way the joints move.
        const v = Array.from({ length: model.nv }, () => 2 * next() - 1);
        const [rate] = alongMotion(model, { q, v, a: still }, (G, x) => [
          potentialEnergy(G, model, x, lift3(G, gravity), { payloads: payloadsIn(G, loads.payloads ?? []) }),
        ]);
        expect(Math.abs(rate - torque.reduce((s, t, k) => s + t * v[k], 0))).toBeLessThan(
          1e-12 * scale(torque),
        );
      }
    });
  }
});
