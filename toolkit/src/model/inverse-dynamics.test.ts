import { describe, expect, it } from 'vitest';
import { lift3, massMoments, numbers as N, type Wrench } from '../math/index.js';
import type { Robot } from '../robot/index.js';
import { biasForces } from './bias-forces.js';
import { forwardKinematics } from './forward-kinematics.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { jointTorques } from './joint-torques.js';
import {
  apart,
  chain,
  gravity,
  joint,
  link,
  made,
  planarArm,
  pose,
  scale,
  someState,
  times,
  traced,
  vector3,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';

describe('inverse dynamics', () => {
  it('is that of two point masses in a plane', () => {
    // Textbook form with m l² = 1: τ = M q̈ + c.
    const model = made(planarArm([1, 1], [1, 1]));
    const [q, v, a] = [
      [0.3, 0.9],
      [0.7, -1.1],
      [0.2, 0.5],
    ];
    const [c, s] = [N.cos(q[1]), N.sin(q[1])];
    const tau1 = (3 + 2 * c) * a[0] + (1 + c) * a[1] - s * (2 * v[0] * v[1] + v[1] * v[1]);
    const tau2 = (1 + c) * a[0] + a[1] + s * v[0] * v[0];
    expect(apart(inverseDynamics(N, model, q, v, a, [0, 0, 0]), [tau1, tau2])).toBeLessThan(1e-14);
  });

  it('feels a payload as a welded link', () => {
    const plain = chain('plain', ['revolute', 'spherical', 'prismatic', 'revolute'], 5);
    const at = pose([0.1, -0.3, 0.2], [0.4, 1, -0.6]);
    const load = {
      mass: 1.3,
      centre: [0.05, 0.1, -0.02],
      inertia: [0.02, 0.03, 0.025, 0.002, -0.001, 0.003],
    } as const;
    const welded: Robot = {
      ...plain,
      links: [...plain.links, link('load', load)],
      joints: [...plain.joints, joint('weld', 'fixed', 'l3', 'load', at)],
    };
    const empty: Robot = { ...welded, links: [...plain.links, link('load')] };
    const [with_, without] = [made(welded), made(empty)];
    const { q, v, a } = someState(without, 3);
    // The load's moments in the body's frame, by a body that has nothing else.
    const alone: Robot = {
      ...welded,
      links: welded.links.map((l) => (l.name === 'load' ? l : link(l.name))),
    };
    const moments = made(alone).bodies[3].moments;
    const loads = { payloads: [{ body: 3, moments }] };
    const expected = inverseDynamics(N, with_, q, v, a, gravity);
    expect(apart(inverseDynamics(N, without, q, v, a, gravity, loads), expected)).toBeLessThan(
      1e-13 * scale(expected),
    );
    const matrix = massMatrix(N, with_, q);
    expect(apart(massMatrix(N, without, q, loads), matrix)).toBeLessThan(1e-13 * scale(matrix));
    expect(massMoments(N, ...([load.mass, load.centre, load.inertia] as const)).mass).toBe(moments.mass);
  });

  for (const given of zoo()) {
    it(`is M a + b − Σ Jᵀ f: ${given.name}`, () => {
      const model = made(given);
      for (let seed = 1; seed <= 3; seed++) {
        const { q, v, a, next } = someState(model, seed);
        const tau = inverseDynamics(N, model, q, v, a, gravity);
        const bias = biasForces(N, model, q, v, gravity);
        const sum = times(massMatrix(N, model, q), a).map((x, k) => x + bias[k]);
        expect(apart(tau, sum)).toBeLessThan(1e-12 * scale(tau));
        const external: Wrench<number>[] = model.bodies.map(() => ({
          force: vector3(next, 5),
          torque: vector3(next, 2),
        }));
        const pushed = inverseDynamics(N, model, q, v, a, gravity, { external });
        const felt = jointTorques(N, model, forwardKinematics(N, model, q), external);
        expect(
          apart(
            pushed,
            tau.map((x, k) => x - felt[k]),
          ),
        ).toBeLessThan(1e-13 * scale(tau));
        const graph = traced([...q, ...v, ...a], (G, x) => {
          const [Q, V, W] = [
            x.slice(0, model.nq),
            x.slice(model.nq, model.nq + model.nv),
            x.slice(model.nq + model.nv),
          ];
          return inverseDynamics(G, model, Q, V, W, lift3(G, gravity));
        });
        expect(apart(graph, tau)).toBeLessThan(1e-12 * scale(tau));
      }
    });
  }
});
