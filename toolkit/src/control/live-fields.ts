/**
 * Parameters that are not in force at once: the fields of a design with a tank or phases.
 *
 * The parameters of points, coordinates and elements are then what is *wanted*. What is *in force*, state of the same
 * names with `inforce.` before them, is what the law reads; `step` brings it to what is wanted (see settle.ts). It begins
 * with the design's own numbers, so that also what is changed before the first step is a change.
 */
import type { Field, ProgramBuilder } from '../graph/index.js';
import type { Design, PhaseDesign } from './design.js';
import type { ControlFields } from './fields.js';

/** A parameter in its three places, and what phases want it to be. */
export interface LiveEntry {
  readonly parameter: Field;
  readonly inForce: Field;
  /** Between calls without a meaning: the value whose energy is worked out. */
  readonly trial: Field;
  /** The value that it is to have now. */
  readonly wanted: Field;
  /** By index of the phase: its slot. */
  readonly phases: ReadonlyMap<number, Field>;
  /** Where some phase blends: the value that was in force when the phase began. */
  readonly from: Field | undefined;
}

export interface PhaseFields {
  /** State: index of the phase. */
  readonly index: Field;
  /** State: time at which it began, and at which its end began to hold (−1: it does not), s. */
  readonly since: Field;
  readonly met: Field;
  /** By index of the phase. */
  readonly slots: readonly {
    readonly after?: Field;
    readonly bound?: Field;
    readonly hold?: Field;
    readonly blend?: Field;
  }[];
}

export interface TankFields {
  readonly most: Field;
  /** State, J: level, and what was taken out of it and put into it since the start. */
  readonly level: Field;
  readonly paid: Field;
  readonly kept: Field;
  /** State, J: what the sources may still need of the level until the next step. */
  readonly reserved: Field;
  /** State, J: what the wanted change would still ask for; 0 where all is in force. */
  readonly owed: Field;
  /** State: factor of all sources. */
  readonly scale: Field;
  /** State: joint torques of the sources that are held, virtual bodies' joints behind; and the positions at that step. */
  readonly held: Field | undefined;
  readonly place: Field | undefined;
  /** State, W: what dampers took out at the last step. */
  readonly drain: Field;
  readonly started: Field;
}

export interface LiveFields {
  readonly entries: readonly LiveEntry[];
  /** The fields of the law at the trial values. */
  readonly trial: ControlFields;
  /** Scratch, J: what the controller stores at the trial values. */
  readonly energy: Field;
  /** Scratch: numbers of the search. */
  readonly search: Field;
  /** State, J: what changed parameters put in since the start. */
  readonly changes: Field;
  readonly phases: PhaseFields | undefined;
  readonly tank: TankFields | undefined;
}

/** Whether what is in force is apart from what is wanted. */
export function isLive(design: Design): boolean {
  return design.tank !== undefined || design.phases !== undefined;
}

/** The same fields with what is in force in place of the parameters of points, coordinates and elements. */
export function liveFields(p: ProgramBuilder, design: Design, declared: ControlFields): ControlFields {
  const phases = design.phases ?? [];
  const entries = new Map<Field, LiveEntry>();
  const blends = phases.some(({ blend = 0 }) => blend > 0);
  mapped(declared, (parameter) => {
    if (parameter.region === 'parameters') entries.set(parameter, entryOf(p, parameter, phases, blends));
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
    tank: tankFields(p, design),
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
  const state = (name: string, unit: string, meaning: string, initial = 0) =>
    p.field({ name, region: 'state', unit, meaning, initial });
  const slot = (phase: string, part: string, unit: string, initial: number | undefined, meaning: string) =>
    initial === undefined
      ? {}
      : {
          [part]: p.field({ name: `phases.${phase}.${part}`, region: 'parameters', unit, initial, meaning }),
        };
  return {
    index: state('phase', '', 'Index of the phase'),
    since: state('phase.since', 's', 'When the phase began'),
    met: state('phase.met', 's', 'When its end began to hold; −1: it does not', -1),
    slots: phases.map(({ name, until, blend }) => {
      const timed = until !== undefined && 'after' in until ? until : undefined;
      const measured = until !== undefined && !('after' in until) ? until : undefined;
      return {
        ...slot(name, 'after', 's', timed?.after, 'How long the phase lasts'),
        ...slot(name, 'bound', '', measured?.below ?? measured?.above, 'The bound at which the phase ends'),
        ...slot(name, 'hold', 's', measured && (measured.hold ?? 0), 'How long the bound must be kept'),
        ...slot(name, 'blend', 's', blend, 'How long the parameters take to what the phase wants'),
      };
    }),
  };
}

function tankFields(p: ProgramBuilder, { tank, model, bodies }: Design): TankFields | undefined {
  if (tank === undefined) return undefined;
  const joule = (name: string, meaning: string, initial = 0) =>
    p.field({ name: `tank.${name}`, region: 'state', unit: 'J', meaning, initial });
  const sources = tank.pays.includes('sources');
  const state = (name: string, unit: string | readonly string[], meaning: string, size = 1, initial = 0) =>
    p.field({ name: `tank.${name}`, region: 'state', unit, size, meaning, initial });
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
    kept: joule('kept', 'Put into the tank by dampers since the start'),
    reserved: joule('reserved', 'What sources may need of the level until the next step'),
    owed: joule('owed', 'What the wanted change would still ask for'),
    scale: state('scale', '', 'Factor of all sources', 1, 1),
    held: sources
      ? state(
          'held',
          [...model.forceUnits, ...(bodies?.model.forceUnits ?? [])],
          'Joint torques of the sources',
          model.nv + (bodies?.model.nv ?? 0),
        )
      : undefined,
    place: sources
      ? state(
          'place',
          [...model.positionUnits, ...(bodies?.model.positionUnits ?? [])],
          'Positions at the last step',
          model.nq + (bodies?.model.nq ?? 0),
        )
      : undefined,
    drain: state('drain', 'W', 'What dampers took out at the last step'),
    started: state('started', '', '1 after the first step'),
  };
}

/** A field without its place. */
function plain({ offset: _offset, range: _range, ...spec }: Field): Omit<Field, 'offset'> {
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
  };
}
