/**
 * Going round solids in a plane: what a hand sees of them there, how it is driven along them, and when.
 *
 * All of it happens across an axis a, in the plane of the hand; ⊥ takes what lies in it. The hand is at x with speed v,
 * the goal at x + e, solid i at the distance d_i with the normal n_i (out of it).
 *
 * - *Boundary.* In the plane the solid is about d_i/|n_i⊥| away in the direction of n_i⊥; one whose normal lies along
 *   the axis (|n_i⊥| < 0.1: a table under the hand) is none. d is the least of these distances, and
 *   n = Σ w_i n_i⊥/|n_i⊥| brought to length 1, w_i = exp(−(d_i − d)/δ), so that in a corner it looks out of it. Where the
 *   sum cancels, between two walls, it is that of the nearest.
 * - *Line of sight.* The least gap between the solids and the hand on its straight way to the goal.
 *
 * Following, the hand is driven along t = s a × n (s = ±1) up to a speed V, and held at a clearance c, by
 *
 *     f = (G/√2) (t sat(2 (1 − v·t/V)) − n sat(2 (d − c)/c)),   sat(x) = x within ±1, else ±1,
 *
 * so that |f| ≤ G and a speed above 3V/2 is braked as hard as rest is driven.
 */
import { type Solid, segmentDepth, separation } from '../geometry/index.js';
import {
  type Algebra,
  add3,
  clamp,
  cross3,
  direction3,
  dot3,
  max,
  min,
  mulMatVec,
  pairwise,
  scale3,
  select3,
  sub3,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { Surroundings } from './declaration.js';

/** Share of a normal in the plane below which its solid is none there. */
const LEAST_SHARE = 0.1;
/** Where no solid is in the plane, m. */
const FAR = 1e3;
/** A sum of normals below this cancels. */
const CANCELS = 1e-6;

/** What the law is set to, one number each but the axis. */
export interface Circling<S> {
  /** Of any length but 0. */
  readonly axis: Vec3<S>;
  /** G, N; V, m/s; c, m. */
  readonly greatest: S;
  readonly speed: S;
  readonly clearance: S;
  /** How near a solid must be that holds the hand, m. */
  readonly range: S;
  /** Below this speed the hand stands still, m/s; for so long it has stalled, s. */
  readonly still: S;
  readonly wait: S;
  /** This near to the goal nothing begins, m. */
  readonly tolerance: S;
}

/** What is remembered: 1 while following; its side; distance to the goal and line of sight where it began; time at rest. */
export interface Followed<S> {
  readonly following: S;
  readonly side: S;
  readonly hit: S;
  readonly gap: S;
  readonly stalled: S;
}

interface Boundary<S> {
  readonly distance: S;
  /** In the plane, of length 1; 0 where there is no solid in it. */
  readonly normal: Vec3<S>;
}

/** The axis in world axes, of length 1. */
function axisIn<S>(A: Algebra<S>, { axes }: Surroundings<S>, axis: Vec3<S>): Vec3<S> {
  const { direction } = direction3(A, axis);
  return axes === undefined ? direction : mulMatVec(A, axes, direction);
}

/** The part of x across a. */
function across<S>(A: Algebra<S>, a: Vec3<S>, x: Vec3<S>): Vec3<S> {
  return sub3(A, x, scale3(A, dot3(A, a, x), a));
}

function handSolid<S>({ hand }: Surroundings<S>, like: Solid<S>): Solid<S> {
  return { kind: 'sphere', position: hand.position, rotation: like.rotation, size: [hand.radius] };
}

function boundaryOf<S>(A: Algebra<S>, seen: Surroundings<S>, a: Vec3<S>, width: S): Boundary<S> {
  const least = A.constant(LEAST_SHARE);
  const zero = vec3(A, 0, 0, 0);
  const walls = seen.solids.map((solid): Boundary<S> => {
    const { distance, normal } = separation(A, handSolid(seen, solid), solid);
    const { direction, norm } = direction3(A, across(A, a, normal));
    const none = A.less(norm, least);
    return {
      distance: A.select(none, A.constant(FAR), A.div(distance, A.select(none, least, norm))),
      normal: select3(A, none, zero, direction),
    };
  });
  const nearest = walls.reduce((best, wall) => {
    const nearer = A.less(wall.distance, best.distance);
    return {
      distance: A.select(nearer, wall.distance, best.distance),
      normal: select3(A, nearer, wall.normal, best.normal),
    };
  });
  if (walls.length === 1) return nearest;
  const mixed = walls.reduce((total, { distance, normal }) => {
    const weight = A.exp(A.div(A.sub(nearest.distance, distance), width));
    return add3(A, total, scale3(A, weight, normal));
  }, zero);
  const { direction, norm } = direction3(A, mixed);
  return {
    distance: nearest.distance,
    normal: select3(A, A.less(norm, A.constant(CANCELS)), nearest.normal, direction),
  };
}

/** The least gap on the straight way along e from the hand. */
function sight<S>(A: Algebra<S>, { hand, solids }: Surroundings<S>, e: Vec3<S>, length: S): S {
  const half = A.mul(A.constant(0.5), length);
  const { direction } = direction3(A, e);
  const segment = {
    centre: add3(A, hand.position, scale3(A, half, direction)),
    // Of no length any axis will do.
    axis: select3(A, A.less(A.constant(0), length), direction, vec3(A, 1, 0, 0)),
    half,
  };
  return pairwise(
    solids.map((solid) => A.sub(segmentDepth(A, segment, solid).distance, hand.radius)),
    (a, b) => min(A, a, b),
  );
}

/** What both the force and the next state stand on. */
function lookAround<S>(A: Algebra<S>, { axis, clearance }: Circling<S>, seen: Surroundings<S>) {
  const a = axisIn(A, seen, axis);
  const { distance, normal } = boundaryOf(A, seen, a, A.mul(A.constant(0.25), clearance));
  return {
    distance,
    normal,
    /** Along the boundary with the axis on the left hand: s = 1. */
    tangent: cross3(A, a, normal),
    velocity: across(A, a, seen.hand.velocity),
    e: across(A, a, sub3(A, seen.goal, seen.hand.position)),
  };
}

/** The force on the hand, world axes: see above; none while it does not follow. */
export function circulatingForce<S>(
  A: Algebra<S>,
  circling: Circling<S>,
  seen: Surroundings<S>,
  { following, side }: Followed<S>,
): Vec3<S> {
  const { distance, normal, tangent, velocity } = lookAround(A, circling, seen);
  const { greatest, speed, clearance } = circling;
  const [one, two] = [A.constant(1), A.constant(2)];
  const sat = (x: S) => clamp(A, x, A.constant(-1), one);
  const t = scale3(A, side, tangent);
  const along = sat(A.mul(two, A.sub(one, A.div(dot3(A, velocity, t), speed))));
  const inward = sat(A.mul(two, A.div(A.sub(distance, clearance), clearance)));
  const each = A.mul(A.constant(0.7071067811865476), greatest);
  const force = sub3(A, scale3(A, A.mul(each, along), t), scale3(A, A.mul(each, inward), normal));
  return select3(A, following, force, vec3(A, 0, 0, 0));
}

/**
 * What is remembered at the next step.
 *
 * *Begins to follow*: for `wait` seconds slower than `still`, farther from the goal than `tolerance`, a solid within
 * `range`, and the straight way leads nearer to the solids than the hand is, its gap below 0.9 d. Distance and gap
 * are kept, and the side is that on which the goal is. *Stops*: the gap is above ⅚ c and by c/6 above what held the hand
 * up, or the goal is nearer by ⅔ c than where it began and not behind the boundary (n·e > 0). *Changes the side*: after
 * five times `wait` at rest while following.
 */
export function followOn<S>(
  A: Algebra<S>,
  circling: Circling<S>,
  seen: Surroundings<S>,
  { following, side, hit, gap, stalled }: Followed<S>,
  elapsed: S,
): Followed<S> {
  const { clearance, range, still, wait, tolerance } = circling;
  const { distance, normal, tangent, velocity, e } = lookAround(A, circling, seen);
  const [zero, one] = [A.constant(0), A.constant(1)];
  const share = (part: number) => A.mul(A.constant(part), clearance);
  const far = direction3(A, e).norm;
  const clear = sight(A, seen, e, far);
  const slow = A.less(dot3(A, velocity, velocity), A.mul(still, still));

  const held = [
    A.less(tolerance, far),
    A.less(distance, range),
    A.less(clear, A.mul(A.constant(0.9), distance)),
  ];
  const stuck = held.reduce((all, test) => A.and(all, test), slow);
  const waited = A.select(stuck, A.add(stalled, elapsed), max(A, zero, A.sub(stalled, elapsed)));
  const begins = A.lessEqual(wait, waited);
  const goalSide = A.select(A.less(dot3(A, tangent, e), zero), A.constant(-1), one);

  const nearer = A.less(far, A.sub(hit, share(2 / 3)));
  const free = A.less(zero, dot3(A, normal, e));
  const wide = A.less(max(A, share(5 / 6), A.add(gap, share(1 / 6))), clear);
  const stops = A.or(wide, A.and(nearer, free));
  const rested = A.select(slow, A.add(stalled, elapsed), zero);
  const turns = A.lessEqual(A.mul(A.constant(5), wait), rested);

  return {
    following: A.select(following, A.not(stops), begins),
    side: A.select(following, A.select(turns, A.neg(side), side), A.select(begins, goalSide, side)),
    hit: A.select(following, hit, A.select(begins, far, hit)),
    gap: A.select(following, gap, A.select(begins, clear, gap)),
    stalled: A.select(following, A.select(A.or(stops, turns), zero, rested), A.select(begins, zero, waited)),
  };
}

/** The force scaled down where it gives more than `power`, W, at the velocity v. */
export function withinPower<S>(A: Algebra<S>, force: Vec3<S>, v: Vec3<S>, power: S): Vec3<S> {
  const given = dot3(A, force, v);
  const over = A.less(power, given);
  return scale3(A, A.select(over, A.div(power, A.select(over, given, A.constant(1))), A.constant(1)), force);
}
