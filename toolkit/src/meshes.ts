/**
 * Mesh files → triangles in metres: STL and OBJ by three's loaders, Collada by a reader of our own (robot/mesh says why). The
 * only entry that loads `three`, an optional peer dependency. It runs in Node, workers and pages alike: nothing is
 * fetched, no DOM is asked for, nothing is logged.
 */
import { type BufferGeometry, ShapeUtils, Vector2 } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import type { Vec3 } from './math/index.js';
import type { Outcome } from './problem/index.js';
import { Findings } from './robot/findings.js';
import { meshFormat } from './robot/index.js';
import {
  type CutPlane,
  checkObj,
  checkStl,
  identity,
  type MeshBounds,
  meshBounds,
  type Placed,
  readCollada,
  type Surface,
  scaledMesh,
  type TriangleMesh,
  toBinaryStl,
  type UpAxis,
} from './robot/mesh/index.js';

export {
  type Extent,
  extent,
  faceNormal,
  type MeshBounds,
  meshBounds,
  type SizedMesh,
  signedVolume,
  type TriangleMesh,
  toBinaryStl,
  triangleCount,
  type UpAxis,
  unitSlips,
} from './robot/mesh/index.js';

export interface MeshOptions {
  /** The file's name: its ending says the format, in whatever case. */
  readonly file: string;
  /** The scale of the robot file along the mesh's axes, negative where it mirrors; (1, 1, 1) by default. */
  readonly scale?: Vec3<number>;
  /**
   * Collada only: whether `up_axis` turns the mesh. `ignored` by default, as RViz and what else places meshes for ROS
   * have it: published robots are laid out for that.
   */
  readonly upAxis?: UpAxis;
  readonly bounds?: Partial<MeshBounds>;
}

export const meshFormats = ['stl', 'obj', 'dae'] as const;

/**
 * The triangles of a mesh file in the frame of the visual or collision that shows it: the file's unit first (Collada's;
 * STL and OBJ are in metres), then its up axis where it is applied, then the scale. A mirroring scale turns the
 * winding, so that outside stays outside. Every fault is an error with its line where the file is text: there is never
 * half a mesh.
 */
export function readMesh(bytes: Uint8Array, options: MeshOptions): Outcome<TriangleMesh> {
  const { file, scale = [1, 1, 1], upAxis = 'ignored' } = options;
  const findings = new Findings(file);
  const bounds = { ...meshBounds, ...options.bounds };
  const parts = readParts(bytes, file, upAxis, findings, bounds);
  if (parts === undefined || findings.failed) return { problems: findings.problems() };
  const value = scaledMesh(parts, scale, findings);
  const problems = findings.problems();
  return value === undefined ? { problems } : { value, problems };
}

/** Binary STL for MuJoCo, which reads neither text STL nor Collada: `readRobot(…, { convertMesh })`. */
export function convertMesh(bytes: Uint8Array, path: string): Outcome<Uint8Array> {
  const { value, problems } = readMesh(bytes, { file: path });
  return value === undefined ? { problems } : { value: toBinaryStl(value), problems };
}

function readParts(
  bytes: Uint8Array,
  file: string,
  upAxis: UpAxis,
  findings: Findings,
  bounds: MeshBounds,
): readonly Placed[] | undefined {
  if (bytes.length > bounds.bytes) {
    const detail = { expected: `at most ${bounds.bytes} bytes`, got: `${bytes.length}` };
    findings.error('mesh-too-large', {}, 'the file is too large for a mesh', detail);
    return undefined;
  }
  switch (meshFormat(file)) {
    case 'stl': {
      const checked = checkStl(bytes, findings, bounds);
      return checked === undefined ? undefined : [{ surface: stlSurface(checked), map: identity }];
    }
    case 'obj': {
      const checked = checkObj(new TextDecoder().decode(bytes), findings, bounds, cutPlane);
      return checked === undefined
        ? undefined
        : objSurfaces(checked).map((surface) => ({ surface, map: identity }));
    }
    case 'dae':
      return readCollada(bytes, findings, bounds, upAxis, cutPlane);
    default:
      findings.error('mesh-format', {}, 'this is no mesh that is read', {
        got: meshFormat(file) ?? 'a name without an ending',
        known: meshFormats,
      });
      return undefined;
  }
}

/** By three's ear clipping. */
const cutPlane: CutPlane = (corners) =>
  ShapeUtils.triangulateShape(
    corners.map(([x, y]) => new Vector2(x, y)),
    [],
  ).flat();

/** Its normals are worked out from the corners wherever they are wanted: those of many files are zero. */
function stlSurface(checked: Uint8Array | string): Surface {
  // The loader reads the whole buffer behind an array.
  const whole = typeof checked === 'string' ? checked : new Uint8Array(checked).buffer;
  return { positions: arrayOf(new STLLoader().parse(whole), 'position') };
}

function objSurfaces(checked: string): Surface[] {
  if (!/^f /m.test(checked)) return [];
  const surfaces: Surface[] = [];
  const shaded = /^vn /m.test(checked);
  new OBJLoader().parse(checked).traverse((object) => {
    if (!('geometry' in object)) return;
    const geometry = object.geometry as BufferGeometry;
    const positions = arrayOf(geometry, 'position');
    surfaces.push(shaded ? { positions, normals: arrayOf(geometry, 'normal') } : { positions });
  });
  return surfaces;
}

function arrayOf(geometry: BufferGeometry, name: 'position' | 'normal'): ArrayLike<number> {
  return geometry.getAttribute(name).array;
}
