/**
 * Parameters that are not in force at once: the fields of a design with a tank, phases or streamed points. Of the latter what
 * is wanted is the last target that was taken.
 *
 * The parameters of points, coordinates and elements are then what is *wanted*. What is *in force*, state of the same
 * names with `inforce.` before them, is what the law reads; `step` brings it to what is wanted (see settle.ts). It begins
 * with the design's own numbers, so that also what is changed before the first step is a change.
 */
import type { Field, ProgramBuilder } from '../graph/index.js';
import type { ControlFields, LiveEntry, LiveFields, PhaseFields, TankFields } from './control-fields.js';
import type { Design, PhaseDesign } from './design.js';
import { lawOf } from './laws/laws.js';
import { isLimited, type LimitFields } from './limit-fields.js';
import { hasMotions } from './moving.js';
import { streamedPoints } from './streamed.js';

/** Whether what is in force is apart from what is wanted. */
export function isLive(design: Design): boolean {
  return design.tank !== undefined || design.phases !== undefined || streamedPoints(design).length > 0;
}

/** The same fields with what is in force in place of the parameters of points, coordinates and elements. */
export function liveFields(p: ProgramBuilder, design: Design, declared: ControlFields): ControlFields {
  const phases = design.phases ?? [];
  const entries = new Map<Field, LiveEntry>();
  const blends = phases.some(({ blend = 0 }) => blend > 0);
  mapped(declared, (parameter) => {
    if (parameter.region === 'parameters' || parameter.region === 'state')
      entries.set(parameter, entryOf(p, parameter, phases, blends));
    return parameter;
  });
  const derived = new Map<Field, Field>();
  const scratch = (field: Field): Field => {
    const known = derived.get(field);
    if (known !== undefined) return known;
    const made = p.field({ ...plain(field), name: `trial.${field.name}`, region: 'scratch' });
    derived.set(field, made);
    return made;
  };
  const trial = mapped(
    declared,
    (field) => entries.get(field)?.trial ?? (field.region === 'derived' ? scratch(field) : field),
  );
  const scalar = (name: string, unit: string, region: 'scratch' | 'state', meaning: string) =>
    p.field({ name, region, unit, meaning });
  const live: LiveFields = {
    entries: [...entries.values()],
    trial,
    energy: scalar('trial.energy', 'J', 'scratch', 'Energy stored at the trial values'),
    search: p.field({ name: 'trial.search', region: 'scratch', size: 4, unit: '' }),
    changes: scalar('changes', 'J', 'state', 'Energy put in by parameters that changed'),
    phases: design.phases === undefined ? undefined : phaseFields(p, phases),
    tank: tankFields(p, design, declared.limits),
  };
  return { ...mapped(declared, (field) => entries.get(field)?.inForce ?? field), live };
}

function entryOf(
  p: ProgramBuilder,
  parameter: Field,
  phases: readonly PhaseDesign[],
  blends: boolean,
): LiveEntry {
  const { name } = parameter;
  const add = (
    prefix: string,
    region: 'state' | 'scratch' | 'parameters',
    meaning: string,
    initial = parameter.initial,
  ) =>
    p.field({
      ...plain(parameter),
      name: `${prefix}.${name}`,
      region,
      meaning,
      ...(region === 'scratch' || initial === undefined ? {} : { initial }),
    });
  return {
    parameter,
    inForce: add('inforce', 'state', `In force: ${parameter.meaning ?? name}`),
    trial: add('trial', 'scratch', 'The value whose energy is worked out'),
    wanted: add('wanted', 'scratch', 'The value that is wanted now'),
    from: blends ? add('from', 'state', 'In force when the phase began') : undefined,
    phases: new Map(
      phases.flatMap(({ name: phase, set = {} }, i) =>
        set[name] === undefined
          ? []
          : [[i, add(`phases.${phase}`, 'parameters', `In the phase ${phase}`, set[name])] as const],
      ),
    ),
  };
}

function phaseFields(p: ProgramBuilder, phases: readonly PhaseDesign[]): PhaseFields {
  const state = (name: string, unit: string, meaning: string) =>
    p.field({ name, region: 'state', unit, meaning, initial: 0 });
  const slot = (phase: string, part: string, unit: string, initial: number | undefined, meaning: string) =>
    initial === undefined
      ? {}
      : {
          [part]: p.field({ name: `phases.${phase}.${part}`, region: 'parameters', unit, initial, meaning }),
        };
  return {
    index: p.field({
      name: 'phase',
      region: 'state',
      unit: '',
      initial: 0,
      values: phases.map(({ name }) => name),
      meaning: 'Index of the phase',
    }),
    since: state('phase.since', 's', 'When the phase began'),
    met: state('phase.met', 's', 'When its end began to hold, where it does'),
    holds: state('phase.holds', '', '1 while its end holds'),
    started: state('phase.started', '', '1 after the first step'),
    slots: phases.map(({ name, until, blend }) => {
      const timed = until !== undefined && 'after' in until ? until : undefined;
      const measured = until !== undefined && !('after' in until) ? until : undefined;
      const bound = measured && !('law' in measured) ? (measured.below ?? measured.above) : undefined;
      return {
        ...slot(name, 'after', 's', timed?.after, 'How long the phase lasts'),
        ...slot(name, 'bound', '', bound, 'The bound at which the phase ends'),
        ...slot(name, 'hold', 's', measured && (measured.hold ?? 0), 'How long the bound must be kept'),
        ...slot(name, 'blend', 's', blend, 'How long the parameters take to what the phase wants'),
      };
    }),
  };
}

function tankFields(
  p: ProgramBuilder,
  { tank, model, bodies, points, coordinates = [], elements, laws = [] }: Design,
  limits: LimitFields,
): TankFields | undefined {
  if (tank === undefined) return undefined;
  const joule = (name: string, meaning: string, initial = 0) =>
    p.field({ name: `tank.${name}`, region: 'state', unit: 'J', meaning, initial });
  const sources = tank.pays.includes('sources');
  const state = (name: string, unit: string | readonly string[], meaning: string, size = 1, initial = 0) =>
    p.field({ name: `tank.${name}`, region: 'state', unit, size, meaning, initial });
  const torques = (name: string, meaning: string) => state(name, model.forceUnits, meaning, model.nv);
  const dampers =
    elements.some(({ family }) => family === 'damper') ||
    laws.some(({ kind }) => lawOf(kind)?.acts === 'wrench');
  const limited = isLimited(limits);
  return {
    most: p.field({
      name: 'tank.most',
      region: 'parameters',
      unit: 'J',
      initial: tank.most,
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Level that the tank holds at most',
    }),
    level: joule('level', 'Level of the tank', tank.start),
    paid: joule('paid', 'Taken out of the tank by what it pays since the start'),
    kept: joule('kept', 'Put into the tank by dampers and laws since the start'),
    reserved: joule('reserved', 'What sources may need of the level until the next step'),
    owed: joule('owed', 'What the wanted change would still ask for'),
    scale: state('scale', '', 'Factor of all sources', 1, 1),
    held: sources ? torques('held', 'Joint torques of the sources') : undefined,
    damped: dampers ? torques('damped', 'Joint torques of the dampers') : undefined,
    cut: limited ? torques('cut', 'Joint torques applied beyond those that were asked for') : undefined,
    debt: limited ? joule('debt', 'Paid for what limits cut, and not given back') : undefined,
    uncut: limited ? state('uncut', '', '1 where the last command was what was asked', 1, 1) : undefined,
    place:
      sources || dampers || limited
        ? state(
            'place',
            [...model.positionUnits, ...(bodies?.model.positionUnits ?? [])],
            'Positions at the last step',
            model.nq + (bodies?.model.nq ?? 0),
          )
        : undefined,
    motion:
      tank.pays.includes('motions') && hasMotions({ points, coordinates })
        ? {
            lag: state('lag', 's', 'How far what moves by itself is behind the time'),
            last: state('last', 's', 'Time of the last step'),
            pace: state('pace', '', 'Pace of what moves by itself', 1, 1),
          }
        : undefined,
    drain: state('drain', 'W', 'What dampers took out at the last step'),
    started: state('started', '', '1 after the first step'),
  };
}

/** A field without its place, its range and what its values stand for. */
function plain({ offset: _offset, range: _range, values: _values, ...spec }: Field): Omit<Field, 'offset'> {
  return spec;
}

/** The control fields with other ones for the slots of points, coordinates and elements. */
function mapped(fields: ControlFields, to: (field: Field) => Field): ControlFields {
  const table = (map: ReadonlyMap<string, Field>): Map<string, Field> =>
    new Map([...map].map(([key, field]) => [key, to(field)]));
  const tables = (map: ReadonlyMap<string, ReadonlyMap<string, Field>>) =>
    new Map([...map].map(([key, inner]) => [key, table(inner)]));
  const points = new Map(
    [...fields.points].map(([name, point]) => [
      name,
      Object.fromEntries(
        Object.entries(point).map(([key, field]: [string, Field | ReadonlyMap<string, Field>]) => [
          key,
          field instanceof Map ? table(field) : to(field as Field),
        ]),
      ),
    ]),
  );
  return {
    ...fields,
    points,
    coordinates: tables(fields.coordinates),
    elements: tables(fields.elements),
    ...(fields.lawParameters === undefined ? {} : { lawParameters: tables(fields.lawParameters) }),
  };
}
