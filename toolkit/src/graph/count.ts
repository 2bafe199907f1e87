/** Counting the operations of lowered code. */
import type { Code, LibraryName, Lowered } from './code.js';
import { Op, opNames } from './ops.js';
import { walk } from './walk.js';

export interface OpCounts {
  /** Operations by kind, with those of the procedures and elementary functions that are called. */
  readonly byKind: Readonly<Partial<Record<keyof typeof Op, number>>>;
  /** Additions, subtractions, multiplications, divisions, square roots and negations. */
  readonly arithmetic: number;
  readonly loads: number;
  readonly stores: number;
}

/**
 * Operations that stand in the code of a procedure: a loop's body counts once, an `if` with both branches; a
 * call of an elementary function counts as its operations.
 */
export function countOps(lowered: Lowered, procedure: string): OpCounts {
  const code = lowered.procedures.find((p) => p.name === procedure);
  if (code === undefined) throw new Error(`count: no procedure ${procedure}`);
  const ops = new Float64Array(opNames.length);
  let loads = 0;
  let stores = 0;
  const library = (name: LibraryName): Code => lowered.functions.find((f) => f.name === name) as Code;
  const add = (code: Code): void => {
    walk(code, {
      node(node) {
        const op = code.graph.op(node);
        if (op === Op.leaf) loads++;
        else if (op < Op.tan) ops[op]++;
        else add(library(opNames[op] as LibraryName));
      },
      instruction(i) {
        if (i.kind === 'store') stores++;
        else if (i.kind === 'turn') for (const _ of i.turns) add(library('sincos'));
        else if (i.kind === 'call') add(lowered.procedures[i.procedure]);
      },
    });
  };
  add(code);
  const byKind: Partial<Record<keyof typeof Op, number>> = {};
  opNames.forEach((name, op) => {
    if (ops[op] > 0) byKind[name] = ops[op];
  });
  const arithmetic = ops[Op.add] + ops[Op.sub] + ops[Op.mul] + ops[Op.div] + ops[Op.sqrt] + ops[Op.neg];
  return { byKind, arithmetic, loads, stores };
}
