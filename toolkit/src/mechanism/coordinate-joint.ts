import { type Algebra, wrappedAngle } from '../math/index.js';
import type { Coordinate, JointState } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/**
 * How far a joint is off its target, e = target − q, rad or m. On a continuous joint the short way round
 * ({@link wrappedAngle}); half a turn off, the sign jumps.
 *
 * ė = −q̇ (the target stands still). Back: φ acts along the joint.
 */
export function jointOffset<S>(A: Algebra<S>, joint: JointState<S>, target: S): Coordinate<S> {
  const straight = A.sub(target, joint.position);
  const e = joint.continuous ? wrappedAngle(A, straight) : straight;
  return {
    reading: { value: [e], rate: [A.neg(joint.velocity)] },
    transpose: ([force], _radial, loads) => loads.joint(joint.index, force),
  };
}

export const jointDeclaration: CoordinateDeclaration = {
  kind: 'joint',
  title: 'Target of a joint less its position',
  summary: 'How far a joint is off a position; the short way round on a continuous joint.',
  ends: ['joint'],
  optional: [],
  parameters: [
    {
      name: 'target',
      unit: ['rad', 'm'],
      shapes: ['scalar'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      default: 0,
      meaning: 'Position that it is counted from',
    },
  ],
  shape: ({ joint = 'rad' }) => ({ size: 1, unit: joint }),
  observed: { name: 'extension', meaning: 'Target − actual' },
  doc: {
    value: 'z = target − q; on a continuous joint brought into [−π, π)',
    rate: 'ż = −q̇',
    sign: 'A positive tension turns the joint on, along its axis.',
    singular: 'On a continuous joint half a turn off the target the value jumps from π to −π.',
    source: 'Hooke’s law at a joint',
  },
  coordinate: (A, given) =>
    jointOffset(A, endOf(given, 'joint'), given.parameters.target?.[0] ?? A.constant(0)),
};
