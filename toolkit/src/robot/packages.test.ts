import { describe, expect, it } from 'vitest';
import { type Files, memoryFiles } from './files.js';
import { Findings } from './findings.js';
import { type PackageOptions, Packages } from './packages.js';

const manifest = (name: string) =>
  `<package format="3"><name> ${name} </name><version>1.0.0</version></package>`;

function packages(paths: Readonly<Record<string, string>>, options: Partial<PackageOptions> = {}): Packages {
  return new Packages({ file: 'ws/arm/urdf/arm.xacro', files: memoryFiles(paths), ...options });
}

function warnings(found: Packages): (readonly [string, string])[] {
  const findings = new Findings('r');
  found.report(findings);
  return findings.problems().map(({ code, message }) => [code, message] as const);
}

describe('packages', () => {
  it('are those that are given, whatever else is called so', () => {
    const found = packages(
      { 'ws/arm/package.xml': manifest('arm') },
      { packages: new Map([['arm', '/else/./a/']]) },
    );
    expect(found.find('arm')).toBe('/else/a');
    expect(found.known).toContain('arm');
    expect(found.allows('/else/a/x')).toBe(true);
    expect(found.allows('/else/ab')).toBe(false);
  });

  it('are the folder around the robot file, by the name in its package.xml or by its own', () => {
    const paths = { 'ws/arm/package.xml': manifest('arm_description') };
    expect(packages(paths).find('arm_description')).toBe('ws/arm');
    expect(packages(paths).find('arm')).toBe('ws/arm');
    expect(packages(paths).find('other')).toBeUndefined();
    expect(packages(paths).known).toEqual(['arm_description']);
  });

  it('are the one around the robot file before others of that name, and inside the roots only', () => {
    const paths = { 'ws/arm/package.xml': manifest('desc'), 'ws/arm/urdf/desc/x': '' };
    expect(packages(paths).find('desc')).toBe('ws/arm');
    const narrow = packages(paths, { roots: ['ws/arm/urdf'] });
    expect([narrow.find('ws'), narrow.find('arm'), narrow.find('desc')]).toEqual([
      undefined,
      undefined,
      'ws/arm/urdf/desc',
    ]);
  });

  it('lie beside what is around the robot file, inside the roots only', () => {
    const paths = { 'ws/tool/x': '', 'tools/hand/package.xml': manifest('hand') };
    expect(packages(paths).find('tool')).toBeUndefined();
    const found = packages(paths, { roots: ['.'] });
    expect([found.find('tool'), found.find('hand')]).toEqual(['ws/tool', 'tools/hand']);
  });

  it('are found anywhere below the roots, package.xml before the folder’s name, the shallow first', () => {
    const paths = {
      'lib/a/one/x': '',
      'lib/z/deep/one_description/package.xml': manifest('one'),
      'lib/b/two/x': '',
      'lib/two_again/deeper/two/x': '',
    };
    const found = packages(paths, { roots: ['ws', 'lib'] });
    expect([found.find('one'), found.find('two')]).toEqual(['lib/z/deep/one_description', 'lib/b/two']);
    expect([...found.candidates('one')].flat()).toEqual(['lib/z/deep/one_description', 'lib/a/one']);
    expect(warnings(found)).toEqual([]);
  });

  it('that stand in several folders are named', () => {
    const paths = { 'src/one/package.xml': manifest('one'), 'install/one/package.xml': manifest('one') };
    const found = packages(paths, { roots: ['.'], file: 'r.xacro' });
    expect(found.find('one')).toBe('install/one');
    expect(warnings(found)).toEqual([
      ['package-several', expect.stringContaining('"install/one", "src/one"')],
    ]);
  });

  it('may be the folder that paths start in', () => {
    const found = packages({ 'package.xml': manifest('top') }, { file: 'top.xacro' });
    expect(found.find('top')).toBe('.');
  });

  it.each(['', '.', '..', 'a/b', 'a\\b', '../x', 'a\0'])('are not called %j', (name) => {
    expect(packages({ 'package.xml': manifest(name) }, { roots: ['.'] }).find(name)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', '*/', '"];process.exit()'])(
    'called %s are packages like others',
    (name) => {
      const paths = { 'x/y/package.xml': manifest(name) };
      expect(packages({}, { roots: ['.'] }).find(name)).toBeUndefined();
      const wanted = name.includes('/') ? undefined : 'x/y';
      expect(packages(paths, { roots: ['.'] }).find(name)).toBe(wanted);
    },
  );

  it('have a package.xml that is one: another root, a broken one or an endless one gives no name', () => {
    const bodies = [
      '<packages><name>p</name></packages>',
      '<package><name>p',
      `<package><name>p</name>${' '.repeat(300_000)}</package>`,
    ];
    for (const body of bodies)
      expect(packages({ 'x/package.xml': body }, { roots: ['.'] }).find('p')).toBeUndefined();
  });

  it('are looked for in so many folders and no more, and this is said', () => {
    let asked = 0;
    const endless: Files = {
      read: () => undefined,
      list: (folder) => {
        asked++;
        if (folder === 'p') return undefined;
        return folder === '.' ? Array.from({ length: 9000 }, (_, i) => `f${i}/`) : [];
      },
    };
    const found = packages({}, { files: endless, roots: ['.'], file: 'r.urdf' });
    expect(found.find('p')).toBeUndefined();
    expect(asked).toBeLessThan(4100);
    expect(warnings(found)).toEqual([['package-search-cut', expect.stringContaining('4000')]]);
    let deepest = 0;
    const deep: Files = {
      read: () => undefined,
      list: (folder) => {
        deepest = Math.max(deepest, folder.split('/').length);
        return folder === 'p' ? undefined : ['again/'];
      },
    };
    const down = packages({}, { files: deep, roots: ['.'], file: 'r.urdf' });
    expect(down.find('p')).toBeUndefined();
    expect(warnings(down).map(([code]) => code)).toEqual(['package-search-cut']);
    expect(deepest).toBeLessThan(12);
  });

  it('are not looked for in hidden folders', () => {
    const paths = { '.git/p/x': '', 'node_modules/p/x': '' };
    expect(packages(paths, { roots: ['.'], file: 'r.urdf' }).find('p')).toBeUndefined();
  });
});
