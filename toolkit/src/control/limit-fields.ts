/** The slots and the state of limits and guards in a control program. */
import type { Field, ProgramBuilder } from '../graph/index.js';
import { velocityEntryUnits } from '../model/index.js';
import type { Design } from './design.js';
import { brakeDamping, freeInertias, heldBy, holdBandwidth, reactionsOf } from './guards.js';
import { streamedPoints } from './streamed.js';

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

/** Whether something may cut what the law asks for. */
export function isLimited({ force, torque, rate }: LimitFields): boolean {
  return force.size > 0 || torque !== undefined || rate !== undefined;
}

export interface GuardFields {
  /** Of damped stop. */
  readonly damping?: Field;
  /** Of hold by the joints, and its state: the pose, how fast that still moves on, and whether it is held now. */
  readonly bandwidth?: Field;
  readonly held?: Field;
  readonly speed?: Field;
  readonly holding?: Field;
}

export function limitFields(p: ProgramBuilder, design: Design): LimitFields {
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

export function guardFields(p: ProgramBuilder, design: Design): GuardFields {
  return { ...brakeField(p, design), ...holdFields(p, design) };
}

function brakeField(p: ProgramBuilder, design: Design): Pick<GuardFields, 'damping'> {
  const { model, guards = {}, period } = design;
  if (!reactionsOf(design).includes('damped stop')) return {};
  const damping = p.field({
    name: 'guards.damping',
    region: 'parameters',
    size: model.nv,
    labels: model.velocityNames,
    unit: velocityEntryUnits(model, ['N m s/rad', 'N s/m']),
    initial: guards.damping ?? brakeDamping(freeInertias(model), period),
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'Damping of the reaction damped stop',
  });
  return { damping };
}

function holdFields(p: ProgramBuilder, design: Design): Omit<GuardFields, 'damping'> {
  const { guards = {}, period } = design;
  if (!holdsJoints(design)) return {};
  const bandwidth = p.field({
    name: 'guards.bandwidth',
    region: 'parameters',
    unit: 'rad/s',
    initial: guards.bandwidth ?? holdBandwidth(period),
    range: [0, Number.POSITIVE_INFINITY],
    meaning: 'Natural frequency of the reaction hold',
  });
  return { bandwidth, ...holdState(p, design) };
}

/** Whether the reaction hold may be asked for and is neither a servo's nor drives'. */
function holdsJoints(design: Design): boolean {
  return heldBy(design) === 'joints' && reactionsOf(design).includes('hold');
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

function holdState(p: ProgramBuilder, design: Design): Pick<GuardFields, 'held' | 'speed' | 'holding'> {
  const { model } = design;
  if (!holdsJoints(design)) return {};
  return {
    held: p.field({
      name: 'hold.q',
      region: 'state',
      size: model.nq,
      labels: model.positionNames,
      unit: model.positionUnits,
      meaning: 'The pose that is held: that of the first tick without the law, moved on by what a stop takes',
    }),
    speed: p.field({
      name: 'hold.v',
      region: 'state',
      size: model.nv,
      labels: model.velocityNames,
      unit: model.velocityUnits,
      meaning: 'How fast it still moves on',
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
  ['tank', (_p, { tank }) => ({ ...tank })],
  ['phases', (_p, { phases }) => ({ ...phases })],
  ['points.streamed', (_p, design) => streamedPoints(design)],
];
