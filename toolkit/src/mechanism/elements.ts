/** Every element there is, ordered by family and kind. A new element is one file and one line here. */
import { damperAttitude } from './damper-attitude.js';
import { damperAttitudeRate } from './damper-attitude-rate.js';
import { damperContact } from './damper-contact.js';
import { damperCoulomb } from './damper-coulomb.js';
import { damperJoint } from './damper-joint.js';
import { damperLine } from './damper-line.js';
import { damperLinear } from './damper-linear.js';
import { damperOneWay } from './damper-one-way.js';
import { damperPosture } from './damper-posture.js';
import { damperRamped } from './damper-ramped.js';
import { damperRateRamped } from './damper-rate-ramped.js';
import { damperRubbing } from './damper-rubbing.js';
import { damperSaturating } from './damper-saturating.js';
import type { ElementDeclaration, Family } from './declaration.js';
import { inerterLinear } from './inerter-linear.js';
import { inerterPointMass } from './inerter-point-mass.js';
import { inerterRotational } from './inerter-rotational.js';
import { sourceCirculate } from './source-circulate.js';
import { sourceForce } from './source-force.js';
import { sourceIntegral } from './source-integral.js';
import { sourcePower } from './source-power.js';
import { sourcePush } from './source-push.js';
import { sourceRegulator } from './source-regulator.js';
import { springAttitude } from './spring-attitude.js';
import { springAttitudePlain } from './spring-attitude-plain.js';
import { springAttitudeQuaternion } from './spring-attitude-quaternion.js';
import { springBuffers } from './spring-buffers.js';
import { springContact } from './spring-contact.js';
import { springDeadZone } from './spring-dead-zone.js';
import { springGaussian } from './spring-gaussian.js';
import { springJoint } from './spring-joint.js';
import { springLine } from './spring-line.js';
import { springLinear } from './spring-linear.js';
import { springOneSided } from './spring-one-sided.js';
import { springPayload } from './spring-payload.js';
import { springPiecewise } from './spring-piecewise.js';
import { springPolynomial } from './spring-polynomial.js';
import { springPosture } from './spring-posture.js';
import { springRepel } from './spring-repel.js';
import { springSaturating } from './spring-saturating.js';
import { springSaturatingAxes } from './spring-saturating-axes.js';
import { springSigmoid } from './spring-sigmoid.js';

export const elements: readonly ElementDeclaration[] = [
  damperAttitude,
  damperAttitudeRate,
  damperContact,
  damperCoulomb,
  damperJoint,
  damperLine,
  damperLinear,
  damperOneWay,
  damperPosture,
  damperRamped,
  damperRateRamped,
  damperRubbing,
  damperSaturating,
  inerterLinear,
  inerterPointMass,
  inerterRotational,
  sourceCirculate,
  sourceForce,
  sourceIntegral,
  sourcePower,
  sourcePush,
  sourceRegulator,
  springAttitude,
  springAttitudePlain,
  springAttitudeQuaternion,
  springContact,
  springDeadZone,
  springGaussian,
  springJoint,
  springLine,
  springLinear,
  springOneSided,
  springPiecewise,
  springPolynomial,
  springPosture,
  springRepel,
  springSaturating,
  springSaturatingAxes,
  springSigmoid,
];

/** Elements that a scenario says by keys of their own, not under `control.elements`. */
const apart: readonly ElementDeclaration[] = [springBuffers, springPayload];

/** The declaration of `family: kind`, or undefined. */
export function elementOf(family: Family, kind: string): ElementDeclaration | undefined {
  return [...elements, ...apart].find((e) => e.family === family && e.kind === kind);
}
