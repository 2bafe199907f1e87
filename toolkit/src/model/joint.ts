/** What the algorithms ask of a joint: its coordinates, the pose it gives its body, its degrees of freedom. */
import {
  type Algebra,
  add3,
  alongSpline,
  identity3,
  lift3,
  liftMat3,
  mulMat,
  mulMatVec,
  numbers,
  type Primitive,
  rotationFromQuaternion,
  rotationToAxis,
  scale3,
  transpose,
  type Vec3,
} from '../math/index.js';
import type { Body, JointMotion, Model, MotionColumn, MovingType, Placement } from './model.js';
import type { Turn } from './turn.js';

/** Pose of a body in its parent at a configuration. */
export interface JointPose<S> {
  /** The body's origin in the parent's frame. */
  readonly position: Vec3<S>;
  readonly turn: Turn<S>;
  /** Of a rail only, in the parent's axes: the unit motion along it and how that changes with the position. */
  readonly rail?: { readonly tangent: Vec3<S>; readonly curvature: Vec3<S> };
}

/** How many positions and velocities a joint of each type has. */
export const sizes: Readonly<Record<MovingType, { readonly nq: number; readonly nv: number }>> = {
  revolute: { nq: 1, nv: 1 },
  continuous: { nq: 1, nv: 1 },
  prismatic: { nq: 1, nv: 1 },
  helical: { nq: 1, nv: 1 },
  rail: { nq: 1, nv: 1 },
  spherical: { nq: 4, nv: 3 },
  planar: { nq: 3, nv: 3 },
  free: { nq: 7, nv: 6 },
};

/**
 * Constant data of a joint's motion; `placement` is that of the joint frame in the parent body. A rail has no constant
 * column: what it has follows from its position, see {@link jointPose}.
 */
export function jointMotion(
  type: MovingType,
  placement: Placement<number>,
  axis: Vec3<number>,
  pitch: number,
): JointMotion {
  const P = placement.rotation;
  const Q =
    type === 'spherical' || type === 'free' || type === 'rail' ? identity3(numbers) : rotationToAxis(axis);
  const turned = (v: Vec3<number>) => mulMatVec(numbers, P, v);
  const still: Vec3<number> = [0, 0, 0];
  const x: Vec3<number> = [1, 0, 0];
  const y: Vec3<number> = [0, 1, 0];
  const z: Vec3<number> = [0, 0, 1];
  const columns: MotionColumn[] = [];
  const linear = (v: Vec3<number>) => columns.push({ linear: turned(v), angular: still });
  const angular = (v: Vec3<number>) => columns.push({ linear: still, angular: v });
  switch (type) {
    case 'revolute':
    case 'continuous':
      angular(axis);
      break;
    case 'prismatic':
      linear(axis);
      break;
    case 'helical':
      columns.push({
        linear: turned([pitch * axis[0], pitch * axis[1], pitch * axis[2]]),
        angular: axis,
      });
      break;
    case 'planar':
      linear([Q[0], Q[3], Q[6]]);
      linear([Q[1], Q[4], Q[7]]);
      angular(axis);
      break;
    case 'free':
      for (const e of [x, y, z]) linear(e);
      for (const e of [x, y, z]) angular(e);
      break;
    case 'spherical':
      for (const e of [x, y, z]) angular(e);
      break;
    case 'rail':
      break;
  }
  return { before: mulMat(numbers, P, Q), after: transpose(Q), columns };
}

/** The coordinates of a body's joint in q: its own entries, or the one that a mimic derives from its master. */
export function jointCoordinates<S>(
  A: Primitive<S>,
  model: Model,
  body: Body,
  q: readonly S[],
): readonly S[] {
  if (body.mimic === undefined) return q.slice(body.q, body.q + body.nq);
  const { of, multiplier, offset } = body.mimic;
  return [A.add(A.mul(A.constant(multiplier), q[model.bodies[of].q]), A.constant(offset))];
}

/** Pose of a body in its parent from its joint's coordinates. */
export function jointPose<S>(A: Algebra<S>, body: Body, coordinates: readonly S[]): JointPose<S> {
  const { motion, placement } = body;
  const origin = lift3(A, placement.position);
  const about = (angle: S): Turn<S> => ({
    kind: 'axis',
    before: motion.before,
    sine: A.sin(angle),
    cosine: A.cos(angle),
    after: motion.after,
  });
  const fixed: Turn<S> = { kind: 'fixed', matrix: placement.rotation };
  const shifted = (count: number): Vec3<S> => {
    let position = origin;
    for (let k = 0; k < count; k++) {
      position = add3(A, position, scale3(A, coordinates[k], lift3(A, motion.columns[k].linear)));
    }
    return position;
  };
  const attitude = (first: number): Turn<S> => {
    const [w, x, y, z] = coordinates.slice(first);
    const matrix = mulMat(A, liftMat3(A, placement.rotation), rotationFromQuaternion(A, [w, x, y, z]));
    return { kind: 'general', matrix };
  };
  switch (body.type) {
    case 'revolute':
    case 'continuous':
      return { position: origin, turn: about(coordinates[0]) };
    case 'prismatic':
      return { position: shifted(1), turn: fixed };
    case 'helical':
      return { position: shifted(1), turn: about(coordinates[0]) };
    case 'planar':
      return { position: shifted(2), turn: about(coordinates[2]) };
    case 'rail': {
      const { spline, parameter } = railOf(body);
      const { value, first, second } = alongSpline(A, spline, parameter, coordinates[0]);
      const P = liftMat3(A, placement.rotation);
      const turned = ([x, y, z]: readonly S[]) => mulMatVec(A, P, [x, y, z]);
      return {
        position: add3(A, origin, turned(value)),
        turn: fixed,
        rail: { tangent: turned(first), curvature: turned(second) },
      };
    }
    case 'spherical':
      return { position: origin, turn: attitude(0) };
    case 'free':
      return { position: shifted(3), turn: attitude(3) };
  }
}

/** Poses of all bodies in their parents. */
export function jointPoses<S>(A: Algebra<S>, model: Model, q: readonly S[]): JointPose<S>[] {
  expectLength('q', q, model.nq);
  return model.bodies.map((body) => jointPose(A, body, jointCoordinates(A, model, body, q)));
}

function railOf(body: Body): NonNullable<Body['rail']> {
  if (body.rail === undefined)
    throw new Error(`joint ${JSON.stringify(body.joint)} is a rail without a path`);
  return body.rail;
}

/** A unit motion of a body's joint now and the entry of v that drives it: its own, or the master's times `factor`. */
export interface Freedom<S> {
  /** Velocity of the body's origin relative to the parent, in the parent's axes. */
  readonly linear: Vec3<S>;
  /** Angular velocity relative to the parent, in the body's axes. */
  readonly angular: Vec3<S>;
  /** The same as numbers where it is the same in every configuration. */
  readonly constant: MotionColumn | undefined;
  readonly v: number;
  readonly factor: number;
}

/** The degrees of freedom of a body's joint, `pose` being that of the body in its parent. */
export function freedoms<S>(A: Primitive<S>, model: Model, body: Body, pose: JointPose<S>): Freedom<S>[] {
  const { mimic } = body;
  const driven = (k: number) => ({
    v: mimic === undefined ? body.v + k : model.bodies[mimic.of].v,
    factor: mimic === undefined ? 1 : mimic.multiplier,
  });
  if (pose.rail !== undefined) {
    const angular = lift3(A, [0, 0, 0]);
    return [{ linear: pose.rail.tangent, angular, constant: undefined, ...driven(0) }];
  }
  return body.motion.columns.map((column, k) => ({
    linear: lift3(A, column.linear),
    angular: lift3(A, column.angular),
    constant: column,
    ...driven(k),
  }));
}

/** What a body's joint does at the rates v: Σ columns·rates, linear in the parent's axes, angular in the body's. */
export function jointRates<S>(
  A: Primitive<S>,
  model: Model,
  body: Body,
  pose: JointPose<S>,
  v: readonly S[],
): { linear: Vec3<S>; angular: Vec3<S> } {
  const zero = A.constant(0);
  let linear: Vec3<S> = [zero, zero, zero];
  let angular = linear;
  for (const freedom of freedoms(A, model, body, pose)) {
    const rate = A.mul(A.constant(freedom.factor), v[freedom.v]);
    linear = add3(A, linear, scale3(A, rate, freedom.linear));
    angular = add3(A, angular, scale3(A, rate, freedom.angular));
  }
  return { linear, angular };
}

/**
 * What a body's joint does at the rates v and their changes a: {@link jointRates} of a, and on a rail the curvature
 * times the square of the rate, so that `linear` is the acceleration of the body's origin in the parent.
 */
export function jointChanges<S>(
  A: Primitive<S>,
  model: Model,
  body: Body,
  pose: JointPose<S>,
  v: readonly S[],
  a: readonly S[] | undefined,
): { linear: Vec3<S>; angular: Vec3<S> } {
  const zero = A.constant(0);
  const still: Vec3<S> = [zero, zero, zero];
  const changes = a === undefined ? { linear: still, angular: still } : jointRates(A, model, body, pose, a);
  if (pose.rail === undefined) return changes;
  const [{ v: at, factor }] = freedoms(A, model, body, pose);
  const rate = A.mul(A.constant(factor), v[at]);
  const bent = scale3(A, A.mul(rate, rate), pose.rail.curvature);
  return { linear: add3(A, changes.linear, bent), angular: changes.angular };
}

/** Refuses a vector of the wrong length, which is a programming error. */
export function expectLength(name: string, vector: readonly unknown[], length: number): void {
  if (vector.length !== length) throw new Error(`${name}: expected ${length} entries, got ${vector.length}`);
}
