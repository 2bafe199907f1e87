/** `<geometry>` → triangles. */
import type { Vec3 } from '../../math/index.js';
import type { Findings } from '../findings.js';
import type { XmlElement } from '../xml.js';
import type { MeshBounds } from './bounds.js';
import type { ColladaDocument } from './collada-document.js';
import { ColladaSources, type Input, type Inputs } from './collada-sources.js';
import { type CutPlane, cutPolygon } from './polygon.js';
import { fits } from './stl.js';
import type { Surface } from './triangles.js';

/** In the geometry's own frame; undefined after an error, and where it has no surface. */
export function readGeometry(
  document: ColladaDocument,
  geometry: XmlElement,
  findings: Findings,
  bounds: MeshBounds,
  cutPlane: CutPlane,
): Surface | undefined {
  const mesh = document.child(geometry, 'mesh');
  if (mesh === undefined) {
    const got = geometry.children.map(({ name }) => name).join(', ') || 'nothing';
    const message = 'only meshes have a surface that is read: this geometry is left out';
    findings.warn('collada-geometry', geometry, message, { expected: 'mesh', got });
    return undefined;
  }
  const sources = new ColladaSources(document, findings);
  const positions: number[] = [];
  const normals: number[] = [];
  let shaded = true;
  for (const primitive of mesh.children) {
    // The others are sources, vertices, extras; and lines, which have no surface.
    const cut = Object.hasOwn(cuts, primitive.name) ? cuts[primitive.name] : undefined;
    if (cut === undefined) continue;
    const inputs = sources.inputsOf(primitive);
    const runs = inputs && runsOf(document, primitive, inputs, findings);
    if (inputs === undefined || runs === undefined) return undefined;
    if (inputs.normals === undefined) shaded = false;
    for (const { indices, polygons } of runs) {
      const count = polygons.reduce((sum, corners) => sum + Math.max(0, corners - 2), 0);
      if (!fits(positions.length / 9 + count, findings, bounds)) return undefined;
      const at = (corner: number): Vec3<number> =>
        vectorAt(inputs.positions, indices, corner * inputs.stride);
      for (const corner of cut(polygons, at, cutPlane)) {
        positions.push(...at(corner));
        if (inputs.normals !== undefined)
          normals.push(...vectorAt(inputs.normals, indices, corner * inputs.stride));
      }
    }
  }
  return { positions, ...(shaded ? { normals } : {}) };
}

function vectorAt({ values, offset }: Input, indices: readonly number[], at: number): Vec3<number> {
  const from = 3 * indices[at + offset];
  return [values[from], values[from + 1], values[from + 2]];
}

/** The numbers of one `<p>`, and how many corners each of its polygons (strips, fans) has. */
interface Run {
  readonly indices: readonly number[];
  readonly polygons: readonly number[];
}

/** The corners of triangles, three by three, numbered through the polygons of a run. */
type Cut = (
  polygons: readonly number[],
  at: (corner: number) => Vec3<number>,
  cutPlane: CutPlane,
) => readonly number[];

const cuts: Readonly<Record<string, Cut>> = {
  triangles: fans,
  polylist: cutAll,
  polygons: cutAll,
  trifans: fans,
  tristrips: strips,
};

function cutAll(
  polygons: readonly number[],
  at: (corner: number) => Vec3<number>,
  cutPlane: CutPlane,
): number[] {
  const corners: number[] = [];
  let first = 0;
  for (const count of polygons) {
    const points = Array.from({ length: count }, (_, i) => at(first + i));
    for (const corner of cutPolygon(points, cutPlane)) corners.push(first + corner);
    first += count;
  }
  return corners;
}

function fans(polygons: readonly number[]): number[] {
  const corners: number[] = [];
  let first = 0;
  for (const count of polygons) {
    for (let i = 2; i < count; i++) corners.push(first, first + i - 1, first + i);
    first += count;
  }
  return corners;
}

/** Every other triangle of a strip runs the other way round. */
function strips(polygons: readonly number[]): number[] {
  const corners: number[] = [];
  let first = 0;
  for (const count of polygons) {
    for (let i = first + 2; i < first + count; i++) {
      if ((i - first) % 2 === 0) corners.push(i - 2, i - 1, i);
      else corners.push(i - 1, i - 2, i);
    }
    first += count;
  }
  return corners;
}

/** What the `<p>`s of a primitive hold, whole and within their sources; undefined after an error. */
function runsOf(
  document: ColladaDocument,
  primitive: XmlElement,
  inputs: Inputs,
  findings: Findings,
): Run[] | undefined {
  const { stride } = inputs;
  if (document.child(primitive, 'ph') !== undefined) {
    findings.error('collada-holes', primitive, 'polygons with holes are not read', {
      hint: 'export the mesh as triangles',
    });
    return undefined;
  }
  const runs: Run[] = [];
  for (const p of document.children(primitive, 'p')) {
    const indices = document.indices(p);
    const polygons = indices && polygonsOf(document, primitive, indices.length / stride);
    if (indices === undefined || polygons === undefined) return undefined;
    const corners = polygons.reduce((sum, count) => sum + count, 0);
    if (corners * stride !== indices.length) {
      findings.error('collada-count', p, 'these are not the numbers of whole polygons', {
        expected: `${corners * stride} numbers: ${stride} for each of ${corners} corners`,
        got: `${indices.length}`,
      });
      return undefined;
    }
    for (const input of [inputs.positions, inputs.normals]) {
      if (input !== undefined && !inRange(input, indices, stride, p, findings)) return undefined;
    }
    runs.push({ indices, polygons });
  }
  return runs;
}

/** How many corners each polygon of a `<p>` with so many corners should have; undefined after an error. */
function polygonsOf(
  document: ColladaDocument,
  primitive: XmlElement,
  corners: number,
): readonly number[] | undefined {
  switch (primitive.name) {
    case 'triangles': {
      const count = document.whole(primitive, 'count');
      return count === undefined ? undefined : count === corners / 3 ? new Array(count).fill(3) : [3 * count];
    }
    case 'polylist': {
      const counts = document.child(primitive, 'vcount');
      return counts === undefined ? [] : document.indices(counts);
    }
    default:
      return [Math.floor(corners)];
  }
}

function inRange(
  { values, offset }: Input,
  indices: readonly number[],
  stride: number,
  place: XmlElement,
  findings: Findings,
): boolean {
  const count = values.length / 3;
  for (let at = offset; at < indices.length; at += stride) {
    if (indices[at] < count) continue;
    findings.error('mesh-index', place, 'a polygon names a vertex or normal that is not there', {
      expected: count === 0 ? 'none: there are none' : `0 to ${count - 1}`,
      got: `${indices[at]}`,
    });
    return false;
  }
  return true;
}
