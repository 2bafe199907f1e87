/** Every law there is, ordered by kind. A new one is one file and one line here. */
import { admittance } from './admittance.js';
import type { LawDeclaration } from './declaration.js';
import { force } from './force.js';
import { grip } from './grip.js';
import { guardedMove } from './guarded-move.js';
import { guide } from './guide.js';
import { hybrid } from './hybrid.js';
import { impedance } from './impedance.js';
import { joints } from './law-joints.js';
import { press } from './press.js';
import { track } from './track.js';
import { wrench } from './wrench.js';

export const laws: readonly LawDeclaration[] = [
  admittance,
  force,
  grip,
  guardedMove,
  guide,
  hybrid,
  impedance,
  joints,
  press,
  track,
  wrench,
];

/** The declaration of a kind, or undefined. */
export function lawOf(kind: string): LawDeclaration | undefined {
  return laws.find((law) => law.kind === kind);
}

/** The same; throws where there is none (a design that was not checked). */
export function lawNamed(kind: string): LawDeclaration {
  const found = lawOf(kind);
  if (found === undefined) throw new Error(`control: there is no law ${kind}`);
  return found;
}
