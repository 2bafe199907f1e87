import { describe, expect, it } from 'vitest';
import { add3, mulMatVec, numbers, type Vec3 } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { pointInBody } from './frames.js';
import { integrate } from './integrate.js';
import { made, oddFrames, someState, zoo } from './made.test.helper.js';
import { pointJacobian, pointPosition } from './point-jacobian.js';

describe('the Jacobian of a point of a frame', () => {
  for (const given of zoo()) {
    it(`is what the point does as the joints move: ${given.name}`, () => {
      const model = made(given);
      const { q, v, next } = someState(model, 92);
      for (const frame of oddFrames(model, next)) {
        const at: Vec3<number> = [next(), next(), next()];
        const place = (configuration: readonly number[]) =>
          pointPosition(numbers, forwardKinematics(numbers, model, configuration), frame, at);
        const kinematics = forwardKinematics(numbers, model, q);
        const here = place(q);
        const rows = pointJacobian(numbers, model, kinematics, frame, here);
        const h = 1e-6;
        const [ahead, behind] = [h, -h].map((step) => place(integrate(numbers, model, q, v, step)));
        const body = frame.body < 0 ? undefined : kinematics.placements[frame.body];
        const inBody = pointInBody(numbers, frame, at);
        const carried =
          body === undefined
            ? inBody
            : add3(numbers, body.position, mulMatVec(numbers, body.rotation, inBody));
        for (const k of [0, 1, 2]) {
          const row = rows.slice(k * model.nv, (k + 1) * model.nv);
          const velocity = row.reduce((sum, x, i) => sum + x * v[i], 0);
          expect(velocity).toBeCloseTo((ahead[k] - behind[k]) / (2 * h), 7);
          expect(carried[k]).toBeCloseTo(here[k], 12);
        }
      }
    });
  }
});
