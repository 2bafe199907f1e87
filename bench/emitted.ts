/** The emitted C of the control step and of the closed loop, as native peers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, emitC, fieldOf, type Program } from 'pliant/graph';
import { compile, workFolder } from './native.js';

/** Copies of one field of a memory to one of another. */
function copy(
  from: Program,
  source: string,
  fromMemory: string,
  to: Program,
  target: string,
  toMemory: string,
): string {
  const a = fieldOf(from.layout, source);
  const b = fieldOf(to.layout, target);
  const [x, y] = [addressOf(from.layout, a), addressOf(to.layout, b)];
  return `  for (int i = 0; i < ${a.size}; i++) ${toMemory}[${y} + i] = ${fromMemory}[${x} + i];\n`;
}

const numbersOf = (values: ArrayLike<number>): string =>
  Array.from(values, (x) => (Number.isInteger(x) ? x.toFixed(1) : String(x))).join(', ');

export interface EmittedBench {
  readonly control: string | { why: string };
  readonly loop: string | { why: string };
}

/** Compiled programs: one step of `work` is a control step, or a control step and a plant step. */
export function emittedPeers(
  command: string,
  control: Program,
  plant: Program,
  q: readonly number[],
  v: readonly number[],
): EmittedBench {
  for (const [prefix, program] of [
    ['control', control],
    ['plant', plant],
  ] as const) {
    const { header, source } = emitC(program, { prefix });
    writeFileSync(join(workFolder, `${prefix}.h`), header);
    writeFileSync(join(workFolder, `${prefix}.c`), source);
  }
  const at = (program: Program, name: string): number =>
    addressOf(program.layout, fieldOf(program.layout, name));
  const nv = v.length;
  const head = `#include "native.h"\n#include "control.h"\nstatic double c[${control.layout.size}];\n`;
  const start = `static const double q0[] = {${numbersOf(q)}}, v0[] = {${numbersOf(v)}};\n`;
  const kernelState = `  for (int i = 0; i < ${q.length}; i++) c[${at(control, 'q')} + i] = q0[i];\n  for (int i = 0; i < ${nv}; i++) c[${at(control, 'v')} + i] = v0[i];\n`;
  const prepare = `  control_initialise(c);\n  c[${at(control, 'period')}] = 0.001;\n  control_prepare(c);\n`;
  const tail = (result: string): string =>
    `int main(void)\n{\n${prepare}${kernelState}  begin();\n  step();\n  printf("ready");\n  for (int i = 0; i < ${nv}; i++) printf(" %.17g", ${result});\n  printf("\\n");\n  fflush(stdout);\n  return serve(work);\n}\n`;
  writeFileSync(
    join(workFolder, 'bench-control.c'),
    `${head}${start}static void begin(void) {}\nstatic void step(void) { control_step(c); }\nstatic void work(long n)\n{\n  for (long i = 0; i < n; i++) { c[${at(control, 'q')}] = q0[0] + 1e-9 * (double)(i & 1023); step(); }\n  sink = c[${at(control, 'torque')}];\n}\n${tail(`c[${at(control, 'torque')} + i]`)}`,
  );
  writeFileSync(
    join(workFolder, 'bench-loop.c'),
    `${head}#include "plant.h"\nstatic double p[${plant.layout.size}];\n${start}static void begin(void)\n{\n  plant_initialise(p);\n  for (int i = 0; i < ${q.length}; i++) p[${at(plant, 'q')} + i] = q0[i];\n  for (int i = 0; i < ${nv}; i++) p[${at(plant, 'v')} + i] = v0[i];\n}\nstatic void step(void)\n{\n${copy(plant, 'q', 'p', control, 'q', 'c')}${copy(plant, 'v', 'p', control, 'v', 'c')}  control_step(c);\n${copy(control, 'torque', 'c', plant, 'torque', 'p')}  plant_step(p);\n}\nstatic void work(long n)\n{\n  begin();\n  for (long i = 0; i < n; i++) step();\n  sink = p[${at(plant, 'q')}];\n}\n${tail(`p[${at(plant, 'v')} + i]`)}`,
  );
  const flags = ['-O3', '-std=c99', '-ffp-contract=off', '-march=native', `-I${workFolder}`];
  const build = (name: string, files: readonly string[]): string | { why: string } => {
    const made = compile(command, `${name}-${command}`, [
      ...flags,
      ...files.map((f) => join(workFolder, f)),
      '-lm',
    ]);
    return 'path' in made ? made.path : made;
  };
  return {
    control: build('control', ['bench-control.c', 'control.c']),
    loop: build('loop', ['bench-loop.c', 'control.c', 'plant.c']),
  };
}
