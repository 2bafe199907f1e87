/** The control section of a scenario as a design. */
import type { BodiesDesign, Design, LimitsDesign, PointDesign } from '../control/index.js';
import { ladenModel, shapesIn } from '../control/index.js';
import { forest, type Model } from '../model/index.js';
import { type BuffersTold, buffersOf } from './buffers.js';
import type { Complaints } from './complaints.js';
import { controlLawsOf } from './control-laws.js';
import { coordinatesOf } from './coordinates.js';
import { type DesignedElements, elementsOf } from './elements.js';
import { frictionOf } from './friction.js';
import { effortLimits, jointNumbers } from './joints.js';
import { payloadOf } from './payload.js';
import type { Scenario } from './scenario.js';

export interface Designed extends Pick<DesignedElements, 'origin'> {
  readonly design: Design;
  /** N m or N for each entry of v; ∞ where there is no limit. */
  readonly torqueLimits: readonly number[];
  readonly buffers: BuffersTold | undefined;
}

/** Joint torque limits (nv), ∞ where there is none. */
function torqueLimitsOf(scenario: Scenario, model: Model, complaints: Complaints): readonly number[] {
  const unlimited = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  const { torque } = scenario.control.limits;
  const robot = effortLimits(model);
  const word = torque === 'robot' ? robot : unlimited;
  return jointNumbers(torque, model, ['N m', 'N'], word, robot, 'control.limits.torque', complaints);
}

export function designOf(
  scenario: Scenario,
  model: Model,
  points: readonly PointDesign[],
  start: readonly number[],
  period: number,
  complaints: Complaints,
  bodies?: BodiesDesign,
): Designed {
  const { control, robots, world } = scenario;
  const [robot] = Object.values(robots);
  const payload = payloadOf(control.payload, points, world.gravity);
  const burden = {
    name: scenario.name,
    model,
    period,
    points: [...points, ...payload.points],
    elements: payload.elements,
  };
  const heavy = ladenModel(burden);
  const whole = {
    model: bodies === undefined ? model : forest(model, bodies.model),
    laden: bodies === undefined ? heavy : forest(heavy, bodies.model),
    points,
    start: [...start, ...(bodies?.start ?? [])],
    complaints,
  };
  const coordinates = coordinatesOf(control.coordinates, whole);
  const shapes = shapesIn({ model: whole.model, coordinates });
  const { elements, origin } = elementsOf(control.elements, { ...whole, robot: model, shapes });
  const buffers = buffersOf(control.buffers, model, start, period, complaints);
  const friction = frictionOf(control.friction, control.compensate.includes('friction'), model, complaints);
  const torqueLimits = torqueLimitsOf(scenario, model, complaints);
  const laws = controlLawsOf(scenario, model, points, start, period, complaints);
  return {
    origin,
    torqueLimits,
    buffers: buffers.told,
    design: {
      name: scenario.name,
      model,
      period,
      gravity: world.gravity,
      points: [...points, ...payload.points, ...laws.points],
      ...(coordinates.length === 0 ? {} : { coordinates }),
      elements: [...elements, ...buffers.elements, ...payload.elements],
      compensate: control.compensate,
      ...(friction === undefined ? {} : { friction }),
      provides: robot.provides,
      limits: limitsOf(scenario, model, points, torqueLimits, complaints),
      ...(control.guards === undefined ? {} : { guards: control.guards }),
      ...(control.tank === undefined ? {} : { tank: control.tank }),
      ...(bodies === undefined ? {} : { bodies }),
      ...laws.parts,
    },
  };
}

/** Whether the robot carries a point; otherwise it is in the world or on a virtual body. */
export function onRobot({ frame }: PointDesign, robot: Model): boolean {
  return frame !== undefined && robot.frames.some(({ name }) => name === frame);
}

interface ForceLimit {
  readonly at: string;
  readonly norm: number;
}

/** Without limits at points that are none on the robot: references.ts complains of names. */
function limitsOf(
  scenario: Scenario,
  model: Model,
  points: readonly PointDesign[],
  most: readonly number[],
  complaints: Complaints,
): LimitsDesign {
  const { force, how, torqueRate } = scenario.control.limits;
  const forces = (Array.isArray(force) ? force : [force]) as readonly ForceLimit[];
  const unlimited = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  const rate = jointNumbers(
    torqueRate,
    model,
    ['N m/s', 'N/s'],
    unlimited,
    unlimited,
    'control.limits.torqueRate',
    complaints,
  );
  return {
    force: forces.filter(({ at }) => points.some((p) => p.name === at && onRobot(p, model))),
    ...(most.some(Number.isFinite) ? { torque: { most, how } } : {}),
    ...(rate.some(Number.isFinite) ? { torqueRate: { most: rate } } : {}),
  };
}
