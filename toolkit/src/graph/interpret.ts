/**
 * The interpreter: runs a program's statements as they stand, with the algebra of numbers. It shares nothing with
 * lowering or the emitters; what it gives is what they must give.
 */
import { numbers } from '../math/index.js';
import type { Graph, Node } from './graph.js';
import { addressOf, initialise, type Layout } from './layout.js';
import { apply, arity, Op } from './ops.js';
import type { Address, Executable, Program, Statement } from './program.js';

type Action = () => void;

export function interpret(program: Program): Executable {
  const memory = new Float64Array(program.layout.size);
  initialise(program.layout, memory);
  const run: Record<string, Action> = Object.create(null);
  for (const { name, body } of program.procedures) {
    run[name] = new Planner(program.graph, program.layout, memory, run).block(body, new Set());
  }
  return { layout: program.layout, memory, run };
}

/** Plans the evaluation of one procedure: each node is evaluated where a block first needs it. */
class Planner {
  readonly #graph: Graph;
  readonly #layout: Layout;
  readonly #memory: Float64Array;
  readonly #run: Readonly<Record<string, Action>>;
  readonly #values: Float64Array;

  constructor(graph: Graph, layout: Layout, memory: Float64Array, run: Readonly<Record<string, Action>>) {
    this.#graph = graph;
    this.#layout = layout;
    this.#memory = memory;
    this.#run = run;
    this.#values = new Float64Array(graph.size);
  }

  /** `outer`: nodes that have their values when the block begins. */
  block(statements: readonly Statement[], outer: ReadonlySet<Node>): Action {
    const known = new Set(outer);
    const actions = statements.map((s) => this.#statement(s, known));
    return () => {
      for (const action of actions) action();
    };
  }

  #statement(s: Statement, known: Set<Node>): Action {
    const values = this.#values;
    const memory = this.#memory;
    switch (s.kind) {
      case 'load': {
        const at = this.#address(s.from, known);
        known.add(s.leaf);
        return () => {
          values[s.leaf] = memory[at()];
        };
      }
      case 'store': {
        // Planned in the order in which they run.
        const evaluate = this.#evaluation(s.value, known);
        const at = this.#address(s.to, known);
        return () => {
          evaluate();
          memory[at()] = values[s.value];
        };
      }
      case 'if': {
        const evaluate = this.#evaluation(s.test, known);
        const whenTrue = this.block(s.whenTrue, known);
        const whenFalse = this.block(s.whenFalse, known);
        return () => {
          evaluate();
          if (values[s.test] !== 0) whenTrue();
          else whenFalse();
        };
      }
      case 'repeat': {
        const inside = new Set(known).add(s.index);
        const actions = s.body.map((inner) => this.#statement(inner, inside));
        const { until } = s;
        const evaluate = until === undefined ? undefined : this.#evaluation(until, inside);
        return () => {
          for (let pass = 0; pass < s.count; pass++) {
            values[s.index] = pass;
            for (const action of actions) action();
            if (until === undefined || evaluate === undefined) continue;
            evaluate();
            if (values[until] !== 0) break;
          }
        };
      }
      case 'call':
        return () => this.#run[s.procedure]();
    }
  }

  #address({ field, index, dynamic }: Address, known: Set<Node>): () => number {
    const start = addressOf(this.#layout, field);
    if (!dynamic) return () => start + index;
    const evaluate = this.#evaluation(index as Node, known);
    return () => {
      evaluate();
      return start + this.#values[index];
    };
  }

  /** Evaluates what a node needs and is not known yet; from then on it is. */
  #evaluation(root: Node, known: Set<Node>): Action {
    const graph = this.#graph;
    const cone: Node[] = [];
    const stack = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (known.has(node)) continue;
      known.add(node);
      const op = graph.op(node);
      if (op === Op.leaf) throw new Error('interpret: a value is used outside the block that loads it');
      if (op === Op.constant) this.#values[node] = graph.value(node);
      else cone.push(node);
      for (let k = 0; k < arity[op]; k++) stack.push(graph.operand(node, k));
    }
    // Operands have lower numbers than their users.
    const nodes = Int32Array.from(cone).sort();
    return () => {
      for (const node of nodes) this.#values[node] = this.#evaluate(node as Node);
    };
  }

  #evaluate(node: Node): number {
    const graph = this.#graph;
    const values = this.#values;
    return apply(
      numbers,
      graph.op(node),
      values[graph.operand(node, 0)],
      values[graph.operand(node, 1)],
      values[graph.operand(node, 2)],
    );
  }
}
