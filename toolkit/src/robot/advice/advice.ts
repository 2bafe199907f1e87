/** A fault that a file seems to have, what speaks for it, and what would mend it. */
import type { Fix } from '../../problem/index.js';
import type { Place } from '../findings.js';

export interface Advice {
  readonly code: string;
  readonly at: Place;
  /** `link "arm"`, or nothing where it is about several. */
  readonly name?: string;
  readonly path?: string;
  readonly message: string;
  readonly evidence: readonly string[];
  readonly hint?: string;
  readonly fix?: Fix;
  /** Links whose inertia it explains: nothing else need be said of that. */
  readonly explains?: readonly string[];
}

/** Things that evidence is worded for; the others are counted. */
const mostShown = 24;

export function evidenceOf<T>(things: readonly T[], word: (thing: T) => string): string[] {
  const lines = things.slice(0, mostShown).map(word);
  if (things.length > mostShown) lines.push(`and ${things.length - mostShown} more`);
  return lines;
}
