/**
 * Motion of the centre under explicit force control on some axes of a task frame while the others follow a target or stay:
 * what the laws `force` and `hybrid` have in common, parameters and all.
 */
import {
  type Algebra,
  type Mat3,
  type Quaternion,
  quaternionFromRotation,
  rotationFromQuaternion,
  scale3,
  sum,
  type Vec3,
} from '../../math/index.js';
import { type Parameters, rootOf, scalar, strength } from '../../mechanism/index.js';
import type {
  GivenNumbers,
  LawFinding,
  LawMemory,
  LawParameter,
  LawView,
  MotionAct,
  Numbers,
} from './declaration.js';
import { forceAxisFindings, leastForce } from './force-axes.js';
import {
  axesUnderForce,
  contactMemory,
  lossAfter,
  six,
  startMemory,
  wantedWrench,
} from './force-parameters.js';
import { all, one } from './law-parameters.js';
import { regulate, speedRange, touchStep } from './regulate.js';
import { seen, shown, sixLabels, sixWays, sixWrench, taskAxes } from './task-axes.js';
import { closing, poseError } from './towards.js';

/** approach: not touched yet. lost: contact is gone. deviated: an axis is farther off than it may be, and nothing moves. */
export const forceStatuses = ['waiting', 'approach', 'contact', 'lost', 'deviated'] as const;

export const forceParameters: readonly LawParameter[] = [
  axesUnderForce('Which axes are under force control'),
  wantedWrench,
  scalar('gain', 'm/N s', 'Speed for each newton that is missing'),
  scalar('integral', 'm/N s2', 'How fast the integral grows', { default: 0 }),
  scalar('turnGain', 'rad/N m s', 'Speed of turning for each newton metre that is missing', { default: 0 }),
  scalar('turnIntegral', 'rad/N m s2', 'How fast its integral grows', { default: 0 }),
  scalar('speed', 'm/s', 'Greatest speed along each axis under force control', { default: 0.05 }),
  scalar('turning', 'rad/s', 'Greatest speed about each axis under force control', { default: 0.2 }),
  {
    name: 'deviation',
    unit: 'm',
    shapes: ['vector'],
    entries: 3,
    range: strength,
    default: [0.1, 0.1, 0.1],
    meaning:
      'Farthest off the target (without one, off the start) along x, y and z: an axis under force control goes no farther, ' +
      'another that is pushed farther stops all',
  },
  scalar('turn', 'rad', 'Farthest off by turning, about each axis', { default: 0.5 }),
  scalar('touch', 'N', 'Force on the axes under force control above which it is contact', { default: 1 }),
  lossAfter,
  scalar('search', 'm/s', 'Greatest speed once contact is lost; 0: it stops', { default: 0 }),
];

export const forceMemory: readonly LawMemory[] = [
  {
    name: 'gathered',
    unit: ['m/s', 'm/s', 'm/s', 'rad/s', 'rad/s', 'rad/s'],
    size: () => six,
    initial: 0,
    meaning: 'Integral of the force error, as a speed',
  },
  startMemory,
  { name: 'attitude', unit: '', size: () => 4, initial: 0, meaning: 'Attitude that it began with' },
  ...contactMemory,
  { name: 'deviated', unit: '', initial: 0, meaning: '1 once an axis was too far off' },
];

export const forceObserved = [
  {
    name: 'error',
    unit: sixWrench,
    size: () => six,
    labels: sixLabels,
    meaning: 'Wanted and external wrench together, in the axes',
  },
  {
    name: 'off',
    unit: sixWays,
    size: () => six,
    labels: sixLabels,
    meaning: 'How far the command is off target or start, in the axes',
  },
] as const;

export interface Following<S> {
  /** Time constant with which the axes that are not under force control close an error, s. */
  readonly time: S;
  readonly speed: S;
  readonly turning: S;
}

/** What a tick of force control does; the parts of a law's act that are always there. */
export interface ForceAct<S> extends MotionAct<S> {
  readonly memory: Numbers<S>;
  readonly status: S;
  readonly observed: Numbers<S>;
}

/** Motion and memory of a tick. Without `follow` the axes that are not under force control stay. */
export function forceMotion<S>(
  A: Algebra<S>,
  view: LawView<S>,
  p: Parameters<S>,
  memory: Numbers<S>,
  baked: GivenNumbers,
  follow?: Following<S>,
): ForceAct<S> {
  const zero = A.constant(0);
  const { commanded, sensor, elapsed, begins, target } = view;
  const axes = view.commandedAxes;
  if (sensor === undefined) throw new Error('control: force control needs a sensor');
  const selected = all(baked, 'select').map((x) => x > 0.5);
  const kept = <T>(x: readonly S[], old: readonly S[]): T =>
    x.map((value, i) => A.select(begins, value, old[i])) as unknown as T;
  const start = kept<Vec3<S>>(commanded.position, memory.start);
  const attitude = kept<Quaternion<S>>(quaternionFromRotation(A, commanded.rotation), memory.attitude);
  const base = target ?? { position: start, rotation: rotationFromQuaternion(A, attitude) };
  const off = (from: { position: Vec3<S>; rotation: Mat3<S> }): S[] => {
    const { way, turn } = poseError(A, base, from);
    return seen(A, axes, way, turn);
  };
  const ahead = off(commanded);
  const felt = seen(A, axes, sensor.force, sensor.torque);
  const error = felt.map((x, i) => A.add(x, all(p, 'wanted')[i]));
  const pressed = sum(
    A,
    felt.slice(0, 3).map((x, i) => (selected[i] ? A.mul(x, x) : zero)),
  );
  const touch = touchStep(
    A,
    rootOf(A, pressed),
    { threshold: one(p, 'touch'), after: one(p, 'after') },
    { touched: memory.touched[0], away: memory.away[0], lost: memory.lost[0] },
    elapsed,
  );
  const most = (i: number): S => (i < 3 ? all(p, 'deviation')[i] : one(p, 'turn'));
  const actual = off(view.centre);
  const far = taskAxes.map((_, i) => (selected[i] ? zero : A.less(most(i), A.abs(actual[i]))));
  const deviated = A.or(
    memory.deviated[0],
    A.and(
      sensor.ready,
      far.reduce((any, x) => A.or(any, x)),
    ),
  );
  const runs = A.and(sensor.ready, A.not(deviated));

  const drag = target === undefined ? undefined : seen(A, axes, target.velocity, target.spin);
  const rate = follow === undefined ? zero : closing(A, follow.time, elapsed);
  const integral: S[] = [];
  const speeds = taskAxes.map((_, i): S => {
    const turns = i >= 3;
    if (!selected[i]) {
      integral.push(zero);
      if (drag === undefined || follow === undefined) return zero;
      return A.sub(drag[i], A.mul(rate, ahead[i]));
    }
    const cap = one(p, turns ? 'turning' : 'speed');
    const speed = turns ? A.select(touch.lost, zero, cap) : A.select(touch.lost, one(p, 'search'), cap);
    const step = regulate(
      A,
      { gain: one(p, turns ? 'turnGain' : 'gain'), integral: one(p, turns ? 'turnIntegral' : 'integral') },
      error[i],
      speedRange(A, speed, elapsed, { x: ahead[i], deviation: most(i) }),
      memory.gathered[i],
      elapsed,
    );
    integral.push(A.select(runs, step.stored, zero));
    return step.out;
  });
  const capped = follow === undefined ? speeds : bounded(A, speeds, selected, follow);
  const still = capped.map((x) => A.select(runs, x, zero));
  const { along, about } = shown(A, axes, still);
  const name = (status: (typeof forceStatuses)[number]): S => A.constant(forceStatuses.indexOf(status));
  const contact = A.select(touch.touched, name('contact'), name('approach'));
  const running = A.select(touch.lost, name('lost'), contact);
  const status = A.select(deviated, name('deviated'), A.select(sensor.ready, running, name('waiting')));
  return {
    motion: {
      move: scale3(A, elapsed, along),
      turn: scale3(A, elapsed, about),
      velocity: along,
      spin: about,
    },
    memory: {
      gathered: integral,
      start,
      attitude,
      touched: [touch.touched],
      away: [touch.away],
      lost: [touch.lost],
      deviated: [deviated],
    },
    status,
    observed: { error, off: ahead },
  };
}

/** Speeds with those that are not under force control no faster than they may be, their direction kept. */
function bounded<S>(
  A: Algebra<S>,
  speeds: readonly S[],
  selected: readonly boolean[],
  { speed, turning }: Following<S>,
): S[] {
  const factor = (from: number, most: S): S => {
    const free = speeds.slice(from, from + 3).filter((_, i) => !selected[from + i]);
    const square = sum(
      A,
      free.map((x) => A.mul(x, x)),
    );
    const length = rootOf(A, square);
    const over = A.less(most, length);
    return A.select(over, A.div(most, A.select(over, length, A.constant(1))), A.constant(1));
  };
  const [way, turn] = [factor(0, speed), factor(3, turning)];
  return speeds.map((x, i) => (selected[i] ? x : A.mul(i < 3 ? way : turn, x)));
}

/** What is wrong with the axes of force control. */
export function forceFindings(given: GivenNumbers): LawFinding[] {
  const { select = [], wanted = [], turnGain: [turnGain] = [0], turnIntegral: [turnIntegral] = [0] } = given;
  const { deviation = [], turn: [turn] = [Number.POSITIVE_INFINITY] } = given;
  const { gain: [gain] = [0], integral: [integral] = [0], speed: [speed] = [0] } = given;
  const findings = forceAxisFindings(given);
  const error = (parameter: string, code: string, message: string, hint: string) =>
    findings.push({ code, severity: 'error', parameter, message, hint });
  const chosen = select.map((x) => x > 0.5);
  const still = chosen.flatMap((one, i) =>
    one && !((i < 3 ? (deviation[i] ?? Number.POSITIVE_INFINITY) : turn) > 0) ? [i] : [],
  );
  if (still.length > 0)
    error(
      still[0] < 3 ? 'deviation' : 'turn',
      'no-way',
      `with no way to go along ${still.map((i) => taskAxes[i]).join(', ')} nothing is pressed`,
      still[0] < 3 ? 'for instance 0.1 m' : 'for instance 0.5 rad',
    );
  if (chosen.slice(0, 3).some(Boolean) && gain === 0 && integral === 0)
    error('gain', 'no-gain', 'nothing answers a force error', 'for instance 0.002 m/N s');
  if (chosen.slice(3).some(Boolean) && turnGain === 0 && turnIntegral === 0)
    error('turnGain', 'no-gain', 'nothing answers a torque error', 'for instance 0.05 rad/N m s');
  const least = leastForce(wanted);
  if (integral > 0 && gain * least < speed && least < Number.POSITIVE_INFINITY)
    findings.push({
      code: 'approach-winds-up',
      severity: 'warning',
      parameter: 'speed',
      message: `on its way to the surface a force of ${least} N asks for ${gain * least} m/s, less than the greatest speed: the integral grows until that is reached, and presses too hard after contact`,
      hint: `a speed of at most ${Number((gain * least).toPrecision(3))} m/s, or a greater gain`,
    });
  return findings;
}
