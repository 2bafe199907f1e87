/** What the controller makes up for of the joints’ friction, as a scenario writes it. */
import { defaultFriction } from './friction.js';
import { jointProperty } from './joint-property.js';
import { either, keys, measured, quantity, table, withDefault } from './schema.js';
import { fromRobot } from './words.js';

export const frictionSchema = keys({
  coulomb: withDefault(jointProperty(fromRobot, 'N m', 'N'), 'robot', 'Coulomb friction of the joints'),
  viscous: withDefault(
    jointProperty(fromRobot, 'N m s/rad', 'N s/m'),
    'robot',
    'Viscous damping of the joints',
  ),
  share: withDefault(
    quantity('', { least: 0 }),
    defaultFriction.share,
    'Share of both that is compensated; more than 1 is refused, more than 0.9 warned of',
  ),
  width: withDefault(
    quantity('', { above: 0 }),
    defaultFriction.width,
    'Share of its Coulomb friction that a joint at rest must be asked for until the compensation has come in',
  ),
  speed: withDefault(
    either(
      measured(['rad/s', 'm/s'], { above: 0 }),
      table('a joint', measured(['rad/s', 'm/s'], { above: 0 }), { free: true }),
    ),
    defaultFriction.speed,
    'Speed from which on a joint counts as moving: tanh(v/speed) of it is compensated the way it goes',
  ),
});
