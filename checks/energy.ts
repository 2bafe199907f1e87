/** Where energy goes in runs: passive designs, friction that sticks, dampers that cannot be sampled. */
import { controlProgram, tickStability } from 'pliant/control';
import { compileWasm, view } from 'pliant/graph';
import { numbers } from 'pliant/math';
import { gravityTorque, integrate, type Model, standardGravity } from 'pliant/model';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import type { Kernel } from 'pliant/port';
import { Run, type RunResult, type RunStatus } from 'pliant/run';
import { designOf } from './designs.js';
import { chance, vector } from './made-robots.js';
import { assembled, assemblyOf, dampedArm } from './scenarios.js';

const smooth = ['linear', 'line', 'attitude', 'attitude-rate', 'joint'];

/** 20 springs and dampers whose laws are smooth, evaluated at every stage of Runge–Kutta steps of `step` seconds. */
export function passiveRun(model: Model, step: number, duration: number): RunResult {
  const design = designOf(model, {
    count: 20,
    period: step,
    limits: false,
    moves: false,
    saturation: false,
    kinds: ({ family, kind }) => family !== 'source' && smooth.includes(kind),
  });
  const none = new Array<number>(model.nv).fill(0);
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  const program = rigidProgram(model, { step, method: 'rk4', stops: false, joints: { coulomb: none } });
  const plant = rigidPlant(compileWasm(program));
  plant.reset(model.neutral, none);
  return new Run({ kernel, plant, rate: 'continuous', tick: step, duration }).complete();
}

export function residual(result: RunResult): number {
  return Math.abs(result.ledger.find((line) => line.kind === 'residual')?.energy ?? Number.NaN);
}

/**
 * How far joints creep, rad or m, in `duration` seconds under gravity and the pull of 20 springs when the friction
 * of each joint is `margin` of what pulls at it: 0 where it truly sticks.
 */
export function creep(model: Model, margin: number, duration: number): number {
  const design = designOf(model, { count: 20, limits: false, moves: false });
  const kernel = compileWasm(
    controlProgram({ ...design, compensate: [], guards: { nonFinite: 'off' } }),
  ) as Kernel;
  const q = integrate(numbers, model, model.neutral, vector(chance(12), model.nv, 0.4), 1);
  const none = new Array<number>(model.nv).fill(0);
  const pull = pullAt(model, kernel, q);
  const coulomb = pull.map((force) => margin * Math.abs(force) + 1e-9);
  const program = rigidProgram(model, { step: 1e-3, stops: false, joints: { coulomb } });
  const plant = rigidPlant(compileWasm(program));
  plant.reset(q, none);
  new Run({ kernel, plant, tick: 1e-3, duration }).complete();
  return Math.max(...plant.q.map((x, i) => Math.abs(x - q[i])));
}

/** What a model at rest at q must be held against: gravity less what the springs do. */
function pullAt(model: Model, kernel: Kernel, q: readonly number[]): number[] {
  const window = (name: string): Float64Array => view(kernel.layout, kernel.memory, name);
  kernel.run.prepare();
  window('q').set(q);
  kernel.run.step();
  const torque = window('torque');
  const holding = gravityTorque(numbers, model, q, standardGravity);
  return holding.map((force, i) => force - torque[i]);
}

export interface Sampled {
  /** Warnings of `check` that name the damper. */
  readonly named: number;
  /** By how much a shiver grows from tick to tick while it is small; NaN where it never does. */
  readonly growth: number;
  /** The same as predicted from the model where the robot then stands. */
  readonly predicted: number;
  readonly status: RunStatus;
}

/** A damper of `share` of the most that can be stable at the tick, on the project's arm that somebody touches. */
export function sampledDamper(damper: string, share: number): Sampled {
  const { design, start } = assemblyOf(dampedArm(damper, 1));
  const [{ limit }] = tickStability(design, { q: start }).elements;
  const text = dampedArm(damper, share * limit);
  const named = assembled(text).problems.filter(
    ({ code, where }) =>
      code === 'unstable-at-tick' && where.path?.startsWith('control.elements.brake.damping') === true,
  );
  const assembly = assemblyOf(text);
  const run = assembly.begin([]);
  const [q, v] = ['q', 'v'].map((name) => view(assembly.plant.layout, assembly.plantCode.memory, name));
  const shivers: number[] = [];
  let growth = Number.NaN;
  let predicted = Number.NaN;
  let before = [...v];
  while (run.advance(0) === 'running') {
    const shiver = Math.hypot(...v.map((x, i) => x - before[i]));
    shivers.push(shiver);
    before = [...v];
    if (Number.isNaN(growth) && shivers.length > 150 && shiver > 0.1) {
      growth = (shiver / shivers[shivers.length - 21]) ** (1 / 20);
      predicted = tickStability(assembly.design, { q: [...q] }).radius;
    }
  }
  return { named: named.length, growth, predicted, status: run.status };
}
