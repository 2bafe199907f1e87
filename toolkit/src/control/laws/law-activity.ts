/** Which laws are at work in the present phase, and by how much. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { clamp } from '../../math/index.js';
import type { LiveFields } from '../control-fields.js';
import type { PhaseDesign } from '../design.js';
import type { OwnLaw } from './law-fields.js';

/** 1 where a law is at work in the present phase; undefined: always. */
export function activeIn(
  program: ProgramBuilder,
  phases: readonly PhaseDesign[],
  own: OwnLaw,
  live: LiveFields | undefined,
): Node | undefined {
  if (own.act === undefined || live?.phases === undefined) return undefined;
  const { graph: A } = program;
  const index = program.load(live.phases.index);
  let active: Node = A.constant(0);
  phases.forEach((phase, i) => {
    const named = phase.laws?.includes(own.design.name) ?? own.declaration.acts === 'wrench';
    if (named) active = A.or(active, A.equal(index, A.constant(i)));
  });
  return active;
}

/** The share of a wrench law that acts: 0 or 1, or on its way between them by the phase's blend. */
export function shareOf(
  program: ProgramBuilder,
  own: OwnLaw,
  active: Node,
  live: LiveFields,
  elapsed: Node,
): Node {
  const { graph: A } = program;
  const [zero, one] = [A.constant(0), A.constant(1)];
  const before = program.load(own.share as Field);
  let rate: Node = A.constant(Number.POSITIVE_INFINITY);
  const index = program.load((live.phases as { index: Field }).index);
  live.phases?.slots.forEach(({ blend }, i) => {
    if (blend === undefined) return;
    const time = program.load(blend);
    const slow = A.and(A.less(zero, time), A.equal(index, A.constant(i)));
    rate = A.select(slow, A.div(one, A.select(slow, time, one)), rate);
  });
  const step = A.select(A.less(zero, elapsed), A.mul(rate, elapsed), zero);
  const up = clamp(A, A.add(before, step), zero, one);
  const down = clamp(A, A.sub(before, step), zero, one);
  return A.select(active, up, down);
}
