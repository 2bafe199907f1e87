/** Mutations of servos: their maps. */
import { breakerOf, type Mutation } from '../mutation.js';

const robot = breakerOf('toolkit/src/robot');

export const servoMutations: readonly Mutation[] = [
  robot(
    'servo',
    'return sign * scale * (reading - centre) + offset;',
    'return sign * (scale * (reading - centre) + offset);',
    'the offset of a servo turned with it',
    'servo',
  ),
  robot(
    'servo',
    'range[0] - spans[0] / scale',
    '(range[0] + range[1]) / 2',
    'the centre in the middle',
    'servo',
  ),
  robot(
    'servo',
    'return sign * torque;',
    'return torque;',
    'the torque of a servo that counts backwards',
    'servo',
  ),
  robot(
    'servo',
    'return sign * scale * rate;',
    'return scale * rate;',
    'the speed of a servo that counts backwards',
    'servo',
  ),
];
