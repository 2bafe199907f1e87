/**
 * Lowering: a program's statements become the scheduled code that all emitters share (code.ts). Pure: the same
 * program gives the same code, whatever was made before.
 */
import { atan2, cos, exp, log, sin, tan, tanh } from '../math/index.js';
import { Block, BlockBuilder, storesOf } from './blocks.js';
import type { Code, LibraryName, Lowered } from './code.js';
import { Graph, type Node } from './graph.js';
import { opNames } from './ops.js';
import type { Program } from './program.js';
import { schedule } from './schedule.js';
import { walk } from './walk.js';

interface LibraryFunction {
  readonly operands: number;
  trace(graph: Graph, operands: readonly Node[]): readonly Node[];
}

const library: Readonly<Record<LibraryName, LibraryFunction>> = {
  sincos: { operands: 1, trace: (graph, [a]) => [sin(graph, a), cos(graph, a)] },
  tan: { operands: 1, trace: (graph, [a]) => [tan(graph, a)] },
  atan2: { operands: 2, trace: (graph, [y, x]) => [atan2(graph, y, x)] },
  exp: { operands: 1, trace: (graph, [a]) => [exp(graph, a)] },
  log: { operands: 1, trace: (graph, [a]) => [log(graph, a)] },
  tanh: { operands: 1, trace: (graph, [a]) => [tanh(graph, a)] },
};

const libraryNames = Object.keys(library) as readonly LibraryName[];

/**
 * `turns`: whether sines and cosines are gathered in `turn` instructions, or stand in the code as the operations
 * that they are made of.
 */
export function lower(program: Program, turns: 'gathered' | 'inline' = 'gathered'): Lowered {
  const stores = storesOf(program);
  const procedures = program.procedures.map(({ name, body }) => {
    const builder = new BlockBuilder(program, stores, name, turns === 'inline');
    const root = builder.build(body);
    return schedule(name, builder.graph, root);
  });
  const called = new Set<LibraryName>();
  for (const code of procedures) {
    walk(code, {
      node: (node) => called.add(opNames[code.graph.op(node)] as LibraryName),
      instruction: (i) => i.kind === 'turn' && called.add('sincos'),
    });
  }
  const functions = libraryNames.filter((name) => called.has(name)).map(libraryFunction);
  return { name: program.name, layout: program.layout, procedures, functions };
}

const traced = new Map<LibraryName, Code & { readonly name: LibraryName }>();

/** The code of an elementary function. */
export function libraryFunction(name: LibraryName): Code & { readonly name: LibraryName } {
  let code = traced.get(name);
  if (code === undefined) {
    const graph = new Graph('exact');
    const parameters = Array.from({ length: library[name].operands }, () => graph.leaf());
    const results = library[name].trace(graph, parameters);
    code = { ...schedule(name, graph, new Block(undefined, false), parameters, results), name };
    traced.set(name, code);
  }
  return code;
}

/** The code of one elementary function by itself: of `sincos` one of both. */
export function elementaryFunction(name: Exclude<LibraryName, 'sincos'> | 'sin' | 'cos'): Code {
  if (name !== 'sin' && name !== 'cos') return libraryFunction(name);
  const graph = new Graph('exact');
  const parameters = [graph.leaf()];
  const results = [(name === 'sin' ? sin : cos)(graph, parameters[0])];
  return schedule(name, graph, new Block(undefined, false), parameters, results);
}
