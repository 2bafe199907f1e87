export type { Corrected, Correction } from './advice/correct.js';
export { correctUrdf } from './advice/correct.js';
export { type CorrectedRobot, correctRobot } from './advice/correct-robot.js';
export { type Group, groupOf, groups } from './advice/groups.js';
export { Archives, otherPacking } from './archives.js';
export { type BenchAxis, type BenchRobot, benchAxes, benchRobot } from './bench.js';
export { type Files, hasFile, liesOutside, memoryFiles } from './files.js';
export { meshFormat } from './meshes.js';
export type { ConvertMesh } from './mjcf/meshes.js';
export type { MujocoModule } from './mjcf/module.js';
export { type MjcfOptions, readMjcf } from './mjcf/read.js';
export { type PackageOptions, Packages } from './packages.js';
export { type Principal, principal } from './principal.js';
export * from './read.js';
export * from './robot.js';
export * from './servo.js';
export type { RobotFormat } from './sniff.js';
export { readUrdf, type UrdfOptions } from './urdf.js';
export { type MeshShape, type WriteOptions, writeUrdf } from './write.js';
export {
  expandedXacro,
  type XacroBounds,
  XacroComment,
  XacroElement,
  type XacroOptions,
  XacroText,
  xacroBounds,
  xacroText,
} from './xacro/index.js';
export { type ZipBounds, type ZipFiles, zipBounds, zipFiles } from './zip.js';
