/** Runs one control program on every back end of this machine and compares the bits with the interpreter's. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compileJavaScript,
  compileWasm,
  type Executable,
  emitC,
  interpret,
  type Program,
  view,
} from 'pliant/graph';

/** Steps of the comparison. */
const STEPS = 200;

/** Inputs of step k: any smooth motion will do. */
function feed({ layout, memory }: Executable, k: number): void {
  const q = view(layout, memory, 'q');
  const v = view(layout, memory, 'v');
  for (let i = 0; i < q.length; i++) q[i] = ((k * (i + 3)) % 97) / 50 - 0.9;
  for (let i = 0; i < v.length; i++) v[i] = ((k * (i + 5)) % 89) / 40 - 1.1;
}

function step(executable: Executable, k: number): void {
  feed(executable, k);
  executable.run.step();
}

/** The steps at which an executable's memory is not the interpreter's, entry for entry. */
export function disagreements(program: Program, make: (program: Program) => Executable): number {
  const reference = interpret(program);
  const other = make(program);
  reference.run.prepare();
  other.run.prepare();
  let wrong = 0;
  for (let k = 0; k < STEPS; k++) {
    step(reference, k);
    step(other, k);
    if (reference.memory.some((x, i) => !Object.is(x, other.memory[i]))) wrong++;
  }
  return wrong;
}

export const scriptBackEnds: Readonly<Record<string, (program: Program) => Executable>> = {
  wasm: compileWasm,
  JavaScript: compileJavaScript,
};

/**
 * The same for C: the program with a `main` that takes memories from standard input, runs `prepare` or `step` on
 * each and gives them back. Returns what went wrong in words, or undefined.
 */
export function compilerFault(program: Program, compiler: string): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-doctor-'));
  try {
    const { header, source } = emitC(program, { prefix: 'trial' });
    writeFileSync(join(folder, 'trial.h'), header);
    writeFileSync(join(folder, 'trial.c'), source);
    writeFileSync(join(folder, 'main.c'), main(program.layout.size));
    const flags = ['-std=c99', '-O2', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror'];
    const built = spawnSync(compiler, [...flags, 'main.c', 'trial.c', '-o', 'trial', '-lm'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (built.status !== 0)
      return `does not compile the emitted C: ${built.stderr.split('\n').find((line) => line !== '') ?? built.error?.message}`;
    const reference = interpret(program);
    reference.run.prepare();
    const before: Float64Array[] = [];
    const after: Float64Array[] = [];
    for (let k = 0; k < STEPS; k++) {
      feed(reference, k);
      before.push(reference.memory.slice());
      reference.run.step();
      after.push(reference.memory.slice());
    }
    const input = Buffer.concat(before.map((memory) => Buffer.from(memory.buffer)));
    const ran = spawnSync(join(folder, 'trial'), { input, maxBuffer: 2 * input.length + 1024 });
    if (ran.status !== 0 || ran.stdout.length !== input.length) return 'the compiled program does not run';
    const got = new Float64Array(new Uint8Array(ran.stdout).buffer);
    const { size } = program.layout;
    const wrong = after.filter((memory, k) => memory.some((x, i) => !Object.is(x, got[k * size + i]))).length;
    return wrong === 0 ? undefined : `differs from the interpreter in ${wrong} of ${STEPS} steps`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(size: number): string {
  return `#include <stdio.h>
#include "trial.h"
static double memory[${size}];
int main(void) {
  while (fread(memory, sizeof(double), ${size}, stdin) == ${size}) {
    trial_step(memory);
    if (fwrite(memory, sizeof(double), ${size}, stdout) != ${size}) return 1;
  }
  return 0;
}
`;
}
