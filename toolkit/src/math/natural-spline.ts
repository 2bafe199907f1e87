/**
 * Natural cubic splines through points of any dimension, one unit of the parameter u from knot to knot, and positions
 * on them by true arc length.
 *
 * A spline is plain numbers; evaluating it is over the algebra. With control points c₋₁ … c_n,
 *     p(k + f) = Σ_j B_j(f) c_{k−1+j},   B the uniform cubic B-splines, f in [0, 1],
 * is the natural spline where c_{i−1} + 4 c_i + c_{i+1} = 6 p_i at every knot and the second derivative
 * c_{i−1} − 2 c_i + c_{i+1} is 0 at both ends. Beyond the ends it goes on straight, with the derivative of the end.
 * de Boor, A Practical Guide to Splines (1978), chapters IV and X.
 */
import { type Algebra, clamp, max } from './algebra.js';
import { numbers } from './numbers.js';

export interface NaturalSpline {
  readonly dimension: number;
  /** At least two; knot i is at u = i. */
  readonly knots: readonly (readonly number[])[];
  /** c₋₁ … c_n: two more than knots. */
  readonly control: readonly (readonly number[])[];
  /** Arc length from the first knot to each; relative error below 1e-12. */
  readonly lengths: readonly number[];
  /** Arc length from the first knot to the last. */
  readonly length: number;
}

/**
 * What the parameter of a position on a spline is: `length`, the arc length from the first knot; `knots`, the knots
 * passed times the mean length from knot to knot, so that both agree at the ends and only about between (the choice
 * of VMRobotControl.jl).
 */
export const splineParameters = ['length', 'knots'] as const;
export type SplineParameter = (typeof splineParameters)[number];

/** A position on a curve and its derivatives by the curve's parameter. */
export interface CurvePoint<S> {
  readonly value: readonly S[];
  readonly first: readonly S[];
  readonly second: readonly S[];
}

/** What keeps knots from having a spline, in one sentence without a full stop, and at which of them. */
export interface KnotFault {
  readonly code: 'few-knots' | 'mixed-knots' | 'repeated-knots';
  /** The knot, from 0. */
  readonly at: number;
  readonly message: string;
}

/** Knots at the same place may come back later on; two in a row leave no direction between them. */
export function knotFault(knots: readonly (readonly number[])[]): KnotFault | undefined {
  if (knots.length < 2) {
    return { code: 'few-knots', at: 0, message: `a path needs two knots, there are ${knots.length}` };
  }
  for (let i = 1; i < knots.length; i++) {
    if (knots[i].length !== knots[0].length) {
      return { code: 'mixed-knots', at: i, message: `knot ${i + 1} has ${knots[i].length} numbers` };
    }
    if (knots[i].every((x, axis) => x === knots[i - 1][axis])) {
      return { code: 'repeated-knots', at: i, message: `knots ${i} and ${i + 1} are at the same place` };
    }
  }
  return undefined;
}

/** The spline through these knots. Throws where {@link knotFault} finds something. */
export function naturalSpline(knots: readonly (readonly number[])[]): NaturalSpline {
  const fault = knotFault(knots);
  if (fault !== undefined) throw new Error(`spline: ${fault.message}`);
  const dimension = knots[0].length;
  const axes = knots[0].map((_, axis) => controlOf(knots.map((knot) => knot[axis])));
  const control = axes[0].map((_, i) => axes.map((axis) => axis[i]));
  const lengths = [0];
  for (let k = 0; k + 1 < knots.length; k++) {
    const speed = pieceSpeed(numbers, control.slice(k, k + 4));
    lengths.push(lengths[k] + refined(speed, 0, 1, 0, 0));
  }
  return { dimension, knots, control, lengths, length: lengths[lengths.length - 1] };
}

/** Control values of one axis: elimination of the tridiagonal system from the front, then back. */
function controlOf(values: readonly number[]): number[] {
  const n = values.length;
  const c = [...values];
  const ratio: number[] = [0];
  for (let i = 1; i < n - 1; i++) {
    ratio.push(1 / (4 - ratio[i - 1]));
    c[i] = (6 * values[i] - c[i - 1]) * ratio[i];
  }
  for (let i = n - 2; i > 0; i--) c[i] -= ratio[i] * c[i + 1];
  return [2 * c[0] - c[1], ...c, 2 * c[n - 1] - c[n - 2]];
}

// ---------------------------------------------------------------------------------------------- by the parameter u

/** p, dp/du and d²p/du² at u. */
export function splineAt<S>(A: Algebra<S>, spline: NaturalSpline, u: S): CurvePoint<S> {
  const last = spline.knots.length - 1;
  const held = clamp(A, u, A.constant(0), A.constant(last));
  let f = held;
  const piece = narrowed(A, spline, [], (step) => {
    const beyond = A.lessEqual(A.constant(step), f);
    f = A.select(beyond, A.sub(f, A.constant(step)), f);
    return beyond;
  });
  return extended(A, pieceAt(A, piece.control, f), A.sub(u, held));
}

/** The position at s of this parameter, m, with its derivatives by s. */
export function alongSpline<S>(
  A: Algebra<S>,
  spline: NaturalSpline,
  parameter: SplineParameter,
  s: S,
): CurvePoint<S> {
  if (parameter === 'length') return splineAtLength(A, spline, s);
  const scale = A.constant((spline.knots.length - 1) / spline.length);
  const { value, first, second } = splineAt(A, spline, A.mul(s, scale));
  const square = A.mul(scale, scale);
  return {
    value,
    first: first.map((x) => A.mul(scale, x)),
    second: second.map((x) => A.mul(square, x)),
  };
}

// ---------------------------------------------------------------------------------------------- by arc length

/** Newton steps from the chord of the piece to the parameter at a length. */
const steps = 4;

/**
 * p, dp/ds (the unit tangent) and d²p/ds² (the curvature vector) at the arc length s.
 *
 * Within its piece, f solves ∫₀ᶠ |dp/du| = s − (length at the knot) by four steps of Newton from f = the share of the
 * piece's length, with eight nodes of Gauss and Legendre; what that leaves of the position is within 1e-6 of the length
 * of a piece on paths without sharp turns (measured in natural-spline.test.ts). Where a path turns back upon itself
 * |dp/du| vanishes at a knot: the tangent there is 0 or that of one side, the curvature large, everything finite.
 */
export function splineAtLength<S>(A: Algebra<S>, spline: NaturalSpline, s: S): CurvePoint<S> {
  const held = clamp(A, s, A.constant(0), A.constant(spline.length));
  const piece = narrowed(A, spline, spline.lengths, (step, lengths) => A.lessEqual(lengths[step], held));
  const [start, end] = piece.lengths;
  const whole = A.sub(end, start);
  const wanted = A.sub(held, start);
  const speed = pieceSpeed(A, piece.control);
  // Near a turning point a step is long; the least slope keeps it finite, the ends of the piece keep it inside.
  const least = A.mul(whole, A.constant(1e-9));
  let f = A.div(wanted, whole);
  for (let i = 0; i < steps; i++) {
    const missing = A.sub(wanted, integral(A, speed, f));
    f = A.add(f, A.div(missing, max(A, speed(f), least)));
    f = clamp(A, f, A.constant(0), A.constant(1));
  }
  const { value, first, second } = pieceAt(A, piece.control, f);
  const square = dot(A, first, first);
  const still = A.lessEqual(square, A.mul(least, least));
  const inverse = A.select(
    still,
    A.constant(0),
    A.div(A.constant(1), A.sqrt(A.select(still, A.constant(1), square))),
  );
  const tangent = first.map((x) => A.mul(inverse, x));
  const along = dot(A, tangent, second);
  const inverseSquare = A.mul(inverse, inverse);
  const curvature = second.map((x, axis) => A.mul(inverseSquare, A.sub(x, A.mul(along, tangent[axis]))));
  return extended(A, { value, first: tangent, second: curvature }, A.sub(s, held));
}

/** Nodes in [0, 1] and weights of Gauss and Legendre, exact for polynomials of degree 15. */
const nodes = [
  0.019855071751231884, 0.10166676129318664, 0.2372337950418355, 0.4082826787521751, 0.5917173212478249,
  0.7627662049581645, 0.8983332387068134, 0.9801449282487682,
];
const weights = [
  0.05061426814518813, 0.1111905172266872, 0.1568533229389436, 0.181341891689181, 0.181341891689181,
  0.1568533229389436, 0.1111905172266872, 0.05061426814518813,
];

/** ∫₀ᶠ speed. */
function integral<S>(A: Algebra<S>, speed: (f: S) => S, f: S): S {
  let total = A.constant(0);
  nodes.forEach((node, i) => {
    total = A.add(total, A.mul(A.constant(weights[i]), speed(A.mul(f, A.constant(node)))));
  });
  return A.mul(f, total);
}

/**
 * ∫ of `speed` from a to b, halved until both halves agree with the whole: to 1e-14 of their own, or, where a path turns
 * back and the speed is rounding, to 1e-16 of the piece, `total`, which the first call finds.
 */
function refined(speed: (f: number) => number, a: number, b: number, depth: number, total: number): number {
  const over = (from: number, to: number) =>
    (to - from) * nodes.reduce((sum, node, i) => sum + weights[i] * speed(from + (to - from) * node), 0);
  const middle = (a + b) / 2;
  const whole = over(a, b);
  const halves = over(a, middle) + over(middle, b);
  const piece = depth === 0 ? halves : total;
  const miss = Math.abs(whole - halves);
  if (depth >= 40 || miss <= 1e-14 * halves || miss <= 1e-16 * piece) return halves;
  return refined(speed, a, middle, depth + 1, piece) + refined(speed, middle, b, depth + 1, piece);
}

/** |dp/du| on a piece: the root of a polynomial of fourth degree, which is guarded before the root. */
function pieceSpeed<S>(A: Algebra<S>, control: readonly (readonly S[])[]): (f: S) => S {
  const [, a1, a2, a3] = powers(A, control);
  const two = A.constant(2);
  const b = a2.map((x) => A.mul(two, x));
  const c = a3.map((x) => A.mul(A.constant(3), x));
  const squares = [
    dot(A, a1, a1),
    A.mul(two, dot(A, a1, b)),
    A.add(dot(A, b, b), A.mul(two, dot(A, a1, c))),
    A.mul(two, dot(A, b, c)),
    dot(A, c, c),
  ];
  return (f) => A.sqrt(max(A, A.constant(1e-280), horner(A, f, squares)));
}

// ---------------------------------------------------------------------------------------------- one piece

interface Piece<S> {
  /** The four control points that shape it. */
  readonly control: readonly (readonly S[])[];
  /** Arc lengths at both its ends, where they were asked for. */
  readonly lengths: readonly S[];
}

/**
 * The piece that `beyond` leads to: asked with a power of two, largest first, and with what is left of the lengths, it
 * says whether the piece is that many further on. Each answer halves what is left, so that the number of choices is
 * about twice the number of knots. What is missing at the end goes on in a straight line, as the spline does.
 */
function narrowed<S>(
  A: Algebra<S>,
  spline: NaturalSpline,
  lengths: readonly number[],
  beyond: (step: number, lengths: readonly S[]) => S,
): Piece<S> {
  let control = spline.control.map((point) => point.map((x) => A.constant(x)));
  let left = lengths.map((x) => A.constant(x));
  let step = 1;
  while (2 * step < spline.knots.length - 1) step *= 2;
  if (spline.knots.length === 2) step = 0;
  for (; step >= 1; step /= 2) {
    const test = beyond(step, left);
    control = halved(
      control,
      step,
      3,
      (a, b) => a.map((x, axis) => A.select(test, b[axis], x)),
      (a, b) => b.map((x, axis) => A.sub(A.mul(A.constant(2), x), a[axis])),
    );
    left = halved(
      left,
      step,
      1,
      (a, b) => A.select(test, b, a),
      (a, b) => A.sub(A.mul(A.constant(2), b), a),
    );
  }
  return { control, lengths: left };
}

/** The first or the second `step` + `more` items of a list, the second going on as its last two lead. */
function halved<T>(
  list: readonly T[],
  step: number,
  more: number,
  choose: (a: T, b: T) => T,
  onward: (a: T, b: T) => T,
): T[] {
  if (list.length === 0) return [];
  const second = list.slice(step);
  while (second.length < step + more)
    second.push(onward(second[second.length - 2], second[second.length - 1]));
  return second.slice(0, step + more).map((item, i) => choose(list[i], item));
}

/** Coefficients a₀ … a₃ of p = a₀ + f (a₁ + f (a₂ + f a₃)), by axis. */
function powers<S>(A: Algebra<S>, [c0, c1, c2, c3]: readonly (readonly S[])[]): readonly (readonly S[])[] {
  const [half, sixth] = [A.constant(0.5), A.constant(1 / 6)];
  const by = (formula: (axis: number) => S) => c0.map((_, axis) => formula(axis));
  return [
    by((i) => A.mul(sixth, A.add(A.add(c0[i], A.mul(A.constant(4), c1[i])), c2[i]))),
    by((i) => A.mul(half, A.sub(c2[i], c0[i]))),
    by((i) => A.mul(half, A.add(A.sub(c0[i], A.mul(A.constant(2), c1[i])), c2[i]))),
    by((i) => A.mul(sixth, A.add(A.sub(c3[i], c0[i]), A.mul(A.constant(3), A.sub(c1[i], c2[i]))))),
  ];
}

function pieceAt<S>(A: Algebra<S>, control: readonly (readonly S[])[], f: S): CurvePoint<S> {
  const [a0, a1, a2, a3] = powers(A, control);
  const [two, three, six] = [A.constant(2), A.constant(3), A.constant(6)];
  return {
    value: a0.map((x, i) => horner(A, f, [x, a1[i], a2[i], a3[i]])),
    first: a1.map((x, i) => horner(A, f, [x, A.mul(two, a2[i]), A.mul(three, a3[i])])),
    second: a2.map((x, i) => horner(A, f, [A.mul(two, x), A.mul(six, a3[i])])),
  };
}

/** The same curve `over` beyond one of its ends, along its tangent there. */
function extended<S>(A: Algebra<S>, { value, first, second }: CurvePoint<S>, over: S): CurvePoint<S> {
  return { value: value.map((x, i) => A.add(x, A.mul(over, first[i]))), first, second };
}

function horner<S>(A: Algebra<S>, x: S, coefficients: readonly S[]): S {
  return coefficients.reduceRight((sum, c) => A.add(c, A.mul(x, sum)));
}

function dot<S>(A: Algebra<S>, a: readonly S[], b: readonly S[]): S {
  return a.map((x, i) => A.mul(x, b[i])).reduce((sum, x) => A.add(sum, x));
}
