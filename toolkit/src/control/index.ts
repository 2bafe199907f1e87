export * from './continuous.js';
export * from './design.js';
export type { ProgramOptions } from './fields.js';
export * from './flows.js';
export {
  allFinite,
  brakeDamping,
  brakeTicks,
  holdStiffness,
} from './guards.js';
export * from './law.js';
export * from './limits.js';
export * from './numeric.js';
export { observedFields } from './observe.js';
export { designProblems } from './problems.js';
export { controlMemory, controlProgram } from './program.js';
export * from './rates.js';
export type { GainLimit } from './slopes.js';
export * from './stability.js';
export { startProblems } from './start.js';
