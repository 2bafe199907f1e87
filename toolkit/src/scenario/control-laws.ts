/** What of a scenario's controller is no sum of elements, as parts of a design: sensors, laws, servo, joint velocities. */
import type { Design, PointDesign } from '../control/index.js';
import type { Model } from '../model/index.js';
import { Complaints } from './complaints.js';
import { controlSensorsOf } from './control-sensors.js';
import { lawServoOf } from './law-servo.js';
import { lawsOf } from './laws.js';
import type { Scenario } from './scenario.js';
import { type MountedSensor, sensorsOf } from './sensors.js';

export interface ControlLaws {
  readonly parts: Pick<Design, 'sensors' | 'laws' | 'servo' | 'velocity'>;
  /** Points that sensors stand on. */
  readonly points: readonly PointDesign[];
}

/** `points` are the scenario's, the tool first. */
export function controlLawsOf(
  scenario: Scenario,
  model: Model,
  points: readonly PointDesign[],
  start: readonly number[],
  tick: number,
  complaints: Complaints,
): ControlLaws {
  const { laws, sensors, servo, velocity } = scenario.control;
  const frames = new Set(model.frames.map(({ name }) => name));
  const carried = points.filter(({ frame }) => frame !== undefined && frames.has(frame));
  const names = carried.map(({ name }) => name);
  const mounted = Object.keys(sensors).length === 0 ? [] : mountedSensors(scenario, model, points[0], tick);
  const known = controlSensorsOf(sensors, model, mounted, names, complaints);
  const follows = servo && names.includes(servo.at) ? lawServoOf(servo, model, complaints) : undefined;
  const designed = lawsOf(laws, {
    model,
    start,
    carried: names,
    points: ['world', ...points.map(({ name }) => name)],
    sensors: known.sensors.map(({ name }) => name),
    complaints,
  });
  return {
    points: known.points,
    parts: {
      ...(known.sensors.length > 0 && { sensors: known.sensors }),
      ...(designed.length > 0 && { laws: designed }),
      ...(follows && { servo: follows }),
      ...(velocity && { velocity }),
    },
  };
}

/** The sensors of the plant that is simulated; what is wrong with them is complained of where it is made. */
export function mountedSensors(
  scenario: Scenario,
  model: Model,
  tool: PointDesign,
  tick: number,
): readonly MountedSensor[] {
  const { bench, rigid } = scenario.plant;
  const unheard = new Complaints(() => ({ file: '', folder: '' }));
  return sensorsOf((bench ?? rigid).sensors ?? {}, 'plant', model, tool, tick, unheard);
}
