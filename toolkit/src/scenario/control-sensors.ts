/** Sensors of a scenario's controller as those of a design: by default where, and with what below them, the plant has them. */
import type { PointDesign, SensorDesign, SensorGuards } from '../control/index.js';
import { numbers, quaternionFromRotation } from '../math/index.js';
import type { Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import type { ControlSensorSection } from './control-sensor-schema.js';
import { type JointProperty, jointNumbers } from './joints.js';
import { type MountedSensor, spread } from './sensors.js';
import { under } from './tree.js';

export interface ControlSensors {
  readonly sensors: readonly SensorDesign[];
  /** Where those are that stand on no point of the scenario's. */
  readonly points: readonly PointDesign[];
}

/**
 * `mounted` are the plant's, `names` the points on the robot. Those that the plant has not, or that are at no such point, are
 * left out: law-references.ts complains of names.
 */
export function controlSensorsOf(
  sections: Readonly<Record<string, ControlSensorSection>>,
  model: Model,
  mounted: readonly MountedSensor[],
  names: readonly string[],
  complaints: Complaints,
): ControlSensors {
  const points: PointDesign[] = [];
  const sensors = Object.entries(sections).flatMap(([name, section]): SensorDesign[] => {
    const path = under('control.sensors', name);
    const own = mounted.find((sensor) => sensor.name === name);
    if (own === undefined && section.observer === undefined) return [];
    let { at } = section;
    if (at === undefined && own === undefined) at = 'tool';
    if (at === undefined && own !== undefined) {
      at = freeName(`${name}-sensor`, names);
      points.push(pointOf(at, own));
    } else if (at !== undefined && !names.includes(at)) return [];
    return [designOf(name, at as string, section, own, path, model, complaints)];
  });
  return { sensors, points };
}

function pointOf(name: string, { frame, at, rotation }: MountedSensor): PointDesign {
  const plain = rotation.every((x, i) => x === (i % 4 === 0 ? 1 : 0));
  return {
    name,
    frame: frame.name,
    ...(at.every((x) => x === 0) ? {} : { at }),
    ...(plain ? {} : { attitude: quaternionFromRotation(numbers, rotation) }),
  };
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let n = 2; taken.includes(name); n++) name = `${wanted}-${n}`;
  return name;
}

function designOf(
  name: string,
  at: string,
  section: ControlSensorSection,
  own: MountedSensor | undefined,
  path: string,
  model: Model,
  complaints: Complaints,
): SensorDesign {
  const { observer, carries, provides, bias, cutoff, tare, guards } = section;
  const range = guards?.range === undefined ? observer === undefined && rangeOf(own) : believed(guards.range);
  const weighed = provides.includes('gravity');
  const below = belowOf(section, observer === undefined && !weighed ? own : undefined);
  return {
    name,
    at,
    ...(observer && { observer }),
    ...(below && { below }),
    ...(carries.length > 0 && { carries }),
    ...(provides.length > 0 && { provides }),
    ...(bias && { bias: [...bias.force, ...bias.torque] }),
    ...(cutoff !== undefined && { cutoff }),
    ...(tare && { tare: tareOf(tare) }),
    ...((guards || range) && {
      guards: {
        ...(guards && guardsOf(guards, under(path, 'guards'), model, complaints)),
        ...(range && { range }),
      },
    }),
  };
}

type Range = NonNullable<NonNullable<ControlSensorSection['guards']>['range']>;

/** Six numbers; a part of 0 is not looked at. Of nothing but zeros they are left, for the design's check to complain of. */
function believed(range: Range): readonly number[] {
  const most = spread(range);
  return most.every((size) => size === 0) ? most : most.map((size) => (size === 0 ? Infinity : size));
}

/** What a sensor of the plant never goes beyond: where it saturates, rounded to its quanta; undefined: nothing. */
function rangeOf(own: MountedSensor | undefined): readonly number[] | undefined {
  const { range, quantum } = own ?? {};
  // A mean of values at the range may be off by a rounding.
  return range?.map((size, i) => (size + 0.5 * (quantum?.[i] ?? 0)) * (1 + 1e-9));
}

function tareOf({
  time: seconds,
  ...rest
}: NonNullable<ControlSensorSection['tare']>): NonNullable<SensorDesign['tare']> {
  return { seconds, ...rest };
}

function belowOf(
  { below }: ControlSensorSection,
  own: MountedSensor | undefined,
): SensorDesign['below'] | undefined {
  if (below === 'none') return undefined;
  if (below === 'plant') return own?.below;
  return below;
}

function guardsOf(
  guards: NonNullable<ControlSensorSection['guards']>,
  path: string,
  model: Model,
  complaints: Complaints,
): SensorGuards {
  const { collision, bounds, range: _, ...plain } = guards;
  /** Joints that are not named are not watched. */
  const each = (property: JointProperty, key: string, most: number): readonly number[] => {
    const unwatched = new Array<number>(model.nv).fill(most);
    return jointNumbers(property, model, ['N m', 'N'], unwatched, unwatched, under(path, key), complaints);
  };
  return {
    ...plain,
    ...(collision && { collision: collisionOf(collision, each) }),
    ...(bounds && { bounds: boundsOf(bounds, each) }),
  } as SensorGuards;
}

type Section = NonNullable<ControlSensorSection['guards']>;
type EachJoint = (property: JointProperty, key: string, most: number) => readonly number[];

function collisionOf({ joints, ...force }: NonNullable<Section['collision']>, each: EachJoint) {
  return {
    ...force,
    // Contact is below stop all the same.
    ...(joints && {
      joints: {
        contact: each(joints.contact as JointProperty, 'collision.joints.contact', Number.MAX_VALUE),
        stop: each(joints.stop as JointProperty, 'collision.joints.stop', Number.POSITIVE_INFINITY),
      },
    }),
  };
}

function boundsOf({ force, torque, joints, ...rest }: NonNullable<Section['bounds']>, each: EachJoint) {
  const side = (k: 0 | 1, none: number): readonly number[] =>
    [force, torque].flatMap((part) => (['x', 'y', 'z'] as const).map((axis) => part?.[axis]?.[k] ?? none));
  return {
    ...rest,
    lower: side(0, Number.NEGATIVE_INFINITY),
    upper: side(1, Number.POSITIVE_INFINITY),
    ...(joints && {
      joints: {
        lower: each(joints.lower as JointProperty, 'bounds.joints.lower', Number.NEGATIVE_INFINITY),
        upper: each(joints.upper as JointProperty, 'bounds.joints.upper', Number.POSITIVE_INFINITY),
      },
    }),
  };
}
