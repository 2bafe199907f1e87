import { type Algebra, add3, clamp, cross3, dot3, scale3, type Vec3 } from '../math/index.js';

/** Sine of the tilt beyond which a face, edge or line rests on its lowest corner or end alone. */
export const tiltRange = 0.1;

/** A corner of a box or an end of a line: on which side of the middle it is along each of the axes. */
export interface Corner<S> {
  /** Unit length, world axes. */
  readonly axis: Vec3<S>;
  readonly side: 1 | -1;
}

/** The part w of the whole stiffness that a corner has. */
export interface TiltShare<S> {
  /** √w. */
  readonly root: S;
  /** The torque T of √w on a turn δφ of the body: δ√w = T · δφ. */
  readonly turn: Vec3<S>;
}

/**
 * How a surface that faces along `normal` shares its stiffness among the corners of what lies on it: by the tilt alone,
 *
 *     w = Π ½ (1 + σ(y)),   y = −side · (axis · normal)/{@link tiltRange}, held in −1 … 1,   σ(y) = y |y| (3 − 2 |y|),
 *
 * so that the shares of all corners add up to 1: level with the surface along an axis both sides have a half, tilted by
 * more than the range the lower one has all. With the depth x of a corner ½ k w x² is a potential: the force is k √w x along
 * the gradient of √w x, which `turn` is a part of. √w is smooth but at y = −1, where it becomes 0.
 */
export function tiltShare<S>(A: Algebra<S>, corner: readonly Corner<S>[], normal: Vec3<S>): TiltShare<S> {
  const [zero, one, half] = [A.constant(0), A.constant(1), A.constant(0.5)];
  const factors = corner.map(({ axis, side }) => {
    const y = clamp(A, A.mul(A.constant(-side / tiltRange), dot3(A, axis, normal)), A.constant(-1), one);
    const lower = A.lessEqual(zero, y);
    const a = A.abs(y);
    const square = A.mul(a, a);
    // y ≥ 0: w = ½ (1 + 3 y² − 2 y³); y < 0: w = (1 − a)² (½ + a).
    const rise = A.mul(square, A.sub(A.constant(3), A.mul(A.constant(2), a)));
    const below = A.sqrt(A.mul(half, A.add(one, rise)));
    const beside = A.sqrt(A.add(half, a));
    const root = A.select(lower, below, A.mul(A.sub(one, a), beside));
    const slope = A.select(
      lower,
      A.div(A.mul(A.constant(1.5), A.sub(a, square)), below),
      A.select(A.less(a, one), A.div(A.mul(A.constant(1.5), a), beside), zero),
    );
    return { root, turn: scale3(A, A.mul(A.constant(-side / tiltRange), slope), cross3(A, axis, normal)) };
  });
  const others = (k: number): S =>
    factors.reduce((part, { root }, i) => (i === k ? part : A.mul(part, root)), one);
  return {
    root: factors.reduce((part, { root }) => A.mul(part, root), one),
    turn: factors.map(({ turn }, k) => scale3(A, others(k), turn)).reduce((all, part) => add3(A, all, part)),
  };
}
