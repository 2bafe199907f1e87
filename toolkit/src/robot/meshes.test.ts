import { describe, expect, it } from 'vitest';
import { linkText, onlyProblem, read, robotText } from '../../../checks/urdf-text.js';
import { type Files, memoryFiles } from './files.js';
import { meshFormat } from './meshes.js';
import type { UrdfOptions } from './urdf.js';

function meshes(...references: string[]): string {
  const all = references.map((file) => `<visual><geometry><mesh filename="${file}"/></geometry></visual>`);
  return robotText(linkText('a', 1, all.join('')));
}

/** Files of these paths, and what was asked for. */
function recorded(...paths: string[]): { files: Files; asked: string[] } {
  const asked: string[] = [];
  const files = memoryFiles(Object.fromEntries(paths.map((path) => [path, ''])));
  const heard = <T>(answer: (path: string) => T) => {
    return (path: string): T => {
      asked.push(path);
      return answer(path);
    };
  };
  return { files: { read: heard(files.read), list: heard(files.list) }, asked };
}

function resolved(text: string, options: Partial<UrdfOptions>): (string | undefined)[] {
  const outcome = read(text, options);
  return (outcome.value?.links[0].visuals ?? []).map(({ shape }) =>
    shape.kind === 'mesh' ? shape.resolved : undefined,
  );
}

const file = '/home/u/ws/arm/urdf/arm.urdf';
const mesh = '/home/u/ws/arm/meshes/A.STL';
const spellings = [
  'package://arm/meshes/A.STL',
  'package:///arm/meshes/A.STL',
  'package://arm//meshes/A.STL',
  'model://arm/meshes/A.STL',
  `file://${mesh}`,
  'file://$(find arm)/meshes/A.STL',
  '$(find arm)/meshes/A.STL',
  '../meshes/A.STL',
  '..//meshes/./A.STL',
  '..\\meshes\\A.STL',
  mesh,
];

describe('mesh references', () => {
  it('are found in every spelling, with the package told', () => {
    const { files } = recorded(mesh);
    const options = { file, files, packages: new Map([['arm', '/home/u/ws/arm']]) };
    expect(read(meshes(...spellings), options).problems).toEqual([]);
    expect(resolved(meshes(...spellings), options)).toEqual(spellings.map(() => mesh));
  });

  it('that are missing are named in a short line: some, and the folder that they share', () => {
    const { files } = recorded(mesh);
    const told = (count: number, folder: (k: number) => string) =>
      read(meshes(...Array.from({ length: count }, (_, k) => `${folder(k)}m${k}.stl`)), {
        file,
        files,
      }).problems.map(({ message }) => message);
    expect(told(2, () => 'x/')).toEqual(['2 meshes were not found: "x/m0.stl", "x/m1.stl"']);
    expect(told(30, () => 'x/')).toEqual([
      '30 meshes were not found: "m0.stl", "m1.stl", "m2.stl", "m3.stl" and 26 more, in "x"',
    ]);
    expect(told(30, (k) => `x${k}/`)).toEqual([
      '30 meshes were not found: "x0/m0.stl", "x1/m1.stl", "x2/m2.stl", "x3/m3.stl" and 26 more',
    ]);
  });

  it('are found in the package that the robot file lies in', () => {
    const { files } = recorded(mesh, '/home/u/ws/arm/package.xml');
    expect(resolved(meshes(...spellings), { file, files })).toEqual(spellings.map(() => mesh));
  });

  it('are found in a package beside it, where the roots allow it', () => {
    const other = '/home/u/ws/other/m.dae';
    const { files } = recorded(other, '/home/u/ws/other/package.xml', '/home/u/ws/arm/package.xml');
    expect(resolved(meshes('package://other/m.dae'), { file, files, roots: ['/home/u/ws'] })).toEqual([
      other,
    ]);
    expect(resolved(meshes('package://other/m.dae'), { file, files })).toEqual([undefined]);
  });

  it('are kept by name without files to look in, and none counts as missing', () => {
    const outcome = read(meshes('package://nope/b.stl'));
    expect(outcome.problems).toEqual([]);
    expect(outcome.value?.links[0].visuals[0].shape).toEqual({
      kind: 'mesh',
      file: 'package://nope/b.stl',
      scale: [1, 1, 1],
    });
  });

  it('to an unknown package are one warning that names it', () => {
    const { files } = recorded();
    const problem = onlyProblem(
      read(meshes('package://nope/b.stl', 'package://nope/c.stl', 'model://nope/d.stl'), { file, files }),
    );
    expect(problem).toMatchObject({ code: 'mesh-package-unknown', severity: 'warning' });
    expect(problem.message).toContain('"nope"');
  });

  it('to what is missing are one warning that lists it', () => {
    const { files } = recorded();
    const outcome = read(meshes('a.stl', 'b.stl', 'a.stl', 'sub/c.stl'), { file, files });
    const problem = onlyProblem(outcome);
    expect(problem).toMatchObject({ code: 'mesh-missing', severity: 'warning' });
    expect(problem.message).toContain('"a.stl", "b.stl", "sub/c.stl"');
    expect(outcome.value?.links[0].visuals.length).toBe(4);
  });

  it('never lead out of the roots', () => {
    const hostile = [
      '../../../../../../etc/hostname',
      '/etc/hostname',
      'file:///etc/hostname',
      'file:///home/u/ws/arm/../../../../etc/hostname',
      'file:///home/u/ws/arm/%2e%2e/%2e%2e/secret',
      'package://arm/../../secret',
      'package://../secret/x',
      '$(find ..)/secret',
      'http://example.invalid/a.stl',
      'https://example.invalid/a.stl',
      'C:\\robots\\a.stl',
      'file://%zz',
      '/home/u/ws/armada/a.stl',
    ];
    const { files, asked } = recorded(
      '/etc/hostname',
      '/home/u/secret',
      '/home/u/ws/secret',
      '/home/u/ws/armada/a.stl',
    );
    const outcome = read(meshes(...hostile), { file, files, packages: new Map([['arm', '/home/u/ws/arm']]) });
    expect(
      outcome.value?.links[0].visuals.every(
        ({ shape }) => shape.kind === 'mesh' && shape.resolved === undefined,
      ),
    ).toBe(true);
    // The folders above are listed for the package that the file lies in.
    const above = ['/', '/home', '/home/u', '/home/u/ws', '/home/u/ws/arm'];
    const outside = asked.filter((path) => !path.startsWith('/home/u/ws/arm/') && !above.includes(path));
    expect(outside).toEqual([]);
    expect(outcome.problems.every((p) => p.severity === 'warning')).toBe(true);
  });

  it('stay inside a relative folder too', () => {
    const { files, asked } = recorded('meshes/a.stl', 'robots/meshes/a.stl');
    expect(
      resolved(meshes('meshes/a.stl', '../meshes/a.stl', '../../x', '/x'), { file: 'robots/r.urdf', files }),
    ).toEqual(['robots/meshes/a.stl', undefined, undefined, undefined]);
    expect(resolved(meshes('meshes/a.stl', '../x'), { file: 'r.urdf', files })).toEqual([
      'meshes/a.stl',
      undefined,
    ]);
    expect(asked.filter((path) => path.includes('..') || path.startsWith('/'))).toEqual([]);
  });

  it('are found by an absolute path where the roots are relative, if it is known where those start', () => {
    const { files, asked } = recorded('arm/meshes/a.stl', '../b.stl', '../../up/c.stl');
    const options = { file: 'arm/urdf/r.urdf', files, roots: ['arm', '..'] };
    const absolute = ['/home/u/ws/arm/meshes/a.stl', '/home/u/b.stl', '/home/up/c.stl', '/etc/passwd'];
    const text = meshes(`file://${absolute[0]}`, ...absolute.slice(1), '/home/u/ws/../../../home/u/b.stl');
    const found = ['arm/meshes/a.stl', '../b.stl', undefined, undefined, '../b.stl'];
    expect(resolved(text, { ...options, start: '/home/u/ws' })).toEqual(found);
    expect(resolved(text, { ...options, start: '/home/u/ws/' })).toEqual(found);
    expect(asked.filter((path) => path.startsWith('/') || path.includes('../..'))).toEqual([]);
    expect(resolved(text, options)).toEqual(found.map(() => undefined));
  });

  it('are found with escapes, and with an ending in the other case, which is said', () => {
    const { files } = recorded(
      '/home/u/ws/arm/urdf/my mesh.stl',
      '/home/u/ws/arm/urdf/50%.stl',
      '/home/u/ws/arm/urdf/B.STL',
    );
    const outcome = read(
      meshes('my%20mesh.stl', 'file:///home/u/ws/arm/urdf/my%20mesh.stl', '50%.stl', 'B.stl'),
      { file, files },
    );
    expect(
      outcome.value?.links[0].visuals.map(({ shape }) => shape.kind === 'mesh' && shape.resolved),
    ).toEqual([
      '/home/u/ws/arm/urdf/my mesh.stl',
      '/home/u/ws/arm/urdf/my mesh.stl',
      '/home/u/ws/arm/urdf/50%.stl',
      '/home/u/ws/arm/urdf/B.STL',
    ]);
    const problem = onlyProblem(outcome);
    expect(problem).toMatchObject({ code: 'mesh-case', severity: 'warning' });
    expect(problem.message).toContain('"B.stl"');
    const base = recorded('/home/u/ws/arm/urdf/upper_part.stl').files;
    expect(resolved(meshes('Upper_Part.STL'), { file, files: base })).toEqual([
      '/home/u/ws/arm/urdf/upper_part.stl',
    ]);
    const two = recorded('/home/u/ws/arm/urdf/B.STL', '/home/u/ws/arm/urdf/B.Stl').files;
    expect(resolved(meshes('B.stl'), { file, files: two })).toEqual([undefined]);
  });

  it('that begin with the folder that a package was found in are found there', () => {
    const { files } = recorded('ws/arm/meshes/a.stl', 'ws/arm/package.xml');
    expect(
      resolved(meshes('file://ws/arm/meshes/a.stl', 'ws/arm/meshes/a.stl'), {
        file: 'ws/arm/urdf/a.urdf',
        files,
      }),
    ).toEqual(['ws/arm/meshes/a.stl', 'ws/arm/meshes/a.stl']);
  });

  it('tell their format in spite of capitals', () => {
    expect(['A.STL', 'b/c.Dae', 'x.obj', 'none', 'a.b/c'].map(meshFormat)).toEqual([
      'stl',
      'dae',
      'obj',
      undefined,
      undefined,
    ]);
  });
});
