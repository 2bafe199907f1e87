/** Joint torques that make the arm follow the joint command. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { clamp, type Vec3 } from '../../math/index.js';
import { difference, inverseDynamics, type Loads, type Model } from '../../model/index.js';
import type { FieldReader } from '../slots.js';
import type { ServoNext, ServoState } from './servo.js';
import type { ServoFields } from './servo-fields.js';

export interface Followed {
  /** nv; undefined where drives follow by themselves. */
  readonly torque: readonly Node[] | undefined;
  readonly next: readonly (readonly [Field, readonly Node[]])[];
}

/** The command of this tick against the joint state as it is measured; `loads`: what the arm carries. */
export function follow(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  state: ServoState,
  next: ServoNext,
  [q, v]: readonly [readonly Node[], readonly Node[]],
  {
    tick,
    elapsed,
    loads,
  }: { readonly tick: Node; readonly elapsed: Node; readonly loads: Pick<Loads<Node>, 'payloads'> },
): Followed {
  const { graph: A } = program;
  const { follow: design } = fields.design;
  if (design.kind === 'drive') return { torque: undefined, next: [] };
  const off = difference(A, model, q, next.q);
  const slip = next.v.map((x, i) => A.sub(x, v[i]));
  const { follow: own } = fields;
  if (design.kind === 'computed torque') {
    const [omega] = read.all(own.bandwidth as Field);
    const twice = A.mul(A.constant(2), omega);
    const square = A.mul(omega, omega);
    const acceleration = next.v.map((x, i) => {
      const asked = A.div(A.sub(x, state.v[i]), tick);
      return A.add(asked, A.add(A.mul(twice, slip[i]), A.mul(square, off[i])));
    });
    const still: Vec3<Node> = [A.constant(0), A.constant(0), A.constant(0)];
    return { torque: inverseDynamics(A, model, q, v, acceleration, still, loads), next: [] };
  }
  const stiffness = read.all(own.stiffness as Field);
  const damping = read.all(own.damping as Field);
  const pd = off.map((x, i) => A.add(A.mul(stiffness[i], x), A.mul(damping[i], slip[i])));
  if (design.kind === 'pd') return { torque: pd, next: [] };
  const { held: heldField, integral, limit, back } = own;
  if (heldField === undefined || integral === undefined) throw new Error('control: pid without its integral');
  const gain = read.all(integral);
  const held = read.all(heldField);
  const grown = held.map((x, i) => A.add(x, A.mul(A.mul(gain[i], off[i]), elapsed)));
  const asked = pd.map((x, i) => A.add(x, grown[i]));
  if (limit === undefined) return { torque: asked, next: [[heldField, grown]] };
  const most = read.all(limit);
  const torque = asked.map((x, i) => clamp(A, x, A.neg(most[i]), most[i]));
  const kept = grown.map((x, i): Node => {
    const cutOff = A.sub(torque[i], asked[i]);
    if (design.windup === 'back-calculation' && back !== undefined)
      return A.add(x, A.mul(A.mul(read.all(back)[i], cutOff), elapsed));
    if (design.windup === 'none') return x;
    // Conditional integration: rests where it cuts and the error pushes further.
    const cuts = A.not(A.equal(cutOff, A.constant(0)));
    const further = A.less(A.constant(0), A.mul(off[i], asked[i]));
    return A.select(A.and(cuts, further), held[i], x);
  });
  return { torque, next: [[heldField, kept]] };
}
