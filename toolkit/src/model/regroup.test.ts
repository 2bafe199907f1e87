import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { biasForces } from './bias-forces.js';
import { centreOfMass } from './centre-of-mass.js';
import { forwardDynamics } from './forward-dynamics.js';
import { gravityTorque } from './gravity-torque.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { kineticEnergy } from './kinetic-energy.js';
import { apart, gravity, made, quarterTurnArm, scale, someState, zoo } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { potentialEnergy } from './potential-energy.js';
import { regroup } from './regroup.js';

describe('regrouped inertias', () => {
  for (const given of zoo()) {
    it(`give the same dynamics: ${given.name}`, () => {
      const model = made(given);
      const grouped = regroup(model);
      for (let seed = 1; seed <= 3; seed++) {
        const { q, v, a } = someState(model, 100 + seed);
        const tau = inverseDynamics(N, model, q, v, a, gravity);
        const near = (x: readonly number[], y: readonly number[]) => {
          expect(apart(x, y)).toBeLessThan(1e-12 * scale(y));
        };
        near(inverseDynamics(N, grouped, q, v, a, gravity), tau);
        near(gravityTorque(N, grouped, q, gravity), gravityTorque(N, model, q, gravity));
        near(biasForces(N, grouped, q, v, gravity), biasForces(N, model, q, v, gravity));
        near(massMatrix(N, grouped, q), massMatrix(N, model, q));
        near(forwardDynamics(N, grouped, q, v, tau, gravity), a);
        near([kineticEnergy(N, grouped, q, v)], [kineticEnergy(N, model, q, v)]);
        // The true mass is kept for what asks for it.
        expect(potentialEnergy(N, grouped, q, gravity)).toBe(potentialEnergy(N, model, q, gravity));
        expect(centreOfMass(N, grouped, q)).toEqual(centreOfMass(N, model, q));
      }
    });
  }

  it('leave seven moments to a body on a revolute joint', () => {
    const { bodies } = regroup(made(quarterTurnArm()));
    for (const { moments } of bodies) {
      expect(moments.mass).toBe(0);
      expect(Math.abs(moments.first[2])).toBe(0);
      expect(Math.abs(moments.second[2])).toBe(0);
    }
    expect(bodies[6].moments.second[0]).not.toBe(0);
  });
});
