export type { Method, PayloadPlace, PushPlace, RigidOptions } from './fields.js';
export { STANDARD_GRAVITY } from './fields.js';
export * from './joints.js';
export { rigidProblems } from './problems.js';
export * from './rigid.js';
export * from './rigid-plant.js';
export { rk4Stages } from './rk4.js';
