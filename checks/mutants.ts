/**
 * `npm run mutants [--only TEXT]`: breaks one line of the source at a time (a sign, a frame, a transpose, a
 * dropped term) in a copy of the project and runs the tests that should notice. Each mutation must be caught;
 * survivors are printed and the exit code is 1.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Mutation, mutations } from './mutations.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const onlyAt = process.argv.indexOf('--only');
const only = onlyAt < 0 ? '' : process.argv[onlyAt + 1];

const copy = mkdtempSync(join(tmpdir(), 'pliant-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const name of [
  'toolkit',
  'command',
  'checks',
  'bench',
  'robots',
  'examples',
  'docs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'vitest.config.ts',
]) {
  cpSync(join(root, name), join(copy, name), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)(\/|$)/.test(path),
  });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

function test(paths: readonly string[]): { passed: boolean; text: string } {
  const result = spawnSync('npx', ['vitest', 'run', '--bail', '1', '--no-color', ...paths], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PLIANT_CORPUS: process.env.PLIANT_CORPUS ?? join(root, '../shared') },
    timeout: 10 * 60_000,
  });
  const text = `${result.stdout}${result.stderr}`;
  if (/No test files found/.test(text)) throw new Error(`no tests at ${paths.join(' ')}`);
  return { passed: result.status === 0, text };
}

function apply(mutation: Mutation): string {
  const path = join(copy, mutation.file);
  const before = readFileSync(path, 'utf8');
  const pieces = before.split(mutation.find);
  if (pieces.length !== 2) {
    throw new Error(
      `${mutation.file}: ${JSON.stringify(mutation.find)} stands ${pieces.length - 1} times, must stand once`,
    );
  }
  writeFileSync(path, pieces.join(mutation.replace));
  return before;
}

const chosen = mutations.filter((m) => `${m.file} ${m.why}`.includes(only));
const survivors: Mutation[] = [];
const sound = new Set<string>();
for (const [i, mutation] of chosen.entries()) {
  const key = mutation.tests.join(' ');
  if (!sound.has(key)) {
    const { passed, text } = test(mutation.tests);
    if (!passed) throw new Error(`the tests ${key} fail without any mutation:\n${text.slice(-3000)}`);
    sound.add(key);
  }
  const before = apply(mutation);
  const { passed } = test(mutation.tests);
  writeFileSync(join(copy, mutation.file), before);
  if (passed) survivors.push(mutation);
  console.log(
    `${String(i + 1).padStart(3)}/${chosen.length} ${passed ? 'SURVIVED' : 'caught  '} ${mutation.file}: ${mutation.why}`,
  );
}
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} caught`);
process.exit(survivors.length > 0 ? 1 : 0);
