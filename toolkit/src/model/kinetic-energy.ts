import { type Algebra, add3, cross3, dot3, mulSymVec, rotationalInertia, type Twist } from '../math/index.js';
import { expectLength, freedoms, jointPoses, jointRates } from './joint.js';
import { bodyMoments, type Loads } from './loads.js';
import type { Model } from './model.js';
import { turnVectorBack } from './turn.js';

/** Kinetic energy ½·vᵀM(q)·v in joules, rotors included: Σ ½·m·v² + v·(w × h) + ½·w·I·w in body axes. */
export function kineticEnergy<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  loads: Pick<Loads<S>, 'payloads'> = {},
): S {
  expectLength('v', v, model.nv);
  const poses = jointPoses(A, model, q);
  const moments = bodyMoments(A, model, loads);
  const twists: Twist<S>[] = [];
  let twice = A.constant(0);
  model.bodies.forEach((body, i) => {
    const { position, turn } = poses[i];
    const rates = jointRates(A, model, body, poses[i], v);
    const parent = body.parent < 0 ? undefined : twists[body.parent];
    const outer =
      parent === undefined
        ? rates.linear
        : add3(A, add3(A, parent.linear, cross3(A, parent.angular, position)), rates.linear);
    const linear = turnVectorBack(A, turn, outer);
    const angular =
      parent === undefined ? rates.angular : add3(A, turnVectorBack(A, turn, parent.angular), rates.angular);
    twists.push({ linear, angular });
    const { mass, first, second } = moments[i];
    const shift = cross3(A, angular, first);
    const momentum = add3(A, [A.mul(mass, linear[0]), A.mul(mass, linear[1]), A.mul(mass, linear[2])], shift);
    const spin = mulSymVec(A, rotationalInertia(A, second), angular);
    twice = A.add(twice, A.add(dot3(A, linear, add3(A, momentum, shift)), dot3(A, angular, spin)));
    for (const { v: at, factor } of freedoms(A, model, body, poses[i])) {
      const rotor = A.constant(body.rotorInertia * factor * factor);
      twice = A.add(twice, A.mul(rotor, A.mul(v[at], v[at])));
    }
  });
  return A.mul(A.constant(0.5), twice);
}
