/** Damping that depends on which way a number changes. */
import { type Algebra, logistic } from '../math/index.js';
import type { ParameterDeclaration, Parameters } from './declaration.js';
import { entryOf, positive } from './gain.js';
import { scalar, strength, units } from './parameters.js';

/** Damping both ways, or while the number grows and while it falls, and the speed over which one becomes the other. */
export const wayParameters: readonly ParameterDeclaration[] = [
  scalar('damping', units.damping, 'Damping both ways', { optional: true }),
  scalar('opening', units.damping, 'Damping while the measured value grows', { optional: true }),
  scalar('closing', units.damping, 'Damping while the measured value falls', { optional: true }),
];

export const turningWidth: ParameterDeclaration = scalar(
  'width',
  units.rate,
  'Speed over which the damping comes in, tanh-like; without it the damping jumps at rest, the force does not',
  { optional: true, range: strength },
);

/** What is wrong with a choice of ways. */
export function wayFault(given: Readonly<Partial<Record<string, readonly number[]>>>): string | undefined {
  const oneWay = given.opening !== undefined || given.closing !== undefined;
  if (oneWay === (given.damping !== undefined)) {
    return 'either damping (both ways) must be given, or opening or closing or both of these';
  }
  return undefined;
}

/** The damping of entry i at this rate: `damping`, or `opening` · g + `closing` · (1 − g), g from 0 (falling) to 1 (growing). */
export function wayDamping<S>(A: Algebra<S>, rate: S, parameters: Parameters<S>, i = 0): S {
  const { damping, opening, closing, width } = parameters;
  if (damping !== undefined) return entryOf(damping, i);
  const zero = A.constant(0);
  const [up, down] = [opening, closing].map((c) => (c === undefined ? zero : entryOf(c, i)));
  if (width === undefined) return A.select(A.less(zero, rate), up, down);
  const g = A.div(rate, positive(A, width[0]));
  return A.add(A.mul(up, logistic(A, g)), A.mul(down, logistic(A, A.neg(g))));
}
