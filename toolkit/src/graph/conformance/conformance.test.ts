import { describe, expect, it } from 'vitest';
import { compileJavaScript, compileWasm, interpret } from '../index.js';
import { conformanceCases, differences, reference } from './index.js';

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
