/** Compiled programs as something to time, from the start state `q`, `v`. */
import { type Executable, view } from 'pliant/graph';

export interface Control {
  readonly executable: Executable;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  step(): void;
}

export function control(executable: Executable, q: readonly number[], v: readonly number[]): Control {
  const window = (name: string): Float64Array => view(executable.layout, executable.memory, name);
  const made = {
    executable,
    q: window('q'),
    v: window('v'),
    torque: window('torque'),
    step: executable.run.step,
  };
  window('period')[0] = 1e-3;
  executable.run.prepare();
  made.q.set(q);
  made.v.set(v);
  return made;
}

export interface Loop {
  reset(): void;
  step(): void;
  readonly v: Float64Array;
}

/** Control and plant as one program. */
export function joined(executable: Executable, q: readonly number[], v: readonly number[]): Loop {
  const { layout, memory, run } = executable;
  const window = (name: string): Float64Array => view(layout, memory, name);
  const [plantQ, plantV] = [window('plant.q'), window('plant.v')];
  window('control.period')[0] = 1e-3;
  run['control.prepare']();
  return {
    v: plantV,
    reset() {
      plantQ.set(q);
      plantV.set(v);
    },
    step: run.tick,
  };
}

/** Control and plant as two programs with copies between them, as a run has them. */
export function apart(c: Control, plant: Executable, q: readonly number[], v: readonly number[]): Loop {
  const window = (name: string): Float64Array => view(plant.layout, plant.memory, name);
  const [pq, pv, pt] = [window('q'), window('v'), window('torque')];
  const advance = plant.run.step;
  const { q: kq, v: kv, torque, step } = c;
  return {
    v: pv,
    reset() {
      pq.set(q);
      pv.set(v);
    },
    step() {
      for (let i = 0; i < kq.length; i++) kq[i] = pq[i];
      for (let i = 0; i < kv.length; i++) kv[i] = pv[i];
      step();
      for (let i = 0; i < torque.length; i++) pt[i] = torque[i];
      advance();
    },
  };
}
