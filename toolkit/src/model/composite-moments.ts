import { addMoments, type MassMoments, moveMoments, type Primitive } from '../math/index.js';
import type { JointPose } from './joint.js';
import { bodyMoments, type Loads } from './loads.js';
import type { Model } from './model.js';
import { turnSymmetric, turnVector } from './turn.js';

/** Mass moments of every body and all that it carries, as if rigid, about the body's origin in body axes. */
export function compositeMoments<S>(
  A: Primitive<S>,
  model: Model,
  poses: readonly JointPose<S>[],
  loads: Pick<Loads<S>, 'payloads'> = {},
): MassMoments<S>[] {
  const composite = bodyMoments(A, model, loads);
  for (let i = model.bodies.length - 1; i >= 0; i--) {
    const { parent } = model.bodies[i];
    if (parent < 0) continue;
    const { position, turn } = poses[i];
    const { mass, first, second } = composite[i];
    const turned = {
      mass,
      first: turnVector(A, turn, first),
      second: turnSymmetric(A, turn, second),
    };
    composite[parent] = addMoments(A, composite[parent], moveMoments(A, turned, position));
  }
  return composite;
}
