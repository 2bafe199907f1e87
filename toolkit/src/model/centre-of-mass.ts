import { type Algebra, add3, lift3, mulMatVec, scale3, type Vec3 } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import type { Loads } from './loads.js';
import type { Model } from './model.js';

/** Total mass, and its centre in the world, of everything including what is bolted to the world. */
export interface CentreOfMass<S> {
  readonly mass: S;
  /** The world's origin where the mass is 0. */
  readonly centre: Vec3<S>;
}

export function centreOfMass<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  loads: Pick<Loads<S>, 'payloads'> = {},
): CentreOfMass<S> {
  const { placements } = forwardKinematics(A, model, q);
  let mass = A.constant(model.fixed.mass);
  let moment = scale3(A, mass, lift3(A, model.fixed.centre));
  const add = (m: S, first: Vec3<S>, body: number) => {
    const { position, rotation } = placements[body];
    mass = A.add(mass, m);
    moment = add3(A, moment, add3(A, scale3(A, m, position), mulMatVec(A, rotation, first)));
  };
  model.bodies.forEach(({ inertia }, i) => {
    const m = inertia.mass;
    const [x, y, z] = inertia.centre;
    add(A.constant(m), lift3(A, [m * x, m * y, m * z]), i);
  });
  for (const { body, moments } of loads.payloads ?? []) add(moments.mass, moments.first, body);
  const none = A.equal(mass, A.constant(0));
  const inverse = A.div(A.constant(1), A.select(none, A.constant(1), mass));
  return { mass, centre: scale3(A, inverse, moment) };
}
