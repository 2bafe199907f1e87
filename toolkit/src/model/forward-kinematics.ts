import { type Algebra, add3, identity3, mulMatVec, type Vec3 } from '../math/index.js';
import { type JointPose, jointPoses } from './joint.js';
import type { Model, Placement } from './model.js';
import { turnAfter } from './turn.js';

/** Where every body is at a configuration. */
export interface Kinematics<S> {
  /** Pose of each body in the world. */
  readonly placements: readonly Placement<S>[];
  /** From the parent's origin to the body's origin, in world axes. */
  readonly offsets: readonly Vec3<S>[];
  /** Pose of each body in its parent. */
  readonly poses: readonly JointPose<S>[];
}

/** Poses of all bodies in the world: X_WB = X_WP · X_PB(q), parents first. */
export function forwardKinematics<S>(A: Algebra<S>, model: Model, q: readonly S[]): Kinematics<S> {
  const poses = jointPoses(A, model, q);
  const placements: Placement<S>[] = [];
  const offsets: Vec3<S>[] = [];
  model.bodies.forEach((body, i) => {
    const { position, turn } = poses[i];
    if (body.parent < 0) {
      offsets.push(position);
      placements.push({ position, rotation: turnAfter(A, identity3(A), turn) });
      return;
    }
    const parent = placements[body.parent];
    const offset = mulMatVec(A, parent.rotation, position);
    offsets.push(offset);
    placements.push({
      position: add3(A, parent.position, offset),
      rotation: turnAfter(A, parent.rotation, turn),
    });
  });
  return { placements, offsets, poses };
}
