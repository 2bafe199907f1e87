/** What gains a scenario with virtual bodies bears at its tick. */
import { type GainLimit, tickStability } from '../control/index.js';
import { formatNumber } from '../math/index.js';
import type { Draft } from './draft.js';
import { aboutStart } from './findings.js';

/** The stable range of springs and dampers at a tick; see control/stability.ts. */
export interface StableRange {
  /** s. */
  readonly tick: number;
  /** Spectral radius of the map from tick to tick of robot and bodies together; up to 1 + 1e-6 is stable. */
  readonly radius: number;
  /** Of each spring and damper that has a bound, all others left out; what is not here is stable at any gain. */
  readonly limits: readonly GainLimit[];
  /** The same in words, a line each. */
  readonly text: string;
}

/** Of a scenario with virtual bodies whose law is sampled; otherwise undefined. */
export function stableRange(draft: Draft): StableRange | undefined {
  const { design, timing } = draft;
  if (design.bodies === undefined || timing.continuous) return undefined;
  const { radius, elements: limits } = tickStability(design, {
    ...aboutStart(draft),
    stepsPerTick: timing.steps,
  });
  const tick = timing.tick;
  const lines = limits.map(
    ({ element, parameter, gain, limit, falls, unit, inertia }) =>
      `  ${element}.${parameter}: ${falls ? 'above' : 'below'} ${formatNumber(limit, 4)} ${unit}, is ${formatNumber(gain, 4)} (m = ${formatNumber(inertia, 4)})`,
  );
  const others = limits.length === 0 ? 'every spring and damper' : 'every other spring and damper';
  const text = [
    `with virtual bodies, at a tick of ${formatNumber(1e3 * tick)} ms: spectral radius ${formatNumber(radius, 6)}, stable up to 1`,
    ...lines,
    `  ${others}: at any gain by itself`,
  ].join('\n');
  return { tick, radius, limits, text };
}
