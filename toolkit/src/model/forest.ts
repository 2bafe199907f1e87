import type { Body, Model } from './model.js';

/**
 * Two models side by side as one: the bodies, positions and velocities of `a` first, then those of `b`, each tree as
 * it was. Nothing joins them, so M is block-diagonal and every algorithm gives what it gives for each alone. Joints and
 * frames keep their names; where both have a name, a search by name finds the one of `a`.
 */
export function forest(a: Model, b: Model): Model {
  const first = a.bodies.length;
  const moved = ({ mimic, parent, ...body }: Body): Body => ({
    ...body,
    parent: parent < 0 ? parent : parent + first,
    q: body.q + a.nq,
    v: body.v + a.nv,
    ...(mimic === undefined ? {} : { mimic: { ...mimic, of: mimic.of + first } }),
  });
  return {
    name: `${a.name} and ${b.name}`,
    bodies: [...a.bodies, ...b.bodies.map(moved)],
    frames: [
      ...a.frames,
      ...b.frames.map((frame) => (frame.body < 0 ? frame : { ...frame, body: frame.body + first })),
    ],
    nq: a.nq + b.nq,
    nv: a.nv + b.nv,
    fixed: both(a.fixed, b.fixed),
    neutral: [...a.neutral, ...b.neutral],
    positionNames: [...a.positionNames, ...b.positionNames],
    velocityNames: [...a.velocityNames, ...b.velocityNames],
    positionUnits: [...a.positionUnits, ...b.positionUnits],
    velocityUnits: [...a.velocityUnits, ...b.velocityUnits],
    forceUnits: [...a.forceUnits, ...b.forceUnits],
    massless: [...a.massless, ...b.massless.map((i) => i + first)],
  };
}

/** Masses that are bolted to the world, as one. */
function both(a: Model['fixed'], b: Model['fixed']): Model['fixed'] {
  const mass = a.mass + b.mass;
  if (mass === 0) return { mass, centre: [0, 0, 0] };
  const [x, y, z] = a.centre.map((c, k) => (a.mass * c + b.mass * b.centre[k]) / mass);
  return { mass, centre: [x, y, z] };
}
