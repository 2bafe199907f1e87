import { describe, expect, it } from 'vitest';
import { dot3, massMoments, mulMatVec, numbers as N } from '../math/index.js';
import { centreOfMass } from './centre-of-mass.js';
import { forwardKinematics } from './forward-kinematics.js';
import { apart, gravity, link, made, robot, someState, zoo } from './made.test.helper.js';
import { potentialEnergy } from './potential-energy.js';

describe('centre of mass and potential energy', () => {
  for (const given of zoo()) {
    it(`are those of the links where they stand: ${given.name}`, () => {
      const model = made(given);
      const { q } = someState(model, 80);
      const { placements } = forwardKinematics(N, model, q);
      const body = model.bodies.length - 1;
      const payload = { body, moments: massMoments(N, 0.6, [0.1, 0.2, -0.3], [0.01, 0.01, 0.01, 0, 0, 0]) };
      for (const payloads of [[], [payload]]) {
        let mass = 0;
        let moving = 0;
        const moment = [0, 0, 0];
        for (const { name, inertial } of given.links) {
          if (inertial === undefined) continue;
          const frame = model.frames.find((f) => f.name === name)!;
          const inBody = mulMatVec(N, frame.placement.rotation, inertial.centre).map(
            (x, k) => x + frame.placement.position[k],
          );
          const [x, y, z] = inBody;
          const placed =
            frame.body < 0
              ? inBody
              : mulMatVec(N, placements[frame.body].rotation, [x, y, z]).map(
                  (c, k) => c + placements[frame.body].position[k],
                );
          mass += inertial.mass;
          placed.forEach((c, k) => {
            moment[k] += inertial.mass * c;
          });
          if (frame.body >= 0) moving -= inertial.mass * dot3(N, gravity, placed as never);
        }
        if (payloads.length > 0) {
          const at = mulMatVec(N, placements[body].rotation, [0.1, 0.2, -0.3]).map(
            (c, k) => c + placements[body].position[k],
          );
          mass += 0.6;
          at.forEach((c, k) => {
            moment[k] += 0.6 * c;
          });
          moving -= 0.6 * dot3(N, gravity, at as never);
        }
        const found = centreOfMass(N, model, q, { payloads });
        expect(found.mass).toBeCloseTo(mass, 12);
        expect(
          apart(
            found.centre,
            moment.map((x) => x / mass),
          ),
        ).toBeLessThan(1e-13);
        expect(potentialEnergy(N, model, q, gravity, { payloads })).toBeCloseTo(moving, 11);
      }
    });
  }

  it('is the origin where nothing has mass', () => {
    const empty = made(robot('empty', [link('base')], []));
    expect(centreOfMass(N, empty, [])).toEqual({ mass: 0, centre: [0, 0, 0] });
    expect(potentialEnergy(N, empty, [], gravity)).toBe(0);
  });
});
