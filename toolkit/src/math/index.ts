export * from './algebra.js';
export * from './definite.js';
export * from './elementary.js';
export * from './numbers.js';
export * from './rotation.js';
export * from './spatial.js';
export * from './units.js';
export * from './vector.js';
