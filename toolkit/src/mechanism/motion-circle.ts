import { add3, max, mulMatVec, rotationFromQuaternion, scale3, type Vec3 } from '../math/index.js';
import { commonParameters, type MotionDeclaration } from './motion.js';

const anywhere = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** p = c + u cos φ + w sin φ; see `doc`. */
export const motionCircle: MotionDeclaration = {
  kind: 'circle',
  title: 'Round a circle or an ellipse',
  summary:
    'Round a centre for ever: a circle in the plane of the point’s own x and y axes, or the ellipse of two vectors. The ' +
    'centre is the point’s own place unless it is said.',
  ends: false,
  parameters: [
    {
      name: 'centre',
      place: true,
      unit: 'm',
      shape: 'vector',
      range: anywhere,
      optional: true,
      meaning: 'Centre in the world; by default the point’s own place',
    },
    {
      name: 'radius',
      unit: 'm',
      shape: 'scalar',
      range: [0, Number.POSITIVE_INFINITY],
      optional: true,
      meaning: 'Radius of a circle from the point’s x axis towards its y axis',
    },
    {
      name: 'cosine',
      unit: 'm',
      shape: 'vector',
      range: anywhere,
      optional: true,
      meaning: 'In place of a radius: what is multiplied by the cosine, world axes',
    },
    {
      name: 'sine',
      unit: 'm',
      shape: 'vector',
      range: anywhere,
      optional: true,
      meaning: 'What is multiplied by the sine, world axes',
    },
    {
      name: 'period',
      unit: 's',
      shape: 'scalar',
      range: [1e-6, Number.POSITIVE_INFINITY],
      meaning: 'Time of once round',
    },
    {
      name: 'phase',
      unit: 'rad',
      shape: 'scalar',
      range: anywhere,
      default: 0,
      meaning: 'Angle where it begins',
    },
    ...commonParameters,
  ],
  doc: {
    law: 'p = c + u cos φ + w sin φ, φ = phase + 2π max(0, t − from)/period; u, w = cosine, sine, or radius times the point’s x and y axes; axes turned by turn · (t − from)/period',
    symbols: [
      { symbol: 'c', unit: 'm', meaning: 'centre' },
      { symbol: 'φ', unit: 'rad', meaning: 'angle on the circle' },
    ],
    singular: 'None. The velocity jumps when it begins.',
  },
  check({ parameters: { radius, cosine, sine } }) {
    if (
      (cosine === undefined) !== (sine === undefined) ||
      (radius === undefined) === (cosine === undefined)
    ) {
      return {
        code: 'motion-radius',
        parameter: 'radius',
        message: 'a circle has either a radius, or a cosine and a sine',
      };
    }
    return undefined;
  },
  law(A, time, { position, attitude }, { centre, radius, cosine, sine, period = [], phase = [], from = [] }) {
    type Vector = Vec3<typeof time>;
    const zero = A.constant(0);
    const part = A.div(max(A, A.sub(time, from[0]), zero), period[0]);
    const angle = A.add(phase[0], A.mul(A.constant(2 * PI), part));
    const axes = rotationFromQuaternion(A, attitude);
    const along = (x: number, y: number): Vector =>
      mulMatVec(A, axes, [
        A.mul(A.constant(x), radius?.[0] ?? zero),
        A.mul(A.constant(y), radius?.[0] ?? zero),
        zero,
      ]);
    const u = cosine === undefined ? along(1, 0) : (cosine as unknown as Vector);
    const w = sine === undefined ? along(0, 1) : (sine as unknown as Vector);
    const middle = centre === undefined ? position : (centre as unknown as Vector);
    return {
      position: add3(A, middle, add3(A, scale3(A, A.cos(angle), u), scale3(A, A.sin(angle), w))),
      part,
    };
  },
};

const PI = 3.141592653589793;
