/**
 * Whether a servo that follows by torques can be stable at its tick, its command at rest and nothing touched: τ = −K x − D v −
 * I z in each joint, z⁺ = z + T x, on the arm's mass matrix M in the pose of the start. The map from tick to tick is that of
 * stability.ts, with the integrals behind. Computed torque has K = ω² M, D = 2 ω M of the model's own M.
 */
import { generalisedEigen, matrixTimes, spectralRadius } from '../math/index.js';
import { massMatrixWithRotors } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { Design } from './design.js';
import { short } from './gain-limits.js';
import { ladenModel } from './laden-model.js';
import { servoReleased } from './laws/law-phases.js';
import { heldSteps, stableRadius, type TickOptions } from './stability.js';

/** Gains of each joint, nv each. */
interface Gains {
  readonly stiffness: readonly number[];
  readonly damping: readonly number[];
  readonly integral: readonly number[];
}

/** What is judged: the arm about its start under held torques, n steps of the plant a tick. */
interface Held {
  readonly design: Design;
  readonly M: readonly number[];
  readonly steps: readonly number[];
  /** (1 + 1/n)/2. */
  readonly beta: number;
}

/** The gains of a servo that diverges by itself: a warning with gains that do not. */
export function servoTickProblems(design: Design, options: TickOptions = {}): Problem[] {
  const { servo, model, period: T } = design;
  if (servo === undefined || servo.follow.kind === 'drive' || servoReleased(design) === 'always') return [];
  if (model.massless.length > 0 && options.rotorInertia === undefined) return [];
  const { nv } = model;
  const n = options.stepsPerTick ?? 1;
  const q = (options.q ?? model.neutral).slice(0, model.nq);
  const M = massMatrixWithRotors(ladenModel(design), q, options.rotorInertia);
  const own = (options.jointDamping ?? new Array<number>(nv).fill(0)).slice(0, nv);
  const held: Held = { design, M, steps: heldSteps({ model, M }, own, T, n), beta: (1 + 1 / n) / 2 };
  const { follow } = servo;
  if (follow.kind === 'computed torque') {
    const told = massMatrixWithRotors(ladenModel(design), q, undefined);
    return bandwidthProblems(held, told, follow.bandwidth);
  }
  const each = (values: readonly number[]) =>
    values.length === 1 ? new Array<number>(nv).fill(values[0]) : values;
  return gainProblems(held, {
    stiffness: each(follow.stiffness),
    damping: each(follow.damping),
    integral: follow.kind === 'pid' ? each(follow.integral) : new Array<number>(nv).fill(0),
  });
}

function gainProblems(held: Held, gains: Gains): Problem[] {
  if (stable(held, gains)) return [];
  const { design, beta } = held;
  const { nv } = design.model;
  const tick = `a tick of ${short(design.period * 1e3)} ms`;
  const without = { ...gains, integral: new Array<number>(nv).fill(0) };
  if (stable(held, without)) {
    const share = greatest((s) => stable(held, scaled(gains, undefined, s)));
    return [
      warning(
        'integral',
        'the servo’s integral winds the joints up until they swing, whatever touches them',
        `at most ${roundedDown(share)} of it`,
        'lower control.servo.follow.integral, or raise the stiffness and damping beside it',
      ),
    ];
  }
  const late = (1 - beta) * design.period;
  const least = gains.stiffness.map((k, i) => late * k - gains.damping[i]);
  const lowered = loweredGains(held, gains);
  if (lowered === undefined) {
    const i = least.reduce((most, x, at) => (x > least[most] ? at : most), 0);
    return [
      warning(
        'damping',
        `the servo’s stiffness, whose torque is held for ${tick}, puts in more than its damping takes out`,
        `a damping of at least ${short(late * 1e3)} ms times the stiffness`,
        'raise control.servo.follow.damping, or control.rate',
        design.model.velocityNames[i],
      ),
    ];
  }
  const names = design.model.velocityNames;
  const changed = names.flatMap((name, i) => (lowered[i] === 1 ? [] : [{ name, i }]));
  const most = (values: readonly number[]) =>
    `{ ${changed.map(({ name, i }) => `${name}: ${roundedDown(lowered[i] * values[i])}`).join(', ')} }`;
  return [
    warning(
      'damping',
      `the servo’s gains cannot be stable when its torque is held for ${tick}`,
      `less in ${changed.map(({ name }) => name).join(', ')}`,
      `at most stiffness: ${most(gains.stiffness)}, damping: ${most(gains.damping)} there, or raise control.rate`,
    ),
  ];
}

function bandwidthProblems({ M, beta, design }: Held, told: readonly number[], bandwidth: number): Problem[] {
  const { period: T, model } = design;
  const { values } = generalisedEigen(told, M, model.nv);
  const most = values[model.nv - 1];
  // 2 T δ + (2β − 1) T² ω² < 4 with δ = 2 ω: condition (2) of stability.ts, where the model is `most` times the arm.
  const b = 2 * beta - 1;
  const bound = (2 * (Math.sqrt(1 + b / most) - 1)) / (b * T);
  if (bandwidth < bound * (1 + 1e-9)) return [];
  return [
    warning(
      'bandwidth',
      `computed torque of this bandwidth cannot be stable when its torque is held for a tick of ${short(T * 1e3)} ms`,
      `below ${roundedDown(bound)} rad/s`,
      'lower control.servo.follow.bandwidth, or raise control.rate',
    ),
  ];
}

function warning(key: string, message: string, expected: string, hint: string, joint?: string): Problem {
  return {
    code: 'unstable-at-tick',
    severity: 'warning',
    where: {
      path: `control.servo.follow.${key}`,
      ...(joint === undefined ? {} : { name: `joint ${JSON.stringify(joint)}` }),
    },
    message,
    expected,
    hint,
  };
}

/** Whether [x; v; z] comes to rest from tick to tick. */
function stable({ design, steps }: Held, { stiffness, damping, integral }: Gains): boolean {
  const {
    period: T,
    model: { nv },
  } = design;
  const size = 3 * nv;
  const map = new Array<number>(size * size).fill(0);
  for (let i = 0; i < 2 * nv; i++)
    for (let j = 0; j < nv; j++) {
      const f = steps[i * size + 2 * nv + j];
      map[i * size + j] = steps[i * size + j] - f * (stiffness[j] + T * integral[j]);
      map[i * size + nv + j] = steps[i * size + nv + j] - f * damping[j];
      map[i * size + 2 * nv + j] = -f * integral[j];
    }
  for (let j = 0; j < nv; j++) {
    // z of a joint without an integral is none.
    if (integral[j] === 0) continue;
    map[(2 * nv + j) * size + j] = T;
    map[(2 * nv + j) * size + 2 * nv + j] = 1;
  }
  return spectralRadius(map, size) <= stableRadius;
}

/** What of each joint's gains is left when those that act most in the direction that diverges are lowered until none does. */
function loweredGains(held: Held, gains: Gains): number[] | undefined {
  const { design, M, beta } = held;
  const {
    period: T,
    model: { nv },
  } = design;
  const share = new Array<number>(nv).fill(1);
  const sizes = gains.damping.map((d, i) => 2 * T * d + (2 * beta - 1) * T * T * gains.stiffness[i]);
  for (let k = 0; k < 200 * nv; k++) {
    const form = M.map((_, at) => (at % (nv + 1) === 0 ? share[at / (nv + 1)] * sizes[at / (nv + 1)] : 0));
    const { values, vectors } = generalisedEigen(form, M, nv);
    if (values[nv - 1] < 3.9 && stable(held, scaled(gains, share))) return share;
    if (values[nv - 1] < 0.1) return undefined;
    const x = vectors[nv - 1];
    const acts = matrixTimes(form, x).map((f, i) => f * x[i]);
    const most = acts.reduce((best, a, i) => (a > acts[best] ? i : best), 0);
    share[most] *= 0.95;
  }
  return undefined;
}

/** Gains by joint times `share`, the integral's times `integral` besides. */
function scaled(gains: Gains, share: readonly number[] | undefined, integral = 1): Gains {
  const of = (values: readonly number[], by: number) => values.map((x, i) => x * by * (share?.[i] ?? 1));
  return {
    stiffness: of(gains.stiffness, 1),
    damping: of(gains.damping, 1),
    integral: of(gains.integral, integral),
  };
}

/** The greatest s of (0, 1) that holds, where all below one that holds do. */
function greatest(holds: (s: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let k = 0; k < 30; k++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Two digits, never above x. */
function roundedDown(x: number): string {
  const near = Number(x.toPrecision(2));
  return short(near <= x ? near : Number((x * 0.95).toPrecision(2)));
}
