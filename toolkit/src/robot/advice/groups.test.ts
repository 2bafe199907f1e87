import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problem/index.js';
import { groupedCodes, groupOf } from './groups.js';

const room = fileURLToPath(new URL('..', import.meta.url));

/** Words with hyphens that are no codes of problems: of encodings, and of launch files. */
const others = [
  'find-pkg-prefix',
  'find-pkg-share',
  'iso-8859-1',
  'iso-8859-15',
  'latin-1',
  'us-ascii',
  'utf-16',
  'utf-16be',
  'utf-16le',
  'utf-8',
  'windows-1252',
];

/** Every quoted word with a hyphen in the room's source: codes of problems, and the others. */
function codesOfSource(): string[] {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test(\.helper)?\.ts$/.test(file) && !file.endsWith('groups.ts'),
  );
  const words = files.flatMap((file) =>
    [...readFileSync(join(room, file), 'utf8').matchAll(/'([a-z]+(?:-[a-z0-9]+)+)'/g)].map(
      ([, word]) => word,
    ),
  );
  return [...new Set(words)].filter((word) => !others.includes(word)).sort();
}

const problem: Problem = { code: 'mesh-missing', severity: 'warning', where: {}, message: 'm' };

describe('groups', () => {
  it('are there for every code of the room', () => {
    const codes = codesOfSource();
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => !groupedCodes.includes(code))).toEqual([]);
  });

  it('are there for no code that is not made, but those of the model', () => {
    const model = ['massless-body', 'mimic-limits'];
    const codes = codesOfSource();
    expect(groupedCodes.filter((code) => !codes.includes(code) && !model.includes(code))).toEqual([]);
    expect(new Set(groupedCodes).size).toBe(groupedCodes.length);
  });

  it('say what can be done', () => {
    expect(groupOf(problem)).toBe('give');
    expect(groupOf({ ...problem, fix: { why: '', guess: true, edits: [] } })).toBe('fix');
    expect(groupOf({ ...problem, code: 'link-ring' })).toBe('mend');
    expect(groupOf({ ...problem, code: 'mass-unknown' })).toBe('decide');
    expect(groupOf({ ...problem, code: 'mesh-case' })).toBe('know');
    expect(groupOf({ ...problem, code: 'nobody-knows' })).toBe('know');
    expect(groupOf({ ...problem, code: 'nobody-knows', severity: 'error' })).toBe('mend');
  });
});
