/** Guards, as a scenario writes them. */
import { reactions } from '../control/index.js';
import { keys, withDefault } from './schema.js';
import { words } from './words.js';

export const guardsSchema = keys({
  nonFinite: withDefault(
    words(reactions, {
      hold: 'Joint positions held where they last were right, with gravity',
      'damped stop': 'Joint speeds braked, with gravity',
      float: 'Gravity only',
      off: 'No torque',
    }),
    'damped stop',
    'What is done when the law’s torque is no number though the joint state is one',
  ),
});
