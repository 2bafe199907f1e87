export type { ContactOptions, ContactPlace, ContactSolid } from './contact-fields.js';
export { type ExternalFields, externalWrench } from './external.js';
export type { Method, PayloadPlace, PushPlace, RigidOptions } from './fields.js';
export { rigidProblems } from './problems.js';
export * from './rigid.js';
export * from './rigid-plant.js';
