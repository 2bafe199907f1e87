export * from './deepest.js';
export * from './separation.js';
export * from './solid.js';
export * from './surface.js';
export * from './to-box.js';
export * from './to-cylinder.js';
export * from './to-plane.js';
export * from './to-segment.js';
