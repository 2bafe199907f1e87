/**
 * Compiles emitted C and runs it in a process of its own: memories go in through stdin, as 64-bit floats, and
 * come back through stdout.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitC, type Program } from '../toolkit/src/graph/index.js';

export interface Build {
  readonly compiler: 'gcc' | 'clang';
  readonly optimise: '-O0' | '-O1' | '-O2' | '-O3';
}

/** The builds that the same bits are asked of. */
export const builds: readonly Build[] = [
  { compiler: 'gcc', optimise: '-O0' },
  { compiler: 'gcc', optimise: '-O3' },
  { compiler: 'clang', optimise: '-O0' },
  { compiler: 'clang', optimise: '-O3' },
];

/** Warnings are errors; clang is told by the emitted pragma not to contract, gcc by -std=c99. */
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

export interface CProgram {
  /** Runs each job, one after the other: the memories after. */
  run(jobs: readonly Job[]): Float64Array[];
  /** The memory that the emitted initialise gives. */
  initial(): Float64Array;
  dispose(): void;
}

/** Emits, compiles with {@link strict} and gives the program; throws with the compiler's messages. */
export function compileC(program: Program, build: Build, prefix = 'program'): CProgram {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-c-'));
  const dispose = (): void => rmSync(folder, { recursive: true, force: true });
  const { header, source } = emitC(program, { prefix });
  const executable = join(folder, 'main');
  writeFileSync(join(folder, `${prefix}.h`), header);
  writeFileSync(join(folder, `${prefix}.c`), source);
  writeFileSync(join(folder, 'main.c'), mainText(program, source, prefix));
  const files = ['main.c', `${prefix}.c`];
  const compiled = spawnSync(build.compiler, [...strict, build.optimise, '-o', executable, ...files, '-lm'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (compiled.status !== 0) {
    dispose();
    throw new Error(
      `${build.compiler} ${build.optimise}: ${compiled.error ?? compiled.stderr.slice(0, 4000)}`,
    );
  }
  const size = program.layout.size;
  const exchange = (records: Float64Array): Float64Array => {
    const result = spawnSync(executable, { input: bytesOf(records), maxBuffer: 2 ** 30 });
    if (result.status !== 0)
      throw new Error(`the compiled program ended with ${result.status ?? result.signal}`);
    return floatsOf(result.stdout);
  };
  const ask = (procedures: readonly number[], memories: readonly Float64Array[]): Float64Array[] => {
    const records = new Float64Array(procedures.length * (size + 1));
    procedures.forEach((procedure, i) => {
      records[i * (size + 1)] = procedure;
      records.set(memories[i], i * (size + 1) + 1);
    });
    const answer = exchange(records);
    if (answer.length !== procedures.length * size) throw new Error('the compiled program answered in part');
    return procedures.map((_, i) => answer.subarray(i * size, (i + 1) * size));
  };
  const numberOf = (name: string): number => {
    const number = program.procedures.findIndex((p) => p.name === name);
    if (number < 0) throw new Error(`no procedure ${name}`);
    return number;
  };
  return {
    run: (jobs) =>
      ask(
        jobs.map((job) => numberOf(job.procedure)),
        jobs.map((job) => job.memory),
      ),
    initial: () => ask([-1], [new Float64Array(size).fill(Number.NaN)])[0],
    dispose,
  };
}

/** Reads records of a procedure's number and a memory; writes the memory after. −1 is the emitted initialise. */
function mainText(program: Program, source: string, prefix: string): string {
  const names = [...source.matchAll(/^void (\w+)\(double \*m\) \{/gm)].map((match) => match[1]);
  const cases = program.procedures.map((_, i) => `      case ${i}: ${names[i]}(m); break;`);
  return `#include <stdio.h>
#include "${prefix}.h"

int main(void) {
  static double m[${prefix}_memory_size + 1];
  double procedure;
  while (fread(&procedure, sizeof procedure, 1, stdin) == 1) {
    if (fread(m, sizeof *m, ${prefix}_memory_size, stdin) != ${prefix}_memory_size) return 1;
    switch ((int)procedure) {
      case -1: ${prefix}_initialise(m); break;
${cases.join('\n')}
      default: return 2;
    }
    if (fwrite(m, sizeof *m, ${prefix}_memory_size, stdout) != ${prefix}_memory_size) return 3;
  }
  return 0;
}
`;
}

function bytesOf(floats: Float64Array): Uint8Array {
  return new Uint8Array(floats.buffer, floats.byteOffset, floats.byteLength);
}

function floatsOf(bytes: Uint8Array): Float64Array {
  return new Float64Array(bytes.slice().buffer);
}
