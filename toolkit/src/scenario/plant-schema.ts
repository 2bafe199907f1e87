/** What is controlled, as a scenario writes it: everything under `plant`. */
import { benchSchema } from './bench-schema.js';
import { jointProperty } from './joint-property.js';
import { carriedSchema } from './payload-schema.js';
import { choice, flag, keys, optional, quantity, section, table, withDefault } from './schema.js';
import { encoderVelocity, sensorSchema } from './sensor-schema.js';
import { fromRobot } from './words.js';

export const plantSchema = keys({
  bench: optional(
    benchSchema,
    'A simulated bench, for a robot that is one; it stands in the place of `rigid`',
  ),
  rigid: section(
    keys({
      step: optional(
        quantity('s', { least: 1e-6, most: 0.1 }),
        'Step of the simulation; by default one tick, 1 ms under `continuous`',
      ),
      method: optional(
        choice({
          'semi-implicit': 'Speeds first, with the joints’ own damping and friction implicit; then positions',
          'runge-kutta': 'The classical fourth-order method',
        }),
        'How it steps; by default semi-implicit, under `continuous` runge-kutta',
      ),
      doubling: withDefault(
        flag(),
        false,
        'Whether every tick is repeated in halved steps, which gives the ledger its integration line and more than doubles the time; without it the residual holds the integration error',
      ),
      joints: section(
        keys({
          coulomb: withDefault(
            jointProperty(fromRobot, 'N m', 'N'),
            'robot',
            'Coulomb friction: sticks, and resists by this much',
          ),
          viscous: withDefault(jointProperty(fromRobot, 'N m s/rad', 'N s/m'), 'robot', 'Viscous damping'),
          rotorInertia: withDefault(
            jointProperty(fromRobot, 'kg m2', 'kg'),
            'robot',
            'Inertia of the rotors, felt at the joint',
          ),
          stiffness: withDefault(
            jointProperty(fromRobot, 'N m/rad', 'N/m'),
            'robot',
            'Stiffness of springs in the joints: the arm feels −stiffness · (position − rest)',
          ),
          rest: withDefault(
            jointProperty(fromRobot, 'rad', 'm', {}),
            'robot',
            'Positions at which those springs give no torque',
          ),
          stops: withDefault(
            choice({ ...fromRobot, none: 'Joints go on past their limits' }),
            'robot',
            'Stops at the ends of the joints’ ranges',
          ),
        }),
        'What the joints do by themselves',
      ),
      payloads: optional(
        table('a payload', carriedSchema),
        'What the arm carries, from the start or from when an event picks it up; the controller knows what `control.payload` says',
      ),
      sensors: optional(table('a sensor', sensorSchema), 'Force sensors'),
      encoders: optional(
        keys({
          resolution: withDefault(
            jointProperty({ exact: 'Any position' }, 'rad', 'm'),
            'exact',
            'What the controller is told of positions is a multiple of this',
          ),
          velocity: encoderVelocity,
        }),
        'What the controller is told of positions and speeds; by default the truth',
      ),
    }),
    'A simulated arm of rigid links',
  ),
});
