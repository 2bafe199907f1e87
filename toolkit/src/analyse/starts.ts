/** Configurations to start from, spread at random over what the joints may be. */
import { numbers, type Quaternion, quaternionExp, quaternionProduct, type Vec3 } from '../math/index.js';
import { jointProperties, type Model } from '../model/index.js';
import { chance } from './chance.js';

/** Half the width of what a place without limits is tried over, m. */
const room = 0.5;

/**
 * `count` configurations from a seed: joints with limits anywhere in them, turning joints without any a whole turn,
 * others 0.5 m to either side of the given one; attitudes turned by up to half a turn from it.
 */
export function randomStarts(
  model: Model,
  about: readonly number[],
  count: number,
  seed: number,
): number[][] {
  const random = chance(seed);
  const within = (lower: number, upper: number) => lower + (upper - lower) * random();
  const { stops } = jointProperties(model);
  const attitude = (q: number[], at: number): void => {
    const turn: Vec3<number> = [0, 0, 0].map(() => within(-1.8, 1.8)) as unknown as Vec3<number>;
    const now = q.slice(at, at + 4) as unknown as Quaternion<number>;
    const next = quaternionProduct(numbers, now, quaternionExp(numbers, turn));
    q.splice(at, 4, ...next);
  };
  return Array.from({ length: count }, () => {
    const q = [...about];
    for (const body of model.bodies) {
      if (body.nv === 0) continue;
      const turning = body.type === 'revolute' || body.type === 'continuous';
      const slides = body.type === 'spherical' ? 0 : body.type === 'free' ? 3 : body.nv;
      for (let k = 0; k < slides; k++) {
        const stop = stops.find(({ v }) => v === body.v + k);
        const wide = turning || (body.type === 'planar' && k === 2) ? 3.141592653589793 : room;
        const middle = turning ? 0 : about[body.q + k];
        const lower = stop === undefined ? Number.NEGATIVE_INFINITY : stop.lower;
        const upper = stop === undefined ? Number.POSITIVE_INFINITY : stop.upper;
        const [least, most] = [
          Number.isFinite(lower) ? lower : Number.isFinite(upper) ? upper - 2 * wide : middle - wide,
          Number.isFinite(upper) ? upper : Number.isFinite(lower) ? lower + 2 * wide : middle + wide,
        ];
        q[body.q + k] = within(least, most);
      }
      if (slides < body.nv) attitude(q, body.q + slides);
    }
    return q;
  });
}
