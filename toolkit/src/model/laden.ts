/** A model that carries something for good. */
import {
  addMoments,
  massMoments,
  moveMoments,
  numbers,
  rotationalInertia,
  type Vec3,
} from '../math/index.js';
import type { Payload } from './loads.js';
import type { Body, BodyInertia, Model } from './model.js';

/** The model with payloads as mass of its bodies; the model itself where there are none. */
export function laden(model: Model, payloads: readonly Payload<number>[]): Model {
  const mine = payloads.filter(({ moments }) => moments.mass !== 0);
  if (mine.length === 0) return model;
  const bodies = model.bodies.map((body, i): Body => {
    const own = mine.filter((payload) => payload.body === i).map(({ moments }) => moments);
    if (own.length === 0) return body;
    const add = (to: Body['moments']) => own.reduce((sum, moments) => addMoments(numbers, sum, moments), to);
    const { mass, centre, inertia } = body.inertia;
    return {
      ...body,
      inertia: inertiaOf(add(massMoments(numbers, mass, centre, inertia))),
      moments: add(body.moments),
    };
  });
  return { ...model, bodies };
}

/** Mass, centre and inertia about it of moments whose mass is above 0. */
function inertiaOf(moments: Body['moments']): BodyInertia {
  const { mass, first } = moments;
  const centre: Vec3<number> = [first[0] / mass, first[1] / mass, first[2] / mass];
  const about = moveMoments(numbers, moments, [-centre[0], -centre[1], -centre[2]]);
  return { mass, centre, inertia: rotationalInertia(numbers, about.second) };
}
