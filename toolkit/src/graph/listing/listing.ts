/**
 * Listings: a program as source text to read, in six languages, with the names of its layout's fields. What a program does
 * is written once, in the program; the languages differ in how they write the same operations in the same order, and
 * give the interpreter's bits. `emitC` and `emitJavaScript` are for machines: one flat memory, and fast.
 */
import type { Code, Instruction, Lowered, Place } from '../code.js';
import type { Node } from '../graph.js';
import { addressOf } from '../layout.js';
import { elementaryFunction, lower } from '../lower.js';
import { arity, Op, opNames } from '../ops.js';
import type { Program } from '../program.js';
import { split } from '../split.js';
import { walk } from '../walk.js';
import { c } from './c.js';
import { cpp } from './cpp.js';
import { java } from './java.js';
import { javascript } from './javascript.js';
import {
  type LanguageDefinition,
  type ListedProcedure,
  type ListingTrial,
  type Model,
  trialOf,
} from './model.js';
import { comment, identifier, type ListedField, listedNames } from './names.js';
import { octave } from './octave.js';
import { python } from './python.js';
import { type FieldAt, readable } from './readable.js';
import type { ElementaryName, HelperName } from './syntax.js';
import { writeBody } from './writer.js';

export type { ListingTrial } from './model.js';

const definitions = { c, cpp, java, javascript, matlab: octave, python } as const;

export type ListingLanguage = keyof typeof definitions;
export const listingLanguages = Object.keys(definitions) as readonly ListingLanguage[];

export interface ListingOptions {
  /** The class, or what stands for it: a letter and then at most 39 of [A-Za-z0-9]; after the program by default. */
  readonly name?: string;
  /** A run to show: with it comes a main program that prints rows. */
  readonly trial?: ListingTrial;
}

export interface ListingFile {
  readonly name: string;
  readonly text: string;
}

export interface Listing {
  readonly files: readonly ListingFile[];
  /** The file that runs, where there is a trial. */
  readonly main: string | undefined;
  /** Identifiers of the layout's fields, by their names; fields without entries have none. */
  readonly fields: Readonly<Record<string, string>>;
  /** Identifiers of the program's procedures, by their names. */
  readonly procedures: Readonly<Record<string, string>>;
}

/**
 * A program in a language: C99, C++17, Java 17, JavaScript (a module), MATLAB and Octave (a function of a structure), Python 3.
 *
 * The bits are the interpreter's where a compiler fuses no multiplication with an addition: C and C++ want
 * `-ffp-contract=off`. MATLAB says nothing of what it fuses; Octave does not.
 * @throws where the name is none, or the trial asks for a field or a procedure that is not there.
 */
export function listing(program: Program, language: ListingLanguage, options: ListingOptions = {}): Listing {
  const definition: LanguageDefinition = definitions[language];
  const name = options.name ?? className(program.name);
  if (!/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name))
    throw new Error(`listing: the name ${JSON.stringify(name)} is not a letter and up to 39 of [A-Za-z0-9]`);
  const { layout } = program;
  const lowered = lower(program);
  const used = new Set<string>([name, name.toLowerCase(), ...definition.reserved]);
  const names = listedNames(
    layout,
    (field) => addressOf(layout, field),
    program.procedures.map((p) => p.name),
    used,
  );
  const byAddress = new Map<number, ListedField>();
  for (const listed of names.fields) {
    for (let k = 0; k < listed.field.size; k++) byAddress.set(listed.at + k, listed);
  }
  const fieldOfAddress = (at: number): ListedField => {
    const found = byAddress.get(at);
    if (found === undefined) throw new Error(`listing: no field at ${at}`);
    return found;
  };
  const helpers = new Set<HelperName>();
  const fieldAt: FieldAt = (at) => ({ at: fieldOfAddress(at).at, size: fieldOfAddress(at).field.size });
  const { parts, spills, places } = partsOf(lowered, definition.longest);
  const callNames = parts.map(({ number, part }) =>
    part === 0 ? names.procedures[number] : identifier(`${names.procedures[number]}_part_${part}`, used),
  );
  const called = callNames.map((call) => definition.called?.(name, call) ?? call);
  const context = {
    syntax: definition.syntax,
    fieldOf: fieldOfAddress,
    reserved: used,
    helpers,
    procedures: called,
  };
  const procedures = parts.map(({ code, number, part }, k): ListedProcedure => {
    const text = readable(code, fieldAt, spills[number].size === 0);
    const { lines, usesMemory } = writeBody(
      text,
      { ...context, spills: spills[number] },
      definition.bodyIndent,
    );
    return { name: callNames[k], lines, usesMemory, isPart: part > 0 };
  });
  const functions = elementaryOf(lowered).map((own) => {
    const text = readable(elementaryFunction(own), fieldAt, true);
    const { parameters, lines } = writeBody(
      text,
      { ...context, spills: new Map() },
      definition.functionIndent,
    );
    return { name: own, parameters, lines };
  });
  const model: Model = {
    name,
    title: comment(program.name),
    fields: names.fields,
    procedures,
    functions,
    helpers,
    places,
    trial:
      options.trial === undefined
        ? undefined
        : trialOf(options.trial, program, names.fields, names.procedures),
  };
  const { files, main } = definition.write(model);
  return {
    files,
    main: model.trial === undefined ? undefined : main,
    fields: Object.fromEntries(names.fields.map((listed) => [listed.field.name, listed.name])),
    procedures: Object.fromEntries(program.procedures.map((p, k) => [p.name, names.procedures[k]])),
  };
}

/** A program's name as that of a class. */
function className(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 40);
  return /^[A-Za-z]/.test(name) ? name : `Program${name}`.slice(0, 40);
}

/** The elementary functions that are called, sine and cosine each for itself. */
function elementaryOf({ procedures, functions }: Lowered): ElementaryName[] {
  const found = new Set<ElementaryName>();
  const add = (code: Code, node: Node | undefined): void => {
    if (node !== undefined && code.graph.op(node) >= Op.sin)
      found.add(opNames[code.graph.op(node)] as ElementaryName);
  };
  for (const code of [...procedures, ...functions]) {
    if (code.results.length > 1) continue;
    walk(code, {
      node: (node) => add(code, node),
      instruction: (i) => {
        if (i.kind !== 'turn') return;
        for (const { sine, cosine } of i.turns) {
          add(code, sine);
          add(code, cosine);
        }
      },
    });
  }
  return [...found].sort();
}

interface ListedPart {
  readonly code: Code;
  readonly imports: readonly Node[];
  /** Of the procedure that it is of, and which part of it, from 0. */
  readonly number: number;
  readonly part: number;
}

/** Procedures that are too long for a function of the language, in parts. */
function partsOf(
  { procedures }: Lowered,
  longest: number | undefined,
): { parts: ListedPart[]; spills: Spills[]; places: number } {
  const parts: ListedPart[] = [];
  const more: ListedPart[] = [];
  const spills: Spills[] = [];
  let places = 0;
  procedures.forEach((code, number) => {
    if (longest === undefined) {
      parts.push({ code, imports: [], number, part: 0 });
      spills.push(new Map());
      return;
    }
    const firstPart = procedures.length + more.length;
    const cut = split(code, {
      limit: longest,
      weight: bytesOf,
      spillWeight: 12,
      firstPart,
      firstSpill: places,
    });
    places += cut.spills.size;
    spills.push(cut.spills);
    cut.parts.forEach((part, k) => {
      (k === 0 ? parts : more).push({ code: part, imports: part.imports, number, part: k });
    });
  });
  return { parts: [...parts, ...more], spills, places };
}

type Spills = ReadonlyMap<Node, number>;

/** Bytes of the Java virtual machine's code for an instruction with its expressions, from above. */
function bytesOf(code: Code, i: Instruction): number {
  const { graph, inlined, loads } = code;
  const entry = (place: Place | undefined): number =>
    place === undefined ? 0 : 10 + (place.index === undefined ? 0 : 2 + operand(place.index));
  const operand = (node: Node): number => (inlined[node] ? expression(node) : 8);
  const expression = (node: Node): number => {
    const place = loads.get(node);
    if (place !== undefined) return entry(place);
    const op = graph.op(node);
    let bytes = op >= Op.less && op <= Op.select ? 20 : 5;
    for (let k = 0; k < arity[op]; k++) bytes += operand(graph.operand(node, k));
    return bytes;
  };
  switch (i.kind) {
    case 'let':
      return expression(i.node) + 4;
    case 'turn':
      return i.turns.reduce((sum, { angle }) => sum + 2 * (operand(angle) + 8), 0);
    case 'store':
      return entry(i.to) + operand(i.value);
    case 'if':
      return operand(i.test) + 16;
    case 'repeat':
      return 40 + (i.until === undefined ? 0 : operand(i.until) + 16);
    default:
      return 8;
  }
}
