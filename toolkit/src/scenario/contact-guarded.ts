/** A guarded move of a scenario against a solid, told before it is made. */
import {
  approachMark,
  type GuardedMoveForecast,
  guardedMoveForecast,
  highestSpeed,
  lagOf,
  type Reaction,
  reactionTime,
} from '../analyse/index.js';
import type { LawDesign } from '../control/index.js';
import { dot3, mulMatVec, norm3, numbers, type Vec3 } from '../math/index.js';
import type { Apart, Meeting } from './contact-meeting.js';
import { followedBy, parameterOf, rotationAt, sensedBy, seriesOf } from './contact-sensing.js';
import type { Draft } from './draft.js';
import type { Stretch } from './states.js';

/** Limits on the force for which the highest speed is told, N. */
const forces = [5, 10, 20, 50, 100, 150];

export interface GuardedMoveTold {
  readonly name: string;
  /** When it is so: in which phases, between which events. */
  readonly when: readonly Stretch[];
  readonly law: string;
  readonly solid: string;
  readonly mark: typeof approachMark;
  /** Along the normal, m/s. */
  readonly speed: number;
  /** N, N/m (through the springs in line and the arm’s own giving way), m/s². */
  readonly threshold: number;
  readonly stiffness: number;
  readonly deceleration: number;
  readonly reaction: Reaction;
  readonly forecast: GuardedMoveForecast;
  /** The highest speed for a limit on the force, m/s; 0 where the threshold alone is as high. */
  readonly speeds: readonly { readonly force: number; readonly speed: number }[];
  readonly assumptions: readonly string[];
}

/** Words where it cannot be told. */
export function guardedMoveTold(
  draft: Draft,
  law: LawDesign,
  { solid, wall, pose, assumptions }: Meeting,
): Omit<GuardedMoveTold, 'when'> | Apart | string {
  const number = (name: string): number => parameterOf(law, name)?.[0] ?? 0;
  const way = mulMatVec(
    numbers,
    rotationAt(draft, law, pose.q),
    (parameterOf(law, 'direction') ?? [0, 0, 1]) as unknown as Vec3<number>,
  );
  const share = -dot3(numbers, way, pose.normal) / norm3(numbers, way);
  if (!(share > 1e-6)) return { apart: `${law.name} does not go towards it` };
  const sensed = sensedBy(draft, law);
  if (typeof sensed === 'string') return sensed;
  const { sensor, rest } = sensed;
  const { tick } = draft.timing;
  const sample = sensor.every * tick;
  const followed = followedBy(draft, pose);
  if (typeof followed === 'string') return followed;
  const { inner, delay } = followed;
  // Means of the sensor and of the law both lag by half of what they hold.
  const reaction = reactionTime({
    tick,
    average: number('average') + sensor.average - 1,
    sample,
    delay: sensor.delay * sample + rest,
    filter: sensor.cutOff === undefined ? 0 : 1 / (2 * 3.141592653589793 * sensor.cutOff),
    stands: number('window'),
    lag: lagOf(inner) + delay,
  });
  // Springs in line, and what the arm is held with where its command is.
  const { series = Number.POSITIVE_INFINITY } = seriesOf(draft.bench);
  const arm = inner.kind === 'servo' || inner.kind === 'torque' ? inner.stiffness : Number.POSITIVE_INFINITY;
  const stiffness = 1 / (1 / wall.stiffness + 1 / series + 1 / arm);
  // What is measured and how it brakes go along the way, the depth along the normal.
  const about = {
    deceleration: share * number('deceleration'),
    threshold: number('threshold') / share,
    stiffness,
    reaction: reaction.total,
  };
  const speed = share * number('speed');
  return {
    name: `${law.name} on ${solid}`,
    law: law.name,
    solid,
    mark: approachMark,
    speed,
    ...about,
    reaction,
    forecast: guardedMoveForecast({ ...about, speed }),
    speeds: forces.map((force) => ({ force, speed: highestSpeed(force, about) / share })),
    assumptions: [
      ...assumptions,
      ...sensed.assumptions,
      'the arm does not swing past its command; noise, friction and the baseline are left out',
      ...(share > 1 - 1e-6 ? [] : ['it goes to the surface at an angle: told along the normal']),
    ],
  };
}
