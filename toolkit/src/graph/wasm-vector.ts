/**
 * A WebAssembly function for two values at a time, from straight-line lowered code: the same operations, with the
 * same bits, on both lanes of a vector.
 */
import { Bytes } from './bytes.js';
import type { Code } from './code.js';
import type { Node } from './graph.js';
import { arity, opNames } from './ops.js';
import { assignSlots } from './slots.js';
import { V, v128Type, vectorNumeric, vectorPrefix, W } from './wasm-ops.js';

export function vector(out: Bytes, op: number): void {
  out.byte(vectorPrefix);
  out.unsigned(op);
}

/** The code entry of the function; constants are read from the memory, float number `place(x)`. */
export function vectorBody(code: Code, place: (x: number) => number): Bytes {
  const { graph, inlined } = code;
  const slots = assignSlots(code);
  const out = new Bytes();
  out.unsigned(1);
  out.unsigned(slots.numbers - code.parameters.length);
  out.byte(v128Type);
  const expression = (node: Node): void => {
    const op = graph.op(node);
    if (vectorNumeric[op] === undefined) throw new Error(`wasm: ${opNames[op]} in a vector function`);
    for (let k = 0; k < arity[op]; k++) operand(graph.operand(node, k));
    vector(out, vectorNumeric[op]);
  };
  const operand = (node: Node): void => {
    if (graph.isConstant(node)) {
      out.byte(W.i32Const);
      out.signed(0);
      vector(out, V.loadSplat);
      out.unsigned(3);
      out.unsigned(8 * place(graph.value(node)));
    } else if (inlined[node]) expression(node);
    else {
      out.byte(W.localGet);
      out.unsigned(slots.of[node]);
    }
  };
  for (const i of code.body) {
    if (i.kind !== 'let') throw new Error(`wasm: ${i.kind} in a vector function`);
    expression(i.node);
    out.byte(W.localSet);
    out.unsigned(slots.of[i.node]);
  }
  code.results.forEach(operand);
  out.byte(W.end);
  return out;
}
