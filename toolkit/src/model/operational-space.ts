import { factorDefinite, type Primitive, solveDefinite } from '../math/index.js';

/** J M⁻¹ Jᵀ, rows × rows, row-major: how easily the task moves; symmetric, singular where the task is. */
export function taskMobility<S>(
  A: Primitive<S>,
  massMatrix: readonly S[],
  jacobian: readonly S[],
  rows: number,
): S[] {
  const nv = jacobian.length / rows;
  const factored = factorDefinite(A, massMatrix, nv);
  const mobility: S[] = new Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    const solved = solveDefinite(A, factored, jacobian.slice(i * nv, (i + 1) * nv));
    for (let j = 0; j <= i; j++) {
      const entry = dot(A, jacobian.slice(j * nv, (j + 1) * nv), solved);
      mobility[i * rows + j] = entry;
      mobility[j * rows + i] = entry;
    }
  }
  return mobility;
}

/**
 * Operational-space inertia Λ = (J M⁻¹ Jᵀ + damping·1)⁻¹, rows × rows, row-major (Khatib 1987), of a task with
 * the Jacobian `jacobian` (rows × nv) and the mass matrix (nv × nv). For a translation take the three linear
 * rows. `damping` (1/kg for translations, 1/(kg m²) for rotations; 0 by default) keeps Λ below 1/damping where
 * the task is singular; without it Λ grows without bound there.
 */
export function operationalSpaceInertia<S>(
  A: Primitive<S>,
  massMatrix: readonly S[],
  jacobian: readonly S[],
  rows: number,
  damping?: S,
): S[] {
  const mobility = taskMobility(A, massMatrix, jacobian, rows);
  if (damping !== undefined) {
    for (let i = 0; i < rows; i++) mobility[i * rows + i] = A.add(mobility[i * rows + i], damping);
  }
  const factored = factorDefinite(A, mobility, rows);
  const inertia: S[] = new Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    const unit = Array.from({ length: rows }, (_, k) => A.constant(k === i ? 1 : 0));
    solveDefinite(A, factored, unit).forEach((x, j) => {
      inertia[i * rows + j] = x;
    });
  }
  return inertia;
}

/**
 * The part of joint forces that does not accelerate the task: τ − Jᵀ Λ J M⁻¹ τ, the mass-weighted projector
 * (Khatib 1987, section VII). With a damped Λ a part of it does.
 */
export function nullSpaceTorque<S>(
  A: Primitive<S>,
  massMatrix: readonly S[],
  jacobian: readonly S[],
  inertia: readonly S[],
  torques: readonly S[],
): S[] {
  const nv = torques.length;
  const rows = jacobian.length / nv;
  const free = solveDefinite(A, factorDefinite(A, massMatrix, nv), torques);
  const row = (i: number) => jacobian.slice(i * nv, (i + 1) * nv);
  const moved = Array.from({ length: rows }, (_, i) => dot(A, row(i), free));
  const force = Array.from({ length: rows }, (_, i) =>
    dot(A, inertia.slice(i * rows, (i + 1) * rows), moved),
  );
  return torques.map((tau, k) => {
    const column = Array.from({ length: rows }, (_, i) => jacobian[i * nv + k]);
    return A.sub(tau, dot(A, column, force));
  });
}

function dot<S>(A: Primitive<S>, a: readonly S[], b: readonly S[]): S {
  let total = A.constant(0);
  a.forEach((x, i) => {
    total = A.add(total, A.mul(x, b[i]));
  });
  return total;
}
