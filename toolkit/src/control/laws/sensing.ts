/** Sensors in a step: readings compensated, guarded and filtered, before any law sees them. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { add3, cross3, max, mulMatVec, scale3, select3, sub3, sum, type Vec3 } from '../../math/index.js';
import type { Site } from '../../mechanism/index.js';
import { allFinite } from '../guards.js';
import type { FieldReader } from '../slots.js';
import { beyondBounds } from './bounds.js';
import { collide } from './collision.js';
import { type Carried, externalWrench, movedWrench, type Pair, withCarried } from './compensate.js';
import type { SensorReading } from './declaration.js';
import { type Reaction, reactions, type sensorFaults } from './law-design.js';
import { type SensorFields, sensorReactions } from './sensor-fields.js';
import { tareStep } from './tare.js';

export interface Tripped {
  readonly fault: (typeof sensorFaults)[number] | 'target stale';
  readonly reaction: Reaction;
  /** 1 where it is. */
  readonly is: Node;
}

export interface Sensed {
  readonly fields: SensorFields;
  /** The mount as it is measured. */
  readonly site: Site<Node>;
  /** External wrench on the robot, sensor axes, about the sensor. */
  readonly wrench: Pair<Node>;
  readonly fresh: Node;
  readonly age: Node;
  readonly ready: Node;
  readonly tripped: readonly Tripped[];
  /** What the next step has to know. */
  readonly next: readonly (readonly [Field, readonly Node[]])[];
}

/** Says what the next step has to know. */
export type Keep = (field: Field, ...values: Node[]) => void;

/** A reading as it comes: sensor axes, about the sensor. */
export interface Reading {
  readonly raw: readonly Node[];
  readonly age: Node;
  readonly valid: Node;
}

/** The present reading of a sensor. `elapsed`: measured time of this tick; `gravity`: slot of free fall, world axes. */
export function sense(
  program: ProgramBuilder,
  fields: SensorFields,
  site: Site<Node>,
  read: FieldReader,
  {
    elapsed,
    tick,
    gravity,
    carried = [],
  }: {
    readonly elapsed: Node;
    readonly tick: Node;
    readonly gravity: Field | undefined;
    /** What hangs below it besides. */
    readonly carried?: readonly Carried<Node>[];
  },
  observe?: (keep: Keep) => Reading,
): Sensed {
  const { graph: A } = program;
  const zero = A.constant(0);
  const value = (field: Field): Node => read.all(field)[0];
  const next: (readonly [Field, readonly Node[]])[] = [];
  const keep = (field: Field, ...values: Node[]): void => {
    next.push([field, values]);
  };
  const { raw, age, valid } = observe?.(keep) ?? {
    raw: read.all(fields.reading as Field),
    age: value(fields.age as Field),
    valid: value(fields.valid as Field),
  };
  const finite = plausible(program, fields, raw, age, read);
  const there = A.not(A.equal(valid, zero));
  const good = A.and(there, finite);

  // Age, silence, no number, the same.
  const seenBefore = value(fields.seen);
  const seen = A.or(seenBefore, good);
  const oldBefore = value(fields.old);
  const old = A.select(good, age, A.add(oldBefore, elapsed));
  const arrived = A.less(age, A.add(oldBefore, A.mul(A.constant(0.5), elapsed)));
  const fresh = A.and(good, A.or(A.not(seenBefore), arrived));
  const silent = A.select(seen, zero, A.add(value(fields.silent), elapsed));
  const badNow = A.and(there, A.not(finite));
  const badFor = value(fields.bad);
  keep(fields.seen, seen);
  keep(fields.old, old);
  keep(fields.silent, silent);
  keep(fields.bad, A.select(badNow, A.add(badFor, elapsed), zero));

  const pair = (values: readonly Node[]): Pair<Node> => ({
    force: [values[0], values[1], values[2]],
    torque: [values[3], values[4], values[5]],
  });
  const fall = fallOf(program, fields, site, read, { elapsed, tick, gravity }, keep);
  const external = externalWrench(
    A,
    pair(raw),
    fields.bias && pair(read.all(fields.bias)),
    fall === undefined || fields.mass === undefined || fields.centre === undefined
      ? undefined
      : {
          ...withCarried(A, { mass: value(fields.mass), centre: read.vector(fields.centre) }, carried, site),
          fall,
        },
    site.rotation,
  );
  const now = [...external.force, ...external.torque];
  const before = read.all(fields.filtered);
  const gain = fields.gain && value(fields.gain);
  const slowed = now.map((x, i) => {
    if (gain === undefined) return x;
    return A.select(seenBefore, A.add(before[i], A.mul(gain, A.sub(x, before[i]))), x);
  });
  const filtered = slowed.map((x, i) => A.select(good, x, before[i]));
  keep(fields.filtered, ...filtered);

  let wrench: readonly Node[] = filtered;
  let ready = seen;
  let refused = zero;
  if (fields.tare !== undefined) {
    const tare = tareStep(program, fields.tare, { now, good, seen, elapsed }, read, keep);
    ready = tare.ready;
    refused = tare.refused;
    wrench = filtered.map((x, i) => A.select(ready, A.sub(x, tare.off[i]), zero));
  }
  keep(fields.wrench, ...wrench);

  const tripped: Tripped[] = [];
  const chosen = [...sensorReactions(fields.design)];
  const trip = (fault: Tripped['fault'], is: Node): void => {
    tripped.push({ fault, reaction: chosen.shift() as Reaction, is });
  };
  trip('sensor silent', A.and(A.not(seen), A.less(value(fields.within), silent)));
  trip('sensor stale', A.and(seen, A.less(value(fields.stale), old)));
  if (fields.same !== undefined && fields.last !== undefined && fields.frozen !== undefined) {
    const last = read.all(fields.last);
    const like = raw.map((x, i) => A.equal(x, last[i])).reduce((all, x) => A.and(all, x));
    const same = A.select(A.and(A.and(like, good), seenBefore), A.add(value(fields.same), elapsed), zero);
    keep(fields.same, same);
    keep(fields.last, ...raw.map((x, i) => A.select(good, x, last[i])));
    trip('sensor frozen', A.less(value(fields.frozen), same));
  }
  trip('sensor not finite', A.and(A.and(seenBefore, badNow), A.lessEqual(value(fields.nonFinite), badFor)));
  if (fields.tare !== undefined) trip('tare refused', refused);
  if (fields.collision !== undefined) {
    const joints = fields.observer && read.all(fields.observer.residual);
    trip('collision', collide(program, fields.collision, { wrench, joints, ready, elapsed }, read, keep));
  }
  if (fields.bounds !== undefined) {
    const joints = fields.observer && read.all(fields.observer.residual);
    trip('out of bounds', beyondBounds(program, fields.bounds, { raw, joints, good, elapsed }, read, keep));
  }
  return { fields, site, wrench: pair(wrench), fresh, age: old, ready, tripped, next };
}

/** 1 where a reading is one: all numbers, and none beyond the range of its guard. */
function plausible(
  { graph: A }: ProgramBuilder,
  { range }: SensorFields,
  raw: readonly Node[],
  age: Node,
  read: FieldReader,
): Node {
  const finite = allFinite(A, [...raw, age]);
  if (range === undefined) return finite;
  const most = read.all(range);
  return raw.map((x, i) => A.lessEqual(A.abs(x), most[i])).reduce((all, x) => A.and(all, x), finite);
}

/** Free fall less the acceleration of what hangs below, world axes, m/s²; undefined where nothing is said to hang there. */
function fallOf(
  { graph: A }: ProgramBuilder,
  fields: SensorFields,
  site: Site<Node>,
  read: FieldReader,
  {
    elapsed,
    tick,
    gravity,
  }: { readonly elapsed: Node; readonly tick: Node; readonly gravity: Field | undefined },
  keep: (field: Field, ...values: Node[]) => void,
): Vec3<Node> | undefined {
  if (gravity === undefined || fields.centre === undefined) return undefined;
  const weight = read.vector(gravity);
  if (fields.inertial === undefined) return weight;
  const { velocity, acceleration, started } = fields.inertial;
  const arm = mulMatVec(A, site.rotation, read.vector(fields.centre));
  const now = add3(A, site.velocity, cross3(A, site.spin, arm));
  const known = A.and(read.all(started)[0], A.less(A.constant(0), elapsed));
  const rate = scale3(
    A,
    A.div(A.constant(1), A.select(known, elapsed, tick)),
    sub3(A, now, read.vector(velocity)),
  );
  const before = read.vector(acceleration);
  const gain = fields.gain === undefined ? A.constant(1) : read.all(fields.gain)[0];
  const slowed = add3(A, before, scale3(A, gain, sub3(A, rate, before)));
  const still: Vec3<Node> = [A.constant(0), A.constant(0), A.constant(0)];
  const next = select3(A, known, slowed, still);
  keep(velocity, ...now);
  keep(acceleration, ...next);
  keep(started, A.constant(1));
  return sub3(A, weight, next);
}

/** As a law at `centre` reads it. */
export function readingAt(program: ProgramBuilder, sensed: Sensed, centre: Site<Node>): SensorReading<Node> {
  const { graph: A } = program;
  const { site, wrench, fresh, age, ready } = sensed;
  const moved = movedWrench(A, wrench, site.rotation, site.position, centre.position);
  return { ...moved, fresh, age, ready };
}

/** What stands for a reaction in a program; 0: none. The stronger one is the greater. */
export function reactionNumber(reaction: Reaction): number {
  return 1 + reactions.indexOf(reaction);
}

/** What has tripped, together. */
export interface Alarm {
  /** The reactions that may be asked for. */
  readonly asked: ReadonlySet<Reaction>;
  /** 1 where nothing has. */
  readonly sound: Node;
  /** The first one by its place in `faults`. */
  readonly fault: Node;
  /** {@link reactionNumber} of the strongest that is asked for; 0: none. */
  readonly reaction: Node;
}

export function judged(
  program: ProgramBuilder,
  all: readonly Tripped[],
  faultIndex: (fault: Tripped['fault']) => number,
): Alarm {
  const { graph: A } = program;
  let fault: Node = A.constant(0);
  let reaction: Node = A.constant(0);
  for (const { fault: name, reaction: then, is } of [...all].reverse()) {
    fault = A.select(is, A.constant(faultIndex(name)), fault);
    reaction = max(A, reaction, A.select(is, A.constant(reactionNumber(then)), A.constant(0)));
  }
  const any = sum(
    A,
    all.map(({ is }) => is),
  );
  const asked = new Set(all.map(({ reaction: then }) => then));
  return { asked, sound: A.equal(any, A.constant(0)), fault, reaction };
}
