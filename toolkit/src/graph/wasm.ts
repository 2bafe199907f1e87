/**
 * The WebAssembly emitter: writes a module's bytes directly (WebAssembly core specification, chapter 5).
 *
 * A module has its own memory of fixed size (the layout's floats, then saved values and constants of vector
 * code), one function a procedure under the exported name `p` and its number, and a function for each elementary
 * function that is called; that of sine and cosine takes two angles at a time. Truth values are 32-bit integers.
 * Scalar constants stand in the code: reading them from memory was slower at every size measured.
 */
import { Bytes } from './bytes.js';
import type { Code, LibraryName, Lowered } from './code.js';
import { initialise } from './layout.js';
import { lower } from './lower.js';
import { functionParts } from './parts.js';
import type { Executable, Program } from './program.js';
import { functionBody } from './wasm-code.js';
import { f64Type, v128Type } from './wasm-ops.js';
import { nodesWritten } from './wasm-size.js';
import { vectorBody } from './wasm-vector.js';

/** A compiled module; every instance has a memory of its own. */
export interface WasmModule {
  /** Length of the module. */
  readonly bytes: number;
  instantiate(): Executable;
}

const pageFloats = 8192;

/**
 * Nodes written in one function, at most; longer procedures are split. V8 optimises functions of 60,000 to 150,000 within
 * seconds, and much longer ones not at all. Engines take 7,654,321 bytes and 50,000 variables in a function (WebAssembly
 * JavaScript Interface, implementation-defined limits): a node takes at most 32 bytes, chunks at most double the nodes (one
 * more for each variable read or set), and it takes two nodes to set a variable.
 */
const mostNodes = 100_000;
/** The least that still holds the calls of parts. */
const fewestNodes = 8;

const functionType = 0x60;

/** By number of parameters: a procedure, functions of one and of two numbers; then of a pair of numbers. */
const functionTypes = [
  { parameters: [], results: [] },
  { parameters: [f64Type], results: [f64Type] },
  { parameters: [f64Type, f64Type], results: [f64Type] },
  { parameters: [v128Type], results: [v128Type, v128Type] },
];

/** Functions with two results take and give two values at a time. */
function isVector(code: Code): boolean {
  return code.results.length === 2;
}

/** The module's bytes; a program that is lowered already is not lowered again. */
export function emitWasm(program: Program | Lowered, most = mostNodes): Uint8Array<ArrayBuffer> {
  return moduleBytes('functions' in program ? program : lower(program), most);
}

/** Compiled and instantiated at once. Browsers refuse this on a page's main thread for more than 8 MB. */
export function compileWasm(program: Program, most = mostNodes): Executable {
  return wasmModule(program, most).instantiate();
}

export function wasmModule(program: Program, most = mostNodes): WasmModule {
  const bytes = emitWasm(program, most);
  return moduleOf(new WebAssembly.Module(bytes), bytes.length, program);
}

export async function wasmModuleAsync(program: Program): Promise<WasmModule> {
  const bytes = emitWasm(program);
  return moduleOf(await WebAssembly.compile(bytes), bytes.length, program);
}

function moduleOf(module: WebAssembly.Module, bytes: number, program: Program): WasmModule {
  return { bytes, instantiate: () => instantiate(module, program) };
}

function instantiate(module: WebAssembly.Module, { layout, procedures }: Program): Executable {
  const { exports } = new WebAssembly.Instance(module);
  const { buffer } = exports.memory as WebAssembly.Memory;
  const memory = new Float64Array(buffer, 0, layout.size);
  initialise(layout, memory);
  const run: Record<string, () => void> = Object.create(null);
  procedures.forEach(({ name }, i) => {
    run[name] = exports[`p${i}`] as () => void;
  });
  return { layout, memory, run };
}

function moduleBytes({ layout, procedures, functions }: Lowered, most: number): Uint8Array<ArrayBuffer> {
  const rules = {
    limit: most,
    chunksFit: true,
    smallest: fewestNodes,
    weight: nodesWritten,
    spillWeight: 2,
  };
  const library = new Map<LibraryName, number>(functions.map((f, i) => [f.name, i]));
  const plan = { library, procedures: functions.length, spills: layout.size };
  const bodies: Bytes[] = [];
  const others: Bytes[] = [];
  let spilled = 0;
  for (const code of procedures) {
    const { pieces, spills, count } = functionParts(code, rules, procedures.length + others.length, spilled);
    const [first, ...rest] = pieces.map((part) => functionBody(part, plan, spills));
    bodies.push(first);
    others.push(...rest);
    spilled += count;
  }
  bodies.push(...others);
  const constants = new Constants(layout.size + spilled);
  bodies.unshift(
    ...functions.map((code) =>
      isVector(code)
        ? vectorBody(code, (x) => constants.place(x))
        : functionBody({ ...code, imports: [] }, plan, new Map()),
    ),
  );

  const out = new Bytes();
  for (const byte of [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]) out.byte(byte);

  section(out, 1, (s) => {
    s.unsigned(functionTypes.length);
    for (const { parameters, results } of functionTypes) {
      s.byte(functionType);
      for (const types of [parameters, results]) {
        s.unsigned(types.length);
        for (const type of types) s.byte(type);
      }
    }
  });
  section(out, 3, (s) => {
    s.unsigned(bodies.length);
    for (const code of functions)
      s.unsigned(isVector(code) ? functionTypes.length - 1 : code.parameters.length);
    for (let i = functions.length; i < bodies.length; i++) s.unsigned(0);
  });
  section(out, 5, (s) => {
    const pages = Math.ceil((constants.start + constants.values.length) / pageFloats);
    s.unsigned(1);
    s.byte(0x01);
    s.unsigned(pages);
    s.unsigned(pages);
  });
  section(out, 7, (s) => {
    s.unsigned(1 + procedures.length);
    s.name('memory');
    s.byte(0x02);
    s.unsigned(0);
    procedures.forEach((_, i) => {
      s.name(`p${i}`);
      s.byte(0x00);
      s.unsigned(functions.length + i);
    });
  });
  section(out, 10, (s) => {
    s.unsigned(bodies.length);
    for (const body of bodies) s.vector(body);
  });
  if (constants.values.length > 0) {
    section(out, 11, (s) => {
      s.unsigned(1);
      s.byte(0x00);
      s.byte(0x41);
      s.signed(8 * constants.start);
      s.byte(0x0b);
      s.unsigned(8 * constants.values.length);
      for (const x of constants.values) s.float(x);
    });
  }
  return out.finish();
}

function section(out: Bytes, id: number, fill: (content: Bytes) => void): void {
  const content = new Bytes();
  fill(content);
  out.byte(id);
  out.vector(content);
}

/** Constants that stand in memory, from the float `start` on. */
class Constants {
  readonly values: number[] = [];

  constructor(readonly start: number) {}

  place(x: number): number {
    let index = this.values.findIndex((value) => Object.is(value, x));
    if (index < 0) index = this.values.push(x) - 1;
    return this.start + index;
  }
}
