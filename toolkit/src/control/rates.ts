/**
 * Whether torque rate limits are too slow for the springs behind them, from the model alone.
 *
 * A spring that is let go swings, and its torque with it: released at rest from where it is, M ẍ + K x = 0 with
 * K φ = ω² M φ, φᵀ M φ = 1, the torque τ₀ of the start is a sum of modes that turn at ω each, so that that of joint i
 * changes no faster than
 *
 *     Σ |(M φ)ᵢ (φᵀ τ₀)| ω.
 *
 * A limit below that makes torques come late, which puts energy in (line `limits` of the ledger) unless the damping is
 * strong enough to take it out. τ₀ is what the limits on forces and torques leave of it.
 */

import { generalisedEigen, numbers } from '../math/index.js';
import { massMatrixWithRotors } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { Design } from './design.js';
import { torquesOf } from './law.js';
import { capNorm } from './limits.js';
import { evaluateLaw } from './numeric.js';
import { partsOf, short, slopeOf } from './slopes.js';

export interface RateOptions {
  /** Configuration of the start (nq); the model's neutral one by default. */
  readonly q?: readonly number[];
  /** Rotor inertia for each entry of v (kg m² or kg) that is to stand for the model's own. */
  readonly rotorInertia?: readonly number[];
}

/** Fastest change of each joint's torque (nv, N m/s or N/s) as the springs swing from q; see above. */
export function springRates(design: Design, options: RateOptions = {}): number[] {
  const { model } = design;
  const { nv } = model;
  const q = options.q ?? model.neutral;
  const M = massMatrixWithRotors(model, q, options.rotorInertia);
  const torque = startTorque(design, q);
  const { values, vectors } = generalisedEigen(slopeOf(partsOf(design, q), 'stiffness', nv), M, nv);
  const rates = new Array<number>(nv).fill(0);
  vectors.forEach((mode, k) => {
    const omega = Math.sqrt(values[k] > 0 ? values[k] : 0);
    const share = mode.reduce((sum, x, i) => sum + x * torque[i], 0);
    for (let i = 0; i < nv; i++) {
      const force = mode.reduce((sum, x, j) => sum + M[i * nv + j] * x, 0);
      rates[i] += Math.abs(omega * share * force);
    }
  });
  return rates;
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
          'the limit is below what the springs take as they swing from the start: torques can come late and put energy in',
        expected: `at least ${short(needed)} ${unit} (greatest torque of each mode at the start times its angular frequency)`,
        got: `${short(most[i])} ${unit}`,
        hint: 'raise it, or lower the stiffness or the distance to go; limits.force and limits.torque lower what it takes',
      },
    ];
  });
}

/** Torques of the elements at rest in q, within the limits on forces and torques. */
function startTorque(design: Design, q: readonly number[]): number[] {
  const { model, limits } = design;
  const { kinematics, loads } = evaluateLaw(design, q, new Array<number>(model.nv).fill(0));
  const sites = [...loads.sites.values()].map((load) => {
    const cap = limits?.force?.find(({ at }) => at === load.site.name);
    return cap === undefined || load.force === undefined
      ? load
      : { ...load, force: capNorm(numbers, load.force, cap.norm) };
  });
  const torque = torquesOf(numbers, model, kinematics, sites, loads.joints);
  const { most, how = 'scale' } = limits?.torque ?? {};
  if (most === undefined) return torque;
  const room = torque.map((t, i) => (Math.abs(t) > most[i] ? most[i] / Math.abs(t) : 1));
  const least = room.reduce((a, b) => (b < a ? b : a), 1);
  return torque.map((t, i) => t * (how === 'scale' ? least : room[i]));
}
