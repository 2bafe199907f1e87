import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/** The position of a joint, q itself; see `doc`. */
export const positionDeclaration: CoordinateDeclaration = {
  kind: 'position',
  title: 'Position of a joint',
  summary: 'The joint’s own position, counted from its zero; a continuous joint’s turns are counted.',
  ends: ['joint'],
  optional: [],
  parameters: [],
  shape: ({ joint = 'rad' }) => ({ size: 1, unit: joint }),
  observed: { name: 'position', meaning: 'Position of the joint' },
  doc: {
    value: 'z = q',
    rate: 'ż = q̇',
    sign: 'A positive tension turns the joint back, against its axis.',
    singular: 'None.',
    source: 'Generalised coordinates of the arm',
  },
  coordinate(A, given) {
    const { position, velocity, index } = endOf(given, 'joint');
    return {
      reading: { value: [position], rate: [velocity] },
      transpose: ([tension], _radial, loads) => loads.joint(index, A.neg(tension)),
    };
  },
};
