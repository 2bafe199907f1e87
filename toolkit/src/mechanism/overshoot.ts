/** How far a value is past a bound, sharply or smoothly, as one-sided laws have it. */
import { type Algebra, logistic, max, softplus, softplusIntegral } from '../math/index.js';
import { positive } from './gain.js';

export interface Overshoot<S> {
  /** Sharp: max(0, x). Smooth: w ln(1 + e^(x/w)). */
  readonly depth: S;
  /** ∫ depth dx. Sharp: ½ max(0, x)². Smooth: −w² Li₂(−e^(x/w)). */
  readonly integral: S;
  /** d depth/dx, from 0 to 1. Sharp: 1 where x > 0. Smooth: 1/(1 + e^(−x/w)). */
  readonly gate: S;
}

/** Of x past 0; smooth over the width w where one is given. */
export function overshoot<S>(A: Algebra<S>, x: S, width?: S): Overshoot<S> {
  if (width === undefined) {
    const depth = max(A, A.constant(0), x);
    return {
      depth,
      integral: A.mul(A.constant(0.5), A.mul(depth, depth)),
      gate: A.less(A.constant(0), x),
    };
  }
  const w = positive(A, width);
  const s = A.div(x, w);
  return {
    depth: A.mul(w, softplus(A, s)),
    integral: A.mul(A.mul(w, w), softplusIntegral(A, s)),
    gate: logistic(A, s),
  };
}
