/**
 * `latency.js JOINTS ELEMENTS`: from a design to a kernel that has made a step, as a fresh process does it first and
 * then again and again; milliseconds.
 */
import process from 'node:process';
import { controlProgram } from 'pliant/control';
import { emitWasm, initialise, lower, type Program } from 'pliant/graph';
import type { Model } from 'pliant/model';
import { designOf } from '../designs.js';
import { ownArm } from '../dynamics.js';
import { median } from '../fresh.js';
import { thirtyJoints } from '../trials.js';

export interface Latency {
  readonly trace: number;
  readonly simplify: number;
  readonly emit: number;
  /** And a first step. */
  readonly compile: number;
}

export interface Latencies {
  readonly cold: Latency;
  /** Each phase's median of ten. */
  readonly warm: Latency;
}

const [joints, elements] = process.argv.slice(2).map(Number);
const model = joints === 7 ? ownArm().model : thirtyJoints();
if (model.nv !== joints) throw new Error(`no robot of ${joints} joints`);

function once(of: Model, seed: number): Latency {
  const times = [performance.now()];
  const lap = (): void => void times.push(performance.now());
  const program = controlProgram(designOf(of, { count: elements, seed }));
  lap();
  const lowered = lower(program);
  lap();
  const bytes = emitWasm(lowered);
  lap();
  run(new WebAssembly.Module(bytes), program);
  lap();
  const [trace, simplify, emit, compile] = times.slice(1).map((time, i) => time - times[i]);
  return { trace, simplify, emit, compile };
}

function run(module: WebAssembly.Module, { layout, procedures }: Program): void {
  const { exports } = new WebAssembly.Instance(module);
  initialise(layout, new Float64Array((exports.memory as WebAssembly.Memory).buffer, 0, layout.size));
  for (const name of ['prepare', 'step']) {
    (exports[`p${procedures.findIndex((p) => p.name === name)}`] as () => void)();
  }
}

const cold = once(model, 1);
const later = Array.from({ length: 10 }, (_, i) => once(model, 2 + i));
const phase = (name: keyof Latency): number => median(later.map((l) => l[name]));
const warm = {
  trace: phase('trace'),
  simplify: phase('simplify'),
  emit: phase('emit'),
  compile: phase('compile'),
};
console.log(JSON.stringify({ cold, warm } satisfies Latencies));
