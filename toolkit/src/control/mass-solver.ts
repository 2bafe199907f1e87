/** Solving with a mass matrix. */
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';

export type Solver = (b: readonly number[]) => number[];

/** b ↦ M⁻¹ b. Throws where M is not positive definite. */
export function solverOf(M: readonly number[], nv: number): Solver {
  const factored = factorDefinite(numbers, M, nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) {
    throw new Error('stability: the mass matrix is not positive definite');
  }
  return (b) => solveDefinite(numbers, factored, b);
}

/** M⁻¹ S of a symmetric S, row-major. */
export function solvedBy(solve: Solver, S: readonly number[], nv: number): number[] {
  const solved = new Array<number>(nv * nv);
  // S is symmetric: a row is a column.
  for (let j = 0; j < nv; j++) {
    solve(S.slice(j * nv, (j + 1) * nv)).forEach((x, i) => {
      solved[i * nv + j] = x;
    });
  }
  return solved;
}
