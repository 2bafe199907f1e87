/** What the ledger says of random passive designs, evaluated at every stage and sampled. */
import { controlProgram, designProblems, passivityOf } from 'pliant/control';
import { compileWasm } from 'pliant/graph';
import type { Model } from 'pliant/model';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import type { Kernel, Plant } from 'pliant/port';
import { describe } from 'pliant/problem';
import { Run, type RunResult } from 'pliant/run';
import { type PassiveDesign, passiveDesign } from './passive-designs.js';
import { modelOfRobot, ownRobot } from './robots.js';

/** Seven joints, six, and two arms on a trunk. */
export const passiveRobots: readonly string[] = ['arm7', 'torso', 'arm6'];

/** s; the accurate plant's. */
const STEP = 1e-4;

/** Where a residual, as a part of the largest stored energy, is rounding. */
const ROUNDING = 5e-14;

/** What one halving of a step or a tick did. */
export interface Halving {
  /** The longer of both, s. */
  readonly from: number;
  /** By what the energy fell. */
  readonly ratio: number;
}

export interface PassiveTrial {
  readonly number: number;
  readonly robot: string;
  readonly made: PassiveDesign;
  /** Why it would not be passive; empty. */
  readonly reasons: readonly string[];
  /** How the runs ended. */
  readonly ended: readonly string[];
  /** The law at every stage of steps of 0.1 ms: |residual| as a part of the largest stored energy. */
  readonly residual: number;
  /**
   * Of that, halving the steps: from 0.1 ms, or where what is left is rounding from the shortest of 0.2, 0.4 and 0.8 ms
   * at which it is not.
   */
  readonly order: Halving;
  /** The law sampled at 1 ms with steps of 0.1 ms: the same. */
  readonly sampledResidual: number;
  /**
   * The sampling line, halving the tick: from 1 ms, or, where its terms of first and second order cancel there, from 0.5 or
   * 0.25 ms.
   */
  readonly sampling: Halving;
}

const models = new Map<string, Model>();
const plants = new Map<string, Plant>();

function modelNamed(name: string): Model {
  const model = models.get(name) ?? modelOfRobot(ownRobot(name));
  models.set(name, model);
  return model;
}

/** One plant for each robot and step, for all designs. */
function plantOf(name: string, step: number): Plant {
  const key = `${name} ${step}`;
  const found = plants.get(key);
  if (found !== undefined) return found;
  const model = modelNamed(name);
  const coulomb = new Array<number>(model.nv).fill(0);
  const program = rigidProgram(model, { step, method: 'rk4', stops: false, joints: { coulomb } });
  const plant = rigidPlant(compileWasm(program));
  plants.set(key, plant);
  return plant;
}

function energyOf(result: RunResult, kind: string): number {
  return result.ledger.find((line) => line.kind === kind)?.energy ?? Number.NaN;
}

/** Runs the design of this number for `duration` s; every fourth has laws in pieces and solids with edges. */
export function passiveTrial(number: number, duration: number): PassiveTrial {
  const robot = passiveRobots[number % passiveRobots.length];
  const made = passiveDesign(modelNamed(robot), number, number % 4 === 3);
  const problems = designProblems(made.design).filter(({ severity }) => severity !== 'warning');
  if (problems.length > 0) throw new Error(`design ${number}: ${problems.map(describe).join('\n')}`);
  const ended: string[] = [];
  const results = new Map<string, RunResult>();
  const run = (tick: number, step: number, rate: 'sampled' | 'continuous'): RunResult => {
    const key = `${rate} ${tick} ${step}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    const program = controlProgram({ ...made.design, period: tick }, { continuous: rate === 'continuous' });
    const plant = plantOf(robot, step);
    plant.reset(made.q, made.v);
    const kernel = compileWasm(program) as Kernel;
    const result = new Run({ kernel, plant, rate, tick, duration }).complete();
    ended.push(result.status);
    results.set(key, result);
    return result;
  };
  const residual = (step: number): number => run(step, step, 'continuous').verdict.residualShare;
  const sampled = (tick: number): RunResult => run(tick, tick < 0.5e-3 ? tick / 5 : STEP, 'sampled');
  const sampling = (tick: number): number => energyOf(sampled(tick), 'sampling');
  const { reasons } = passivityOf(made.design);
  return {
    number,
    robot,
    made,
    reasons: reasons.map(({ text }) => text),
    residual: residual(STEP),
    order: halved(
      [1e-4, 2e-4, 4e-4, 8e-4],
      (step) => residual(step) / residual(step / 2),
      (step) => residual(step / 2) > ROUNDING,
    ),
    sampledResidual: sampled(1e-3).verdict.residualShare,
    sampling: halved(
      [1e-3, 0.5e-3, 0.25e-3],
      (tick) => sampling(tick) / sampling(tick / 2),
      (_, ratio) => Math.abs(ratio - 2) < 0.5,
    ),
    ended,
  };
}

/** The first halving that counts, or the last. */
function halved(
  from: readonly number[],
  ratioOf: (from: number) => number,
  counts: (from: number, ratio: number) => boolean,
): Halving {
  const tried: Halving[] = [];
  for (const size of from) {
    const ratio = ratioOf(size);
    tried.push({ from: size, ratio });
    if (counts(size, ratio)) break;
  }
  return tried[tried.length - 1];
}
