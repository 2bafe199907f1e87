/** What a controller holds before anything has moved, and what that could do. */
import { numbers, symmetricEigen, type Vec3 } from '../math/index.js';
import {
  type Frame,
  forwardKinematics,
  massMatrixWithRotors,
  pointJacobian,
  pointPosition,
  taskMobility,
} from '../model/index.js';
import type { Design } from './design.js';
import { storesOf } from './flows.js';
import { ladenModel } from './laden-model.js';
import { evaluateLaw } from './numeric.js';

export interface StartEnergy {
  /** J, of all elements that hold any. */
  readonly energy: number;
  /** J, by element, the largest first; those that hold nothing are left out. */
  readonly held: readonly { readonly element: string; readonly energy: number }[];
  /**
   * m/s, √(2 E λ) with λ the greatest eigenvalue of J M⁻¹ Jᵀ: what the point does not exceed in this pose while all motion of
   * the arm has no more than this energy. Absent where joints move no mass.
   */
  readonly speed?: number;
}

export interface StartOptions {
  /** Configuration of the robot, nq. */
  readonly q: readonly number[];
  /** The point whose speed is asked for: a frame, and where on it, m. */
  readonly point: { readonly frame: Frame; readonly at: Vec3<number> };
  /** Felt at the joints, in place of the model's own (nv). */
  readonly rotorInertia?: readonly number[];
}

/** The energy of a design's elements at a start. Virtual bodies are where they begin. */
export function startEnergy(design: Design, { q, point, rotorInertia }: StartOptions): StartEnergy {
  const { model } = design;
  const held = storesOf(evaluateLaw(design, q, new Array<number>(model.nv).fill(0)))
    .flatMap(({ name, energy }) => (energy > 0 ? [{ element: name, energy }] : []))
    .sort((a, b) => b.energy - a.energy);
  const energy = held.reduce((sum, one) => sum + one.energy, 0);
  if (model.massless.length > 0 && rotorInertia === undefined) return { energy, held };
  const kinematics = forwardKinematics(numbers, model, q);
  const position = pointPosition(numbers, kinematics, point.frame, point.at);
  const J = pointJacobian(numbers, model, kinematics, point.frame, position);
  const mobility = taskMobility(numbers, massMatrixWithRotors(ladenModel(design), q, rotorInertia), J, 3);
  const most = symmetricEigen(mobility, 3).values[2];
  return { energy, held, speed: Math.sqrt(2 * energy * most) };
}
