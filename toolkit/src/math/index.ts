export * from './algebra.js';
export * from './elementary.js';
export * from './numbers.js';
export * from './units.js';
export * from './vector.js';
