/** Limits on what is commanded, as a scenario writes them. */
import { jointProperty } from './joint-property.js';
import { choice, either, keys, list, quantity, required, text, withDefault } from './schema.js';
import { fromRobot } from './words.js';

const forceLimit = keys({
  at: required(text('name', 'a point on the robot'), 'The point'),
  norm: required(
    quantity('N', { least: 0 }),
    'Greatest norm of the sum of all elements’ forces there; the direction is kept',
  ),
});

export const limitsSchema = keys({
  force: withDefault(either(forceLimit, list(forceLimit, 0, 100)), [], 'Limits on the force at points'),
  torque: withDefault(
    jointProperty({ ...fromRobot, none: 'No limit' }, 'N m', 'N'),
    'robot',
    'Greatest torque of each joint',
  ),
  how: withDefault(
    choice({
      scale: 'One factor for all joints, so that the direction is kept',
      each: 'Every joint by itself',
    }),
    'scale',
    'What happens at the torque limit',
  ),
  torqueRate: withDefault(
    jointProperty({ none: 'No limit' }, 'N m/s', 'N/s'),
    'none',
    'Greatest change of each joint’s torque',
  ),
});
