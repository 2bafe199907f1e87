/** What happens during a run, as a scenario writes it. */
import {
  choice,
  either,
  list,
  measured,
  optional,
  quantity,
  required,
  text,
  variants,
  vector3,
  withDefault,
} from './schema.js';

const zero = [0, 0, 0] as const;

export const eventSchema = variants<
  | {
      readonly push: readonly [number, number, number];
      readonly torque: readonly [number, number, number];
      readonly on: string;
      readonly at: number;
      readonly for: number;
    }
  | {
      readonly fault: 'frozen' | 'lost' | 'nan' | 'spike';
      readonly sensor: string;
      readonly force: readonly [number, number, number];
      readonly torque: readonly [number, number, number];
      readonly at: number;
      readonly for?: number;
    }
  | {
      readonly stream: string;
      readonly targets: string | readonly (readonly number[])[];
      readonly at: number;
      readonly late: number;
    }
  | {
      readonly pickUp: string;
      readonly moving: readonly [number, number, number];
      readonly at: number;
    }
  | { readonly putDown: string; readonly at: number }
  | { readonly set: string; readonly to: number | string | readonly (number | string)[]; readonly at: number }
>('an event', [
  {
    key: 'push',
    title: 'A push',
    meaning: 'A force on a point of the robot, for a time.',
    keys: {
      push: required(vector3('N'), 'Force on the robot, world axes'),
      torque: withDefault(vector3('N m'), zero, 'Torque on the robot, world axes'),
      on: withDefault(text('name', 'a point on the robot'), 'tool', 'The point that is pushed'),
      at: required(quantity('s', { least: 0 }), 'When it begins'),
      for: required(quantity('s', { above: 0 }), 'How long it lasts'),
    },
  },
  {
    key: 'fault',
    title: 'A fault of a sensor',
    meaning: 'A sensor of the plant goes wrong, for a time or to the end.',
    keys: {
      fault: required(
        choice({
          frozen: 'It repeats its last sample, with new time stamps',
          lost: 'No samples come: the age of the last grows',
          nan: 'Its samples are no numbers',
          spike: 'Force and torque are added to what it feels',
        }),
        'What goes wrong',
      ),
      sensor: required(text('name', 'a sensor of the plant'), 'The sensor'),
      force: withDefault(vector3('N'), zero, 'Of a spike, sensor axes'),
      torque: withDefault(vector3('N m'), zero, 'Of a spike, sensor axes'),
      at: required(quantity('s', { least: 0 }), 'When it begins'),
      for: optional(quantity('s', { above: 0 }), 'How long it lasts; by default to the end'),
    },
  },
  {
    key: 'stream',
    title: 'A stream of targets',
    meaning: 'Targets for a point that is `streamed`, as they were recorded.',
    keys: {
      stream: required(text('name', 'a streamed point'), 'The point'),
      targets: required(
        either(text('path', 'a file of comma-separated numbers'), list(list(quantity(''), 4, 8), 1, 100_000)),
        'Rows of a time (s), a place in the world (m) and, if it turns, an attitude there as a quaternion (w, x, y, z)',
      ),
      at: required(quantity('s', { least: 0 }), 'When the time of the rows is 0'),
      late: withDefault(quantity('s', { least: 0 }), 0, 'How old each is when it comes'),
    },
  },
  {
    key: 'pickUp',
    title: 'Picking up',
    meaning:
      'The arm takes a payload of the plant: it joins the hand without slip where it is, as a plastic impact, and the joints’ momentum stays. What that loses is the ledger’s `joining`, what the payload brings is `payload` and its name. The controller is told nothing.',
    keys: {
      pickUp: required(text('name', 'a payload of the plant'), 'The payload'),
      moving: withDefault(
        vector3('m/s'),
        zero,
        'Velocity of its centre before, world axes; it does not turn',
      ),
      at: required(quantity('s', { least: 0 }), 'When'),
    },
  },
  {
    key: 'putDown',
    title: 'Putting down',
    meaning: 'The arm lets go of a payload, with the speed that it has. The controller is told nothing.',
    keys: {
      putDown: required(text('name', 'a payload of the plant'), 'The payload'),
      at: required(quantity('s', { least: 0 }), 'When'),
    },
  },
  {
    key: 'set',
    title: 'A new value',
    meaning: 'A parameter of the control design jumps to another value.',
    keys: {
      set: required(text('line', 'a parameter'), 'The parameter: `reach.stiffness`, `goal.at`'),
      to: required(either(measured([]), list(measured([]), 1, 9)), 'Its new value'),
      at: required(quantity('s', { least: 0 }), 'When'),
    },
  },
]);
