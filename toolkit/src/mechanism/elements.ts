/** Every element there is, ordered by family and kind. A new element is one file and one line here. */
import { damperAttitude } from './damper-attitude.js';
import { damperAttitudeRate } from './damper-attitude-rate.js';
import { damperJoint } from './damper-joint.js';
import { damperLine } from './damper-line.js';
import { damperLinear } from './damper-linear.js';
import type { ElementDeclaration, Family } from './declaration.js';
import { sourceForce } from './source-force.js';
import { springAttitude } from './spring-attitude.js';
import { springAttitudePlain } from './spring-attitude-plain.js';
import { springAttitudeQuaternion } from './spring-attitude-quaternion.js';
import { springJoint } from './spring-joint.js';
import { springLine } from './spring-line.js';
import { springLinear } from './spring-linear.js';
import { springRepel } from './spring-repel.js';

export const elements: readonly ElementDeclaration[] = [
  damperAttitude,
  damperAttitudeRate,
  damperJoint,
  damperLine,
  damperLinear,
  sourceForce,
  springAttitude,
  springAttitudePlain,
  springAttitudeQuaternion,
  springJoint,
  springLine,
  springLinear,
  springRepel,
];

/** The declaration of `family: kind`, or undefined. */
export function elementOf(family: Family, kind: string): ElementDeclaration | undefined {
  return elements.find((e) => e.family === family && e.kind === kind);
}
