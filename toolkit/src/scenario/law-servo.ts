/** The servo of a scenario as that of a design. */
import type { FollowDesign, ServoDesign } from '../control/index.js';
import { formatNumber } from '../math/index.js';
import { jointUnit, type Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { type JointProperty, jointNumbers, jointOf, jointValue, ownJoints } from './joints.js';
import type { FollowSection, LawServoSection } from './law-servo-schema.js';
import { under } from './tree.js';

const PATH = 'control.servo';

export function lawServoOf(section: LawServoSection, model: Model, complaints: Complaints): ServoDesign {
  const { joints, limits, follow, speed, turning, deceleration, ...plain } = section;
  const endless = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  const own = robotSpeeds(model);
  const speeds = jointNumbers(
    joints,
    model,
    ['rad/s', 'm/s'],
    joints === 'robot' ? own : endless,
    own,
    `${PATH}.joints`,
    complaints,
  );
  return {
    ...plain,
    ...(speed !== undefined && { speed }),
    ...(turning !== undefined && { turning }),
    // What the robot says is what the servo takes without.
    ...(joints === 'robot' ? {} : { joints: speeds }),
    ...(deceleration === undefined
      ? {}
      : {
          deceleration: jointNumbers(
            deceleration as JointProperty,
            model,
            ['rad/s2', 'm/s2'],
            endless,
            endless,
            `${PATH}.deceleration`,
            complaints,
          ),
        }),
    ...(limits === 'robot' ? {} : { limits: limitsOf(limits, model, complaints) }),
    follow: followOf(follow as FollowSection, model, complaints),
  };
}

function robotSpeeds(model: Model): number[] {
  const found = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  for (const { nv, v, limits } of model.bodies) if (nv === 1) found[v] = limits?.velocity ?? found[v];
  return found;
}

function limitsOf(
  section: LawServoSection['limits'],
  model: Model,
  complaints: Complaints,
): readonly (readonly [number, number])[] {
  const endless = Number.POSITIVE_INFINITY;
  const found = new Array<readonly [number, number]>(model.nv).fill([-endless, endless]);
  if (typeof section === 'string') return found;
  for (const body of ownJoints(model))
    found[body.v] = [body.limits?.lower ?? -endless, body.limits?.upper ?? endless];
  const path = `${PATH}.limits`;
  for (const [name, pair] of Object.entries(section)) {
    const at = under(path, name);
    const body = jointOf(model, name, at, complaints);
    if (body === undefined) continue;
    const [low, high] = (pair as readonly (number | string)[]).map((value, i) =>
      jointValue(value, body, ['rad', 'm'], under(at, i), complaints),
    );
    if (low === undefined || high === undefined) continue;
    if (low > high) {
      complaints.error('servo-limits', at, `the limits of ${name} leave no room`, {
        expected: 'lowest at most highest',
        got: `${formatNumber(low)}, ${formatNumber(high)} ${jointUnit(body, ['rad', 'm'])}`,
      });
    } else found[body.v] = [low, high];
  }
  return found;
}

function followOf(section: FollowSection, model: Model, complaints: Complaints): FollowDesign {
  if (section === 'drive') return { kind: 'drive' };
  if ('computed torque' in section) return { kind: 'computed torque', ...section['computed torque'] };
  const none = new Array<number>(model.nv).fill(0);
  const endless = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  const kind = 'pd' in section ? 'pd' : 'pid';
  const gains = (
    value: unknown,
    key: string,
    units: readonly [string, string],
    otherwise: readonly number[] = none,
  ): readonly number[] =>
    jointNumbers(
      value as JointProperty,
      model,
      units,
      otherwise,
      otherwise,
      `${PATH}.follow.${kind}.${key}`,
      complaints,
    );
  const { stiffness, damping } = 'pd' in section ? section.pd : section.pid;
  const pd = {
    stiffness: gains(stiffness, 'stiffness', ['N m/rad', 'N/m']),
    damping: gains(damping, 'damping', ['N m s/rad', 'N s/m']),
  };
  if ('pd' in section) return { kind: 'pd', ...pd };
  const { integral, limit, windup, back } = section.pid;
  return {
    kind: 'pid',
    ...pd,
    integral: gains(integral, 'integral', ['N m/rad s', 'N/m s']),
    ...(limit !== undefined && { limit: gains(limit, 'limit', ['N m', 'N'], endless) }),
    // Without a limit nothing winds up.
    ...(limit !== undefined && { windup }),
    ...(back !== undefined && { back }),
  };
}
