/** Which laws are at work in the present phase, and by how much. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { clamp } from '../../math/index.js';
import type { LiveFields } from '../control-fields.js';
import type { Design, PhaseDesign } from '../design.js';
import type { OwnLaw } from './law-fields.js';
import { lawsIn, releasesServo } from './law-phases.js';

type Task = Pick<Design, 'laws' | 'phases' | 'servo'>;

/** 1 where a law is at work in the present phase; undefined: always. */
export function activeIn(
  program: ProgramBuilder,
  design: Task,
  own: OwnLaw,
  live: LiveFields | undefined,
): Node | undefined {
  if (own.act === undefined || live?.phases === undefined) return undefined;
  const { name } = own.design;
  return inPhases(program, design, live, (phase) => lawsIn(design, phase).some((law) => law.name === name));
}

/** 1 in a phase in which the joints are released from the servo, of a design that switches laws. */
export function releasedNow(program: ProgramBuilder, design: Task, live: LiveFields): Node {
  return inPhases(program, design, live, (phase) => releasesServo(design, phase));
}

/** 1 in a phase that is `such`. */
function inPhases(
  program: ProgramBuilder,
  { phases = [] }: Task,
  live: LiveFields,
  such: (phase: PhaseDesign) => boolean,
): Node {
  const { graph: A } = program;
  const index = program.load((live.phases as { index: Field }).index);
  let is: Node = A.constant(0);
  phases.forEach((phase, i) => {
    if (such(phase)) is = A.or(is, A.equal(index, A.constant(i)));
  });
  return is;
}

/** A share that acts, 0 to 1, a tick nearer to 1 where it is `active`, else to 0: at once, or by the phase's blend. */
export function shareOf(
  program: ProgramBuilder,
  share: Field,
  active: Node,
  live: LiveFields,
  elapsed: Node,
): Node {
  const { graph: A } = program;
  const [zero, one] = [A.constant(0), A.constant(1)];
  const before = program.load(share);
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
