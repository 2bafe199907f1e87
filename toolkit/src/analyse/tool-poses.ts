/**
 * Poses at rest out of a record: the stretches of time in which a sensor did not turn, and the mean of what it read in each.
 *
 * A stretch is as long as the attitude stays within an angle of that at its start. Of its readings those count that were
 * measured, by their age, after it had rested for a while, so that what swings and what is filtered has died away. Readings of a sensor
 * that moves on without turning are as good as those at rest while it does not accelerate.
 */
import { acos, mulTransposeVec, numbers as N, rotationFromQuaternion, type Vec3 } from '../math/index.js';
import type { IdentifiedTool, ToolReading } from './tool-identification.js';

/** Columns of one length. */
export interface WrenchRecord {
  /** s. */
  readonly time: ArrayLike<number>;
  /** How old each reading is, s; 0 by default. */
  readonly age?: ArrayLike<number>;
  /** fx, fy, fz, nx, ny, nz as the sensor read them, on the robot, sensor axes; N and N m. */
  readonly wrench: readonly ArrayLike<number>[];
  /** Attitude of the sensor in the world: w, x, y, z. */
  readonly attitude: readonly ArrayLike<number>[];
}

export interface StillOptions {
  /** Angle within which a stretch stays, rad. */
  readonly angle: number;
  /** How long it is at least, s, and how much of its beginning does not count. */
  readonly least: number;
  readonly settle: number;
  /** Acceleration of free fall in the world, m/s². */
  readonly gravity: Vec3<number>;
}

export interface StillPose {
  /** s. */
  readonly from: number;
  readonly until: number;
  /** How many readings its mean is of. */
  readonly count: number;
  readonly reading: ToolReading;
  /** Standard deviations of the readings about their mean, root mean square over the axes; N and N m. */
  readonly scatter: { readonly force: number; readonly torque: number };
}

/** The still stretches of a record in the order of time; none where it never rests. */
export function stillPoses(record: WrenchRecord, options: StillOptions): StillPose[] {
  const { time } = record;
  const poses: StillPose[] = [];
  let first = 0;
  for (let i = 1; i <= time.length; i++) {
    if (i < time.length && angleBetween(record.attitude, first, i) <= options.angle) continue;
    const pose = time[i - 1] - time[first] >= options.least ? poseOf(record, first, i, options) : undefined;
    if (pose !== undefined) poses.push(pose);
    // What turns slowly is no pose at rest: the next stretch begins behind what is within the angle of this one's end.
    first = i;
  }
  return poses;
}

/** Mean of the readings `from` to `to` (exclusive) that were measured late enough; undefined where there is none. */
function poseOf(
  { time, age, wrench, attitude }: WrenchRecord,
  from: number,
  to: number,
  { settle, gravity }: StillOptions,
): StillPose | undefined {
  const begun = time[from] + settle;
  const kept: number[] = [];
  for (let i = from; i < to; i++) {
    const measured = time[i] - (age?.[i] ?? 0);
    if (measured >= begun && wrench.every((column) => Number.isFinite(column[i]))) kept.push(i);
  }
  if (kept.length === 0) return undefined;
  const mean = wrench.map((column) => kept.reduce((sum, i) => sum + column[i], 0) / kept.length);
  const scatter = (entries: readonly number[]): number => {
    let squares = 0;
    for (const k of entries) for (const i of kept) squares += (wrench[k][i] - mean[k]) ** 2;
    return Math.sqrt(squares / (entries.length * Math.max(1, kept.length - 1)));
  };
  const middle = kept[Math.floor(kept.length / 2)];
  const [w, x, y, z] = attitude.map((column) => column[middle]);
  const size = Math.sqrt(w * w + x * x + y * y + z * z);
  const turn = rotationFromQuaternion(N, [w / size, x / size, y / size, z / size]);
  return {
    from: time[from],
    until: time[to - 1],
    count: kept.length,
    reading: {
      gravity: mulTransposeVec(N, turn, gravity),
      force: [mean[0], mean[1], mean[2]],
      torque: [mean[3], mean[4], mean[5]],
    },
    scatter: { force: scatter([0, 1, 2]), torque: scatter([3, 4, 5]) },
  };
}

/** Angle of the turn between two samples, rad; infinite where one is no attitude. */
function angleBetween(attitude: readonly ArrayLike<number>[], i: number, j: number): number {
  let [dot, a, b] = [0, 0, 0];
  for (const column of attitude) {
    dot += column[i] * column[j];
    a += column[i] ** 2;
    b += column[j] ** 2;
  }
  const share = Math.abs(dot) / Math.sqrt(a * b);
  return share >= 0 ? 2 * acos(N, Math.min(1, share)) : Number.POSITIVE_INFINITY;
}

/** What a scenario says of the tool below a sensor, as YAML: to be put under the key `control`. */
export function toolYaml(sensor: string, { mass, centre, bias }: IdentifiedTool): string {
  const list = (values: readonly number[], unit: string): string =>
    `[${values.map((x) => `${Number(x.toPrecision(5))} ${unit}`).join(', ')}]`;
  return `control:
  sensors:
    ${sensor}:
      below: { mass: ${Number(mass.toPrecision(5))} kg, centre: ${list(centre, 'm')} }
      bias: { force: ${list(bias.slice(0, 3), 'N')}, torque: ${list(bias.slice(3), 'N m')} }`;
}
