/**
 * A sampled controller that pushes a tool against a wall along one axis, as plain numbers: what the analysis of
 * contact starts from. Linear: force limits, dead bands, joint friction, quantisation and jitter are not in it.
 *
 * Signs: x grows into the wall, whose surface is at 0. The tool presses with F = k x + c x′ on a wall of stiffness
 * k and damping c; a force of the controller is positive towards the wall. SI throughout.
 */
import type { Problem } from '../../problem/index.js';

export interface Wall {
  /** N/m. */
  readonly stiffness: number;
  /** N s/m. */
  readonly damping: number;
}

/** A mass on a spring and a damper in front of the part that is driven and measured: the tool then is this mass. */
export interface Flexible {
  /** kg. */
  readonly mass: number;
  /** N/m. */
  readonly stiffness: number;
  /** N s/m. */
  readonly damping: number;
}

/** How a controller comes by the speed: as the plant has it, or from differences of the position per tick, low-passed. */
export type Velocity =
  | { readonly kind: 'measured' }
  /** One-pole low-pass, cut-off in Hz, updated before it is used; Infinity is the bare difference. */
  | { readonly kind: 'differences'; readonly cutOff: number };

interface SampledLoop {
  /** Period of the controller, s; its command is held in between. */
  readonly tick: number;
  /** Massless springs between tool and wall (arm, sensor, gripper, flange), as the one stiffness they have in line, N/m. */
  readonly series?: number;
  readonly flexible?: Flexible;
}

/** u = K (x_d − x) − D x′ + K_i ∫ (x_d − x) dt, computed once a tick from the driven mass, held, and applied to it. */
export interface ImpedanceLoop extends SampledLoop {
  readonly law: 'impedance';
  /** The mass that is driven and measured, kg. */
  readonly mass: number;
  /** Viscous friction of the driven mass itself, N s/m; default 0. */
  readonly friction?: number;
  /** K, N/m. */
  readonly stiffness: number;
  /** D, N s/m. */
  readonly damping: number;
  /** K_i, N/(m s), the integral advanced before it is used; default 0. */
  readonly integral?: number;
  /** What D multiplies: the mass's own speed or the error's rate. Apart for a goal that moves, alike for stability. */
  readonly dampingOn: 'speed' | 'error rate';
  readonly velocity: Velocity;
  /** From the sample to the command in force, s; exact, whole ticks and a part of one. */
  readonly delay: number;
}

/** What drives the tool's holder to the commanded position x_c. */
export type Inner =
  /** It stands where it is commanded, by the next tick at the latest. */
  | { readonly kind: 'ideal' }
  /** x″ = wn² (x_c − x) − 2 ζ wn x′: whatever touches the tool does not move it. wn in rad/s. */
  | { readonly kind: 'kinematic'; readonly frequency: number; readonly ratio: number }
  /** m x″ = kp (x_c − x) − kd x′ − what presses on it, in continuous time: a drive much faster than the tick. */
  | {
      readonly kind: 'servo';
      readonly mass: number;
      readonly stiffness: number;
      readonly damping: number;
    }
  /**
   * The controller itself, once a tick, by a force on the mass that is held: u = k (x_c − x) + d (x_c′ − x′) + b x_c″ +
   * i ∫ (x_c − x) dt, x_c″ from tick to tick. What torques of joints do: PD, PID (i), computed torque (b = m).
   */
  | {
      readonly kind: 'torque';
      readonly mass: number;
      /** Viscous friction of the mass itself, N s/m; default 0. */
      readonly friction?: number;
      /** k, d, i and b: N/m, N s/m, N/(m s), kg; the last two 0 by default. */
      readonly stiffness: number;
      readonly damping: number;
      readonly integral?: number;
      readonly ahead?: number;
      readonly velocity: Velocity;
    };

export interface ForceSensor {
  /** Ticks between two samples, whole, at least 1. */
  readonly every: number;
  /** Age of a sample when it is used, whole samples: a queue that starts with so many zeros. */
  readonly delay: number;
  /** What is passed on is the mean of so many samples; 1 is each by itself. */
  readonly average: number;
  /** One-pole low-pass behind that, once a sample: its cut-off in Hz; updated before it is used. None by default. */
  readonly cutOff?: number;
  /** Mass below the sensor, kg: it reads F + m_s a of the tool. */
  readonly massBelow: number;
}

interface ForceFeedback extends SampledLoop {
  readonly inner: Inner;
  /**
   * From a tick to its command's coming into force, s; 0 by default. Exact, but that behind a sensor slower than the tick
   * whole ticks count as whole samples.
   */
  readonly delay?: number;
  readonly sensor: ForceSensor;
}

export type Scheme = 'explicit' | 'implicit' | 'exponential' | 'exact';

/** M x_c″ + D x_c′ + K x_c = F_wanted − F, once a tick from the force that the sensor reads. */
export interface AdmittanceLoop extends ForceFeedback {
  readonly law: 'admittance';
  /** M, kg. */
  readonly mass: number;
  /** D, N s/m. */
  readonly damping: number;
  /** K, N/m. */
  readonly stiffness: number;
  /**
   * How the speed is advanced; the position then takes the new speed, x_c⁺ = x_c + T v⁺.
   * explicit: v⁺ = v + T (f − D v − K x_c)/M; implicit: the same over 1 + T D/M with D v⁺ in it;
   * exponential: v⁺ = E v + (1 − E)(f − K x_c)/D, E = e^(−T D/M).
   * exact: both as M x_c″ + D x_c′ + K x_c = f takes them under a held f.
   */
  readonly scheme: Scheme;
}

/** x_c′ = kp (F_wanted − F) + ki ∫ (F_wanted − F) dt, once a tick, the integral advanced before it is used. */
export interface ForceLoop extends ForceFeedback {
  readonly law: 'force';
  /** kp, m/(N s). */
  readonly proportional: number;
  /** ki, m/(N s²). */
  readonly integral: number;
}

/**
 * u = F_wanted + k_p e + k_i ∫ e dt − K (x − x_d) − D x′, e = F_wanted − F, computed once a tick, held, and applied to the
 * driven mass; the integral is advanced after it is used. Explicit force control by torques, K and D of whatever else holds
 * the mass among them. With K, D times m/M and k_p = m/M − 1 it is an impedance whose inertia is shaped to M.
 */
export interface PressLoop extends SampledLoop {
  readonly law: 'press';
  /** The mass that is driven, kg, and its viscous friction, N s/m (default 0). */
  readonly mass: number;
  readonly friction?: number;
  /** K, N/m, and D, N s/m. */
  readonly stiffness: number;
  readonly damping: number;
  readonly velocity: Velocity;
  /** k_p, above −1, and k_i, 1/s. */
  readonly gain: number;
  readonly integral: number;
  /** From a tick to its command's coming into force, s; exact. */
  readonly delay: number;
  readonly sensor: ForceSensor;
}

export type ContactLoop = ImpedanceLoop | AdmittanceLoop | ForceLoop | PressLoop;

/** What stands between the command of a loop and the place of its holder; undefined where the command is a force. */
export function innerOf(loop: ContactLoop): Inner | undefined {
  return loop.law === 'admittance' || loop.law === 'force' ? loop.inner : undefined;
}

/** How long the holder is behind a command of constant speed, s: 2 ζ/wn, kd/kp; of torques that feed the speed forward b/k. */
export function lagOf(inner: Inner): number {
  switch (inner.kind) {
    case 'ideal':
      return 0;
    case 'kinematic':
      return (2 * inner.ratio) / inner.frequency;
    case 'servo':
      return inner.damping / inner.stiffness;
    case 'torque':
      return (inner.integral ?? 0) > 0 ? 0 : (inner.friction ?? 0) / inner.stiffness;
  }
}

/** The mass that a held force drives, and its friction; undefined where a position is commanded and followed by itself. */
export function drivenBy(
  loop: ContactLoop,
): { readonly mass: number; readonly friction: number } | undefined {
  const inner = innerOf(loop);
  if (inner !== undefined && inner.kind !== 'torque') return undefined;
  const { mass, friction = 0 } = inner ?? (loop as ImpedanceLoop | PressLoop);
  return { mass, friction };
}

/** Period of the closed loop, s: the tick, or as many ticks as lie between two samples of the sensor. */
export function periodOf(loop: ContactLoop): number {
  return loop.law === 'impedance' ? loop.tick : loop.tick * loop.sensor.every;
}

/** What the wall feels like through the springs in line with it, at rest, N/m. */
export function feltStiffness(loop: ContactLoop, wall: Wall): number {
  const { series } = loop;
  if (series === undefined || wall.stiffness === 0) return wall.stiffness;
  return 1 / (1 / wall.stiffness + 1 / series);
}

/** Numbers that no loop can have, all at once; `path` is put before the names of what is wrong. */
export function contactLoopProblems(loop: ContactLoop, path = ''): Problem[] {
  const problems: Problem[] = [];
  const refuse = (name: string, got: number | string, expected: string, hint?: string): void => {
    problems.push({
      code: 'contact-loop',
      severity: 'error',
      where: { path: path === '' ? name : `${path}.${name}` },
      message: `no sampled loop in contact has this ${name.split('.').at(-1)}`,
      expected,
      got: String(got),
      ...(hint === undefined ? {} : { hint }),
    });
  };
  const above = (name: string, x: number): void => {
    if (!(x > 0 && x < Number.POSITIVE_INFINITY)) refuse(name, x, 'a finite number above 0');
  };
  const notBelow = (name: string, x: number): void => {
    if (!(x >= 0 && x < Number.POSITIVE_INFINITY)) refuse(name, x, 'a finite number of at least 0');
  };
  const whole = (name: string, x: number, least: number): void => {
    if (!(Number.isInteger(x) && x >= least)) refuse(name, x, `a whole number of at least ${least}`);
  };
  const cutOff = (name: string, x: number): void => {
    if (!(x > 0)) refuse(name, x, 'a frequency above 0');
  };
  above('tick', loop.tick);
  if (loop.series !== undefined) above('series', loop.series);
  if (loop.flexible !== undefined) {
    above('flexible.mass', loop.flexible.mass);
    above('flexible.stiffness', loop.flexible.stiffness);
    notBelow('flexible.damping', loop.flexible.damping);
  }
  if (loop.law === 'impedance' || loop.law === 'press') {
    above('mass', loop.mass);
    notBelow('friction', loop.friction ?? 0);
    notBelow('stiffness', loop.stiffness);
    notBelow('damping', loop.damping);
    notBelow('integral', loop.integral ?? 0);
    if (loop.velocity.kind === 'differences') cutOff('velocity.cutOff', loop.velocity.cutOff);
  }
  notBelow('delay', loop.delay ?? 0);
  if (loop.law === 'impedance') return problems;
  const { sensor } = loop;
  whole('sensor.every', sensor.every, 1);
  whole('sensor.delay', sensor.delay, 0);
  notBelow('sensor.massBelow', sensor.massBelow);
  whole('sensor.average', sensor.average, 1);
  if (sensor.cutOff !== undefined) cutOff('sensor.cutOff', sensor.cutOff);
  if (loop.law === 'press') {
    if (!(loop.gain > -1 && loop.gain < Number.POSITIVE_INFINITY))
      refuse('gain', loop.gain, 'a finite number above -1');
    return problems;
  }
  const { inner } = loop;
  if (inner.kind === 'kinematic') {
    above('inner.frequency', inner.frequency);
    above('inner.ratio', inner.ratio);
  } else if (inner.kind === 'servo' || inner.kind === 'torque') {
    above('inner.mass', inner.mass);
    above('inner.stiffness', inner.stiffness);
    notBelow('inner.damping', inner.damping);
    if (inner.kind === 'torque') {
      notBelow('inner.friction', inner.friction ?? 0);
      notBelow('inner.integral', inner.integral ?? 0);
      notBelow('inner.ahead', inner.ahead ?? 0);
      if (inner.velocity.kind === 'differences') cutOff('inner.velocity.cutOff', inner.velocity.cutOff);
    }
  } else {
    const hint = 'give the inner loop a frequency: kinematic, with its rad/s and damping ratio';
    if (sensor.massBelow > 0)
      refuse('sensor.massBelow', sensor.massBelow, '0 where the arm jumps to its command', hint);
    if (loop.flexible !== undefined)
      refuse('inner.kind', inner.kind, 'an arm that moves, before a flexible mode', hint);
  }
  if (loop.law === 'admittance') {
    above('mass', loop.mass);
    notBelow('damping', loop.damping);
    notBelow('stiffness', loop.stiffness);
  } else {
    notBelow('proportional', loop.proportional);
    notBelow('integral', loop.integral);
  }
  return problems;
}
