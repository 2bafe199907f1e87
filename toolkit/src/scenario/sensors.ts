/** Sensors of a scenario's plant as options of it: numbers spread over six entries, places on the robot found. */
import type { PointDesign } from '../control/index.js';
import {
  add3,
  type Mat3,
  mulMat,
  mulMatVec,
  numbers,
  rotationFromQuaternion,
  type Vec3,
} from '../math/index.js';
import type { Frame, Model } from '../model/index.js';
import {
  type EncoderOptions,
  type PayloadPlace,
  type SensedOptions,
  type SensorFault,
  type SensorOptions,
  sensorFaults,
  sensorProblems,
} from '../plant/index.js';
import type { RunEvent } from '../run/index.js';
import type { Complaints } from './complaints.js';
import { jointNumbers } from './joints.js';
import { frameNamed, rotationOf } from './points.js';
import type { Scenario } from './scenario.js';
import type { SensorSection } from './sensor-schema.js';
import type { Timing } from './timing.js';
import { under } from './tree.js';

/** Force and torque alike along and about each axis. */
type Sized = number | { readonly force: number; readonly torque: number };

export const spread = (sized: Sized): number[] => {
  const { force, torque } = typeof sized === 'number' ? { force: sized, torque: 0 } : sized;
  return [force, force, force, torque, torque, torque];
};

/** A sensor on a frame of the robot: its origin and axes there. */
export interface MountedSensor extends SensorOptions {
  readonly frame: Frame;
  readonly at: Vec3<number>;
  readonly rotation: Mat3<number>;
  readonly below?: { readonly mass: number; readonly centre: Vec3<number> };
}

/** All sensors in the order of their names; those on links that are none are complained of and left out. */
export function sensorsOf(
  sections: Readonly<Record<string, SensorSection>>,
  path: string,
  model: Model,
  tool: PointDesign,
  tick: number,
  complaints: Complaints,
): MountedSensor[] {
  return Object.entries(sections)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, section]): MountedSensor[] => {
      const own = under(path, name);
      const { on = tool.frame as string, below } = section;
      const frame = frameNamed(model, on, under(own, 'on'), complaints);
      if (frame === undefined) return [];
      if (frame.body < 0) {
        complaints.error('sensor-fixed', under(own, 'on'), `the link ${on} does not move`);
        return [];
      }
      // Beside `on`, in that link; without it, in the axes of the tool.
      const inTool = section.on === undefined;
      const turn =
        inTool && tool.attitude !== undefined
          ? rotationFromQuaternion(numbers, tool.attitude)
          : ([1, 0, 0, 0, 1, 0, 0, 0, 1] as const);
      return [
        {
          name,
          frame,
          at: add3(numbers, (inTool && tool.at) || [0, 0, 0], mulMatVec(numbers, turn, section.at)),
          rotation: mulMat(numbers, turn, rotationOf(section.rpy)),
          ...(below && { below }),
          rate: section.rate ?? 1 / tick,
          delay: section.delay,
          noise: spread(section.noise),
          bias: [...section.bias.force, ...section.bias.torque],
          drift: [...section.drift.force, ...section.drift.torque],
          average: section.average,
          quantum: spread(section.quantum),
          ...(section.range !== undefined && {
            range: spread(section.range).map((size) => (size === 0 ? Number.POSITIVE_INFINITY : size)),
          }),
        },
      ];
    });
}

/** Sensors and encoders of a rigid plant; undefined where it has none. */
export function sensedOf(
  scenario: Scenario,
  model: Model,
  { tick, step, continuous }: Timing,
  tool: PointDesign,
  { fall, payloads }: { readonly fall: Vec3<number>; readonly payloads: readonly PayloadPlace[] },
  complaints: Complaints,
): SensedOptions | undefined {
  const { sensors: sections = {}, encoders, doubling } = scenario.plant.rigid;
  if (Object.keys(sections).length === 0 && encoders === undefined) return undefined;
  for (const [wrong, code, what] of [
    [continuous, 'continuous-sensors', 'a continuous control law'],
    [doubling, 'doubling-sensors', 'step doubling'],
  ] as const) {
    if (!wrong) continue;
    complaints.error(code, 'plant.rigid', `${what} knows no sensors and no encoders`, {
      hint: 'leave out plant.rigid.sensors and plant.rigid.encoders, or give control.rate a frequency and leave doubling out',
    });
  }
  const sensors = sensorsOf(sections, 'plant.rigid.sensors', model, tool, tick, complaints);
  for (const sensor of sensors)
    complaints.adopt(sensorProblems(sensor, `plant.rigid.sensors.${sensor.name}`, step, scenario.duration));
  return {
    sensors,
    gravity: fall,
    ...(payloads.length > 0 && { payloads }),
    seed: scenario.seed,
    ...(encoders && { encoders: encodersOf(encoders, model, complaints) }),
  };
}

function encodersOf(
  { resolution, velocity }: NonNullable<Scenario['plant']['rigid']['encoders']>,
  model: Model,
  complaints: Complaints,
): EncoderOptions {
  const path = 'plant.rigid.encoders';
  const exact = new Array<number>(model.nv).fill(0);
  const counts = jointNumbers(
    resolution,
    model,
    ['rad', 'm'],
    exact,
    exact,
    under(path, 'resolution'),
    complaints,
  );
  if (velocity === 'differences' && model.bodies.some(({ nq, nv }) => nq !== nv)) {
    complaints.error(
      'encoder-differences',
      under(path, 'velocity'),
      'a joint has no speed that is a difference',
      {
        got: model.bodies.find(({ nq, nv }) => nq !== nv)?.joint ?? '',
        hint: 'take exact, or none',
      },
    );
  }
  const byPosition = new Array<number>(model.nq).fill(0);
  for (const { q, v, nq, nv } of model.bodies) if (nq === 1 && nv === 1) byPosition[q] = counts[v];
  return { resolution: byPosition, velocity };
}

/** A fault of one of these sensors as events of the loop; a complaint where there is no such sensor. */
export function faultEvents(
  event: {
    readonly fault: SensorFault;
    readonly sensor: string;
    readonly force: Vec3<number>;
    readonly torque: Vec3<number>;
    readonly at: number;
    readonly for?: number;
  },
  path: string,
  sensors: readonly string[],
  complaints: Complaints,
): RunEvent[] {
  const { fault, sensor, force, torque, at } = event;
  if (!sensors.includes(sensor)) {
    complaints.unknown(under(path, 'sensor'), 'sensor of the plant', sensor, sensors);
    return [];
  }
  const spike = [...force, ...torque];
  if (fault === 'spike' && spike.every((x) => x === 0)) {
    complaints.warn('spike-nothing', path, 'a spike of no force and no torque changes nothing', {
      hint: 'give it force: [50 N, 0, 0] or torque',
    });
  }
  if (fault !== 'spike' && spike.some((x) => x !== 0)) {
    complaints.error('fault-size', path, `${fault} has no force or torque: a spike has`);
  }
  const set = (time: number, to: SensorFault, values: readonly number[]): RunEvent => ({
    kind: 'plant',
    at: time,
    parameter: `sensor.${sensor}.fault`,
    values: [sensorFaults.indexOf(to), ...values],
  });
  return [
    set(at, fault, spike),
    ...(event.for === undefined ? [] : [set(at + event.for, 'none', [0, 0, 0, 0, 0, 0])]),
  ];
}
