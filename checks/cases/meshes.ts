/** Where the meshes of a robot file are. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { memoryFiles, meshFormat } from 'pliant/robot';
import { linkText, read, robotText } from '../urdf-text.js';
import { type Case, kind, onlyOf } from './case.js';

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
];
