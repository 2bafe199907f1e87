/** Sensors and encoders of a plant, as a scenario writes them. */
import type { encoderSpeeds } from '../plant/index.js';
import {
  choice,
  either,
  type Infer,
  keys,
  optional,
  quantity,
  required,
  section,
  text,
  vector3,
  whole,
  withDefault,
} from './schema.js';

const zero = [0, 0, 0] as const;

/** One number for the force along each axis, or one for it and one for the torque about each. */
/** Of forces, or of forces and torques, alike along and about each axis. */
export const sized = (least: number) =>
  either(
    quantity('N', { least }),
    keys({
      force: withDefault(quantity('N', { least }), 0, 'Of the force along each axis'),
      torque: withDefault(quantity('N m', { least }), 0, 'Of the torque about each axis'),
    }),
  );

const offset = (force: string, torque: string) =>
  keys({
    force: withDefault(vector3(force), zero, 'Of the force, sensor axes'),
    torque: withDefault(vector3(torque), zero, 'Of the torque, sensor axes'),
  });

export const sensorSchema = keys({
  on: optional(text('line', 'a link'), 'The link (or frame) that carries it; by default where the tool is'),
  at: withDefault(vector3('m'), zero, 'Its origin there'),
  rpy: withDefault(vector3('rad'), zero, 'Its axes there: turns about the fixed x, y, z'),
  below: optional(
    keys({
      mass: required(quantity('kg', { least: 0 }), 'Its mass'),
      centre: withDefault(vector3('m'), zero, 'Its centre of mass, sensor axes, from the sensor’s origin'),
    }),
    'What of the robot hangs below it: its weight and inertia are in what it feels; by default nothing',
  ),
  rate: optional(
    quantity('Hz', { above: 0, most: 1_000_000 }),
    'How often it samples, the first time at the start; by default once a control tick',
  ),
  delay: withDefault(
    quantity('s', { least: 0, most: 10 }),
    0,
    'How late its values come: a queue of samples, rounded up to whole ones',
  ),
  noise: withDefault(sized(0), 0, 'Standard deviation of white noise on every sample'),
  bias: section(offset('N', 'N m'), 'What it says of nothing'),
  drift: section(offset('N/s', 'N m/s'), 'Change of the bias with time'),
  average: withDefault(whole(1, 1000), 1, 'Of how many of the last samples its values are the mean'),
  quantum: withDefault(sized(0), 0, 'Samples are whole multiples of this; 0: any number'),
  range: optional(sized(0), 'Size at which samples saturate; by default they do not. A part of 0 does not'),
});
export type SensorSection = Infer<typeof sensorSchema>;

export const encoderSpeedWords: Readonly<Record<(typeof encoderSpeeds)[number], string>> = {
  exact: 'The true speeds',
  differences: 'Differences of the positions that are said, over a control tick',
  none: 'Nothing: 0',
};

export const encoderVelocity = withDefault(
  choice(encoderSpeedWords),
  'exact',
  'What the controller is told of speeds',
);
