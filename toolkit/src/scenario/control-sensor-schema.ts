/** Sensors as the controller knows them, as a scenario writes them: everything under `control.sensors`. */
import { reactions } from '../control/index.js';
import { jointProperty } from './joint-property.js';
import {
  choice,
  either,
  flag,
  type Infer,
  keys,
  list,
  optional,
  quantity,
  required,
  text,
  vector3,
  withDefault,
} from './schema.js';
import { sized } from './sensor-schema.js';
import { words } from './words.js';

export const reaction = words(reactions, {
  hold: 'The servo rests at its last command and is followed on; without one joint positions are held where they last were right, with gravity, softly',
  'damped stop':
    'Joint speeds braked, with gravity: under a load the arm drifts; of drives that follow, the command runs out',
  float: 'Gravity only',
  off: 'No torque',
});

const then = withDefault(reaction, 'hold', 'What is done');
const zero = [0, 0, 0] as const;
const time = quantity('s', { least: 0, most: 86_400 });
const eachJoint = jointProperty({ none: 'None' }, 'N m', 'N');
const eachSigned = jointProperty({ none: 'None' }, 'N m', 'N', {});

const between = (unit: string, what: string) => optional(list(quantity(unit), 2, 2), what);
const axes = (unit: string, what: string) =>
  optional(
    keys({
      x: between(unit, 'Along or about x'),
      y: between(unit, 'Along or about y'),
      z: between(unit, 'Along or about z'),
    }),
    what,
  );

const guards = keys({
  first: optional(
    keys({ within: withDefault(time, 1, 'How long after the first step'), then }),
    'No sample has come; until one does, laws that read it rest',
  ),
  stale: optional(
    keys({ after: optional(time, 'Older than this; by default 20 ticks'), then }),
    'The last good sample is old',
  ),
  frozen: optional(
    keys({ after: required(time, 'The same reading, to the bit, for so long'), then }),
    'It repeats itself; without this key nobody looks',
  ),
  range: optional(
    sized(0),
    'A reading beyond this size along any axis is none, and `nonFinite` says what then. A part of 0 is not looked at; by default what the plant’s sensor of this name saturates at',
  ),
  nonFinite: optional(
    keys({ after: withDefault(time, 0, 'For so long; until then the last good one stands'), then }),
    'It is no number, or beyond its range',
  ),
  collision: optional(
    keys({
      contact: required(quantity('N', { above: 0 }), 'External force from which on contact is told'),
      stop: required(quantity('N', { above: 0 }), 'External force at which it stops, and stays stopped'),
      window: withDefault(time, 0, 'How long every reading must be beyond a threshold'),
      joints: optional(
        keys({
          contact: required(eachJoint, 'External torque of each joint from which on contact is told'),
          stop: required(eachJoint, 'External torque at which it stops'),
        }),
        'The same by joints, of an estimate from their momentum',
      ),
      then,
    }),
    'What should not be felt, while this sensor is watched',
  ),
  bounds: optional(
    keys({
      force: axes('N', 'Least and greatest force, sensor axes'),
      torque: axes('N m', 'Least and greatest torque, sensor axes'),
      joints: optional(
        keys({
          lower: required(eachSigned, 'Least external torque of each joint'),
          upper: required(eachSigned, 'Greatest external torque of each joint'),
        }),
        'The same by joints, of an estimate from their momentum',
      ),
      window: withDefault(time, 0, 'How long every reading must be beyond a bound'),
      then,
    }),
    'What a reading lies between as it comes, weight and all, each bound of either sign: at one and beyond it stops, and stays stopped',
  ),
});

export const controlSensorSchema = keys({
  at: optional(
    text('name', 'a point on the robot'),
    'The point whose place and axes it has; by default where the plant’s sensor of this name is, and of an estimate the tool',
  ),
  observer: optional(
    keys({
      gain: required(
        quantity('1/s', { above: 0 }),
        '2π times the cut-off of what it tells, for instance 200 1/s: 32 Hz',
      ),
      torques: optional(
        flag(),
        'Whether torques are estimated as well; by default from six joints on, so that fewer tell forces alone',
      ),
    }),
    'There is no sensor: the wrench is estimated from the joints’ momentum and the torques that were commanded',
  ),
  below: withDefault(
    either(
      choice({
        plant: 'As the plant’s sensor of this name has it',
        none: 'Nothing, or nothing that is known',
      }),
      keys({
        mass: required(quantity('kg', { least: 0 }), 'Its mass'),
        centre: withDefault(vector3('m'), zero, 'Its centre of mass, sensor axes, from the sensor’s origin'),
        inertial: withDefault(
          flag(),
          false,
          'Whether its inertia is taken out as well, by the acceleration of its centre',
        ),
      }),
    ),
    'plant',
    'What hangs below it: its weight is taken out of the reading while it turns',
  ),
  carries: withDefault(
    list(choice({ payload: 'What the arm carries, `control.payload`, whose mass phases may change' }), 0, 1),
    [],
    'What hangs below it besides: its weight is taken out of the reading as well; `below` must say what hangs there in any case',
  ),
  provides: withDefault(
    list(choice({ gravity: 'The weight below it' }), 0, 1),
    [],
    'What its own electronics take out of the reading already',
  ),
  bias: optional(
    keys({
      force: withDefault(vector3('N'), zero, 'Of the force, sensor axes'),
      torque: withDefault(vector3('N m'), zero, 'Of the torque, sensor axes'),
    }),
    'Taken off each reading',
  ),
  cutoff: optional(quantity('Hz', { above: 0 }), 'Cut-off of a one-pole low-pass; by default none'),
  tare: optional(
    keys({
      time: required(quantity('s', { above: 0 }), 'How long is averaged'),
      refuse: required(
        quantity('N', { least: 0 }),
        'Mean force above which it is refused: something touches',
      ),
      then,
      every: optional(
        quantity('s', { above: 0 }),
        'After so long it is taken anew while the robot runs, in free space only; by default only where the event `set: sensor.<name>.tare.ask` asks',
      ),
      free: optional(
        quantity('N', { above: 0 }),
        'Force beyond the tare in force from which on something touches, so that no new one is taken; by default `refuse`',
      ),
    }),
    'The mean of the first readings is taken off all later ones; until then laws that read it rest',
  ),
  guards: optional(guards, 'What is done when it goes wrong; every reaction is `hold` by default'),
});

export type ControlSensorSection = Infer<typeof controlSensorSchema>;
