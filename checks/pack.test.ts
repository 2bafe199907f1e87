/** The packed packages, installed in an empty folder, work on their own. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function run(cwd: string, command: string, args: string[]): { status: number | null; text: string } {
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 240_000 });
  return { status: result.status, text: `${result.stdout}\n${result.stderr}` };
}

describe('the packed packages', () => {
  it('install in an empty folder, run doctor and read robots of every format', { timeout: 300_000 }, () => {
    expect(existsSync(join(root, 'command/dist')), 'no build: run npm ci, which builds').toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 'pliant-pack-'));
    try {
      for (const workspace of ['toolkit', 'command']) {
        const packed = run(root, 'npm', [
          'pack',
          '--ignore-scripts',
          '--silent',
          '-w',
          workspace,
          '--pack-destination',
          folder,
        ]);
        expect(packed.status, packed.text).toBe(0);
      }
      const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
      expect(tarballs).toHaveLength(2);
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true }));
      const files = tarballs.map((name) => `./${name}`);
      const installed = run(folder, 'npm', [
        'install',
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        ...files,
      ]);
      expect(installed.status, installed.text).toBe(0);
      const binary = join(folder, 'node_modules/.bin/pliant');
      const doctor = run(folder, binary, ['doctor']);
      expect(doctor.status, doctor.text).toBe(0);
      cpSync(join(root, 'robots'), join(folder, 'robots'), { recursive: true });
      for (const [file, told] of [
        ['robots/planar2/planar2.urdf', 'planar2 (urdf): '],
        ['robots/cell', 'cell (xacro): '],
        ['robots/planar2/planar2.xml', 'planar2 (mjcf): '],
      ]) {
        const shown = run(folder, binary, ['show', file]);
        expect(shown.status, shown.text).toBe(0);
        expect(shown.text).toContain(told);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
