/** What a law in contact reads and what follows it: the parts of a loop that all laws of forces share. */
import {
  type ContactLoop,
  type Flexible,
  type ForceSensor,
  feltStiffness,
  type Inner,
  type Velocity,
  type Wall,
} from '../analyse/index.js';
import { type LawDesign, ladenModel, lawNamed, type PointDesign } from '../control/index.js';
import { factorDefinite, type Mat3, numbers, rotationFromQuaternion, solveDefinite } from '../math/index.js';
import { massMatrix } from '../model/index.js';
import { type BenchOptions, samplesOfDelay } from '../plant/index.js';
import { type CarriedLoad, carriedLoads } from './carrying.js';
import type { ContactPose } from './contact-pose.js';
import type { Draft } from './draft.js';
import { poseAt } from './points.js';

const twoPi = 6.283185307179586;
const plain: Mat3<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A parameter of a law as given or by default; undefined where it has none. */
export function parameterOf({ kind, parameters }: LawDesign, name: string): readonly number[] | undefined {
  const given = parameters[name];
  if (given !== undefined) return given;
  const { default: otherwise } = lawNamed(kind).parameters.find((p) => p.name === name) ?? {};
  return typeof otherwise === 'number' ? [otherwise] : otherwise;
}

/** Turns coordinates in a law's axes into world axes, at q. */
export function rotationAt(
  { design, model }: Draft,
  { at, axes }: Pick<LawDesign, 'at' | 'axes'>,
  q: readonly number[],
): Mat3<number> {
  const point = design.points.find(({ name }) => name === (axes ?? at));
  if (point === undefined) return plain;
  return pointRotation(point, model, q);
}

function pointRotation(point: PointDesign, model: Draft['model'], q: readonly number[]): Mat3<number> {
  if (point.frame === undefined)
    return point.attitude === undefined ? plain : rotationFromQuaternion(numbers, point.attitude);
  if (!model.frames.some(({ name }) => name === point.frame)) return plain;
  return poseAt(model, point, q).rotation;
}

export interface Sensed {
  readonly sensor: ForceSensor;
  /** s, of a delay that is no whole number of samples. */
  readonly rest: number;
  readonly assumptions: readonly string[];
}

/** The sensor of a law in ticks; words where it has none that can be told. */
export function sensedBy(draft: Draft, law: LawDesign): Sensed | string {
  const { design, bench, sensed, timing } = draft;
  const own = design.sensors?.find(({ name }) => name === law.sensor);
  if (own === undefined) return `${law.name} reads no sensor`;
  const T = timing.tick;
  const assumptions: string[] = [];
  if (own.observer !== undefined) {
    assumptions.push(
      `${own.name} is an estimate: taken as the force behind a low-pass of ${round(own.observer.gain / twoPi)} Hz, half a tick late`,
    );
    if (own.cutoff !== undefined) assumptions.push(`the low-pass of ${own.name} behind that is left out`);
    return {
      sensor: { every: 1, delay: 0, average: 1, cutOff: own.observer.gain / twoPi, massBelow: 0 },
      rest: 0.5 * T,
      assumptions,
    };
  }
  const mounted = (bench?.sensors ?? sensed?.sensors ?? []).find(({ name }) => name === own.name);
  if (mounted === undefined) return `the plant has no sensor ${own.name}`;
  const { rate, delay = 0, average = 1, below } = mounted;
  const every = Math.max(1, Math.floor(1 / (rate * T) + 0.5));
  if (Math.abs(every - 1 / (rate * T)) > 1e-6 * every && rate * T < 1)
    assumptions.push(`samples of ${own.name} count as one every ${every} ticks`);
  const late = samplesOfDelay(delay, rate) / rate;
  const period = every * T;
  const whole = Math.floor(late / period + 1e-9);
  const rest = late - whole * period;
  let mean = average;
  if (rate * T > 1 + 1e-9 && average > 1) {
    mean = Math.max(1, Math.floor(average / (rate * T) + 0.5));
    assumptions.push(`the mean of ${average} samples of ${own.name} counts as that of ${mean} ticks`);
  }
  if (own.cutoff !== undefined && every > 1)
    assumptions.push(`the low-pass of ${own.name} counts as one that steps with the samples`);
  const taken = own.below?.inertial === true;
  const carried = carriedBelow(draft, own.name);
  const known = own.below !== undefined && own.carries !== undefined;
  const massBelow =
    (taken ? 0 : (below?.mass ?? 0)) +
    (taken && known ? 0 : carried.reduce((sum, { moments }) => sum + moments.mass, 0));
  if (carried.length > 0)
    assumptions.push(
      `the weight of ${carried.map(({ name }) => name).join(' and ')} below ${own.name} counts as taken out`,
    );
  if (taken) assumptions.push(`the inertia below ${own.name} counts as taken out without delay`);
  return {
    sensor: {
      every,
      delay: whole,
      average: mean,
      massBelow,
      ...(own.cutoff !== undefined && { cutOff: own.cutoff }),
    },
    rest: rest < 1e-9 ? 0 : rest,
    assumptions,
  };
}

/** What the arm carries beyond a sensor. */
function carriedBelow(draft: Draft, sensor: string): readonly CarriedLoad[] {
  const own = draft.sensed?.sensors.find(({ name }) => name === sensor);
  if (own === undefined) return [];
  const { bodies } = draft.model;
  const beyond = (body: number): boolean => {
    for (let i = body; i >= 0; i = bodies[i].parent) if (i === own.frame.body) return true;
    return false;
  };
  return carriedLoads(draft).filter(({ body }) => beyond(body));
}

/**
 * The same for a controller that reads the arm itself besides, whose commands a part of a sample must not delay: that part as a
 * whole sample, as half a one (a mean over one more) or as none, whichever is nearest.
 */
export function inSamples({ sensor, rest, assumptions }: Sensed, tick: number): Sensed {
  if (rest === 0) return { sensor, rest, assumptions };
  const part = rest / (tick * sensor.every);
  const told =
    Math.abs(part - 0.5) < 1e-6
      ? []
      : ['a part of a sample that the force is late counts to the nearest half'];
  const { delay, average } = sensor;
  const late =
    part > 0.75
      ? { ...sensor, delay: delay + 1 }
      : part > 0.25
        ? { ...sensor, average: average + 1 }
        : sensor;
  return { sensor: late, rest: 0, assumptions: [...assumptions, ...told] };
}

/** Springs in line of a bench as one, N/m; undefined without any. */
export function seriesOf(bench: BenchOptions | undefined): { readonly series?: number } {
  const all = Object.values(bench?.series ?? {});
  return all.length === 0 ? {} : { series: 1 / all.reduce((sum, k) => sum + 1 / k, 0) };
}

/** The flexible mode of a bench, of which `mass` is the whole along the normal, and the mass of its motor. */
export function flexibleOf(
  bench: BenchOptions | undefined,
  mass: number,
): { readonly motor: number; readonly flexible?: Flexible } {
  if (bench?.flexible === undefined) return { motor: mass };
  const { frequency, ratio, share } = bench.flexible;
  const [motor, tool] = [share * mass, (1 - share) * mass];
  const reduced = (motor * tool) / (motor + tool);
  const w = twoPi * frequency;
  return {
    motor,
    flexible: { mass: tool, stiffness: w * w * reduced, damping: 2 * ratio * w * reduced },
  };
}

/** What a wall feels like at rest, through the springs in line and the mode that bends before them, N/m. */
export function feltAtRest(loop: ContactLoop, wall: Wall): number {
  const felt = feltStiffness(loop, wall);
  return loop.flexible === undefined || felt === 0 ? felt : 1 / (1 / felt + 1 / loop.flexible.stiffness);
}

export interface Followed {
  readonly inner: Inner;
  /** What holds the place along the normal at rest, where torques of joints do, N/m: every joint gives way by what it feels. */
  readonly holds?: number;
  readonly delay: number;
  readonly flexible?: Flexible;
  readonly assumptions: readonly string[];
}

/** What moves the tool where a law commands it to be; words where that cannot be told. */
export function followedBy(draft: Draft, pose: ContactPose): Followed | string {
  const { design, bench } = draft;
  const { servo } = design;
  if (servo === undefined) return 'no servo moves the arm';
  const mass = pose.mass as number;
  const { motor, flexible } = flexibleOf(bench, mass);
  const bent = flexible === undefined ? {} : { flexible };
  const { follow } = servo;
  if (follow.kind === 'drive') {
    if (bench === undefined) return 'drives that follow positions are known of the bench alone';
    const { drive } = bench;
    if (drive.kind === 'force')
      return 'the drive takes forces, and the servo leaves it to the drive to follow';
    if (drive.kind === 'exact') return { inner: { kind: 'ideal' }, delay: 0, ...bent, assumptions: [] };
    const frequency = twoPi * drive.bandwidth;
    const { ratio, delay = 0 } = drive;
    const inner: Inner = drive.yields
      ? {
          kind: 'servo',
          mass: motor,
          stiffness: motor * frequency * frequency,
          damping: 2 * ratio * frequency * motor,
        }
      : { kind: 'kinematic', frequency, ratio };
    return { inner, delay, ...bent, assumptions: [] };
  }
  const assumptions: string[] = [];
  const held = {
    kind: 'torque' as const,
    mass: motor,
    friction: frictionOf(draft, pose),
    velocity: velocityOf(draft, assumptions),
  };
  const torque = { delay: driveDelay(draft), ...bent, assumptions };
  const { along, q } = pose;
  if (follow.kind === 'computed torque') {
    const w = follow.bandwidth;
    // What the controller says that moves along the normal: without rotors and payloads that it does not know.
    const M = massMatrix(numbers, ladenModel(design), q);
    const known = along.reduce(
      (sum, g, i) => sum + g * along.reduce((row, h, j) => row + M[i * along.length + j] * h, 0),
      0,
    );
    const gains = { stiffness: known * w * w, damping: 2 * known * w, ahead: known };
    const { row } = pose;
    const given = solveDefinite(numbers, factorDefinite(numbers, M, row.length), row);
    const holds = (w * w) / row.reduce((sum, x, i) => sum + x * given[i], 0);
    return { inner: { ...held, ...gains }, holds, ...torque };
  }
  const across = (gain: readonly number[]): number =>
    along.reduce((sum, g, i) => sum + g * g * (gain.length === 1 ? gain[0] : gain[i]), 0);
  assumptions.push('the joints’ controllers count along the normal alone');
  if (follow.kind === 'pid' && follow.limit !== undefined)
    assumptions.push('the limit of the joints’ controllers is left out');
  const { stiffness } = follow;
  const gives = pose.row.reduce((sum, x, i) => sum + (x * x) / (stiffness[i] ?? stiffness[0]), 0);
  return {
    holds: 1 / gives,
    inner: {
      ...held,
      stiffness: across(stiffness),
      damping: across(follow.damping),
      ...(follow.kind === 'pid' && { integral: across(follow.integral) }),
    },
    ...torque,
  };
}

/** From a torque's command to its being in force, s. */
export function driveDelay({ bench }: Draft): number {
  return bench?.drive.kind === 'force' ? (bench.drive.delay ?? 0) : 0;
}

/** Viscous friction of the joints along the normal, N s/m. */
export function frictionOf({ bench, rigid }: Draft, { along }: ContactPose): number {
  const viscous = rigid.joints?.damping;
  if (bench !== undefined || viscous === undefined) return 0;
  return along.reduce((sum, g, i) => sum + g * g * viscous[i], 0);
}

/** How the controller comes by the speeds of the joints. */
export function velocityOf({ design, bench, sensed }: Draft, assumptions: string[]): Velocity {
  const { from, cutoff } = design.velocity ?? { from: 'measured', cutoff: undefined };
  const encoders = (bench?.encoders ?? sensed?.encoders)?.velocity ?? 'exact';
  if (from === 'measured' && encoders === 'exact' && cutoff === undefined) return { kind: 'measured' };
  if (from === 'measured' && encoders === 'none') {
    assumptions.push('the plant tells no speed: damping counts for nothing');
    return { kind: 'measured' };
  }
  if (from === 'measured' && encoders === 'exact')
    assumptions.push('a low-pass on measured speeds counts as one on differences of places');
  return { kind: 'differences', cutOff: cutoff ?? Number.POSITIVE_INFINITY };
}

/** A number with three digits. */
export function round(x: number): number {
  return Number(x.toPrecision(3));
}
