/** What several checks found, as one list. */
import type { Problem } from '../problem/index.js';

/** Each problem once: one element on many joints may be wrong in the same way many times. */
export function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify(problem);
    return !seen.has(key) && seen.add(key);
  });
}

/** Each problem once, file by file as they come, and by line and column in each. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ where }) => where.file))];
  return unique(problems).sort(
    ({ where: a }, { where: b }) =>
      files.indexOf(a.file) - files.indexOf(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}
