export { type Ends, type Engaged, engage } from './attach.js';
export * from './coordinate.js';
export type { JointState } from './coordinate-joint.js';
export * from './declaration.js';
export * from './elements.js';
export { applyGain, inner } from './gain.js';
export * from './loads.js';
export * from './site.js';
