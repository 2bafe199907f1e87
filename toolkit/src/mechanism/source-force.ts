import type { ElementDeclaration } from './declaration.js';
import { inner } from './gain.js';
import { pictures } from './picture.js';

/** A constant force at a point; see `doc`. */
export const sourceForce: ElementDeclaration = {
  family: 'source',
  kind: 'force',
  title: 'Constant force at a point',
  summary:
    'Adds a force at a point of the robot: what the robot does to what it touches there. `[0, 0, 10 N]` presses along +z. ' +
    'It puts in energy as long as the point gives way.',
  coordinate: 'place',
  parameters: [
    {
      name: 'force',
      unit: 'N',
      shapes: ['vector'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'Force along the world axes',
    },
  ],
  doc: {
    law: 'f = F',
    symbols: [
      {
        symbol: 'F',
        unit: 'N',
        meaning: 'force that the robot is to press with at `at`, world axes',
      },
    ],
    sign: 'Positive along the world axis; free in the air the point is driven along it.',
    energy: 'P = Fᵀ v_at, put in',
    singular: 'None. Nothing bounds the speed that it can drive a free robot to.',
    source: 'Feed-forward wrench of an impedance controller',
  },
  picture: pictures.force,
  law(A, { rate }, { force = [] }) {
    return { force: force.map((f) => A.neg(f)), supplied: inner(A, force, rate) };
  },
};
