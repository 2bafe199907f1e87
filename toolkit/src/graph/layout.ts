/**
 * Where everything stands in a program's memory: one flat array of 64-bit floats, in regions, each region a
 * sequence of named fields. A layout is plain data; it is written with a run and into a C header.
 */

/**
 * parameters: set from outside, read by `prepare` and `step`.
 * derived: written by `prepare` only.
 * inputs: written before each step (time, joint state, sensors).
 * state: what a step carries to the next; saving and restoring it saves and restores the program.
 * outputs: written by `step` (the command).
 * observed: written by `observe` (forces, energies, poses).
 * scratch: no meaning between calls.
 */
export const regionNames = [
  'parameters',
  'derived',
  'inputs',
  'state',
  'outputs',
  'observed',
  'scratch',
] as const;
export type RegionName = (typeof regionNames)[number];

export interface FieldSpec {
  /** Unique in its layout; dots and brackets allowed: `reach.stiffness`, `q`. */
  readonly name: string;
  readonly region: RegionName;
  /** Number of 64-bit floats; 1 by default. */
  readonly size?: number;
  /** SI unit of every entry, '' for pure numbers; one string for all or one for each entry. */
  readonly unit: string | readonly string[];
  /** Value at start, one for all entries or one for each; 0 by default. */
  readonly initial?: number | readonly number[];
  /** Allowed values of every entry, both ends included. */
  readonly range?: readonly [number, number];
  /** Names of the entries (`x`, `y`, `z`; joint names). */
  readonly labels?: readonly string[];
  /** Of an entry that is an index: what 0, 1, … stand for. */
  readonly values?: readonly string[];
  /** One line of meaning. */
  readonly meaning?: string;
}

export interface Field extends FieldSpec {
  readonly size: number;
  /** First entry, counted in floats from the start of its region. */
  readonly offset: number;
}

export interface Region {
  readonly name: RegionName;
  /** First float, from the start of the memory; a multiple of 8 (64 bytes). */
  readonly offset: number;
  readonly size: number;
}

export interface Layout {
  readonly regions: readonly Region[];
  readonly fields: readonly Field[];
  /** Floats in all. */
  readonly size: number;
}

/** Collects fields in the order in which they are added; a region may still grow until {@link finish}. */
export class LayoutBuilder {
  readonly #fields: Field[] = [];
  readonly #byName = new Map<string, Field>();
  readonly #sizes = new Map<RegionName, number>();

  add(spec: FieldSpec): Field {
    if (this.#byName.has(spec.name))
      throw new Error(`layout: the field name ${JSON.stringify(spec.name)} is taken`);
    const size = spec.size ?? 1;
    const offset = this.#sizes.get(spec.region) ?? 0;
    const field: Field = { ...spec, size, offset };
    this.#sizes.set(spec.region, offset + size);
    this.#fields.push(field);
    this.#byName.set(spec.name, field);
    return field;
  }

  find(name: string): Field | undefined {
    return this.#byName.get(name);
  }

  finish(): Layout {
    const regions: Region[] = [];
    let at = 0;
    for (const name of regionNames) {
      const size = this.#sizes.get(name) ?? 0;
      regions.push({ name, offset: at, size });
      at += 8 * Math.ceil(size / 8);
    }
    return { regions, fields: [...this.#fields], size: at };
  }
}

/** First float of a field, from the start of the memory. */
export function addressOf(layout: Layout, field: Field): number {
  return regionOf(layout, field.region).offset + field.offset;
}

export function regionOf(layout: Layout, name: RegionName): Region {
  const region = layout.regions.find((r) => r.name === name);
  if (region === undefined) throw new Error(`layout: no region ${name}`);
  return region;
}

/** The field of this name; throws with the name where there is none. */
export function fieldOf(layout: Layout, name: string): Field {
  const field = layout.fields.find((f) => f.name === name);
  if (field === undefined) throw new Error(`layout: no field ${JSON.stringify(name)}`);
  return field;
}

/** A window on the field's entries in a memory of this layout. */
export function view(layout: Layout, memory: Float64Array, name: string): Float64Array {
  const field = fieldOf(layout, name);
  const at = addressOf(layout, field);
  return memory.subarray(at, at + field.size);
}

/** Writes every field's initial values; everything else becomes 0. */
export function initialise(layout: Layout, memory: Float64Array): void {
  memory.fill(0, 0, layout.size);
  writeInitial(layout, memory, layout.fields);
}

/** Regions that {@link reset} leaves as they are: what was set from outside, and what follows from it. */
export const keptRegions: readonly RegionName[] = ['parameters', 'derived', 'inputs'];

/** Begins anew with the same parameters: writes the initial values of all but the {@link keptRegions}. */
export function reset(layout: Layout, memory: Float64Array): void {
  memory.fill(0, regionOf(layout, 'state').offset, layout.size);
  const others = layout.fields.filter(({ region }) => !keptRegions.includes(region));
  writeInitial(layout, memory, others);
}

function writeInitial(layout: Layout, memory: Float64Array, fields: readonly Field[]): void {
  for (const field of fields) {
    if (field.initial === undefined) continue;
    const at = addressOf(layout, field);
    for (let i = 0; i < field.size; i++) {
      memory[at + i] = typeof field.initial === 'number' ? field.initial : field.initial[i];
    }
  }
}
