/**
 * The WebAssembly emitter: writes a module's bytes directly (WebAssembly core specification, chapter 5).
 *
 * A module has its own memory of fixed size (the layout's floats), one function a procedure under the exported
 * name `p` and its number, and a function for each elementary function that is called. Truth values are 32-bit
 * integers. Constants stand in the code: reading them from memory was slower at every size measured.
 */
import { Bytes } from './bytes.js';
import type { Code, LibraryName, Lowered } from './code.js';
import { initialise } from './layout.js';
import { lower } from './lower.js';
import type { Executable, Program } from './program.js';
import { functionBody } from './wasm-code.js';

/** A compiled module; every instance has a memory of its own. */
export interface WasmModule {
  /** Length of the module. */
  readonly bytes: number;
  instantiate(): Executable;
}

const pageFloats = 8192;
const f64Type = 0x7c;
const functionType = 0x60;

/** The module's bytes; a program that is lowered already is not lowered again. */
export function emitWasm(program: Program | Lowered): Uint8Array<ArrayBuffer> {
  return moduleBytes('functions' in program ? program : lower(program));
}

/** Compiled and instantiated at once. Browsers refuse this on a page's main thread for more than 8 MB. */
export function compileWasm(program: Program): Executable {
  return wasmModule(program).instantiate();
}

export function wasmModule(program: Program): WasmModule {
  const bytes = emitWasm(program);
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

function moduleBytes({ layout, procedures, functions }: Lowered): Uint8Array<ArrayBuffer> {
  const all: readonly Code[] = [...functions, ...procedures];
  const library = new Map<LibraryName, number>(functions.map((f, i) => [f.name, i]));
  const numbers = { library, procedures: functions.length };
  const bodies = all.map((code) => functionBody(code, numbers));

  const out = new Bytes();
  for (const byte of [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]) out.byte(byte);

  // One type for each number of parameters: 0 (procedures, no result), 1 and 2 (functions).
  section(out, 1, (s) => {
    s.unsigned(3);
    for (let parameters = 0; parameters <= 2; parameters++) {
      s.byte(functionType);
      s.unsigned(parameters);
      for (let i = 0; i < parameters; i++) s.byte(f64Type);
      s.unsigned(parameters === 0 ? 0 : 1);
      if (parameters > 0) s.byte(f64Type);
    }
  });
  section(out, 3, (s) => {
    s.unsigned(all.length);
    for (const code of all) s.unsigned(code.parameters.length);
  });
  section(out, 5, (s) => {
    const pages = Math.ceil(layout.size / pageFloats);
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
  return out.finish();
}

function section(out: Bytes, id: number, fill: (content: Bytes) => void): void {
  const content = new Bytes();
  fill(content);
  out.byte(id);
  out.vector(content);
}
