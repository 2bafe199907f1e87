/**
 * What moves by itself, where a tank pays for it: by a time of its own, which goes on as fast as the level affords.
 *
 * A step that comes h after the one before it (at most {@link mostTicks} nominal ticks: what is beyond them is waited for) would
 * let what moves go on by h, with the pace 1. What that asks for is the greatest of three: P₁ h, P₁ = Σ −f·v of the forces f on
 * what moves with v where it comes to, P₀ h the same where it is, and the exact jump of what springs store. The pace is the part
 * θ of it that the level affords, min(1, level/asked), 1 where nothing is asked: all that moves goes on by θ h and has θ times
 * its velocity, in the law as well. What that costs is paid at once, or given back where it is negative: against dampers P h
 * where it came to, against all else the greater of P h and the jump E(z⁺) − E(z). So what springs store never jumps by more
 * than what was paid. Where a pull grows all the way of a step the cost is at most θ P₁ h, where it falls all the way at most
 * θ P₀ h: then the level does not fall below 0. The first step pays a nominal tick.
 */
import type { Node, ProgramBuilder } from '../graph/index.js';
import { max, min } from '../math/index.js';
import { mostTicks } from './body-step.js';
import type { ControlFields, MotionFields, TankFields } from './control-fields.js';
import type { Design } from './design.js';
import { motionPower, storedBy } from './flows.js';
import { type Acting, type Law, loadsOf } from './law.js';
import type { Clock } from './moving.js';

/** How far what moves is to go in this step. */
interface Interval {
  /** Time since the last step, and as much of it as it may go on at once, s. */
  readonly all: Node;
  readonly most: Node;
  /** How far it was behind at the last step, and how fast it went on, s and 1. */
  readonly lag: Node;
  readonly pace: Node;
  readonly started: Node;
}

/** What moves and the law there, what it costs, and what is to be kept of it. */
export interface Motion {
  readonly law: Law<Node>;
  /** J; below 0 where it gives back. */
  readonly cost: Node;
  /** J: the part of it that is against dampers. */
  readonly damping: Node;
  /** Stores where it came to. */
  readonly remember: () => void;
}

/** The time of what moves at the last step, whatever the time of this one. */
export function lastClock(program: ProgramBuilder, fields: ControlFields, tank: TankFields): Clock<Node> {
  const { graph: A } = program;
  const { motion, started } = tank;
  const now = () => program.load(fields.time);
  if (motion === undefined) return { time: now, pace: () => undefined };
  const time = A.select(
    program.load(started),
    A.sub(program.load(motion.last), program.load(motion.lag)),
    now(),
  );
  const pace = program.load(motion.pace);
  return { time: () => time, pace: () => pace };
}

/** Where it would be now by the pace of the last step: what virtual bodies see while they move to now. */
export function expectedClock(program: ProgramBuilder, fields: ControlFields, tank: TankFields): Clock<Node> {
  const { motion } = tank;
  if (motion === undefined) return { time: () => program.load(fields.time), pace: () => undefined };
  const interval = intervalOf(program, fields, tank, motion);
  return clockAt(program, fields, interval, interval.pace);
}

/** Lets what moves go on by what the level affords. */
export function moveOn(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  tank: TankFields & { readonly motion: MotionFields },
  level: Node,
  lawAt: (clock: Clock<Node>) => Law<Node>,
): Motion {
  const { graph: A } = program;
  const { motion } = tank;
  const zero = A.constant(0);
  const one = A.constant(1);
  const interval = intervalOf(program, fields, tank, motion);
  const priced = A.select(interval.started, interval.most, program.load(fields.tick));
  const from = lawAt({ time: lastClock(program, fields, tank).time, pace: () => one });
  const ahead = lawAt(clockAt(program, fields, interval, one));
  const [here, there] = [from, ahead].map((law) => costOf(A, design, law, from, priced));
  const asked = max(A, A.add(here.damping, here.others), A.add(there.damping, there.others));
  const held = max(A, level, zero);
  const short = A.less(held, asked);
  const pace = A.select(short, A.div(held, A.select(short, asked, one)), one);
  const law = lawAt(clockAt(program, fields, interval, pace));
  const { damping, others } = costOf(A, design, law, from, priced);
  return {
    law,
    cost: A.add(damping, others),
    damping,
    remember() {
      program.store(motion.lag, 0, lagAfter(A, interval, pace));
      program.store(motion.pace, 0, pace);
      program.store(motion.last, 0, program.load(fields.time));
    },
  };
}

/** Those that refill a tank: what only takes energy out. */
export function dampersOf<S>(law: Law<S>): readonly Acting<S>[] {
  return law.acting.filter(({ element }) => element.family === 'damper');
}

/** What it costs to have come in the time `h` from one law to another, against dampers and against all else, J. */
function costOf(
  A: ProgramBuilder['graph'],
  design: Design,
  law: Law<Node>,
  from: Law<Node>,
  h: Node,
): { readonly damping: Node; readonly others: Node } {
  const power = (acting: readonly Acting<Node>[], projections: Law<Node>['projections']): Node =>
    motionPower(A, design, { ...law, loads: loadsOf(A, acting, projections) });
  const dampers = dampersOf(law);
  const rest = law.acting.filter((own) => !dampers.includes(own));
  return {
    damping: A.mul(power(dampers, []), h),
    others: max(A, A.mul(power(rest, law.projections), h), A.sub(storedBy(A, law), storedBy(A, from))),
  };
}

/** Where the law was not in force what moves waited. */
export function waitOn(program: ProgramBuilder, fields: ControlFields, tank: TankFields): void {
  const { motion } = tank;
  if (motion === undefined) return;
  const { graph: A } = program;
  const interval = intervalOf(program, fields, tank, motion);
  const time = program.load(fields.time);
  program.store(motion.lag, 0, lagAfter(A, interval, A.constant(0)));
  program.store(motion.last, 0, A.select(A.equal(time, time), time, program.load(motion.last)));
}

function intervalOf(
  program: ProgramBuilder,
  fields: ControlFields,
  tank: TankFields,
  motion: MotionFields,
): Interval {
  const { graph: A } = program;
  const zero = A.constant(0);
  const started = program.load(tank.started);
  const time = program.load(fields.time);
  const since = A.sub(time, program.load(motion.last));
  const all = A.select(A.and(started, A.equal(since, since)), since, zero);
  const most = min(A, max(A, all, zero), A.mul(A.constant(mostTicks), program.load(fields.tick)));
  return { all, most, lag: program.load(motion.lag), pace: program.load(motion.pace), started };
}

/** At the whole pace of an undisturbed clock exactly what it was. */
function lagAfter(A: ProgramBuilder['graph'], { all, most, lag }: Interval, pace: Node): Node {
  return A.add(lag, A.sub(all, A.mul(pace, most)));
}

function clockAt(
  program: ProgramBuilder,
  fields: ControlFields,
  interval: Interval,
  pace: Node,
): Clock<Node> {
  const { graph: A } = program;
  const time = A.sub(program.load(fields.time), lagAfter(A, interval, pace));
  return { time: () => time, pace: () => pace };
}
