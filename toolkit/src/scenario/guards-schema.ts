/** Guards, as a scenario writes them. */
import { reactions } from '../control/index.js';
import { keys, optional, quantity, withDefault } from './schema.js';
import { words } from './words.js';

export const guardsSchema = keys({
  nonFinite: withDefault(
    words(reactions, {
      hold: 'A servo that follows by torques rests at its last command and is followed on; else joint positions are held where they last were right, with gravity',
      'damped stop': 'Joint speeds braked, with gravity: under a load the arm drifts',
      float: 'Gravity only',
      off: 'No torque',
    }),
    'damped stop',
    'What is done when the law’s torque is no number though the joint state is one',
  ),
  bandwidth: optional(
    quantity('rad/s', { above: 0 }),
    'Natural frequency of a hold without a servo, of sensors’ guards too; by default a tenth of a radian a tick, 100 rad/s at 1 kHz',
  ),
});
