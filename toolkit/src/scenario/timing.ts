/** Tick, step and method of a scenario's run. */
import { stepsInTick } from '../run/index.js';
import type { Complaints } from './complaints.js';
import type { Scenario } from './scenario.js';

/** Tick, plant step and method: what is not said follows from what is. */
export interface Timing {
  /** T, s: the control tick; under `continuous` the plant's step. */
  readonly tick: number;
  readonly step: number;
  /** Steps of the plant a tick. */
  readonly steps: number;
  readonly method: 'semi-implicit' | 'rk4';
  readonly continuous: boolean;
}

const CONTINUOUS_STEP = 1e-3;
const BENCH_STEP = 1e-5;

export function timingOf(scenario: Scenario, complaints: Complaints): Timing {
  const { rate } = scenario.control;
  const { bench } = scenario.plant;
  const { step: given, method: asked } =
    bench === undefined ? scenario.plant.rigid : { step: bench.step, method: undefined };
  const section = bench === undefined ? 'plant.rigid' : 'plant.bench';
  const continuous = rate === 'continuous';
  if (continuous && bench !== undefined) {
    complaints.error('continuous-bench', 'control.rate', 'a bench has no continuous control law', {
      hint: 'give control.rate a frequency: 100 kHz holds a command for one step of 10 µs',
    });
  }
  const step = given ?? (continuous ? CONTINUOUS_STEP : bench === undefined ? 1 / rate : benchStep(1 / rate));
  const tick = continuous ? step : 1 / rate;
  const method =
    asked === undefined ? (continuous ? 'rk4' : 'semi-implicit') : asked === 'runge-kutta' ? 'rk4' : asked;
  if (continuous && bench === undefined && method !== 'rk4') {
    complaints.error(
      'continuous-method',
      'plant.rigid.method',
      'a continuous control law needs the method runge-kutta',
    );
  }
  const steps = stepsInTick(tick, step);
  if (steps === undefined) {
    complaints.error('step-uneven', `${section}.step`, 'a tick is not a whole number of steps', {
      expected: `${tick} s over a whole number`,
      got: `${step} s`,
    });
  }
  if (scenario.duration < 0.5 * tick) {
    complaints.error('duration-short', 'duration', 'the run is shorter than one tick', {
      expected: `at least ${tick} s`,
      got: `${scenario.duration} s`,
    });
  }
  return { tick, step: tick / (steps ?? 1), steps: steps ?? 1, method, continuous };
}

/** The longest step of a bench that makes a tick and is not above 10 µs. */
function benchStep(tick: number): number {
  return tick / Math.ceil(tick / BENCH_STEP - 1e-9);
}
