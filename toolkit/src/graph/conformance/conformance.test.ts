import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret, view } from '../index.js';
import { conformanceCases, differences, reference } from './index.js';

/** The first entry in which two memories differ; −1 where there is none. */
const apart = (a: Float64Array, b: Float64Array): number => a.findIndex((x, i) => !Object.is(x, b[i]));

describe.each([
  ['javascript', compileJavaScript],
  ['wasm', compileWasm],
])('%s gives the bits of the interpreter', (_, compile) => {
  it.each(conformanceCases.map((c) => [c.name, c] as const))('%s', (_, c) => {
    expect(differences(c, compile(c.program))).toEqual([]);
  });
});

describe('the suite', () => {
  it('notices one different bit', () => {
    const c = conformanceCases[0];
    const { layout, memory, run } = interpret(c.program);
    let calls = 0;
    const step = () => {
      run.step();
      if (++calls === 5) memory[memory.length - 8] += 2 ** -52;
    };
    expect(differences(c, { layout, memory, run: { step } })).toHaveLength(1);
  });

  it('exercises every branch of its state: runs differ from each other', () => {
    for (const c of conformanceCases) {
      const runs = reference(c);
      const distinct = new Set(runs.map(({ memory }) => memory.join()));
      expect(distinct.size, c.name).toBeGreaterThan(1);
    }
  });
});

describe.each([
  ['interpreter', interpret],
  ['javascript', compileJavaScript],
  ['wasm', compileWasm],
])('two instances of the %s', (_, compile) => {
  it('do not touch each other, run by run in turns', () => {
    for (const c of conformanceCases) {
      const [first, second] = [compile(c.program), compile(c.program)];
      // The second is one run behind, so that both are always in different states.
      const runs = reference(c);
      const write = (executable: typeof first, run: number) =>
        view(executable.layout, executable.memory, 'x').set(runs[run].input);
      for (let run = 0; run <= runs.length; run++) {
        if (run < runs.length) {
          write(first, run);
          first.run.step();
        }
        if (run > 0) {
          write(second, run - 1);
          second.run.step();
          expect(apart(second.memory, runs[run - 1].memory), `${c.name}, run ${run}`).toBe(-1);
        }
        if (run < runs.length)
          expect(apart(first.memory, runs[run].memory), `${c.name}, run ${run}`).toBe(-1);
      }
    }
  });
});
