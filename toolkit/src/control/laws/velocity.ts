/** Joint velocities as laws read them. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { difference, type Model } from '../../model/index.js';
import type { FieldReader } from '../slots.js';
import type { VelocityFields } from './law-fields.js';

export interface Estimated {
  readonly v: readonly Node[];
  readonly next: readonly (readonly [Field, readonly Node[]])[];
}

/** Measured, or differences of positions by the measured time; 0 of differences at the first step; filtered by cut-off. */
export function estimatedVelocity(
  program: ProgramBuilder,
  model: Model,
  fields: VelocityFields,
  read: FieldReader,
  [q, measured]: readonly [readonly Node[], readonly Node[]],
  period: Node,
): Estimated {
  const { graph: A } = program;
  const started = read.all(fields.started)[0];
  const zero = A.constant(0);
  const before = read.all(fields.v);
  let now = measured;
  if (fields.q !== undefined) {
    const runs = A.and(started, A.less(zero, period));
    const time = A.select(runs, period, A.constant(1));
    now = difference(A, model, read.all(fields.q), q).map((x, i) =>
      A.select(runs, A.div(x, time), A.select(started, before[i], zero)),
    );
  }
  const gain = fields.gain && read.all(fields.gain)[0];
  const v =
    gain === undefined
      ? now
      : now.map((x, i) => A.select(started, A.add(before[i], A.mul(gain, A.sub(x, before[i]))), x));
  return {
    v,
    next: [
      [fields.v, v],
      ...(fields.q === undefined ? [] : [[fields.q, q] as const]),
      [fields.started, [A.constant(1)]],
    ],
  };
}
