/** Every coordinate there is, ordered by kind. A new one is one file and one line here. */
import {
  attitudeDeclaration,
  attitudePlainDeclaration,
  attitudeQuaternionDeclaration,
} from './coordinate-attitude.js';
import { constantDeclaration } from './coordinate-constant.js';
import { contactDeclaration } from './coordinate-contact.js';
import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { differenceDeclaration } from './coordinate-difference.js';
import { distanceDeclaration } from './coordinate-distance.js';
import { gapDeclaration } from './coordinate-gap.js';
import { inFrameDeclaration } from './coordinate-in-frame.js';
import { jointDeclaration } from './coordinate-joint.js';
import { normDeclaration } from './coordinate-norm.js';
import { offsetDeclaration } from './coordinate-offset.js';
import { pathDeclaration, pathKnotsDeclaration } from './coordinate-path.js';
import { placeDeclaration } from './coordinate-place.js';
import { positionDeclaration } from './coordinate-position.js';
import { postureDeclaration } from './coordinate-posture.js';
import { projectionDeclaration } from './coordinate-projection.js';
import { quaternionDeclaration } from './coordinate-quaternion.js';
import { referenceDeclaration } from './coordinate-reference.js';
import { sliceDeclaration } from './coordinate-slice.js';
import { spinDeclaration } from './coordinate-spin.js';
import { stackDeclaration } from './coordinate-stack.js';
import { sumDeclaration } from './coordinate-sum.js';

export const coordinates: readonly CoordinateDeclaration[] = [
  attitudeDeclaration,
  attitudePlainDeclaration,
  attitudeQuaternionDeclaration,
  constantDeclaration,
  contactDeclaration,
  differenceDeclaration,
  distanceDeclaration,
  gapDeclaration,
  inFrameDeclaration,
  jointDeclaration,
  normDeclaration,
  offsetDeclaration,
  pathDeclaration,
  pathKnotsDeclaration,
  placeDeclaration,
  positionDeclaration,
  projectionDeclaration,
  quaternionDeclaration,
  referenceDeclaration,
  sliceDeclaration,
  spinDeclaration,
  stackDeclaration,
  sumDeclaration,
];

/** Coordinates that elements read and nobody names. */
const unnamed: readonly CoordinateDeclaration[] = [postureDeclaration];

/** The declaration of a kind, or undefined. */
export function coordinateOf(kind: string): CoordinateDeclaration | undefined {
  return [...coordinates, ...unnamed].find((c) => c.kind === kind);
}

/** The declaration of a kind that there is. */
export function coordinateNamed(kind: string): CoordinateDeclaration {
  const found = coordinateOf(kind);
  if (found === undefined) throw new Error(`mechanism: there is no coordinate ${kind}`);
  return found;
}
