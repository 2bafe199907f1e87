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
import { boxed } from './box-solver.js';
import type { Commanded } from './declaration.js';
import { dot, leastSquares } from './least-squares.js';
import { type ServoFields, servoDefaults, servoStatuses } from './servo-fields.js';
import { boundsOf, clipped, swift, unlimited } from './servo-limits.js';
import { placesWithout, type Taken, without } from './taken-joints.js';
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
 * what the last step left counts, by default wherever there is something. Joints that are `taken` are where they are measured, at
 * rest, and move no centre.
 */
export function servoState(
  program: ProgramBuilder,
  model: Model,
  fields: ServoFields,
  read: FieldReader,
  centre: Centre,
  measured: readonly Node[],
  { counts, taken }: { readonly counts?: Node; readonly taken?: Taken | undefined } = {},
): ServoState {
  const { graph: A } = program;
  const [there] = read.all(fields.started);
  const started = counts === undefined ? there : A.and(there, counts);
  const last = read.all(fields.q).map((x, i) => A.select(started, x, measured[i]));
  const q = placesWithout(program, model, taken, last, measured);
  const v = without(program, taken, read.all(fields.v));
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
    jacobian: jacobianWithout(program, taken, [...linear, ...angular]),
    position: select3(A, limited, reached.position, read.vector(fields.position)),
    attitude,
    own,
    rotation: rotationFromQuaternion(A, attitude),
    velocity: select3(A, limited, reached.velocity, read.vector(fields.velocity)),
    spin: select3(A, limited, reached.spin, read.vector(fields.spin)),
    limited,
  };
}

/** Of 6 × nv, where columns that are taken move nothing. */
function jacobianWithout(
  program: ProgramBuilder,
  taken: Taken | undefined,
  jacobian: readonly Node[],
): readonly Node[] {
  const nv = jacobian.length / 6;
  return [0, 1, 2, 3, 4, 5].flatMap((row) =>
    without(program, taken, jacobian.slice(row * nv, (row + 1) * nv)),
  );
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
  const error = {
    way: sub3(A, position, state.reached.position),
    turn: quaternionLog(A, quaternionProduct(A, attitude, conjugate(A, state.own))),
  };
  const six = [...error.way, ...error.turn];
  const asked = [...linear.rate, ...angular.rate];
  const damped = A.and(solver.near, A.less(A.constant(0), read.all(fields.damping)[0]));
  const reach = (x: readonly Node[]): Node[] =>
    six.map((_, row) =>
      rows.includes(row) ? dot(A, state.jacobian.slice(row * nv, (row + 1) * nv), x) : A.constant(0),
    );
  const inTask = (x: readonly Node[]): Node[] =>
    x.map((value, row) => (rows.includes(row) ? value : A.constant(0)));
  const weighed = (x: readonly Node[]): Node[] => rows.map((row) => weigh(x[row], row));
  const { reached, own } = state;
  /** The pose of the centre after a way and a turn. */
  const pose = ([x, y, z, rx, ry, rz]: readonly Node[]): readonly Node[] => [
    ...add3(A, reached.position, [x, y, z]),
    ...normalised(A, quaternionProduct(A, quaternionExp(A, [rx, ry, rz]), own)),
  ];
  // Next to a singularity only is it factored anew, and does the centre go elsewhere than it was to.
  program.if(
    solver.near,
    () => {
      const [step, speeds] = [solver.damped(weighed(six)), solver.damped(weighed(asked))];
      const kept = inTask(asked);
      const twist = reach(speeds).map((x, row) => A.select(damped, kept[row], x));
      program.storeAll(fields.solved, [...step, ...speeds, ...pose(reach(step)), ...twist]);
    },
    () => {
      const [step, speeds] = [solver.exact(weighed(six)), solver.exact(weighed(asked))];
      const after =
        rows.length === 6 && !solver.tall
          ? [...position, ...attitude]
          : pose(solver.tall ? reach(step) : inTask(six));
      const twist = solver.tall ? reach(speeds) : inTask(asked);
      program.storeAll(fields.solved, [...step, ...speeds, ...after, ...twist]);
    },
  );
  const solved = program.loadAll(fields.solved);
  const [free, rate, centre] = [solved.slice(0, nv), solved.slice(nv, 2 * nv), solved.slice(2 * nv)];
  const bounds = boundsOf(program, model, fields, read, state.q, tick);
  const over = A.or(linear.over, angular.over);
  const status = (name: (typeof servoStatuses)[number]): Node => A.constant(servoStatuses.indexOf(name));
  const usual = A.select(damped, status('singular'), status('ok'));
  // What no limit cuts waits for no limit; the other way gives the same where none does.
  program.if(
    A.and(A.not(over), unlimited(program, free, rate, bounds, tick)),
    () => {
      const q = integrate(A, model, state.q, free, A.constant(1));
      program.storeAll(fields.next, [...q, ...rate, ...centre, A.constant(0), usual]);
    },
    () => {
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
      const sound = allFinite(A, [...held.step, ...rate]);
      const cut = A.or(held.cut, swift(program, rate, bounds, tick));
      const limited = A.or(cut, A.not(sound));
      const q = integrate(
        A,
        model,
        state.q,
        held.step.map((x) => A.select(sound, x, A.constant(0))),
        A.constant(1),
      );
      const v = held.step.map((x, i) =>
        A.select(sound, A.select(cut, A.div(x, tick), rate[i]), A.constant(0)),
      );
      const still = [...reached.position, ...normalised(A, own), ...six.map(() => A.constant(0))];
      const after = centre.map((x, i) => A.select(limited, still[i], x));
      const how = A.select(sound, A.select(A.or(cut, over), status('limit'), usual), status('failed'));
      program.storeAll(fields.next, [...q, ...v, ...after, limited, how]);
    },
  );
  const next = program.loadAll(fields.next);
  const { nq } = model;
  const three = (from: number): Vec3<Node> => [next[from], next[from + 1], next[from + 2]];
  const at = nq + nv;
  return {
    q: next.slice(0, nq),
    v: next.slice(nq, at),
    position: three(at),
    attitude: next.slice(at + 3, at + 7) as unknown as Quaternion<Node>,
    velocity: three(at + 7),
    spin: three(at + 10),
    limited: next[at + 13],
    status: next[at + 14],
  };
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
  const [zero, one] = [A.constant(0), A.constant(1)];
  const sound = allFinite(A, [...held.step, ...velocity]);
  const kept = held.step.map((x) => A.select(sound, x, zero));
  const rate = kept.map((x, i) => A.select(sound, A.select(held.cut, A.div(x, tick), velocity[i]), zero));
  const status = (name: (typeof servoStatuses)[number]): Node => A.constant(servoStatuses.indexOf(name));
  return {
    q: integrate(A, model, state.q, kept, one),
    v: rate,
    position: state.reached.position,
    attitude: normalised(A, state.own),
    velocity: [zero, zero, zero],
    spin: [zero, zero, zero],
    limited: one,
    status: A.select(sound, A.select(held.cut, status('limit'), status('ok')), status('failed')),
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
