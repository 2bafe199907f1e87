/** The fields of a rigid plant's program, declared in one place. */
import type { Field, ProgramBuilder } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';
import type { Model } from '../model/index.js';
import { type JointProperties, jointProperties, type Stop } from './joints.js';

/** A place at which the robot can be pushed. */
export interface PushPlace {
  readonly name: string;
  /** A frame of the model. */
  readonly frame: string;
  /** Point in the frame, m; its origin by default. */
  readonly at?: Vec3<number>;
}

/** A mass carried by a frame, which may be changed while the plant runs. */
export interface PayloadPlace {
  readonly name: string;
  readonly frame: string;
  readonly mass: number;
  /** Centre of mass in the frame, m. */
  readonly centre?: Vec3<number>;
  /** (xx, yy, zz, xy, xz, yz) about the centre of mass in the frame's axes, kg m². */
  readonly inertia?: readonly [number, number, number, number, number, number];
}

/** semi-implicit: Euler, order 1, joint damping implicit. rk4: the classical Runge–Kutta method, order 4. */
export type Method = 'semi-implicit' | 'rk4';

export interface RigidOptions {
  /** h, s. */
  readonly step: number;
  readonly method?: Method;
  /** Acceleration of free fall in the world, m/s²; [0, 0, −9.81] by default. */
  readonly gravity?: Vec3<number>;
  /** In place of what the model says, one number for each entry of v. */
  readonly joints?: Partial<Pick<JointProperties, 'rotorInertia' | 'damping' | 'coulomb'>>;
  /** False: joints pass their limits. True by default. */
  readonly stops?: boolean;
  readonly pushes?: readonly PushPlace[];
  readonly payloads?: readonly PayloadPlace[];
}

export interface RigidFields {
  readonly step: Field;
  readonly gravity: Field;
  readonly rotorInertia: Field;
  readonly viscous: Field;
  /** Absent without Coulomb friction. */
  readonly coulomb: Field | undefined;
  readonly stops:
    | { readonly joints: readonly Stop[]; readonly lower: Field; readonly upper: Field }
    | undefined;
  readonly payloads: readonly PayloadFields[];
  readonly torque: Field;
  readonly pushes: PushFields | undefined;
  readonly q: Field;
  readonly v: Field;
  readonly travel: Field;
  /** Work and losses, J. */
  readonly actuators: Field;
  readonly viscousLoss: Field;
  readonly frictionLoss: Field;
  readonly stopLoss: Field;
  /** Steps whose friction and stops were not solved to the end. */
  readonly unsolved: Field;
  readonly kinetic: Field;
  readonly potential: Field;
}

export interface PushFields {
  readonly places: readonly PushPlace[];
  /** 1 while any is active: all of it is skipped otherwise. */
  readonly any: Field;
  readonly active: readonly Field[];
  readonly points: readonly Field[];
  readonly wrenches: readonly Field[];
  /** Work of each, J. */
  readonly work: Field;
  /** Joint forces of each, one after the other, and of all together. */
  readonly torques: readonly Field[];
  readonly total: Field;
}

export interface PayloadFields {
  readonly place: PayloadPlace;
  readonly mass: Field;
  readonly centre: Field;
  readonly inertia: Field;
}

export const STANDARD_GRAVITY: Vec3<number> = [0, 0, -9.81];

export function declareFields(p: ProgramBuilder, model: Model, options: RigidOptions): RigidFields {
  const { nq, nv } = model;
  const own = jointProperties(model);
  const given = { ...own, ...options.joints };
  for (const key of ['rotorInertia', 'damping', 'coulomb'] as const) {
    if (given[key].length !== nv) {
      throw new Error(`rigid plant: ${key} has ${given[key].length} entries, the model ${nv} velocities`);
    }
  }
  const rubs = given.coulomb.some((c) => c > 0);
  const stops = options.stops === false ? [] : own.stops;
  const pushes = options.pushes ?? [];
  const labels = model.velocityNames;
  const perRate = model.forceUnits.map((unit) => (unit === 'N' ? 'N s/m' : 'N m s/rad'));
  const inertias = model.forceUnits.map((unit) => (unit === 'N' ? 'kg' : 'kg m2'));
  const joules = (name: string, meaning: string): Field =>
    p.field({ name, region: 'state', unit: 'J', meaning });
  const xyz = ['x', 'y', 'z'];
  return {
    step: p.field({ name: 'step', region: 'parameters', unit: 's', initial: options.step, meaning: 'h' }),
    gravity: p.field({
      name: 'gravity',
      region: 'parameters',
      size: 3,
      unit: 'm/s2',
      labels: xyz,
      initial: options.gravity ?? STANDARD_GRAVITY,
      meaning: 'acceleration of free fall in the world',
    }),
    rotorInertia: p.field({
      name: 'rotorInertia',
      region: 'parameters',
      size: nv,
      unit: inertias,
      labels,
      initial: given.rotorInertia,
    }),
    viscous: p.field({
      name: 'viscous',
      region: 'parameters',
      size: nv,
      unit: perRate,
      labels,
      initial: given.damping,
      meaning: 'viscous joint damping',
    }),
    coulomb: rubs
      ? p.field({
          name: 'coulomb',
          region: 'parameters',
          size: nv,
          unit: model.forceUnits,
          labels,
          initial: given.coulomb,
          meaning: 'Coulomb joint friction',
        })
      : undefined,
    stops: stops.length === 0 ? undefined : declareStops(p, model, stops),
    payloads: (options.payloads ?? []).map((place) => declarePayload(p, place)),
    torque: p.field({ name: 'torque', region: 'inputs', size: nv, unit: model.forceUnits, labels }),
    pushes: pushes.length === 0 ? undefined : declarePushes(p, model, pushes),
    q: p.field({
      name: 'q',
      region: 'state',
      size: nq,
      unit: model.positionUnits,
      labels: model.positionNames,
      initial: model.neutral,
    }),
    v: p.field({ name: 'v', region: 'state', size: nv, unit: model.velocityUnits, labels }),
    travel: p.field({
      name: 'travel',
      region: 'state',
      size: nv,
      unit: model.velocityUnits.map((unit) => (unit === 'm/s' ? 'm' : 'rad')),
      labels,
      meaning: 'integral of the velocity',
    }),
    actuators: joules('actuators', 'put in by the joint torques'),
    viscousLoss: joules('viscousLoss', 'lost in viscous joint damping'),
    frictionLoss: joules('frictionLoss', 'lost in Coulomb joint friction'),
    stopLoss: joules('stopLoss', 'lost at joint stops'),
    unsolved: p.field({
      name: 'unsolved',
      region: 'state',
      unit: '',
      meaning: 'steps whose friction and stops were not solved to the end',
    }),
    kinetic: p.field({ name: 'kinetic', region: 'observed', unit: 'J' }),
    potential: p.field({ name: 'potential', region: 'observed', unit: 'J' }),
  };
}

function declareStops(p: ProgramBuilder, model: Model, joints: readonly Stop[]): RigidFields['stops'] {
  const end = (side: 'lower' | 'upper'): Field =>
    p.field({
      name: `stops.${side}`,
      region: 'parameters',
      size: joints.length,
      unit: joints.map(({ q }) => model.positionUnits[q]),
      labels: joints.map(({ q }) => model.positionNames[q]),
      initial: joints.map((stop) => stop[side]),
      meaning: `${side} joint stops`,
    });
  return { joints, lower: end('lower'), upper: end('upper') };
}

function declarePayload(p: ProgramBuilder, place: PayloadPlace): PayloadFields {
  const { name, mass, centre = [0, 0, 0], inertia = [0, 0, 0, 0, 0, 0] } = place;
  const region = 'parameters';
  return {
    place,
    mass: p.field({ name: `payload.${name}.mass`, region, unit: 'kg', initial: mass }),
    centre: p.field({
      name: `payload.${name}.centre`,
      region,
      size: 3,
      unit: 'm',
      labels: ['x', 'y', 'z'],
      initial: centre,
      meaning: 'centre of mass in the frame',
    }),
    inertia: p.field({
      name: `payload.${name}.inertia`,
      region,
      size: 6,
      unit: 'kg m2',
      labels: ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'],
      initial: inertia,
      meaning: 'about the centre of mass, in the axes of the frame',
    }),
  };
}

function declarePushes(p: ProgramBuilder, model: Model, places: readonly PushPlace[]): PushFields {
  const { nv } = model;
  return {
    places,
    any: p.field({ name: 'pushing', region: 'inputs', unit: '', meaning: '1 while there is a push' }),
    active: places.map(({ name }) =>
      p.field({ name: `push.${name}.active`, region: 'inputs', unit: '', meaning: '1 while it pushes' }),
    ),
    points: places.map(({ name, at = [0, 0, 0] }) =>
      p.field({
        name: `push.${name}.point`,
        region: 'parameters',
        size: 3,
        unit: 'm',
        labels: ['x', 'y', 'z'],
        initial: at,
        meaning: 'point in the frame',
      }),
    ),
    wrenches: places.map(({ name }) =>
      p.field({
        name: `push.${name}.wrench`,
        region: 'inputs',
        size: 6,
        unit: ['N', 'N', 'N', 'N m', 'N m', 'N m'],
        labels: ['fx', 'fy', 'fz', 'nx', 'ny', 'nz'],
        meaning: 'force and torque on the robot in world axes',
      }),
    ),
    work: p.field({
      name: 'pushWork',
      region: 'state',
      size: places.length,
      unit: 'J',
      labels: places.map(({ name }) => name),
      meaning: 'put in by each push',
    }),
    torques: places.map(({ name }) =>
      p.field({ name: `push.${name}.torque`, region: 'scratch', size: nv, unit: model.forceUnits }),
    ),
    total: p.field({ name: 'pushTorque', region: 'scratch', size: nv, unit: model.forceUnits }),
  };
}
