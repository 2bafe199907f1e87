/** The emitted C of the control step and of the closed loop, as native peers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, emitC, fieldOf, type Program } from 'pliant/graph';
import { compile, workFolder } from './native.js';

const numbersOf = (values: ArrayLike<number>): string =>
  Array.from(values, (x) => (Number.isInteger(x) ? x.toFixed(1) : String(x))).join(', ');

export interface EmittedBench {
  readonly control: string | { why: string };
  readonly loop: string | { why: string };
}

/** Compiled programs: a step of `work` is a control step, or a tick of the joined control and plant. */
export function emittedPeers(
  command: string,
  control: Program,
  loop: Program,
  q: readonly number[],
  v: readonly number[],
): EmittedBench {
  const start = `static const double q0[] = {${numbersOf(q)}}, v0[] = {${numbersOf(v)}};`;
  const at = (program: Program, name: string): number =>
    addressOf(program.layout, fieldOf(program.layout, name));
  /** A main program over one memory `m` whose fields `q` and `v` begin with the start state. */
  const write = (
    prefix: string,
    program: Program,
    name: { [key in 'q' | 'v' | 'period' | 'result']: string },
    step: string,
    prepare: string,
    work: string,
  ): void => {
    const { header, source } = emitC(program, { prefix });
    writeFileSync(join(workFolder, `${prefix}.h`), header);
    writeFileSync(join(workFolder, `${prefix}.c`), source);
    writeFileSync(
      join(workFolder, `bench-${prefix}.c`),
      `#include "native.h"
#include "${prefix}.h"
static double m[${program.layout.size}];
${start}
static void begin(void)
{
  for (int i = 0; i < ${q.length}; i++) m[${at(program, name.q)} + i] = q0[i];
  for (int i = 0; i < ${v.length}; i++) m[${at(program, name.v)} + i] = v0[i];
}
static void work(long n)
{
  begin();
  for (long i = 0; i < n; i++) { ${work}${step}(m); }
  sink = m[${at(program, name.result)}];
}
int main(void)
{
  ${prefix}_initialise(m);
  m[${at(program, name.period)}] = 0.001;
  ${prepare}(m);
  begin();
  ${step}(m);
  printf("ready");
  for (int i = 0; i < ${v.length}; i++) printf(" %.17g", m[${at(program, name.result)} + i]);
  printf("\\n");
  fflush(stdout);
  return serve(work);
}
`,
    );
  };
  const moving = `m[${at(control, 'q')}] = q0[0] + 1e-9 * (double)(i & 1023); `;
  write(
    'control',
    control,
    { q: 'q', v: 'v', period: 'period', result: 'torque' },
    'control_step',
    'control_prepare',
    moving,
  );
  const plant = { q: 'plant.q', v: 'plant.v', period: 'control.period', result: 'plant.v' };
  write('loop', loop, plant, 'loop_tick', 'loop_control_prepare', '');
  const flags = ['-O3', '-std=c99', '-ffp-contract=off', '-march=native', `-I${workFolder}`];
  const build = (prefix: string): string | { why: string } => {
    const files = [`bench-${prefix}.c`, `${prefix}.c`].map((file) => join(workFolder, file));
    const made = compile(command, `${prefix}-${command}`, [...flags, ...files, '-lm']);
    return 'path' in made ? made.path : made;
  };
  return { control: build('control'), loop: build('loop') };
}
