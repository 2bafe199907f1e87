import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasFile } from 'pliant/robot';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { fileLimit, folderFiles, rootsFor, scenarioRoots, shownPath } from './files.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'pliant-files-')));
const root = join(base, 'root');
mkdirSync(join(root, 'inner'), { recursive: true });
mkdirSync(join(base, 'rootless'));
writeFileSync(join(root, 'a.txt'), 'a');
writeFileSync(join(root, 'inner', 'b.txt'), 'b');
writeFileSync(join(base, 'secret.txt'), 'secret');
writeFileSync(join(base, 'rootless', 'c.txt'), 'c');
symlinkSync(join(base, 'secret.txt'), join(root, 'link.txt'));
symlinkSync(base, join(root, 'up'));
symlinkSync(join(root, 'a.txt'), join(root, 'alias.txt'));
writeFileSync(join(root, 'large.bin'), '');
truncateSync(join(root, 'large.bin'), fileLimit + 1);
execFileSync('mkfifo', [join(root, 'pipe')]);
afterAll(() => rmSync(base, { recursive: true }));

describe('folderFiles', () => {
  const files = folderFiles(root, [root]);

  it('reads files inside the roots, also through links', () => {
    for (const path of ['a.txt', './inner/../a.txt', 'alias.txt', join(root, 'a.txt')]) {
      expect(new TextDecoder().decode(files.read(path)), path).toBe('a');
      expect(hasFile(files, path)).toBe(true);
    }
  });

  it.each([
    ['../secret.txt', /outside/],
    ['inner/../../secret.txt', /outside/],
    ['/etc/passwd', /outside/],
    ['link.txt', /outside/],
    ['up/secret.txt', /outside/],
    ['../rootless/c.txt', /outside/],
    ['../nothing-there.txt', /outside/],
    ['nothing.txt', /no such file/],
    ['inner', /folder/],
    ['pipe', /not a regular file/],
    ['large.bin', /larger than/],
    ['a.txt\0', /no such file/],
  ])('does not read %j', (path, reason) => {
    expect(files.read(path)).toBeUndefined();
    // What is too large is there, and is not read.
    expect(hasFile(files, path)).toBe(path === 'large.bin');
    expect(files.why(path)).toMatch(reason);
  });

  it('takes the folders of the files that were named as roots', () => {
    expect(rootsFor('/w', ['/x/y.yaml', 'z/q.yaml'], ['/r'])).toEqual(['/w', '/x', '/w/z', '/r']);
  });

  it('types out the option that would let a file be read', () => {
    expect(files.why('../rootless/c.txt')).toMatch(/; add --root \.\.\/rootless$/);
    expect(files.why('/etc/passwd')).toMatch(/; add --root \/etc$/);
    expect(files.why("../it's there/c.txt")).toMatch(/; add --root '\.\.\/it'\\''s there'$/);
    expect(hasFile(folderFiles(root, [root, '../rootless']), '../rootless/c.txt')).toBe(true);
  });

  it('shows paths from a folder', () => {
    expect(shownPath('/w', '/w/runs/a')).toBe('runs/a');
    expect(shownPath('/w', '/x/a')).toBe('/x/a');
  });
});

describe('a list of a folder', () => {
  const files = folderFiles(root, [root]);

  it('has files, and folders with a slash; links as what they lead to, where that lies inside', () => {
    expect([...(files.list('.') ?? [])].sort()).toEqual(['a.txt', 'alias.txt', 'inner/', 'large.bin']);
    expect(files.list('inner')).toEqual(['b.txt']);
    expect(files.list('inner/')).toEqual(['b.txt']);
    expect(files.list(root)).toEqual(files.list('.'));
  });

  it.each(['..', '/', '../rootless', 'up', 'a.txt', 'nothing', 'pipe', 'inner\0'])(
    'is none of %j',
    (path) => {
      expect(files.list(path)).toBeUndefined();
    },
  );
});

describe('scenarioRoots', () => {
  const project = join(base, 'project');
  const inner = join(project, 'arms', 'examples');
  const robots = join(project, 'arms', 'robots');
  for (const path of [inner, robots]) mkdirSync(path, { recursive: true });
  writeFileSync(join(inner, 's.yaml'), 's');
  writeFileSync(join(robots, 'r.urdf'), 'r');
  writeFileSync(join(project, 'outer.txt'), 'o');
  symlinkSync(join(base, 'secret.txt'), join(robots, 'link.urdf'));
  afterEach(() => {
    for (const mark of ['package.json', '.git', 'pliant.yaml']) {
      rmSync(join(project, mark), { force: true });
      rmSync(join(project, 'arms', mark), { force: true });
    }
  });

  it.each(['package.json', '.git', 'pliant.yaml'])('holds the nearest folder with %s', (mark) => {
    expect(hasFile(folderFiles(inner, scenarioRoots(inner, 's.yaml', [])), '../robots/r.urdf')).toBe(false);
    writeFileSync(join(project, mark), '');
    writeFileSync(join(project, 'arms', mark), '');
    const files = folderFiles(inner, scenarioRoots(inner, 's.yaml', []));
    expect(hasFile(files, '../robots/r.urdf')).toBe(true);
    expect(hasFile(files, '../../outer.txt')).toBe(false);
    expect(hasFile(files, '../robots/link.urdf')).toBe(false);
    expect(
      hasFile(folderFiles('/', scenarioRoots('/usr', join(inner, 's.yaml'), [])), join(robots, 'r.urdf')),
    ).toBe(true);
  });

  it('never holds a home folder, and looks no further than that', () => {
    writeFileSync(join(project, '.git'), '');
    writeFileSync(join(project, 'arms', '.git'), '');
    const home = join(project, 'arms');
    expect(scenarioRoots(inner, 's.yaml', [], ['/r'], home)).toEqual([inner, '/r']);
  });

  it('holds the folders of robots that are set, and those of --root', () => {
    expect(scenarioRoots(inner, 's.yaml', ['robots.arm.file=/x/y.urdf'], ['/r'])).toEqual([
      inner,
      '/x',
      '/r',
    ]);
  });
});
