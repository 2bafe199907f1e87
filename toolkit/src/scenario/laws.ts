/** Laws of a scenario as laws of a design: numbers in the order and the units of their declarations. */
import {
  type EntryUnit,
  entryUnits,
  type LawDeclaration,
  type LawDesign,
  type LawParameter,
  lawNamed,
} from '../control/index.js';
import { readQuantity } from '../math/index.js';
import { unitOn } from '../mechanism/index.js';
import type { Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { type JointProperty, jointNumbers, ownJoints } from './joints.js';
import {
  type Apart,
  directionNames,
  type ForceAndTorque,
  formOf,
  type LawSection,
  type LawValue,
  startsThere,
  type Told,
} from './law-schema.js';
import { under } from './tree.js';

export interface LawContext {
  /** The robot. */
  readonly model: Model;
  /** q at the start. */
  readonly start: readonly number[];
  /** Names of the points on the robot, of all points with the world, and of sensors that are there. */
  readonly carried: readonly string[];
  readonly points: readonly string[];
  readonly sensors: readonly string[];
  readonly complaints: Complaints;
}

/** One that names a point or a sensor which is none gives none: law-references.ts complains of names. */
export function lawsOf(
  sections: Readonly<Record<string, LawSection>>,
  context: LawContext,
): readonly LawDesign[] {
  return Object.entries(sections).flatMap(([name, section]) => {
    const law = lawIn(name, section, context);
    return law === undefined ? [] : [law];
  });
}

function lawIn(name: string, section: LawSection, context: LawContext): LawDesign | undefined {
  const declaration = lawNamed(section.law);
  const path = under('control.laws', name);
  const { at, axes, target, sensor } = section;
  const known = (point: string | undefined, names: readonly string[]): boolean =>
    point === undefined || names.includes(point);
  let whole = [axes, target].every((point) => known(point, context.points));
  if (!known(at, context.carried)) whole = false;
  if (!known(sensor, context.sensors)) whole = false;
  const parameters: Record<string, readonly number[]> = {};
  // What is selected first: it says what the others are measured in.
  const inTurn = [...declaration.parameters].sort(
    (a, b) => Number(b.selects !== undefined) - Number(a.selects !== undefined),
  );
  for (const parameter of inTurn) {
    const value = section[parameter.name];
    if (value === undefined) continue;
    const entries = entryUnits(declaration, parameter, parameters);
    const given = numbersOf(value, parameter, entries, parameters, under(path, parameter.name), context);
    if (given === undefined) whole = false;
    else parameters[parameter.name] = given;
  }
  if (!whole) return undefined;
  return {
    name,
    kind: section.law,
    ...(at === undefined ? {} : { at }),
    ...(axes === undefined ? {} : { axes }),
    ...(target === undefined ? {} : { target }),
    ...(sensor === undefined ? {} : { sensor }),
    parameters: inOrder(parameters, declaration),
  };
}

/** As the declaration has them. */
function inOrder(
  parameters: Readonly<Record<string, readonly number[]>>,
  { parameters: declared }: LawDeclaration,
): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(
    declared.flatMap(({ name }) => (name in parameters ? [[name, parameters[name]] as const] : [])),
  );
}

const row = (direction: string): number[] => directionNames.map((name) => (name === direction ? 1 : 0));

function numbersOf(
  value: LawValue,
  parameter: LawParameter,
  entries: readonly EntryUnit[],
  others: Readonly<Record<string, readonly number[]>>,
  path: string,
  context: LawContext,
): readonly number[] | undefined {
  switch (formOf(parameter)) {
    case 'word':
      return [(parameter.choices ?? []).indexOf(value as string)];
    case 'joints':
      return jointwise(value as JointProperty, parameter, path, context);
    case 'directions': {
      const chosen = value as readonly string[];
      return directionNames.map((name) => (chosen.includes(name) ? 1 : 0));
    }
    case 'rows': {
      const rows = value as readonly (string | readonly number[])[];
      return rows.flatMap((chosen) => (typeof chosen === 'string' ? row(chosen) : chosen));
    }
    case 'wrench': {
      if (Array.isArray(value)) return [...(value as readonly number[]), 0, 0, 0];
      const { force, torque } = value as ForceAndTorque;
      return [...force, ...torque];
    }
    case 'gain':
      return gainOf(value, parameter, entries, others, path, context.complaints);
    case 'own':
      return [value as number | readonly (number | readonly number[])[]].flat(2) as readonly number[];
  }
}

/**
 * A number for each entry of q or of v; joints that are not named stay where they start, or get the default, or 0, of what is no
 * position.
 */
function jointwise(
  value: JointProperty,
  { unit, joints: entries, default: usual }: LawParameter,
  path: string,
  { model, start, complaints }: LawContext,
): readonly number[] {
  const [turning, sliding] = unit as readonly [string, string];
  if (entries === 'rates') {
    const otherwise = new Array<number>(model.nv).fill(typeof usual === 'number' ? usual : 0);
    return jointNumbers(value, model, [turning, sliding], otherwise, otherwise, path, complaints);
  }
  const positions = startsThere(unit);
  const joints = ownJoints(model);
  const numbers = positions ? [...start] : new Array<number>(model.nq).fill(0);
  const otherwise = new Array<number>(model.nv).fill(0);
  for (const body of joints) otherwise[body.v] = numbers[body.q];
  const given = jointNumbers(value, model, [turning, sliding], otherwise, otherwise, path, complaints);
  for (const body of joints) numbers[body.q] = given[body.v];
  return numbers;
}

/** One number, one for each direction that is freed, rows of a matrix; or ways and turns apart. */
function gainOf(
  value: LawValue,
  { unit, name }: LawParameter,
  entries: readonly EntryUnit[],
  { selection }: Readonly<Record<string, readonly number[]>>,
  path: string,
  complaints: Complaints,
): readonly number[] | undefined {
  const unitOf = (kind: EntryUnit): string => {
    const found = unitOn(unit, kind) ?? '';
    return found === '1' ? '' : found;
  };
  const one = (told: Told, expected: string, at: string): number | undefined => {
    if (typeof told === 'number') return told;
    const read = readQuantity(told, expected);
    if (!('fault' in read)) return read.value;
    return complaints.error('wrong-unit', at, read.fault, {
      expected: expected === '' ? 'a pure number' : `a number in ${expected}`,
      got: told,
    });
  };
  if (typeof value === 'object' && !Array.isArray(value))
    return apartOf(value as Apart, name, entries, selection, path, complaints);
  if (!Array.isArray(value)) {
    const kinds = [...new Set(entries)];
    if (kinds.length > 1 && typeof value === 'string') {
      const { translation, rotation } = { translation: unitOf('m'), rotation: unitOf('rad') };
      return complaints.error(
        'gain-mixed',
        path,
        'one value with a unit cannot stand for ways and turns together',
        {
          expected: `ways in ${translation}, turns in ${rotation}`,
          got: value,
          hint: `${name}: { translation: ${value}, rotation: 1 ${rotation} }, or free ways alone by selection: [x, y, z]`,
        },
      );
    }
    const read = one(value as Told, unitOf(kinds[0] ?? '1'), path);
    return read === undefined ? undefined : [read];
  }
  const list = value as readonly (Told | readonly Told[])[];
  const rows = list.length > 0 && typeof list[0] === 'object';
  const n = entries.length;
  const lengths = rows ? list.map((inner) => (inner as readonly Told[]).length) : [n];
  if (list.length !== n || lengths.some((length) => length !== n)) {
    return complaints.error('parameter-shape', path, `${name} goes by the ${n} directions that are freed`, {
      expected: rows ? `${n} rows of ${n} numbers` : `${n} numbers, one for each`,
      got: rows ? `${list.length} rows of ${[...new Set(lengths)].join(' and ')}` : `${list.length}`,
    });
  }
  const numbers = list.flatMap((entry, i) =>
    typeof entry === 'object'
      ? entry.map((told, j) =>
          one(told, i === j || entries[i] === entries[j] ? unitOf(entries[i]) : '', under(under(path, i), j)),
        )
      : [one(entry, unitOf(entries[i]), under(path, i))],
  );
  return numbers.includes(undefined) ? undefined : (numbers as number[]);
}

/** A diagonal of what is said of ways and of turns. */
function apartOf(
  { translation, rotation }: Apart,
  name: string,
  entries: readonly EntryUnit[],
  selection: readonly number[] | undefined,
  path: string,
  complaints: Complaints,
): readonly number[] | undefined {
  const numbers = entries.map((kind, i): number | undefined => {
    const side = kind === 'm' ? translation : kind === 'rad' ? rotation : undefined;
    if (typeof side === 'number') return side;
    const along = selection?.slice(6 * i, 6 * i + 6) ?? row(directionNames[i]);
    const axis = along.findIndex((x) => Math.abs(x) === 1);
    if (side !== undefined && axis >= 0) return side[axis % 3];
    const key = kind === 'm' ? 'translation' : 'rotation';
    return complaints.error(
      'gain-missing',
      path,
      side === undefined
        ? `${name} says nothing of direction ${i + 1}, a ${kind === 'm' ? 'way' : kind === 'rad' ? 'turn' : 'mixture'} that is freed`
        : `direction ${i + 1} is along no axis, so that a number by axes says nothing of it`,
      {
        hint:
          kind === '1'
            ? 'give one number for each direction that is freed, in a list'
            : `give one number, ${name}: { ${key}: … }, or free fewer directions by selection`,
      },
    );
  });
  return numbers.includes(undefined) ? undefined : (numbers as number[]);
}
