/** The fields of a rigid plant's program, declared in one place. */
import type { Field, ProgramBuilder } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';
import {
  type JointProperties,
  jointProperties,
  type Model,
  type Stop,
  standardGravity,
  velocityEntryUnits,
} from '../model/index.js';
import { type ContactFields, type ContactOptions, declareContacts } from './contact-fields.js';
import { declareExternal, type ExternalFields } from './external.js';
import {
  declarePayload,
  declarePayloadSums,
  type PayloadFields,
  type PayloadPlace,
  type PayloadSums,
} from './payload-fields.js';

/** A place at which the robot can be pushed. */
export interface PushPlace {
  readonly name: string;
  /** A frame of the model. */
  readonly frame: string;
  /** Point in the frame, m; its origin by default. */
  readonly at?: Vec3<number>;
}

/** semi-implicit: Euler, order 1, joint damping implicit. rk4: the classical Runge–Kutta method, order 4. */
export type Method = 'semi-implicit' | 'rk4';

export interface RigidOptions {
  /** h, s. */
  readonly step: number;
  readonly method?: Method;
  /** Acceleration of free fall in the world, m/s²; {@link standardGravity} by default. A component that is 0 has no slot. */
  readonly gravity?: Vec3<number>;
  /**
   * In place of what the model says, one number for each entry of v. A property that is 0 for all joints is left
   * out of the program and has no slot.
   */
  readonly joints?: Partial<
    Pick<JointProperties, 'rotorInertia' | 'damping' | 'coulomb' | 'stiffness' | 'rest'>
  >;
  /** False: joints pass their limits. True by default. */
  readonly stops?: boolean;
  readonly pushes?: readonly PushPlace[];
  /** False: neither travel nor work and losses are summed; such a program makes no `RigidPlant`. True by default. */
  readonly ledger?: boolean;
  readonly payloads?: readonly PayloadPlace[];
  /** Solids in the world, and what of the robot touches them. */
  readonly contacts?: ContactOptions;
  /** True: semi-implicit steps that are long for what is touched are done in parts (substeps.ts). */
  readonly substeps?: boolean;
  /** True: the external wrench on each body and the joint acceleration of the last step are kept (external.ts). */
  readonly external?: boolean;
}

export interface RigidFields {
  readonly step: Field;
  /** The components that are not 0, named x, y, z; absent where there is no gravity. */
  readonly gravity: Field | undefined;
  /** Each absent where it is 0 for all joints. */
  readonly rotorInertia: Field | undefined;
  readonly viscous: Field | undefined;
  readonly coulomb: Field | undefined;
  readonly springs: SpringFields | undefined;
  readonly stops:
    | { readonly joints: readonly Stop[]; readonly lower: Field; readonly upper: Field }
    | undefined;
  readonly payloads: readonly PayloadFields[];
  /** Absent without a ledger and without payloads. */
  readonly payloadSums: PayloadSums | undefined;
  readonly torque: Field;
  readonly pushes: PushFields | undefined;
  readonly contacts: ContactFields | undefined;
  readonly external: ExternalFields | undefined;
  /** In how many parts the last step was done; absent where steps are always whole. */
  readonly substeps: Field | undefined;
  readonly q: Field;
  readonly v: Field;
  /** Absent without a ledger. */
  readonly sums: SumFields | undefined;
  /** Steps whose friction and stops were not solved to the end. */
  readonly unsolved: Field;
  readonly kinetic: Field;
  readonly potential: Field;
  /** Stored in the joints' own springs; absent without them. */
  readonly elastic: Field | undefined;
}

/** The joints that have a spring of their own, in the order of the velocity. */
export interface SpringFields {
  readonly joints: readonly { readonly q: number; readonly v: number }[];
  readonly stiffness: Field;
  readonly rest: Field;
}

/** What a plant sums up over its steps: the joints' travel; work and losses, J. */
export interface SumFields {
  readonly travel: Field;
  readonly actuators: Field;
  readonly viscousLoss: Field;
  readonly frictionLoss: Field;
  readonly stopLoss: Field;
  /** Work of each push; absent without places to push. */
  readonly pushWork: Field | undefined;
}

export interface PushFields {
  readonly places: readonly PushPlace[];
  /** 1 while any is active: all of it is skipped otherwise. */
  readonly any: Field;
  readonly active: readonly Field[];
  readonly points: readonly Field[];
  readonly wrenches: readonly Field[];
  /** Joint forces of each, one after the other, and of all together. */
  readonly torques: readonly Field[];
  readonly total: Field;
}

export function declareFields(p: ProgramBuilder, model: Model, options: RigidOptions): RigidFields {
  const { nq, nv } = model;
  const own = jointProperties(model);
  const given = { ...own, ...options.joints };
  const stops = options.stops === false ? [] : own.stops;
  const { pushes = [], payloads = [] } = options;
  const springs = model.bodies
    .filter(({ nq, nv, v }) => nq === 1 && nv === 1 && given.stiffness[v] !== 0)
    .map(({ q, v }) => ({ q, v }));
  const labels = model.velocityNames;
  const property = (
    name: string,
    key: 'rotorInertia' | 'damping' | 'coulomb',
    unit: readonly string[],
    meaning: string,
  ): Field | undefined => {
    if (given[key].every((x) => x === 0)) return undefined;
    return p.field({ name, region: 'parameters', size: nv, unit, labels, initial: given[key], meaning });
  };
  return {
    step: p.field({ name: 'step', region: 'parameters', unit: 's', initial: options.step, meaning: 'h' }),
    gravity: declareGravity(p, options.gravity ?? standardGravity),
    rotorInertia: property(
      'rotorInertia',
      'rotorInertia',
      velocityEntryUnits(model, ['kg m2', 'kg']),
      'rotor inertia felt at the joint',
    ),
    viscous: property(
      'viscous',
      'damping',
      velocityEntryUnits(model, ['N m s/rad', 'N s/m']),
      'viscous joint damping',
    ),
    coulomb: property('coulomb', 'coulomb', model.forceUnits, 'Coulomb joint friction'),
    springs: springs.length === 0 ? undefined : declareSprings(p, model, springs, given),
    stops: stops.length === 0 ? undefined : declareStops(p, model, stops),
    payloads: payloads.map((place) => declarePayload(p, place)),
    payloadSums:
      options.ledger === false || payloads.length === 0 ? undefined : declarePayloadSums(p, payloads),
    torque: p.field({ name: 'torque', region: 'inputs', size: nv, unit: model.forceUnits, labels }),
    pushes: pushes.length === 0 ? undefined : declarePushes(p, model, pushes),
    contacts:
      options.contacts &&
      declareContacts(p, options.contacts, options.ledger !== false, options.method !== 'rk4'),
    external:
      options.external === true
        ? declareExternal(
            p,
            model,
            [...pushes, ...(options.contacts?.places ?? [])].map(({ frame }) => frame),
          )
        : undefined,
    substeps:
      options.substeps === true && options.contacts !== undefined && options.method !== 'rk4'
        ? p.field({
            name: 'contact.substeps',
            region: 'state',
            unit: '',
            meaning: 'Parts in which the last step of the plant was done',
          })
        : undefined,
    q: p.field({
      name: 'q',
      region: 'state',
      size: nq,
      unit: model.positionUnits,
      labels: model.positionNames,
      initial: model.neutral,
    }),
    v: p.field({ name: 'v', region: 'state', size: nv, unit: model.velocityUnits, labels }),
    sums: options.ledger === false ? undefined : declareSums(p, model, pushes),
    unsolved: p.field({
      name: 'unsolved',
      region: 'state',
      unit: '',
      meaning: 'steps whose friction and stops were not solved to the end',
    }),
    kinetic: p.field({ name: 'kinetic', region: 'observed', unit: 'J' }),
    potential: p.field({ name: 'potential', region: 'observed', unit: 'J' }),
    elastic:
      springs.length === 0
        ? undefined
        : p.field({
            name: 'elastic',
            region: 'observed',
            unit: 'J',
            meaning: 'stored in the joints’ own springs',
          }),
  };
}

function declareGravity(p: ProgramBuilder, gravity: Vec3<number>): Field | undefined {
  const parts = ['x', 'y', 'z'].flatMap((label, i) =>
    gravity[i] === 0 ? [] : [{ label, value: gravity[i] }],
  );
  if (parts.length === 0) return undefined;
  return p.field({
    name: 'gravity',
    region: 'parameters',
    size: parts.length,
    unit: 'm/s2',
    labels: parts.map(({ label }) => label),
    initial: parts.map(({ value }) => value),
    meaning: 'acceleration of free fall in the world',
  });
}

function declareSums(p: ProgramBuilder, model: Model, pushes: readonly PushPlace[]): SumFields {
  const joules = (name: string, meaning: string): Field =>
    p.field({ name, region: 'state', unit: 'J', meaning });
  return {
    travel: p.field({
      name: 'travel',
      region: 'state',
      size: model.nv,
      unit: model.velocityUnits.map((unit) => (unit === 'm/s' ? 'm' : 'rad')),
      labels: model.velocityNames,
      meaning: 'integral of the velocity',
    }),
    actuators: joules('actuators', 'put in by the joint torques'),
    viscousLoss: joules('viscousLoss', 'lost in viscous joint damping'),
    frictionLoss: joules('frictionLoss', 'lost in Coulomb joint friction'),
    stopLoss: joules('stopLoss', 'lost at joint stops'),
    pushWork:
      pushes.length === 0
        ? undefined
        : p.field({
            name: 'pushWork',
            region: 'state',
            size: pushes.length,
            unit: 'J',
            labels: pushes.map(({ name }) => name),
            meaning: 'put in by each push',
          }),
  };
}

function declareSprings(
  p: ProgramBuilder,
  model: Model,
  joints: SpringFields['joints'],
  given: Pick<JointProperties, 'stiffness' | 'rest'>,
): SpringFields {
  const units = velocityEntryUnits(model, ['N m/rad', 'N/m']);
  const common = { region: 'parameters', size: joints.length } as const;
  return {
    joints,
    stiffness: p.field({
      ...common,
      name: 'stiffness',
      unit: joints.map(({ v }) => units[v]),
      labels: joints.map(({ v }) => model.velocityNames[v]),
      initial: joints.map(({ v }) => given.stiffness[v]),
      meaning: 'stiffness of the joints’ own springs',
    }),
    rest: p.field({
      ...common,
      name: 'rest',
      unit: joints.map(({ q }) => model.positionUnits[q]),
      labels: joints.map(({ q }) => model.positionNames[q]),
      initial: joints.map(({ v }) => given.rest[v]),
      meaning: 'positions at which those springs give no torque',
    }),
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
    torques: places.map(({ name }) =>
      p.field({ name: `push.${name}.torque`, region: 'scratch', size: nv, unit: model.forceUnits }),
    ),
    total: p.field({ name: 'pushTorque', region: 'scratch', size: nv, unit: model.forceUnits }),
  };
}
