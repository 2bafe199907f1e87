/** Buffers before the ends of joints, as a scenario writes them. */
import { jointProperty } from './joint-property.js';
import { choice, either, keys, list, text, withDefault } from './schema.js';

const derived = { robot: 'By the rule: see the page on postures and buffers' } as const;

export const buffersSchema = keys({
  joints: withDefault(
    either(choice({ all: 'All that have a range' }), list(text('line', 'a joint'), 1)),
    'all',
    'The joints that have them',
  ),
  band: withDefault(
    jointProperty(derived, 'rad', 'm', { above: 0 }),
    'robot',
    'The last part of the range, from each end, in which they act',
  ),
  stiffness: withDefault(
    jointProperty(derived, 'N m/rad', 'N/m'),
    'robot',
    'Torque for each radian (force for each metre) into the band',
  ),
  damping: withDefault(
    jointProperty(derived, 'N m s/rad', 'N s/m'),
    'robot',
    'Torque for each radian per second (force for each metre per second) on the way out, at the end of the range; less before it',
  ),
});
