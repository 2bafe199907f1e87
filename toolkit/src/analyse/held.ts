/**
 * What a minimum holds: null motions lead from it through a continuum of poses, in which these points keep their places
 * and these springs their readings.
 */

import type { Minimum } from './descent.js';
import type { ForceField } from './force-field.js';

export interface Held {
  readonly points: readonly string[];
  readonly springs: readonly string[];
}

/** Speeds (m/s or rad/s for 1 rad/s of null motion) below which something is held. */
const still = 1e-3;

export function heldBy(field: ForceField, { q, flat }: Pick<Minimum, 'q' | 'flat'>): Held {
  const h = 1e-4;
  const before = reading(field, q);
  const fastest = new Map([...before.keys()].map((name) => [name, 0]));
  for (const direction of flat) {
    const after = reading(
      field,
      field.move(
        q,
        direction.map((x) => h * x),
      ),
    );
    for (const [name, value] of before) {
      const moved = distance(value, after.get(name) ?? value) / h;
      fastest.set(name, Math.max(fastest.get(name) ?? 0, moved));
    }
  }
  const held = (name: string) => (fastest.get(name) ?? 0) < still;
  return { points: field.points.filter(held), springs: field.springs.filter(held) };
}

/** Largest distance between two configurations in what is held, m (rad for what turns). */
export function heldApart(
  field: ForceField,
  { points, springs }: Held,
  a: readonly number[],
  b: readonly number[],
): number {
  const [at, then] = [reading(field, a), reading(field, b)];
  return [...points, ...springs].reduce(
    (most, name) => Math.max(most, distance(at.get(name) ?? [], then.get(name) ?? [])),
    0,
  );
}

/** What both hold. */
export function heldByBoth(a: Held, b: Held): Held {
  return {
    points: a.points.filter((name) => b.points.includes(name)),
    springs: a.springs.filter((name) => b.springs.includes(name)),
  };
}

/** Places of points and readings of springs by name. */
function reading(field: ForceField, q: readonly number[]): Map<string, readonly number[]> {
  const all = new Map<string, readonly number[]>(field.places(q));
  for (const name of field.springs) all.set(name, field.reading(name, q));
  return all;
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0));
}
