/**
 * The conformance suite: one table of programs that every back end must run with the interpreter's bits.
 *
 * Each run of a case writes the field `x`, calls `step` and looks at the whole memory, which the next run finds
 * as it is. To add a back end:
 *
 *     for (const c of conformanceCases) expect(differences(c, compileMine(c.program))).toEqual([]);
 *
 * A back end that lives in another process takes `reference(c)`: the inputs of all runs and the memory after each.
 */
import { interpret } from '../interpret.js';
import { view } from '../layout.js';
import type { Executable } from '../program.js';
import { arithmeticCases } from './arithmetic.js';
import type { ConformanceCase } from './case.js';
import { randomCases } from './random.js';
import { statementCases } from './statements.js';

export type { ConformanceCase } from './case.js';

export interface ReferenceRun {
  readonly input: readonly number[];
  /** After the run. */
  readonly memory: Float64Array;
}

export const conformanceCases: readonly ConformanceCase[] = [
  ...arithmeticCases(),
  ...statementCases(),
  ...randomCases(),
];

const references = new WeakMap<ConformanceCase, readonly ReferenceRun[]>();

/** What the interpreter gives; worked out once for each case. */
export function reference(given: ConformanceCase): readonly ReferenceRun[] {
  const known = references.get(given);
  if (known !== undefined) return known;
  const { layout, memory, run } = interpret(given.program);
  const runs = given.inputs.map((input) => {
    view(layout, memory, 'x').set(input);
    run.step();
    return { input, memory: memory.slice() };
  });
  references.set(given, runs);
  return runs;
}

/** Where an executable differs from the interpreter (all NaN are the same): at most ten lines, none if it conforms. */
export function differences(c: ConformanceCase, { layout, memory, run }: Executable): string[] {
  const found: string[] = [];
  reference(c).forEach(({ input, memory: expected }, number) => {
    view(layout, memory, 'x').set(input);
    run.step();
    for (let i = 0; i < expected.length && found.length < 10; i++) {
      if (Object.is(memory[i], expected[i])) continue;
      found.push(`run ${number}, x = [${input}]: entry ${i} is ${show(memory[i])}, not ${show(expected[i])}`);
    }
  });
  return found;
}

/** A short name for all bits of a reference (FNV-1a, 32 bits); all NaN are the same. */
export function digest(runs: readonly ReferenceRun[]): string {
  let hash = 0x811c9dc5;
  const bits = new DataView(new ArrayBuffer(8));
  for (const { memory } of runs) {
    for (const x of memory) {
      bits.setFloat64(0, Number.isNaN(x) ? Number.NaN : x);
      for (let i = 0; i < 8; i++) hash = Math.imul(hash ^ bits.getUint8(i), 0x01000193);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function show(x: number): string {
  return Object.is(x, -0) ? '-0' : `${x}`;
}
