/**
 * What a loop does to a wall that it meets: the force at rest, the first peak, and about how often it bounces.
 *
 * Until the tool leaves the wall for the first time the loop is linear, whatever comes after; so the first peak is
 * worked out exactly, for touching at several instants between two ticks. What is assumed of the approach: constant
 * speed v, nothing felt, and a controller that is in step with it; from the first tick after touching on it presses with
 * what gives the preload at rest.
 */
import { numbers } from '../../math/index.js';
import { pi } from './complex.js';
import { controllerOf, readingOf } from './controller.js';
import { delayLoopOf, splitDelay } from './delay-loop.js';
import { type Held, sampleHeld } from './exponential.js';
import {
  type AdmittanceLoop,
  type ContactLoop,
  drivenBy,
  type ForceLoop,
  feltStiffness,
  type ImpedanceLoop,
  innerOf,
  periodOf,
  type Wall,
} from './loop.js';
import { type Output, type Plant, plantOf } from './plant.js';
import { polesOf, radiusOf } from './radius.js';
import { type Controller, lowPassShare } from './recursion.js';
import { isStable } from './search.js';

export interface Approach {
  /** m/s at touch. */
  readonly speed: number;
  /** Force at rest, N. */
  readonly preload: number;
}

export interface Impact {
  readonly preload: number;
  /**
   * Largest force until the tool leaves the wall, or of 2000 ticks, N: the greatest over the instants of touching.
   */
  readonly firstPeak: number;
  /** Least of the same, N. */
  readonly leastPeak: number;
  /** No more than this, N, whatever the instant, where the controller puts no energy in. Of an impedance alone. */
  readonly bound: number | undefined;
  /** About so often the tool leaves the wall; Infinity where the loop is unstable on it. */
  readonly bounces: number;
}

const instants = 8;
/** Ticks that are looked at of a contact that does not end. */
const longest = 2000;
/** Largest turn of the fastest motion in a sub-step, rad. */
const fine = 0.05;
const mostBounces = 1000;

/** K of springs in line with a wall: the force at rest of a spring whose goal lies `depth` m behind the surface. */
export function steadyForce(stiffness: number, felt: number, depth: number): number {
  return (depth * stiffness * felt) / (stiffness + felt);
}

export function impactOf(loop: ContactLoop, wall: Wall, approach: Approach): Impact {
  const peaks = Array.from({ length: instants }, (_, i) => firstPeak(loop, wall, approach, i / instants));
  const most = peaks.reduce((a, b) => (b > a ? b : a));
  return {
    preload: approach.preload,
    firstPeak: most,
    leastPeak: peaks.reduce((a, b) => (b < a ? b : a)),
    bound: loop.law === 'impedance' ? energyBound(loop, wall, approach) : undefined,
    bounces: bounces(loop, wall, approach, most),
  };
}

/**
 * F + √(2 k E) with k what the wall feels like, F the preload, and E what the tool brings along measured from its rest on
 * the wall: ½ m v² + ½ K d² + ½ F d, d = F/k (and F/k_f of a flexible mode) how far it stands before that rest.
 * A bound where nothing adds to E: in continuous time; of a sampled law where its friction and that of the arm
 * outdo what the hold puts in, which `heldPassivity` tells.
 */
export function energyBound(loop: ImpedanceLoop, wall: Wall, { speed, preload }: Approach): number {
  const felt = feltStiffness(loop, wall);
  const { flexible } = loop;
  const mass = loop.mass + (flexible?.mass ?? 0);
  const depth = preload / felt + (flexible === undefined ? 0 : preload / flexible.stiffness);
  const energy = 0.5 * (mass * speed * speed + loop.stiffness * depth * depth + preload * depth);
  return preload + Math.sqrt(2 * felt * energy);
}

/** Where the loop stands when the tool touches: plant, controller and command, places from the surface. */
interface Touch {
  readonly x: Float64Array;
  readonly s: Float64Array;
  command: number;
  /** What is added to a reading and to a command so that the controller presses with the preload. */
  readonly offset: number;
  readonly ahead?: number;
  /** From where the place of the holder is told that it reads besides; the surface by default, m. */
  readonly from?: number;
}

/** The largest force of the first contact, touching a share of a tick before the next one, N. */
export function firstPeak(loop: ContactLoop, wall: Wall, approach: Approach, share: number): number {
  const T = loop.tick;
  const plant = plantOf(loop, wall);
  const controller = controllerOf(loop);
  const reading = readingOf(loop, plant);
  const state = touching(loop, wall, approach, plant, controller, share);
  const { ahead = 0, from = 0 } = state;
  const gathers = loop.law === 'press' && loop.integral > 0;
  const filter = filterOf(loop);
  const [ticks, rest] = splitDelay(loop.delay ?? 0, T);
  const queue = new Array<number>(ticks).fill(state.command);
  const every = loop.law === 'impedance' ? 1 : loop.sensor.every;
  const parts = rest > 0 ? [rest, T - rest] : [T];
  const flows = parts.map((length) => flowOf(plant, length));
  const first = flowOf(plant, share * T);
  let peak = 0;
  const room = new Float64Array(plant.n);
  let used = state.offset;
  /** Moves on and tells whether the tool is still on the wall. */
  const move = (flow: Flow): boolean => {
    for (let i = 0; i < flow.steps; i++) {
      step(flow.held, state.x, state.command, room);
      const force = readFrom(plant.pressing, state.x, state.command);
      if (force > peak) peak = force;
      if (force < 0 && peak > 0) return false;
    }
    return true;
  };
  if (share > 0 && !move(first)) return peak;
  for (let tick = 0; tick < longest; tick++) {
    if (tick % every === 0) used = filter(readFrom(reading, state.x, state.command)) + state.offset;
    const holder = [readFrom(plant.place, state.x, 0) - from, readFrom(plant.speed, state.x, 0)];
    const gathered = state.s[0];
    queue.push(advance(controller, state.s, used, holder) + ahead);
    // A press gathers nothing until it feels something.
    if (gathers && !(used > state.offset)) state.s[0] = gathered;
    const next = queue.shift()!;
    for (const [i, flow] of flows.entries()) {
      if (i === flows.length - 1) state.command = next;
      if (!move(flow)) return peak;
    }
  }
  return peak;
}

function readFrom({ row, command }: Output, x: Float64Array, r: number): number {
  let sum = command * r;
  for (let i = 0; i < x.length; i++) sum += row[i] * x[i];
  return sum;
}

/** r of this tick; s becomes that of the next. `holder`: its place and speed. */
function advance(
  { n, A, B, C, G, own }: Controller,
  s: Float64Array,
  m: number,
  holder: readonly number[],
): number {
  const seen = (gains: Float64Array, from: number): number =>
    holder.reduce((sum, x, k) => sum + gains[from + k] * x, 0);
  let r = G * m + (own === undefined ? 0 : seen(own.G, 0));
  const before = s.slice();
  for (let i = 0; i < n; i++) {
    r += C[i] * before[i];
    s[i] = B[i] * m + (own === undefined ? 0 : seen(own.B, 2 * i));
    for (let j = 0; j < n; j++) s[i] += A[i * n + j] * before[j];
  }
  return r;
}

interface Flow {
  readonly steps: number;
  readonly held: Held;
}

function flowOf(plant: Plant, length: number): Flow {
  const { n, A, B } = plant;
  // √ of the largest row sum of A² bounds the fastest turn.
  let fastest = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0, sum = 0; j < n; j++) {
      for (let k = 0; k < n; k++) sum += A[i * n + k] * A[k * n + j];
      fastest = Math.max(fastest, Math.abs(i === j ? sum : 0));
    }
  }
  const steps = Math.max(1, Math.min(500, Math.ceil((length * Math.sqrt(fastest)) / fine)));
  return { steps, held: sampleHeld(A, B, n, 1, length / steps) };
}

/** One sub-step; `before` is room for a state. */
function step({ free, forced }: Held, x: Float64Array, r: number, before: Float64Array): void {
  const n = x.length;
  before.set(x);
  for (let i = 0; i < n; i++) {
    let sum = forced[i] * r;
    for (let j = 0; j < n; j++) sum += free[i * n + j] * before[j];
    x[i] = sum;
  }
}

/** The sensor's queue and filter, from a sample to what is used. */
function filterOf(loop: ContactLoop): (sample: number) => number {
  if (loop.law === 'impedance') return (sample) => sample;
  const { delay, average, cutOff } = loop.sensor;
  const old = new Array<number>(delay).fill(0);
  const share = cutOff === undefined ? 1 : lowPassShare(cutOff, periodOf(loop));
  const recent = new Array<number>(average).fill(0);
  let smooth = 0;
  return (sample) => {
    old.push(sample);
    recent.push(old.shift()!);
    recent.shift();
    const mean = recent.reduce((a, b) => a + b, 0) / recent.length;
    smooth += share * (mean - smooth);
    return smooth;
  };
}

function touching(
  loop: ContactLoop,
  wall: Wall,
  { speed, preload }: Approach,
  plant: Plant,
  controller: Controller,
  share: number,
): Touch {
  const x = new Float64Array(plant.n);
  for (const moving of [plant.speed, plant.toolSpeed]) {
    const at = moving.row.indexOf(1);
    if (at >= 0) x[at] = speed;
  }
  const s = new Float64Array(controller.n);
  const felt = feltStiffness(loop, wall);
  const depth = preload / felt + (loop.flexible === undefined ? 0 : preload / loop.flexible.stiffness);
  const friction = (drivenBy(loop)?.friction ?? 0) * speed;
  /** Where the holder stood a tick before its first one on the wall. */
  const behind = -speed * loop.tick * (1 - share);
  if (loop.law === 'impedance' && controller.own === undefined) {
    // u = −(reading + offset) is the preload at rest, reading K x there: offset in what the controller reads.
    const goal = depth + preload / loop.stiffness;
    if (loop.velocity.kind === 'measured') return { x, s, command: friction, offset: -loop.stiffness * goal };
    // Places are told from the goal; the difference of the tick before was that of the speed.
    s[0] = behind - goal;
    s[1] = speed;
    return { x, s, command: friction, offset: -goal };
  }
  const remember = (velocity: ImpedanceLoop['velocity']): void => {
    if (velocity.kind === 'differences') s.set([behind, speed], controller.n - 2);
  };
  if (loop.law === 'impedance') {
    // An integral rests where its goal is reached.
    remember(loop.velocity);
    if (loop.velocity.kind === 'differences') s[controller.n - 2] -= depth;
    s[0] = -friction;
    return { x, s, command: friction, offset: 0, from: depth };
  }
  if (loop.law === 'press') {
    remember(loop.velocity);
    return { x, s, command: friction, offset: -preload, ahead: preload + loop.stiffness * depth };
  }
  const spring = loop.law === 'admittance' ? loop.stiffness * (preload / felt) : 0;
  const { inner } = loop;
  if (inner.kind === 'torque') {
    s[0] = behind;
    s[1] = speed;
    if (loop.law === 'force' && loop.integral > 0) s[2] = sumsAt(loop, speed, preload);
    const law = loop.law === 'force' && loop.integral > 0 ? 3 : 2;
    if ((inner.integral ?? 0) > 0) s[law] = friction;
    remember(inner.velocity);
    return { x, s, command: friction, offset: -preload - spring };
  }
  const lead = leadOf(loop, speed);
  if (loop.law === 'admittance') {
    s[0] = lead;
    s[1] = speed;
  } else {
    if (loop.integral > 0) s[0] = sumsAt(loop, speed, preload);
    s[controller.n - 1] = lead;
  }
  return { x, s, command: lead, offset: -preload - spring };
}

/** The integral with which force control moves at this speed while nothing is felt. */
function sumsAt({ proportional, integral }: ForceLoop, speed: number, preload: number): number {
  return (speed - proportional * preload) / integral;
}

/** How far the command is ahead of the holder at a constant speed: (2 ζ/wn) v, (kd/kp) v. */
function leadOf(loop: AdmittanceLoop | ForceLoop, speed: number): number {
  const inner = innerOf(loop);
  if (inner?.kind === 'kinematic') return (2 * inner.ratio * speed) / inner.frequency;
  if (inner?.kind === 'servo') return (inner.damping / inner.stiffness) * speed;
  return 0;
}

/**
 * An estimate: each contact keeps e = e^(−π σ/ω) of the swing about the rest, σ ± jω the least damped oscillation on the
 * wall; the first swing is that of the first peak; a tool leaves while the swing is larger than the preload. In the air
 * the preload turns it back against D, which leaves about 1/(1 + ⅔ D v/F) of the speed.
 */
function bounces(loop: ContactLoop, wall: Wall, { speed, preload }: Approach, peak: number): number {
  const poles = polesOf(delayLoopOf(loop, wall));
  const { radius } = radiusOf(poles);
  if (!isStable(radius)) return Number.POSITIVE_INFINITY;
  let [square, angle] = [0, 0];
  for (let i = 0; i < poles.re.length; i++) {
    const r = poles.re[i] ** 2 + poles.im[i] ** 2;
    const turned = numbers.atan2(Math.abs(poles.im[i]), poles.re[i]);
    if (turned > 1e-6 && r > square) [square, angle] = [r, turned];
  }
  if (square === 0 || preload <= 0 || speed <= 0) return 0;
  const e = numbers.exp((pi * 0.5 * numbers.log(square)) / angle);
  const swing = peak - preload;
  const perSpeed = Math.sqrt(Math.max(0, swing * swing - preload * preload)) / speed;
  const pull = loop.law === 'press' ? (1 + loop.gain) * preload : preload;
  const braking = loop.law === 'force' ? 0 : loop.damping / pull;
  let v = speed;
  for (let count = 0; count < mostBounces; count++) {
    const left = e * e * (preload * preload + (perSpeed * v) ** 2) - preload * preload;
    if (left <= 0) return count;
    const out = Math.sqrt(left) / perSpeed;
    v = out / (1 + (2 / 3) * braking * out);
  }
  return mostBounces;
}
