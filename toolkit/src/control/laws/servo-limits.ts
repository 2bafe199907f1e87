/** What limits leave of a step of the joints: their ends and their speeds. */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import { min, pairwise } from '../../math/index.js';
import type { Model } from '../../model/index.js';
import { allFinite } from '../guards.js';
import type { FieldReader } from '../slots.js';
import type { Box } from './box-solver.js';
import type { ServoFields } from './servo-fields.js';

/** Bounds of a joint's step; ways to its ends, which may be behind it where it starts beyond one. */
export interface Bounds extends Box {
  readonly below?: Node;
  readonly above?: Node;
}

/** What each joint may do in this tick: from where it is no further out, and no faster than its speed. */
export function boundsOf(
  { graph: A }: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  q: readonly Node[],
  tick: Node,
): Bounds[] {
  const zero = A.constant(0);
  const own = model.bodies.filter(({ nv }) => nv > 0);
  return Array.from({ length: model.nv }, (_, i) => {
    const body = own.find((b) => i >= b.v && i < b.v + b.nv);
    const most = fields.joints && A.mul(read.all(fields.joints)[i], tick);
    if (body === undefined || body.nq !== 1 || fields.lower === undefined || fields.upper === undefined)
      return most === undefined ? {} : { most };
    const below = A.sub(read.all(fields.lower)[i], q[body.q]);
    const above = A.sub(read.all(fields.upper)[i], q[body.q]);
    return {
      below,
      above,
      low: A.select(A.less(below, zero), below, zero),
      high: A.select(A.less(zero, above), above, zero),
      ...(most === undefined ? {} : { most }),
    };
  });
}

/** 1 where all is finite, no joint is to be beyond its end, and none faster than it may: what limits leave as it is. */
export function unlimited(
  { graph: A }: ProgramBuilder,
  step: readonly Node[],
  rate: readonly Node[],
  bounds: readonly Bounds[],
  tick: Node,
): Node {
  const tests = bounds.flatMap(({ below, above, most }, i) => [
    ...(below === undefined ? [] : [A.lessEqual(below, step[i])]),
    ...(above === undefined ? [] : [A.lessEqual(step[i], above)]),
    ...(most === undefined
      ? []
      : [A.lessEqual(A.abs(step[i]), most), A.lessEqual(A.mul(tick, A.abs(rate[i])), most)]),
  ]);
  return pairwise([allFinite(A, [...step, ...rate]), ...tests], (a, b) => A.and(a, b));
}

/** 1 where a joint is to be faster than it may. */
export function swift(
  { graph: A }: ProgramBuilder,
  rate: readonly Node[],
  bounds: readonly Box[],
  tick: Node,
): Node {
  return rate.reduce<Node>((any, x, i) => {
    const { most } = bounds[i];
    return most === undefined ? any : A.or(any, A.less(most, A.mul(tick, A.abs(x))));
  }, A.constant(0));
}

/** One factor for the speeds of all joints, then each held at its end. */
export function clipped(
  { graph: A }: ProgramBuilder,
  free: readonly Node[],
  bounds: readonly Box[],
): { readonly step: readonly Node[]; readonly cut: Node } {
  const [zero, one] = [A.constant(0), A.constant(1)];
  let factor: Node = one;
  free.forEach((x, i) => {
    const { most } = bounds[i];
    if (most === undefined) return;
    const size = A.abs(x);
    const over = A.less(most, size);
    factor = min(A, factor, A.select(over, A.div(most, A.select(over, size, one)), one));
  });
  let cut = A.less(factor, one);
  const step = free.map((x, i) => {
    const scaled = A.mul(factor, x);
    const { low, high } = bounds[i];
    if (low === undefined || high === undefined) return scaled;
    const [under, above] = [A.less(scaled, low), A.less(high, scaled)];
    cut = A.or(cut, A.or(under, above));
    return A.select(under, low, A.select(above, high, scaled));
  });
  return { step, cut: A.or(cut, zero) };
}
