/** The slots and the state of the servo. */
import type { Field, FieldSpec, ProgramBuilder } from '../../graph/index.js';
import { type Model, velocityEntryUnits } from '../../model/index.js';
import type { FollowDesign, ServoDesign } from './law-design.js';

export interface FollowFields {
  readonly stiffness?: Field;
  readonly damping?: Field;
  readonly integral?: Field;
  readonly limit?: Field;
  readonly back?: Field;
  readonly bandwidth?: Field;
  /** State of pid: the torque of the integral (nv). */
  readonly held?: Field;
}

export interface ServoFields {
  readonly design: ServoDesign;
  readonly length: Field;
  readonly damping: Field;
  readonly threshold: Field;
  readonly speed?: Field;
  readonly turning?: Field;
  readonly joints?: Field;
  readonly lower?: Field;
  readonly upper?: Field;
  /** Greatest deceleration of each joint of a command that stops. */
  readonly deceleration?: Field;
  /** State: joint command (nq), its rate (nv), pose of the centre and its twist, world axes. */
  readonly q: Field;
  readonly v: Field;
  readonly position: Field;
  readonly attitude: Field;
  readonly velocity: Field;
  readonly spin: Field;
  /** State: 1 where the pose of the joint command counts, not that of a law: a limit cut the last motion, or there was none. */
  readonly limited: Field;
  /** State: 1 where there is a command: after the first step, and not while the joints are released. */
  readonly started: Field;
  /** State, where phases release the joints: the share of its torque that acts. */
  readonly share?: Field;
  readonly follow: FollowFields;
  /** Outputs: of drives that follow; how it went, an index into {@link servoStatuses}. */
  readonly outPosition?: Field;
  readonly outSpeed?: Field;
  readonly status: Field;
  /** Scratch: the joints' step and rate without limits (nv each), and pose (7) and twist (6) of the centre after them. */
  readonly solved: Field;
  /** Scratch: the command after limits: q, v, pose and twist of the centre, limited, status. */
  readonly next: Field;
  /** Scratch, where something bounds a stop: the share of the speed that is left, and the joint command with it (nq + nv). */
  readonly stopped?: Field;
  /** Scratch of the qp (nv, and nv²). */
  readonly solution?: Field;
  readonly gradient?: Field;
  readonly hessian?: Field;
  readonly low?: Field;
  readonly high?: Field;
}

/**
 * ok: as commanded. limit: cut by a limit. singular: damped. failed: no solution, the last command holds. waiting: no law
 * moves it.
 */
export const servoStatuses = ['ok', 'limit', 'singular', 'failed', 'waiting'] as const;

export const servoDefaults = { length: 0.3, damping: 0.02, threshold: 0.04, sweeps: 30 } as const;

/** One for each of `size`, from one for all. */
export function spread(values: readonly number[], size: number): readonly number[] {
  return values.length === 1 ? new Array<number>(size).fill(values[0]) : values;
}

/** Greatest speed of each joint by entry of v: those given, or the robot's; undefined where none is bounded. */
export function jointSpeeds(
  model: Model,
  { joints }: Pick<ServoDesign, 'joints'>,
): readonly number[] | undefined {
  if (joints !== undefined) return spread(joints, model.nv);
  const found = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  for (const { nv, v, limits } of model.bodies) if (nv === 1) found[v] = limits?.velocity ?? found[v];
  return found.every((x) => x === Number.POSITIVE_INFINITY) ? undefined : found;
}

/** Lower and upper joint positions by entry of v: those given, or the robot's. */
export function positionLimits(
  model: Model,
  { limits }: Pick<ServoDesign, 'limits'>,
): readonly (readonly [number, number])[] {
  if (limits !== undefined) return limits;
  const endless = Number.POSITIVE_INFINITY;
  const found = new Array<readonly [number, number]>(model.nv).fill([-endless, endless]);
  for (const body of model.bodies) {
    if (body.nq !== 1 || body.nv !== 1) continue;
    found[body.v] = [body.limits?.lower ?? -endless, body.limits?.upper ?? endless];
  }
  return found;
}

/** `share`: of its torque at the start, where phases change it; `stops`: whether torque limits bound how hard it stops. */
export function servoFields(
  p: ProgramBuilder,
  model: Model,
  servo: ServoDesign,
  share: number | undefined,
  stops: boolean,
): ServoFields {
  const endless = Number.POSITIVE_INFINITY;
  const add = (part: string, spec: Omit<FieldSpec, 'name'>): Field =>
    p.field({ ...spec, name: `servo.${part}` });
  const slot = (part: string, unit: string, initial: number, meaning: string): Field =>
    add(part, { region: 'parameters', unit, initial, range: [0, endless], meaning });
  const joints = { size: model.nv, labels: model.velocityNames };
  const positions = { size: model.nq, labels: model.positionNames, unit: model.positionUnits };
  const rates = { ...joints, unit: model.velocityUnits };
  const three = { size: 3, labels: ['x', 'y', 'z'] };
  const state = (part: string, spec: Omit<FieldSpec, 'name' | 'region'>): Field =>
    add(part, { ...spec, region: 'state' });
  const limits = positionLimits(model, servo);
  const speeds = jointSpeeds(model, servo);
  const bounded = limits.some(([low, high]) => low > -endless || high < endless);
  const bound = (part: string, k: 0 | 1): Field =>
    add(part, {
      region: 'parameters',
      ...joints,
      unit: velocityEntryUnits(model, ['rad', 'm']),
      initial: limits.map((pair) => pair[k]),
      meaning: `The joint command is at ${k === 0 ? 'least' : 'most'} this`,
    });
  const scratch = (part: string, size: number): Field => add(part, { region: 'scratch', size, unit: '' });
  const qp = servo.solver === 'qp';
  return {
    design: servo,
    length: slot(
      'length',
      'm',
      servo.length ?? servoDefaults.length,
      'Length that makes turns comparable with ways',
    ),
    damping: slot('damping', 'm', servo.damping ?? servoDefaults.damping, 'Damping at a singularity'),
    threshold: slot(
      'threshold',
      'm',
      servo.threshold ?? servoDefaults.threshold,
      'Singular value of the Jacobian at which damping begins',
    ),
    ...(servo.speed === undefined
      ? {}
      : { speed: slot('limits.speed', 'm/s', servo.speed, 'Greatest speed of the centre') }),
    ...(servo.turning === undefined
      ? {}
      : { turning: slot('limits.turning', 'rad/s', servo.turning, 'Greatest speed of its turning') }),
    ...(speeds === undefined
      ? {}
      : {
          joints: add('limits.joints', {
            region: 'parameters',
            ...rates,
            initial: speeds,
            range: [0, endless],
            meaning: 'Greatest speed of each joint',
          }),
        }),
    ...(bounded ? { lower: bound('lower', 0), upper: bound('upper', 1) } : {}),
    ...(servo.deceleration === undefined
      ? {}
      : {
          deceleration: add('limits.deceleration', {
            region: 'parameters',
            ...joints,
            unit: velocityEntryUnits(model, ['rad/s2', 'm/s2']),
            initial: spread(servo.deceleration, model.nv),
            range: [0, endless],
            meaning: 'Greatest deceleration of each joint of a command that stops',
          }),
        }),
    q: state('q', { ...positions, initial: model.neutral, meaning: 'Joint command' }),
    v: state('v', { ...rates, meaning: 'Its rate' }),
    position: state('centre', { ...three, unit: 'm', meaning: 'Commanded place of the centre' }),
    attitude: state('attitude', {
      size: 4,
      labels: ['w', 'x', 'y', 'z'],
      unit: '',
      initial: [1, 0, 0, 0],
      meaning: 'Commanded attitude of the centre',
    }),
    velocity: state('velocity', { ...three, unit: 'm/s', meaning: 'Commanded velocity of the centre' }),
    spin: state('spin', { ...three, unit: 'rad/s', meaning: 'Commanded spin of the centre' }),
    limited: state('limited', {
      unit: '',
      meaning: '1 where a limit cut the last motion, or there was none of a law',
    }),
    started: state('started', { unit: '', meaning: '1 where there is a joint command' }),
    ...(share === undefined
      ? {}
      : { share: state('share', { unit: '', initial: share, meaning: 'Share of its torque that acts' }) }),
    follow: followFields(p, model, servo.follow),
    ...(servo.follow.kind === 'drive'
      ? {
          outPosition: p.field({
            name: 'position',
            region: 'outputs',
            ...positions,
            meaning: 'Joint positions that drives are to follow',
          }),
          outSpeed: p.field({ name: 'speed', region: 'outputs', ...rates, meaning: 'Their rates' }),
        }
      : {}),
    status: add('status', {
      region: 'outputs',
      unit: '',
      range: [0, servoStatuses.length - 1],
      values: servoStatuses,
      meaning: `How it went: ${servoStatuses.join(', ')}`,
    }),
    solved: scratch('solved', 2 * model.nv + 13),
    next: scratch('next', model.nq + model.nv + 15),
    ...(stops || servo.deceleration !== undefined
      ? { stopped: scratch('stopped', 1 + model.nq + model.nv) }
      : {}),
    ...(qp
      ? {
          solution: scratch('qp.solution', model.nv),
          gradient: scratch('qp.gradient', model.nv),
          hessian: scratch('qp.hessian', model.nv * model.nv),
          low: scratch('qp.low', model.nv),
          high: scratch('qp.high', model.nv),
        }
      : {}),
  };
}

function followFields(p: ProgramBuilder, model: Model, follow: FollowDesign): FollowFields {
  const endless = Number.POSITIVE_INFINITY;
  const joints = { size: model.nv, labels: model.velocityNames };
  const slots = (
    part: string,
    units: readonly [string, string],
    values: readonly number[],
    meaning: string,
  ): Field =>
    p.field({
      name: `servo.follow.${part}`,
      region: 'parameters',
      ...joints,
      unit: velocityEntryUnits(model, units),
      initial: spread(values, model.nv),
      range: [0, endless],
      meaning,
    });
  if (follow.kind === 'drive') return {};
  if (follow.kind === 'computed torque')
    return {
      bandwidth: p.field({
        name: 'servo.follow.bandwidth',
        region: 'parameters',
        unit: 'rad/s',
        initial: follow.bandwidth,
        range: [0, endless],
        meaning: 'Natural frequency of the tracking error',
      }),
    };
  const pd = {
    stiffness: slots(
      'stiffness',
      ['N m/rad', 'N/m'],
      follow.stiffness,
      'Torque for each unit of the tracking error',
    ),
    damping: slots('damping', ['N m s/rad', 'N s/m'], follow.damping, 'Torque for each unit of its rate'),
  };
  if (follow.kind === 'pd') return pd;
  return {
    ...pd,
    integral: slots(
      'integral',
      ['N m/rad s', 'N/m s'],
      follow.integral,
      'Torque gained each second for each unit of the tracking error',
    ),
    ...(follow.limit === undefined
      ? {}
      : { limit: slots('limit', ['N m', 'N'], follow.limit, 'Greatest torque of this stage') }),
    ...(follow.windup === 'back-calculation'
      ? {
          back: p.field({
            name: 'servo.follow.back',
            region: 'parameters',
            ...joints,
            unit: '1/s',
            initial: backOf(follow, model.nv),
            range: [0, endless],
            meaning: 'Rate at which what is cut off runs back into the integral',
          }),
        }
      : {}),
    held: p.field({
      name: 'servo.follow.held',
      region: 'state',
      ...joints,
      unit: model.forceUnits,
      meaning: 'Torque of the integral',
    }),
  };
}

function backOf(
  { back, stiffness, integral }: Extract<FollowDesign, { kind: 'pid' }>,
  nv: number,
): readonly number[] {
  if (back !== undefined) return new Array<number>(nv).fill(back);
  const [k, i] = [spread(stiffness, nv), spread(integral, nv)];
  return k.map((x, n) => (x > 0 ? i[n] / x : 0));
}
