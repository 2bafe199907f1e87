/**
 * Sampled passivity: whether the loop could feed whatever passive thing touches it. It says nothing of how a passive
 * loop feels or rings, and it is not stability in contact: a loop that is not passive may be stable on a wall of a
 * known stiffness, which the spectral radius tells, and seldom on all.
 */
import { numbers } from '../../math/index.js';
import { minus, one, over, pi, scaled, times, turn } from './complex.js';
import { controllerResponse } from './controller.js';
import { type ContactLoop, type ImpedanceLoop, periodOf } from './loop.js';
import { responseAt } from './response.js';

const points = 600;

export interface HeldPassivity {
  /** Viscous friction that the driven mass must have, N s/m, and has. */
  readonly needed: number;
  readonly has: number;
  /** Where most is needed, rad/s. */
  readonly frequency: number;
  readonly passive: boolean;
}

/**
 * Colgate and Schenkel 1997, Passivity of a class of sampled-data systems: a law H(z) from samples of the place to a
 * held force is passive in front of a mass with viscous friction b exactly if, for 0 < ω ≤ π/T,
 *
 *     b > T/2 · Re{(1 − e^(−jωT)) H(e^(jωT))} / (1 − cos ωT).
 *
 * Of K and D on bare differences it is K T/2 + D. A part of a tick of delay counts as a whole one. Undefined where the
 * speed is measured, as the law then works on more than places, and where a flexible mode lies between.
 */
export function heldPassivity(loop: ImpedanceLoop): HeldPassivity | undefined {
  const plain = loop.flexible === undefined && (loop.integral ?? 0) === 0;
  if (loop.velocity.kind === 'measured' || !plain) return undefined;
  const T = loop.tick;
  const ticks = Math.ceil(loop.delay / T - 1e-9);
  let [needed, frequency] = [Number.NEGATIVE_INFINITY, 0];
  for (let i = 1; i <= points; i++) {
    const angle = (pi * i) / points;
    const z = turn(angle);
    const H = times(scaled(controllerResponse(loop, z), -1), turn(-angle * ticks));
    const b = ((T / 2) * times(minus(one, over(one, z)), H).re) / (1 - numbers.cos(angle));
    if (b > needed) [needed, frequency] = [b, angle / T];
  }
  const has = loop.friction ?? 0;
  return { needed, has, frequency, passive: has > needed };
}

export interface AdmittancePassivity {
  /** Least Re Y(jω), m/s per N, and where, rad/s. */
  readonly least: number;
  readonly frequency: number;
  /** Up to which frequency Re Y ≥ 0 all the way, rad/s. */
  readonly passiveTo: number;
  readonly passive: boolean;
}

/** Re Y(jω) ≥ 0 of the rendered admittance up to the Nyquist frequency. Undefined where it has no response. */
export function admittancePassivity(loop: ContactLoop): AdmittancePassivity | undefined {
  const nyquist = pi / periodOf(loop);
  let [least, frequency, passiveTo] = [Number.POSITIVE_INFINITY, 0, nyquist];
  for (let i = 0; i < points; i++) {
    // Even in the logarithm over four decades below the Nyquist frequency.
    const w = nyquist * numbers.exp((-4 * numbers.log(10) * (points - 1 - i)) / points);
    const response = responseAt(loop, w);
    if (response === undefined) return undefined;
    const { re } = response.mean;
    // Re Y of a part in 1e9 of |Y| is rounding.
    const noise = 1e-9 * Math.abs(response.mean.im);
    if (re < -noise && passiveTo === nyquist) passiveTo = w;
    if (re < least) [least, frequency] = [re, w];
  }
  return { least, frequency, passiveTo, passive: passiveTo === nyquist };
}
