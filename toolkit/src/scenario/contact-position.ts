/** Laws that move the arm by where it is to be and feel nothing, as loops along one axis: what holds it there. */
import type { ContactLoop } from '../analyse/index.js';
import { type LawDesign, placeAt } from '../control/index.js';
import { dot3, numbers, scale3, sub3 } from '../math/index.js';
import type { Apart, MappedLoop, Meeting } from './contact-meeting.js';
import { feltAtRest, followedBy, parameterOf, seriesOf } from './contact-sensing.js';
import type { Draft } from './draft.js';
import { poseAt } from './points.js';

/** Way of a point into the wall beyond where it touches, by time, m; and its speed, m/s. */
export function goalOf(draft: Draft, law: LawDesign, { pose }: Meeting) {
  const { design, model } = draft;
  const centre = design.points.find(({ name }) => name === (law.at ?? design.servo?.at));
  const target = design.points.find(({ name }) => name === law.target);
  const into = scale3(numbers, -1, pose.normal);
  if (centre?.frame === undefined) return { way: () => -pose.gap, speed: () => 0 };
  const touches = poseAt(model, centre, pose.q).position;
  const { position } = law.parameters;
  if (position?.length === model.nq) {
    const way = dot3(numbers, into, sub3(numbers, poseAt(model, centre, position).position, touches));
    return { way: () => way, speed: () => 0 };
  }
  if (target === undefined || target.frame !== undefined) return { way: () => -pose.gap, speed: () => 0 };
  const way = (t: number): number => dot3(numbers, into, sub3(numbers, placeAt(target, t), touches));
  const dt = 1e-4;
  return { way, speed: (t: number) => (way(t + dt) - way(Math.max(0, t - dt))) / (t < dt ? t + dt : 2 * dt) };
}

/** Times at which a target is looked for at the wall. */
const instants = 500;

/**
 * What follows a point or goes to joint positions closes a loop on the wall by its servo alone: by torques an impedance.
 * Drives that follow by themselves close none.
 */
export function positionLoop(draft: Draft, law: LawDesign, meeting: Meeting): MappedLoop | Apart | string {
  const { pose, wall } = meeting;
  const followed = followedBy(draft, pose);
  if (typeof followed === 'string') return followed;
  const { inner, flexible, delay, assumptions, holds = 0 } = followed;
  if (inner.kind !== 'torque')
    return {
      apart: `${law.name} feels nothing, and its drives follow by themselves: no loop closes over the wall`,
    };
  const goal = goalOf(draft, law, meeting);
  const end = draft.scenario.duration;
  const { mass, friction = 0, stiffness, damping, integral = 0, velocity } = inner;
  const loop: ContactLoop = {
    law: 'impedance',
    tick: draft.timing.tick,
    ...seriesOf(draft.bench),
    ...(flexible && { flexible }),
    mass,
    friction,
    stiffness,
    damping,
    integral,
    dampingOn: 'error rate',
    velocity,
    delay,
  };
  const felt = feltAtRest(loop, wall);
  const force = (t: number): number => stiffness * goal.way(t);
  const reached = Array.from({ length: instants + 1 }, (_, i) => (end * i) / instants).find(
    (t) => goal.way(t) >= 0,
  );
  return {
    loop,
    force,
    // An integral presses until the place is reached, a spring until both balance.
    rest: integral > 0 ? felt * goal.way(end) : (holds * goal.way(end) * felt) / (felt + holds),
    ...(reached !== undefined && { speed: approachSpeed(law, goal, reached) }),
    assumptions: [
      ...assumptions,
      ...(law.kind === 'joints' ? ['the joints go to their positions along the normal alone'] : []),
    ],
  };
}

/** How fast the command passes the surface: as its target does, or as the error is closed. */
function approachSpeed(law: LawDesign, goal: ReturnType<typeof goalOf>, when: number): number {
  const [time] = parameterOf(law, 'time') ?? [0];
  const [most] = parameterOf(law, 'speed') ?? [Number.POSITIVE_INFINITY];
  const closing = time > 0 ? Math.max(0, goal.way(when)) / time : 0;
  return Math.max(0, Math.min(most, goal.speed(when) + closing));
}
