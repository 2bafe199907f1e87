import { add3, knotFault, lift3, naturalSpline, splineAtLength, sub3, type Vec3 } from '../math/index.js';
import {
  commonParameters,
  type MotionDeclaration,
  type MotionDesign,
  rampFault,
  rampParameters,
} from './motion.js';
import { progress } from './motion-ramp.js';

/** p = p₀ + c(s L) − c(0); see `doc`. */
export const motionPath: MotionDeclaration = {
  kind: 'path',
  title: 'Along a path through places',
  summary:
    'From the point’s own place through others, on the natural cubic spline through them, by its arc length: the speed ' +
    'along the path is that of the ramp, however far the places are apart.',
  ends: true,
  parameters: [
    {
      name: 'through',
      place: true,
      unit: 'm',
      shape: 'places',
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'The places in the world, one after the other, the last one its end',
    },
    ...rampParameters,
    ...commonParameters,
  ],
  doc: {
    law: 'p = p₀ + c(s L) − c(0), c the spline by arc length, L its length, s = ramp(t − from); axes turned by s · turn',
    symbols: [
      { symbol: 'p₀', unit: 'm', meaning: 'the point’s own place; setting it anew moves the whole path' },
      { symbol: 's', unit: '1', meaning: 'from 0 to exactly 1 in a finite time' },
    ],
    singular:
      'Two places that follow each other must not be the same. Where a path turns back upon itself its speed is 0.',
  },
  check(motion, at) {
    const fault = knotFault(knotsOf(motion, at));
    if (fault !== undefined) return { code: fault.code, parameter: 'through', message: fault.message };
    return rampFault(motion);
  },
  law(A, time, { position, baked }, { speed = [], acceleration, from = [] }, motion) {
    const { ramp = 'linear', returns = false } = motion;
    const spline = naturalSpline(knotsOf(motion, baked));
    const length = A.constant(spline.length);
    const s = progress(
      A,
      ramp,
      { length, speed: speed[0], acceleration: acceleration?.[0], returns },
      A.sub(time, from[0]),
    );
    const { value } = splineAtLength(A, spline, A.mul(s, length));
    const gone = sub3(A, value as unknown as Vec3<typeof time>, lift3(A, baked));
    return { position: add3(A, position, gone), part: s };
  },
};

/** The point's own place, then those that it goes through. */
function knotsOf({ parameters: { through = [] } }: MotionDesign, at: Vec3<number>): (readonly number[])[] {
  const knots: (readonly number[])[] = [at];
  for (let i = 0; i < through.length; i += 3) knots.push(through.slice(i, i + 3));
  return knots;
}
