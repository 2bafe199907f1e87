export { observedChannel } from './channels.js';
export type { FinerPlant } from './doubling.js';
export type { RunEvent } from './events.js';
export * from './ledger.js';
export { type LedgerLine, type LineKind, lineKinds } from './ledger-lines.js';
export * from './options.js';
export * from './run.js';
export { stepsInTick, tickAt } from './steps.js';
export { type LedgerVerdict, type TankBooks, TOLERANCE } from './verdict.js';
