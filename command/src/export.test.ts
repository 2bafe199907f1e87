import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { scenarioFile, trialFiles } from './trial.js';

const { pliant, path } = freshFolders('export', trialFiles);
const read = (name: string): string => readFileSync(path(name), 'utf8');

describe('pliant export', () => {
  it('writes C whose header and source are of one design, which another number changes', async () => {
    const { code, out, talk } = await pliant('export', scenarioFile, '--name', 'arm', '--out', 'c');
    expect([code, talk]).toEqual([0, '']);
    const [, design] = /: design ([0-9a-f]{16}), \d+ bytes of memory, a step every 0.001 s$/m.exec(out) ?? [];
    expect(read('c/arm.h')).toContain(`#define ARM_DESIGN "${design}"`);
    expect(read('c/arm.c')).toContain(`const char arm_design[] = "${design}";`);
    const other = await pliant(
      'export',
      scenarioFile,
      '--out',
      'd',
      '--set',
      'control.elements.reach.stiffness=201 N/m',
    );
    expect(other.code).toBe(0);
    expect(other.out).not.toContain(design);
  });

  it('writes modules with declarations, and tells all as JSON', async () => {
    for (const to of ['javascript', 'wasm']) {
      const { code, out } = await pliant(
        'export',
        scenarioFile,
        '--to',
        to,
        '--name',
        'arm',
        '--out',
        to,
        '--json',
      );
      expect(code).toBe(0);
      const told = JSON.parse(out);
      expect(told).toMatchObject({ to, files: [`${to}/arm.mjs`, `${to}/arm.d.mts`], tick: 0.001 });
      expect(told.memory % 64).toBe(0);
      expect(read(`${to}/arm.mjs`)).toContain(`export const design = '${told.design}'`);
      expect(read(`${to}/arm.d.mts`)).toContain('readonly "reach.stiffness": Float64Array;');
      expect(read(`${to}/arm.mjs`).includes('WebAssembly')).toBe(to === 'wasm');
    }
  });

  it('leaves files that are there, unless it is forced', async () => {
    writeFileSync(path('own.h'), 'mine');
    const { code, talk } = await pliant('export', scenarioFile, '--name', 'own');
    expect(code).toBe(2);
    expect(talk).toContain('file-exists');
    expect(read('own.h')).toBe('mine');
    expect((await pliant('export', scenarioFile, '--name', 'own', '--force')).code).toBe(0);
    expect(read('own.h')).toContain('#define OWN_H');
  });

  it.each([
    ['--to', 'rust', 'known: c, javascript, wasm'],
    ['--name', 'math', '"math" is a header of the language'],
    ['--name', '1arm', 'a letter first'],
    ['--set', 'control.rate=continuous', 'export-continuous'],
  ])('refuses %s %s', async (option, value, word) => {
    const { code, out, talk } = await pliant('export', scenarioFile, option, value);
    expect([code, out]).toEqual([2, '']);
    expect(talk).toContain(word);
  });
});
