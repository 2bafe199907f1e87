/**
 * Elementary functions over the primitives: straight-line, without branches, so that numbers, a traced graph
 * and everything emitted from it give the same bits. Only IEEE 754 operations are used, none contracted.
 *
 * Forms are chosen to survive folding under the rules for reals too: no product with a negative constant, no
 * negated sum.
 * Rounding to a whole number is `(x + 3·2^51) − 3·2^51`, ties to even: odd in x, unlike floor(x + ½).
 *
 * The errors below are bounds on measurements (checks/accuracy.ts), in units in the last place (ulp) of the exact
 * result, against integer arithmetic of 320 bits.
 */
import { type Algebra, clamp, type Primitive } from './algebra.js';

/** 3·2^51: adding and subtracting it rounds |x| < 2^51 to a whole number, ties to even. */
const WHOLE = 6755399441055744;
/** 3·2^53: the same to a multiple of four, ties to a multiple of eight. */
const FOUR = 27021597764222976;
/** 2^27 + 1, Dekker's splitter. */
const SPLIT = 134217729;

/** Polynomial `c[0] + x·(c[1] + x·(…))`; a negative coefficient is subtracted. */
function horner<S>(A: Primitive<S>, x: S, coefficients: readonly number[]): S {
  let k = coefficients.length - 1;
  // Carries the sum's magnitude and sign apart, so that no negative constant is ever a factor.
  let negative = coefficients[k] < 0;
  let sum = A.constant(negative ? -coefficients[k] : coefficients[k]);
  while (--k >= 0) {
    const c = coefficients[k];
    const product = A.mul(x, sum);
    const size = A.constant(c < 0 ? -c : c);
    sum = c < 0 === negative ? A.add(size, product) : A.sub(size, product);
    negative = c < 0;
  }
  return negative ? A.neg(sum) : sum;
}

function rounded<S>(A: Primitive<S>, x: S): S {
  const whole = A.constant(WHOLE);
  return A.sub(A.add(x, whole), whole);
}

// ---------------------------------------------------------------------------------------------- sine and cosine

// π/2 = PIO2_1 + PIO2_2 − PIO2_3, of 33 bits, of 20 bits down to 2^-53, and the rest to 2^-109 (Cody and
// Waite). q·PIO2_1 and q·PIO2_2 are exact for |q| < 2^20, and so are both subtractions, because an |x| ≥ π/4
// is a multiple of 2^-53: the remainder is rounded once.
const PIO2_1 = 1.5707963267341256;
const PIO2_2 = 6.077105485502443e-11;
const PIO2_3 = 4.9789962505147994e-17;
const TWO_OVER_PI = 0.6366197723675814;

// sin r = r·(1 − z·P(z)), cos r = 1 − z·(½ − z·Q(z)), z = r², |r| ≤ π/4 (fdlibm's minimax coefficients).
const SIN = [
  1.66666666666666324348e-1, -8.33333333332248946124e-3, 1.98412698298579493134e-4,
  -2.75573137070700676789e-6, 2.50507602534068634195e-8, -1.58969099521155010221e-10,
];
const COS = [
  4.16666666666666019037e-2, -1.38888888888741095749e-3, 2.48015872894767294178e-5,
  -2.75573143513906633035e-7, 2.0875723212981748279e-9, -1.13596475577881948265e-11,
];

interface Reduced<S> {
  /** Nearest whole number of quarter turns. */
  q: S;
  /** x − q·π/2 before the last subtraction, and what is still to be added to it. */
  head: S;
  rest: S;
}

function quarterTurns<S>(A: Primitive<S>, x: S): Reduced<S> {
  const q = rounded(A, A.mul(x, A.constant(TWO_OVER_PI)));
  const head = A.sub(A.sub(x, A.mul(q, A.constant(PIO2_1))), A.mul(q, A.constant(PIO2_2)));
  return { q, head, rest: A.mul(q, A.constant(PIO2_3)) };
}

/** q less the nearest multiple of four: 0, ±1 or ±2 for whole q. */
function turnsLeft<S>(A: Primitive<S>, q: S): S {
  const four = A.constant(FOUR);
  return A.sub(q, A.sub(A.add(q, four), four));
}

interface Quarter<S> {
  /** sin and cos of the remainder r. */
  s: S;
  c: S;
  /** sin and cos of q·π/2: 0, 1 or −1. */
  sq: S;
  cq: S;
}

function quarter<S>(A: Primitive<S>, x: S): Quarter<S> {
  const { q, head, rest } = quarterTurns(A, x);
  const r = A.add(head, rest);
  const z = A.mul(r, r);
  const one = A.constant(1);
  const left = turnsLeft(A, q);
  const size = A.abs(left);
  return {
    s: A.sub(r, A.mul(A.mul(r, z), horner(A, z, SIN))),
    c: A.sub(one, A.mul(z, A.sub(A.constant(0.5), A.mul(z, horner(A, z, COS))))),
    sq: A.mul(left, A.sub(A.constant(2), size)),
    cq: A.sub(one, size),
  };
}

/** The greatest |x| in rad up to which {@link sin}, {@link cos} and {@link tan} have their full accuracy. */
export const accurateAngle = 1.6e6;

/**
 * Sine of x radians. sin x and cos x of one argument share their whole evaluation but the last three
 * operations, through hash-consing: 50 operations for the pair.
 *
 * Error at most 1.5 ulp for |x| ≤ {@link accurateAngle}, or |x|·2^-107 next to the multiples of π/2. Beyond,
 * the reduction is no longer exact and the error grows as |x|·2^-53; beyond 2^50 the value has no meaning. NaN for ±∞;
 * sin(−x) = −sin x, but for sin(−0) = 0.
 */
export function sin<S>(A: Primitive<S>, x: S): S {
  const { s, c, sq, cq } = quarter(A, x);
  return A.add(A.mul(cq, s), A.mul(sq, c));
}

/** Cosine of x radians; errors and range as in {@link sin}. */
export function cos<S>(A: Primitive<S>, x: S): S {
  const { s, c, sq, cq } = quarter(A, x);
  return A.sub(A.mul(cq, c), A.mul(sq, s));
}

// ---------------------------------------------------------------------------------------------- double words

/** a·b − product, exactly, by Dekker's splitting; |a|, |b| below 2^500. */
function productError<S>(A: Primitive<S>, a: S, b: S, product: S): S {
  const split = A.constant(SPLIT);
  const ta = A.mul(split, a);
  const tb = A.mul(split, b);
  const ah = A.sub(ta, A.sub(ta, a));
  const bh = A.sub(tb, A.sub(tb, b));
  const al = A.sub(a, ah);
  const bl = A.sub(b, bh);
  return A.add(A.add(A.add(A.sub(A.mul(ah, bh), product), A.mul(ah, bl)), A.mul(al, bh)), A.mul(al, bl));
}

/** What is missing from `quotient` = n/d so that it is (n + nLow)/(d + dLow). */
function quotientError<S>(A: Primitive<S>, n: S, nLow: S, d: S, dLow: S, quotient: S): S {
  const product = A.mul(quotient, d);
  const remainder = A.sub(A.sub(n, product), productError(A, quotient, d, product));
  return A.div(A.add(remainder, A.sub(nLow, A.mul(quotient, dLow))), d);
}

// ---------------------------------------------------------------------------------------------- tangent

/** Tangent of x radians. Error at most 1.1 ulp, in the range and next to the poles as in {@link sin}. */
export function tan<S>(A: Primitive<S>, x: S): S {
  const one = A.constant(1);
  const { q, head, rest } = quarterTurns(A, x);
  const r = A.add(head, rest);
  const rLow = A.add(A.sub(head, r), rest);
  const z = A.mul(r, r);
  // Sine and cosine of r + rLow as sums of two words: d sin = cos·rLow, d cos = −sin·rLow.
  const sRest = A.sub(rLow, A.mul(r, A.mul(z, horner(A, z, SIN))));
  const s = A.add(r, sRest);
  const sLow = A.add(A.sub(r, s), sRest);
  const zLow = productError(A, r, r, z);
  const half = A.mul(z, A.constant(0.5));
  const cRest = A.sub(
    A.sub(A.mul(A.mul(z, z), horner(A, z, COS)), A.mul(zLow, A.constant(0.5))),
    A.mul(r, rLow),
  );
  const cHead = A.sub(one, half);
  const cRestAll = A.add(A.sub(A.sub(one, cHead), half), cRest);
  const c = A.add(cHead, cRestAll);
  const cLow = A.add(A.sub(cHead, c), cRestAll);
  // sin/cos on even quarters, −cos/sin on odd ones.
  const odd = A.equal(A.abs(turnsLeft(A, q)), one);
  const n = A.select(odd, c, s);
  const nLow = A.select(odd, cLow, sLow);
  const d = A.select(odd, s, c);
  const dLow = A.select(odd, sLow, cLow);
  const quotient = A.div(n, d);
  const value = A.add(quotient, quotientError(A, n, nLow, d, dLow, quotient));
  return A.select(odd, A.neg(value), value);
}

// ---------------------------------------------------------------------------------------------- arc tangent

// π/4 in two parts, the first of 50 bits, so that its multiples up to four are exact.
const PIO4_1 = 0.7853981633974483;
const PIO4_2 = 3.061616997868383e-17;

// atan t = t − t·z·P(z), z = t², |t| ≤ 7/16 (fdlibm's minimax coefficients).
const ATAN = [
  3.33333333333329318027e-1, -1.99999999998764832476e-1, 1.42857142725034663711e-1, -1.1111110405462355788e-1,
  9.09088713343650656196e-2, -7.69187620504482999495e-2, 6.66107313738753120669e-2,
  -5.83357013379057348645e-2, 4.97687799461593236017e-2, -3.6531572744216915527e-2, 1.62858201153657823623e-2,
];

/** 1 where the sign bit of a is set; 0 for NaN. */
function signBit<S>(A: Primitive<S>, a: S): S {
  const zero = A.constant(0);
  return A.or(A.less(a, zero), A.less(A.div(A.constant(1), a), zero));
}

/**
 * Angle of the point (x, y) in (−π, π], rad; −π only for y = −0 and x with a minus sign. Infinities and
 * signed zeros as in C (atan2(±0, −0) = ±π, atan2(±∞, −∞) = ±3π/4); NaN where either is NaN. Error at most
 * 0.8 ulp, 1 where the result is subnormal.
 */
export function atan2<S>(A: Primitive<S>, y: S, x: S): S {
  const zero = A.constant(0);
  const one = A.constant(1);
  const infinity = A.constant(Number.POSITIVE_INFINITY);
  const ax = A.abs(x);
  const ay = A.abs(y);
  // The smaller over the larger, both scaled by one power of two that brings the larger into 2^-74 … 2^24.
  const steep = A.less(ax, ay);
  const smaller = A.select(steep, ax, ay);
  const larger = A.select(steep, ay, ax);
  const endless = A.equal(larger, infinity);
  const regular = A.and(A.less(zero, larger), A.not(endless));
  const e = clamp(A, A.exponent(larger), A.constant(-1000), A.constant(1000));
  const scale = A.pow2(A.neg(e));
  const d = A.select(regular, A.mul(larger, scale), one);
  const both = A.select(A.equal(smaller, infinity), one, zero);
  const n = A.select(regular, A.mul(smaller, scale), both);
  // n/d > tan π/8: atan(n/d) = π/4 + atan((n − d)/(n + d)), with the rounding errors of both sums.
  const wide = A.less(A.mul(d, A.constant(0.41421356237309503)), n);
  const difference = A.sub(n, d);
  const total = A.add(d, n);
  const N = A.select(wide, difference, n);
  const D = A.select(wide, total, d);
  const NLow = A.select(wide, A.sub(n, A.add(d, difference)), zero);
  const DLow = A.select(wide, A.sub(n, A.sub(total, d)), zero);
  const t = A.div(N, D);
  const fine = A.less(A.constant(1e-200), A.abs(t));
  const tLow = A.select(fine, quotientError(A, N, NLow, D, DLow, t), zero);
  const z = A.mul(t, t);
  const rest = A.sub(tLow, A.mul(t, A.mul(z, horner(A, z, ATAN))));
  // The angle is k·π/4 ± atan t.
  const left = signBit(A, x);
  const k1 = A.select(wide, one, zero);
  const k2 = A.select(steep, A.sub(A.constant(2), k1), k1);
  const k = A.select(left, A.sub(A.constant(4), k2), k2);
  const opposite = A.select(left, A.not(steep), steep);
  const arc = A.select(opposite, A.neg(t), t);
  const arcRest = A.select(opposite, A.neg(rest), rest);
  const corner = A.mul(k, A.constant(PIO4_1));
  const head = A.add(corner, arc);
  const low = A.add(A.add(A.sub(corner, head), arc), A.add(arcRest, A.mul(k, A.constant(PIO4_2))));
  const angle = A.add(head, low);
  const signed = A.select(signBit(A, y), A.neg(angle), angle);
  return A.select(A.and(A.equal(x, x), A.equal(y, y)), signed, A.add(x, y));
}

/** Arc tangent, in [−π/2, π/2]. */
export function atan<S>(A: Algebra<S>, x: S): S {
  return A.atan2(x, A.constant(1));
}

/** Arc sine, in [−π/2, π/2]; NaN outside [−1, 1], the derivative infinite at ±1. */
export function asin<S>(A: Algebra<S>, x: S): S {
  return A.atan2(x, cathetus(A, x));
}

/** Arc cosine, in [0, π]; NaN outside [−1, 1], the derivative infinite at ±1. */
export function acos<S>(A: Algebra<S>, x: S): S {
  return A.atan2(cathetus(A, x), x);
}

/** √(1 − x²), without cancellation near ±1. */
function cathetus<S>(A: Primitive<S>, x: S): S {
  const one = A.constant(1);
  return A.sqrt(A.mul(A.sub(one, x), A.add(one, x)));
}

// ---------------------------------------------------------------------------------------------- exponential

// ln 2 in two parts, LN2_1 − LN2_2, the first of 32 bits: k·LN2_1 is exact for |k| < 2^21.
const LN2_1 = 0.6931471806019545;
const LN2_2 = 4.2009150726810846e-11;
const LOG2_E = 1.4426950408889634;

// R(z) = r·(eʳ + 1)/(eʳ − 1) ≈ 2 + z·P(z), z = r², |r| ≤ ½ ln 2 (fdlibm's minimax coefficients).
const EXP = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6,
  4.13813679705723846039e-8,
];

/** eˣ, error at most 0.9 ulp; ∞ above 709.78, subnormal below −708.4 and 0 below −745.2. */
export function exp<S>(A: Primitive<S>, x: S): S {
  const one = A.constant(1);
  const top = A.constant(710);
  const bottom = A.constant(-746);
  const inside = A.select(A.less(x, top), A.select(A.less(bottom, x), x, bottom), top);
  const k = rounded(A, A.mul(inside, A.constant(LOG2_E)));
  const head = A.sub(inside, A.mul(k, A.constant(LN2_1)));
  const rest = A.mul(k, A.constant(LN2_2));
  const r = A.add(head, rest);
  const z = A.mul(r, r);
  const c = A.sub(r, A.mul(z, horner(A, z, EXP)));
  const u = A.div(A.mul(r, c), A.sub(A.constant(2), c));
  const m = A.add(one, A.add(head, A.add(rest, u)));
  // 2^k in two factors: k reaches 1024 and −1076.
  const k1 = A.floor(A.mul(k, A.constant(0.5)));
  const value = A.mul(A.mul(m, A.pow2(k1)), A.pow2(A.sub(k, k1)));
  return A.select(A.equal(x, x), value, x);
}

// ---------------------------------------------------------------------------------------------- logarithm

// log(1 + f) = f − f²/2 + s·(f²/2 + R), s = f/(2 + f), R = z·P(z), z = s² (fdlibm's minimax coefficients).
const LOG = [
  6.66666666666673513e-1, 3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1,
  1.818357216161805012e-1, 1.531383769920937332e-1, 1.479819860511658591e-1,
];

/** Natural logarithm, error at most 0.9 ulp; −∞ at ±0, NaN below. */
export function log<S>(A: Primitive<S>, x: S): S {
  const zero = A.constant(0);
  const one = A.constant(1);
  const half = A.constant(0.5);
  const infinity = A.constant(Number.POSITIVE_INFINITY);
  const regular = A.and(A.less(zero, x), A.less(x, infinity));
  const number = A.select(regular, x, one);
  // Small numbers are scaled by 2^54, so that none is subnormal.
  const small = A.less(number, A.constant(2 ** -900));
  const scaled = A.select(small, A.mul(number, A.constant(2 ** 54)), number);
  const e1 = A.sub(A.exponent(scaled), one);
  const mantissa = A.mul(A.mul(scaled, half), A.pow2(A.neg(e1)));
  // 1 + f in [√½, √2).
  const upper = A.less(A.constant(1.4142135623730951), mantissa);
  const f = A.sub(A.select(upper, A.mul(mantissa, half), mantissa), one);
  const k = A.sub(A.add(e1, A.select(upper, A.constant(2), one)), A.select(small, A.constant(54), zero));
  const s = A.div(f, A.add(A.constant(2), f));
  const z = A.mul(s, s);
  const square = A.mul(half, A.mul(f, f));
  const R = A.mul(z, horner(A, z, LOG));
  const tail = A.sub(A.mul(s, A.add(square, R)), A.mul(k, A.constant(LN2_2)));
  const value = A.add(A.mul(k, A.constant(LN2_1)), A.sub(f, A.sub(square, tail)));
  const special = A.select(
    A.equal(x, zero),
    A.constant(Number.NEGATIVE_INFINITY),
    A.select(A.less(x, zero), A.constant(Number.NaN), x),
  );
  return A.select(regular, value, special);
}

// ---------------------------------------------------------------------------------------------- hyperbolic tangent

// tanh x = x + x·z·P(z)/Q(z), z = x², |x| ≤ 5/8 (Cephes's minimax coefficients, signs outside).
const TANH_P = [1.61468768441708447952e3, 9.92877231001918586564e1, 9.64399179425052238628e-1];
const TANH_Q = [4.84406305325125486048e3, 2.2354883906010044858e3, 1.12811678491632931402e2, 1];

/** Hyperbolic tangent, error at most 1.3 ulp; ±1 at ±∞, tanh(−0) = 0. */
export function tanh<S>(A: Primitive<S>, x: S): S {
  const one = A.constant(1);
  const z = A.mul(x, x);
  const small = A.sub(x, A.mul(x, A.mul(z, A.div(horner(A, z, TANH_P), horner(A, z, TANH_Q)))));
  const a = A.abs(x);
  const large = A.sub(one, A.div(A.constant(2), A.add(one, exp(A, A.add(a, a)))));
  const signed = A.select(A.less(x, A.constant(0)), A.neg(large), large);
  return A.select(A.less(a, A.constant(0.625)), small, signed);
}
