/** What a guarded move does in a tick, over the algebra. */
import {
  type Algebra,
  add3,
  dot3,
  max,
  min,
  norm3,
  scale3,
  select3,
  sub3,
  type Vec3,
} from '../../math/index.js';
import { braked, brakingWay } from './braking.js';
import { fills, meanOf, shifted, standing } from './monitor.js';

/** Values of the status; see {@link guardedMoveStep}. */
export const guardedMoveStatuses = [
  'settling',
  'moving',
  'braking on contact',
  'braking at the limit',
  'contact',
  'limit',
] as const;

export interface GuardedMoveParameters<S> {
  readonly speed: S;
  readonly threshold: S;
  readonly sideways: S | undefined;
  readonly window: S;
  readonly settle: S;
  readonly limit: S;
  readonly margin: S;
  readonly deceleration: S;
  readonly acceleration: S | undefined;
}

export interface GuardedMoveMemory<S> {
  /** Index into {@link guardedMoveStatuses}. */
  readonly stage: S;
  readonly speed: S;
  /** How long the threshold has been passed, s. */
  readonly held: S;
  /** The last readings of the external force, new ones first. */
  readonly readings: readonly Vec3<S>[];
  readonly count: S;
  /** Of the baseline: how long it has been taken, its readings, their mean, which is the baseline once it is frozen. */
  readonly settled: S;
  readonly taken: S;
  readonly baseline: Vec3<S>;
}

/** What a tick of a guarded move sees. */
export interface GuardedMoveNow<S> {
  /** External force on the robot, N, and 1 where this tick brought a new reading of it. */
  readonly force: Vec3<S>;
  readonly fresh: S;
  readonly ready: S;
  /** The way of the move, of unit length. */
  readonly direction: Vec3<S>;
  /** How far the command has come along it, m. */
  readonly travel: S;
  /** The nominal tick and the measured one, which is no longer, s. */
  readonly tick: S;
  readonly elapsed: S;
}

export interface GuardedMoveStep<S> {
  readonly memory: GuardedMoveMemory<S>;
  /** Along the direction in this tick, m, and the speed that it is made at. */
  readonly move: S;
  readonly speed: S;
  /** 1 in the tick in which the threshold is passed. */
  readonly fired: S;
  /** Force against the move over the baseline, N, mean of the last readings. */
  readonly value: S;
}

/** One tick of a guarded move. Order: reading, mean, threshold, limit, speed; see the declaration in guarded-move.ts. */
export function guardedMoveStep<S>(
  A: Algebra<S>,
  p: GuardedMoveParameters<S>,
  now: GuardedMoveNow<S>,
  last: GuardedMoveMemory<S>,
): GuardedMoveStep<S> {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const at = (name: (typeof guardedMoveStatuses)[number]): S => A.constant(guardedMoveStatuses.indexOf(name));
  const is = (name: (typeof guardedMoveStatuses)[number]): S => A.equal(last.stage, at(name));
  const { tick } = now;

  const fresh = A.and(now.fresh, now.ready);
  const size = A.constant(last.readings.length);
  const count = A.select(fresh, min(A, A.add(last.count, one), size), last.count);
  const axes = [0, 1, 2].map((k) =>
    shifted(
      A,
      last.readings.map((r) => r[k]),
      now.force[k],
      fresh,
    ),
  );
  const readings = last.readings.map((_, i): Vec3<S> => [axes[0][i], axes[1][i], axes[2][i]]);
  const mean = axes.map((axis) => meanOf(A, axis, count)) as unknown as Vec3<S>;

  const settling = is('settling');
  const asked = A.and(A.less(zero, p.settle), settling);
  const off = norm3(A, sub3(A, now.force, last.baseline));
  const calm = A.or(A.equal(last.taken, zero), A.lessEqual(off, p.threshold));
  const taking = A.and(asked, fresh);
  const kept = A.select(calm, last.taken, zero);
  const taken = A.select(taking, A.add(kept, one), last.taken);
  const pull = A.div(one, max(A, taken, one));
  const moved = add3(A, last.baseline, scale3(A, pull, sub3(A, now.force, last.baseline)));
  const baseline = select3(A, taking, moved, last.baseline);
  const unsteady = A.and(taking, A.not(calm));
  const settled = A.select(
    A.and(asked, now.ready),
    A.select(unsteady, tick, A.add(last.settled, tick)),
    last.settled,
  );
  const half = A.mul(A.constant(0.5), tick);
  const goes = A.and(
    A.and(settling, now.ready),
    A.or(A.not(asked), A.and(A.less(A.add(p.settle, half), settled), A.less(zero, taken))),
  );
  const moving = A.or(is('moving'), goes);

  const over = sub3(A, mean, baseline);
  const against = A.neg(dot3(A, over, now.direction));
  const front = A.less(p.threshold, against);
  const along = scale3(A, A.neg(against), now.direction);
  const beyond =
    p.sideways === undefined ? front : A.or(front, A.less(p.sideways, norm3(A, sub3(A, over, along))));
  const held = standing(A, A.and(moving, beyond), last.held, tick);
  const fired = A.and(moving, fills(A, held, p.window, tick));

  const next =
    p.acceleration === undefined ? p.speed : min(A, p.speed, A.add(last.speed, A.mul(p.acceleration, tick)));
  const stop = A.add(A.mul(next, tick), brakingWay(A, next, p.deceleration, tick));
  const reached = A.lessEqual(p.limit, A.add(now.travel, A.mul(p.margin, stop)));
  const overrun = A.and(moving, A.and(reached, A.or(A.not(fired), A.less(zero, p.margin))));
  const braking = A.or(overrun, A.or(is('braking on contact'), is('braking at the limit')));
  const speed = A.select(braking, braked(A, last.speed, p.deceleration, tick), A.select(moving, next, zero));
  const stands = A.equal(speed, zero);
  const stage = A.select(
    fired,
    at('braking on contact'),
    A.select(
      overrun,
      at('braking at the limit'),
      A.select(
        is('braking on contact'),
        A.select(stands, at('contact'), last.stage),
        A.select(
          is('braking at the limit'),
          A.select(stands, at('limit'), last.stage),
          A.select(goes, at('moving'), last.stage),
        ),
      ),
    ),
  );
  return {
    memory: { stage, speed, held, readings, count, settled, taken, baseline },
    move: A.mul(speed, now.elapsed),
    speed,
    fired,
    value: against,
  };
}
