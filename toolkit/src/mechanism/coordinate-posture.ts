import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { jointOffset } from './coordinate-joint.js';
import { entryOf } from './gain.js';

/** How far several joints are off their targets, one entry each; see `doc`. All of them turn, or all of them slide. */
export const postureDeclaration: CoordinateDeclaration = {
  kind: 'posture',
  title: 'Targets of several joints less their positions',
  summary: 'How far an arm is off a posture, joint by joint; the short way round on continuous joints.',
  ends: ['joint'],
  optional: [],
  several: true,
  parameters: [
    {
      name: 'target',
      unit: ['rad', 'm'],
      shapes: ['scalar', 'vector'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      default: 0,
      meaning: 'Positions that it is counted from',
    },
  ],
  shape: ({ joint = 'rad', joints = 1 }) => ({ size: joints, unit: joint }),
  observed: { name: 'extension', meaning: 'Target − actual, joint by joint' },
  doc: {
    value: 'zᵢ = targetᵢ − qᵢ; on a continuous joint brought into [−π, π)',
    rate: 'żᵢ = −q̇ᵢ',
    sign: 'A positive tension turns the joint on, along its axis.',
    singular: 'On a continuous joint half a turn off the target the value jumps from π to −π.',
    source: 'Hooke’s law at a joint',
  },
  coordinate(A, { ends: { joints = [] }, parameters: { target = [A.constant(0)] } }) {
    const offsets = joints.map((joint, i) => jointOffset(A, joint, entryOf(target, i)));
    return {
      reading: {
        value: offsets.flatMap(({ reading }) => reading.value),
        rate: offsets.flatMap(({ reading }) => reading.rate),
      },
      transpose(force, radial, loads) {
        offsets.forEach((offset, i) => {
          offset.transpose([force[i]], radial, loads);
        });
      },
    };
  },
};
