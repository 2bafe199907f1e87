/**
 * Least squares inside a box: |J x − b|² + λ² |x|² least with low ≤ x ≤ high, by projected Gauss–Seidel from the clipped free
 * solution; a fixed number of sweeps at most, each of which lowers the sum (Boyd, Vandenberghe 2004, section 9.4).
 */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import { max, min } from '../../math/index.js';
import { dot } from './least-squares.js';
import type { ServoFields } from './servo-fields.js';

/** Least and most of an entry; `most`: of its magnitude. */
export interface Box {
  readonly low?: Node;
  readonly high?: Node;
  readonly most?: Node;
}

/** Added to λ², m²: where the joints are more than the task has rows. */
const ridge = 1e-6;
/** A sweep that changes no entry by more than this ends them, rad or m. */
const settledAt = 1e-13;

export function boxed(
  program: ProgramBuilder,
  fields: ServoFields,
  free: readonly Node[],
  bounds: readonly Box[],
  task: {
    readonly rows: readonly Node[];
    readonly count: number;
    readonly target: readonly Node[];
    readonly damping: Node;
    readonly sweeps: number;
  },
): { readonly step: readonly Node[]; readonly cut: Node } {
  const { graph: A } = program;
  const { solution, hessian, gradient, low, high } = fields;
  if (!solution || !hessian || !gradient || !low || !high) throw new Error('control: the servo has no qp');
  const nv = free.length;
  const sides = bounds.map(({ low: least, high: greatest, most }) => ({
    least: bothOf(A, least, most && A.neg(most), max),
    greatest: bothOf(A, greatest, most, min),
  }));
  let cut: Node = A.constant(0);
  const clip = (x: Node, i: number): Node => {
    const { least, greatest } = sides[i];
    const above = least === undefined ? x : max(A, x, least);
    return greatest === undefined ? above : min(A, above, greatest);
  };
  const start = free.map((x, i) => {
    const clippedTo = clip(x, i);
    cut = A.or(cut, A.not(A.equal(clippedTo, x)));
    return clippedTo;
  });
  program.storeAll(solution, start);
  program.if(cut, () => {
    const column = (j: number): Node[] => Array.from({ length: task.count }, (_, i) => task.rows[i * nv + j]);
    const own = A.add(task.damping, A.constant(ridge));
    for (let i = 0; i < nv; i++) {
      for (let j = 0; j < nv; j++) {
        const entry = dot(A, column(i), column(j));
        program.store(hessian, i * nv + j, i === j ? A.add(entry, own) : entry);
      }
      program.store(gradient, i, dot(A, column(i), task.target));
      // Bounds are kept, so that the loop reads them and works out nothing again.
      const { least, greatest } = sides[i];
      program.store(low, i, least ?? A.constant(Number.NEGATIVE_INFINITY));
      program.store(high, i, greatest ?? A.constant(Number.POSITIVE_INFINITY));
    }
    program.repeat(task.sweeps, () => {
      let change: Node = A.constant(0);
      for (let i = 0; i < nv; i++) {
        const x = program.loadAll(solution);
        const row = Array.from({ length: nv }, (_, j) => program.load(hessian, i * nv + j));
        const slope = A.sub(dot(A, row, x), program.load(gradient, i));
        const wanted = A.sub(x[i], A.div(slope, row[i]));
        const next = min(A, max(A, wanted, program.load(low, i)), program.load(high, i));
        change = max(A, change, A.abs(A.sub(next, x[i])));
        program.store(solution, i, next);
      }
      return A.less(change, A.constant(settledAt));
    });
  });
  return { step: program.loadAll(solution), cut };
}

function bothOf(
  A: ProgramBuilder['graph'],
  a: Node | undefined,
  b: Node | undefined,
  choose: typeof max,
): Node | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return choose(A, a, b);
}
