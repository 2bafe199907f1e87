import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import type { Code, Instruction, Lowered, Place } from './code.js';
import { conformanceCases, differences } from './conformance/index.js';
import type { Graph, Node } from './graph.js';
import { interpret } from './interpret.js';
import { initialise, view } from './layout.js';
import { lower } from './lower.js';
import { apply, arity, Op } from './ops.js';
import { interleaved } from './order.js';
import { type Executable, ProgramBuilder } from './program.js';
import { turned, walk } from './walk.js';

/** Runs lowered code as it stands: a variable that is read before it has a value is an error. */
function execute({ layout, procedures }: Lowered): Executable {
  const memory = new Float64Array(layout.size);
  initialise(layout, memory);
  const runProcedure = (code: Code): void => {
    const { graph, inlined, loads } = code;
    const values = new Map<Node, number>();
    const entry = ({ at, index }: Place): number => at + (index === undefined ? 0 : read(index));
    const compute = (node: Node): number => {
      const place = loads.get(node);
      if (place !== undefined) return memory[entry(place)];
      const op = graph.op(node);
      const [a, b, c] = Array.from({ length: arity[op] }, (_, k) => read(graph.operand(node, k)));
      return apply(numbers, op, a, b, c);
    };
    const read = (node: Node): number => {
      if (graph.isConstant(node)) return graph.value(node);
      if (inlined[node]) return compute(node);
      const value = values.get(node);
      if (value === undefined) throw new Error(`${code.name}: node ${node} has no value yet`);
      return value;
    };
    const block = (instructions: readonly Instruction[]): void => {
      for (const i of instructions) {
        if (i.kind === 'let') values.set(i.node, compute(i.node));
        else if (i.kind === 'store') memory[entry(i.to)] = read(i.value);
        else if (i.kind === 'call') runProcedure(procedures[i.procedure]);
        else if (i.kind === 'if') block(read(i.test) !== 0 ? i.whenTrue : i.whenFalse);
        else if (i.kind === 'turn') {
          for (const { angle, sine, cosine } of i.turns) {
            if (sine !== undefined) values.set(sine, numbers.sin(read(angle)));
            if (cosine !== undefined) values.set(cosine, numbers.cos(read(angle)));
          }
        } else if (i.kind === 'repeat') {
          for (let k = 0; k < i.count; k++) {
            values.set(i.index, k);
            block(i.body);
            if (i.until !== undefined && read(i.until) !== 0) break;
          }
        } else throw new Error(`unexpected ${i.kind}`);
      }
    };
    block(code.body);
  };
  const run = Object.fromEntries(procedures.map((code) => [code.name, () => runProcedure(code)]));
  return { layout, memory, run };
}

/** Nodes that get values, in order. */
function given(code: Code): Node[] {
  const nodes: Node[] = [];
  walk(code, {
    node: (node) => nodes.push(node),
    instruction: (i) => {
      if (i.kind === 'turn') nodes.push(...turned(i));
    },
  });
  return nodes;
}

describe('interleaved code', () => {
  it.each(conformanceCases.map((c) => [c.name, c] as const))('gives the same bits: %s', (_, c) => {
    const lowered = lower(c.program);
    const procedures = lowered.procedures.map(interleaved);
    expect(differences(c, execute({ ...lowered, procedures }))).toEqual([]);
    procedures.forEach((code, i) => {
      const sorted = (nodes: Node[]): Node[] => nodes.sort((a, b) => a - b);
      expect(sorted(given(code))).toEqual(sorted(given(lowered.procedures[i])));
    });
  });

  it('lets independent chains alternate', () => {
    const p = new ProgramBuilder('chains');
    const G = p.graph;
    const x = p.field({ name: 'x', region: 'inputs', size: 4, unit: '' });
    const y = p.field({ name: 'y', region: 'outputs', size: 4, unit: '' });
    p.procedure('step', () => {
      p.storeAll(
        y,
        p.loadAll(x).map((start) => {
          let value = start;
          for (let i = 0; i < 20; i++) value = G.mul(G.add(value, G.constant(i + 0.5)), start);
          return value;
        }),
      );
    });
    const [code] = lower(p.finish()).procedures.map(interleaved);
    const ops = given(code).filter((node) => code.graph.op(node) !== Op.leaf);
    // The chain of each operation: the start that it multiplies by, or that of its operand.
    const chains = new Map<Node, Node>();
    const chainOf = (node: Node): Node => {
      let leaf = node;
      while (code.graph.op(leaf) !== Op.leaf) {
        const operands = [0, 1]
          .map((k) => code.graph.operand(leaf, k))
          .filter((n) => !code.graph.isConstant(n));
        leaf = operands[operands.length - 1];
      }
      return leaf;
    };
    for (const node of ops) chains.set(node, chainOf(node));
    const neighbours = ops.filter((node, i) => i > 0 && chains.get(node) === chains.get(ops[i - 1]));
    expect(neighbours.length).toBeLessThan(ops.length / 4);
  });

  it('keeps accesses of one entry in order, whichever address is computed', () => {
    const long = (G: Graph, x: Node): Node => {
      let value = x;
      for (let i = 0; i < 30; i++) value = G.sqrt(G.add(value, G.constant(i + 1)));
      return value;
    };
    // Long chains hang on what must come late, and on what must come early hangs nothing.
    for (const [first, second] of [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]) {
      const p = new ProgramBuilder('order');
      const G = p.graph;
      const x = p.field({ name: 'x', region: 'inputs', size: 3, unit: '' });
      const ring = p.field({ name: 'ring', region: 'state', size: 4, unit: '', initial: [5, 6, 7, 8] });
      const y = p.field({ name: 'y', region: 'outputs', size: 3, unit: '' });
      p.procedure('step', () => {
        const [at, a, b] = p.loadAll(x);
        const load = (computed: boolean): Node => (computed ? p.loadAt(ring, at) : p.load(ring, 2));
        const store = (computed: boolean, value: Node): void =>
          computed ? p.storeAt(ring, at, value) : p.store(ring, 2, value);
        const before = load(first);
        store(second, long(G, a));
        p.store(y, 0, long(G, load(first)));
        store(first, b);
        store(second, G.neg(b));
        p.store(y, 1, long(G, load(second)));
        p.store(y, 2, before);
      });
      const program = p.finish();
      const lowered = lower(program);
      const got = execute({ ...lowered, procedures: lowered.procedures.map(interleaved) });
      const wanted = interpret(program);
      for (const at of [2, 0, 2, 3]) {
        for (const { layout, memory, run } of [got, wanted]) {
          view(layout, memory, 'x').set([at, 3, 4 + at]);
          run.step();
        }
        expect(got.memory).toEqual(wanted.memory);
      }
    }
  });

  it('writes operations inside each other where they follow each other', () => {
    const p = new ProgramBuilder('one');
    const G = p.graph;
    const x = p.field({ name: 'x', region: 'inputs', size: 2, unit: '' });
    p.procedure('step', () => {
      const [a, b] = p.loadAll(x);
      p.store(x, 0, G.sqrt(G.add(G.mul(a, a), G.mul(b, G.constant(3)))));
    });
    const [code] = lower(p.finish()).procedures.map(interleaved);
    expect(code.body.length).toBeLessThan(5);
  });
});
