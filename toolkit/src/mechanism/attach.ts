/** Finds an element's coordinate from what it joins, and puts its law to work on it. */
import type { Algebra } from '../math/index.js';
import type { Coordinate, Site } from './coordinate.js';
import { attitude, attitudePlain, attitudeQuaternion } from './coordinate-attitude.js';
import { distance } from './coordinate-distance.js';
import { type JointState, jointOffset } from './coordinate-joint.js';
import { offset } from './coordinate-offset.js';
import { place } from './coordinate-place.js';
import type { CoordinateKind, Effect, ElementDeclaration, Parameters, Reading } from './declaration.js';

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

/** The coordinate of this kind between these ends. */
export function attach<S>(A: Algebra<S>, kind: CoordinateKind, ends: Ends<S>): Coordinate<S> {
  const end = <T>(name: keyof Ends<S>, value: T | undefined): T => {
    if (value === undefined) throw new Error(`mechanism: a coordinate ${kind} needs the end ${name}`);
    return value;
  };
  const { axes: given } = ends;
  // The world's own axes cost nothing.
  const axes = given === undefined || given.name === 'world' ? undefined : given;
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

/** An element at work between its ends. */
export interface Engaged<S> {
  /** What acts: `effect` is on its reading and goes back through it. */
  readonly coordinate: Coordinate<S>;
  readonly effect: Effect<S>;
  /** Reading and force in the axes that the element names. */
  readonly stated: { readonly reading: Reading<S>; readonly force: readonly S[] };
}

/**
 * The law of an element on its coordinate between these ends. A radial effect is the same in all axes, so it acts
 * in the world's, which spares turning the reading there and the force back.
 */
export function engage<S>(
  A: Algebra<S>,
  declaration: Pick<ElementDeclaration, 'coordinate' | 'law'>,
  ends: Ends<S>,
  parameters: Parameters<S>,
): Engaged<S> {
  const on = (joined: Ends<S>) => {
    const coordinate = attach(A, declaration.coordinate, joined);
    return { coordinate, effect: declaration.law(A, coordinate.reading, parameters) };
  };
  const { axes, ...unturned } = ends;
  const named = on(ends);
  const acting = named.effect.radial === true && axes !== undefined ? on(unturned) : named;
  return { ...acting, stated: { reading: named.coordinate.reading, force: named.effect.force } };
}
