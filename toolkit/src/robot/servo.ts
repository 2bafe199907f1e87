/**
 * What a joint's own servo reads, and what that is in the model: another zero, another direction, another scale.
 *
 *     position = sign · scale · (reading − centre) + offset
 *
 * The servo's scale says which readings stand for which angles of its own; `sign` −1 means that it counts against the
 * joint's axis; `offset` is where the joint stands, in the model, when the servo's own angle is 0. Rates go with
 * sign · scale. A torque that a servo tells in N m about its own positive direction has the joint's torque sign ·
 * torque, so that the power is the same told either way.
 */

/** How a servo is described: two readings, what each stands for, direction and zero. */
export interface ServoScale {
  /** Two readings, in whatever the servo counts. */
  readonly range: readonly [number, number];
  /** The servo's own angles (rad; m of a slide) at these readings. */
  readonly spans: readonly [number, number];
  /** −1: the servo's positive direction is the joint's negative one. */
  readonly sign: 1 | -1;
  /** The joint's position where the servo's own angle is 0, rad or m. */
  readonly offset: number;
}

export interface ServoMap {
  /** The reading at which the servo's own angle is 0. */
  readonly centre: number;
  /** rad (or m) of its own for one more of its reading; not 0. */
  readonly scale: number;
  readonly sign: 1 | -1;
  readonly offset: number;
}

/** Undefined where the two readings, or what they stand for, are the same: such a scale has no inverse. */
export function servoMap({ range, spans, sign, offset }: ServoScale): ServoMap | undefined {
  const scale = (spans[1] - spans[0]) / (range[1] - range[0]);
  const centre = range[0] - spans[0] / scale;
  if (scale === 0 || ![scale, centre, offset].every(Number.isFinite)) return undefined;
  return { centre, scale, sign, offset };
}

/** The joint's position (rad, m) at a reading. */
export function positionOfReading({ centre, scale, sign, offset }: ServoMap, reading: number): number {
  return sign * scale * (reading - centre) + offset;
}

/** The reading at a position of the joint (rad, m). */
export function readingOfPosition({ centre, scale, sign, offset }: ServoMap, position: number): number {
  return (sign * (position - offset)) / scale + centre;
}

/** The joint's velocity (rad/s, m/s) at a rate of the reading, 1/s. */
export function velocityOfRate({ scale, sign }: ServoMap, rate: number): number {
  return sign * scale * rate;
}

/** The rate of the reading (1/s) at a velocity of the joint (rad/s, m/s). */
export function rateOfVelocity({ scale, sign }: ServoMap, velocity: number): number {
  return (sign * velocity) / scale;
}

/** The joint's torque for one that the servo tells or is told, both N m (N), and the other way round. */
export function turnedTorque({ sign }: ServoMap, torque: number): number {
  return sign * torque;
}
