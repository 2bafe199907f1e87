import type { ElementDeclaration } from './declaration.js';
import { half } from './gain.js';
import { overshoot } from './overshoot.js';
import { pictures } from './picture.js';

/** A ball that pushes out what enters it; see `doc`. */
export const springRepel: ElementDeclaration = {
  family: 'spring',
  kind: 'repel',
  title: 'Repelling ball',
  summary:
    'Pushes a point of the robot out of a ball about another point. Outside the ball it does nothing, so it ' +
    'keeps links off an obstacle without pulling on them.',
  coordinate: 'distance',
  parameters: [
    {
      name: 'stiffness',
      unit: 'N/m',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each metre of depth',
    },
    {
      name: 'radius',
      unit: 'm',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Radius of the ball about `to`',
    },
  ],
  doc: {
    law: 'f = k max(0, R − d), d = |p_to − p_from|',
    symbols: [
      { symbol: 'd', unit: 'm', meaning: 'distance of the points' },
      { symbol: 'R', unit: 'm', meaning: 'radius' },
      { symbol: 'k', unit: 'N/m', meaning: 'stiffness' },
      { symbol: 'f', unit: 'N', meaning: 'push on `from` away from `to`' },
    ],
    sign: 'A positive stiffness pushes `from` along the gradient of the distance, out of the ball.',
    energy: 'E = ½ k max(0, R − d)²',
    singular:
      'At the centre the push has no direction and is 0. At d = R the force is continuous, its slope is not.',
    source: 'Khatib, Real-Time Obstacle Avoidance (1986), section 4, with a quadratic potential',
  },
  picture: pictures.repel,
  law(A, { value: [d] }, { stiffness = [], radius = [] }) {
    const { depth, gate } = overshoot(A, A.sub(radius[0], d));
    const push = A.mul(stiffness[0], depth);
    return {
      force: [A.neg(push)],
      secant: [A.mul(stiffness[0], gate)],
      energy: half(A, [depth], [push]),
    };
  },
};
