import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbers as real, rotationAbout } from '../../math/index.js';
import { describe as worded } from '../../problem/index.js';
import { Findings } from '../findings.js';
import { type MeshBounds, meshBounds } from './bounds.js';
import { readCollada, type UpAxis } from './collada.js';
import {
  box,
  bytesOf,
  type ColladaParts,
  collada,
  polylist,
  tetrahedron,
  vertexInput,
} from './made.test.helper.js';
import { extent, faceNormal, meshOf, signedVolume, type TriangleMesh, triangleCount } from './triangles.js';

/** These polygons are convex. */
const noCut = (): never => {
  throw new Error('nothing is to be cut here');
};

interface How {
  readonly upAxis?: UpAxis;
  readonly bounds?: Partial<MeshBounds>;
}

function read(text: string, { upAxis = 'ignored', bounds = {} }: How = {}) {
  const findings = new Findings('a.dae');
  const parts = readCollada(bytesOf(text), findings, { ...meshBounds, ...bounds }, upAxis, noCut);
  expect(parts === undefined).toBe(findings.failed);
  return { mesh: parts && meshOf(parts), problems: findings.problems() };
}

function mesh(text: string, how: How = {}): TriangleMesh {
  const { mesh, problems } = read(text, how);
  if (mesh === undefined) throw new Error(problems.map(worded).join('\n'));
  return mesh;
}

function codes(text: string, how: How = {}): string[] {
  return read(text, how).problems.map(({ code }) => code);
}

/** A triangle whose first corner is the point. */
function at(x: number, y: number, z: number, parts: ColladaParts): string {
  return collada(
    {
      vertices: [
        [x, y, z],
        [0, 0, 0],
        [1, 0, 0],
      ],
      polygons: [[0, 1, 2]],
    },
    parts,
  );
}

function expectFirst({ positions }: TriangleMesh, point: readonly number[]): void {
  for (const [i, x] of point.entries()) expect(positions[i]).toBeCloseTo(x, 7);
}

const node = (inner: string, id = 'n'): string => `<node id="${id}">${inner}</node>`;
const instance = '<instance_geometry url="#g"/>';

describe('Collada', () => {
  it('has a unit, then an up axis, which is ignored where it is not applied', () => {
    expectFirst(mesh(at(100, 0, 50, { unit: '0.001' })), [0.1, 0, 0.05]);
    const lying = at(100, 30, 50, { unit: '0.001', axis: 'Y_UP' });
    expectFirst(mesh(lying), [0.1, 0.03, 0.05]);
    expectFirst(mesh(lying, { upAxis: 'applied' }), [0.1, -0.05, 0.03]);
    expect(codes(lying)).toEqual(['collada-up-axis-ignored']);
    expect(codes(lying, { upAxis: 'applied' })).toEqual([]);
    const standing = at(100, 30, 50, { unit: '0.001', axis: 'X_UP' });
    expectFirst(mesh(standing), [0.1, 0.03, 0.05]);
    expectFirst(mesh(standing, { upAxis: 'applied' }), [-0.03, -0.05, 0.1]);
    // The format's own default is y.
    const unsaid = lying.replace(/<up_axis>.*<\/up_axis>/, '');
    expect(codes(unsaid)).toEqual([]);
    expectFirst(mesh(unsaid, { upAxis: 'applied' }), [0.1, -0.05, 0.03]);
    for (const unit of ['0', '-1', 'nan', '', '1,0'])
      expect(codes(at(1, 0, 0, { unit }))).toEqual(['collada-unit']);
    for (const axis of ['W_UP', '__proto__', 'constructor', 'y_up'])
      expect(codes(at(1, 0, 0, { axis }))).toEqual(['collada-up-axis']);
  });

  it('keeps outside outside, whichever axis is up', () => {
    for (const axis of ['X_UP', 'Y_UP', 'Z_UP']) {
      for (const upAxis of ['applied', 'ignored'] as const) {
        expect(signedVolume(mesh(collada(tetrahedron, { axis }), { upAxis }))).toBeCloseTo(1 / 6, 9);
      }
    }
  });

  it('has transforms in nodes, the first outermost', () => {
    const quarter = '<rotate>0 0 2 90</rotate>';
    const moved = (transforms: string) => mesh(at(1, 2, 3, { transforms }));
    expectFirst(moved('<translate>10 20 30</translate>'), [11, 22, 33]);
    expectFirst(moved(quarter), [-2, 1, 3]);
    expectFirst(moved(`<translate>10 20 30</translate>${quarter}`), [8, 21, 33]);
    expectFirst(moved(`${quarter}<translate>10 20 30</translate>`), [-22, 11, 33]);
    expectFirst(moved(`<scale>2 3 4</scale>${quarter}`), [-4, 3, 12]);
    expectFirst(moved('<matrix>0 -1 0 10 1 0 0 20 0 0 1 30 0 0 0 1</matrix>'), [8, 21, 33]);
    expectFirst(moved('<rotate>0 0 0 0</rotate>'), [1, 2, 3]);
    for (const bad of [
      '<matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 2</matrix>',
      '<skew>30 1 0 0 0 1 0</skew>',
      '<lookat>1 0 0 0 0 0 0 0 1</lookat>',
      '<rotate>0 0 0 90</rotate>',
    ]) {
      expect(codes(at(1, 2, 3, { transforms: bad })), bad).toEqual(['collada-transform']);
    }
    for (const bad of [
      '<translate>1 2</translate>',
      '<scale>1 2 x</scale>',
      '<rotate/>',
      '<matrix>1</matrix>',
    ])
      expect(codes(at(1, 2, 3, { transforms: bad })), bad).toEqual(['collada-numbers']);
  });

  it('has nodes in nodes, and instances of nodes with poses of their own', () => {
    const library = `<library_nodes>${node(`<translate>5 0 0</translate>${instance}`, 'lib')}</library_nodes>`;
    const inner = node(`<scale>1 1 -1</scale>${instance}`, 'm');
    const nodes = `${node(`<translate>1 0 0</translate><instance_node url="#lib"/>${inner}`)}${node(instance, 'k')}`;
    const all = mesh(collada(tetrahedron, { library, nodes }));
    expect(triangleCount(all)).toBe(12);
    expect(signedVolume(all)).toBeCloseTo(0.5, 7);
    expect(extent(all)).toMatchObject({ lower: [0, 0, -1], upper: [7, 1, 1] });
    expect(all.positions.slice(0, 3)).toEqual(new Float32Array([6, 0, 0]));
  });

  it('turns with its poses: bounds and volume at any, mirrored ones too', () => {
    const size = fc.double({ min: 0.1, max: 10, noNaN: true });
    const turn = fc.double({ min: -180, max: 180, noNaN: true });
    const sign = fc.constantFrom(1, -1);
    fc.assert(
      fc.property(size, turn, fc.tuple(sign, sign, sign), (unit, angle, signs) => {
        const transforms = `<translate>1 2 3</translate><rotate>1 2 2 ${angle}</rotate><scale>${signs.join(' ')}</scale>`;
        const turned = mesh(collada(tetrahedron, { unit: `${unit}`, transforms }));
        expect(signedVolume(turned) / unit ** 3).toBeCloseTo(1 / 6, 5);
        const rotation = rotationAbout(real, [1 / 3, 2 / 3, 2 / 3], (angle * Math.PI) / 180);
        for (let i = 0; i < 3; i++) {
          const along = [0, 1, 2].map((j) => rotation[3 * i + j] * signs[j]);
          expect(extent(turned).lower[i] / unit).toBeCloseTo(1 + i + Math.min(0, ...along), 5);
          expect(extent(turned).upper[i] / unit).toBeCloseTo(1 + i + Math.max(0, ...along), 5);
        }
        const normal = faceNormal(turned, 3);
        const slanted = [0, 1, 2].map((i) =>
          [0, 1, 2].reduce((sum, j) => sum + rotation[3 * i + j] * signs[j], 0),
        );
        for (let i = 0; i < 3; i++) expect(normal[i]).toBeCloseTo(slanted[i] / Math.sqrt(3), 4);
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it('has triangles, polygons each with numbers of its own, lists of polygons, strips and fans', () => {
    const made = box(1, 2, 3);
    const each = made.polygons.map((p) => `<p>${p.join(' ')}</p>`).join('');
    const split = made.polygons.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
    const ordered = made.polygons.map(([a, b, c, d]) => `<p>${[b, c, a, d].join(' ')}</p>`).join('');
    const kinds = {
      triangles: `<triangles count="12">${vertexInput}<p>${split.join(' ')}</p></triangles>`,
      twice: `<triangles count="4">${vertexInput}<p>${split.slice(0, 12).join(' ')}</p></triangles><lines count="1">${vertexInput}<p>0 1</p></lines><triangles count="8">${vertexInput}<p>${split.slice(12).join(' ')}</p></triangles>`,
      polygons: `<polygons count="6">${vertexInput}${each}</polygons>`,
      polylist: polylist(made),
      trifans: `<trifans count="6">${vertexInput}${each}</trifans>`,
      tristrips: `<tristrips count="6">${vertexInput}${ordered}</tristrips>`,
    };
    for (const [name, primitives] of Object.entries(kinds)) {
      const all = mesh(collada(made, { primitives }));
      expect(triangleCount(all), name).toBe(12);
      expect(signedVolume(all), name).toBeCloseTo(6, 6);
    }
    const empty = `<triangles count="0">${vertexInput}</triangles><polylist count="0">${vertexInput}<vcount/><p/></polylist>`;
    expect(triangleCount(mesh(collada(made, { primitives: empty + kinds.triangles })))).toBe(12);
  });

  it('has normals of the vertices or of their own, and sources with more than three numbers', () => {
    const text = (inputs: string, p: string) =>
      collada(tetrahedron, { primitives: `<triangles count="1">${inputs}<p>${p}</p></triangles>` }).replace(
        '<vertices',
        `<source id="ns"><float_array id="na" count="9">9 0 0 2 7 9 1 0 7</float_array><technique_common><accessor source="#na" count="2" offset="1" stride="4"><param name="X"/><param type="float"/><param name="Y"/><param name="Z"/></accessor></technique_common></source><vertices`,
      );
    const own = mesh(
      text(`${vertexInput}<input semantic="NORMAL" source="#ns" offset="2"/>`, '0 9 0 2 9 1 1 9 0'),
    );
    // (0, 2, 7) and (9, 0, 7) from the offset on, without the param that has no name.
    const [a, b] = [Math.sqrt(4 + 49), Math.sqrt(81 + 49)];
    const wanted = [0, 2 / a, 7 / a, 9 / b, 0, 7 / b, 0, 2 / a, 7 / a];
    for (const [i, x] of wanted.entries()) expect(own.normals?.[i]).toBeCloseTo(x, 6);
    expect([...own.positions]).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0]);
    expect(mesh(collada(tetrahedron)).normals).toBeUndefined();
  });

  it('is taken at rest where a skin moves it', () => {
    const library =
      '<library_controllers><controller id="c"><skin source="#g"><bind_shape_matrix>1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix></skin></controller></library_controllers>';
    const text = collada(tetrahedron, { library, nodes: node('<instance_controller url="#c"/>') });
    expect(codes(text)).toEqual(['collada-controller']);
    expect(extent(mesh(text)).lower).toEqual([4, 0, 0]);
  });

  it('is refused where it names what is not there, or what lies elsewhere', () => {
    const nodes = (inner: string) => collada(tetrahedron, { nodes: node(inner) });
    for (const url of ['#x', '#s', '', '#', '#__proto__', '#constructor'])
      expect(codes(nodes(`<instance_geometry url="${url}"/>`)), url).toEqual(['collada-reference']);
    for (const url of ['other.dae#g', 'http://127.0.0.1/a.dae#g', 'file:///etc/passwd', '../a.dae#g'])
      expect(codes(nodes(`<instance_geometry url="${url}"/>`)), url).toEqual(['collada-external']);
    expect(codes(nodes('<instance_geometry/>'))).toEqual(['collada-reference']);
    expect(codes(collada(tetrahedron).replace('source="#a"', 'source="#none"'))).toEqual([
      'collada-reference',
    ]);
    expect(codes(collada(tetrahedron).replace('semantic="POSITION"', 'semantic="OTHER"'))).toEqual([
      'collada-input',
    ]);
    expect(codes(collada(tetrahedron).replace('offset="0"', 'offset="1000000000"'))).toEqual([
      'collada-input',
    ]);
    expect(codes(collada(tetrahedron).replace('offset="0"', 'offset="-1"'))).toEqual(['collada-numbers']);
    expect(codes(collada(tetrahedron).replace('stride="3"', 'stride="2"'))).toEqual(['collada-source']);
    expect(codes(collada(tetrahedron).replace('count="4" stride', 'count="5" stride'))).toEqual([
      'collada-source',
    ]);
    expect(codes(collada(tetrahedron).replace('count="12"', 'count="13"'))).toEqual(['collada-numbers']);
    expect(codes(collada(tetrahedron).replace(/<technique_common>.*<\/technique_common>/, ''))).toEqual([
      'collada-source',
    ]);
  });

  it('is refused where polygons are cut off, count wrongly, have holes or name vertices beyond the last', () => {
    const primitives = (text: string) => codes(collada(tetrahedron, { primitives: text }));
    const triangles = (count: number, p: string) =>
      primitives(`<triangles count="${count}">${vertexInput}<p>${p}</p></triangles>`);
    expect(triangles(1, '0 1 3')).toEqual([]);
    expect(triangles(1, '0 1 4')).toEqual(['mesh-index']);
    expect(triangles(1, '0 1 1000000000')).toEqual(['mesh-index']);
    for (const [count, p] of [
      [1, '0 1'],
      [2, '0 1 2'],
      [1, '0 1 2 0 1 2'],
      [1, ''],
    ] as const)
      expect(triangles(count, p), p).toEqual(['collada-count']);
    for (const p of ['0 1 -1', '0 1 2.5', '0 1 x', `0 1 ${'9'.repeat(20)}`])
      expect(triangles(1, p), p).toEqual(['collada-numbers']);
    expect(primitives(`<triangles count="1e9">${vertexInput}<p>0 1 2</p></triangles>`)).toEqual([
      'collada-numbers',
    ]);
    expect(primitives(`<triangles count="999999999">${vertexInput}<p>0 1 2</p></triangles>`)).toEqual([
      'collada-count',
    ]);
    const list = (vcount: string) =>
      primitives(`<polylist count="1">${vertexInput}<vcount>${vcount}</vcount><p>0 1 2 3</p></polylist>`);
    expect(list('4')).toEqual([]);
    for (const vcount of ['3', '5', '3 2', '999999999999999', ''])
      expect(list(vcount), vcount).toEqual(['collada-count']);
    expect(
      primitives(`<polygons count="1">${vertexInput}<ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>`),
    ).toEqual(['collada-holes']);
  });

  it('has a scene with nodes, which end', () => {
    expect(codes(collada(tetrahedron).replace(/<scene>.*<\/scene>/, ''))).toEqual(['collada-scene']);
    expect(triangleCount(mesh(collada(tetrahedron).replace(/<scene>.*<\/scene>/, '')))).toBe(4);
    expect(codes(collada(tetrahedron).replace(/<library_visual_scenes>.*$/s, '</COLLADA>'))).toEqual([
      'collada-scene',
    ]);
    expect(codes('<robot/>')).toEqual(['collada-root']);
    const own = node('<instance_node url="#n"/>');
    expect(codes(collada(tetrahedron, { nodes: own }))).toEqual(['collada-cycle']);
    // Each node shows the next twice: 2^40 instances.
    const doubling = Array.from({ length: 40 }, (_, i) =>
      node(`<instance_node url="#d${i + 1}"/><instance_node url="#d${i + 1}"/>`, `d${i}`),
    );
    const library = `<library_nodes>${doubling.join('')}${node(instance, 'd40')}</library_nodes>`;
    const bomb = collada(tetrahedron, { library, nodes: node('<instance_node url="#d0"/>') });
    expect(codes(bomb)).toEqual(['collada-nodes']);
    expect(codes(bomb, { bounds: { triangles: 100 } })).toEqual(['mesh-too-large']);
    const long = Array.from({ length: 5000 }, (_, i) => node(`<instance_node url="#d${i + 1}"/>`, `d${i}`));
    const chain = `<library_nodes>${long.join('')}${node(instance, 'd5000')}</library_nodes>`;
    expect(
      codes(collada(tetrahedron, { library: chain, nodes: node('<instance_node url="#d0"/>') })),
    ).toEqual(['collada-nodes']);
  });

  it('is XML within bounds: no entities, no depths', () => {
    const text = collada(tetrahedron);
    const entities = '<!DOCTYPE COLLADA [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(codes(text.replace('<COLLADA', `${entities}<COLLADA`))).toHaveLength(1);
    expect(codes(text.slice(0, text.length / 2))).toEqual(['xml-not-well-formed']);
    expect(
      codes(text.replace('<scene>', `<scene>${'<extra>'.repeat(300)}${'</extra>'.repeat(300)}`)),
    ).toHaveLength(1);
    expect(codes('')).toHaveLength(1);
  });

  it('leaves out what has no mesh, with a warning', () => {
    const text = collada(tetrahedron).replace(/<mesh>.*<\/mesh>/s, '<spline/>');
    const { mesh, problems } = read(text);
    expect(problems.map(worded)).toEqual([expect.stringMatching(/spline.*\[collada-geometry\]/)]);
    expect(mesh?.positions.length).toBe(0);
  });
});
