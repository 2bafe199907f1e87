import type { Body, Model } from './model.js';

/**
 * Whether a turn of a body's joint leads back to where everything was, so that its angle goes the short way round:
 * a continuous joint that leads no mimics, for a turn of it is not a turn of them.
 */
export function wraps(model: Model, body: Body): boolean {
  return (
    body.type === 'continuous' &&
    !model.bodies.some(({ mimic }) => mimic !== undefined && model.bodies[mimic.of] === body)
  );
}
