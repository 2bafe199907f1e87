/** Finds an element's coordinate from what it joins. */
import type { Algebra } from '../math/index.js';
import type { Coordinate, Site } from './coordinate.js';
import { attitude, attitudePlain, attitudeQuaternion } from './coordinate-attitude.js';
import { distance } from './coordinate-distance.js';
import { type JointState, jointOffset } from './coordinate-joint.js';
import { offset } from './coordinate-offset.js';
import { place } from './coordinate-place.js';
import type { CoordinateKind } from './declaration.js';

/** Which of a coordinate's ends stand where. */
export interface Ends<S> {
  readonly from?: Site<S> | undefined;
  readonly to?: Site<S> | undefined;
  readonly at?: Site<S> | undefined;
  readonly axes?: Site<S> | undefined;
  readonly joint?: JointState<S> | undefined;
  /** Joints only: the position that the extension is counted from; 0 by default. */
  readonly target?: S | undefined;
}

/**
 * The coordinate of this kind between these ends. `isotropic`: the law is the same in all directions, so the
 * reading is left in world axes whatever `axes` says.
 */
export function attach<S>(
  A: Algebra<S>,
  kind: CoordinateKind,
  ends: Ends<S>,
  isotropic = false,
): Coordinate<S> {
  const end = <T>(name: keyof Ends<S>, value: T | undefined): T => {
    if (value === undefined) throw new Error(`mechanism: a coordinate ${kind} needs the end ${name}`);
    return value;
  };
  const { axes: given } = ends;
  // The world's own axes cost nothing.
  const axes = isotropic || given === undefined || given.name === 'world' ? undefined : given;
  switch (kind) {
    case 'offset':
      return offset(A, end('from', ends.from), end('to', ends.to), axes);
    case 'distance':
      return distance(A, end('from', ends.from), end('to', ends.to));
    case 'attitude':
      return attitude(A, end('from', ends.from), end('to', ends.to), axes);
    case 'attitude-plain':
      return attitudePlain(A, end('from', ends.from), end('to', ends.to), axes);
    case 'attitude-quaternion':
      return attitudeQuaternion(A, end('from', ends.from), end('to', ends.to), axes);
    case 'joint':
      return jointOffset(A, end('joint', ends.joint), ends.target ?? A.constant(0));
    case 'place':
      return place(A, end('at', ends.at));
  }
}

/** Whether parameters of these sizes act the same in all directions. */
export function actsIsotropic(
  declared: readonly {
    readonly name: string;
    readonly shapes: readonly string[];
  }[],
  given: Readonly<Partial<Record<string, readonly unknown[]>>>,
): boolean {
  return declared.every((p) => !p.shapes.includes('diagonal') || (given[p.name]?.length ?? 1) === 1);
}
