import type { Algebra } from '../math/index.js';
import { positive } from './gain.js';

/**
 * What static friction holds of a joint that is asked for the torque u while it stands: u itself below the breakaway
 * torque F, and beyond it what the controller makes up for of the moving friction, F_c against u, all smooth over a width w.
 *
 *     a = √(u² + w²)   G = ½ (1 − tanh((a − F)/w))   sat = ½ (√((u + F)² + w²) − √((u − F)² + w²))
 *     τ = G sat + (1 − G) F_c u/a
 *
 * All in N m (N on a sliding joint); odd in u, |τ| at most about max(F, F_c). Source: the static friction map of
 * virtualmodelcontrol.
 */
export function frictionMap<S>(A: Algebra<S>, u: S, breakaway: S, width: S, moving: S): S {
  const w = positive(A, width);
  const wide = A.mul(w, w);
  const root = (x: S): S => A.sqrt(A.add(A.mul(x, x), wide));
  const half = A.constant(0.5);
  const a = root(u);
  const held = A.mul(half, A.sub(A.constant(1), A.tanh(A.div(A.sub(a, breakaway), w))));
  const saturated = A.mul(half, A.sub(root(A.add(u, breakaway)), root(A.sub(u, breakaway))));
  const sliding = A.mul(moving, A.div(u, a));
  return A.add(A.mul(held, saturated), A.mul(A.sub(A.constant(1), held), sliding));
}
