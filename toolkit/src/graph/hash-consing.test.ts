import { describe, expect, it } from 'vitest';
import { Graph, type Node, TooLarge } from './graph.js';

describe('hash-consing', () => {
  it('tells choices that differ in one operand only, among many in one table', () => {
    const graph = new Graph();
    const [a, b] = [graph.leaf(), graph.leaf()];
    const others = Array.from({ length: 20_000 }, () => graph.leaf());
    const test = graph.less(a, b);
    const kinds: readonly ((x: Node) => Node)[] = [
      (x) => graph.select(test, a, x),
      (x) => graph.select(test, x, a),
      (x) => graph.sub(x, a),
      (x) => graph.sub(a, x),
    ];
    for (const make of kinds) {
      const nodes = others.map(make);
      expect(new Set(nodes).size).toBe(others.length);
      expect(others.map(make)).toEqual(nodes);
      nodes.forEach((node, i) => {
        const operands = [0, 1, 2].map((k) => graph.operand(node, k));
        expect(operands.includes(others[i])).toBe(true);
      });
    }
  });

  it('ends with a word where a graph grows beyond what can be compiled', () => {
    const graph = new Graph();
    expect(() => {
      for (;;) graph.leaf();
    }).toThrow(TooLarge);
    expect(graph.size).toBeGreaterThan(8e6);
  });
});
