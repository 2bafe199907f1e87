/**
 * The course of a landing: loop and tool from the touch on, through flights and further contacts, to rest or until it has
 * been looked at for long. In contact and in the air all is linear; between two events it is carried on by the exact
 * exponential, and the instants of leaving and touching are found to a part of a sub-step.
 */
import { controllerOf, readingOf } from './controller.js';
import { splitDelay } from './delay-loop.js';
import { type Held, sampleHeld } from './exponential.js';
import { type ContactLoop, feltStiffness, periodOf, type Wall } from './loop.js';
import { type Output, offWall, type Plant, plantOf } from './plant.js';
import { type Controller, lowPassShare } from './recursion.js';
import { type Approach, touching } from './touching.js';

export interface Landing {
  /** Largest force until the tool leaves the wall first, N. */
  readonly firstPeak: number;
  /** How often it leaves the wall. */
  readonly departures: number;
  /** Whether it comes to rest on the wall. */
  readonly rests: boolean;
}

/** Ticks that are looked at of a first contact that does not end. */
const firstTicks = 2000;
/** Ticks, and sub-steps, after which what still leaves the wall does not come to rest. */
const longest = 20_000;
const mostSteps = 1_000_000;
/** Periods over which the force must stay within this share of that at rest. */
const calmPeriods = 400;
const calm = 0.01;
/** Least force at rest that is told from none, as a share of the first peak. */
const slight = 1e-3;
/** Largest turn of the fastest motion in a sub-step, rad: where a peak is told, and where only events are. */
const fine = 0.05;
const coarse = 0.25;

/** The largest force of the first contact, or of 2000 ticks, touching a share of a tick before the next one, N. */
export function firstPeak(loop: ContactLoop, wall: Wall, approach: Approach, share: number): number {
  const course = new Course(loop, wall, approach, share);
  for (let tick = 0; tick < firstTicks && course.departures === 0; tick++) course.tick();
  return course.peak;
}

/** The whole landing, touching a share of a tick before the next one. */
export function landingOf(loop: ContactLoop, wall: Wall, approach: Approach, share: number): Landing {
  const course = new Course(loop, wall, approach, share);
  const every = loop.law === 'impedance' ? 1 : loop.sensor.every;
  const window = calmPeriods * every;
  let [low, high, left, lastLeft] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  for (let tick = 1; tick <= longest * every && course.steps < mostSteps; tick++) {
    course.tick();
    const { force, departures } = course;
    if (!(force < Number.POSITIVE_INFINITY)) return course.landing(false);
    low = Math.min(low, force);
    high = Math.max(high, force);
    if (departures > left) [left, lastLeft] = [departures, tick];
    if (tick % window !== 0) continue;
    const near = calm * Math.max(approach.preload, slight * course.peak);
    const quiet = high - low < near && Math.abs(low - approach.preload) < near;
    if (quiet && tick - lastLeft >= window) return course.landing(true);
    [low, high] = [Number.POSITIVE_INFINITY, 0];
  }
  // A loop that is stable on the wall and has stayed there is on its way to rest, however slowly.
  return course.landing(course.touches && course.ticks > 2 * lastLeft);
}

class Course {
  peak = 0;
  departures = 0;
  ticks = 0;
  steps = 0;
  readonly #loop: ContactLoop;
  readonly #controller: Controller;
  readonly #on: Phase;
  readonly #off: Phase;
  #phase: Phase;
  readonly #x: Float64Array;
  readonly #end: Float64Array;
  readonly #s: Float64Array;
  #command: number;
  readonly #queue: number[];
  /** Lengths of the parts of a tick, s: until the command of this tick comes into force, and from there on. */
  readonly #parts: readonly number[];
  readonly #filter: (sample: number) => number;
  readonly #offset: number;
  readonly #ahead: number;
  readonly #from: number;
  #used: number;
  /** Of the depth of the tool, N/m. */
  readonly #felt: number;

  constructor(loop: ContactLoop, wall: Wall, approach: Approach, share: number) {
    const plant = plantOf(loop, wall);
    this.#loop = loop;
    this.#controller = controllerOf(loop);
    this.#on = new Phase(loop, plant);
    this.#off = new Phase(loop, offWall(plant, wall));
    this.#phase = this.#on;
    const start = touching(loop, wall, approach, plant, this.#controller, share);
    this.#x = start.x;
    this.#end = start.x.slice();
    this.#s = start.s;
    this.#command = start.command;
    this.#offset = start.offset;
    this.#ahead = start.ahead ?? 0;
    this.#from = start.from ?? 0;
    this.#used = start.offset;
    this.#felt = feltStiffness(loop, wall);
    this.#filter = filterOf(loop);
    const [whole, rest] = splitDelay(loop.delay ?? 0, loop.tick);
    this.#queue = new Array<number>(whole).fill(start.command);
    this.#parts = rest > 0 ? [rest, loop.tick - rest] : [loop.tick];
    if (share > 0) this.#move(share * loop.tick);
  }

  /** On the wall, N. */
  get force(): number {
    return readFrom(this.#phase.plant.pressing, this.#x, this.#command);
  }

  get touches(): boolean {
    return this.#phase === this.#on;
  }

  landing(rests: boolean): Landing {
    return { firstPeak: this.peak, departures: this.departures, rests };
  }

  tick(): void {
    const loop = this.#loop;
    const [x, s] = [this.#x, this.#s];
    const every = loop.law === 'impedance' ? 1 : loop.sensor.every;
    const { plant, reading } = this.#phase;
    if (this.ticks % every === 0)
      this.#used = this.#filter(readFrom(reading, x, this.#command)) + this.#offset;
    this.ticks++;
    const holder = [readFrom(plant.place, x, 0) - this.#from, readFrom(plant.speed, x, 0)];
    const gathered = s[0];
    this.#queue.push(advance(this.#controller, s, this.#used, holder) + this.#ahead);
    // A press gathers nothing until it feels something.
    if (loop.law === 'press' && loop.integral > 0 && !(this.#used > this.#offset)) s[0] = gathered;
    const next = this.#queue.shift()!;
    this.#parts.forEach((length, i) => {
      if (i === this.#parts.length - 1) this.#command = next;
      this.#move(length);
    });
  }

  /** On by so many seconds, in sub-steps, changing between contact and flight on the way. */
  #move(length: number): void {
    // A tool that stands at its command may leave or touch by a command alone.
    if (this.#changes(this.#x)) this.#change();
    const turn = this.departures === 0 ? fine : coarse;
    // Whatever phase it begins with: it may end in contact, which is the quicker one.
    const steps = this.#on.stepsOf(length, turn);
    for (let i = 0; i < steps; i++) this.#substep(length / steps);
  }

  #substep(length: number): void {
    this.steps++;
    let left = length;
    for (let guard = 0; guard < 20; guard++) {
      const whole = left === length ? this.#phase.heldOf(length) : undefined;
      if (whole === undefined) this.#phase.series(this.#x, this.#command, left, this.#end);
      else step(whole, this.#x, this.#command, this.#end);
      if (!this.#changes(this.#end)) break;
      left -= this.#until(left);
      this.#x.set(this.#end);
      this.#change();
    }
    this.#x.set(this.#end);
    if (this.departures === 0) this.peak = Math.max(this.peak, this.force);
  }

  /** Above 0 in contact: the force, or that of the bare depth where it is less. */
  #press(x: Float64Array): number {
    const { tool, pressing } = this.#on.plant;
    return Math.min(readFrom(tool, x, this.#command) * this.#felt, readFrom(pressing, x, this.#command));
  }

  #changes(x: Float64Array): boolean {
    const press = this.#press(x);
    return this.#phase === this.#on ? press < 0 && this.peak > 0 : press > 0;
  }

  #change(): void {
    if (this.#phase === this.#on) this.departures++;
    this.#phase = this.#phase === this.#on ? this.#off : this.#on;
  }

  /** The instant of a change within a sub-step, by false position (Illinois); `end` is where all stands just after it. */
  #until(span: number): number {
    let [low, high] = [0, span];
    let [a, b] = [this.#press(this.#x), this.#press(this.#end)];
    for (let i = 0; i < 40 && high - low > 1e-9 * span; i++) {
      const straight = (a * high - b * low) / (a - b);
      const middle = straight > low && straight < high ? straight : 0.5 * (low + high);
      this.#phase.series(this.#x, this.#command, middle, this.#end);
      const press = this.#press(this.#end);
      if (this.#changes(this.#end)) {
        [high, b] = [middle, press];
        a *= 0.5;
      } else {
        [low, a] = [middle, press];
        b *= 0.5;
      }
    }
    this.#phase.series(this.#x, this.#command, high, this.#end);
    return high;
  }
}

/** Contact or flight: its plant, and steps of it by their lengths. */
class Phase {
  readonly plant: Plant;
  readonly reading: Output;
  /** Of the fastest motion, rad/s. */
  readonly #fastest: number;
  readonly #held = new Map<number, Held>();
  readonly #term: Float64Array;
  readonly #next: Float64Array;

  constructor(loop: ContactLoop, plant: Plant) {
    this.plant = plant;
    this.reading = readingOf(loop, plant);
    // The diagonal of A² has the squares of what turns and of what decays.
    const { n, A } = plant;
    let square = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += A[i * n + k] * A[k * n + i];
      square = Math.max(square, Math.abs(sum));
    }
    this.#fastest = Math.sqrt(square);
    this.#term = new Float64Array(n);
    this.#next = new Float64Array(n);
  }

  stepsOf(length: number, turn: number): number {
    return Math.max(1, Math.min(500, Math.ceil((length * this.#fastest) / turn)));
  }

  heldOf(length: number): Held {
    const known = this.#held.get(length);
    if (known !== undefined) return known;
    const { n, A, B } = this.plant;
    const held = sampleHeld(A, B, n, 1, length);
    this.#held.set(length, held);
    return held;
  }

  /** x after t, by x + t x′ + t² x″/2 + … */
  series(x: Float64Array, r: number, t: number, out: Float64Array): void {
    const { n, A, B } = this.plant;
    const [term, next] = [this.#term, this.#next];
    out.set(x);
    term.set(x);
    for (let order = 1; order < 40; order++) {
      let large = 0;
      for (let i = 0; i < n; i++) {
        let sum = order === 1 ? B[i] * r : 0;
        for (let j = 0; j < n; j++) sum += A[i * n + j] * term[j];
        next[i] = (sum * t) / order;
        out[i] += next[i];
        large = Math.max(large, Math.abs(next[i]) / (1e-300 + Math.abs(out[i])));
      }
      if (large < 1e-17) return;
      term.set(next);
    }
  }
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

function step({ free, forced }: Held, x: Float64Array, r: number, out: Float64Array): void {
  const n = x.length;
  for (let i = 0; i < n; i++) {
    let sum = forced[i] * r;
    for (let j = 0; j < n; j++) sum += free[i * n + j] * x[j];
    out[i] = sum;
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
