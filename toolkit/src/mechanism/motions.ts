/** All motions of points, by name. The one list that schema, reference and design read. */
import type { MotionDeclaration } from './motion.js';
import { motionCircle } from './motion-circle.js';
import { motionLine } from './motion-line.js';
import { motionPath } from './motion-path.js';

export const motions: readonly MotionDeclaration[] = [motionCircle, motionLine, motionPath];

/** The declaration of a kind, or undefined. */
export function motionOf(kind: string): MotionDeclaration | undefined {
  return motions.find((motion) => motion.kind === kind);
}
