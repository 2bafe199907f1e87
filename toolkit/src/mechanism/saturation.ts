/**
 * A slope that saturates, said by two of three numbers: slope k, greatest force F, width w, F = k w.
 *
 *     f(x) = F tanh(x/w)
 */
import type { Algebra } from '../math/index.js';
import type { Parameters } from './declaration.js';
import { entryOf, positive } from './gain.js';
import { wantExactly, wantPositive } from './parameters.js';

export interface Saturation<S> {
  readonly slope: S;
  /** 1/w². */
  readonly inverseSquare: S;
}

/** Of entry i; `slope` names the parameter that is the slope at 0. */
export function saturationOf<S>(
  A: Algebra<S>,
  parameters: Parameters<S>,
  slope: 'stiffness' | 'damping',
  i = 0,
): Saturation<S> {
  const { [slope]: k, greatest: F, width: w } = parameters;
  const square = (x: S): S => A.mul(x, x);
  if (w !== undefined) {
    const inverse = A.div(A.constant(1), positive(A, entryOf(w, i)));
    const steep = k === undefined ? A.mul(entryOf(F as readonly S[], i), inverse) : entryOf(k, i);
    return { slope: steep, inverseSquare: square(inverse) };
  }
  const steep = entryOf(k as readonly S[], i);
  return { slope: steep, inverseSquare: square(A.div(steep, positive(A, entryOf(F as readonly S[], i)))) };
}

/** What is wrong with the three numbers. */
export function saturationFault(
  given: Readonly<Partial<Record<string, readonly number[]>>>,
  slope: 'stiffness' | 'damping',
): string | undefined {
  return (
    wantExactly(given, 2, [slope, 'greatest', 'width']) ??
    wantPositive(given, {
      greatest: '5 (N)',
      width: '0.05: narrower, the force jumps from one side to the other',
    })
  );
}
