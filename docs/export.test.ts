/** The loop of the page on export: it compiles without a warning as C and its controller as C++, and prints what the interpreter computes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { controlProgram } from 'pliant/control';
import { type Executable, interpret, reset, view } from 'pliant/graph';
import { draft, loadScenario } from 'pliant/scenario';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { absent } from '../checks/c.js';
import { folderOnDisk } from '../checks/folders.js';
import { pliant } from './command.test.helper.js';
import { blocksOf, commandsOf } from './pages.test.helper.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const blocks = blocksOf(readFileSync(join(root, 'docs/export.md'), 'utf8'));
const main = blocks.find(({ file }) => file === 'main.c');
const printed = blocks.filter(({ language }) => language === 'console').at(-1)?.text;
const [command] = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => commandsOf(text));
const warnings = [
  '-Wall',
  '-Wextra',
  '-Wpedantic',
  '-Wconversion',
  '-Wshadow',
  '-Werror',
  '-ffp-contract=off',
];

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-export-'));
  const words = command.words.map((word) => (word === 'code' ? join(folder, 'code') : word));
  const { status, stderr } = await pliant(root, words);
  expect([status, stderr]).toEqual([0, '']);
  const all = main?.text.replace('%.1f N m', '%.17g N m') ?? '';
  expect(all).not.toBe(main?.text);
  writeFileSync(join(folder, 'main.c'), all);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  expect([status, stderr, error]).toEqual([0, '', undefined]);
  return stdout;
}

/** The controller of the page, interpreted. */
function interpreted(): Executable {
  const files = folderOnDisk(root);
  const set = command.words.filter((_, i) => command.words[i - 1] === '--set');
  const { value: loaded } = loadScenario(files, 'examples/contact/find-then-push.yaml', set);
  const { value } = draft(loaded!, files, { start: root });
  return interpret(controlProgram(value!.design));
}

/** What `main.c` does, to the interpreter. */
function expected(): string {
  const { layout, memory, run: own } = interpreted();
  const field = (name: string) => view(layout, memory, name);
  const values = (name: string) => layout.fields.find((one) => one.name === name)?.values ?? [];
  field('find.threshold')[0] = 3;
  own.prepare();
  let [fault, phase, before, measured] = [-1, -1, -1, 0];
  const last = new Float64Array(6);
  let text = '';
  for (let k = 0; k < 1500; k++) {
    if (k === 600) continue;
    if (k === 700) field('sensor.wrist.tare.ask')[0] += 1;
    if (k === 1300) reset(layout, memory);
    field('q').set([-0.4145, 0.02747, 0, -2.1184, 0, 2.1458, -0.4145]);
    if (k >= 50 && (k < 300 || k >= 400)) {
      for (let i = 0; i < 6; i++) last[i] = 0.01 * (((7 * k + 3 * i) % 5) - 2);
      last[2] += 0.981;
      if (k >= 500 && k < 503) last[0] = Number.NaN;
      if (k >= 800) last[2] -= 5;
      measured = k;
    }
    field('sensor.wrist').set(last);
    field('sensor.wrist.valid')[0] = k >= 50 ? 1 : 0;
    field('sensor.wrist.age')[0] = 0.001 * (k - measured);
    field('time')[0] = 0.001 * k;
    field('period')[0] = 0.001 * (k - before);
    before = k;
    own.step();
    if (field('fault')[0] === fault && field('phase')[0] === phase) continue;
    [fault, phase] = [field('fault')[0], field('phase')[0]];
    text += `${k} ms: fault ${values('fault')[fault]}, phase ${phase}, joint4 ${field('torque')[3]} N m\n`;
  }
  return text;
}

/** The same text with its long numbers as they are read. */
const read = (text: string): string => text.replace(/-?\d+\.\d{9,}/g, (number) => String(Number(number)));

/** What happens when, without the torques: they are those of the interpreter, whose laws may change. */
const short = (text: string): string => text.replace(/, joint4 .*/g, '');

describe('the loop of the page', () => {
  for (const compiler of ['gcc', 'clang'] as const) {
    const reason = absent(compiler);
    it.skipIf(reason !== undefined)(
      `compiles by ${compiler} and prints the bits of the interpreter`,
      { timeout: 300_000 },
      () => {
        const files = ['main.c', 'code/push.c', '-Icode', '-lm'];
        run(compiler, ['-std=c99', '-O1', ...warnings, '-o', compiler, ...files]);
        const output = run(join(folder, compiler), []);
        expect(short(output)).toBe(short(printed ?? ''));
        expect(read(output)).toBe(expected());
      },
    );

    const plus = compiler === 'gcc' ? 'g++' : 'clang++';
    it.skipIf(spawnSync(plus, ['--version']).status !== 0)(`is C++ for ${plus}`, { timeout: 300_000 }, () => {
      const language = ['-x', 'c++', '-std=c++17', '-fsyntax-only'];
      run(plus, [...language, ...warnings, 'code/push.c', 'main.c', '-Icode']);
    });
  }

  it('is a sentence in the header for each thing that it does', () => {
    const header = readFileSync(join(folder, 'code/push.h'), 'utf8');
    for (const word of [
      'missed tick',
      'sensor.wrist.tare.ask',
      'sensor.wrist.age grow',
      'tare refused (wrist): hold',
      'reset begins with the first',
    ])
      expect(header.replace(/\s+\*?\s*/g, ' ')).toContain(word);
  });
});
