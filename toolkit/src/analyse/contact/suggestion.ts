/** What to make a number of an unstable loop, so that it holds on the wall, and one that presses without a bounce. */
import { numbers } from '../../math/index.js';
import { impactOf } from './impact.js';
import { type Adjusted, greatestAnswer, quieter } from './limits.js';
import type { ContactLoop, Wall } from './loop.js';
import type { Interval } from './search.js';
import type { Approach } from './touching.js';
import { verdictOf } from './verdict.js';

export type Suggestion = LeastNumber | GreatestAnswer;

export interface LeastNumber {
  readonly what: Adjusted;
  /** Least value that is stable on the wall, in free space and on all softer walls, N s/m or kg. */
  readonly least: number;
  /** The first one tried above it that is stable from the impact and is expected to leave the wall at no time; absent: none was. */
  readonly value?: number;
}

/** Of what a loop answers to the force, all its gains multiplied alike. */
export interface GreatestAnswer {
  readonly what: 'answer';
  /** Greatest factor that is stable on the wall, in free space and on all softer walls. */
  readonly most: number;
  /** The first one tried below it that is stable from the impact and is expected to leave the wall at no time; absent: none was. */
  readonly value?: number;
}

/** Times the least. */
const tried = [1.03, 1.1, 1.2, 1.4, 1.7, 2, 3, 5];

/** For the first of the intervals of safe values; none where there is no interval or the loop needs nothing. */
export function suggestionsOf(
  loop: ContactLoop,
  wall: Wall,
  approach: Approach,
  safe: Readonly<Record<Adjusted, readonly Interval[] | undefined>>,
): Suggestion[] {
  if (verdictOf(loop, wall).impact !== 'unstable') return [];
  return [...leastNumbers(loop, wall, approach, safe), ...greatestAnswers(loop, wall, approach)];
}

function greatestAnswers(loop: ContactLoop, wall: Wall, approach: Approach): GreatestAnswer[] {
  const most = greatestAnswer(loop, wall);
  if (most === undefined || !(most < 1)) return [];
  for (const factor of tried) {
    const value = roundedDown(most / factor, 2);
    const changed = quieter(loop, value);
    if (changed === undefined || verdictOf(changed, wall).impact !== 'stable') continue;
    // Force control by motions comes as much more slowly.
    const meets = loop.law === 'force' ? { ...approach, speed: value * approach.speed } : approach;
    if (impactOf(changed, wall, meets).bounces === 0) return [{ what: 'answer', most, value }];
  }
  return [{ what: 'answer', most }];
}

function leastNumbers(
  loop: ContactLoop,
  wall: Wall,
  approach: Approach,
  safe: Readonly<Record<Adjusted, readonly Interval[] | undefined>>,
): LeastNumber[] {
  if (loop.law === 'force') return [];
  return (['damping', 'mass'] as const).flatMap((what): LeastNumber[] => {
    const own = loop[what];
    const first = safe[what]?.find(({ to }) => to > own);
    if (first === undefined || !(first.from > own)) return [];
    for (const factor of tried) {
      const value = roundedUp(factor * first.from, 2);
      if (value > first.to) break;
      const changed = { ...loop, [what]: value };
      if (verdictOf(changed, wall).impact !== 'stable') continue;
      // A pull without a spring moves the tool at force over damping.
      const slower = what === 'damping' && loop.law === 'admittance' ? Math.min(1, own / value) : 1;
      const meets = { ...approach, speed: slower * approach.speed };
      if (impactOf(changed, wall, meets).bounces === 0) return [{ what, least: first.from, value }];
    }
    return [{ what, least: first.from }];
  });
}

/** The next number with so many digits. */
export function roundedUp(x: number, digits: number): number {
  const unit = unitOf(x, digits);
  return Number((Math.ceil(x / unit - 1e-9) * unit).toPrecision(digits));
}

/** The one before. */
export function roundedDown(x: number, digits: number): number {
  const unit = unitOf(x, digits);
  return Number((Math.floor(x / unit + 1e-9) * unit).toPrecision(digits));
}

function unitOf(x: number, digits: number): number {
  const decade = Math.floor(numbers.log(x) / numbers.log(10)) - digits + 1;
  return Number(`1e${decade}`);
}
