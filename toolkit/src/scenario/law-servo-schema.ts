/** The servo, which turns motions into joints, and joint velocities, as a scenario writes them. */
import { servoDefaults, windups } from '../control/index.js';
import { jointProperty } from './joint-property.js';
import {
  choice,
  either,
  flag,
  type Infer,
  keys,
  list,
  measured,
  optional,
  quantity,
  required,
  table,
  text,
  variants,
  whole,
  withDefault,
} from './schema.js';
import { fromRobot, words } from './words.js';

/** One value for all joints that its unit fits, or values by joint. */
const gains = (turning: string, sliding: string) => {
  const one = measured([turning, sliding], { least: 0 });
  return either(one, table('a joint', one, { free: true }));
};

const pd = {
  stiffness: required(gains('N m/rad', 'N/m'), 'Torque for each unit of the tracking error'),
  damping: required(gains('N m s/rad', 'N s/m'), 'Torque for each unit of its rate'),
};
const pdKeys = keys(pd);

const pidKeys = keys({
  ...pd,
  integral: required(
    gains('N m/rad s', 'N/m s'),
    'Torque gained each second for each unit of the tracking error',
  ),
  limit: optional(gains('N m', 'N'), 'Greatest torque of this stage by joint; by default none'),
  windup: withDefault(
    words(windups, {
      none: 'The integral runs on',
      clamp: 'It rests where it would push further',
      'back-calculation': 'What is cut off runs back into it',
    }),
    'clamp',
    'What the integral does while the limit cuts',
  ),
  back: optional(
    quantity('1/s', { above: 0 }),
    'How fast it runs back, of `back-calculation`; by default integral/stiffness',
  ),
});

const computedKeys = keys({
  bandwidth: required(quantity('rad/s', { above: 0 }), 'Natural frequency of the tracking error'),
});

export type FollowSection =
  | 'drive'
  | { readonly pd: Infer<typeof pdKeys> }
  | { readonly pid: Infer<typeof pidKeys> }
  | { readonly 'computed torque': Infer<typeof computedKeys> };

const follow = either(
  choice({ drive: 'Drives that take positions follow' }),
  variants<Exclude<FollowSection, string>>('a way to follow', [
    {
      key: 'pd',
      title: 'Proportional and derivative',
      meaning: 'τ = K (q_c − q) + D (q̇_c − q̇) in each joint by itself.',
      keys: { pd: required(pdKeys, 'Its gains') },
    },
    {
      key: 'pid',
      title: 'With an integral',
      meaning: 'The same and I ∫ (q_c − q) dt, with a limit and what keeps it from winding up.',
      keys: { pid: required(pidKeys, 'Its gains') },
    },
    {
      key: 'computed torque',
      title: 'Computed torque',
      meaning:
        'τ = M(q) (q̈_c + 2 ω (q̇_c − q̇) + ω² (q_c − q)) and what the motion needs; gravity is left to `compensate`.',
      keys: { 'computed torque': required(computedKeys, 'Its bandwidth') },
    },
  ]),
);

export const lawServoSchema = keys({
  at: withDefault(
    text('name', 'a point on the robot'),
    'tool',
    'The compliance centre that motion laws move',
  ),
  attitude: withDefault(
    flag(),
    true,
    'Whether the attitude of the centre is a task as well; false leaves it to the joints',
  ),
  solver: withDefault(
    choice({
      dls: 'A damped least squares step a tick',
      qp: 'The same with positions and speeds of the joints as bounds',
    }),
    'dls',
    'Inverse kinematics',
  ),
  length: withDefault(
    quantity('m', { above: 0 }),
    servoDefaults.length,
    'Length that makes turns comparable with ways',
  ),
  damping: withDefault(
    quantity('m', { above: 0 }),
    servoDefaults.damping,
    'Damping at a singularity; none away from it',
  ),
  threshold: withDefault(
    quantity('m', { above: 0 }),
    servoDefaults.threshold,
    'Singular value of the Jacobian at which damping begins',
  ),
  speed: optional(quantity('m/s', { above: 0 }), 'Greatest speed of the centre; by default none'),
  turning: optional(quantity('rad/s', { above: 0 }), 'Greatest speed of its turning; by default none'),
  joints: withDefault(
    jointProperty({ ...fromRobot, none: 'No limit' }, 'rad/s', 'm/s'),
    'robot',
    'Greatest speed of each joint',
  ),
  deceleration: optional(
    gains('rad/s2', 'm/s2'),
    'Greatest deceleration of each joint of a command that stops; by default what the torque limits allow, of drives none',
  ),
  limits: withDefault(
    either(
      choice({ ...fromRobot, none: 'No limits' }),
      table('a joint', list(measured(['rad', 'm']), 2, 2), { free: true }),
    ),
    'robot',
    'Lowest and highest position of each joint, [lowest, highest]',
  ),
  sweeps: withDefault(whole(1, 1000), servoDefaults.sweeps, 'Sweeps of the qp at most'),
  follow: required(follow, 'How the joints follow'),
});
export type LawServoSection = Infer<typeof lawServoSchema>;

export const velocitySchema = keys({
  from: withDefault(
    choice({ measured: 'As they are measured', differences: 'Differences of positions from tick to tick' }),
    'measured',
    'Where joint velocities come from',
  ),
  cutoff: optional(quantity('Hz', { above: 0 }), 'Cut-off of a one-pole low-pass; by default none'),
});
