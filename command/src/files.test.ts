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
import { afterAll, describe, expect, it } from 'vitest';
import { fileLimit, folderFiles, rootsFor, shownPath } from './files.js';

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
      expect(files.has(path)).toBe(true);
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
    expect(files.has(path)).toBe(false);
    expect(files.why(path)).toMatch(reason);
  });

  it('takes the folders of the files that were named as roots', () => {
    expect(rootsFor('/w', ['/x/y.yaml', 'z/q.yaml'], ['/r'])).toEqual(['/w', '/x', '/w/z', '/r']);
    expect(shownPath('/w', '/w/runs/a')).toBe('runs/a');
    expect(shownPath('/w', '/x/a')).toBe('/x/a');
  });
});
