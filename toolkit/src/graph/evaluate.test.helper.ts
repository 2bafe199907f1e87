/** Expressions of a graph as numbers, for tests. */
import { numbers } from '../math/index.js';
import type { Graph, Node } from './graph.js';
import { apply, arity, Op } from './ops.js';

/** Values of nodes, the leaves having these values in the order in which they were made. */
export function evaluate(graph: Graph, nodes: readonly Node[], leaves: readonly number[]): number[] {
  const values = new Float64Array(graph.size);
  let leaf = 0;
  for (let node = 0 as Node; node < graph.size; node++) {
    const op = graph.op(node);
    if (op === Op.constant) values[node] = graph.value(node);
    else if (op === Op.leaf) values[node] = leaves[leaf++];
    else {
      const [a, b, c] = Array.from({ length: arity[op] }, (_, k) => values[graph.operand(node, k)]);
      values[node] = apply(numbers, op, a, b, c);
    }
  }
  return nodes.map((node) => values[node]);
}
