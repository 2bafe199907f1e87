/** Meshes as triangles: everything about them but what a library parses. */
export { type MeshBounds, meshBounds } from './bounds.js';
export { readCollada, type UpAxis } from './collada.js';
export { checkObj } from './obj.js';
export type { CutPlane } from './polygon.js';
export { scaledMesh } from './scaled.js';
export { type SizedMesh, unitSlips } from './size.js';
export { checkStl } from './stl.js';
export {
  type Extent,
  extent,
  faceNormal,
  identity,
  type Placed,
  type Surface,
  signedVolume,
  type TriangleMesh,
  triangleCount,
} from './triangles.js';
export { toBinaryStl } from './write-stl.js';
