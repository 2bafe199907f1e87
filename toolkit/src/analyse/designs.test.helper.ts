/** Designs for the tests of what is known before a run. */
import type { Design, ElementDesign } from '../control/index.js';
import type { Vec3 } from '../math/index.js';
import { chain, planar, sevenJoints } from '../mechanism/arms.test.helper.js';
import type { Model } from '../model/index.js';

export function element(
  name: string,
  family: ElementDesign['family'],
  kind: string,
  joins: ElementDesign['joins'],
  parameters: ElementDesign['parameters'],
): ElementDesign {
  return { name, family, kind, joins, parameters };
}

/** A spring from the tip of a model to a place, with gravity compensated, and more. */
export function reaching(
  model: Model,
  frame: string,
  stiffness: number,
  goal: Vec3<number>,
  more: { readonly points?: Design['points']; readonly elements?: Design['elements'] } = {},
): Design {
  return {
    name: 'reaching',
    model,
    period: 1e-3,
    compensate: ['gravity'],
    points: [{ name: 'tip', frame }, { name: 'goal', at: goal }, ...(more.points ?? [])],
    elements: [
      element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [stiffness] }),
      ...(more.elements ?? []),
    ],
  };
}

/** A slide on x carrying a slide on y, of 1 kg each: a point in the plane; `l3` is the tip. */
export function plane(): Model {
  return chain([
    { type: 'prismatic', axis: [1, 0, 0], mass: 1 },
    { type: 'prismatic', axis: [0, 1, 0], mass: 1 },
    { type: 'fixed' },
  ]);
}

/** One turning joint with a link of 0.5 m and 2 kg at its end; `l2` is the tip. */
export function lever(): Model {
  return chain([
    { centre: [0.5, 0, 0], mass: 2 },
    { type: 'fixed', xyz: [0.5, 0, 0] },
  ]);
}

export { chain, planar, sevenJoints };

/** A virtual slide along x with 3 kg on it; `cart` is its frame. */
export function cart(): Model {
  const model = chain([{ type: 'prismatic', axis: [1, 0, 0], mass: 3 }]);
  return {
    ...model,
    name: 'carts',
    bodies: model.bodies.map((body) => ({ ...body, joint: 'rail', link: 'cart' })),
    frames: model.frames.filter(({ body }) => body >= 0).map((frame) => ({ ...frame, name: 'cart' })),
    positionNames: ['rail'],
    velocityNames: ['rail'],
  };
}
