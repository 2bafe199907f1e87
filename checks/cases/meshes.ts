/** Where the meshes of a robot file are, and how large and which way round they come out. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { faceNormal, readMesh, signedVolume, type TriangleMesh, toBinaryStl } from 'pliant/meshes';
import { memoryFiles, meshFormat } from 'pliant/robot';
import { linkText, read, robotText } from '../urdf-text.js';
import { between, type Case, kind, onlyOf, type Three, within } from './case.js';

interface Workspace {
  /** Folders above the package, the package, the folder of its robot file, that of its meshes, and a mesh. */
  readonly above: string;
  readonly name: string;
  readonly urdf: string;
  readonly meshes: string;
  readonly mesh: string;
  readonly format: 'stl' | 'obj' | 'dae';
  readonly missing: string;
}

function everySpelling({ above, name, urdf, meshes, mesh, format, missing }: Workspace): void {
  const home = `${above}/${name}`;
  const path = `${home}/${meshes}/${mesh}`;
  const references = [
    `package://${name}/${meshes}/${mesh}`,
    `package:///${name}/${meshes}/${mesh}`,
    `model://${name}/${meshes}/${mesh}`,
    `file://${path}`,
    `file://$(find ${name})/${meshes}/${mesh}`,
    `../${meshes}/${mesh}`,
    path,
  ];
  const visuals = [...references, `package://${missing}/b.stl`].map(
    (file) => `<visual><geometry><mesh filename="${file}"/></geometry></visual>`,
  );
  const text = robotText(linkText('a', 1, visuals.join('')));
  const file = `${home}/${urdf}/arm.urdf`;
  const manifest = `<package><name>${name}</name></package>`;
  for (const [files, packages] of [
    // The package is told, or found by its manifest above the robot file.
    [memoryFiles({ [path]: '', [file]: text }), new Map([[name, home]])],
    [memoryFiles({ [path]: '', [file]: text, [`${home}/package.xml`]: manifest }), undefined],
  ] as const) {
    const outcome = read(text, { file, files, ...(packages === undefined ? {} : { packages }) });
    ok(outcome.value !== undefined);
    const found = outcome.value.links[0].visuals.map(({ shape }) =>
      shape.kind === 'mesh' ? shape.resolved : undefined,
    );
    deepEqual(found, [...references.map(() => path), undefined]);
    const problem = onlyOf(outcome, 'mesh-package-unknown');
    equal(problem.severity, 'warning');
    ok(problem.message.includes(`"${missing}"`), problem.message);
  }
  equal(meshFormat(path), format);
}

/** A tetrahedron with legs of 1 m along the axes, wound outwards, scaled as the robot file says. */
function scaledTetrahedron(scale: string, warned: boolean): TriangleMesh {
  const [o, x, y, z] = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const positions = Float32Array.from([o, y, x, o, x, z, o, z, y, x, y, z].flat());
  const files = memoryFiles({ 'm/T.STL': toBinaryStl({ positions }) });
  const visual = `<visual><geometry><mesh filename="m/T.STL" scale="${scale}"/></geometry></visual>`;
  const outcome = read(robotText(linkText('a', 1, visual)), { files });
  if (warned) equal(onlyOf(outcome, 'mesh-scale-single').severity, 'warning');
  else deepEqual(outcome.problems, []);
  const shape = outcome.value?.links[0].visuals[0].shape;
  ok(shape?.kind === 'mesh' && shape.resolved !== undefined);
  const bytes = files.read(shape.resolved);
  ok(bytes !== undefined);
  const { value, problems } = readMesh(bytes, { file: shape.resolved, scale: shape.scale });
  deepEqual(problems, []);
  ok(value !== undefined);
  return value;
}

function nearly(got: number, wanted: number, size: number): void {
  ok(Math.abs(got - wanted) <= 1e-6 * size, `${got} instead of ${wanted}`);
}

/** Volume and outside stay positive and outside; the slanted face lies in x/a + y/b + z/c = 1. */
function keepsItsOutside([a, b, c]: Three): void {
  const mesh = scaledTetrahedron(`${a} ${b} ${c}`, false);
  const volume = Math.abs(a * b * c) / 6;
  nearly(signedVolume(mesh), volume, volume);
  const steep = [1 / a, 1 / b, 1 / c];
  const length = Math.hypot(...steep);
  for (const [i, x] of faceNormal(mesh, 3).entries()) nearly(x, steep[i] / length, 10);
}

function countsForAllAxes(scale: number): void {
  const mesh = scaledTetrahedron(`${scale}`, true);
  const volume = Math.abs(scale) ** 3 / 6;
  nearly(signedVolume(mesh), volume, volume);
}

interface Lying {
  readonly unit: number;
  readonly axis: 'X_UP' | 'Y_UP' | 'Z_UP';
  readonly corner: Three;
  readonly scale: Three;
}

/** Unit, up axis, scale, in this order. */
function placedCollada({ unit, axis, corner, scale }: Lying): void {
  const text = `<COLLADA><asset><unit meter="${unit}"/><up_axis>${axis}</up_axis></asset><library_geometries><geometry id="g"><mesh>
    <source id="s"><float_array id="a" count="9">${corner.join(' ')} 0 0 0 1 0 0</float_array><technique_common><accessor source="#a" count="3" stride="3"/></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#s"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
    <library_visual_scenes><visual_scene id="t"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#t"/></scene></COLLADA>`;
  const [x, y, z] = corner;
  const turned = { X_UP: [-y, -z, x], Y_UP: [x, -z, y], Z_UP: [x, y, z] }[axis];
  for (const [upAxis, wanted] of [
    ['applied', turned],
    ['ignored', corner],
  ] as const) {
    const { value } = readMesh(new TextEncoder().encode(text), { file: 'a.dae', scale, upAxis });
    ok(value !== undefined);
    for (let i = 0; i < 3; i++) {
      const size = Math.abs(unit * scale[i]) * Math.max(1, ...corner.map(Math.abs));
      nearly(value.positions[i], unit * wanted[i] * scale[i], size);
    }
  }
}

const factor = fc.tuple(between(0.001, 100), fc.constantFrom(1, -1)).map(([x, sign]) => x * sign);
const one: Three = [1, 1, 1];

const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const cased = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c)).join(''));

export const meshCases: readonly Case[] = [
  kind(
    'a mesh is found in every spelling, and a package that is not there costs a warning',
    () =>
      everySpelling({
        above: '/home/u/ws',
        name: 'arm',
        urdf: 'urdf',
        meshes: 'meshes',
        mesh: 'A.STL',
        format: 'stl',
        missing: 'nope',
      }),
    fc.constantFrom('stl' as const, 'obj' as const, 'dae' as const).chain((format) =>
      fc.record({
        above: fc.array(word, { minLength: 1, maxLength: 4 }).map((folders) => `/${folders.join('/')}`),
        name: word.map((name) => `p_${name}`),
        urdf: word.map((name) => `u_${name}`),
        meshes: fc.array(word, { minLength: 1, maxLength: 3 }).map((folders) => folders.join('/')),
        mesh: fc.tuple(word, cased(format)).map(([name, end]) => `${name}.${end}`),
        format: fc.constant(format),
        missing: word.map((name) => `missing_${name}`),
      }),
    ),
    everySpelling,
  ),
  kind(
    'a mirrored mesh keeps its outside',
    () => keepsItsOutside([1, -1, 1]),
    fc.tuple(factor, factor, factor),
    keepsItsOutside,
  ),
  kind(
    'a single number scales a mesh along all axes, with a warning',
    () => countsForAllAxes(0.001),
    factor,
    countsForAllAxes,
  ),
  kind(
    'a Collada mesh has its unit, then its up axis where that is applied, then the scale of the robot file',
    () => {
      placedCollada({ unit: 0.001, axis: 'Z_UP', corner: [100, 0, 50], scale: one });
      placedCollada({ unit: 0.001, axis: 'Y_UP', corner: [100, 30, 50], scale: one });
      placedCollada({ unit: 0.01, axis: 'Z_UP', corner: [10, 0, 0], scale: [2, 2, 2] });
    },
    fc.record({
      unit: between(1e-4, 10),
      axis: fc.constantFrom('X_UP' as const, 'Y_UP' as const, 'Z_UP' as const),
      corner: fc.tuple(within(100), within(100), within(100)),
      scale: fc.tuple(factor, factor, factor),
    }),
    placedCollada,
  ),
];
