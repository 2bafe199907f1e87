/**
 * The rotation of a body in its parent, kept in the form that makes turning cheap: a plane rotation between
 * two constant ones, which are permutations of axes (and cost nothing in a graph) where the joint's axis and
 * the fixed transform are aligned with the axes.
 */
import {
  liftMat3,
  type Mat3,
  mulMat,
  mulMatVec,
  mulTransposeVec,
  type Primitive,
  type Sym3,
  transpose,
  turnSym,
  type Vec3,
} from '../math/index.js';

export type Turn<S> =
  | { readonly kind: 'fixed'; readonly matrix: Mat3<number> }
  /** before · Rz · after. */
  | {
      readonly kind: 'axis';
      readonly before: Mat3<number>;
      readonly sine: S;
      readonly cosine: S;
      readonly after: Mat3<number>;
    }
  | { readonly kind: 'general'; readonly matrix: Mat3<S> };

/** R v: body axes → parent axes. */
export function turnVector<S>(A: Primitive<S>, turn: Turn<S>, v: Vec3<S>): Vec3<S> {
  if (turn.kind === 'fixed') return mulMatVec(A, liftMat3(A, turn.matrix), v);
  if (turn.kind === 'general') return mulMatVec(A, turn.matrix, v);
  const { sine: s, cosine: c } = turn;
  const [x, y, z] = mulMatVec(A, liftMat3(A, turn.after), v);
  const turned: Vec3<S> = [A.sub(A.mul(c, x), A.mul(s, y)), A.add(A.mul(s, x), A.mul(c, y)), z];
  return mulMatVec(A, liftMat3(A, turn.before), turned);
}

/** Rᵀ v: parent axes → body axes. */
export function turnVectorBack<S>(A: Primitive<S>, turn: Turn<S>, v: Vec3<S>): Vec3<S> {
  if (turn.kind === 'fixed') return mulTransposeVec(A, liftMat3(A, turn.matrix), v);
  if (turn.kind === 'general') return mulTransposeVec(A, turn.matrix, v);
  const { sine: s, cosine: c } = turn;
  const [x, y, z] = mulTransposeVec(A, liftMat3(A, turn.before), v);
  const turned: Vec3<S> = [A.add(A.mul(c, x), A.mul(s, y)), A.sub(A.mul(c, y), A.mul(s, x)), z];
  return mulTransposeVec(A, liftMat3(A, turn.after), turned);
}

/** M R. */
export function turnAfter<S>(A: Primitive<S>, M: Mat3<S>, turn: Turn<S>): Mat3<S> {
  if (turn.kind === 'fixed') return mulMat(A, M, liftMat3(A, turn.matrix));
  if (turn.kind === 'general') return mulMat(A, M, turn.matrix);
  const { sine: s, cosine: c } = turn;
  const b = mulMat(A, M, liftMat3(A, turn.before));
  const column0 = (row: number) => A.add(A.mul(c, b[3 * row]), A.mul(s, b[3 * row + 1]));
  const column1 = (row: number) => A.sub(A.mul(c, b[3 * row + 1]), A.mul(s, b[3 * row]));
  const turned: Mat3<S> = [
    column0(0),
    column1(0),
    b[2],
    column0(1),
    column1(1),
    b[5],
    column0(2),
    column1(2),
    b[8],
  ];
  return mulMat(A, turned, liftMat3(A, turn.after));
}

/**
 * R s Rᵀ of a symmetric matrix. In the plane, with d = xx − yy, e = 2·xy and u = s·d + c·e:
 * xx' = xx − s·u, yy' = yy + s·u, xy' = c·u − xy.
 */
export function turnSymmetric<S>(A: Primitive<S>, turn: Turn<S>, symmetric: Sym3<S>): Sym3<S> {
  if (turn.kind === 'fixed') return turnSym(A, liftMat3(A, turn.matrix), symmetric);
  if (turn.kind === 'general') return turnSym(A, turn.matrix, symmetric);
  const { sine: s, cosine: c } = turn;
  const [xx, yy, zz, xy, xz, yz] = turnSym(A, liftMat3(A, turn.after), symmetric);
  const u = A.add(A.mul(s, A.sub(xx, yy)), A.mul(c, A.add(xy, xy)));
  const su = A.mul(s, u);
  const turned: Sym3<S> = [
    A.sub(xx, su),
    A.add(yy, su),
    zz,
    A.sub(A.mul(c, u), xy),
    A.sub(A.mul(c, xz), A.mul(s, yz)),
    A.add(A.mul(s, xz), A.mul(c, yz)),
  ];
  return turnSym(A, liftMat3(A, turn.before), turned);
}

/** R M Rᵀ of any matrix; in the plane as {@link turnSymmetric} with e = xy + yx, xy' = c·u − yx, yx' = c·u − xy. */
export function turnMatrix<S>(A: Primitive<S>, turn: Turn<S>, M: Mat3<S>): Mat3<S> {
  if (turn.kind === 'fixed') return congruent(A, liftMat3(A, turn.matrix), M);
  if (turn.kind === 'general') return congruent(A, turn.matrix, M);
  const { sine: s, cosine: c } = turn;
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = congruent(A, liftMat3(A, turn.after), M);
  const u = A.add(A.mul(s, A.sub(xx, yy)), A.mul(c, A.add(xy, yx)));
  const su = A.mul(s, u);
  const cu = A.mul(c, u);
  const turned: Mat3<S> = [
    A.sub(xx, su),
    A.sub(cu, yx),
    A.sub(A.mul(c, xz), A.mul(s, yz)),
    A.sub(cu, xy),
    A.add(yy, su),
    A.add(A.mul(s, xz), A.mul(c, yz)),
    A.sub(A.mul(c, zx), A.mul(s, zy)),
    A.add(A.mul(s, zx), A.mul(c, zy)),
    zz,
  ];
  return congruent(A, liftMat3(A, turn.before), turned);
}

function congruent<S>(A: Primitive<S>, R: Mat3<S>, M: Mat3<S>): Mat3<S> {
  return mulMat(A, mulMat(A, R, M), transpose(R));
}

/** The rotation as a matrix. */
export function turnToMatrix<S>(A: Primitive<S>, turn: Turn<S>): Mat3<S> {
  const one = A.constant(1);
  const zero = A.constant(0);
  return turnAfter(A, [one, zero, zero, zero, one, zero, zero, zero, one], turn);
}
