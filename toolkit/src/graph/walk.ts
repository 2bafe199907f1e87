/** Going through lowered code in the order in which it runs. */
import type { Code, Instruction, Place } from './code.js';
import { arity, type Node } from './graph.js';

export interface Visitor {
  /** A node that is computed or loaded here, after its operands. */
  node?(node: Node): void;
  /** An instruction, after its operands and before its blocks. */
  instruction?(instruction: Instruction): void;
}

export function walk(code: Code, visitor: Visitor): void {
  const { graph, inlined, loads } = code;
  const expression = (node: Node): void => {
    const place = loads.get(node);
    if (place !== undefined) index(place);
    for (let k = 0; k < arity[graph.op(node)]; k++) operand(graph.operand(node, k));
    visitor.node?.(node);
  };
  const operand = (node: Node): void => {
    if (inlined[node]) expression(node);
  };
  const index = (place: Place): void => {
    if (place.index !== undefined) operand(place.index);
  };
  const block = (instructions: readonly Instruction[]): void => {
    for (const i of instructions) {
      if (i.kind === 'let') expression(i.node);
      else if (i.kind === 'if') operand(i.test);
      else if (i.kind === 'store') {
        index(i.to);
        operand(i.value);
      }
      visitor.instruction?.(i);
      if (i.kind === 'if') {
        block(i.whenTrue);
        block(i.whenFalse);
      } else if (i.kind === 'repeat') {
        block(i.body);
        if (i.until !== undefined) operand(i.until);
      }
    }
  };
  block(code.body);
  if (code.result !== undefined) operand(code.result);
}
