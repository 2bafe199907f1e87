/** The slots and the state of the sensors of a design. */
import type { Field, FieldSpec, ProgramBuilder } from '../../graph/index.js';
import type { Model } from '../../model/index.js';
import { type BoundsFields, boundsFields } from './bounds.js';
import { type CollisionFields, collisionFields } from './collision.js';
import type { Reaction, SensorDesign, SensorGuards } from './law-design.js';
import { type TareFields, tareFields } from './tare.js';

export const wrenchLabels: readonly string[] = ['fx', 'fy', 'fz', 'nx', 'ny', 'nz'];
export const wrenchUnits: readonly string[] = ['N', 'N', 'N', 'N m', 'N m', 'N m'];
const xyz: readonly string[] = ['x', 'y', 'z'];

const readingMeaning =
  'External wrench on the robot as the sensor feels it, in its axes about its origin: force, then torque; what hangs at rest reads its weight, downward; NaN is taken for no reading';
const ageMeaning =
  'How long ago the reading was measured; what is new is younger than what was there, and while nothing new comes its age must go on growing';
const validMeaning = '0 until the first reading, then 1; with 0 what stands there is not looked at';

export interface SensorFields {
  readonly design: SensorDesign;
  /** Inputs, of a sensor of the robot. */
  readonly reading?: Field;
  readonly age?: Field;
  readonly valid?: Field;
  readonly observer?: ObserverFields;
  readonly bias?: Field;
  readonly mass?: Field;
  readonly centre?: Field;
  readonly cutoff?: Field;
  /** Derived: 1 − exp(−2π f T). */
  readonly gain?: Field;
  /** State: external wrench, sensor axes, filtered and less the tare. */
  readonly wrench: Field;
  /** State: the filter's own value, where there is a tare. */
  readonly filtered: Field;
  /** State, s: age of the last good sample; time in which there was none, the reading was the same, or no number. */
  readonly old: Field;
  readonly silent: Field;
  readonly same?: Field;
  readonly bad: Field;
  /** State: the last reading; 1 after the first good one. */
  readonly last?: Field;
  readonly seen: Field;
  readonly tare?: TareFields;
  readonly inertial?: {
    /** State, world axes: velocity of the centre at the last step, its filtered acceleration; 1 after the first step. */
    readonly velocity: Field;
    readonly acceleration: Field;
    readonly started: Field;
  };
  readonly within: Field;
  readonly stale: Field;
  readonly frozen?: Field;
  readonly nonFinite: Field;
  readonly range?: Field;
  readonly collision?: CollisionFields;
  readonly bounds?: BoundsFields;
}

/** Of a sensor that is estimated; all but the gain are state, nv numbers each. */
export interface ObserverFields {
  readonly gain: Field;
  readonly momentum: Field;
  readonly drift: Field;
  readonly residual: Field;
  /** The command that was held since the last step. */
  readonly torque: Field;
  /** 1 after the first step. */
  readonly started: Field;
}

/** What trips, and what then; in the order of their faults. */
export function sensorReactions({ guards = {}, tare }: SensorDesign): readonly Reaction[] {
  const { first, stale, frozen, nonFinite, collision, bounds }: SensorGuards = guards;
  return [
    first?.then ?? 'hold',
    stale?.then ?? 'hold',
    ...(frozen === undefined ? [] : [frozen.then ?? 'hold']),
    nonFinite?.then ?? 'hold',
    ...(tare === undefined ? [] : [tare.then ?? 'hold']),
    ...(collision === undefined ? [] : [collision.then ?? 'hold']),
    ...(bounds === undefined ? [] : [bounds.then ?? 'hold']),
  ];
}

/** Samples older than so many ticks are stale by default. */
export const staleTicks = 20;
/** By default the first reading must come within so many s. */
export const firstWithin = 1;

export function sensorFields(
  p: ProgramBuilder,
  sensor: SensorDesign,
  period: number,
  model: Model,
): SensorFields {
  const { name, below, bias, cutoff, tare, guards = {} } = sensor;
  const endless = Number.POSITIVE_INFINITY;
  const add = (part: string, spec: Omit<FieldSpec, 'name'>): Field =>
    p.field({ ...spec, name: part === '' ? `sensor.${name}` : `sensor.${name}.${part}` });
  const slot = (part: string, unit: string, initial: number, meaning: string): Field =>
    add(part, { region: 'parameters', unit, initial, range: [0, endless], meaning });
  const state = (part: string, unit: string, meaning: string): Field =>
    add(part, { region: 'state', unit, meaning });
  const six = { size: 6, unit: wrenchUnits, labels: wrenchLabels };
  const three = { size: 3, labels: xyz };
  const slow =
    cutoff === undefined
      ? {}
      : {
          cutoff: slot('cutoff', 'Hz', cutoff, 'Cut-off of its low-pass'),
          gain: add('gain', { region: 'derived', unit: '', meaning: 'Share of a new reading in a tick' }),
        };
  return {
    design: sensor,
    ...(sensor.observer === undefined
      ? {
          reading: add('', { region: 'inputs', ...six, meaning: readingMeaning }),
          age: add('age', { region: 'inputs', unit: 's', meaning: ageMeaning }),
          valid: add('valid', { region: 'inputs', unit: '', meaning: validMeaning }),
        }
      : { observer: observerFields(p, name, sensor.observer.gain, model) }),
    ...(bias === undefined
      ? {}
      : {
          bias: add('bias', {
            region: 'parameters',
            ...six,
            initial: bias,
            meaning: 'Taken off each reading',
          }),
        }),
    ...(below === undefined
      ? {}
      : {
          mass: slot('mass', 'kg', below.mass, 'Mass that hangs below it'),
          centre: add('centre', {
            region: 'parameters',
            ...three,
            unit: 'm',
            initial: below.centre,
            meaning: 'Centre of that mass, sensor axes',
          }),
        }),
    ...slow,
    wrench: add('wrench', { region: 'state', ...six, meaning: 'External wrench on the robot, sensor axes' }),
    filtered: add('filtered', { region: 'state', ...six, meaning: 'The same before the tare is taken off' }),
    old: state('old', 's', 'Age of the last good reading'),
    silent: state('silent', 's', 'Time from the first step without a reading'),
    bad: state('bad', 's', 'Time for which it has been no number'),
    seen: state('seen', '', '1 after the first good reading'),
    ...(guards.frozen === undefined
      ? {}
      : {
          same: state('same', 's', 'Time for which it has been the same'),
          last: add('last', { region: 'state', ...six, meaning: 'The last reading' }),
          frozen: slot(
            'guards.frozen',
            's',
            guards.frozen.after,
            'Frozen after the same reading for so long',
          ),
        }),
    ...(tare === undefined ? {} : { tare: tareFields(p, name, tare, six) }),
    ...(below?.inertial === true
      ? {
          inertial: {
            velocity: add('below.velocity', {
              region: 'state',
              ...three,
              unit: 'm/s',
              meaning: 'Velocity of the centre below, world axes',
            }),
            acceleration: add('below.acceleration', {
              region: 'state',
              ...three,
              unit: 'm/s2',
              meaning: 'Its acceleration',
            }),
            started: state('below.started', '', '1 after the first step'),
          },
        }
      : {}),
    within: slot(
      'guards.first',
      's',
      guards.first?.within ?? firstWithin,
      'The first reading must come within',
    ),
    stale: slot('guards.stale', 's', guards.stale?.after ?? staleTicks * period, 'Stale when older than'),
    nonFinite: slot(
      'guards.nonFinite',
      's',
      guards.nonFinite?.after ?? 0,
      'How long a reading may be no number',
    ),
    ...(guards.range === undefined
      ? {}
      : {
          range: add('guards.range', {
            region: 'parameters',
            ...six,
            initial: guards.range,
            range: [0, endless],
            meaning: 'A reading beyond this is none',
          }),
        }),
    ...(guards.collision === undefined
      ? {}
      : { collision: collisionFields(p, name, guards.collision, model) }),
    ...(guards.bounds === undefined ? {} : { bounds: boundsFields(p, name, guards.bounds, six, model) }),
  };
}

function observerFields(p: ProgramBuilder, name: string, gain: number, model: Model): ObserverFields {
  const joints = { size: model.nv, labels: model.velocityNames, region: 'state' } as const;
  const own = (part: string): string => `sensor.${name}.observer.${part}`;
  return {
    gain: p.field({
      name: own('gain'),
      region: 'parameters',
      unit: '1/s',
      initial: gain,
      range: [0, Number.POSITIVE_INFINITY],
      meaning: '2π times the cut-off of what it tells',
    }),
    momentum: p.field({ name: own('momentum'), ...joints, unit: '', meaning: 'Momentum of the joints' }),
    drift: p.field({
      name: own('drift'),
      ...joints,
      unit: model.forceUnits,
      meaning: 'What changes it besides torque',
    }),
    residual: p.field({
      name: own('residual'),
      ...joints,
      unit: model.forceUnits,
      meaning: 'External joint torques',
    }),
    torque: p.field({ name: own('torque'), ...joints, unit: model.forceUnits, meaning: 'The last command' }),
    started: p.field({ name: own('started'), region: 'state', unit: '', meaning: '1 after the first step' }),
  };
}
