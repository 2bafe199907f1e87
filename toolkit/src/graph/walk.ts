/** Going through lowered code in the order in which it runs. */
import type { Code, Instruction, Place } from './code.js';
import type { Node } from './graph.js';
import { arity } from './ops.js';

export interface Visitor {
  /** A node that is computed or loaded here, after its operands. */
  node?(node: Node): void;
  /**
   * A variable that is read: a node that an instruction before, a loop or the caller gave its value.
   * `after`: it is read by the test at the end of a loop.
   */
  variable?(node: Node, after: boolean): void;
  /** An instruction, after its operands and before its blocks. */
  instruction?(instruction: Instruction): void;
}

export function walk(code: Code, visitor: Visitor): void {
  const { graph, inlined, loads } = code;
  let after = false;
  const expression = (node: Node): void => {
    const place = loads.get(node);
    if (place !== undefined) index(place);
    for (let k = 0; k < arity[graph.op(node)]; k++) operand(graph.operand(node, k));
    visitor.node?.(node);
  };
  const operand = (node: Node): void => {
    if (inlined[node]) expression(node);
    else if (visitor.variable !== undefined && !graph.isConstant(node)) visitor.variable(node, after);
  };
  const index = (place: Place): void => {
    if (place.index !== undefined) operand(place.index);
  };
  const block = (instructions: readonly Instruction[]): void => {
    for (const i of instructions) {
      if (i.kind === 'let') expression(i.node);
      else if (i.kind === 'if') operand(i.test);
      else if (i.kind === 'turn') for (const { angle } of i.turns) operand(angle);
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
        if (i.until !== undefined) {
          after = true;
          operand(i.until);
          after = false;
        }
      }
    }
  };
  block(code.body);
  code.results.forEach(operand);
}

/** The nodes that a turn gives values. */
export function turned({ turns }: Instruction & { kind: 'turn' }): Node[] {
  return turns.flatMap(({ sine, cosine }) => [sine, cosine].filter((node) => node !== undefined));
}

/** Variables that an instruction itself gives their values. */
export function setBy(i: Instruction): readonly Node[] {
  if (i.kind === 'let') return [i.node];
  if (i.kind === 'turn') return turned(i);
  return i.kind === 'repeat' ? [i.index] : [];
}

/** Whether an instruction is or holds a turn. */
export function hasTurns(i: Instruction): boolean {
  if (i.kind === 'if') return i.whenTrue.some(hasTurns) || i.whenFalse.some(hasTurns);
  return i.kind === 'turn' || (i.kind === 'repeat' && i.body.some(hasTurns));
}
