export * from './files.js';
export * from './robot.js';
