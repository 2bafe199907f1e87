export { EFFORT_BOUND, SPEED_BOUND } from './bounds.js';
export * from './channels.js';
export type { FinerPlant } from './doubling.js';
export * from './events.js';
export * from './ledger.js';
export * from './options.js';
export * from './run.js';
export { stepsInTick, tickAt } from './steps.js';
