import { describe, expect, it } from 'vitest';
import { lift3, numbers as N, type Wrench } from '../math/index.js';
import { bodyVelocities } from './body-velocities.js';
import { forwardDynamics, forwardDynamicsByMatrix } from './forward-dynamics.js';
import { forwardKinematics } from './forward-kinematics.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { kineticEnergy } from './kinetic-energy.js';
import {
  alongMotion,
  apart,
  gravity,
  joint,
  link,
  made,
  planarArm,
  pose,
  robot,
  scale,
  someState,
  traced,
  vector3,
  zoo,
} from './made.test.helper.js';
import { potentialEnergy } from './potential-energy.js';

describe('forward dynamics', () => {
  it('of two links along x', () => {
    const model = made(planarArm([1, 1], [1, 1], { inertia: [1, 1, 1, 0, 0, 0] }));
    for (const solve of [forwardDynamics, forwardDynamicsByMatrix]) {
      const a = solve(N, model, [0, 0], [0, 0], [0, 0], [0, -9.81, 0]);
      expect(apart(a, [-5.886, 3.924])).toBeLessThan(1e-14);
    }
  });

  it('of a slide that another follows', () => {
    const tree = robot(
      'slides',
      [
        link('base'),
        link('a', { mass: 0.1, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }),
        link('b', { mass: 0.2, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }),
      ],
      [
        joint('master', 'prismatic', 'base', 'a', pose(), [1, 0, 0]),
        joint('follower', 'prismatic', 'base', 'b', pose(), [1, 0, 0], {
          mimic: { joint: 'master', multiplier: -0.5, offset: 0 },
        }),
      ],
    );
    const model = made(tree);
    const follower = model.bodies.findIndex((body) => body.mimic !== undefined);
    const external: (Wrench<number> | undefined)[] = [undefined, undefined];
    external[follower] = { force: [3, 0, 0], torque: [0, 0, 0] };
    // −1.5 N on the master, which feels 0.15 kg.
    expect(inverseDynamics(N, model, [0], [0], [0], [0, 0, 0], { external })[0]).toBeCloseTo(1.5, 15);
    expect(forwardDynamics(N, model, [0], [0], [0], [0, 0, 0], { external })[0]).toBeCloseTo(-10, 13);
  });

  it('takes rotor inertia and an added diagonal alike', () => {
    const bare = planarArm([0.5, 0.4], [1, 2], { at: 0.6 });
    const rotors = { ...bare, joints: bare.joints.map((j, i) => ({ ...j, rotorInertia: 0.1 * (i + 1) })) };
    const { q, v } = { q: [0.3, -0.8], v: [1, 2] };
    const tau = [3, -1];
    const a = forwardDynamics(N, made(rotors), q, v, tau, gravity);
    for (const solve of [forwardDynamics, forwardDynamicsByMatrix]) {
      expect(apart(solve(N, made(bare), q, v, tau, gravity, { diagonal: [0.1, 0.2] }), a)).toBeLessThan(
        1e-13,
      );
    }
  });

  for (const given of zoo()) {
    const model = made(given);
    it(`undoes inverse dynamics: ${given.name}`, () => {
      for (let seed = 1; seed <= 3; seed++) {
        const { q, v, a: tau, next } = someState(model, 50 + seed);
        const external = model.bodies.map(() => ({
          force: vector3(next, 5),
          torque: vector3(next, 2),
        }));
        for (const loads of [{}, { external }]) {
          for (const solve of [forwardDynamics, forwardDynamicsByMatrix]) {
            const a = solve(N, model, q, v, tau, gravity, loads);
            const back = inverseDynamics(N, model, q, v, a, gravity, loads);
            expect(apart(back, tau)).toBeLessThanOrEqual(1e-9 * scale(tau));
            if (seed > 1 || 'external' in loads) continue;
            const graph = traced([...q, ...v, ...tau], (G, x) => {
              const [Q, V] = [x.slice(0, model.nq), x.slice(model.nq, model.nq + model.nv)];
              return solve(G, model, Q, V, x.slice(model.nq + model.nv), lift3(G, gravity));
            });
            expect(apart(graph, a)).toBeLessThan(
              1e-12 *
                scale(a) *
                scale(
                  inverseDynamics(
                    N,
                    model,
                    q,
                    v,
                    tau.map(() => 0),
                    gravity,
                  ),
                ),
            );
          }
        }
      }
    });

    it(`balances power: ${given.name}`, () => {
      const { q, v, a: tau, next } = someState(model, 60);
      const external = model.bodies.map(() => ({
        force: vector3(next, 5),
        torque: vector3(next, 2),
      }));
      const a = forwardDynamics(N, model, q, v, tau, gravity, { external });
      const [rate] = alongMotion(model, { q, v, a }, (G, x, y) => [
        G.add(kineticEnergy(G, model, x, y), potentialEnergy(G, model, x, lift3(G, gravity))),
      ]);
      let put = tau.reduce((s, t, k) => s + t * v[k], 0);
      bodyVelocities(N, model, forwardKinematics(N, model, q), v).forEach(({ linear, angular }, i) => {
        for (const k of [0, 1, 2])
          put += external[i].force[k] * linear[k] + external[i].torque[k] * angular[k];
      });
      expect(Math.abs(rate - put)).toBeLessThan(1e-9 * scale([rate]));
    });
  }
});
