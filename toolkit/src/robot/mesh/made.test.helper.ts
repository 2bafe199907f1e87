/** Meshes of known volume, written in every format. */

export interface Made {
  readonly vertices: readonly (readonly [number, number, number])[];
  /** Corners of its polygons, anticlockwise from outside. */
  readonly polygons: readonly (readonly number[])[];
}

/** Corners (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1); volume 1/6. */
export const tetrahedron: Made = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  polygons: [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ],
};

/** A corner in the origin. */
export function box(x: number, y: number, z: number): Made {
  return {
    vertices: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0]),
    polygons: [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ],
  };
}

/** About the origin: two caps of triangles and bands of quadrilaterals. */
export function sphere(radius: number, bands: number, sectors: number): Made {
  const vertices: (readonly [number, number, number])[] = [[0, 0, -radius]];
  for (let i = 1; i < bands; i++) {
    const height = -Math.cos((Math.PI * i) / bands);
    const ring = Math.sin((Math.PI * i) / bands);
    for (let j = 0; j < sectors; j++) {
      const angle = (2 * Math.PI * j) / sectors;
      vertices.push([radius * ring * Math.cos(angle), radius * ring * Math.sin(angle), radius * height]);
    }
  }
  vertices.push([0, 0, radius]);
  const at = (i: number, j: number): number => 1 + (i - 1) * sectors + (j % sectors);
  const polygons: number[][] = [];
  for (let j = 0; j < sectors; j++) {
    polygons.push([0, at(1, j + 1), at(1, j)]);
    for (let i = 1; i < bands - 1; i++)
      polygons.push([at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)]);
    polygons.push([vertices.length - 1, at(bands - 1, j), at(bands - 1, j + 1)]);
  }
  return { vertices, polygons };
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

type Three = readonly [number, number, number];

function triangles({ vertices, polygons }: Made): (readonly [Three, Three, Three])[] {
  return polygons.flatMap((polygon) =>
    polygon
      .slice(2)
      .map((corner, i) => [vertices[polygon[0]], vertices[polygon[i + 1]], vertices[corner]] as const),
  );
}

export function textStl(made: Made, name = 'made'): string {
  const facets = triangles(made).map(
    (corners) =>
      `  facet normal 0 0 0\n    outer loop\n${corners.map((c) => `      vertex ${c.join(' ')}\n`).join('')}    endloop\n  endfacet\n`,
  );
  return `solid ${name}\n${facets.join('')}endsolid ${name}\n`;
}

export function binaryStl(made: Made, header = ''): Uint8Array {
  const all = triangles(made);
  const bytes = new Uint8Array(84 + 50 * all.length);
  bytes.set(bytesOf(header).subarray(0, 80));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, all.length, true);
  for (const [t, corners] of all.entries()) {
    for (const [i, x] of corners.flat().entries()) view.setFloat32(84 + 50 * t + 12 + 4 * i, x, true);
  }
  return bytes;
}

/** Polygons as they are; indices from the first vertex, or backwards from the last. */
export function obj({ vertices, polygons }: Made, how: { backwards?: boolean } = {}): string {
  const number = (index: number): number => (how.backwards ? index - vertices.length : index + 1);
  const faces = polygons.map((corners) => `f ${corners.map(number).join(' ')}`);
  return [
    'mtllib other.mtl',
    'o made',
    ...vertices.map((v) => `v ${v.join(' ')}`),
    'g one',
    'usemtl red',
    ...faces,
    '',
  ].join('\n');
}

export interface ColladaParts {
  readonly unit?: string;
  readonly axis?: string;
  /** What stands in the node beside the geometry: transforms, or all of the scene's nodes. */
  readonly transforms?: string;
  readonly nodes?: string;
  readonly library?: string;
  /** In place of the polygons. */
  readonly primitives?: string;
}

export const vertexInput = '<input semantic="VERTEX" source="#v" offset="0"/>';

export function polylist({ polygons }: Made): string {
  return `<polylist count="${polygons.length}">${vertexInput}<vcount>${polygons.map((p) => p.length).join(' ')}</vcount><p>${polygons.flat().join(' ')}</p></polylist>`;
}

export function collada(made: Made, parts: ColladaParts = {}): string {
  const { unit, axis = 'Z_UP', transforms = '', library = '' } = parts;
  const { nodes = `<node id="n">${transforms}<instance_geometry url="#g"/></node>` } = parts;
  const values = made.vertices.flat();
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>${unit === undefined ? '' : `<unit name="u" meter="${unit}"/>`}<up_axis>${axis}</up_axis></asset>
  <library_geometries><geometry id="g" name="made"><mesh>
    <source id="s"><float_array id="a" count="${values.length}">${values.join(' ')}</float_array>
      <technique_common><accessor source="#a" count="${values.length / 3}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common>
    </source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
    ${parts.primitives ?? polylist(made)}
  </mesh></geometry></library_geometries>
  ${library}
  <library_visual_scenes><visual_scene id="vs">${nodes}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#vs"/></scene>
</COLLADA>
`;
}

/** The same mesh as the bytes of a file, by the file's name. */
export function everyFormat(made: Made): ReadonlyMap<string, Uint8Array> {
  return new Map([
    ['binary.stl', binaryStl(made)],
    ['SOLID.STL', binaryStl(made, 'solid of a program that begins so')],
    ['text.stl', bytesOf(textStl(made))],
    ['made.obj', bytesOf(obj(made))],
    ['backwards.OBJ', bytesOf(obj(made, { backwards: true }))],
    ['made.dae', bytesOf(collada(made))],
  ]);
}
