/** What a step does with the targets that have come for streamed points; see streamed.ts. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { max } from '../math/index.js';
import type { ControlFields } from './control-fields.js';
import { allFinite, streamReaction } from './guards.js';
import type { Tripped } from './laws/sensing.js';
import type { FieldReader } from './slots.js';

/** Parts of a tick: times that differ by less are the same. */
const SAME = 0.01;

/** Takes the targets that have come; to be traced before what is in force is brought to what is wanted. */
export function takeTargets(program: ProgramBuilder, fields: ControlFields): void {
  const { graph: A } = program;
  const zero = A.constant(0);
  for (const own of fields.streams?.values() ?? []) {
    const period = max(A, zero, program.load(fields.period));
    const slack = A.mul(A.constant(SAME), program.load(fields.tick));
    const at = program.loadAll(own.at);
    const attitude = program.loadAll(own.attitude);
    const age = program.load(own.age);
    const told = A.not(A.equal(program.load(own.valid), zero));
    const seen = program.load(own.seen);
    const old = A.add(program.load(own.old), period);
    const square = attitude.map((x) => A.mul(x, x)).reduce((sum, x) => A.add(sum, x));
    const pose = A.and(allFinite(A, [...at, ...attitude]), A.less(A.constant(1e-12), square));
    // A stamp of the future would hold off what is newer; an age that is no number is neither.
    const inTime = A.and(
      A.lessEqual(A.neg(period), age),
      A.less(A.add(age, slack), program.load(own.timeout)),
    );
    const newer = A.or(A.not(seen), A.less(A.add(age, slack), old));
    const takes = A.and(A.and(told, pose), A.and(inTime, newer));
    const apart = A.abs(A.sub(age, A.add(program.load(own.last), period)));
    const came = A.and(told, A.not(A.lessEqual(apart, slack)));
    const refused = A.add(program.load(own.refused), A.and(came, A.not(takes)));
    const keep = (field: Field, values: readonly Node[]): void => {
      const before = program.loadAll(field);
      program.storeAll(
        field,
        values.map((x, i) => A.select(takes, x, before[i])),
      );
    };
    keep(own.taken.at, at);
    keep(own.taken.attitude, attitude);
    program.store(own.old, 0, A.select(takes, age, old));
    program.store(own.seen, 0, A.or(seen, takes));
    program.store(own.last, 0, A.select(told, age, zero));
    program.store(own.refused, 0, refused);
  }
}

/** Streams that have stopped. */
export function staleTargets(program: ProgramBuilder, fields: ControlFields, read: FieldReader): Tripped[] {
  const { graph: A } = program;
  return [...(fields.streams?.values() ?? [])].map((own) => {
    const slack = A.mul(A.constant(SAME), read.all(fields.tick)[0]);
    const old = A.lessEqual(read.all(own.timeout)[0], A.add(read.all(own.old)[0], slack));
    return {
      fault: 'target stale',
      reaction: streamReaction(own.point.streamed),
      is: A.and(read.all(own.seen)[0], old),
    };
  });
}
