/** Runs trials on back ends and compares every bit of their memories with the interpreter's. */
import { compileJavaScript, compileWasm, type Executable, interpret, type Program } from 'pliant/graph';
import { type Build, compileC, type Job } from './c.js';
import type { Trial, Write } from './trials.js';

export const backEnds: Readonly<Record<string, (program: Program) => Executable>> = {
  interpreter: interpret,
  JavaScript: compileJavaScript,
  WebAssembly: compileWasm,
};

/** How often memories were compared, and where they differed. */
export interface Comparison {
  readonly states: number;
  /** Entries whose bits differ (all NaN are the same). */
  readonly different: number;
  /** The first of them, in words. */
  readonly first: string | undefined;
}

/** What the interpreter makes of a trial: the memory after the writes of each state, and after its procedures. */
export interface Reference {
  readonly trial: Trial;
  readonly before: readonly Float64Array[];
  readonly after: readonly Float64Array[];
}

export function referenceOf(trial: Trial): Reference {
  const executable = interpret(trial.program);
  const before: Float64Array[] = [];
  const after = trial.states.map((state) => {
    put(executable.memory, state);
    before.push(executable.memory.slice());
    runAll(executable, trial.procedures);
    return executable.memory.slice();
  });
  return { trial, before, after };
}

/** Runs an executable through all states, its memory carried from state to state. */
export function compare({ trial, after }: Reference, executable: Executable): Comparison {
  const tally = new Tally(trial);
  trial.states.forEach((state, k) => {
    put(executable.memory, state);
    runAll(executable, trial.procedures);
    tally.take(k, executable.memory, after[k]);
  });
  return tally;
}

/** Every state by itself, in compiled C. The procedures are run one after the other in the same process. */
export function compareC(references: readonly Reference[], build: Build): Comparison[] {
  const compiled = compileC(
    references.map(({ trial }) => trial.program),
    build,
  );
  try {
    return references.map(({ trial, before, after }, number) => {
      const tally = new Tally(trial);
      let memories = before;
      for (const procedure of trial.procedures) {
        const jobs = memories.map((memory): Job => ({ procedure, memory }));
        memories = compiled.run(number, jobs);
      }
      memories.forEach((memory, k) => {
        tally.take(k, memory, after[k]);
      });
      return tally;
    });
  } finally {
    compiled.dispose();
  }
}

/**
 * Two instances of one program, stepped in turn, the second one through the states backwards: entries in which
 * their memories differ from what each has when it runs alone.
 */
export function interleaved(
  { program, procedures, states }: Trial,
  make: (program: Program) => Executable,
): number {
  const backwards = [...states].reverse();
  const [a, b] = [make(program), make(program)];
  const alone = (executable: Executable, sequence: Trial['states']): Float64Array => {
    const before = executable.memory.slice();
    for (const state of sequence) {
      put(executable.memory, state);
      runAll(executable, procedures);
    }
    const after = executable.memory.slice();
    executable.memory.set(before);
    return after;
  };
  const [wantedA, wantedB] = [alone(a, states), alone(b, backwards)];
  states.forEach((state, k) => {
    put(a.memory, state);
    put(b.memory, backwards[k]);
    for (const name of procedures) {
      a.run[name]();
      b.run[name]();
    }
  });
  return apart(a.memory, wantedA).length + apart(b.memory, wantedB).length;
}

class Tally implements Comparison {
  readonly #trial: Trial;
  states = 0;
  different = 0;
  first: string | undefined;

  constructor(trial: Trial) {
    this.#trial = trial;
  }

  take(state: number, got: Float64Array, wanted: Float64Array): void {
    this.states++;
    const wrong = apart(got, wanted);
    if (wrong.length > 0 && this.first === undefined) {
      const [at] = wrong;
      const name = fieldAt(this.#trial.program, at);
      this.first = `${this.#trial.title}, state ${state}: ${name} is ${got[at]}, not ${wanted[at]}`;
    }
    this.different += wrong.length;
  }
}

function apart(a: Float64Array, b: Float64Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < b.length; i++) if (!Object.is(a[i], b[i])) found.push(i);
  return found;
}

function fieldAt({ layout }: Program, at: number): string {
  const region = layout.regions.find((r) => at >= r.offset && at < r.offset + r.size);
  const inside = at - (region?.offset ?? 0);
  const field = layout.fields.find(
    (f) => f.region === region?.name && inside >= f.offset && inside < f.offset + f.size,
  );
  return field === undefined ? `float ${at}` : `${field.name}[${inside - field.offset}]`;
}

function put(memory: Float64Array, writes: readonly Write[]): void {
  for (const { at, values } of writes) memory.set(values, at);
}

function runAll(executable: Executable, procedures: readonly string[]): void {
  for (const name of procedures) executable.run[name]();
}
