/** The slots and the state of sensors, laws and the servo in a control program. */
import type { Field, ProgramBuilder } from '../../graph/index.js';
import { type JointUnits, type Model, standardGravity, velocityEntryUnits } from '../../model/index.js';
import type { Design } from '../design.js';
import { stopsByTorque } from '../stops.js';
import type { LawDeclaration, LawParameter } from './declaration.js';
import type { LawDesign } from './law-design.js';
import { given, givenNumbers, unitsOf } from './law-parameters.js';
import { servoShareAtStart, switchesLaws } from './law-phases.js';
import { lawNamed } from './laws.js';
import { type SensorFields, sensorFields, wrenchLabels, wrenchUnits } from './sensor-fields.js';
import { type ServoFields, servoFields } from './servo-fields.js';
import { sixLabels } from './task-axes.js';

/** What a wrench law says of its parts: 6 + nv numbers, and one. */
export type LawPart = 'active' | 'damping' | 'dissipated' | 'supplied';

const lawParts: readonly LawPart[] = ['active', 'damping', 'dissipated', 'supplied'];

/** One law of a design with its slots. */
export interface OwnLaw {
  readonly design: LawDesign;
  readonly declaration: LawDeclaration;
  readonly derived: ReadonlyMap<string, Field>;
  readonly memory: ReadonlyMap<string, Field>;
  /** Scratch, where phases switch laws: what it is to remember. */
  readonly next: ReadonlyMap<string, Field>;
  /** State: 1 where it was at work in the last step. */
  readonly active: Field;
  /** State of wrench laws, where phases switch: the share that acts. */
  readonly share?: Field;
  /** Scratch, where phases switch: what it does; 6 + nv of a wrench, 12 of a motion, nv of joints. */
  readonly act?: Field;
  /** Scratch of wrench laws, where phases switch: parts of that, and powers. */
  readonly parts: ReadonlyMap<LawPart, Field>;
  /** Output. */
  readonly status?: Field;
  /** Output, of a law of forces: what it commands at its centre, in its axes. */
  readonly wrench?: Field;
  readonly observed: ReadonlyMap<string, Field>;
}

export interface VelocityFields {
  readonly gain?: Field;
  readonly cutoff?: Field;
  /** State: the estimate (nv), the last q; 1 after the first step. */
  readonly v: Field;
  readonly q?: Field;
  readonly started: Field;
}

export interface LawFields {
  /** Of free fall, where sensors compensate a weight. */
  readonly gravity: Field | undefined;
  readonly sensors: ReadonlyMap<string, SensorFields>;
  readonly laws: readonly OwnLaw[];
  readonly servo: ServoFields | undefined;
  readonly velocity: VelocityFields | undefined;
}

/** Whether a design has anything that is not a sum of elements. */
export function hasLaws({ sensors = [], laws = [], servo, velocity }: Design): boolean {
  return sensors.length > 0 || laws.length > 0 || servo !== undefined || velocity !== undefined;
}

/** The slots of the laws' parameters, by law and parameter; what is baked has none. */
export function lawParameterFields(
  p: ProgramBuilder,
  design: Pick<Design, 'laws' | 'model'>,
): Map<string, Map<string, Field>> {
  return new Map((design.laws ?? []).map((law) => [law.name, ownParameters(p, design.model, law)] as const));
}

function ownParameters(p: ProgramBuilder, model: Model, law: LawDesign): Map<string, Field> {
  const declaration = lawNamed(law.kind);
  const numbers = givenNumbers(law, declaration);
  const fields = new Map<string, Field>();
  for (const parameter of declaration.parameters) {
    const initial = given(law, parameter);
    if (initial === undefined || parameter.baked === true) continue;
    const joints = parameter.joints && jointEntries(model, parameter, initial.length);
    fields.set(
      parameter.name,
      p.field({
        name: `${law.name}.${parameter.name}`,
        region: 'parameters',
        size: initial.length,
        unit: joints?.units ?? unitsOf(declaration, parameter, numbers, initial.length),
        initial,
        ...(parameter.shapes.includes('matrix') ? {} : { range: parameter.range }),
        ...(initial.length === 1 ? {} : { labels: joints?.names ?? entryLabels(parameter, initial.length) }),
        meaning: parameter.meaning,
      }),
    );
  }
  return fields;
}

/** Units and names of a number for each joint; of one for all joints the unit that all have. */
function jointEntries(model: Model, { unit, joints }: LawParameter, count: number) {
  const [units, names] =
    joints === 'positions'
      ? [model.positionUnits, model.positionNames]
      : [velocityEntryUnits(model, unit as JointUnits), model.velocityNames];
  if (count === names.length) return { units, names };
  return { units: new Set(units).size === 1 ? units[0] : '', names: undefined };
}

/** x, y, z and about them where the entries are those; else their numbers. */
function entryLabels({ entries, shapes, selects }: LawParameter, size: number): readonly string[] {
  const axes = entries === size && size <= 6 && selects !== 'rows' && !shapes.includes('list');
  return Array.from({ length: size }, (_, i) => (axes ? sixLabels[i] : `${i}`));
}

export function lawFields(p: ProgramBuilder, design: Design, gravity: Field | undefined): LawFields {
  const { sensors = [], laws = [], servo, model, period, velocity } = design;
  const weighs = sensors.some(({ below, observer }) => below !== undefined || observer !== undefined);
  const byName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
    [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const switches = switchesLaws(design);
  return {
    gravity:
      gravity ??
      (weighs
        ? p.field({
            name: 'gravity',
            region: 'parameters',
            size: 3,
            labels: ['x', 'y', 'z'],
            unit: 'm/s2',
            initial: design.gravity ?? standardGravity,
            meaning:
              'Acceleration of free fall, world axes, in which the robot and what hangs below sensors weigh',
          })
        : undefined),
    sensors: new Map(byName(sensors).map((sensor) => [sensor.name, sensorFields(p, sensor, period, model)])),
    laws: byName(laws).map((law) => ownLaw(p, model, law, switches, actsAtStart(design, law) ? 1 : 0)),
    servo: servo && servoFields(p, model, servo, servoShareAtStart(design), stopsByTorque(design)),
    velocity: velocity && velocityFields(p, design),
  };
}

/** Whether a law is at work from the first step on: in the first phase, which does not bring it in by and by. */
function actsAtStart({ phases = [] }: Design, { name }: LawDesign): boolean {
  const [first] = phases;
  return first !== undefined && (first.blend ?? 0) === 0 && (first.laws?.includes(name) ?? true);
}

function ownLaw(
  p: ProgramBuilder,
  model: Model,
  law: LawDesign,
  switches: boolean,
  shareAtStart: number,
): OwnLaw {
  const declaration = lawNamed(law.kind);
  const numbers = givenNumbers(law, declaration);
  const { name } = law;
  const labels = (size: number) =>
    size === 1 ? {} : { labels: Array.from({ length: size }, (_, i) => `${i}`) };
  const memory = declaration.memory.map(
    ({ name: part, size: count = () => 1, unit, initial, meaning }) =>
      [part, { unit, initial, meaning, size: count(numbers), ...labels(count(numbers)) }] as const,
  );
  const { acts } = declaration;
  const width = acts === 'wrench' ? 6 + model.nv : acts === 'motion' ? 12 : model.nv;
  const state = (part: string, meaning: string, initial = 0): Field =>
    p.field({ name: `${name}.${part}`, region: 'state', unit: '', initial, meaning });
  return {
    design: law,
    declaration,
    derived: new Map(
      (declaration.derived ?? [])
        .filter(({ size }) => size(numbers) > 0)
        .map(({ name: part, size, meaning }) => [
          part,
          p.field({
            name: `${name}.${part}`,
            region: 'derived',
            size: size(numbers),
            ...labels(size(numbers)),
            unit: '',
            meaning,
          }),
        ]),
    ),
    memory: new Map(
      memory.map(([part, spec]) => [part, p.field({ ...spec, name: `${name}.${part}`, region: 'state' })]),
    ),
    next: new Map(
      switches
        ? memory.map(([part, { size }]) => [
            part,
            p.field({ name: `${name}.next.${part}`, region: 'scratch', size, unit: '' }),
          ])
        : [],
    ),
    active: state('active', '1 where it was at work in the last step'),
    parts: new Map(
      switches && acts === 'wrench' && declaration.energy !== undefined
        ? lawParts.map((part) => [
            part,
            p.field({
              name: `${name}.part.${part}`,
              region: 'scratch',
              size: part === 'active' || part === 'damping' ? width : 1,
              unit: '',
            }),
          ])
        : [],
    ),
    ...(switches
      ? {
          act: p.field({ name: `${name}.act`, region: 'scratch', size: width, unit: '' }),
          ...(acts === 'wrench' ? { share: state('share', 'Share of it that acts', shareAtStart) } : {}),
        }
      : {}),
    ...(declaration.statuses === undefined
      ? {}
      : {
          status: p.field({
            name: `laws.${name}.status`,
            region: 'outputs',
            unit: '',
            range: [0, declaration.statuses.length - 1],
            values: declaration.statuses,
            meaning: `How it goes: ${declaration.statuses.join(', ')}`,
          }),
        }),
    ...(acts === 'wrench' && declaration.takes === undefined
      ? {
          wrench: p.field({
            name: `laws.${name}.wrench`,
            region: 'outputs',
            size: 6,
            labels: wrenchLabels,
            unit: wrenchUnits,
            meaning: 'What it does on the robot at its centre, in its axes',
          }),
        }
      : {}),
    observed: new Map(
      (declaration.observed ?? []).map(({ name: part, unit, size, meaning, labels: said }) => [
        part,
        p.field({
          name: `laws.${name}.${part}`,
          region: 'outputs',
          unit,
          size: size(numbers),
          ...(said === undefined ? labels(size(numbers)) : { labels: said }),
          meaning,
        }),
      ]),
    ),
  };
}

function velocityFields(p: ProgramBuilder, { model, velocity }: Design): VelocityFields {
  const joints = { size: model.nv, labels: model.velocityNames, unit: model.velocityUnits };
  const state = { region: 'state' } as const;
  return {
    ...(velocity?.cutoff === undefined
      ? {}
      : {
          cutoff: p.field({
            name: 'velocity.cutoff',
            region: 'parameters',
            unit: 'Hz',
            initial: velocity.cutoff,
            range: [0, Number.POSITIVE_INFINITY],
            meaning: 'Cut-off of the low-pass of joint velocities',
          }),
          gain: p.field({
            name: 'velocity.gain',
            region: 'derived',
            unit: '',
            meaning: 'Share of a new value in a tick',
          }),
        }),
    v: p.field({ name: 'velocity.v', ...state, ...joints, meaning: 'Joint velocities that laws read' }),
    ...(velocity?.from === 'differences'
      ? {
          q: p.field({
            name: 'velocity.q',
            ...state,
            size: model.nq,
            labels: model.positionNames,
            unit: model.positionUnits,
            initial: model.neutral,
            meaning: 'Joint positions at the last step',
          }),
        }
      : {}),
    started: p.field({ name: 'velocity.started', ...state, unit: '', meaning: '1 after the first step' }),
  };
}
