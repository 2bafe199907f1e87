import {
  type Algebra,
  add3,
  dot3,
  factorDefinite,
  type Mat3,
  mulMat,
  mulMatVec,
  mulSymVec,
  mulTransposeVec,
  type Primitive,
  type Sym3,
  skew,
  solveDefinite,
  symPlaces,
  symToMat,
  transpose,
  turnSym,
  type Vec3,
} from '../math/index.js';
import { articulate } from './articulated.js';
import { massMatrix } from './mass-matrix.js';
import type { Model } from './model.js';
import { turnToMatrix } from './turn.js';

/**
 * Inverse inertia of a body with all joints free: its acceleration a = L·f + C·n, α = Cᵀ·f + R·n under a wrench on
 * it, in body axes.
 */
interface Compliance<S> {
  readonly L: Sym3<S>;
  readonly C: Mat3<S>;
  readonly R: Sym3<S>;
}

/**
 * The diagonal of M(q)⁻¹: what each joint accelerates by under a unit force of its own, all others free. Rotor inertia is
 * included. Of no use where M is singular: infinities or NaN.
 *
 * By one sweep up the articulated bodies. With Ω the compliance of a body before a degree of freedom s, D its
 * pivot and u = U/D its wrench, w = Ω u:
 *
 *     (M⁻¹)ᵥᵥ = 1/D + uᵀ w,     Ω⁺ = Ω − s wᵀ − w sᵀ + (M⁻¹)ᵥᵥ s sᵀ
 *
 * (Kreutz-Delgado, Jain, Rodriguez 1992, on the operational-space inertia). A model with mimics goes through the factors of M.
 */
export function inverseDiagonal<S>(A: Algebra<S>, model: Model, q: readonly S[]): S[] {
  if (model.bodies.some((body) => body.mimic !== undefined)) return byMatrix(A, model, q);
  const { poses, eliminations } = articulate(A, model, q);
  const zero = A.constant(0);
  const none: Sym3<S> = [zero, zero, zero, zero, zero, zero];
  const still: Compliance<S> = { L: none, C: symToMat(none), R: none };
  const diagonal: S[] = new Array(model.nv);
  const compliances: Compliance<S>[] = [];
  model.bodies.forEach(({ parent }, i) => {
    let own = still;
    if (parent >= 0) {
      const { position, turn } = poses[i];
      own = turned(A, moved(A, compliances[parent], position), transpose(turnToMatrix(A, turn)));
    }
    for (const { v, linear, angular, force, torque, inverse } of eliminations[i]) {
      const a = add3(A, mulSymVec(A, own.L, force), mulMatVec(A, own.C, torque));
      const alpha = add3(A, mulTransposeVec(A, own.C, force), mulSymVec(A, own.R, torque));
      const entry = A.add(inverse, A.add(dot3(A, force, a), dot3(A, torque, alpha)));
      diagonal[v] = entry;
      /** x − s wᵀ − w sᵀ + (M⁻¹)ᵥᵥ s sᵀ, entry (i, j) of the blocks that belong to two parts of s and w. */
      const freed = (
        x: S,
        s: Vec3<S>,
        w: Vec3<S>,
        row: number,
        t: Vec3<S>,
        z: Vec3<S>,
        column: number,
      ): S => {
        const across = A.add(A.mul(s[row], z[column]), A.mul(w[row], t[column]));
        return A.add(A.sub(x, across), A.mul(entry, A.mul(s[row], t[column])));
      };
      own = {
        L: own.L.map((x, k) =>
          freed(x, linear, a, symPlaces[k][0], linear, a, symPlaces[k][1]),
        ) as unknown as Sym3<S>,
        C: own.C.map((x, k) =>
          freed(x, linear, a, (k - (k % 3)) / 3, angular, alpha, k % 3),
        ) as unknown as Mat3<S>,
        R: own.R.map((x, k) =>
          freed(x, angular, alpha, symPlaces[k][0], angular, alpha, symPlaces[k][1]),
        ) as unknown as Sym3<S>,
      };
    }
    compliances.push(own);
  });
  return diagonal;
}

function byMatrix<S>(A: Algebra<S>, model: Model, q: readonly S[]): S[] {
  const { nv } = model;
  const factored = factorDefinite(A, massMatrix(A, model, q), nv);
  return Array.from({ length: nv }, (_, i) => {
    const unit = Array.from({ length: nv }, (_, j) => A.constant(j === i ? 1 : 0));
    return solveDefinite(A, factored, unit)[i];
  });
}

/** The compliance at another point of the body, `r` from the old one: C' = C − [r]×R, L' = L + C'[r]× − [r]×Cᵀ. */
function moved<S>(A: Primitive<S>, { L, C, R }: Compliance<S>, r: Vec3<S>): Compliance<S> {
  const lever = skew(A, r);
  const there = mulMat(A, lever, symToMat(R)).map((x, k) => A.sub(C[k], x)) as unknown as Mat3<S>;
  const after = mulMat(A, there, lever);
  const before = mulMat(A, lever, transpose(C));
  const linear = symPlaces.map(([i, j], k) => A.add(L[k], A.sub(after[3 * i + j], before[3 * i + j])));
  return { L: linear as unknown as Sym3<S>, C: there, R };
}

/** The compliance in other axes. */
function turned<S>(A: Primitive<S>, { L, C, R }: Compliance<S>, turn: Mat3<S>): Compliance<S> {
  return {
    L: turnSym(A, turn, L),
    C: mulMat(A, mulMat(A, turn, C), transpose(turn)),
    R: turnSym(A, turn, R),
  };
}
