/**
 * Where the arm comes to rest from a start, by its smooth motion: (M + R) v̇ = force − dampers, with the
 * joints' own viscous damping, without Coulomb friction, stops and limits, and with a law that acts at every instant.
 * Points that move do so as time goes by.
 */

import { greatest, type Minimum } from './descent.js';
import { DormandPrince } from './dormand-prince.js';
import type { ForceField } from './force-field.js';
import { heldApart, heldBy } from './held.js';
import { restBelow } from './relax.js';

export interface SettleOptions {
  readonly start: readonly number[];
  /** Velocity at the start (nv); 0 by default. */
  readonly speeds?: readonly number[];
  /** Time at which points that move have come to their end, s; 0 by default. */
  readonly still?: number;
  /** Longest time that is followed, s; 60 by default. */
  readonly longest?: number;
  /** Steps at most; 200,000 by default. */
  readonly steps?: number;
  readonly told?: (time: number) => void;
}

export interface Settled {
  /**
   * rest: at the minimum. saddle: at rest where the force is 0 and the least push decides. moving: not at rest after the
   * longest time. lost: no step was short enough.
   */
  readonly status: 'rest' | 'saddle' | 'moving' | 'lost';
  /** When it was at rest, or as far as it was followed, s. */
  readonly time: number;
  readonly q: readonly number[];
  /** Of rest; of a motion that goes on, the one about which it was for the last quarter of the time, if it was one. */
  readonly minimum?: Minimum;
  /** How far from it what it holds was in that time, m or rad. */
  readonly stray?: number;
  readonly steps: number;
}

const tolerance = { relative: 1e-8, absolute: 1e-9 };
/** What a minimum holds has to be this near to it, m or rad, … */
const near = 5e-4;
/** … this slow, m/s or rad/s, at this many looks one after the other. */
const slow = 2e-3;
const looks = 4;
/** Time between looks whether it is at rest, s. */
const look = 0.25;

export function settle(field: ForceField, options: SettleOptions): Settled {
  const { start, still = 0, longest = 60, steps = 200_000 } = options;
  const { nq, nv } = field.model;
  const stateOf = (y: readonly number[]) => ({ q: y.slice(0, nq), v: y.slice(nq) });
  const motion = new DormandPrince(
    (t, y) => {
      const { q, v } = stateOf(y);
      const { rate, acceleration } = field.rate(q, v, t);
      return [...rate, ...acceleration];
    },
    [...start, ...(options.speeds ?? new Array<number>(nv).fill(0))],
    tolerance,
    { project: (y) => [...field.unit(y.slice(0, nq)), ...y.slice(nq)] },
  );
  let quiet = 0;
  let balanced = 0;
  let due = Math.max(look, still);
  const end = Math.max(longest, still + look * (looks + 1));
  /** Since when the motion has been about one minimum, and how far from it. */
  let about: { readonly minimum: Minimum; readonly since: number; stray: number } | undefined;
  let strongest = greatest(field.force(start));
  for (let step = 0; step < steps; step++) {
    if (!motion.step(Math.min(end, due))) return ended('lost');
    if (motion.time >= due) {
      due += look;
      options.told?.(motion.time);
      const { q, v } = stateOf(motion.state);
      field.time = motion.time;
      const force = greatest(field.force(q));
      strongest = Math.max(strongest, force);
      const minimum = restBelow(field, q);
      quiet = minimum !== undefined && restsAt(field, minimum, q, v) ? quiet + 1 : 0;
      if (minimum !== undefined && quiet >= looks) return { ...ended('rest'), q: minimum.q, minimum };
      balanced = quiet === 0 && greatest(v) < 1e-6 && force < 1e-6 * strongest ? balanced + 1 : 0;
      if (balanced >= looks) return ended('saddle');
      if (minimum === undefined) about = undefined;
      else {
        const held = heldBy(field, minimum);
        const stray = heldApart(field, held, q, minimum.q);
        if (about !== undefined && heldApart(field, held, about.minimum.q, minimum.q) < 2 * near)
          about.stray = Math.max(about.stray, stray);
        else about = { minimum, since: motion.time, stray };
      }
    }
    if (motion.time >= end) break;
  }
  if (about !== undefined && about.since <= 0.75 * motion.time)
    return { ...ended('moving'), minimum: about.minimum, stray: about.stray };
  return ended('moving');

  function ended(status: Settled['status']): Settled {
    return { status, time: motion.time, q: stateOf(motion.state).q, steps: motion.taken };
  }
}

/** Whether what a minimum holds is there and stays, whatever its null motions do. */
function restsAt(field: ForceField, minimum: Minimum, q: readonly number[], v: readonly number[]): boolean {
  const held = heldBy(field, minimum);
  if (held.points.length + held.springs.length === 0) return greatest(v) < slow;
  const h = 1e-4;
  const after = field.move(
    q,
    v.map((x) => h * x),
  );
  return heldApart(field, held, q, minimum.q) < near && heldApart(field, held, q, after) < slow * h;
}
