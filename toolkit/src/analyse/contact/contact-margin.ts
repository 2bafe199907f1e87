/** All that is known of a sampled loop in contact before it runs, as plain data. */
import type { Impact } from './impact.js';
import { impactOf } from './impact.js';
import {
  type DampingCost,
  dampingCost,
  delayMargin,
  type GainMargin,
  gainMargin,
  type StiffestWall,
  safeValues,
  stiffestSafe,
} from './limits.js';
import { type ContactLoop, type ForceLoop, feltStiffness, innerOf, type Wall } from './loop.js';
import {
  type AdmittancePassivity,
  admittancePassivity,
  type HeldPassivity,
  heldPassivity,
} from './passivity.js';
import type { Interval } from './search.js';
import { roundedUp, type Suggestion, suggestionsOf } from './suggestion.js';
import { type Status, type Verdict, verdictOf } from './verdict.js';

export interface ContactMargin {
  readonly name: string;
  readonly loop: ContactLoop;
  /** What the wall feels like through the springs in line, N/m. */
  readonly felt: number;
  readonly verdict: LandingVerdict;
  /** On the wall; undefined where the loop is unstable on it. */
  readonly gain: GainMargin | undefined;
  /** s. */
  readonly delay: number | undefined;
  readonly stiffest: StiffestWall;
  /** Safe dampings and virtual masses on the wall; undefined where the law has none to choose. */
  readonly damping: readonly Interval[] | undefined;
  readonly mass: readonly Interval[] | undefined;
  /** Where the loop is unstable: the least that makes it stable, and what presses without a bounce. */
  readonly suggestions: readonly Suggestion[];
  /** Of the loop's own damping, and of the least that is safe with some margin, here and on the soft wall. */
  readonly cost: { readonly own: DampingCost | undefined; readonly safe: DampingCost | undefined };
  readonly soft: Wall;
  readonly impact: Impact;
  readonly approach: ContactMarginOptions['approach'];
  readonly held: HeldPassivity | undefined;
  readonly admittance: AdmittancePassivity | undefined;
  readonly assumptions: readonly string[];
}

export interface LandingVerdict extends Verdict {
  /** From the approach that was given: followed to rest, whatever softer walls and free space say. */
  readonly landing: Status;
}

export interface ContactMarginOptions {
  readonly wall: Wall;
  /** Speed at touch, m/s, and force at rest, N. */
  readonly approach: { readonly speed: number; readonly preload: number };
  /** On which settling is told. */
  readonly soft: Wall;
}

/**
 * The verdict with this landing in it. One that does not come to rest makes the loop unstable from an impact; one that does
 * leaves what softer walls and free space say of others as it is.
 */
export function landingVerdict(verdict: Verdict, { rests }: Impact): LandingVerdict {
  const landing = verdict.local !== 'stable' ? verdict.local : rests ? 'stable' : 'unstable';
  return { ...verdict, landing, impact: landing === 'unstable' ? 'unstable' : verdict.impact };
}

/** Of a loop that `contactLoopProblems` has no word on. */
export function contactMarginOf(
  name: string,
  loop: ContactLoop,
  options: ContactMarginOptions,
): ContactMargin {
  const { wall, approach, soft } = options;
  const damping = safeValues(loop, wall, 'damping');
  const mass = safeValues(loop, wall, 'mass');
  const impact = impactOf(loop, wall, approach);
  const cost = (value: number): DampingCost | undefined => dampingCost(loop, value, approach.preload, soft);
  const suggestions = suggestionsOf(loop, wall, approach, { damping, mass });
  const safe = loop.law === 'force' ? undefined : safeDamping(loop, soft, damping, suggestions);
  return {
    name,
    loop,
    felt: feltStiffness(loop, wall),
    verdict: landingVerdict(verdictOf(loop, wall), impact),
    gain: gainMargin(loop, wall),
    delay: delayMargin(loop, wall),
    stiffest: stiffestSafe(loop, wall.damping),
    damping,
    mass,
    suggestions,
    cost: {
      own: loop.law === 'force' ? undefined : cost(loop.damping),
      safe: safe === undefined ? undefined : cost(safe),
    },
    soft,
    impact,
    approach,
    held: loop.law === 'impedance' ? heldPassivity(loop) : undefined,
    admittance: admittancePassivity(loop),
    assumptions: assumptionsOf(loop),
  };
}

/** Times the least that is safe: at the edge itself a loop does not settle. */
const above = 1.2;

/** What is suggested, or the least that is safe with some margin; undefined where that is the loop's own, or none. */
function safeDamping(
  loop: Exclude<ContactLoop, ForceLoop>,
  soft: Wall,
  damping: readonly Interval[] | undefined,
  suggestions: readonly Suggestion[],
): number | undefined {
  for (const one of suggestions) if (one.what === 'damping' && one.value !== undefined) return one.value;
  const [here] = damping ?? [];
  const [there] = safeValues(loop, soft, 'damping') ?? [];
  if (here === undefined || there === undefined) return undefined;
  const from = Math.max(here.from, there.from);
  if (from === 0) return undefined;
  const value = roundedUp(above * from, 2);
  const inside = value < here.to && value < there.to;
  return inside && Math.abs(value / loop.damping - 1) > 0.1 ? value : undefined;
}

/** What is taken for granted, and what is not in it. */
function assumptionsOf(loop: ContactLoop): string[] {
  const shared = [
    'one axis, linear between touching and leaving; every tick comes on time',
    'not in it: force and torque limits, dead bands, joint friction, quantisation, jitter of the tick',
  ];
  if (loop.flexible === undefined) shared.push('not in it: the arm bends nowhere but in the springs in line');
  const inner = innerOf(loop);
  if (inner?.kind === 'ideal') shared.push('the arm is where it is commanded, at once');
  if (inner?.kind === 'kinematic') shared.push('what touches the tool does not move the arm');
  if (inner?.kind === 'servo') shared.push('the inner position loop is so fast that it counts as continuous');
  return shared;
}
