/**
 * What a mass, damper and spring do in a tick under a held force, worked out in `prepare`: with δ the way since the tick began,
 * r = f − K e₀ and v the speed at its begin,
 *
 *     M δ̈ + D δ̇ + K δ = r:   δ(T) = A₁ v + A₂ r,   δ̇(T) = A₃ v + A₄ r,
 *
 * blocks of exp(T [0 1 0; −M⁻¹K −M⁻¹D M⁻¹; 0 0 0]). The exponential by scaling and squaring of X = exp − 1, which loses
 * no digits where T is short: twelve terms of Taylor's series at T/2¹², then X ← 2 X + X² twelve times (Higham, Functions of
 * Matrices (2008), section 10.3). Sound up to |T M⁻¹D| of some 2000.
 */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { factorDefinite, solveDefinite, sum } from '../../math/index.js';

const TERMS = 12;
const SQUARINGS = 12;

export interface SecondOrder {
  /** Rows of M, D and K. */
  readonly size: number;
  readonly mass: readonly Node[];
  readonly damping: readonly Node[];
  readonly stiffness: readonly Node[];
}

/** A₁, A₂, A₃, A₄, each size², row-major. `scratch`: three fields of 6 size² numbers each. */
export function exactMap(
  program: ProgramBuilder,
  { size: n, mass, damping, stiffness }: SecondOrder,
  tick: Node,
  [rates, power, product]: readonly [Field, Field, Field],
): readonly [Node[], Node[], Node[], Node[]] {
  const { graph: A } = program;
  const inverse = inverseOf(A, mass, n);
  const step = A.mul(tick, A.constant(2 ** -SQUARINGS));
  const zero = A.constant(0);
  const times = (a: readonly Node[], b: readonly Node[]): Node[] =>
    Array.from({ length: n * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      return sum(
        A,
        Array.from({ length: n }, (__, k) => A.mul(a[i * n + k], b[k * n + j])),
      );
    });
  const [K, D] = [times(inverse, stiffness), times(inverse, damping)];
  const width = 3 * n;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const at = i * n + j;
      const upper = i * width + j;
      const lower = (n + i) * width + j;
      program.store(rates, upper, zero);
      program.store(rates, upper + n, i === j ? step : zero);
      program.store(rates, upper + 2 * n, zero);
      program.store(rates, lower, A.neg(A.mul(step, K[at])));
      program.store(rates, lower + n, A.neg(A.mul(step, D[at])));
      program.store(rates, lower + 2 * n, A.mul(step, inverse[at]));
    }
  }
  const entries = 2 * n * width;
  const copy = (to: Field, value: (at: Node) => Node): void =>
    program.repeat(entries, (at) => {
      program.storeAt(to, at, value(at));
      return undefined;
    });
  /** product = a b, the rows of b below its first 2n being 0. */
  const multiply = (a: Field, b: Field): void =>
    program.repeat(2 * n, (i) => {
      program.repeat(width, (j) => {
        const terms = Array.from({ length: 2 * n }, (_, k) =>
          A.mul(
            program.loadAt(a, A.add(A.mul(i, A.constant(width)), A.constant(k))),
            program.loadAt(b, A.add(A.constant(k * width), j)),
          ),
        );
        program.storeAt(product, A.add(A.mul(i, A.constant(width)), j), sum(A, terms));
        return undefined;
      });
      return undefined;
    });
  copy(power, (at) => A.div(program.loadAt(rates, at), A.constant(TERMS)));
  program.repeat(TERMS - 1, (k) => {
    multiply(rates, power);
    const divisor = A.sub(A.constant(TERMS - 1), k);
    copy(power, (at) => A.div(A.add(program.loadAt(rates, at), program.loadAt(product, at)), divisor));
    return undefined;
  });
  program.repeat(SQUARINGS, () => {
    multiply(power, power);
    copy(power, (at) => {
      const x = program.loadAt(power, at);
      return A.add(A.add(x, x), program.loadAt(product, at));
    });
    return undefined;
  });
  const block = (row: number, column: number, identity: boolean): Node[] =>
    Array.from({ length: n * n }, (_, at) => {
      const [i, j] = [Math.floor(at / n), at % n];
      const x = program.load(power, (row * n + i) * width + column * n + j);
      return identity && i === j ? A.add(A.constant(1), x) : x;
    });
  return [block(0, 1, false), block(0, 2, false), block(1, 1, true), block(1, 2, false)];
}

/** M⁻¹ of a symmetric positive definite M. */
export function inverseOf(A: ProgramBuilder['graph'], matrix: readonly Node[], n: number): Node[] {
  const factored = factorDefinite(A, matrix, n);
  const columns = Array.from({ length: n }, (_, j) =>
    solveDefinite(
      A,
      factored,
      Array.from({ length: n }, (__, i) => A.constant(i === j ? 1 : 0)),
    ),
  );
  return Array.from({ length: n * n }, (_, at) => columns[at % n][Math.floor(at / n)]);
}
