/**
 * The one stage that turns motions of the compliance centre into a joint command.
 *
 * State: joint command q_c and its rate, pose X_c of the centre and its twist V_c. Each tick a law moves X_c on; the joints take
 * one least squares step to it from where the joint command has the centre, so that what the step before left is made up for.
 * What the joints cannot do is taken out at once (anti-windup by construction): of X_c always, of V_c in directions that the arm
 * does not have, and where a limit cuts, X_c and V_c become those of the joint command itself. Next to a singularity V_c is
 * kept, for it is what leads the arm out of it again. Where there is no solution the last command holds.
 */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import {
  add3,
  conjugate,
  min,
  mulMatVec,
  norm3,
  normalised,
  type Quaternion,
  quaternionExp,
  quaternionFromRotation,
  quaternionLog,
  quaternionProduct,
  rotationFromQuaternion,
  select3,
  sub3,
  type Vec3,
} from '../../math/index.js';
import { bodySite, type Mounting, type Site } from '../../mechanism/index.js';
import {
  bodyVelocities,
  type Frame,
  forwardKinematics,
  frameJacobian,
  integrate,
  type Model,
  pointJacobian,
} from '../../model/index.js';
import { allFinite } from '../guards.js';
import type { FieldReader } from '../slots.js';
import { type Box, boxed } from './box-solver.js';
import type { Commanded } from './declaration.js';
import { dot, leastSquares } from './least-squares.js';
import { type ServoFields, servoDefaults, servoStatuses } from './servo-fields.js';
import { shortened } from './towards.js';

/** Where the centre is on the robot. */
export interface Centre {
  readonly name: string;
  readonly frame: Frame;
  readonly mounting: Mounting<Node>;
}

/** What motion laws may command: a way of the centre, or one of the joints. */
export interface Motion {
  readonly move: Vec3<Node>;
  readonly turn: Vec3<Node>;
  readonly velocity: Vec3<Node>;
  readonly spin: Vec3<Node>;
}

export interface ServoState extends Commanded<Node> {
  /** The centre where the joint command has it, and its Jacobian rows there (6 × nv). */
  readonly reached: Site<Node>;
  readonly jacobian: readonly Node[];
  readonly attitude: Quaternion<Node>;
  /** Of {@link reached}. */
  readonly own: Quaternion<Node>;
}

/** What the servo is to be after this tick. */
export interface ServoNext {
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly position: Vec3<Node>;
  readonly attitude: Quaternion<Node>;
  readonly velocity: Vec3<Node>;
  readonly spin: Vec3<Node>;
  readonly limited: Node;
  readonly status: Node;
}

/**
 * The command as the last step left it; where there is none the measured arm, with the rate that was left. `counts`: 1 where
 * what the last step left counts, by default wherever there is something.
 */
export function servoState(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  centre: Centre,
  measured: readonly Node[],
  { counts }: { readonly counts?: Node } = {},
): ServoState {
  const { graph: A } = program;
  const [there] = read.all(fields.started);
  const started = counts === undefined ? there : A.and(there, counts);
  const q = read.all(fields.q).map((x, i) => A.select(started, x, measured[i]));
  const v = read.all(fields.v);
  const kinematics = forwardKinematics(A, model, q);
  const velocities = bodyVelocities(A, model, kinematics, v);
  const reached = bodySite(A, centre.name, centre.frame, kinematics, velocities, centre.mounting);
  const linear = pointJacobian(A, model, kinematics, centre.frame, reached.position);
  const angular = frameJacobian(A, model, kinematics, centre.frame, 'worldAligned').slice(3 * model.nv);
  const limited = A.or(read.all(fields.limited)[0], A.not(started));
  const stored = read.quaternion(fields.attitude);
  const own = quaternionFromRotation(A, reached.rotation);
  const attitude = stored.map((x, i) => A.select(limited, own[i], x)) as unknown as Quaternion<Node>;
  return {
    q,
    v,
    reached,
    jacobian: [...linear, ...angular],
    position: select3(A, limited, reached.position, read.vector(fields.position)),
    attitude,
    own,
    rotation: rotationFromQuaternion(A, attitude),
    velocity: select3(A, limited, reached.velocity, read.vector(fields.velocity)),
    spin: select3(A, limited, reached.spin, read.vector(fields.spin)),
    limited,
  };
}

/** Rows of the task that can move at all, by number: three ways, then three turns. */
function taskRows(
  { graph: A }: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  jacobian: readonly Node[],
): number[] {
  const { nv } = model;
  const wanted = fields.design.attitude === false ? 3 : 6;
  const still = (x: Node): boolean => A.isConstant(x) && A.value(x) === 0;
  return Array.from({ length: wanted }, (_, i) => i).filter(
    (i) => !jacobian.slice(i * nv, (i + 1) * nv).every(still),
  );
}

/** What each joint may do in this tick: from where it is no further out, and no faster than its speed. */
function boundsOf(
  { graph: A }: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  q: readonly Node[],
  tick: Node,
): { readonly low?: Node; readonly high?: Node; readonly most?: Node }[] {
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
      low: A.select(A.less(below, zero), below, zero),
      high: A.select(A.less(zero, above), above, zero),
      ...(most === undefined ? {} : { most }),
    };
  });
}

/** Moves the command on by a motion of the centre. */
export function servoMotion(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  state: ServoState,
  motion: Motion,
  tick: Node,
): ServoNext {
  const { graph: A } = program;
  const value = (field: { readonly name: string } | undefined): Node | undefined =>
    field === undefined ? undefined : read.all(field as ServoFields['q'])[0];
  const [speed, turning] = [value(fields.speed), value(fields.turning)];
  const cut = (way: Vec3<Node>, rate: Vec3<Node>, most: Node | undefined) =>
    most === undefined
      ? { way, rate, over: A.constant(0) }
      : {
          way: shortened(A, way, A.mul(most, tick)),
          rate: shortened(A, rate, most),
          over: A.less(A.mul(most, tick), norm3(A, way)),
        };
  const linear = cut(motion.move, motion.velocity, speed);
  const angular = cut(motion.turn, motion.spin, turning);
  const position = add3(A, state.position, linear.way);
  const attitude = normalised(A, quaternionProduct(A, quaternionExp(A, angular.way), state.attitude));

  const rows = taskRows(program, model, fields, state.jacobian);
  const { nv } = model;
  const length = read.all(fields.length)[0];
  const weigh = (x: Node, row: number): Node => (row < 3 ? x : A.mul(length, x));
  const weighted = rows.flatMap((row) =>
    state.jacobian.slice(row * nv, (row + 1) * nv).map((x) => weigh(x, row)),
  );
  const solver = leastSquares(A, weighted, rows.length, {
    damping: read.all(fields.damping)[0],
    threshold: read.all(fields.threshold)[0],
  });
  const solve = (six: readonly Node[]): readonly Node[] =>
    solver.solve(rows.map((row) => weigh(six[row], row)));
  const error = {
    way: sub3(A, position, state.reached.position),
    turn: quaternionLog(A, quaternionProduct(A, attitude, conjugate(A, state.own))),
  };
  const six = [...error.way, ...error.turn];
  const free = solve(six);
  const asked = [...linear.rate, ...angular.rate];
  const rate = solve(asked);
  const damped = A.less(A.constant(0), solver.damping);
  const reach = (x: readonly Node[]): Node[] =>
    six.map((_, row) =>
      rows.includes(row) ? dot(A, state.jacobian.slice(row * nv, (row + 1) * nv), x) : A.constant(0),
    );
  const bounds = boundsOf(program, model, fields, read, state.q, tick);
  const held =
    fields.design.solver === 'qp'
      ? boxed(program, fields, free, bounds, {
          rows: weighted,
          count: rows.length,
          target: rows.map((row) => weigh(six[row], row)),
          damping: solver.damping,
          sweeps: fields.design.sweeps ?? servoDefaults.sweeps,
        })
      : clipped(program, free, bounds);
  return settled(program, model, state, tick, {
    step: held.step,
    cut: A.or(held.cut, swift(program, rate, bounds, tick)),
    rate,
    damped,
    over: A.or(linear.over, angular.over),
    moved: reach(free),
    twist: reach(rate).map((x, row) => (rows.includes(row) ? A.select(damped, asked[row], x) : x)),
  });
}

/** Moves the command on by rates of the joints. */
export function servoJoints(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  state: ServoState,
  velocity: readonly Node[],
  tick: Node,
): ServoNext {
  const { graph: A } = program;
  const bounds = boundsOf(program, model, fields, read, state.q, tick);
  const held = clipped(
    program,
    velocity.map((x) => A.mul(tick, x)),
    bounds,
  );
  const zeros = new Array<Node>(6).fill(A.constant(0));
  const next = settled(program, model, state, tick, {
    ...held,
    rate: velocity,
    damped: A.constant(0),
    over: A.constant(0),
    moved: zeros,
    twist: zeros,
  });
  return { ...next, limited: A.constant(1) };
}

/** 1 where a joint is to be faster than it may. */
function swift(
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
function clipped(
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

interface Solved {
  readonly step: readonly Node[];
  readonly cut: Node;
  readonly rate: readonly Node[];
  readonly damped: Node;
  readonly over: Node;
  /** Way and twist of the centre that the joints have by `step` without limits and by `rate`. */
  readonly moved: readonly Node[];
  readonly twist: readonly Node[];
}

function settled(
  { graph: A }: ProgramBuilder,
  model: Model,
  state: ServoState,
  tick: Node,
  { step, cut, rate, damped, over, moved, twist }: Solved,
): ServoNext {
  const zero = A.constant(0);
  const sound = allFinite(A, [...step, ...rate]);
  const kept = step.map((x) => A.select(sound, x, zero));
  const v = kept.map((x, i) => A.select(sound, A.select(cut, A.div(x, tick), rate[i]), zero));
  const limited = A.or(cut, A.not(sound));
  const held = (x: Node): Node => A.select(limited, zero, x);
  const [mx, my, mz, rx, ry, rz] = moved.map(held);
  const [vx, vy, vz, wx, wy, wz] = twist.map(held);
  const status = (name: (typeof servoStatuses)[number]): Node => A.constant(servoStatuses.indexOf(name));
  return {
    q: integrate(A, model, state.q, kept, A.constant(1)),
    v,
    position: add3(A, state.reached.position, [mx, my, mz]),
    attitude: normalised(A, quaternionProduct(A, quaternionExp(A, [rx, ry, rz]), state.own)),
    velocity: [vx, vy, vz],
    spin: [wx, wy, wz],
    limited,
    status: A.select(
      sound,
      A.select(A.or(cut, over), status('limit'), A.select(damped, status('singular'), status('ok'))),
      status('failed'),
    ),
  };
}

/** Stays where it is: at once, or running out with `share` of its speed left after each tick. */
export function servoRest(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  state: ServoState,
  tick: Node,
  share: Node,
): ServoNext {
  const { graph: A } = program;
  const zero = A.constant(0);
  const way = state.v.map((x) => A.mul(tick, A.mul(share, x)));
  const { step } = clipped(program, way, boundsOf(program, model, fields, read, state.q, tick));
  const v = step.map((x) => A.div(x, tick));
  const still: Vec3<Node> = [zero, zero, zero];
  return {
    q: integrate(A, model, state.q, step, A.constant(1)),
    v,
    position: state.position,
    attitude: state.attitude,
    velocity: still,
    spin: still,
    limited: A.constant(1),
    status: A.constant(servoStatuses.indexOf('waiting')),
  };
}

/** Turns coordinates in axes that go with the centre into world axes on the commanded centre. */
export function onCommanded(
  { graph: A }: ProgramBuilder,
  commanded: Commanded<Node>,
  measured: Site<Node>,
  axes: Site<Node>,
): readonly Vec3<Node>[] {
  const columns: Vec3<Node>[] = [];
  for (const k of [0, 1, 2]) {
    const inWorld: Vec3<Node> = [axes.rotation[k], axes.rotation[3 + k], axes.rotation[6 + k]];
    const m = measured.rotation;
    const inCentre: Vec3<Node> = [
      dot(A, [m[0], m[3], m[6]], inWorld),
      dot(A, [m[1], m[4], m[7]], inWorld),
      dot(A, [m[2], m[5], m[8]], inWorld),
    ];
    columns.push(mulMatVec(A, commanded.rotation, inCentre));
  }
  return columns;
}
