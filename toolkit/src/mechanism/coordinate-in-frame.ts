import { cross3, mulMatVec, mulTransposeVec, sub3 } from '../math/index.js';
import { asVec3 } from './coordinate.js';
import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { onlyShape } from './coordinate-declaration.js';
import { said } from './coordinate-difference.js';

/** A vector seen from turned axes; see `doc`. */
export const inFrameDeclaration: CoordinateDeclaration = {
  kind: 'in-frame',
  title: 'Vector in the axes of a point',
  summary: 'Another coordinate, a vector in the world’s axes, seen from the axes of a point that may turn.',
  ends: ['axes'],
  optional: [],
  of: [1, 1],
  parameters: [],
  shape(made) {
    const child = onlyShape(made);
    return child.size === 3 ? child : `it needs a vector of 3 numbers, and has ${said(child)}`;
  },
  doc: {
    value: 'z = R_axesᵀ a',
    rate: 'ż = R_axesᵀ (ȧ − ω_axes × a)',
    sign: 'The tension is in the axes of `axes`; these get its moment a × R φ.',
    singular: 'None of its own.',
    source: 'Featherstone, Rigid Body Dynamics Algorithms (2008), section 2.10',
  },
  coordinate(A, { of: [child], ends: { axes } }) {
    if (axes === undefined) return child;
    const value = asVec3(child.reading.value);
    const drift = sub3(A, asVec3(child.reading.rate), cross3(A, axes.spin, value));
    return {
      reading: {
        value: mulTransposeVec(A, axes.rotation, value),
        rate: mulTransposeVec(A, axes.rotation, drift),
      },
      transpose(force, radial, loads) {
        const f = mulMatVec(A, axes.rotation, asVec3(force));
        child.transpose(f, radial, loads);
        if (!radial) loads.torque(axes, cross3(A, value, f));
      },
    };
  },
};
