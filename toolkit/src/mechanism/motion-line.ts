import { add3, norm3, numbers, scale3, sub3, type Vec3 } from '../math/index.js';
import { commonParameters, type MotionDeclaration, rampFault, rampParameters } from './motion.js';
import { progress } from './motion-ramp.js';

const anywhere = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** p = p₀ + s d; see `doc`. */
export const motionLine: MotionDeclaration = {
  kind: 'line',
  title: 'Along a straight line',
  summary:
    'From the point’s own place straight to another one, or by so much. A spring to such a point reaches without the ' +
    'pull that a far goal has at the start.',
  ends: true,
  parameters: [
    {
      name: 'to',
      place: true,
      unit: 'm',
      shape: 'vector',
      range: anywhere,
      optional: true,
      meaning: 'Where it ends, in the world',
    },
    {
      name: 'by',
      unit: 'm',
      shape: 'vector',
      range: anywhere,
      optional: true,
      meaning: 'In place of `to`: how far it goes, along the world’s axes',
    },
    ...rampParameters,
    ...commonParameters,
  ],
  doc: {
    law: 'p = p₀ + s d, d = to − p₀ (or by), s = ramp(t − from) of the length |d|; axes turned by s · turn',
    symbols: [
      { symbol: 'p₀', unit: 'm', meaning: 'the point’s own place' },
      { symbol: 's', unit: '1', meaning: 'from 0 to exactly 1 in a finite time' },
    ],
    singular: 'Without length (|d| = 0) it is at its end at once, and so is its turn.',
  },
  check(motion, at) {
    const { to, by } = motion.parameters;
    if ((to === undefined) === (by === undefined)) {
      return { code: 'motion-end', parameter: 'to', message: 'a line ends either at `to` or after `by`' };
    }
    const way = by ?? sub3(numbers, to as unknown as Vec3<number>, at);
    if (norm3(numbers, way as Vec3<number>) === 0) {
      return {
        code: 'motion-still',
        parameter: by === undefined ? 'to' : 'by',
        message: 'the line ends where it begins',
      };
    }
    return rampFault(motion);
  },
  law(
    A,
    time,
    { position },
    { to, by, speed = [], acceleration, from = [] },
    { ramp = 'linear', returns = false },
  ) {
    const way =
      by === undefined
        ? sub3(A, to as unknown as Vec3<typeof time>, position)
        : (by as unknown as Vec3<typeof time>);
    const s = progress(
      A,
      ramp,
      { length: norm3(A, way), speed: speed[0], acceleration: acceleration?.[0], returns },
      A.sub(time, from[0]),
    );
    return { position: add3(A, position, scale3(A, s, way)), part: s };
  },
};
