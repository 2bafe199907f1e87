export { type ActingLaw, attach, type Engaged, engage, engageOn, type Makings, ownKind } from './attach.js';
export * from './coordinate.js';
export * from './coordinate-declaration.js';
export { said } from './coordinate-difference.js';
export { solidOf } from './coordinate-gap.js';
export * from './coordinates.js';
export * from './declaration.js';
export * from './elements.js';
export { frictionMap } from './friction-map.js';
export { applyGain, entryOf, inner, rootOf } from './gain.js';
export * from './loads.js';
export * from './motion.js';
export { type Ramp, rampMeanings, ramps } from './motion-ramp.js';
export * from './motions.js';
export { anywhere, endless, scalar, strength, units } from './parameters.js';
export {
  dualJoint,
  dualParameters,
  dualSite,
  secondOrderTerm,
  siteAcceleration,
} from './second-order.js';
export * from './site.js';
