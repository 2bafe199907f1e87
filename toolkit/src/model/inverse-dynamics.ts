import {
  type Algebra,
  add3,
  cross3,
  dot3,
  type MassMoments,
  neg3,
  type Primitive,
  scale3,
  type Vec3,
} from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { expectLength, freedoms, jointChanges, jointPoses, jointRates } from './joint.js';
import { jointTorques } from './joint-torques.js';
import { bodyMoments, type Loads } from './loads.js';
import type { Model } from './model.js';
import { turnVector, turnVectorBack } from './turn.js';

/**
 * Recursive Newton–Euler: the joint forces τ = M(q)·a + b(q, v) − Σ Jᵀ f that give the accelerations a, rotor
 * inertia included. `gravity` is the acceleration of free fall in the world. Joint damping and friction are
 * not part of it.
 *
 * In body axes, with the classical acceleration of each body's origin (Luh, Walker, Paul 1980). With the
 * acceleration gradient B = [α]× + [w]×² a point at r from the origin accelerates by a + B·r, so a body with
 * the mass moments m, h, Σ needs the force m·a + B·h and the torque h × a + the vector of B·Σ − (B·Σ)ᵀ.
 */
export function inverseDynamics<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  a: readonly S[],
  gravity: Vec3<S>,
  loads: Loads<S> = {},
): S[] {
  expectLength('v', v, model.nv);
  expectLength('a', a, model.nv);
  const { bodies } = model;
  const poses = jointPoses(A, model, q);
  const moments = bodyMoments(A, model, loads);
  const zero = A.constant(0);
  const still: Vec3<S> = [zero, zero, zero];
  const two = A.constant(2);
  const motions: BodyMotion<S>[] = [];
  const forces: Vec3<S>[] = [];
  const torques: Vec3<S>[] = [];
  bodies.forEach((body, i) => {
    const { position, turn } = poses[i];
    const rates = jointRates(A, model, body, poses[i], v);
    const changes = jointChanges(A, model, body, poses[i], v, a);
    const parent = body.parent < 0 ? undefined : motions[body.parent];
    const carried = turnVectorBack(A, turn, parent?.velocity ?? still);
    const velocity = add3(A, carried, rates.angular);
    const turning = add3(
      A,
      turnVectorBack(A, turn, parent?.turning ?? still),
      cross3(A, carried, rates.angular),
    );
    const angular = add3(A, turning, changes.angular);
    const sliding = add3(
      A,
      scale3(A, two, cross3(A, parent?.velocity ?? still, rates.linear)),
      changes.linear,
    );
    const linear =
      parent === undefined
        ? add3(A, neg3(A, gravity), changes.linear)
        : add3(A, add3(A, parent.linear, sliding), swept(A, parent.gradient, position));
    const motion = {
      velocity,
      turning: angular,
      linear: turnVectorBack(A, turn, linear),
    };
    const gradient = accelerationGradient(A, velocity, angular);
    motions.push({ ...motion, gradient });
    const { force, torque } = inertialWrench(A, moments[i], motion.linear, gradient);
    forces.push(force);
    torques.push(torque);
  });
  const tau: S[] = new Array(model.nv).fill(zero);
  for (let i = bodies.length - 1; i >= 0; i--) {
    const body = bodies[i];
    const { position, turn } = poses[i];
    const outer = turnVector(A, turn, forces[i]);
    for (const { linear, angular, v: at, factor } of freedoms(A, model, body, poses[i])) {
      const felt = A.add(dot3(A, angular, torques[i]), dot3(A, linear, outer));
      const rotor = A.mul(A.constant(body.rotorInertia * factor), a[at]);
      tau[at] = A.add(tau[at], A.mul(A.constant(factor), A.add(felt, rotor)));
    }
    if (body.parent < 0) continue;
    const moved = add3(A, turnVector(A, turn, torques[i]), cross3(A, position, outer));
    forces[body.parent] = add3(A, forces[body.parent], outer);
    torques[body.parent] = add3(A, torques[body.parent], moved);
  }
  if (loads.external === undefined) return tau;
  const felt = jointTorques(A, model, forwardKinematics(A, model, q), loads.external);
  return tau.map((x, k) => A.sub(x, felt[k]));
}

interface BodyMotion<S> {
  readonly velocity: Vec3<S>;
  readonly turning: Vec3<S>;
  readonly linear: Vec3<S>;
  readonly gradient: Gradient<S>;
}

/** B = [α]× + [w]×² and the squares of w, whose differences the torque asks for. */
interface Gradient<S> {
  readonly xx: S;
  readonly yy: S;
  readonly zz: S;
  readonly xy: S;
  readonly yx: S;
  readonly xz: S;
  readonly zx: S;
  readonly yz: S;
  readonly zy: S;
  readonly squares: Vec3<S>;
}

function accelerationGradient<S>(A: Primitive<S>, w: Vec3<S>, alpha: Vec3<S>): Gradient<S> {
  const [x, y, z] = w;
  const squares: Vec3<S> = [A.mul(x, x), A.mul(y, y), A.mul(z, z)];
  const [xy, xz, yz] = [A.mul(x, y), A.mul(x, z), A.mul(y, z)];
  return {
    xx: A.neg(A.add(squares[1], squares[2])),
    yy: A.neg(A.add(squares[0], squares[2])),
    zz: A.neg(A.add(squares[0], squares[1])),
    xy: A.sub(xy, alpha[2]),
    yx: A.add(xy, alpha[2]),
    xz: A.add(xz, alpha[1]),
    zx: A.sub(xz, alpha[1]),
    yz: A.sub(yz, alpha[0]),
    zy: A.add(yz, alpha[0]),
    squares,
  };
}

/** B·r. */
function swept<S>(A: Primitive<S>, B: Gradient<S>, r: Vec3<S>): Vec3<S> {
  const row = (x: S, y: S, z: S) => A.add(A.add(A.mul(x, r[0]), A.mul(y, r[1])), A.mul(z, r[2]));
  return [row(B.xx, B.xy, B.xz), row(B.yx, B.yy, B.yz), row(B.zx, B.zy, B.zz)];
}

function inertialWrench<S>(
  A: Primitive<S>,
  { mass, first, second }: MassMoments<S>,
  linear: Vec3<S>,
  B: Gradient<S>,
): { force: Vec3<S>; torque: Vec3<S> } {
  const [xx, yy, zz, xy, xz, yz] = second;
  const [sx, sy, sz] = B.squares;
  const m = (a: S, b: S) => A.mul(a, b);
  // (BΣ)_zy − (BΣ)_yz and its cyclic followers; B_zz − B_yy = w_z² − w_y².
  const turning: Vec3<S> = [
    A.add(A.add(A.sub(m(B.zy, yy), m(B.yz, zz)), m(A.sub(sz, sy), yz)), A.sub(m(B.zx, xy), m(B.yx, xz))),
    A.add(A.add(A.sub(m(B.xz, zz), m(B.zx, xx)), m(A.sub(sx, sz), xz)), A.sub(m(B.xy, yz), m(B.zy, xy))),
    A.add(A.add(A.sub(m(B.yx, xx), m(B.xy, yy)), m(A.sub(sy, sx), xy)), A.sub(m(B.yz, xz), m(B.xz, yz))),
  ];
  return {
    force: add3(A, scale3(A, mass, linear), swept(A, B, first)),
    torque: add3(A, cross3(A, first, linear), turning),
  };
}
