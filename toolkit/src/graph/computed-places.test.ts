import { describe, expect, it } from 'vitest';
import type { Graph, Node } from './graph.js';
import { interpret } from './interpret.js';
import { compileJavaScript } from './javascript.js';
import { type Field, view } from './layout.js';
import { ProgramBuilder } from './program.js';
import { compileWasm } from './wasm.js';

interface Given {
  readonly p: ProgramBuilder;
  readonly G: Graph;
  /** Four entries: 1, 2, 3, 4; before and after them stand others. */
  readonly table: Field;
  readonly at: Node;
}

/** What a program gives for an index, as every back end has it. */
function results(trace: (given: Given) => readonly Node[], index: number): number[] {
  const p = new ProgramBuilder('places');
  p.field({ name: 'before', region: 'state', size: 3, unit: '', initial: -7 });
  const table = p.field({ name: 'table', region: 'state', size: 4, unit: '', initial: [1, 2, 3, 4] });
  p.field({ name: 'behind', region: 'state', size: 3, unit: '', initial: -8 });
  const input = p.field({ name: 'index', region: 'inputs', unit: '' });
  p.procedure('step', () => {
    const found = trace({ p, G: p.graph, table, at: p.load(input) });
    p.storeAll(p.field({ name: 'y', region: 'outputs', size: found.length, unit: '' }), found);
  });
  const program = p.finish();
  const [first, ...others] = [interpret, compileJavaScript, compileWasm].map((compile) => {
    const { layout, memory, run } = compile(program);
    view(layout, memory, 'index')[0] = index;
    run.step();
    return [...view(layout, memory, 'y')];
  });
  for (const other of others) expect(other).toEqual(first);
  return first;
}

describe('entries at computed places', () => {
  it('are read again after a store to a fixed place, which may be theirs', () => {
    const trace = ({ p, G, table, at }: Given) => {
      const before = p.loadAt(table, at);
      p.store(table, 2, G.constant(30));
      return [before, p.loadAt(table, at)];
    };
    expect(results(trace, 2)).toEqual([3, 30]);
    expect(results(trace, 1)).toEqual([2, 2]);
  });

  it('may be those of a fixed place that was read before', () => {
    const trace = ({ p, G, table, at }: Given) => {
      const before = p.load(table, 2);
      p.storeAt(table, at, G.constant(30));
      return [before, p.load(table, 2)];
    };
    expect(results(trace, 2)).toEqual([3, 30]);
    expect(results(trace, 1)).toEqual([3, 3]);
  });

  it('are held inside their field, whatever the index', () => {
    const trace = ({ p, table, at }: Given) => [p.loadAt(table, at)];
    for (const [index, wanted] of [
      [-1, 1],
      [-0.5, 1],
      [0.9, 1],
      [3.9, 4],
      [4, 4],
      [1e300, 4],
      [Number.NaN, 1],
      [Number.NEGATIVE_INFINITY, 1],
    ]) {
      expect(results(trace, index)).toEqual([wanted]);
    }
  });

  it('are held inside where sums, differences and products of loop indices lead out', () => {
    const sum = (index: (G: Graph, i: Node, j: Node) => Node) =>
      results(({ p, G, table }) => {
        const total = p.field({ name: 'total', region: 'scratch', unit: '' });
        p.store(total, 0, G.constant(0));
        p.repeat(3, (i) => {
          p.repeat(3, (j) => {
            p.store(total, 0, G.add(p.load(total), p.loadAt(table, index(G, i, j))));
            return undefined;
          });
          return undefined;
        });
        return [p.load(total)];
      }, 0)[0];
    const entry = (k: number): number => (k < 0 ? 1 : k > 3 ? 4 : k + 1);
    const wanted = (index: (i: number, j: number) => number): number => {
      let total = 0;
      for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) total += entry(index(i, j));
      return total;
    };
    expect(sum((G, i, j) => G.sub(i, j))).toBe(wanted((i, j) => i - j));
    expect(sum((G, i, j) => G.add(i, j))).toBe(wanted((i, j) => i + j));
    expect(sum((G, i, j) => G.mul(i, j))).toBe(wanted((i, j) => i * j));
    expect(sum((G, i, j) => G.mul(G.sub(i, G.constant(1)), j))).toBe(wanted((i, j) => (i - 1) * j));
    expect(sum((G, i, j) => G.sub(G.constant(3), G.add(i, j)))).toBe(wanted((i, j) => 3 - i - j));
    expect(sum((_, i) => i)).toBe(wanted((i) => i));
  });
});
