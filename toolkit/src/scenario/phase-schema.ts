/** The schema of a phase of a task: what it sets, when it ends, what follows. */
import {
  either,
  keys,
  list,
  measured,
  optional,
  quantity,
  required,
  table,
  text,
  variants,
  withDefault,
} from './schema.js';

const held = {
  hold: withDefault(quantity('s', { least: 0 }), 0, 'How long it must be so without a break'),
};

const phaseEnd = variants<
  | { readonly after: number }
  | {
      readonly from: string;
      readonly to: string;
      readonly below?: number;
      readonly above?: number;
      readonly hold: number;
    }
  | {
      readonly norm: string;
      readonly below?: number | string;
      readonly above?: number | string;
      readonly hold: number;
    }
  | {
      readonly coordinate: string;
      readonly below?: number | string;
      readonly above?: number | string;
      readonly hold: number;
    }
  | { readonly speed: string; readonly below?: number; readonly above?: number; readonly hold: number }
  | { readonly law: string; readonly is: string; readonly hold: number }
  | { readonly sensor: string; readonly below?: number; readonly above?: number; readonly hold: number }
>('an end of a phase', [
  {
    key: 'after',
    title: 'After a time',
    meaning: 'The phase lasts for a time.',
    keys: { after: required(quantity('s', { least: 0 }), 'How long it lasts') },
  },
  {
    key: 'from',
    title: 'At a distance of two points',
    meaning: 'The phase ends when two points are closer, or farther, than a bound.',
    keys: {
      from: required(text('name', 'a point'), 'One point'),
      to: required(text('name', 'a point'), 'The other'),
      below: optional(quantity('m', { above: 0 }), 'It ends when they are closer than this'),
      above: optional(quantity('m', { least: 0 }), 'It ends when they are farther than this'),
      ...held,
    },
  },
  {
    key: 'norm',
    title: 'At the size of what an element measures',
    meaning: 'The phase ends when the norm of what an element measures is below, or above, a bound.',
    keys: {
      norm: required(text('name', 'an element'), 'The element'),
      below: optional(measured([]), 'It ends when the norm is below this'),
      above: optional(measured([]), 'It ends when the norm is above this'),
      ...held,
    },
  },
  {
    key: 'coordinate',
    title: 'At the value of a coordinate',
    meaning: 'The phase ends when a named coordinate of one entry, a gap say, is below, or above, a bound.',
    keys: {
      coordinate: required(text('name', 'a coordinate'), 'The coordinate'),
      below: optional(measured([]), 'It ends when the value is below this'),
      above: optional(measured([]), 'It ends when the value is above this'),
      ...held,
    },
  },
  {
    key: 'speed',
    title: 'At the speed of a point',
    meaning:
      'The phase ends when a point is slower than a bound, so that it has stalled or come to rest, or faster.',
    keys: {
      speed: required(text('name', 'a point'), 'The point'),
      below: optional(quantity('m/s', { above: 0 }), 'It ends when the point is slower than this'),
      above: optional(quantity('m/s', { least: 0 }), 'It ends when the point is faster than this'),
      hold: withDefault(
        quantity('s', { least: 0 }),
        0.5,
        'How long it must be so without a break: longer than a start from rest takes',
      ),
    },
  },
  {
    key: 'law',
    title: 'By the status of a law',
    meaning: 'The phase ends when a law says that it is in one of its statuses: a guarded move in `contact`.',
    keys: {
      law: required(text('name', 'a law'), 'The law'),
      is: required(text('line', 'a status of the law'), 'The status'),
      ...held,
    },
  },
  {
    key: 'sensor',
    title: 'At a force that is felt',
    meaning: 'The phase ends when the norm of the external force at a sensor is below, or above, a bound.',
    keys: {
      sensor: required(text('name', 'a sensor'), 'The sensor, of `control.sensors`'),
      below: optional(quantity('N', { above: 0 }), 'It ends when the force is below this'),
      above: optional(quantity('N', { least: 0 }), 'It ends when the force is above this'),
      ...held,
    },
  },
]);

export const phaseSection = keys({
  set: withDefault(
    table('a parameter', either(measured([]), list(measured([]), 1, 9)), { free: true }),
    {},
    'Values of parameters while it lasts: `goal.at`, `reach.stiffness`; all others are as they are set elsewhere',
  ),
  until: optional(phaseEnd, 'When it ends; without it the phase goes on to the end of the run'),
  laws: optional(
    list(text('name', 'a law'), 0, 100),
    'The laws that are at work while it lasts, of those that command a motion one; by default all that act by a wrench, and where no phase says, all; where they act by forces alone the servo lets the joints go, with none it holds them',
  ),
  next: optional(
    text('name', 'a phase'),
    'The phase that follows; by default the next in the file, after the last none',
  ),
  blend: withDefault(
    quantity('s', { least: 0 }),
    0,
    'How long parameters take to these values, by 10s³ − 15s⁴ + 6s⁵; and how long laws of forces and the servo take to come in and go out; 0: they jump, and the ledger says by what energy',
  ),
});
