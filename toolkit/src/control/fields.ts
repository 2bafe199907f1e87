/** The layout of a control program: every field with its unit, start value, range and meaning. */
import type { Field, FieldSpec, ProgramBuilder } from '../graph/index.js';
import { type ParameterDeclaration, shapeSizes } from '../mechanism/index.js';
import { frameOf, type Model } from '../model/index.js';
import { type Design, type ElementDesign, type PointDesign, standardGravity } from './design.js';
import { brakeDamping, holdStiffness } from './guards.js';
import { declarationOf } from './law.js';

export interface ProgramOptions {
  /** False: no `asked` and no `power`. */
  readonly ledger?: boolean;
  /** False: nothing is checked and `fault` stays 0. */
  readonly guards?: boolean;
  /** False: the design's limits are left out. */
  readonly limits?: boolean;
  /**
   * Which fields `observe` writes, by name; all by default. Without `stored` the stored energies are written by
   * `energies`. False: `observe` does nothing, and nothing is known of stored energies.
   */
  readonly observe?: false | ((field: string) => boolean);
}

export const xyz: readonly string[] = ['x', 'y', 'z'];
export const wxyz: readonly string[] = ['w', 'x', 'y', 'z'];
const nine: readonly string[] = ['xx', 'xy', 'xz', 'yx', 'yy', 'yz', 'zx', 'zy', 'zz'];

/** Fields of a point; which there are depends on where it is. */
export interface PointFields {
  readonly at?: Field;
  readonly attitude?: Field;
  /** World points that move. */
  readonly velocity?: Field;
  readonly spin?: Field;
  /** Derived: in the body's frame, or of the attitude in the world. */
  readonly offset?: Field;
  readonly turn?: Field;
  readonly unit?: Field;
}

export interface ControlFields {
  readonly tick: Field;
  readonly gravity: Field | undefined;
  readonly points: ReadonlyMap<string, PointFields>;
  /** By element, then by parameter. */
  readonly elements: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  readonly q: Field;
  readonly v: Field;
  readonly period: Field;
  readonly torque: Field;
  readonly fault: Field;
  readonly asked: Field | undefined;
  readonly limits: LimitFields;
  readonly guards: GuardFields | undefined;
}

export interface LimitFields {
  /** By point. */
  readonly force: ReadonlyMap<string, Field>;
  readonly torque?: Field;
  /** Derived: 1/limit, 0 for a limit of 0. */
  readonly inverse?: Field;
  readonly rate?: Field;
  readonly start?: Field;
  /** State: the last command, and whether there was one. */
  readonly last?: Field;
  readonly started?: Field;
}

export interface GuardFields {
  readonly damping?: Field;
  readonly stiffness?: Field;
  /** State of hold: the pose, and whether it is held now. */
  readonly held?: Field;
  readonly holding?: Field;
}

/** Whether a joint slides, so that its force is in N and its position in m. */
export function slides(model: Model, joint: string | undefined): boolean {
  return model.bodies.find((b) => b.joint === joint)?.type === 'prismatic';
}

/** The unit of an element's parameter, or of its coordinate, where joints turn or slide. */
export function unitFor(unit: string | readonly [string, string], sliding: boolean): string {
  return typeof unit === 'string' ? unit : unit[sliding ? 1 : 0];
}

/** `N m s` and `rad/s` make `N m s/rad`: what is divided by is the position's unit. */
function gainUnit(force: string, velocity: string): string {
  return `${force}/${velocity.replace(/\/s$/, '')}`;
}

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
  const points = new Map(design.points.map((point) => [point.name, pointFields(p, model, point)]));
  const elements = new Map(
    design.elements.map((element) => [element.name, elementFields(p, model, element)]),
  );
  add({
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
    range: [0, 2],
    meaning: 'Why the law is not in force',
  });
  const limits: LimitFields = options.limits === false ? { force: new Map() } : limitFields(p, design);
  const limited = limits.force.size > 0 || limits.torque !== undefined || limits.rate !== undefined;
  const asked =
    limited && options.ledger !== false
      ? add({
          name: 'asked',
          region: 'outputs',
          ...joints,
          unit: model.forceUnits,
          meaning: 'Joint torques before any limit',
        })
      : undefined;
  const guards = options.guards === false ? undefined : guardFields(p, design);
  return {
    tick,
    gravity,
    points,
    elements,
    q,
    v,
    period,
    torque,
    fault,
    asked,
    limits,
    guards,
  };
}

function pointFields(p: ProgramBuilder, model: Model, point: PointDesign): PointFields {
  const { name, frame, moves } = point;
  const add = (
    part: string,
    region: FieldSpec['region'],
    size: number,
    unit: string,
    meaning: string,
    initial?: readonly number[],
  ) =>
    p.field({
      name: `${name}.${part}`,
      region,
      size,
      unit,
      labels: size === 3 ? xyz : size === 4 ? wxyz : nine,
      meaning,
      ...(initial === undefined ? {} : { initial }),
    });
  if (frame !== undefined) {
    const placed = frameOf(model, frame).placement;
    const own =
      placed.position.every((x) => x === 0) && placed.rotation.every((x, i) => x === (i % 4 === 0 ? 1 : 0));
    const at = point.at && add('at', 'parameters', 3, 'm', `Position in the frame ${frame}`, point.at);
    const attitude =
      point.attitude &&
      add('attitude', 'parameters', 4, '', `Attitude in the frame ${frame}`, point.attitude);
    return {
      ...(at === undefined ? {} : { at }),
      ...(at === undefined || own
        ? {}
        : { offset: add('offset', 'derived', 3, 'm', 'Position in the body') }),
      ...(attitude === undefined
        ? {}
        : {
            attitude,
            turn: add('turn', 'derived', 9, '', 'Rotation in the body'),
          }),
    };
  }
  const region = moves ? 'inputs' : 'parameters';
  const at = add('at', region, 3, 'm', 'Position in the world', point.at ?? [0, 0, 0]);
  const attitude = add('attitude', region, 4, '', 'Attitude in the world', point.attitude ?? [1, 0, 0, 0]);
  if (moves) {
    return {
      at,
      attitude,
      velocity: add('at.rate', 'inputs', 3, 'm/s', 'Velocity in the world'),
      spin: add('attitude.rate', 'inputs', 3, 'rad/s', 'Angular velocity, world axes'),
    };
  }
  return {
    at,
    attitude,
    turn: add('turn', 'derived', 9, '', 'Rotation in the world'),
    unit: add('unit', 'derived', 4, '', 'The attitude at length 1'),
  };
}

function elementFields(p: ProgramBuilder, model: Model, element: ElementDesign): Map<string, Field> {
  const fields = new Map<string, Field>();
  const sliding = slides(model, element.joins.joint);
  for (const parameter of declarationOf(element).parameters) {
    const initial = element.parameters[parameter.name] ?? defaultOf(parameter);
    if (initial === undefined) continue;
    fields.set(
      parameter.name,
      p.field({
        name: `${element.name}.${parameter.name}`,
        region: 'parameters',
        size: initial.length,
        unit: unitFor(parameter.unit, sliding),
        initial,
        // The range of a matrix is that of its eigenvalues, not of its entries.
        ...(initial.length === shapeSizes.matrix ? {} : { range: parameter.range }),
        ...(initial.length === 1 ? {} : { labels: initial.length === 3 ? xyz : nine }),
        meaning: parameter.meaning,
      }),
    );
  }
  return fields;
}

function defaultOf(parameter: ParameterDeclaration): readonly number[] | undefined {
  return typeof parameter.default === 'number' ? [parameter.default] : parameter.default;
}

function limitFields(p: ProgramBuilder, design: Design): LimitFields {
  const { model } = design;
  const { force = [], torque, torqueRate } = design.limits ?? {};
  const joints = { size: model.nv, labels: model.velocityNames };
  const unbounded = Number.POSITIVE_INFINITY;
  const caps = new Map<string, Field>();
  for (const { at, norm } of force) {
    caps.set(
      at,
      p.field({
        name: `limits.force.${at}`,
        region: 'parameters',
        unit: 'N',
        initial: norm,
        range: [0, unbounded],
        meaning: `Greatest norm of the summed force at ${at}`,
      }),
    );
  }
  const fields: { -readonly [K in keyof LimitFields]: LimitFields[K] } = {
    force: caps,
  };
  if (torque !== undefined) {
    fields.torque = p.field({
      name: 'limits.torque',
      region: 'parameters',
      ...joints,
      unit: model.forceUnits,
      initial: torque.most,
      range: [0, unbounded],
      meaning: 'Greatest magnitude of the joint torques',
    });
    if (torque.how !== 'each') {
      fields.inverse = p.field({
        name: 'limits.torque.inverse',
        region: 'derived',
        ...joints,
        unit: model.forceUnits.map((unit) => `1/${unit}`),
        meaning: '1/limit; 0 for none and for a limit of 0',
      });
    }
  }
  if (torqueRate !== undefined) {
    fields.rate = p.field({
      name: 'limits.torqueRate',
      region: 'parameters',
      ...joints,
      unit: model.forceUnits.map((unit) => `${unit}/s`),
      initial: torqueRate.most,
      range: [0, unbounded],
      meaning: 'Greatest change of the joint torques',
    });
    const start =
      torqueRate.start ?? (design.compensate?.includes('gravity') ? 'gravity' : new Array(model.nv).fill(0));
    if (start !== 'gravity') {
      fields.start = p.field({
        name: 'limits.torqueRate.start',
        region: 'parameters',
        ...joints,
        unit: model.forceUnits,
        initial: start,
        meaning: 'What the first command is counted from',
      });
    }
    Object.assign(fields, commandState(p, design));
  }
  return fields;
}

function guardFields(p: ProgramBuilder, design: Design): GuardFields {
  const { model, guards = {}, period } = design;
  const reaction = guards.nonFinite ?? 'damped stop';
  if (reaction === 'float' || reaction === 'off') return {};
  const initial = guards.damping ?? brakeDamping(model, period);
  const joints = {
    region: 'parameters',
    size: model.nv,
    labels: model.velocityNames,
  } as const;
  const damping = p.field({
    name: 'guards.damping',
    ...joints,
    unit: model.forceUnits.map((unit, i) => gainUnit(`${unit} s`, model.velocityUnits[i])),
    initial,
    range: [0, Number.POSITIVE_INFINITY],
    meaning: `Damping of the reaction ${reaction}`,
  });
  if (reaction === 'damped stop') return { damping };
  return {
    damping,
    stiffness: p.field({
      name: 'guards.stiffness',
      ...joints,
      unit: model.forceUnits.map((unit, i) => gainUnit(unit, model.velocityUnits[i])),
      initial: guards.stiffness ?? holdStiffness(model, initial),
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Stiffness of the reaction hold',
    }),
    ...holdState(p, design),
  };
}

function commandState(p: ProgramBuilder, { model, limits }: Design): Pick<LimitFields, 'last' | 'started'> {
  if (limits?.torqueRate === undefined) return {};
  return {
    last: p.field({
      name: 'command.torque',
      region: 'state',
      size: model.nv,
      labels: model.velocityNames,
      unit: model.forceUnits,
      meaning: 'The last command',
    }),
    started: p.field({
      name: 'command.started',
      region: 'state',
      unit: '',
      meaning: '1 after the first command',
    }),
  };
}

function holdState(p: ProgramBuilder, { model, guards }: Design): Pick<GuardFields, 'held' | 'holding'> {
  if (guards?.nonFinite !== 'hold') return {};
  return {
    held: p.field({
      name: 'hold.q',
      region: 'state',
      size: model.nq,
      labels: model.positionNames,
      unit: model.positionUnits,
      meaning: 'The pose that is held',
    }),
    holding: p.field({
      name: 'hold.active',
      region: 'state',
      unit: '',
      meaning: '1 while a pose is held',
    }),
  };
}

/** All that declares state, which a step carries to the next, by the part of the design that asks for it. */
export const memories: readonly (readonly [
  part: string,
  declare: (p: ProgramBuilder, design: Design) => object,
])[] = [
  ['limits.torqueRate', commandState],
  ['guards.nonFinite', holdState],
];
