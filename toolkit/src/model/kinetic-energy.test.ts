import { describe, expect, it } from 'vitest';
import { cross3, mulMatVec, numbers as N } from '../math/index.js';
import { bodyVelocities } from './body-velocities.js';
import { forwardKinematics } from './forward-kinematics.js';
import { kineticEnergy } from './kinetic-energy.js';
import { made, scale, someState, traced, zoo } from './made.test.helper.js';

describe('kinetic energy', () => {
  for (const given of zoo()) {
    it(`is ½ m v² of the centres, ½ w I w about them, and the rotors: ${given.name}`, () => {
      const model = made(given);
      const { q, v } = someState(model, 70);
      const kinematics = forwardKinematics(N, model, q);
      let energy = 0;
      bodyVelocities(N, model, kinematics, v).forEach(({ linear, angular }, i) => {
        const body = model.bodies[i];
        const R = kinematics.placements[i].rotation;
        const arm = cross3(N, angular, mulMatVec(N, R, body.inertia.centre));
        const speed = linear.reduce((s, x, k) => s + (x + arm[k]) ** 2, 0);
        const [x, y, z] = [0, 1, 2].map(
          (c) => R[c] * angular[0] + R[3 + c] * angular[1] + R[6 + c] * angular[2],
        );
        const [xx, yy, zz, xy, xz, yz] = body.inertia.inertia;
        const spin = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
        energy += 0.5 * (body.inertia.mass * speed + spin);
        const master = body.mimic === undefined ? body : model.bodies[body.mimic.of];
        const ratio = body.mimic?.multiplier ?? 1;
        for (let k = 0; k < master.nv; k++)
          energy += 0.5 * body.rotorInertia * (ratio * v[master.v + k]) ** 2;
      });
      expect(Math.abs(kineticEnergy(N, model, q, v) - energy)).toBeLessThan(1e-13 * scale([energy]));
      const [graph] = traced([...q, ...v], (G, x) => [
        kineticEnergy(G, model, x.slice(0, model.nq), x.slice(model.nq)),
      ]);
      expect(Math.abs(graph - energy)).toBeLessThan(1e-12 * scale([energy]));
    });
  }
});
