// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names that would be code
/** Emitted modules, in Node and in a page: the bits of the interpreter, names as they are, and declarations that compile. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { conformanceCases, reference } from '../toolkit/src/graph/conformance/index.js';
import { emitModule, initialise, type Program, ProgramBuilder } from '../toolkit/src/graph/index.js';
import { chromiumPath, withPage } from './browser.js';

interface Controller {
  readonly memory: Float64Array;
  readonly fields: Readonly<Record<string, Float64Array>>;
  readonly run: Readonly<Record<string, () => void>>;
  initialise(): void;
  reset(): void;
}
interface Module {
  readonly design: string;
  readonly entries: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly fields: readonly { readonly name: string; readonly range?: readonly number[] }[];
  create(): Controller | Promise<Controller>;
}

const codes = ['javascript', 'wasm'] as const;
const folder = mkdtempSync(join(tmpdir(), 'pliant-module-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function moduleOf(program: Program, code: (typeof codes)[number]): Promise<Module> {
  const name = `m${count++}`;
  const { script } = emitModule(program, { code });
  writeFileSync(join(folder, `${name}.mjs`), script);
  const url = pathToFileURL(join(folder, `${name}.mjs`)).href;
  return (await import(/* @vite-ignore */ url)) as Module;
}

/** What TypeScript says of a program that uses the declarations. */
function typeFaults(declarations: string): string[] {
  const name = `d${count++}`;
  writeFileSync(join(folder, `${name}.d.mts`), declarations);
  const user = join(folder, `${name}_user.mts`);
  writeFileSync(
    user,
    `import { create } from './${name}.mjs';\nconst { memory } = await create();\nexport { memory };\n`,
  );
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: [],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([user, join(folder, `${name}.d.mts`)], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const hostile = [
  '"];system("x")//',
  "*/ alert('x') /*",
  '`${alert(1)}`',
  '</script><script>alert(1)</script>',
  '\\u0022\n\u2028',
  '__proto__',
  'constructor',
  'ключ',
  '',
  'a'.repeat(3000),
];

function named(): Program {
  const p = new ProgramBuilder(hostile.join(' '));
  for (const [i, name] of hostile.entries()) {
    const labels = [name, 'b', 'b'];
    p.field({
      name,
      region: 'inputs',
      size: 3,
      unit: name,
      labels,
      values: hostile,
      meaning: name,
      initial: [i, -0, 1 / 0],
    });
  }
  const out = p.field({
    name: 'out',
    region: 'outputs',
    unit: '',
    range: [0, Number.POSITIVE_INFINITY],
    initial: Number.NaN,
  });
  for (const name of [...hostile, 'step'])
    p.procedure(name, () => p.store(out, 0, p.graph.constant(name.length)));
  return p.finish();
}

/** A number as text that reads back as it. */
const spelt = (x: number): string => (Object.is(x, -0) ? '-0' : String(x));

describe.each(codes)('a module of %s', (code) => {
  it('gives the bits of the interpreter', async () => {
    for (const one of conformanceCases.filter(({ program }) => program.graph.size < 2000).slice(0, 8)) {
      const { create } = await moduleOf(one.program, code);
      const { memory, fields, run } = await create();
      const runs = reference(one);
      const wrong = runs.filter(({ input, memory: expected }) => {
        fields.x.set(input);
        run.step();
        return expected.some(
          (x, i) => !Object.is(x, memory[i]) && !(Number.isNaN(x) && Number.isNaN(memory[i])),
        );
      });
      expect(wrong.length, one.name).toBe(0);
    }
  }, 120_000);

  it('holds names of files in strings only, and has each under its name', async () => {
    const program = named();
    const { script, declarations } = emitModule(program, { code });
    for (const text of [script, declarations]) {
      expect(/[^\n -~]/.test(text), 'other than printable ASCII').toBe(false);
      expect(text).not.toMatch(/<\/?script/);
      const strings = text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""').replace(/\/\*[\s\S]*?\*\//g, '');
      expect(strings).not.toMatch(/alert\(|system\(|\*\//);
    }
    const { create, entries, values, fields: told } = await moduleOf(program, code);
    expect(typeFaults(declarations)).toEqual([]);
    const { fields, run, memory } = await create();
    const expected = new Float64Array(program.layout.size);
    initialise(program.layout, expected);
    expect([...memory.slice(0, expected.length)]).toEqual([...expected]);
    for (const [i, name] of hostile.entries()) {
      expect(Object.hasOwn(fields, name), name).toBe(true);
      expect([...fields[name]]).toEqual([i, -0, 1 / 0]);
      expect(values[name]).toEqual(hostile);
      expect(entries[name][name]).toBe(0);
      run[name]();
      expect(fields.out[0]).toBe(name.length);
    }
    expect(({} as { alert?: unknown }).alert).toBe(undefined);
    expect(told.find(({ name }) => name === 'out')?.range).toEqual([0, Number.POSITIVE_INFINITY]);
  });

  it('has controllers of their own, and begins anew with the parameters as they were set', async () => {
    const p = new ProgramBuilder('counts');
    const gain = p.field({ name: 'gain', region: 'parameters', unit: '', initial: 2 });
    const sum = p.field({ name: 'sum', region: 'state', unit: '', initial: 1 });
    p.procedure('step', () => p.store(sum, 0, p.graph.add(p.load(sum), p.load(gain))));
    const { create } = await moduleOf(p.finish(), code);
    const [one, other] = [await create(), await create()];
    one.fields.gain[0] = 5;
    one.run.step();
    expect([one.fields.sum[0], other.fields.sum[0]]).toEqual([6, 1]);
    one.reset();
    expect([one.fields.sum[0], one.fields.gain[0]]).toEqual([1, 5]);
    one.initialise();
    expect(one.fields.gain[0]).toBe(2);
  });
});

it.skipIf(chromiumPath() === undefined)('runs in a page', { timeout: 120_000 }, async () => {
  const [one] = conformanceCases;
  const runs = reference(one);
  const inputs = runs.map(({ input }) => [...input].map(spelt));
  for (const code of codes) {
    const { script } = emitModule(one.program, { code });
    // As text: a function of this file would be sent with the imports that its runner has written into it.
    const use = `(async () => {
      const url = URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: 'text/javascript' }));
      const { memory, fields, run } = await (await import(url)).create();
      return ${JSON.stringify(inputs)}.map((input) => {
        fields.x.set(input.map(Number));
        run.step();
        return [...memory].map((x) => (Object.is(x, -0) ? '-0' : String(x)));
      });
    })()`;
    const memories = await withPage('pages/blank.ts', (page) => page.evaluate<string[][]>(use));
    expect(memories).toEqual(runs.map(({ memory }) => [...memory].map(spelt)));
  }
});
