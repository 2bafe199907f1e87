/** Sums of gains on lists, Σ K x, short as code where the gains are large matrices. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { applyGain } from '../../mechanism/index.js';

/** A gain, as `applyGain` reads it, and what it is applied to. */
export type Term<S> = readonly [gain: readonly S[], x: readonly S[]];

export type Gained<S> = (terms: readonly Term<S>[]) => readonly S[];

/** From how many rows on a matrix is applied by a loop: written out, six by six take as much code as the kinematics of an arm. */
const rowsOfLoop = 5;

/**
 * Σ K x in a program. A loop over rows where all gains are matrices of {@link rowsOfLoop} rows or more that stand in `fields`, by
 * the list of their entries; else written out. The same bits either way.
 */
export function programGained(
  program: ProgramBuilder,
  name: string,
  fields: ReadonlyMap<readonly Node[], Field>,
): Gained<Node> {
  const { graph: A } = program;
  const total = (parts: readonly Node[]): Node => parts.reduce((a, b) => A.add(a, b));
  let loops = 0;
  return (terms) => {
    const n = terms[0][1].length;
    const places = terms.map(([gain]) => (gain.length === n * n ? fields.get(gain) : undefined));
    if (n < rowsOfLoop || places.some((field) => field === undefined)) {
      const parts = terms.map(([gain, x]) => applyGain(A, gain, x));
      return parts[0].map((_, i) => total(parts.map((part) => part[i])));
    }
    const sums = program.field({
      name: `${name}.${loops++}`,
      region: 'scratch',
      size: n,
      unit: '',
      meaning: 'Gains on a list',
    });
    program.repeat(n, (row) => {
      const start = A.mul(A.constant(n), row);
      const parts = terms.map(([, x], t) =>
        total(
          x.map((value, k) => A.mul(program.loadAt(places[t] as Field, A.add(start, A.constant(k))), value)),
        ),
      );
      program.storeAt(sums, row, total(parts));
      return undefined;
    });
    return program.loadAll(sums);
  };
}
