/**
 * A list brought to one value by neighbours, then neighbours of the results, and so on: log₂ n operations wait for
 * each other where a running total makes n.
 */
export function pairwise<S>(values: readonly S[], join: (a: S, b: S) => S): S {
  if (values.length === 0) throw new Error('pairwise: an empty list');
  let level = values;
  while (level.length > 1) {
    const next: S[] = [];
    for (let i = 0; i + 1 < level.length; i += 2) next.push(join(level[i], level[i + 1]));
    if (level.length % 2 === 1) next.push(level[level.length - 1]);
    level = next;
  }
  return level[0];
}
