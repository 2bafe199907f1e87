/** Complex numbers, as far as frequency responses need them. */
import { numbers } from '../../math/index.js';

export interface Complex {
  readonly re: number;
  readonly im: number;
}

export const pi = 3.141592653589793;
export const one: Complex = { re: 1, im: 0 };

export function turn(angle: number): Complex {
  return { re: numbers.cos(angle), im: numbers.sin(angle) };
}
export function plus(a: Complex, b: Complex): Complex {
  return { re: a.re + b.re, im: a.im + b.im };
}
export function minus(a: Complex, b: Complex): Complex {
  return { re: a.re - b.re, im: a.im - b.im };
}
export function times(a: Complex, b: Complex): Complex {
  return { re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re };
}
export function over(a: Complex, b: Complex): Complex {
  const size = b.re * b.re + b.im * b.im;
  return { re: (a.re * b.re + a.im * b.im) / size, im: (a.im * b.re - a.re * b.im) / size };
}
export function scaled(a: Complex, s: number): Complex {
  return { re: a.re * s, im: a.im * s };
}
export function sizeOfComplex(a: Complex): number {
  return Math.sqrt(a.re * a.re + a.im * a.im);
}

/** (z − A)⁻¹ b of a real matrix, n × n row-major, by elimination with pivots. NaN where z is a pole. */
export function resolvent(A: Float64Array, n: number, z: Complex, b: readonly Complex[]): Complex[] {
  const M = Array.from({ length: n }, (_, i) =>
    Array.from(
      { length: n },
      (_, j): Complex => ({
        re: (i === j ? z.re : 0) - A[i * n + j],
        im: i === j ? z.im : 0,
      }),
    ),
  );
  const x = [...b];
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (sizeOfComplex(M[i][k]) > sizeOfComplex(M[pivot][k])) pivot = i;
    [M[k], M[pivot]] = [M[pivot], M[k]];
    [x[k], x[pivot]] = [x[pivot], x[k]];
    for (let i = k + 1; i < n; i++) {
      const f = over(M[i][k], M[k][k]);
      for (let j = k; j < n; j++) M[i][j] = minus(M[i][j], times(f, M[k][j]));
      x[i] = minus(x[i], times(f, x[k]));
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] = minus(x[k], times(M[k][j], x[j]));
    x[k] = over(x[k], M[k][k]);
  }
  return x;
}

/** Σ row_i x_i of a real row. */
export function along(row: Float64Array, x: readonly Complex[]): Complex {
  return x.reduce((sum, y, i) => plus(sum, scaled(y, row[i])), { re: 0, im: 0 });
}
