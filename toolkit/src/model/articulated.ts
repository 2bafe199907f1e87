/**
 * M(q)⁻¹ without forming M: articulated-body inertias (Featherstone 2008, chapter 7; spatial operators of
 * Rodriguez, Jain 1992). `articulate` does what depends on the configuration, `solveArticulated` is one
 * sweep down and one up per right-hand side. A joint of several degrees of freedom is a row of joints of one,
 * eliminated one after the other, so no small matrix is ever inverted. Not for models with mimics.
 */
import {
  type Algebra,
  add3,
  cross3,
  dot3,
  lift3,
  type Mat3,
  mulMat,
  mulMatVec,
  mulSymVec,
  mulTransposeVec,
  type Primitive,
  rotationalInertia,
  type Sym3,
  skew,
  symPlaces,
  symToMat,
  transpose,
  type Vec3,
} from '../math/index.js';
import { expectLength, freedoms, type JointPose, jointPoses } from './joint.js';
import { bodyMoments, type Loads } from './loads.js';
import type { Body, Model, MotionColumn } from './model.js';
import { turnMatrix, turnSymmetric, turnVector, turnVectorBack } from './turn.js';

/** Wrench on a body in body axes for its acceleration (a, α): f = M·a + Hᵀ·α, n = H·a + J·α. */
interface ArticulatedInertia<S> {
  readonly M: Sym3<S>;
  readonly H: Mat3<S>;
  readonly J: Sym3<S>;
}

/** One degree of freedom, in body axes, and the wrench U that its unit acceleration asks for. */
interface Elimination<S> {
  readonly v: number;
  readonly linear: Vec3<S>;
  readonly angular: Vec3<S>;
  /** U over the pivot. */
  readonly force: Vec3<S>;
  readonly torque: Vec3<S>;
  readonly pivot: S;
  readonly inverse: S;
  /** U itself. */
  readonly rawForce: Vec3<S>;
  readonly rawTorque: Vec3<S>;
  /** What of the pivot is not the body's: rotor inertia and the added diagonal. */
  readonly own: S;
  readonly axis: Axis | undefined;
}

/** Says that a column is a unit turn about, or a unit slide along, one body axis, or against it. */
interface Axis {
  readonly kind: 'linear' | 'angular';
  readonly index: number;
  readonly sign: 1 | -1;
}

export interface Articulated<S> {
  readonly model: Model;
  readonly poses: readonly JointPose<S>[];
  readonly eliminations: readonly (readonly Elimination<S>[])[];
  /** Inertia that each degree of freedom feels with everything beyond it free; all positive where M is definite. */
  readonly pivots: readonly S[];
}

/**
 * Articulated-body inertias at a configuration. `diagonal` (nv) is added to M: implicit joint damping h·d, for
 * example. Rotor inertia is included.
 */
export function articulate<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  loads: Pick<Loads<S>, 'payloads'> = {},
  diagonal?: readonly S[],
): Articulated<S> {
  if (model.bodies.some((body) => body.mimic !== undefined)) {
    throw new Error('articulate: the model has mimic joints; factor its mass matrix instead');
  }
  if (diagonal !== undefined) expectLength('diagonal', diagonal, model.nv);
  const { bodies } = model;
  const poses = jointPoses(A, model, q);
  const inertias: ArticulatedInertia<S>[] = bodyMoments(A, model, loads).map(({ mass, first, second }) => {
    const zero = A.constant(0);
    return {
      M: [mass, mass, mass, zero, zero, zero],
      H: skew(A, first),
      J: rotationalInertia(A, second),
    };
  });
  const eliminations: Elimination<S>[][] = bodies.map(() => []);
  const pivots: S[] = new Array(model.nv);
  for (let i = bodies.length - 1; i >= 0; i--) {
    const body = bodies[i];
    const { position, turn } = poses[i];
    for (const freedom of freedoms(A, model, body, poses[i]).reverse()) {
      const slide = body.type === 'prismatic' ? lift3(A, body.axis) : turnVectorBack(A, turn, freedom.linear);
      const column = { linear: slide, angular: freedom.angular };
      const axis = axisOf(body, freedom.constant);
      const rotor = A.constant(body.rotorInertia);
      const own = diagonal === undefined ? rotor : A.add(rotor, diagonal[freedom.v]);
      const { elimination, rest } = eliminate(A, inertias[i], column, own, freedom.v, axis);
      eliminations[i].unshift(elimination);
      pivots[freedom.v] = elimination.pivot;
      inertias[i] = rest;
    }
    if (body.parent < 0) continue;
    const { M, H, J } = inertias[i];
    const moved = move(
      A,
      {
        M: turnSymmetric(A, turn, M),
        H: turnMatrix(A, turn, H),
        J: turnSymmetric(A, turn, J),
      },
      position,
    );
    const before = inertias[body.parent];
    const plus = <T extends readonly S[]>(x: T, y: T) => x.map((s, k) => A.add(s, y[k])) as unknown as T;
    inertias[body.parent] = {
      M: plus(before.M, moved.M),
      H: plus(before.H, moved.H),
      J: plus(before.J, moved.J),
    };
  }
  return { model, poses, eliminations, pivots };
}

/** x with (M(q) + diagonal)·x = b, for any number of right-hand sides. */
export function solveArticulated<S>(A: Algebra<S>, articulated: Articulated<S>, b: readonly S[]): S[] {
  const { model, poses, eliminations } = articulated;
  expectLength('right-hand side', b, model.nv);
  const { bodies } = model;
  const zero = A.constant(0);
  const still: Vec3<S> = [zero, zero, zero];
  // Down: the wrench that everything beyond a body asks of it, with the joint forces given.
  const forces: Vec3<S>[] = bodies.map(() => still);
  const torques: Vec3<S>[] = bodies.map(() => still);
  const left: S[] = new Array(model.nv);
  for (let i = bodies.length - 1; i >= 0; i--) {
    const { parent } = bodies[i];
    let force = forces[i];
    let torque = torques[i];
    for (const e of [...eliminations[i]].reverse()) {
      const felt = A.add(dot3(A, e.linear, force), dot3(A, e.angular, torque));
      left[e.v] = A.sub(b[e.v], felt);
      const rate = A.mul(left[e.v], e.inverse);
      // Along the joint's own axis the sum is what the joint gives less what its rotor takes.
      const given = A.sub(b[e.v], A.mul(e.own, rate));
      const add = (kind: Axis['kind'], before: Vec3<S>, raw: Vec3<S>) =>
        before.map((x, k) => {
          if (e.axis?.kind !== kind || e.axis.index !== k) return A.add(x, A.mul(raw[k], rate));
          return e.axis.sign > 0 ? given : A.neg(given);
        }) as unknown as Vec3<S>;
      force = add('linear', force, e.rawForce);
      torque = add('angular', torque, e.rawTorque);
    }
    if (parent < 0) continue;
    const outer = turnVector(A, poses[i].turn, force);
    const moved = add3(A, turnVector(A, poses[i].turn, torque), cross3(A, poses[i].position, outer));
    forces[parent] = add3(A, forces[parent], outer);
    torques[parent] = add3(A, torques[parent], moved);
  }
  // Up: accelerations.
  const x: S[] = new Array(model.nv);
  const linears: Vec3<S>[] = [];
  const angulars: Vec3<S>[] = [];
  bodies.forEach((body, i) => {
    const { position, turn } = poses[i];
    let linear = still;
    let angular = still;
    if (body.parent >= 0) {
      const swung = cross3(A, angulars[body.parent], position);
      linear = turnVectorBack(A, turn, add3(A, linears[body.parent], swung));
      angular = turnVectorBack(A, turn, angulars[body.parent]);
    }
    for (const e of eliminations[i]) {
      const carried = A.add(dot3(A, e.force, linear), dot3(A, e.torque, angular));
      x[e.v] = A.sub(A.mul(left[e.v], e.inverse), carried);
      const moved = (before: Vec3<S>, column: Vec3<S>) =>
        before.map((s, k) => A.add(s, A.mul(column[k], x[e.v]))) as unknown as Vec3<S>;
      linear = moved(linear, e.linear);
      angular = moved(angular, e.angular);
    }
    linears.push(linear);
    angulars.push(angular);
  });
  return x;
}

function axisOf(body: Body, column: MotionColumn | undefined): Axis | undefined {
  if (column === undefined) return undefined;
  const { linear, angular } = column;
  const slides = body.type === 'prismatic';
  if (!slides && linear.some((x) => x !== 0)) return undefined;
  const direction = slides ? body.axis : angular;
  const index = direction.findIndex((x) => x === 1 || x === -1);
  // Length 1 to rounding does not make a column an axis: its other entries have to be 0.
  if (index < 0 || direction.some((x, k) => k !== index && x !== 0)) return undefined;
  return {
    kind: slides ? 'linear' : 'angular',
    index,
    sign: direction[index] > 0 ? 1 : -1,
  };
}

/**
 * Takes one degree of freedom out of an articulated inertia: what is left is I − U Uᵀ/D with U = I·s and
 * D = sᵀU + own. The row of an axis that is s itself becomes own·U/D, and vanishes with `own`.
 */
function eliminate<S>(
  A: Primitive<S>,
  { M, H, J }: ArticulatedInertia<S>,
  column: { readonly linear: Vec3<S>; readonly angular: Vec3<S> },
  own: S,
  v: number,
  axis: Axis | undefined,
): { elimination: Elimination<S>; rest: ArticulatedInertia<S> } {
  const { linear, angular } = column;
  const rawForce = add3(A, mulSymVec(A, M, linear), mulTransposeVec(A, H, angular));
  const rawTorque = add3(A, mulMatVec(A, H, linear), mulSymVec(A, J, angular));
  const pivot = A.add(A.add(dot3(A, linear, rawForce), dot3(A, angular, rawTorque)), own);
  const inverse = A.div(A.constant(1), pivot);
  const over = (u: Vec3<S>) => u.map((x) => A.mul(x, inverse)) as unknown as Vec3<S>;
  const force = over(rawForce);
  const torque = over(rawTorque);
  const kept = axis === undefined ? own : A.mul(own, A.constant(axis.sign));
  /** Entry (i, j) of a block whose rows and columns are linear or angular parts. */
  const left = (x: S, rows: Axis['kind'], i: number, columns: Axis['kind'], j: number) => {
    const [row, col] = [rows === 'linear' ? force : torque, columns === 'linear' ? force : torque];
    if (axis?.kind === rows && axis.index === i) return A.mul(kept, col[j]);
    if (axis?.kind === columns && axis.index === j) return A.mul(kept, row[i]);
    return A.sub(x, A.mul(row[i], (columns === 'linear' ? rawForce : rawTorque)[j]));
  };
  const symmetric = (s: Sym3<S>, kind: Axis['kind']) =>
    s.map((x, k) => left(x, kind, symPlaces[k][0], kind, symPlaces[k][1])) as unknown as Sym3<S>;
  return {
    elimination: {
      v,
      linear,
      angular,
      force,
      torque,
      pivot,
      inverse,
      rawForce,
      rawTorque,
      own,
      axis,
    },
    rest: {
      M: symmetric(M, 'linear'),
      H: H.map((x, k) => left(x, 'angular', (k - (k % 3)) / 3, 'linear', k % 3)) as unknown as Mat3<S>,
      J: symmetric(J, 'angular'),
    },
  };
}

/**
 * The inertia about another origin, `r` being the old origin seen from the new one, in the same axes:
 * H' = H + [r]×M, J' = J − H[r]× + [r]×H'ᵀ.
 */
function move<S>(A: Primitive<S>, { M, H, J }: ArticulatedInertia<S>, r: Vec3<S>): ArticulatedInertia<S> {
  const R = skew(A, r);
  const lever = mulMat(A, R, symToMat(M));
  const moved = lever.map((x, k) => A.add(H[k], x)) as unknown as Mat3<S>;
  const before = mulMat(A, H, R);
  const after = mulMat(A, R, transpose(moved));
  const turned = symPlaces.map(([i, j], k) => A.add(J[k], A.sub(after[3 * i + j], before[3 * i + j])));
  return { M, H: moved, J: turned as unknown as Sym3<S> };
}
