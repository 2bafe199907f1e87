/** What the algorithms ask of a joint: its coordinates, the pose it gives its body, its degrees of freedom. */
import {
  type Algebra,
  add3,
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
}

/** How many positions and velocities a joint of each type has. */
export const sizes: Readonly<Record<MovingType, { readonly nq: number; readonly nv: number }>> = {
  revolute: { nq: 1, nv: 1 },
  continuous: { nq: 1, nv: 1 },
  prismatic: { nq: 1, nv: 1 },
  helical: { nq: 1, nv: 1 },
  spherical: { nq: 4, nv: 3 },
  planar: { nq: 3, nv: 3 },
  free: { nq: 7, nv: 6 },
};

/** Constant data of a joint's motion; `placement` is that of the joint frame in the parent body. */
export function jointMotion(
  type: MovingType,
  placement: Placement<number>,
  axis: Vec3<number>,
  pitch: number,
): JointMotion {
  const P = placement.rotation;
  const Q = type === 'spherical' || type === 'free' ? identity3(numbers) : rotationToAxis(axis);
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

/** A column of a body's joint and the entry of v that drives it: its own, or the master's times `factor`. */
export interface Freedom extends MotionColumn {
  readonly v: number;
  readonly factor: number;
}

export function freedoms(model: Model, body: Body): Freedom[] {
  const { mimic } = body;
  return body.motion.columns.map((column, k) => ({
    ...column,
    v: mimic === undefined ? body.v + k : model.bodies[mimic.of].v,
    factor: mimic === undefined ? 1 : mimic.multiplier,
  }));
}

/** What a body's joint does at the rates v: Σ columns·rates, linear in the parent's axes, angular in the body's. */
export function jointRates<S>(
  A: Primitive<S>,
  model: Model,
  body: Body,
  v: readonly S[],
): { linear: Vec3<S>; angular: Vec3<S> } {
  const zero = A.constant(0);
  let linear: Vec3<S> = [zero, zero, zero];
  let angular = linear;
  for (const freedom of freedoms(model, body)) {
    const rate = A.mul(A.constant(freedom.factor), v[freedom.v]);
    linear = add3(A, linear, scale3(A, rate, lift3(A, freedom.linear)));
    angular = add3(A, angular, scale3(A, rate, lift3(A, freedom.angular)));
  }
  return { linear, angular };
}

/** Refuses a vector of the wrong length, which is a programming error. */
export function expectLength(name: string, vector: readonly unknown[], length: number): void {
  if (vector.length !== length) throw new Error(`${name}: expected ${length} entries, got ${vector.length}`);
}
