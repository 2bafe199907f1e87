import {
  addMoments,
  type MassMoments,
  moveMoments,
  numbers as N,
  transpose,
  turnMoments,
} from '../math/index.js';
import type { Body, Model } from './model.js';

/**
 * The model with fewer inertial parameters and the same dynamics (base parameters: Gautier, Khalil 1990): what
 * a body cannot feel apart from its parent is counted with the parent, or dropped where that is the world.
 *
 * - revolute, continuous: mass that lies on the joint's axis moves as the parent does, so the mass m, the
 *   first moment along the axis and the second moment along the axis go to the parent; seven moments stay;
 * - spherical: the mass, as a point at the joint;
 * - prismatic: the whole second moment, for the body never turns against its parent.
 *
 * Kinetic energy is the same function of q and v and the potential differs by a constant, so mass matrix, bias
 * forces, gravity torque, inverse and forward dynamics are exact, also on a free root. Wrenches inside the
 * joints are not. `Body.inertia` keeps the true mass, for the centre of mass and the potential energy.
 * The moments that are left may be those of no real body; the pivots of M stay positive all the same.
 */
export function regroup(model: Model): Model {
  const moments = model.bodies.map((body) => body.moments);
  for (let i = model.bodies.length - 1; i >= 0; i--) {
    const body = model.bodies[i];
    const { kept, moved } = split(body, moments[i]);
    moments[i] = kept;
    if (moved === undefined || body.parent < 0) continue;
    moments[body.parent] = addMoments(
      N,
      moments[body.parent],
      moveMoments(N, moved, body.placement.position),
    );
  }
  return {
    ...model,
    bodies: model.bodies.map((body, i) => ({ ...body, moments: moments[i] })),
  };
}

interface Split {
  /** In body axes. */
  readonly kept: MassMoments<number>;
  /** In the parent's axes, about the joint's origin. */
  readonly moved?: MassMoments<number>;
}

const NONE: MassMoments<number> = {
  mass: 0,
  first: [0, 0, 0],
  second: [0, 0, 0, 0, 0, 0],
};

function split(body: Body, moments: MassMoments<number>): Split {
  const { before, after } = body.motion;
  switch (body.type) {
    case 'revolute':
    case 'continuous': {
      const { mass, first, second } = turnMoments(N, after, moments);
      const [x, y, z] = first;
      const [xx, yy, zz, xy, xz, yz] = second;
      const kept = {
        mass: 0,
        first: [x, y, 0],
        second: [xx, yy, 0, xy, xz, yz],
      } as const;
      const onAxis = {
        mass,
        first: [0, 0, z],
        second: [0, 0, zz, 0, 0, 0],
      } as const;
      return {
        kept: turnMoments(N, transpose(after), kept),
        moved: turnMoments(N, before, onAxis),
      };
    }
    case 'spherical':
      return {
        kept: { ...moments, mass: 0 },
        moved: { ...NONE, mass: moments.mass },
      };
    case 'prismatic':
      return {
        kept: { ...moments, second: NONE.second },
        moved: turnMoments(N, body.placement.rotation, {
          ...NONE,
          second: moments.second,
        }),
      };
    default:
      return { kept: moments };
  }
}
