import {
  type Algebra,
  add3,
  alongSpline,
  cross3,
  dot3,
  knotFault,
  mulMatVec,
  naturalSpline,
  neg3,
  type SplineParameter,
  scale3,
  type Vec3,
} from '../math/index.js';
import { asVec3, type Coordinate } from './coordinate.js';
import {
  type CoordinateDeclaration,
  type Given,
  type Made,
  onlyShape,
  type Shape,
  type ShapeFault,
} from './coordinate-declaration.js';
import type { ParameterDeclaration } from './declaration.js';

/** Numbers as rows of three. */
function rowsOf(numbers: readonly number[]): (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) rows.push(numbers.slice(i, i + 3));
  return rows;
}

/**
 * The place in the world at s of a path: z = p_at + R_at c(s), c the natural cubic spline through the knots, which are
 * given in the axes of the point `at` from it (the world's own where there is none).
 *
 * ż = v_at + ω_at × R_at c + R_at c′ ṡ. Back: a tension φ is −c′ · R_atᵀ φ's power on s, −φ at the place on what carries
 * `at`.
 */
function path<S>(A: Algebra<S>, by: SplineParameter, { ends: { at }, of, baked }: Given<S>): Coordinate<S> {
  const [{ reading, ...child }] = of;
  const { value, first } = alongSpline(A, naturalSpline(rowsOf(baked.knots ?? [])), by, reading.value[0]);
  const turned = (v: Vec3<S>) => (at === undefined ? v : mulMatVec(A, at.rotation, v));
  const [arm, tangent] = [turned(asVec3(value)), turned(asVec3(first))];
  const along = scale3(A, reading.rate[0], tangent);
  return {
    reading: {
      value: at === undefined ? arm : add3(A, at.position, arm),
      rate: at === undefined ? along : add3(A, add3(A, at.velocity, cross3(A, at.spin, arm)), along),
    },
    transpose(force, _radial, loads) {
      const f = asVec3(force);
      child.transpose([dot3(A, tangent, f)], false, loads);
      if (at === undefined) return;
      loads.force(at, neg3(A, f));
      loads.torque(at, neg3(A, cross3(A, arm, f)));
    },
  };
}

const knots: ParameterDeclaration = {
  name: 'knots',
  unit: 'm',
  shapes: ['points'],
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  baked: true,
  meaning: 'Places that the path goes through, one after the other',
};

function shape(made: Made): Shape | ShapeFault {
  const { size, unit } = onlyShape(made);
  if (size !== 1) return `a path needs one number, and this coordinate has ${size}`;
  if (unit !== 'm') return `a path needs a length, and this coordinate is in ${unit}`;
  return knotFault(rowsOf(made.parameters.knots ?? [])) ?? { size: 3, unit: 'm' };
}

const common = {
  ends: [],
  optional: ['at'],
  of: [1, 1],
  parameters: [knots],
  shape,
} as const satisfies Partial<CoordinateDeclaration>;

const sign =
  'A positive tension pulls s back, as far as it points forward along the path, and `at` against its axes.';

/** The place at an arc length. */
export const pathDeclaration: CoordinateDeclaration = {
  ...common,
  kind: 'path',
  title: 'Place on a path, by arc length',
  summary:
    'Where the path through given knots is at a length that another coordinate says, so that a metre of that is a metre ' +
    'along the path. Beyond its ends the path goes on straight. Knots are from `at` in its axes, or the world’s.',
  doc: {
    value: 'z = p_at + R_at c(s), c the natural cubic spline, |c′| = 1',
    rate: 'ż = v_at + ω_at × R_at c + R_at c′ ṡ',
    sign,
    singular: 'Where a path turns back upon itself c′ may be 0: nothing then acts on s.',
    source: 'de Boor, A Practical Guide to Splines (1978), chapter IV',
  },
  coordinate: (A, given) => path(A, 'length', given),
};

/** The place at a count of knots, scaled. */
export const pathKnotsDeclaration: CoordinateDeclaration = {
  ...common,
  kind: 'path-knots',
  title: 'Place on a path, by its knots',
  summary:
    'As `path`, but s is the number of knots passed times the mean length from knot to knot: a metre of it is about a ' +
    'metre along the path, and exactly one only over the whole. A peer’s choice, cheaper.',
  doc: {
    value: 'z = p_at + R_at c(s (n − 1)/L), c the natural cubic spline with knot i at i, L its length',
    rate: 'ż = v_at + ω_at × R_at c + R_at c′ ṡ (n − 1)/L',
    sign,
    singular: 'None.',
    source: 'Rail joint of VMRobotControl.jl',
  },
  coordinate: (A, given) => path(A, 'knots', given),
};
