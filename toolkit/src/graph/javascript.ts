/**
 * The JavaScript emitter: text with a function for each procedure and each elementary function that is called.
 *
 * V8 never optimises a function of more than 61,440 bytes of bytecode, and runs it about thirty times slower for
 * it, so longer code is split into parts.
 */
import type { Lowered } from './code.js';
import { bytecodeSize, functionText, spillSize } from './javascript-code.js';
import { initialise } from './layout.js';
import { lower } from './lower.js';
import { functionParts } from './parts.js';
import type { Executable, Program } from './program.js';

/** Most bytes of V8's bytecode in a function, by an estimate from above. */
const bytecodeLimit = 58_000;
/** The least that still holds the calls of parts. */
const smallestLimit = 100;

/** What generated functions share; `M` is the memory. */
const prelude = `'use strict';
const {sqrt,abs,floor}=Math,INF=1/0,NOT=0/0,B=new DataView(new ArrayBuffer(8));
function exponent(a){B.setFloat64(0,a);return((B.getUint32(0)>>>20)&2047)-1023}
function pow2(a){B.setUint32(0,(a+1023)<<20);B.setUint32(4,0);return B.getFloat64(0)}`;

/**
 * The body of a function whose parameter `M` is the memory, and which returns the procedures in their order.
 * Each time it is called it makes functions that share nothing with those of other calls.
 */
export function emitJavaScript(program: Program | Lowered, limit = bytecodeLimit): string {
  return text('functions' in program ? program : lower(program), limit);
}

export function compileJavaScript(program: Program, limit = bytecodeLimit): Executable {
  const { layout, procedures } = program;
  const make = new Function('M', emitJavaScript(program, limit)) as (memory: Float64Array) => (() => void)[];
  const memory = new Float64Array(layout.size);
  initialise(layout, memory);
  const functions = make(memory);
  const run: Record<string, () => void> = Object.create(null);
  procedures.forEach(({ name }, i) => {
    run[name] = functions[i];
  });
  return { layout, memory, run };
}

function text({ procedures, functions }: Lowered, limit: number): string {
  const sincos = functions.find(({ name }) => name === 'sincos');
  const texts = functions
    .filter((code) => code !== sincos)
    .map((code) => functionText(code.name, { ...code, imports: [] }, new Map(), undefined));
  let parts = procedures.length;
  let spilled = 0;
  procedures.forEach((code, number) => {
    const rules = { limit, smallest: smallestLimit, weight: bytecodeSize, spillWeight: spillSize };
    const { pieces, spills, count } = functionParts(code, rules, parts, spilled);
    pieces.forEach((part, i) => {
      texts.push(functionText(`p${i === 0 ? number : parts + i - 1}`, part, spills, sincos));
    });
    parts += pieces.length - 1;
    spilled += count;
  });
  const spills = spilled > 0 ? `const S=new Float64Array(${spilled});\n` : '';
  const names = procedures.map((_, number) => `p${number}`);
  return `${prelude}\n${spills}${texts.join('\n')}\nreturn[${names.join(',')}];\n`;
}
