import {
  type Algebra,
  add3,
  cross3,
  dot3,
  mulSymVec,
  rotationalInertia,
  scale3,
  type Vec3,
} from '../math/index.js';
import { compositeMoments } from './composite-moments.js';
import { freedoms, jointPoses } from './joint.js';
import type { Loads } from './loads.js';
import type { Model } from './model.js';
import { turnVector, turnVectorBack } from './turn.js';

/**
 * Joint-space inertia M(q), nv × nv, row-major, symmetric, rotor inertia on the diagonal, by composite rigid
 * bodies (Walker, Orin 1982; Featherstone 2008, section 6.2). Mimics: M = GᵀM_full G, so a follower adds to
 * its master's row and column.
 *
 * Composite mass moments come down the tree, and the wrench that each unit motion needs is carried down from
 * its body to the base and felt by every joint on the way.
 */
export function massMatrix<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  loads: Pick<Loads<S>, 'payloads'> = {},
): S[] {
  const { bodies, nv } = model;
  const poses = jointPoses(A, model, q);
  const composite = compositeMoments(A, model, poses, loads);
  const matrix: S[] = new Array(nv * nv).fill(A.constant(0));
  const gather = (row: number, column: number, x: S) => {
    const at = row < column ? column * nv + row : row * nv + column;
    matrix[at] = A.add(matrix[at], x);
  };
  bodies.forEach((body, j) => {
    const own = freedoms(A, model, body, poses[j]);
    const { mass, first, second } = composite[j];
    const inertia = rotationalInertia(A, second);
    own.forEach((column, k) => {
      const linear = turnVectorBack(A, poses[j].turn, column.linear);
      const angular = column.angular;
      let force: Vec3<S> = add3(A, scale3(A, mass, linear), cross3(A, angular, first));
      let torque: Vec3<S> = add3(A, mulSymVec(A, inertia, angular), cross3(A, first, linear));
      for (let i = j; i >= 0; i = bodies[i].parent) {
        const { position, turn } = poses[i];
        const outer = turnVector(A, turn, force);
        // Of the joint's own columns the pairs up to this one, so that each stands once.
        const felt = i === j ? own.slice(0, k + 1) : freedoms(A, model, bodies[i], poses[i]);
        for (const { linear: l, angular: n, v, factor } of felt) {
          const entry = A.add(dot3(A, n, torque), dot3(A, l, outer));
          const scaled = A.mul(A.constant(factor * column.factor), entry);
          gather(v, column.v, scaled);
          // Two bodies that one entry of v drives are met once as a pair but count twice.
          if (i !== j && v === column.v) gather(v, v, scaled);
        }
        torque = add3(A, turnVector(A, turn, torque), cross3(A, position, outer));
        force = outer;
      }
      gather(column.v, column.v, A.constant(body.rotorInertia * column.factor * column.factor));
    });
  });
  for (let i = 0; i < nv; i++) for (let j = 0; j < i; j++) matrix[j * nv + i] = matrix[i * nv + j];
  return matrix;
}
