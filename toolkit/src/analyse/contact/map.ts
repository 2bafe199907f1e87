/** The verdicts over stiffness of the wall × damping of the loop. */
import { numbers } from '../../math/index.js';
import type { AdmittanceLoop, ImpedanceLoop, PressLoop } from './loop.js';
import { follower, inFreeSpace, onWall, type Radius } from './radius.js';
import { impactStatus, type Status, sweepDecades, sweepPoints, worse } from './verdict.js';

export interface ContactMap {
  /** N/m, rising, and N s/m. */
  readonly stiffness: readonly number[];
  readonly damping: readonly number[];
  /** ρ_contact, a row of all stiffnesses for each damping; row-major. */
  readonly contact: Float64Array;
  /** ρ_free of each damping. */
  readonly free: Float64Array;
  /** The largest ρ of the wall and of all softer ones that were looked at, like `contact`. */
  readonly sweep: Float64Array;
  /** Of an impact, like `contact`. */
  readonly impact: readonly Status[];
}

/** So many numbers from the first to the last, even in the logarithm. */
export function logSpaced(from: number, to: number, count: number): number[] {
  const step = numbers.log(to / from) / (count - 1);
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? to : from * numbers.exp(i * step)));
}

/** ρ_contact alone, row-major. `wallDamping` in N s/m is that of every wall. */
export function radiusMap(
  loop: AdmittanceLoop | ImpedanceLoop | PressLoop,
  stiffness: readonly number[],
  damping: readonly number[],
  wallDamping = 0,
): Float64Array {
  const out = new Float64Array(stiffness.length * damping.length);
  damping.forEach((D, row) => {
    const changed = { ...loop, damping: D };
    const tell = follower();
    stiffness.forEach((k, column) => {
      const wall = { stiffness: k, damping: wallDamping };
      out[row * stiffness.length + column] = onWall(changed, wall, tell).radius;
    });
  });
  return out;
}

/**
 * The whole verdict. A wall's softer ones are those of the row before it and, below the first, as many a decade as the
 * verdict of one wall looks at, over as many decades.
 */
export function contactMap(
  loop: AdmittanceLoop | ImpedanceLoop | PressLoop,
  stiffness: readonly number[],
  damping: readonly number[],
  wallDamping = 0,
): ContactMap {
  const columns = stiffness.length;
  const contact = new Float64Array(columns * damping.length);
  const sweep = new Float64Array(columns * damping.length);
  const free = new Float64Array(damping.length);
  const impact: Status[] = [];
  const below = logSpaced(
    stiffness[0] / numbers.exp(sweepDecades * numbers.log(10)),
    stiffness[0],
    sweepPoints + 1,
  );
  damping.forEach((D, row) => {
    const changed = { ...loop, damping: D };
    const tell = follower();
    const at = (k: number): Radius => onWall(changed, { stiffness: k, damping: wallDamping }, tell);
    const apart = inFreeSpace(changed);
    free[row] = apart.radius;
    let worst = below.slice(0, -1).map(at).reduce(worse);
    stiffness.forEach((k, column) => {
      const own = at(k);
      worst = worse(worst, own);
      contact[row * columns + column] = own.radius;
      sweep[row * columns + column] = worst.radius;
      impact.push(impactStatus(own, apart, worst));
    });
  });
  return { stiffness, damping, contact, free, sweep, impact };
}
