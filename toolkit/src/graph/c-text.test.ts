import { describe, expect, it } from 'vitest';
import { emitC } from './c.js';
import { cLiteral } from './c-code.js';
import { identifierPart, sentence } from './c-names.js';
import type { Graph, Node } from './graph.js';
import { ProgramBuilder } from './program.js';

/** Emitted C of one procedure that stores one expression of two inputs. */
function sourceOf(build: (G: Graph, a: Node, b: Node) => Node): string {
  const p = new ProgramBuilder('one');
  const x = p.field({ name: 'x', region: 'inputs', size: 2, unit: 'm' });
  const y = p.field({ name: 'y', region: 'outputs', unit: 'm' });
  p.procedure('step', () => p.store(y, 0, build(p.graph, p.load(x, 0), p.load(x, 1))));
  return emitC(p.finish(), { prefix: 'arm' }).source;
}

describe('literals of C', () => {
  it.each([
    [2, '2.0'],
    [0, '0.0'],
    [-0, '(-0.0)'],
    [-3, '(-3.0)'],
    [0.1, '0.1'],
    [1e21, '1e+21'],
    [5e-324, '5e-324'],
    [4503599627371519, '4503599627371519.0'],
    [Number.NaN, 'NAN'],
    [Number.POSITIVE_INFINITY, 'INFINITY'],
    [Number.NEGATIVE_INFINITY, '(-INFINITY)'],
  ])('of %d is a double: %s', (x, text) => {
    expect(cLiteral(x)).toBe(text);
  });
});

describe('operations of C', () => {
  it('are those of doubles', () => {
    expect(sourceOf((G, a) => G.div(G.constant(1), a))).toContain('m[8] = 1.0 / m[0];');
    expect(sourceOf((G, a, b) => G.abs(G.sub(a, b)))).toContain('m[8] = fabs(m[0] - m[1]);');
    expect(sourceOf((G, a, b) => G.sub(G.sqrt(a), G.floor(b)))).toContain('m[8] = sqrt(m[0]) - floor(m[1]);');
    expect(sourceOf((G, a, b) => G.lessEqual(a, b))).toContain('m[8] = (m[0] <= m[1]) ? 1.0 : 0.0;');
    expect(sourceOf((G, a, b) => G.select(G.less(a, b), b, a))).toMatch(/= \(n\d+ < n\d+\) \? n\d+ : n\d+;/);
  });
});

describe('names of files', () => {
  it.each([
    ['tool.at', 'tool_at'],
    ['*/ int x; /*', 'int_x'],
    ['"];exit(1)//', 'exit_1'],
    ['číslo\n\\', 'slo'],
    ['ключ', ''],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('%j is %j in an identifier', (name, text) => {
    expect(identifierPart(name)).toBe(text);
  });

  it.each([
    ['an end */ int x; /*', 'an end x/ int x; /x'],
    ['F·Λ⁻¹ ≤ 3 °', 'F Lambda^-1 <= 3  deg'],
    ['a\\\nb "c" ??/ %s', "a_b 'c' _/ _s"],
  ])('%j is %j in a comment', (text, plain) => {
    expect(sentence(text)).toBe(plain);
  });
});
