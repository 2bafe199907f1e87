export * from './channels.js';
export * from './events.js';
export * from './ledger.js';
export * from './options.js';
export * from './run.js';
