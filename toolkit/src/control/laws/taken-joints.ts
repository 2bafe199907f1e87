/** Joints that laws have for themselves: the servo lets them go and follows its command with the others. */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import { sum } from '../../math/index.js';
import type { Model } from '../../model/index.js';
import type { LiveFields } from '../control-fields.js';
import type { Design } from '../design.js';
import { allFinite } from '../guards.js';
import { activeIn } from './law-activity.js';
import type { OwnLaw } from './law-fields.js';
import { givenNumbers } from './law-parameters.js';
import type { LawPush } from './law-push.js';

/** For each entry of v 1 where a law that is at work has it; undefined: never. */
export type Taken = readonly (Node | undefined)[];

/** Joints that laws have for themselves, and what these do with them (nv). */
export interface OwnJoints {
  readonly taken: Taken;
  readonly torque: readonly Node[];
}

/** undefined where no law takes any. */
export function takenJoints(
  program: ProgramBuilder,
  design: Design,
  laws: readonly OwnLaw[],
  live: LiveFields | undefined,
): Taken | undefined {
  const { graph: A } = program;
  const taken = new Array<Node | undefined>(design.model.nv).fill(undefined);
  for (const own of laws) {
    const takes = ownJoints(own);
    if (takes === undefined) continue;
    const active = activeIn(program, design, own, live) ?? A.constant(1);
    takes.forEach((is, i) => {
      if (is) taken[i] = taken[i] === undefined ? active : A.or(taken[i], active);
    });
  }
  return taken.some((is) => is !== undefined) ? taken : undefined;
}

/** Which entries of v a law takes. */
export function ownJoints({ design, declaration }: OwnLaw): readonly boolean[] | undefined {
  return declaration.takes?.(givenNumbers(design, declaration));
}

/**
 * What the laws that take joints do with them (nv), by the share of it that acts: what a gripper holds is not to fall where a
 * sensor fails. 0 where it is no number; undefined where no law takes any.
 */
export function torquesOfOwnJoints(
  { graph: A }: ProgramBuilder,
  laws: readonly OwnLaw[],
  pushes: readonly LawPush[],
  nv: number,
): readonly Node[] | undefined {
  const theirs = laws.filter((own) => ownJoints(own) !== undefined).map(({ design }) => design.name);
  if (theirs.length === 0) return undefined;
  const acts = pushes.filter(({ name }) => theirs.includes(name)).map(({ act }) => act);
  return Array.from({ length: nv }, (_, i) => {
    const torque = sum(
      A,
      acts.map((act) => act[6 + i]),
    );
    return A.select(allFinite(A, [torque]), torque, A.constant(0));
  });
}

/** Numbers of the entries of v, with 0 or what is given in place of those that are taken. */
export function without(
  { graph: A }: ProgramBuilder,
  taken: Taken | undefined,
  values: readonly Node[],
  instead?: readonly Node[],
): readonly Node[] {
  if (taken === undefined) return values;
  return values.map((x, i) => {
    const is = taken[i];
    return is === undefined ? x : A.select(is, instead?.[i] ?? A.constant(0), x);
  });
}

/** The same of the entries of q. */
export function placesWithout(
  { graph: A }: ProgramBuilder,
  model: Model,
  taken: Taken | undefined,
  q: readonly Node[],
  instead: readonly Node[],
): readonly Node[] {
  if (taken === undefined) return q;
  const places = [...q];
  for (const body of model.bodies) {
    if (body.mimic !== undefined) continue;
    const is = taken.slice(body.v, body.v + body.nv).find((x) => x !== undefined);
    if (is === undefined) continue;
    for (let i = body.q; i < body.q + body.nq; i++) places[i] = A.select(is, instead[i], q[i]);
  }
  return places;
}
