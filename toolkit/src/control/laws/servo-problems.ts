/** What is wrong with the servo of a design. */
import { formatQuantity } from '../../math/index.js';
import type { Design } from '../design.js';
import { type Findings, unknown } from '../findings.js';
import type { ServoDesign } from './law-design.js';
import { servoReleased } from './law-phases.js';
import { lawOf } from './laws.js';
import { onRobot } from './sensor-problems.js';
import { positionLimits } from './servo-fields.js';

export function checkServo(design: Design, servo: ServoDesign, found: Findings): void {
  const path = 'control.servo';
  const { model, laws = [] } = design;
  unknown(found, `${path}.at`, 'point on the robot', servo.at, onRobot(design));
  const positive = (key: 'length' | 'damping' | 'threshold' | 'speed' | 'turning', unit: string): void => {
    const value = servo[key];
    if (value !== undefined && !(value > 0))
      found.error('servo-number', `${path}.${key}`, `${key} is above 0`, { got: `${value} ${unit}` });
  };
  positive('length', 'm');
  positive('damping', 'm');
  positive('threshold', 'm');
  positive('speed', 'm/s');
  positive('turning', 'rad/s');
  if (
    servo.sweeps !== undefined &&
    !(Number.isInteger(servo.sweeps) && servo.sweeps >= 1 && servo.sweeps <= 1000)
  )
    found.error('servo-number', `${path}.sweeps`, 'sweeps are a whole number from 1 to 1000', {
      got: `${servo.sweeps}`,
    });
  const joints = (values: readonly number[] | undefined, key: string): void => {
    if (values === undefined) return;
    if (values.length !== 1 && values.length !== model.nv)
      found.error('joint-count', `${path}.${key}`, 'one number for all joints, or one for each, is needed', {
        expected: `1 or ${model.nv}`,
        got: `${values.length}`,
      });
    else if (!values.every((x) => x >= 0))
      found.error('servo-number', `${path}.${key}`, `${key} is at least 0`, { got: values.join(', ') });
  };
  joints(servo.joints, 'joints');
  joints(servo.deceleration, 'deceleration');
  if (servo.deceleration?.some((x) => x === 0))
    found.error('servo-number', `${path}.deceleration`, 'with a deceleration of 0 it never stops', {
      hint: 'for instance 10 rad/s2, or leave it to the torque limits',
    });
  if (servo.limits !== undefined && servo.limits.length !== model.nv)
    found.error('joint-count', `${path}.limits`, 'lower and upper of each joint are needed', {
      expected: `${model.nv}`,
      got: `${servo.limits.length}`,
    });
  else
    positionLimits(model, servo).forEach(([low, high], i) => {
      if (!(low <= high))
        found.error(
          'servo-limits',
          `${path}.limits`,
          `the limits of ${model.velocityNames[i]} leave no room`,
          {
            expected: 'lower at most upper',
            got: `${low}, ${high}`,
          },
        );
    });
  const { follow } = servo;
  if (follow.kind === 'pd' || follow.kind === 'pid') {
    joints(follow.stiffness, 'follow.stiffness');
    joints(follow.damping, 'follow.damping');
  }
  if (follow.kind === 'pid') {
    joints(follow.integral, 'follow.integral');
    joints(follow.limit, 'follow.limit');
    if (follow.windup !== undefined && follow.limit === undefined)
      found.warn(
        'servo-windup',
        `${path}.follow.windup`,
        'without a limit nothing winds up, and this does nothing',
        {
          hint: 'give follow.limit, the greatest torque of each joint',
        },
      );
    if (
      follow.windup === 'back-calculation' &&
      follow.back !== undefined &&
      !(follow.back > 0 && follow.back * design.period < 1)
    )
      found.error(
        'servo-number',
        `${path}.follow.back`,
        'the rate of back-calculation is above 0 and below one a tick',
        {
          got: `${follow.back} 1/s`,
          hint: `for instance ${formatQuantity(0.1 / design.period, '1/s')}`,
        },
      );
  }
  if (follow.kind === 'computed torque') {
    if (!(follow.bandwidth > 0 && follow.bandwidth * design.period < 1))
      found.error(
        'servo-number',
        `${path}.follow.bandwidth`,
        'the bandwidth is above 0 and below one radian a tick',
        {
          got: `${follow.bandwidth} rad/s`,
          hint: `for instance ${formatQuantity(0.1 / design.period, 'rad/s')}`,
        },
      );
    if (model.massless.length > 0)
      found.error(
        'servo-inertia',
        `${path}.follow`,
        'computed torque needs the inertia that each joint feels',
        {
          got: model.massless.map((i) => model.bodies[i].joint).join(', '),
        },
      );
  }
  if (laws.some(({ kind }) => (lawOf(kind)?.acts ?? 'motion') !== 'wrench')) return;
  const released = servoReleased(design);
  // It holds the arm while others of its phases have no law.
  if (released === 'in phases') return;
  found.warn(
    'servo-idle',
    path,
    released === 'always'
      ? 'no law commands a motion and laws of forces have the joints: the servo holds them only where a guard says hold'
      : 'no law commands a motion, so the servo holds the pose of the start',
    { hint: 'give control.laws one that does, admittance or track for instance' },
  );
}
