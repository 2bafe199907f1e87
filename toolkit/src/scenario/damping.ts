/** Damping from a ratio: the D that gives a spring K on an inertia Λ the damping ratio ζ in each of its modes. */
import { type Mat3, mulMat, numbers, symmetricEigen } from '../math/index.js';

/** A matrix of 1, 3 (a diagonal) or 9 numbers, in full. */
export function fullMatrix(gain: readonly number[]): Mat3<number> {
  const [a, b, c] = gain;
  if (gain.length === 1) return [a, 0, 0, 0, a, 0, 0, 0, a];
  if (gain.length === 3) return [a, 0, 0, 0, b, 0, 0, 0, c];
  if (gain.length !== 9) throw new Error(`a gain of ${gain.length} numbers`);
  return gain as unknown as Mat3<number>;
}

/**
 * D = 2 ζ Λ^½ (Λ^−½ K Λ^−½)^½ Λ^½, symmetric and positive semidefinite: with x = Λ^−½ y the motion
 * Λ ẍ + D ẋ + K x = 0 falls into three oscillators of ratio ζ. For one mass m: D = 2 ζ √m K^½.
 * Λ must be positive definite and K positive semidefinite. Source: Albu-Schäffer, Ott, Frese, Hirzinger,
 * Cartesian impedance control of redundant robots (ICRA 2003), section 4 (double diagonalisation).
 */
export function dampingOf(
  ratio: number,
  stiffness: readonly number[],
  inertia: number | Mat3<number>,
): readonly number[] {
  if (typeof inertia === 'number') {
    if (stiffness.length < 9) return stiffness.map((k) => 2 * ratio * Math.sqrt(inertia * k));
    return power(stiffness, (k) => 2 * ratio * Math.sqrt(inertia * k));
  }
  const root = power(inertia, Math.sqrt);
  const inverse = power(inertia, (x) => 1 / Math.sqrt(x));
  const K = fullMatrix(stiffness);
  const modes = power(symmetric(mulMat(numbers, mulMat(numbers, inverse, K), inverse)), (x) =>
    Math.sqrt(Math.max(x, 0)),
  );
  const damping = symmetric(mulMat(numbers, mulMat(numbers, root, modes), root));
  return damping.map((d) => 2 * ratio * d);
}

/** The function of a symmetric matrix: its eigenvalues mapped by `f`. */
function power(matrix: readonly number[], f: (eigenvalue: number) => number): Mat3<number> {
  const { values, vectors } = symmetricEigen(matrix, 3);
  const result = new Array<number>(9).fill(0);
  for (let k = 0; k < 3; k++) {
    const scale = f(values[k]);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) result[3 * i + j] += scale * vectors[k][i] * vectors[k][j];
  }
  return result as unknown as Mat3<number>;
}

function symmetric(m: Mat3<number>): Mat3<number> {
  return m.map((x, i) => 0.5 * (x + m[3 * (i % 3) + Math.floor(i / 3)])) as unknown as Mat3<number>;
}
