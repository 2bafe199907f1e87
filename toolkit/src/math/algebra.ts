/**
 * The algebra that every formula of this toolkit is written over.
 *
 * With `S = number` a formula is evaluated; with `S = Node` the same formula traces an expression graph that
 * is folded, differentiated and emitted. There is no second copy of a formula.
 *
 * Truth values are scalars as well: 1 for true, 0 for false. A graph knows which of its nodes are truth
 * values and the emitters use native comparisons for them.
 *
 * Only operations that IEEE 754 defines to the last bit are primitive; the elementary functions are built
 * from these (see elementary.ts), so that Node, a browser, WebAssembly and C give the same bits.
 */
export interface Primitive<S> {
  /** The scalar that stands for the number `x`. */
  constant(x: number): S;
  add(a: S, b: S): S;
  sub(a: S, b: S): S;
  mul(a: S, b: S): S;
  div(a: S, b: S): S;
  neg(a: S): S;
  /** Square root, correctly rounded; NaN below zero. */
  sqrt(a: S): S;
  /** |a|; |−0| = 0, |NaN| = NaN. */
  abs(a: S): S;
  /** Largest whole number at most a. */
  floor(a: S): S;
  /** 1 where a < b, else 0; 0 where either is NaN. */
  less(a: S, b: S): S;
  /** 1 where a ≤ b, else 0; 0 where either is NaN. */
  lessEqual(a: S, b: S): S;
  /** 1 where a = b, else 0; −0 = 0; 0 where either is NaN. */
  equal(a: S, b: S): S;
  /** Logical and of two truth values. */
  and(a: S, b: S): S;
  /** Logical or of two truth values. */
  or(a: S, b: S): S;
  /** 1 − a for a truth value. */
  not(a: S): S;
  /** `a` where `test` is not 0, else `b`. Both are evaluated; a NaN in the branch not taken does not spread. */
  select(test: S, a: S, b: S): S;
  /**
   * The unbiased binary exponent e of a finite |a| = m·2^e, 1 ≤ m < 2: the exponent field of the number less
   * 1023. −1023 for 0 and subnormal numbers, 1024 for infinities and NaN.
   */
  exponent(a: S): S;
  /** 2^n for a whole number n in −1022 … 1023: the number with exponent field n + 1023. Outside: unspecified. */
  pow2(n: S): S;
}

/** The primitives and the elementary functions, which a graph keeps as nodes of their own for their derivatives. */
export interface Algebra<S> extends Primitive<S> {
  sin(a: S): S;
  cos(a: S): S;
  tan(a: S): S;
  /** Angle of the point (x, y) in (−π, π]; the signs of zeros as in C's atan2. */
  atan2(y: S, x: S): S;
  exp(a: S): S;
  /** Natural logarithm. */
  log(a: S): S;
  tanh(a: S): S;
}

/** The lesser of a and b: b where b < a, else a. So min(NaN, b) = NaN, min(a, NaN) = a, min(0, −0) = 0. */
export function min<S>(A: Primitive<S>, a: S, b: S): S {
  return A.select(A.less(b, a), b, a);
}

/** The greater of a and b: b where a < b, else a. So max(NaN, b) = NaN, max(a, NaN) = a, max(0, −0) = 0. */
export function max<S>(A: Primitive<S>, a: S, b: S): S {
  return A.select(A.less(a, b), b, a);
}

/** a held inside [lower, upper]; NaN stays NaN. */
export function clamp<S>(A: Primitive<S>, a: S, lower: S, upper: S): S {
  return min(A, max(A, a, lower), upper);
}

/** −1, 0 or 1 (0 for ±0 and for NaN). */
export function sign<S>(A: Primitive<S>, a: S): S {
  const zero = A.constant(0);
  return A.select(A.less(zero, a), A.constant(1), A.select(A.less(a, zero), A.constant(-1), zero));
}

/** Smallest whole number at least a. */
export function ceil<S>(A: Primitive<S>, a: S): S {
  return A.neg(A.floor(A.neg(a)));
}

/** Sum of a list, from the left; 0 for an empty list. */
export function sum<S>(A: Primitive<S>, terms: readonly S[]): S {
  let total: S | undefined;
  for (const term of terms) total = total === undefined ? term : A.add(total, term);
  return total ?? A.constant(0);
}
