/** How much of a WebAssembly function an instruction of lowered code becomes. */
import type { Code, Instruction, Place } from './code.js';
import type { Node } from './graph.js';
import { arity } from './ops.js';

/**
 * Operations, variables and constants that an instruction writes with its expressions, from above. Each takes at most
 * 32 bytes (a number from a computed place as a truth value).
 */
export function nodesWritten({ graph, inlined, loads }: Code, i: Instruction): number {
  const operand = (node: Node): number => (inlined[node] ? expression(node) : 1);
  const entry = ({ index }: Place): number => (index === undefined ? 1 : 1 + operand(index));
  const expression = (node: Node): number => {
    const place = loads.get(node);
    if (place !== undefined) return entry(place);
    let count = 1;
    for (let k = 0; k < arity[graph.op(node)]; k++) count += operand(graph.operand(node, k));
    return count;
  };
  switch (i.kind) {
    case 'let':
      return 1 + expression(i.node);
    case 'turn':
      return i.turns.reduce((sum, { angle }) => sum + 2 + operand(angle), 0);
    case 'store':
      return entry(i.to) + operand(i.value);
    case 'if':
      return 1 + operand(i.test);
    case 'repeat':
      return 2 + (i.until === undefined ? 0 : operand(i.until));
    case 'save':
    case 'restore':
    case 'call':
      return 1;
  }
}
