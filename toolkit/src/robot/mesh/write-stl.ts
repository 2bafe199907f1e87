import { facetBytes, headerBytes } from './stl.js';
import { faceNormal, type TriangleMesh, triangleCount } from './triangles.js';

/** Binary STL in metres, which every program reads, MuJoCo included: little-endian, the header no `solid`. */
export function toBinaryStl(mesh: TriangleMesh): Uint8Array<ArrayBuffer> {
  const count = triangleCount(mesh);
  const bytes = new Uint8Array(headerBytes + facetBytes * count);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('binary STL, metres'));
  view.setUint32(80, count, true);
  for (let triangle = 0; triangle < count; triangle++) {
    const at = headerBytes + facetBytes * triangle;
    for (const [i, x] of faceNormal(mesh, triangle).entries()) view.setFloat32(at + 4 * i, x, true);
    for (let i = 0; i < 9; i++) view.setFloat32(at + 12 + 4 * i, mesh.positions[9 * triangle + i], true);
  }
  return bytes;
}
