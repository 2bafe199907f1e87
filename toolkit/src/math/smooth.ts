/**
 * Functions that saturate or bend smoothly, with their integrals, for force laws and their energies. None overflows
 * where its value does not, and each has a finite derivative everywhere.
 */
import { type Algebra, clamp, max, type Primitive } from './algebra.js';

// tanh x = x Σ T_k x^(2k); below x² = 0.01 the terms beyond the seventh are under 2e-17.
const TANH = [1, -1 / 3, 2 / 15, -17 / 315, 62 / 2835, -1382 / 155925, 21844 / 6081075];
const NEAR = 0.01;

function series<S>(A: Primitive<S>, x: S, coefficients: readonly number[]): S {
  let value = A.constant(coefficients[coefficients.length - 1]);
  for (let k = coefficients.length - 2; k >= 0; k--) {
    value = A.add(A.mul(value, x), A.constant(coefficients[k]));
  }
  return value;
}

/** `near` of x² next to 0, by its series; else `far` of x > 0. */
function ofSquare<S>(A: Primitive<S>, square: S, near: (square: S) => S, far: (x: S) => S): S {
  const small = A.less(square, A.constant(NEAR));
  const x = A.sqrt(A.select(small, A.constant(1), square));
  return A.select(small, near(square), far(x));
}

/** tanh(x)/x as a function of x² ≥ 0: 1 at 0, 1/x far out; smooth. */
export function tanhRatio<S>(A: Algebra<S>, square: S): S {
  return ofSquare(
    A,
    square,
    (y) => series(A, y, TANH),
    (x) => A.div(A.tanh(x), x),
  );
}

/** ln(cosh x)/x² as a function of x² ≥ 0: ½ at 0, 1/x far out; smooth. Relative error a few ulp next to 0, 2e-14 at most. */
export function logCoshRatio<S>(A: Algebra<S>, square: S): S {
  const integral = TANH.map((t, k) => t / (2 * k + 2));
  return ofSquare(
    A,
    square,
    (y) => series(A, y, integral),
    (x) => {
      const doubled = logOnePlusExp(A, A.mul(A.constant(-2), x));
      return A.div(A.div(A.sub(A.add(x, doubled), A.constant(0.6931471805599453)), x), x);
    },
  );
}

/** ln(1 + eˣ) for x ≤ 0. */
function logOnePlusExp<S>(A: Algebra<S>, x: S): S {
  return A.log(A.add(A.constant(1), A.exp(x)));
}

/** 1/(1 + e⁻ˣ), from 0 to 1; absolute error an ulp of 1. */
export function logistic<S>(A: Algebra<S>, x: S): S {
  const half = A.constant(0.5);
  return A.mul(half, A.add(A.constant(1), A.tanh(A.mul(half, x))));
}

/** ln(1 + eˣ), the integral of {@link logistic} from −∞: 0 far below, x far above; absolute error an ulp of 1 + |x|. */
export function softplus<S>(A: Algebra<S>, x: S): S {
  return A.add(max(A, x, A.constant(0)), logOnePlusExp(A, A.neg(A.abs(x))));
}

/**
 * Coefficients of w, w², … in −Li₂(−w) = Σ (−1)ᵏ wᵏ⁺¹/(k + 1)², 0 ≤ w ≤ 1, so weighted that 22 terms leave an error
 * below (3 + √8)⁻²² = 2e-17 (Cohen, Rodriguez Villegas and Zagier, Convergence Acceleration of Alternating Series
 * (2000), algorithm 1; the terms are moments of a positive measure for every such w).
 */
const DILOGARITHM = (() => {
  const terms = 22;
  let power = 1;
  for (let k = 0; k < terms; k++) power *= 3 + Math.sqrt(8);
  const d = (power + 1 / power) / 2;
  let b = -1;
  let c = -d;
  return Array.from({ length: terms }, (_, k) => {
    c = b - c;
    b *= ((k + terms) * (k - terms)) / ((k + 0.5) * (k + 1));
    return c / d / ((k + 1) * (k + 1));
  });
})();

/**
 * ∫ ln(1 + eᵗ) dt from −∞ to x, that is −Li₂(−eˣ): the integral of {@link softplus}. 0 far below, x²/2 + π²/6 far above;
 * absolute error a few ulp of 1 + x². Above 0 by Li₂(−w) + Li₂(−1/w) = −π²/6 − ½ ln² w.
 */
export function softplusIntegral<S>(A: Algebra<S>, x: S): S {
  const w = A.exp(A.neg(A.abs(x)));
  const below = A.mul(w, series(A, w, DILOGARITHM));
  const above = A.sub(A.add(A.mul(A.constant(0.5), A.mul(x, x)), A.constant(1.6449340668482264)), below);
  return A.select(A.less(A.constant(0), x), above, below);
}

/** 0 up to `start`, 1 from `end` on, straight between; falling where end < start. The two differ. */
export function ramp<S>(A: Primitive<S>, x: S, start: S, end: S): S {
  return clamp(A, A.div(A.sub(x, start), A.sub(end, start)), A.constant(0), A.constant(1));
}

/** 10 s³ − 15 s⁴ + 6 s⁵ with s held in [0, 1]: from 0 to 1 with rest and no acceleration at both ends (minimum jerk). */
export function quinticStep<S>(A: Primitive<S>, s: S): S {
  const x = clamp(A, s, A.constant(0), A.constant(1));
  return A.mul(A.mul(A.mul(x, x), x), series(A, x, [10, -15, 6]));
}
