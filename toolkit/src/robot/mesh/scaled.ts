/** The last step of every format: the scale of the robot file, and whether what comes out is a mesh. */
import type { Vec3 } from '../../math/index.js';
import type { Findings } from '../findings.js';
import { composed, meshOf, type Placed, scaling, type TriangleMesh } from './triangles.js';

/** The surfaces as one mesh in the frame of the geometry; undefined, with an error, where it is none. */
export function scaledMesh(
  parts: readonly Placed[],
  scale: Vec3<number>,
  findings: Findings,
): TriangleMesh | undefined {
  const outer = scaling(scale);
  const mesh = meshOf(parts.map(({ surface, map }) => ({ surface, map: composed(outer, map) })));
  if (mesh.positions.length === 0) findings.error('mesh-empty', {}, 'the file holds no triangles');
  const broken = mesh.positions.findIndex((x) => !(x - x === 0));
  if (broken >= 0) {
    const message = `triangle ${Math.floor(broken / 9) + 1} has a corner that is nowhere`;
    findings.error('mesh-not-finite', {}, message, {
      expected: 'finite coordinates',
      got: `${mesh.positions[broken]}`,
    });
  }
  return findings.failed ? undefined : mesh;
}
