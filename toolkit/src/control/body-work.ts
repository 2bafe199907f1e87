/**
 * What elements did on virtual bodies in the linearly implicit step that moved these (body-step.ts): not by the force that
 * they had before it, but by the one that the step reckoned with,
 *
 *     τ = Σ Jᵀ f − Σ Jᵀ D J (u⁺ − u),
 *
 * with f and J at the bodies' old state and D the secants of dampers. Times the bodies' way T u⁺ it is no more than what left
 * them: besides it the step loses ½ (u⁺ − u)ᵀ M (u⁺ − u), and the springs' ½ T² u⁺ᵀ K u⁺, and a damper with T D ≫ M, whose force
 * before the step is many times what it does, takes out next to nothing.
 */
import { type Algebra, sum } from '../math/index.js';
import { bodyDamping, wholeDesign } from './bodies.js';
import type { Design } from './design.js';
import { type Law, loadsOf, torquesOf } from './law.js';

/** An implicit step of the bodies: the law at its start, and u⁺ − u. */
export interface BodyStep<S> {
  readonly law: Law<S>;
  readonly change: readonly S[];
}

/** Torques on the bodies' joints (nv of the bodies) of some elements and projections of its law. */
export function torquesInStep<S>(
  A: Algebra<S>,
  design: Design,
  { law, change }: BodyStep<S>,
  { acting, projections }: Pick<Law<S>, 'acting' | 'projections'>,
): S[] {
  const whole = wholeDesign(design);
  const nv = change.length;
  const loads = loadsOf(A, acting, projections);
  const before = torquesOf(A, whole.model, law.kinematics, loads.sites.values(), loads.joints);
  const damping = bodyDamping(A, design, law, acting);
  return before.slice(design.model.nv).map((force, i) =>
    A.sub(
      force,
      sum(
        A,
        change.map((x, j) => A.mul(damping[i * nv + j], x)),
      ),
    ),
  );
}
