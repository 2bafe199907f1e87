/**
 * Lowering: a program's statements become the scheduled code that all emitters share (code.ts). Pure: the same
 * program gives the same code, whatever was made before.
 */
import { atan2, exp, log, tan, tanh } from '../math/index.js';
import { Block, BlockBuilder, storesOf } from './blocks.js';
import type { Code, LibraryName, Lowered } from './code.js';
import { Graph, type Node, Op } from './graph.js';
import type { Program } from './program.js';
import { schedule } from './schedule.js';
import { walk } from './walk.js';

const library: Readonly<Record<LibraryName, (graph: Graph, operands: readonly Node[]) => Node>> = {
  tan: (graph, [a]) => tan(graph, a),
  atan2: (graph, [y, x]) => atan2(graph, y, x),
  exp: (graph, [a]) => exp(graph, a),
  log: (graph, [a]) => log(graph, a),
  tanh: (graph, [a]) => tanh(graph, a),
};

const operandCount: Readonly<Record<LibraryName, number>> = { tan: 1, atan2: 2, exp: 1, log: 1, tanh: 1 };

export const libraryNames = Object.keys(library) as readonly LibraryName[];

export function lower(program: Program): Lowered {
  const stores = storesOf(program);
  const procedures = program.procedures.map(({ name, body }) => {
    const builder = new BlockBuilder(program, stores, name);
    const root = builder.build(body);
    return schedule(name, builder.graph, root);
  });
  const called = new Set<number>();
  for (const code of procedures) walk(code, { node: (node) => called.add(code.graph.op(node)) });
  const functions = libraryNames.filter((name) => called.has(Op[name])).map(libraryFunction);
  return { name: program.name, layout: program.layout, procedures, functions };
}

const traced = new Map<LibraryName, Code & { readonly name: LibraryName }>();

/** The code of an elementary function. */
export function libraryFunction(name: LibraryName): Code & { readonly name: LibraryName } {
  let code = traced.get(name);
  if (code === undefined) {
    const graph = new Graph('exact');
    const parameters = Array.from({ length: operandCount[name] }, () => graph.leaf());
    const result = library[name](graph, parameters);
    code = { ...schedule(name, graph, new Block(undefined, false), parameters, result), name };
    traced.set(name, code);
  }
  return code;
}
