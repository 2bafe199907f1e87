export * from './files.js';
export { meshFormat } from './meshes.js';
export { type Principal, principal } from './principal.js';
export * from './read.js';
export * from './robot.js';
export { readUrdf, type UrdfOptions } from './urdf.js';
export { writeUrdf } from './write.js';
