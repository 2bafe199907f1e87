export * from './channels.js';
export * from './events.js';
export * from './ledger.js';
export * from './run.js';
