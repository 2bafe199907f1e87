/** Selections: r rows of six, each a direction that a law frees, in its axes; orthonormal. */
import { type Algebra, type Mat3, mulMatVec, mulTransposeVec, sum, type Vec3 } from '../../math/index.js';
import type { EntryUnit, GivenNumbers } from './declaration.js';

/** All six. */
export const wholeSelection: readonly number[] = Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? 1 : 0));

/** Rows of a selection. */
export function selectionRows(selection: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(selection.length / 6) }, (_, i) =>
    selection.slice(6 * i, 6 * i + 6),
  );
}

/** What flags of six directions ask for: a row for each that is set. */
export function flaggedRows({ select = [] }: GivenNumbers): {
  readonly parameter: string;
  readonly rows: readonly (readonly number[])[];
} {
  const rows = select.flatMap((flag, i) => (flag > 0.5 ? [select.map((_, k) => (k === i ? 1 : 0))] : []));
  return { parameter: 'select', rows };
}

/** `m` for a way, `rad` for a turn, `1` for a mixture of both. */
export function selectionUnits(selection: readonly number[]): readonly EntryUnit[] {
  return selectionRows(selection).map((row) => {
    const ways = row.slice(0, 3).some((x) => x !== 0);
    const turns = row.slice(3).some((x) => x !== 0);
    return ways && turns ? '1' : turns ? 'rad' : 'm';
  });
}

/** S x of six numbers. */
export function selected<S>(A: Algebra<S>, rows: readonly (readonly number[])[], six: readonly S[]): S[] {
  return rows.map((row) =>
    sum(
      A,
      row.flatMap((s, k) => (s === 0 ? [] : [s === 1 ? six[k] : A.mul(A.constant(s), six[k])])),
    ),
  );
}

/** Sᵀ y: six numbers. */
export function spreadOut<S>(A: Algebra<S>, rows: readonly (readonly number[])[], y: readonly S[]): S[] {
  return Array.from({ length: 6 }, (_, k) =>
    sum(
      A,
      rows.flatMap((row, i) => (row[k] === 0 ? [] : [row[k] === 1 ? y[i] : A.mul(A.constant(row[k]), y[i])])),
    ),
  );
}

/** Six numbers, two vectors, in outer axes from inner ones, and back. */
export function outwards<S>(A: Algebra<S>, axes: Mat3<S>, six: readonly S[]): [Vec3<S>, Vec3<S>] {
  const [a, b, c, d, e, f] = six;
  return [mulMatVec(A, axes, [a, b, c]), mulMatVec(A, axes, [d, e, f])];
}

export function inwards<S>(A: Algebra<S>, axes: Mat3<S>, first: Vec3<S>, second: Vec3<S>): S[] {
  return [...mulTransposeVec(A, axes, first), ...mulTransposeVec(A, axes, second)];
}
