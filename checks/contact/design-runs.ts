/** Designs as the exact bench runs them: laws of its own, and what is asked of a run. */
import type {
  AdmittanceLoop,
  ContactLoop,
  ForceLoop,
  ForceSensor,
  ImpedanceLoop,
  PressLoop,
  Velocity,
  Wall,
} from 'pliant/analyse';
import type { Design } from './contact-designs.js';
import { type BenchLaw, type BenchSetup, ExactBench, type JudgedBench, JumpBench } from './exact-bench.js';

/** The bench of a design. At the start tool and holder stand at the surface and move with `speed`. */
export function benchOf(
  design: Design,
  bilateral: boolean,
  { push, quantum }: { push?: number; quantum?: number } = {},
): JudgedBench {
  const { loop, wall } = design;
  const law = rounded(lawOf(design, bilateral), loop, quantum);
  if (isFed(loop) && loop.inner.kind === 'ideal')
    return new JumpBench({
      law,
      tick: loop.tick,
      wall: { k: wall.stiffness, bilateral },
      // Where nothing else disturbs it, a first place does.
      place: bilateral && design.preload === 0 ? design.speed * loop.tick : 0,
      ...(push === undefined ? {} : { push }),
    });
  const flexible = loop.flexible;
  const tool =
    flexible === undefined
      ? {}
      : { tool: { mass: flexible.mass, spring: flexible.stiffness, damper: flexible.damping } };
  const holder = holderOf(loop);
  return new ExactBench({
    ...tool,
    holder,
    wall: { k: wall.stiffness, c: wall.damping, bilateral },
    tick: loop.tick,
    place: 0,
    speed: design.speed,
    ...(push === undefined ? {} : { push }),
    delay: loop.delay ?? 0,
    law,
    command: isFed(loop) && holder.spring > 0 ? lead(loop, design.speed) : frictionOf(loop) * design.speed,
  });
}

type ForceFed = AdmittanceLoop | ForceLoop;

function isFed(loop: ContactLoop): loop is ForceFed {
  return loop.law === 'admittance' || loop.law === 'force';
}

function lawOf(design: Design, bilateral: boolean): BenchLaw {
  const { loop, wall, preload } = design;
  if (loop.law === 'impedance') return impedanceLaw(loop, wall, preload, design.speed);
  if (loop.law === 'press') return pressLaw(loop, wall, design, bilateral);
  const led = loop.law === 'force' ? forceLaw(loop, design) : admittanceLaw(loop, design);
  return loop.inner.kind === 'torque' ? followedLaw(loop, led, design) : (sample) => led(sample).place;
}

function rounded(law: BenchLaw, loop: ContactLoop, quantum: number | undefined): BenchLaw {
  if (quantum === undefined) return law;
  const round = (x: number): number => quantum * Math.round(x / quantum);
  return (sample) =>
    law(
      loop.law === 'impedance'
        ? { ...sample, place: round(sample.place) }
        : { ...sample, force: round(sample.force) },
    );
}

function frictionOf(loop: ContactLoop): number {
  if (!isFed(loop)) return loop.friction ?? 0;
  return loop.inner.kind === 'torque' ? (loop.inner.friction ?? 0) : 0;
}

function holderOf(loop: ContactLoop): BenchSetup['holder'] {
  const inner = isFed(loop) ? loop.inner : loop;
  if ('law' in inner || inner.kind === 'torque') {
    const { mass, friction = 0 } = inner;
    return { spring: 0, damper: friction / mass, gain: 1 / mass, mass };
  }
  if (inner.kind === 'ideal') throw new Error('an exact bench moves its tool by its own inertia');
  if (inner.kind === 'servo') {
    const { mass, stiffness, damping } = inner;
    return { spring: stiffness / mass, damper: damping / mass, gain: stiffness / mass, mass };
  }
  const square = inner.frequency ** 2;
  return {
    spring: square,
    damper: 2 * inner.ratio * inner.frequency,
    gain: square,
    mass: Number.POSITIVE_INFINITY,
  };
}

/** How far a command runs ahead of the holder at this speed; behind it by a tick's way where torques follow it. */
function lead(loop: ForceFed, speed: number): number {
  if (loop.inner.kind === 'torque') return -speed * loop.tick;
  if (loop.inner.kind === 'ideal') return 0;
  const { spring, damper } = holderOf(loop);
  return (damper / spring) * speed;
}

/** The speed as a controller has it, from what is sampled at ticks. */
function speedometer(velocity: Velocity, tick: number): (place: number, speed: number) => number {
  if (velocity.kind === 'measured') return (_, speed) => speed;
  const keep = Number.isFinite(velocity.cutOff) ? Math.exp(-2 * Math.PI * velocity.cutOff * tick) : 0;
  let last: number | undefined;
  let smooth: number | undefined;
  return (place, speed) => {
    // Before the first tick the tool came along with its speed.
    const difference = last === undefined ? speed : (place - last) / tick;
    smooth = smooth === undefined ? difference : keep * smooth + (1 - keep) * difference;
    last = place;
    return smooth;
  };
}

/** How deep a force presses all springs in line behind the holder. */
function depthOf({ series, flexible }: ContactLoop, wall: Wall, force: number): number {
  return (
    force *
    (1 / wall.stiffness +
      (series === undefined ? 0 : 1 / series) +
      (flexible === undefined ? 0 : 1 / flexible.stiffness))
  );
}

function impedanceLaw(loop: ImpedanceLoop, wall: Wall, preload: number, came: number): BenchLaw {
  const { stiffness, damping, integral = 0, tick } = loop;
  const depth = preload === 0 ? 0 : depthOf(loop, wall, preload);
  const goal = integral > 0 ? depth : preload === 0 ? 0 : preload / stiffness + depth;
  const speedAt = speedometer(loop.velocity, tick);
  let held = integral > 0 ? frictionOf(loop) * came : 0;
  return ({ place, speed }) => {
    held += integral * tick * (goal - place);
    return stiffness * (goal - place) - damping * speedAt(place, speed) + held;
  };
}

/** The integral rests while nothing is felt, as a press does that looks for contact. */
function pressLaw(loop: PressLoop, wall: Wall, { preload }: Design, bilateral: boolean): BenchLaw {
  const { gain, integral, stiffness, damping, tick } = loop;
  const read = reader(loop);
  const goal = preload === 0 ? 0 : depthOf(loop, wall, preload);
  const speedAt = speedometer(loop.velocity, tick);
  let sum = 0;
  return ({ force, acceleration, place, speed }) => {
    const felt = read(force, acceleration);
    const missing = preload - felt;
    const push = preload + gain * missing + sum;
    if (bilateral || felt > 0) sum += integral * tick * missing;
    return push + stiffness * (goal - place) - damping * speedAt(place, speed);
  };
}

/** What a law of motions commands, followed by a force at the tick. */
function followedLaw(loop: ForceFed, led: LedLaw, { speed: came }: Design): BenchLaw {
  if (loop.inner.kind !== 'torque') throw new Error('nothing follows by forces');
  const { stiffness, damping, integral = 0, ahead = 0, friction = 0, velocity } = loop.inner;
  const speedAt = speedometer(velocity, loop.tick);
  let before = came;
  let held = integral > 0 ? friction * came : 0;
  return (sample) => {
    const { place, speed } = led(sample);
    held += integral * loop.tick * (place - sample.place);
    const force =
      stiffness * (place - sample.place) +
      damping * (speed - speedAt(sample.place, sample.speed)) +
      (ahead * (speed - before)) / loop.tick +
      held;
    before = speed;
    return force;
  };
}

/** The sensor: from a tick's force and acceleration to what a law gets to read. */
function reader({
  sensor,
  tick: T,
}: {
  readonly sensor: ForceSensor;
  readonly tick: number;
}): (force: number, acceleration: number) => number {
  const old = new Array<number>(sensor.delay).fill(0);
  const recent: number[] = [];
  const keep = sensor.cutOff === undefined ? 0 : Math.exp(-2 * Math.PI * sensor.cutOff * T * sensor.every);
  let [smooth, tick] = [0, 0];
  return (force, acceleration) => {
    if (tick++ % sensor.every !== 0) return smooth;
    old.push(force + sensor.massBelow * acceleration);
    recent.push(old.shift()!);
    if (recent.length > sensor.average) recent.shift();
    smooth = keep * smooth + ((1 - keep) * recent.reduce((a, b) => a + b, 0)) / sensor.average;
    return smooth;
  };
}

/** Place and speed that a law of motions commands. */
type LedLaw = (sample: Parameters<BenchLaw>[0]) => { readonly place: number; readonly speed: number };

function forceLaw(loop: ForceLoop, { speed, preload }: Design): LedLaw {
  const { proportional, integral, tick: T } = loop;
  const read = reader(loop);
  let sum = integral > 0 ? (speed - proportional * preload) / integral : 0;
  let place = lead(loop, speed);
  return ({ force, acceleration }) => {
    const f = preload - read(force, acceleration);
    sum += T * f;
    const v = proportional * f + integral * sum;
    place += T * v;
    return { place, speed: v };
  };
}

function admittanceLaw(loop: AdmittanceLoop, { speed, preload }: Design): LedLaw {
  const { mass: M, damping: D, stiffness: K, scheme, tick: T } = loop;
  const read = reader(loop);
  let place = lead(loop, speed);
  let v = speed;
  return ({ force, acceleration }) => {
    const f = preload - read(force, acceleration) - K * place;
    if (scheme === 'exact') {
      // Without a spring: v goes towards f/D with the time constant M/D, and the place goes along.
      const E = Math.exp((-D * T) / M);
      place += (f / D) * T + (v - f / D) * (1 - E) * (M / D);
      v = f / D + (v - f / D) * E;
      return { place, speed: v };
    }
    if (scheme === 'explicit') v += (T / M) * (f - D * v);
    else if (scheme === 'implicit') v = (v + (T * f) / M) / (1 + (T * D) / M);
    else {
      const E = Math.exp((-D * T) / M);
      v = E * v + ((1 - E) / D) * f;
    }
    place += T * v;
    return { place, speed: v };
  };
}

/** By what the motion grew a period on average, between the middle and the end of so many periods. */
export function grewBy(design: Design, periods: number): number {
  const bench = benchOf({ ...design, preload: 0 }, true);
  const every = everyOf(design.loop);
  const third = Math.floor(periods / 3);
  // Of the later thirds, the largest size of each: beats and slow swings are inside them.
  const sizes = [0, 0, 0];
  for (let period = 0; period < 3 * third; period++) {
    for (let i = 0; i < every; i++) bench.tick();
    const part = Math.floor(period / third);
    sizes[part] = Math.max(sizes[part], bench.size);
    if (!(bench.size < 1e200)) return Number.POSITIVE_INFINITY;
    if (period > third && bench.size < 1e-200) return 0;
  }
  return (sizes[2] / sizes[1]) ** (1 / third);
}

function everyOf(loop: ContactLoop): number {
  return loop.law === 'impedance' ? 1 : loop.sensor.every;
}

/** Whether it comes to rest on a wall that only pushes: pressed on, its force within 1 % of the preload for long. */
export function restsAfterImpact(design: Design, periods: number): boolean {
  const bench = benchOf(design, false);
  const every = everyOf(design.loop);
  const window = 400;
  let [low, high, left] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let period = 0; period < periods; period++) {
    for (let i = 0; i < every; i++) bench.tick();
    const { force } = bench;
    low = Math.min(low, force);
    high = Math.max(high, force);
    if (!(bench.size < 1e6)) return false;
    if (period % window !== window - 1) continue;
    const calm = Math.abs(low - design.preload) < 0.01 * design.preload && high - low < 0.01 * design.preload;
    if (calm && left === bench.departures) return true;
    left = bench.departures;
    [low, high] = [Number.POSITIVE_INFINITY, 0];
  }
  return false;
}

/** What the tool does with its wall until it leaves it first or the ticks are over. */
export function firstContact(
  design: Design,
  ticks: number,
): { readonly peak: number; readonly departures: number } {
  const bench = benchOf(design, false);
  let peak = 0;
  for (let tick = 0; tick < ticks && bench.departures === 0; tick++)
    bench.tick(({ force, departures }) => {
      if (departures === 0) peak = Math.max(peak, force);
    });
  return { peak, departures: bench.departures };
}

/** How often the tool leaves its wall in so many ticks. */
export function departuresOf(design: Design, ticks: number): number {
  const bench = benchOf(design, false);
  for (let tick = 0; tick < ticks; tick++) bench.tick();
  return bench.departures;
}

/** Speed of the free tool over the force of a hand that pushes it with a sinusoid, once its start is forgotten. */
export function measuredAdmittance(
  { loop }: Design,
  cycles: number,
  ticks: number,
): { readonly frequency: number; readonly re: number; readonly im: number } {
  const frequency = (2 * Math.PI * cycles) / (ticks * loop.tick);
  const free = { loop, wall: { stiffness: 0, damping: 0 }, speed: 0, preload: 0 };
  const bench = benchOf(free, true, { push: frequency });
  const settled = Math.ceil(8000 / ticks) * ticks;
  for (let tick = 0; tick < settled; tick++) bench.tick();
  const places = [bench.place];
  for (let tick = 0; tick < ticks; tick++) {
    bench.tick();
    places.push(bench.place);
  }
  // What only goes along at even speed is no answer to the hand.
  const drift = (places[ticks] - places[0]) / ticks;
  let [sine, cosine] = [0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    const angle = (2 * Math.PI * cycles * tick) / ticks;
    const place = places[tick] - drift * tick;
    sine += (2 / ticks) * place * Math.sin(angle);
    cosine += (2 / ticks) * place * Math.cos(angle);
  }
  // x = s sin + c cos beside f = sin: X/F = s + j c, and v = jω x.
  return { frequency, re: -frequency * cosine, im: frequency * sine };
}

/** How far the force at the ticks is from the preload at most, once it is at rest but for what rounding leaves, N. */
export function rippleOf(design: Design, quantum: number, ticks: number): number {
  const bench = benchOf(design, true, { quantum });
  let far = 0;
  for (let tick = 0; tick < 2 * ticks; tick++) {
    if (tick >= ticks) far = Math.max(far, Math.abs(bench.force - design.preload));
    bench.tick();
  }
  return far;
}
