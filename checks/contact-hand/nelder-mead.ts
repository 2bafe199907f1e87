/** The simplex search of J. A. Nelder and R. Mead, "A simplex method for function minimization" (1965): no derivatives, no chance. */
export interface Found {
  readonly x: readonly number[];
  readonly value: number;
  readonly evaluations: number;
}

export interface SearchOptions {
  /** Edge of the first simplex. */
  readonly step: number;
  /** It ends when no corner is farther than this from the best one. */
  readonly size: number;
  /** Evaluations at most. */
  readonly most: number;
}

export function nelderMead(
  f: (x: readonly number[]) => number,
  start: readonly number[],
  { step, size, most }: SearchOptions,
): Found {
  const n = start.length;
  let evaluations = 0;
  const corner = (x: readonly number[]) => {
    evaluations++;
    return { x, value: f(x) };
  };
  const simplex = [
    corner(start),
    ...start.map((_, i) => corner(start.map((x, j) => x + (i === j ? step : 0)))),
  ];
  const sort = () => simplex.sort((a, b) => a.value - b.value);
  for (sort(); evaluations < most; sort()) {
    const [best] = simplex;
    if (simplex.every(({ x }) => Math.hypot(...x.map((v, i) => v - best.x[i])) <= size)) break;
    const worst = simplex[n];
    const centre = start.map((_, i) => simplex.slice(0, n).reduce((sum, { x }) => sum + x[i] / n, 0));
    const along = (t: number) => corner(centre.map((c, i) => c + t * (c - worst.x[i])));
    const mirrored = along(1);
    if (mirrored.value < best.value) {
      const farther = along(2);
      simplex[n] = farther.value < mirrored.value ? farther : mirrored;
      continue;
    }
    if (mirrored.value < simplex[n - 1].value) {
      simplex[n] = mirrored;
      continue;
    }
    const nearer = along(mirrored.value < worst.value ? 0.5 : -0.5);
    if (nearer.value < Math.min(worst.value, mirrored.value)) {
      simplex[n] = nearer;
      continue;
    }
    for (let i = 1; i <= n; i++) simplex[i] = corner(best.x.map((b, j) => b + 0.5 * (simplex[i].x[j] - b)));
  }
  return { ...simplex[0], evaluations };
}
