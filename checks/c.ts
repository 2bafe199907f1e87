/**
 * Compiles emitted C and runs it in a process of its own: memories go in through stdin, as 64-bit floats, and
 * come back through stdout.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitC, type Program } from 'pliant/graph';

export interface Build {
  readonly compiler: 'gcc' | 'clang';
  readonly optimise: '-O0' | '-O1' | '-O2' | '-O3';
  /** Others: `-march=native`. */
  readonly flags?: readonly string[];
}

/** The builds that the same bits are asked of. */
export const builds: readonly Build[] = [
  { compiler: 'gcc', optimise: '-O0' },
  { compiler: 'gcc', optimise: '-O3' },
  { compiler: 'clang', optimise: '-O0' },
  { compiler: 'clang', optimise: '-O3' },
];

/** Warnings are errors. The emitted pragma tells clang not to contract; gcc does not with -std=c99. */
export const strict = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror'] as const;

/** Why tests with a compiler are skipped, or undefined where it is there. */
export function absent(compiler: Build['compiler']): string | undefined {
  return spawnSync(compiler, ['--version']).status === 0 ? undefined : `${compiler} is not installed`;
}

export interface Job {
  readonly procedure: string;
  /** The memory before. */
  readonly memory: Float64Array;
}

export interface Compiled {
  /** Runs jobs of the program of this number, one after the other: the memories after. */
  run(program: number, jobs: readonly Job[]): Float64Array[];
  /** The memory that the program's emitted initialise gives. */
  initial(program: number): Float64Array;
  dispose(): void;
}

const prefixOf = (number: number): string => `p${number}`;

/** Emits and compiles programs with {@link strict}; throws with the compiler's messages. */
export function compileC(programs: readonly Program[], { compiler, optimise, flags = [] }: Build): Compiled {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-c-'));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const sources = programs.map((program, number) => {
    const prefix = prefixOf(number);
    const { header, source } = emitC(program, { prefix });
    writeFileSync(join(folder, `${prefix}.h`), header);
    writeFileSync(join(folder, `${prefix}.c`), source);
    return source;
  });
  writeFileSync(join(folder, 'main.c'), mainText(programs, sources));
  const executable = join(folder, 'main');
  const compiled = spawnSync(compiler, [...strict, optimise, ...flags, '-o', executable, 'main.c', '-lm'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (compiled.status !== 0) {
    dispose();
    throw new Error(`${compiler} ${optimise}: ${compiled.error ?? compiled.stderr.slice(0, 4000)}`);
  }
  const ask = (
    program: number,
    procedures: readonly number[],
    memories: readonly Float64Array[],
  ): Float64Array[] => {
    const { size } = programs[program].layout;
    const records = new Float64Array(procedures.length * (size + 2));
    procedures.forEach((procedure, i) => {
      records.set([program, procedure], i * (size + 2));
      records.set(memories[i], i * (size + 2) + 2);
    });
    const result = spawnSync(executable, { input: new Uint8Array(records.buffer), maxBuffer: 2 ** 30 });
    if (result.status !== 0) {
      throw new Error(`the compiled program ended with ${result.status ?? result.signal}`);
    }
    const answer = new Float64Array(result.stdout.buffer.slice(result.stdout.byteOffset));
    if (answer.length < procedures.length * size) throw new Error('the compiled program answered in part');
    return procedures.map((_, i) => answer.subarray(i * size, (i + 1) * size));
  };
  const numberOf = (program: number, name: string): number => {
    const number = programs[program].procedures.findIndex((p) => p.name === name);
    if (number < 0) throw new Error(`no procedure ${name}`);
    return number;
  };
  return {
    run: (program, jobs) =>
      ask(
        program,
        jobs.map((job) => numberOf(program, job.procedure)),
        jobs.map((job) => job.memory),
      ),
    initial: (program) => ask(program, [-1], [new Float64Array(programs[program].layout.size).fill(7)])[0],
    dispose,
  };
}

/** Reads records of two numbers, program and procedure (−1: initialise), and a memory; writes the memory after. */
function mainText(programs: readonly Program[], sources: readonly string[]): string {
  const includes = programs.map((_, number) => `#include "${prefixOf(number)}.c"`);
  const runners = programs.map((program, number) => {
    const prefix = prefixOf(number);
    const names = [...sources[number].matchAll(/^void (\w+)\(double \*m\) \{/gm)].map((match) => match[1]);
    const cases = program.procedures.map((_, i) => `    case ${i}: ${names[i]}(m); break;`);
    return `static int run${number}(int procedure) {
  static double m[${prefix}_memory_size + 1];
  if (fread(m, sizeof *m, ${prefix}_memory_size, stdin) != ${prefix}_memory_size) return 1;
  switch (procedure) {
    case -1: ${prefix}_initialise(m); break;
${cases.join('\n')}
    default: return 2;
  }
  return fwrite(m, sizeof *m, ${prefix}_memory_size, stdout) == ${prefix}_memory_size ? 0 : 3;
}`;
  });
  return `#include <stdio.h>
${includes.join('\n')}

${runners.join('\n\n')}

int main(void) {
  static int (*const runners[])(int) = {${programs.map((_, number) => `run${number}`).join(', ')}};
  double head[2];
  while (fread(head, sizeof *head, 2, stdin) == 2) {
    const int failure = runners[(int)head[0]]((int)head[1]);
    if (failure != 0) return failure;
  }
  return 0;
}
`;
}
