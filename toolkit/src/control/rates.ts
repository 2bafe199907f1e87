/**
 * Whether torque rate limits are too slow for the springs behind them, from the model alone.
 *
 * A spring that is let go drives the arm up to its top speed and brakes it from there on. At top speed there is no
 * acceleration: the torque passes through 0, and its rate is that of the springs alone, −K v, whatever the damping.
 * A limit below that goes on driving where the law brakes. Torques come late then, which puts energy in (line
 * `limits` of the ledger); a little lower still, the swing grows. What the limit delays before, while the torque rises
 * from rest to its start value, only delays the motion.
 *
 * Released at rest, M ẍ + D ẋ + K x = 0 with K φ = ω² M φ, φᵀ M φ = 1 and ζ = φᵀ D φ/(2 ω), the torque τ₀ of the
 * start is a sum of modes. x₀ at the start of one becomes the speed −x₀ (ω/√(1 − ζ²)) e^(−ζωt) sin(√(1 − ζ²) ωt), at
 * most x₀ ω g(ζ), so that the torque of joint i changes by at most
 *
 *     Σ |(M φ)ᵢ (φᵀ τ₀)| ω g(ζ),   g(ζ) = e^(−ζ acos(ζ)/√(1 − ζ²)),
 *
 * g(0) = 1, g(1) = 1/e, beyond that with acosh(ζ)/√(ζ² − 1). τ₀ is what the limits on forces and torques leave of it;
 * of D only what acts on each mode by itself counts.
 */
import { generalisedEigen, matrixTimes, numbers } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import { wholeDesign } from './bodies.js';
import type { Design } from './design.js';
import { short } from './gain-limits.js';
import { torquesOf } from './law.js';
import { capNorm } from './limits.js';
import { evaluateLaw } from './numeric.js';
import { type JudgedAt, linearised } from './slopes.js';

export type RateOptions = JudgedAt;

/** Fastest change of each joint's torque (nv, N m/s or N/s) as the springs brake the swing from q; see above. */
export function springRates(design: Design, options: RateOptions = {}): number[] {
  const {
    M,
    D,
    K,
    model: { nv },
    robot,
  } = linearised(design, options);
  const torque = startTorque(design, options.q ?? design.model.neutral);
  const { values, vectors } = generalisedEigen(K, M, nv);
  const rates = new Array<number>(nv).fill(0);
  vectors.forEach((mode, k) => {
    if (!(values[k] > 0)) return;
    const omega = Math.sqrt(values[k]);
    const share = dot(mode, torque);
    const speed = topSpeed(dot(mode, matrixTimes(D, mode)) / (2 * omega));
    matrixTimes(M, mode).forEach((force, i) => {
      rates[i] += Math.abs(omega * speed * share * force);
    });
  });
  return rates.slice(0, robot);
}

/**
 * Greatest speed of ẍ + 2 ζ ẋ + x = 0 from x = 1 at rest: e^(−ζ acos(ζ)/√(1 − ζ²)) for a damping ratio below 1, with
 * acosh(ζ)/√(ζ² − 1) above, 1/e at 1.
 */
export function topSpeed(ratio: number): number {
  const square = 1 - ratio * ratio;
  const root = Math.sqrt(Math.abs(square));
  if (root < 1e-6) return numbers.exp(-1);
  const angle = square > 0 ? numbers.atan2(root, ratio) : numbers.log(ratio + root);
  return numbers.exp((-ratio * angle) / root);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * b[i], 0);
}

/** A warning for each joint whose rate limit is below {@link springRates}. */
export function rateProblems(design: Design, options: RateOptions = {}): Problem[] {
  const { model, limits } = design;
  if (limits?.torqueRate === undefined) return [];
  if (model.massless.length > 0 && options.rotorInertia === undefined) return [];
  const { most } = limits.torqueRate;
  return springRates(design, options).flatMap((needed, i): Problem[] => {
    if (!(most[i] < needed)) return [];
    const joint = model.velocityNames[i];
    const unit = `${model.forceUnits[i]}/s`;
    return [
      {
        code: 'slow-torque-rate',
        severity: 'warning',
        where: { path: 'control.limits.torqueRate', name: `joint ${JSON.stringify(joint)}` },
        message:
          'the limit is below the rate at which torques go from driving to braking after the start: they can come late and put energy in',
        expected: `at least ${short(needed)} ${unit} (what the springs take at the top speed of each mode)`,
        got: `${short(most[i])} ${unit}`,
        hint: 'raise it, add damping, or lower the stiffness or the distance to go; limits.force and limits.torque lower what it takes',
      },
    ];
  });
}

/** Torques of the elements at rest in q, within the limits on forces and torques; those on virtual bodies have none. */
function startTorque(design: Design, q: readonly number[]): number[] {
  const { model, limits } = design;
  const { kinematics, loads } = evaluateLaw(design, q, new Array<number>(model.nv).fill(0));
  const sites = [...loads.sites.values()].map((load) => {
    const cap = limits?.force?.find(({ at }) => at === load.site.name);
    return cap === undefined || load.force === undefined
      ? load
      : { ...load, force: capNorm(numbers, load.force, cap.norm) };
  });
  const torque = torquesOf(numbers, wholeDesign(design).model, kinematics, sites, loads.joints);
  const { most, how = 'scale' } = limits?.torque ?? {};
  if (most === undefined) return torque;
  const room = torque.map((t, i) => (i < model.nv && Math.abs(t) > most[i] ? most[i] / Math.abs(t) : 1));
  const least = room.reduce((a, b) => (b < a ? b : a), 1);
  return torque.map((t, i) => t * (i < model.nv && how === 'scale' ? least : room[i]));
}
