/** Runs listings in their languages, each in a process of its own, where its interpreter or compiler is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, type Listing, type ListingLanguage, listing, type Program } from 'pliant/graph';
import type { ConformanceCase, ReferenceRun } from '../toolkit/src/graph/conformance/index.js';

/** A way to run a language: its steps, each a command with words; `main` stands for the main file. */
export interface Runner {
  readonly language: ListingLanguage;
  /** What has to be there. */
  readonly needs: string;
  readonly steps: readonly (readonly string[])[];
}

const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto'] as const;
const strict = ['-ffp-contract=off', '-Wall', '-Wextra', '-Werror', '-pedantic'] as const;

/** The quickest way for each language. */
export const runners: readonly Runner[] = [
  {
    language: 'c',
    needs: 'gcc',
    steps: [['gcc', '-std=c99', '-O0', ...strict, 'main', '-o', 'run', '-lm'], ['./run']],
  },
  {
    language: 'cpp',
    needs: 'g++',
    steps: [['g++', '-std=c++17', '-O0', ...strict, 'main', '-o', 'run'], ['./run']],
  },
  {
    language: 'cpp',
    needs: 'clang++',
    steps: [['clang++', '-std=c++17', '-O1', ...strict, 'main', '-o', 'run'], ['./run']],
  },
  {
    language: 'java',
    needs: 'javac',
    steps: [
      ['javac', ...quick.map((flag) => `-J${flag}`), '-Xlint:all', '-Werror', '-d', '.', 'main'],
      ['java', ...quick, '-cp', '.', 'class'],
    ],
  },
  { language: 'javascript', needs: 'node', steps: [['node', 'main']] },
  {
    language: 'matlab',
    needs: 'octave-cli',
    steps: [['octave-cli', '--norc', '--no-history', '-q', 'main']],
  },
  { language: 'python', needs: 'python3', steps: [['python3', '-B', 'main']] },
];

/** Why a language cannot be run here, or undefined. */
export function missing({ needs }: Runner): string | undefined {
  return spawnSync(needs, ['--version']).status === 0 ? undefined : `${needs} is not installed`;
}

/** Runs files in a folder of their own, with a binary file `inputs` beside them; what was printed. */
export function runFiles(
  { steps }: Runner,
  files: readonly { readonly name: string; readonly text: string }[],
  main: string,
  inputs = new Float64Array(),
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-listing-'));
  try {
    for (const { name, text } of files) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'inputs'), new Uint8Array(inputs.buffer));
    let printed = Buffer.alloc(0);
    for (const [command, ...words] of steps) {
      const given = words.map((word) =>
        word === 'main' ? main : word === 'class' ? main.replace(/\.java$/, '') : word,
      );
      const own = command === './run' ? join(folder, 'run') : command;
      const result = spawnSync(own, given, { cwd: folder, maxBuffer: 2 ** 28 });
      if (result.status !== 0)
        throw new Error(`${command}: ${result.error ?? `${result.stderr}${result.stdout}`.slice(0, 3000)}`);
      printed = result.stdout;
    }
    return printed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A program whose procedure `step` is run once for each row of `inputs`, which the field `x` is set to. */
export interface ListingCase {
  readonly program: Program;
  readonly inputs: readonly (readonly number[])[];
}

/** All cases in one process: for each case and run the entries of all fields, in the layout's order. */
export function runCases(runner: Runner, cases: readonly ListingCase[]): Float64Array[][] {
  const inputs = Float64Array.from(cases.flatMap((c) => c.inputs.flat()));
  const listings = cases.map(({ program }, k) => listing(program, runner.language, { name: `Case${k}` }));
  const sized = cases.map((c, k): Listed => {
    const fields = c.program.layout.fields.filter(({ size }) => size > 0);
    const { procedures } = listings[k];
    const named = (name: string): string => listings[k].fields[name];
    return {
      name: `Case${k}`,
      runs: c.inputs.length,
      step: procedures.step,
      input: { name: named('x'), size: c.inputs[0].length },
      fields: fields.map(({ name, size }) => ({ name: named(name), size })),
    };
  });
  const main = mains[runner.language](sized, listings);
  const files = [...listings.flatMap((l) => l.files), main];
  const printed = runFiles(runner, files, main.name, inputs);
  const bytes = new Float64Array(
    printed.buffer.slice(printed.byteOffset, printed.byteOffset + printed.byteLength),
  );
  let at = 0;
  return sized.map(({ runs, fields }) => {
    const size = fields.reduce((sum, field) => sum + field.size, 0);
    return Array.from({ length: runs }, () => {
      at += size;
      if (at > bytes.length) throw new Error(`${runner.language} gave ${bytes.length} numbers`);
      return bytes.subarray(at - size, at);
    });
  });
}

interface Sized {
  readonly name: string;
  readonly size: number;
}

interface Listed {
  readonly name: string;
  readonly runs: number;
  readonly step: string;
  readonly input: Sized;
  readonly fields: readonly Sized[];
}

type Main = (
  cases: readonly Listed[],
  listings: readonly Listing[],
) => { readonly name: string; readonly text: string };

const mains: Readonly<Record<ListingLanguage, Main>> = {
  c: (cases, listings) => {
    const runs = cases.map(
      ({ name, runs, step, input, fields }) => `
static void run_${name}(void) {
  ${name} c = ${name.toLowerCase()}_make();
  for (int run = 0; run < ${runs}; run++) {
    get(${address(input)}, ${input.size});
    ${name.toLowerCase()}_${step}(&c);
${fields.map((field) => `    put(${address(field)}, ${field.size});`).join('\n')}
  }
}`,
    );
    return { name: 'main.c', text: cText('.c', cases, listings, runs) };
  },
  cpp: (cases, listings) => {
    const runs = cases.map(
      ({ name, runs, step, input, fields }) => `
static void run_${name}() {
  static ${name} c;
  for (int run = 0; run < ${runs}; run++) {
    get(${address(input)}, ${input.size});
    c.${step}();
${fields.map((field) => `    put(${address(field)}, ${field.size});`).join('\n')}
  }
}`,
    );
    return { name: 'main.cpp', text: cText('.cpp', cases, listings, runs) };
  },
  java: (cases, listings) => {
    const runs = cases.map(({ name, runs, step, input, fields }) => {
      const get = each(input, (entry) => `${entry} = in.getDouble();`);
      const put = fields.map((field) => each(field, (entry) => `out.putDouble(${entry});`));
      return `
    static void run${name}() {
        ${name} c = new ${name}();
        for (int run = 0; run < ${runs}; run++) {
            ${get}
            c.${step}();
            ${put.join('\n            ')}
        }
    }`;
    });
    const total = 8 * cases.reduce((sum, c) => sum + c.runs * c.fields.reduce((s, f) => s + f.size, 0), 0);
    const text = `import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
public class Runs {
    static ByteBuffer in;
    static ByteBuffer out = ByteBuffer.allocate(${total}).order(ByteOrder.LITTLE_ENDIAN);
${runs.join('\n')}
    public static void main(String[] arguments) throws java.io.IOException {
        in = ByteBuffer.wrap(Files.readAllBytes(Path.of("inputs"))).order(ByteOrder.LITTLE_ENDIAN);
        ${cases.map(({ name }) => `run${name}();`).join('\n        ')}
        System.out.write(out.array(), 0, ${total});
        System.out.flush();
    }
}
${listings.flatMap((l) => l.files.map(({ text }) => text.replace('public class', 'class'))).join('\n')}`;
    return { name: 'Runs.java', text };
  },
  javascript: (cases) => ({
    name: 'runs.mjs',
    text: `import { readFileSync, writeSync } from 'node:fs';
${cases.map(({ name }) => `import { ${name} } from './${name.toLowerCase()}.mjs';`).join('\n')}
const bytes = readFileSync('inputs');
const inputs = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
let at = 0;
const out = [];
function run(c, { runs, step, input, fields }) {
  for (let k = 0; k < runs; k++) {
    if (input.size === 1) c[input.name] = inputs[at];
    else c[input.name].set(inputs.subarray(at, at + input.size));
    at += input.size;
    c[step]();
    for (const { name, size } of fields) {
      if (size === 1) out.push(c[name]);
      else out.push(...c[name]);
    }
  }
}
${cases.map((c) => `run(new ${c.name}(), ${JSON.stringify(c)});`).join('\n')}
const all = Buffer.from(Float64Array.from(out).buffer);
for (let sent = 0; sent < all.length; ) sent += writeSync(1, all, sent);
`,
  }),
  matlab: (cases) => ({
    name: 'runs.m',
    text: `input_file = fopen('inputs', 'rb');
inputs = fread(input_file, Inf, 'double');
fclose(input_file);
at = 0;
${cases
  .map(
    ({ name, runs, step, input, fields }) => `c = ${name.toLowerCase()}('make');
for run = 1:${runs}
  c.${input.name} = inputs(at + 1:at + ${input.size});
  at = at + ${input.size};
  c = ${name.toLowerCase()}('${step}', c);
  fwrite(stdout, [${fields.map((field) => `c.${field.name}`).join('; ')}], 'double');
end`,
  )
  .join('\n')}
`,
  }),
  python: (cases) => ({
    name: 'runs.py',
    text: `import sys
from array import array
${cases.map(({ name }) => `from ${name.toLowerCase()} import ${name}`).join('\n')}
inputs = array('d')
with open('inputs', 'rb') as file:
    inputs.frombytes(file.read())
at = 0
out = array('d')


def run(c, runs, step, name, size, fields):
    global at
    for _ in range(runs):
        setattr(c, name, inputs[at] if size == 1 else list(inputs[at:at + size]))
        at += size
        getattr(c, step)()
        for field, entries in fields:
            value = getattr(c, field)
            if entries == 1:
                out.append(value)
            else:
                out.extend(value)


${cases
  .map(({ name, runs, step, input, fields }) => {
    const pairs = fields.map((field) => `('${field.name}', ${field.size})`).join(', ');
    return `run(${name}(), ${runs}, '${step}', '${input.name}', ${input.size}, [${pairs}])`;
  })
  .join('\n')}
sys.stdout.buffer.write(out.tobytes())
`,
  }),
};

const address = ({ name, size }: Sized): string => (size === 1 ? `&c.${name}` : `c.${name}`);

function each({ name, size }: Sized, statement: (entry: string) => string): string {
  return size === 1
    ? statement(`c.${name}`)
    : `for (int i = 0; i < ${size}; i++) ${statement(`c.${name}[i]`)}`;
}

function cText(
  ending: string,
  cases: readonly Listed[],
  listings: readonly Listing[],
  runs: readonly string[],
): string {
  // In one file: what is brought along has a name for each case.
  const texts = listings.map(({ files: [{ text }] }, k) =>
    ending === '.c' ? text.replace(/\bown_\w+/g, (name) => `${name}_${k}`) : text.replace('#pragma once', ''),
  );
  return `#include <math.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>
${ending === '.c' ? '#include <stdbool.h>' : '#include <cmath>\n#include <cstdint>\n#include <cstring>\n#include <limits>'}
static FILE *inputs;
static void get(double *to, int count) {
  if (fread(to, sizeof(double), (unsigned)count, inputs) != (unsigned)count) to[0] = 0.0 / 0.0;
}
static void put(const double *from, int count) { fwrite(from, sizeof(double), (unsigned)count, stdout); }
${texts.join('\n')}
${runs.join('\n')}
int main(void) {
  inputs = fopen("inputs", "rb");
  ${cases.map(({ name }) => `run_${name}();`).join('\n  ')}
  return 0;
}
`;
}

/** What a language gives for cases of the suite; `found`: where it differs from the interpreter, at most ten lines. */
export function compare(
  runner: Runner,
  cases: readonly ConformanceCase[],
  reference: (c: ConformanceCase) => readonly ReferenceRun[],
): { readonly found: readonly string[]; readonly numbers: number } {
  const found: string[] = [];
  let numbers = 0;
  const got = runCases(runner, cases);
  cases.forEach((c, k) => {
    const { layout } = c.program;
    reference(c).forEach(({ input, memory }, run) => {
      const expected = layout.fields.flatMap((field) => {
        const at = addressOf(layout, field);
        return [...memory.subarray(at, at + field.size)];
      });
      numbers += expected.length;
      expected.forEach((x, i) => {
        if (found.length < 10 && !Object.is(x, got[k][run][i]))
          found.push(`${c.name}, run ${run}, x = [${input}]: entry ${i} is ${got[k][run][i]}, not ${x}`);
      });
    });
  });
  return { found, numbers };
}
