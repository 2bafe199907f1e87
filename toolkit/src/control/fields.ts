/** The layout of a control program: every field with its unit, start value, range and meaning. */
import type { FieldSpec, ProgramBuilder } from '../graph/index.js';
import { standardGravity } from '../model/index.js';
import { wholeDesign } from './bodies.js';
import { bodyFields } from './body-fields.js';
import type { ControlFields } from './control-fields.js';
import { type Design, faults } from './design.js';
import { elementFields, memoryFields, type PointFields, pointFields, xyz } from './element-fields.js';
import { frictionFields } from './friction.js';
import { hasLaws, lawFields, lawParameterFields } from './laws/law-fields.js';
import { guardFields, isLimited, type LimitFields, limitFields } from './limit-fields.js';
import { isLive, liveFields } from './live-fields.js';
import { streamedPoints, streamFields } from './streamed.js';

export interface ProgramOptions {
  /** False: no `asked` and no `power`. */
  readonly ledger?: boolean;
  /** False: nothing is checked and `fault` stays 0. */
  readonly guards?: boolean;
  /** False: the design's limits are left out. */
  readonly limits?: boolean;
  /**
   * True: whoever steps the kernel moves the virtual bodies, by what it gives in `bodies.rate.q` and `bodies.rate.v`.
   * Otherwise each step moves them by itself.
   */
  readonly continuous?: boolean;
  /**
   * Which fields `observe` writes besides `stored`, by name; all by default. False: `observe` does nothing, and
   * nothing is known of stored energies.
   */
  readonly observe?: false | ((field: string) => boolean);
}

/** Faults of a design without laws, sensors and streamed points, the first ones. */
const plainFaults = 3;

export function declareFields(p: ProgramBuilder, design: Design, options: ProgramOptions): ControlFields {
  const { model } = design;
  const joints = { size: model.nv, labels: model.velocityNames };
  const add = (spec: FieldSpec) => p.field(spec);
  const tick = add({
    name: 'tick',
    region: 'parameters',
    unit: 's',
    initial: design.period,
    range: [1e-6, 10],
    meaning: 'Nominal time between steps',
  });
  const gravity = design.compensate?.includes('gravity')
    ? add({
        name: 'gravity',
        region: 'parameters',
        size: 3,
        labels: xyz,
        unit: 'm/s2',
        initial: design.gravity ?? standardGravity,
        meaning: 'Acceleration of free fall, world axes, that is compensated',
      })
    : undefined;
  const friction = frictionFields(p, design);
  const whole = wholeDesign(design);
  const points = new Map(design.points.map((point) => [point.name, pointFields(p, whole.model, point)]));
  const coordinates = new Map(
    (design.coordinates ?? []).map((coordinate) => [coordinate.name, elementFields(p, whole, coordinate)]),
  );
  const elements = new Map(
    design.elements.map((element) => [element.name, elementFields(p, whole, element)]),
  );
  const memory = memoryFields(p, whole);
  const streamed = streamedPoints(design);
  const streams = new Map(
    streamed.map((point) => {
      const { at, attitude } = points.get(point.name) as Required<PointFields>;
      return [point.name, streamFields(p, point, { at, attitude })] as const;
    }),
  );
  const lawful = hasLaws(design);
  const lawParameters = lawful ? lawParameterFields(p, design) : undefined;
  const time = add({
    name: 'time',
    region: 'inputs',
    unit: 's',
    meaning: 'Time of the step',
  });
  const period = add({
    name: 'period',
    region: 'inputs',
    unit: 's',
    initial: design.period,
    meaning: 'Measured time since the step before',
  });
  const q = add({
    name: 'q',
    region: 'inputs',
    size: model.nq,
    unit: model.positionUnits,
    labels: model.positionNames,
    initial: model.neutral,
    meaning: 'Joint positions',
  });
  const v = add({
    name: 'v',
    region: 'inputs',
    ...joints,
    unit: model.velocityUnits,
    meaning: 'Joint velocities',
  });
  const reasons = lawful || streamed.length > 0 ? faults : faults.slice(0, plainFaults);
  const torque = add({
    name: 'torque',
    region: 'outputs',
    ...joints,
    unit: model.forceUnits,
    meaning: 'Joint torques after all limits',
  });
  const fault = add({
    name: 'fault',
    region: 'outputs',
    unit: '',
    range: [0, reasons.length - 1],
    values: reasons,
    meaning: 'Why the law is not in force, and a reaction in its place',
  });
  const limits: LimitFields = options.limits === false ? { force: new Map() } : limitFields(p, design);
  const asked =
    isLimited(limits) && options.ledger !== false
      ? add({
          name: 'asked',
          region: 'outputs',
          ...joints,
          unit: model.forceUnits,
          meaning: 'Joint torques before any limit',
        })
      : undefined;
  const guards = options.guards === false ? undefined : guardFields(p, design);
  const declared: ControlFields = {
    tick,
    time,
    gravity,
    friction,
    points,
    elements,
    coordinates,
    memory,
    q,
    v,
    period,
    torque,
    fault,
    asked,
    limits,
    guards,
    ...(streams.size === 0 ? {} : { streams }),
    bodies: design.bodies && bodyFields(p, design, options.continuous === true),
    ...(lawful ? { laws: lawFields(p, design, gravity), lawParameters } : {}),
  };
  return isLive(design) ? liveFields(p, design, declared) : declared;
}
