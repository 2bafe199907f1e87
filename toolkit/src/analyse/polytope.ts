/**
 * How far a polytope about the origin reaches, seen through a linear map: the greatest |J y| and the greatest c·y over
 * the y with |aᵢ·y| ≤ wᵢ. A convex function is greatest at a vertex; where vertices are too many, ascent from vertex to
 * vertex stands for their enumeration.
 */
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';
import { dot, greatest } from './descent.js';

/** |rows[i] · y − centres[i]| ≤ widths[i]; y = 0 is inside. */
export interface Polytope {
  readonly rows: readonly (readonly number[])[];
  readonly widths: readonly number[];
  /** 0 by default. */
  readonly centres?: readonly number[];
}

export interface Farthest {
  /** Of a distance without end a direction that leads there, its greatest entry 1. */
  readonly y: readonly number[];
  /** |J y|; infinite where J sees a direction that no row bounds. */
  readonly distance: number;
  /** vertices: all were looked at. ascent: the best of several climbs. */
  readonly method: 'vertices' | 'ascent';
}

/** Vertices that are looked at one by one, at most. */
const mostVertices = 50_000;
/** Climbs by ascent. */
const climbs = 40;

/**
 * The point of the polytope farthest from the origin through J (rows of k numbers each, one for each direction seen).
 * Directions of y that neither a row bounds nor J sees are left out.
 */
export function farthest(polytope: Polytope, J: readonly (readonly number[])[]): Farthest {
  const n = J[0].length;
  const { basis, free } = boundedSpace(polytope, n, J);
  if (free !== undefined) return { y: free, distance: Number.POSITIVE_INFINITY, method: 'vertices' };
  if (basis.length === 0) return { y: new Array<number>(n).fill(0), distance: 0, method: 'vertices' };
  const inside = (row: readonly number[]) => basis.map((direction) => dot(row, direction));
  const rows = polytope.rows.map(inside);
  const seen = J.map(inside);
  const reduced = { ...polytope, rows };
  const found =
    polytope.centres === undefined && vertexCount(rows.length, basis.length) <= mostVertices
      ? farthestVertex(reduced, seen)
      : climb(reduced, seen);
  const y = new Array<number>(n).fill(0);
  basis.forEach((direction, k) => {
    for (let i = 0; i < n; i++) y[i] += direction[i] * found.y[k];
  });
  return { ...found, y };
}

/** A row that is less of the greatest one is 0 to the accuracy of a Hessian by differences. */
const noise = 1e-9;
/** What is left of a row beside the others, of its size, that is none. */
const dependent = 1e-7;
/** What J has beside the rows, of its size, that it does not see. */
const unseen = 1e-6;

/**
 * An orthonormal basis of what the rows see, and a direction that J sees beside it. Each row is measured by its own size, so
 * that a soft joint beside a stiff one, or radians beside metres, does not count as none.
 */
function boundedSpace(
  { rows }: Polytope,
  n: number,
  J: readonly (readonly number[])[],
): { basis: number[][]; free?: number[] } {
  const least = noise * longest(rows);
  const rest = rows.filter((row) => length(row) > least).map(unit);
  const basis: number[][] = [];
  // Gram and Schmidt with pivots, each row cleared of each direction twice.
  while (rest.length > 0 && basis.length < n) {
    const sizes = rest.map(length);
    const at = sizes.reduce((best, size, i) => (size > sizes[best] ? i : best), 0);
    if (!(sizes[at] > dependent)) break;
    const [row] = rest.splice(at, 1);
    basis.push(unit(beside(unit(row), basis)));
    rest.forEach((other, i) => {
      rest[i] = beside(other, basis);
    });
  }
  const left = J.map((row) => beside(beside(row, basis), basis));
  const free = left.reduce((best, row) => (length(row) > length(best) ? row : best));
  if (!(length(free) > unseen * longest(J))) return { basis };
  const top = greatest(free);
  return { basis, free: free.map((x) => x / top) };
}

function length(x: readonly number[]): number {
  return Math.sqrt(dot(x, x));
}

function longest(rows: readonly (readonly number[])[]): number {
  return rows.reduce((most, row) => Math.max(most, length(row)), 0);
}

function unit(x: readonly number[]): number[] {
  const size = length(x);
  return x.map((entry) => entry / size);
}

/** x without its part along orthonormal directions. */
function beside(x: readonly number[], directions: readonly (readonly number[])[]): number[] {
  const rest = [...x];
  for (const direction of directions) {
    const share = dot(rest, direction);
    for (let i = 0; i < rest.length; i++) rest[i] -= share * direction[i];
  }
  return rest;
}

function vertexCount(rows: number, size: number): number {
  let count = 2 ** (size - 1);
  for (let k = 0; k < size; k++) count = (count * (rows - k)) / (k + 1);
  return count;
}

/** All corners where as many rows as there are directions are at their ends; half of them, for the rest mirror them. */
function farthestVertex({ rows, widths }: Polytope, J: readonly (readonly number[])[]): Farthest {
  const size = rows[0].length;
  let best: Farthest = { y: new Array<number>(size).fill(0), distance: 0, method: 'vertices' };
  const chosen: number[] = [];
  const corner = (): void => {
    const inverse = inverseOf(chosen.map((i) => rows[i]));
    if (inverse === undefined) return;
    for (let signs = 0; signs < 2 ** (size - 1); signs++) {
      const ends = chosen.map((i, k) => (k > 0 && (signs >> (k - 1)) & 1 ? -widths[i] : widths[i]));
      const y = inverse.map((row) => dot(row, ends));
      const distance = Math.sqrt(J.reduce((sum, row) => sum + dot(row, y) ** 2, 0));
      if (
        distance > best.distance &&
        rows.every((row, i) => Math.abs(dot(row, y)) <= widths[i] * (1 + 1e-9) + 1e-15)
      )
        best = { y, distance, method: 'vertices' };
    }
  };
  const choose = (from: number): void => {
    if (chosen.length === size) {
      corner();
      return;
    }
    for (let i = from; i <= rows.length - (size - chosen.length); i++) {
      chosen.push(i);
      choose(i + 1);
      chosen.pop();
    }
  };
  choose(0);
  return best;
}

/** By Gauss and Jordan with pivots; undefined where the rows are not independent. */
export function inverseOf(rows: readonly (readonly number[])[]): number[][] | undefined {
  const n = rows.length;
  const a = rows.map((row, i) => {
    const scale = greatest(row) || 1;
    return [...row.map((x) => x / scale), ...row.map((_, j) => (i === j ? 1 / scale : 0))];
  });
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[p][k])) p = i;
    if (!(Math.abs(a[p][k]) > 1e-9)) return undefined;
    [a[k], a[p]] = [a[p], a[k]];
    const pivot = a[k][k];
    a[k] = a[k].map((x) => x / pivot);
    for (let i = 0; i < n; i++) {
      if (i === k || a[i][k] === 0) continue;
      const factor = a[i][k];
      a[i] = a[i].map((x, j) => x - factor * a[k][j]);
    }
  }
  return a.map((row) => row.slice(n));
}

/** From many directions n: the corner farthest along n, then n along what J sees of it, until it stays. */
function climb(polytope: Polytope, J: readonly (readonly number[])[]): Farthest {
  const size = polytope.rows[0].length;
  let best: Farthest = { y: new Array<number>(size).fill(0), distance: 0, method: 'ascent' };
  for (let k = 0; k < climbs; k++) {
    let towards: readonly number[] = directions(J.length, k);
    let before = 0;
    for (let turn = 0; turn < 20; turn++) {
      const cost = new Array<number>(size).fill(0);
      J.forEach((row, r) => {
        for (let i = 0; i < size; i++) cost[i] += towards[r] * row[i];
      });
      const y = farthestAlong(polytope, cost);
      const seen = J.map((row) => dot(row, y));
      const distance = Math.sqrt(dot(seen, seen));
      if (distance > best.distance) best = { y, distance, method: 'ascent' };
      if (!(distance > before * (1 + 1e-9))) break;
      before = distance;
      towards = seen.map((x) => x / distance);
    }
  }
  return best;
}

/** The k-th of some directions of this many entries, spread evenly (a spiral in three). */
function directions(size: number, k: number): number[] {
  if (size === 1) return [k % 2 === 0 ? 1 : -1];
  const golden = 2.399963229728653 * k;
  const height = size === 2 ? 0 : 1 - (2 * k + 1) / climbs;
  const round = Math.sqrt(1 - height * height);
  const angle = [round * numbers.cos(golden), round * numbers.sin(golden), height];
  return Array.from({ length: size }, (_, i) => angle[i] ?? 0);
}

/**
 * The y of the polytope with the greatest c·y, by projected gradients: along c as far as the rows that are reached let
 * it, a row that would be left is let go. Directions that are not bounded are not followed beyond `far`.
 */
export function farthestAlong(
  { rows, widths, centres }: Polytope,
  c: readonly number[],
  far = 1e6,
): number[] {
  const n = c.length;
  const scale = rows.map((row) => Math.sqrt(dot(row, row)));
  const unit = rows.map((row, i) => row.map((x) => x / (scale[i] || 1)));
  const width = widths.map((w, i) => w / (scale[i] || 1));
  const middle = widths.map((_, i) => (centres?.[i] ?? 0) / (scale[i] || 1));
  /** Rows at their ends, and at which. */
  const held = new Map<number, 1 | -1 | 0>();
  for (const [i, w] of width.entries())
    if (w === 0 && scale[i] > 0 && independent([...held.keys()], i)) held.set(i, 0);
  let y = new Array<number>(n).fill(0);

  function independent(others: readonly number[], i: number): boolean {
    const { rest } = projected(unit[i], others);
    return Math.sqrt(dot(rest, rest)) > 1e-7;
  }

  /** What is left of a vector beside the rows, and how much it takes of each of them. */
  function projected(x: readonly number[], on: readonly number[]): { rest: number[]; shares: number[] } {
    if (on.length === 0) return { rest: [...x], shares: [] };
    const gram = on.flatMap((i) => on.map((j) => dot(unit[i], unit[j])));
    const shares = solveDefinite(
      numbers,
      factorDefinite(numbers, gram, on.length),
      on.map((i) => dot(unit[i], x)),
    );
    const rest = x.map((value, k) => value - on.reduce((sum, i, s) => sum + shares[s] * unit[i][k], 0));
    return { rest, shares };
  }

  const size = Math.sqrt(dot(c, c)) || 1;
  for (let turn = 0; turn < 40 * (n + 1); turn++) {
    let { rest, shares } = projected(c, [...held.keys()]);
    if (Math.sqrt(dot(rest, rest)) <= 1e-9 * size) {
      // Along the rows alone: optimal unless one of them pulls inwards.
      let worst = -1;
      let least = -1e-9 * size;
      [...held].forEach(([, side], k) => {
        if (side !== 0 && side * shares[k] < least) [worst, least] = [k, side * shares[k]];
      });
      if (worst < 0) break;
      held.delete([...held.keys()][worst]);
      ({ rest, shares } = projected(c, [...held.keys()]));
      if (Math.sqrt(dot(rest, rest)) <= 1e-12 * size) break;
    }
    let step = far / Math.sqrt(dot(rest, rest));
    let stop: [number, 1 | -1] | undefined;
    for (const [i, row] of unit.entries()) {
      if (held.has(i) || scale[i] === 0) continue;
      const speed = dot(row, rest);
      if (Math.abs(speed) <= 1e-12 * size) continue;
      const side = speed > 0 ? 1 : -1;
      const room = Math.max(0, (width[i] - side * (dot(row, y) - middle[i])) / Math.abs(speed));
      if (room < step && independent([...held.keys()], i)) [step, stop] = [room, [i, side]];
    }
    y = y.map((x, k) => x + step * rest[k]);
    if (stop === undefined) break;
    held.set(...stop);
  }
  return y;
}

/** Rows of a row-major matrix with n columns. */
export function rowsOf(matrix: readonly number[], n: number): number[][] {
  return Array.from({ length: matrix.length / n }, (_, i) => matrix.slice(i * n, (i + 1) * n));
}
