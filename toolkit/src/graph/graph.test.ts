import { describe, expect, it } from 'vitest';
import { accurateAngle, numbers } from '../math/index.js';
import { Chance, specialNumbers } from './conformance/chance.js';
import { Graph, type Node } from './graph.js';
import { interpret } from './interpret.js';
import { view } from './layout.js';
import { apply, arity, isTruth, Op, opNames } from './ops.js';
import { ProgramBuilder } from './program.js';

/** Value of a node for given values of leaves. */
function evaluate(graph: Graph, node: Node, leaves: ReadonlyMap<Node, number>): number {
  const op = graph.op(node);
  if (op === Op.constant) return graph.value(node);
  if (op === Op.leaf) return leaves.get(node) as number;
  const [a, b, c] = [0, 1, 2].map((k) =>
    k < arity[op] ? evaluate(graph, graph.operand(node, k), leaves) : Number.NaN,
  );
  return apply(numbers, op, a, b, c);
}

/** How a node reads, leaves by the names given. */
function text(graph: Graph, node: Node, names: ReadonlyMap<Node, string>): string {
  const op = graph.op(node);
  if (op === Op.constant) return Object.is(graph.value(node), -0) ? '-0' : `${graph.value(node)}`;
  if (op === Op.leaf) return names.get(node) as string;
  const operands = Array.from({ length: arity[op] }, (_, k) => text(graph, graph.operand(node, k), names));
  return `${opNames[op]}(${operands.join(' ')})`;
}

const operations = (Object.values(Op) as Op[]).filter((op) => op > Op.leaf && op < Op.sin);
const everything = (Object.values(Op) as Op[]).filter((op) => op > Op.leaf);
const arithmetic = [Op.add, Op.sub, Op.mul, Op.div, Op.neg, Op.abs, Op.sqrt, Op.floor];

/** An expression as data, so that it can be evaluated without the graph. */
type Expression = { op: Op; operands: readonly Expression[] } | { leaf: 0 | 1 } | { constant: number };

function direct(e: Expression, values: readonly number[]): number {
  if ('leaf' in e) return values[e.leaf];
  if ('constant' in e) return e.constant;
  const [a, b, c] = e.operands.map((operand) => direct(operand, values));
  return apply(numbers, e.op, a, b, c);
}

function trace(graph: Graph, e: Expression, leaves: readonly Node[]): Node {
  if ('leaf' in e) return leaves[e.leaf];
  if ('constant' in e) return graph.constant(e.constant);
  const [a, b, c] = e.operands.map((operand) => trace(graph, operand, leaves));
  return apply(graph, e.op, a, b, c);
}

const constants = [0, -0, 1, -1, 2, -2, 0.1, -0.25, 3, Number.POSITIVE_INFINITY, Number.NaN];
const atoms: Expression[] = [
  { leaf: 0 },
  { leaf: 1 },
  ...constants.map((constant): Expression => ({ constant })),
];

function* applied(ops: readonly Op[], operands: readonly Expression[]): Generator<Expression> {
  for (const op of ops) {
    for (const a of operands) {
      if (arity[op] === 1) yield { op, operands: [a] };
      else {
        for (const b of operands) {
          if (arity[op] === 2) yield { op, operands: [a, b] };
          else for (const c of operands) yield { op, operands: [a, b, c] };
        }
      }
    }
  }
}

/** Powers of two outside −1022 … 1023 are not specified. */
function specified(e: Expression, values: readonly number[]): boolean {
  if (!('op' in e)) return true;
  if (!e.operands.every((operand) => specified(operand, values))) return false;
  if (e.op !== Op.pow2) return true;
  const n = direct(e.operands[0], values);
  return Number.isInteger(n) && n >= -1022 && n <= 1023;
}

/** Traces an expression by exact rules and compares its bits with direct evaluation. */
function expectSameBits(e: Expression, inputs: readonly (readonly number[])[]): void {
  const graph = new Graph('exact');
  const leaves = [graph.leaf(), graph.leaf()];
  const node = trace(graph, e, leaves);
  for (const values of inputs) {
    if (!specified(e, values)) continue;
    const got = evaluate(graph, node, new Map(leaves.map((leaf, i) => [leaf, values[i]])));
    const wanted = direct(e, values);
    if (!Object.is(got, wanted)) expect.fail(`${JSON.stringify(e)} at ${values}: ${got}, not ${wanted}`);
  }
}

describe('exact rules', () => {
  it('keep the bits of every operation on leaves and constants', () => {
    const inputs = specialNumbers.flatMap((a) => [0, -0, -2.5, a, Number.NaN].map((b) => [a, b]));
    for (const e of applied(operations, atoms)) expectSameBits(e, inputs);
  });

  it('keep the bits of sums, products, quotients and signs of each other', () => {
    const few = atoms.filter((e) => !('constant' in e) || [0, -0, -2].includes(e.constant));
    const inner = [...applied(arithmetic, few)];
    const inputs = [
      [0, -0],
      [-0, -0],
      [1.5, 1.5],
      [-1.5, 1.5],
      [0.1, -3],
      [Number.POSITIVE_INFINITY, 0],
    ];
    for (const op of [Op.add, Op.sub, Op.mul, Op.div, Op.neg, Op.abs]) {
      for (const a of inner) {
        if (arity[op] === 1) expectSameBits({ op, operands: [a] }, inputs);
        else for (const b of inner) expectSameBits({ op, operands: [a, b] }, inputs);
      }
    }
  });
});

/** A random expression of special constants, two leaves and operations of all kinds. */
function random(chance: Chance, depth: number): Expression {
  if (depth === 0 || chance.below(6) === 0) {
    const of = chance.below(3);
    return of < 2 ? { leaf: of === 0 ? 0 : 1 } : { constant: chance.pick(constants) };
  }
  const op = chance.pick(everything);
  return { op, operands: Array.from({ length: arity[op] }, () => random(chance, depth - 1)) };
}

/**
 * Whether no part of an expression is infinite or no number, the sign of a zero plays no part in it, and its sines and
 * cosines are of angles that mean something.
 */
function ordinary(e: Expression, values: readonly number[]): boolean {
  if (!Number.isFinite(direct(e, values))) return false;
  if (!('op' in e)) return true;
  if (e.op >= Op.sin && e.op <= Op.tan && Math.abs(direct(e.operands[0], values)) > accurateAngle)
    return false;
  const signed = e.op === Op.atan2 && e.operands.some((operand) => direct(operand, values) === 0);
  return !signed && e.operands.every((operand) => ordinary(operand, values));
}

describe('random expressions of special numbers', () => {
  const inputs = specialNumbers.flatMap((a, i) => [0, 1, 7].map((k) => [a, specialNumbers.at(i - k) ?? 1]));

  it('keep their bits by exact rules', () => {
    const chance = new Chance(11);
    for (let i = 0; i < 3000; i++) expectSameBits(random(chance, 4), inputs);
  });

  it('keep their bits but for the sign of a zero by the rules of real numbers, as long as all is finite', () => {
    const chance = new Chance(12);
    let compared = 0;
    for (let i = 0; i < 3000; i++) {
      const e = random(chance, 4);
      const p = new ProgramBuilder('random');
      const x = p.field({ name: 'x', region: 'inputs', size: 2, unit: '' });
      const y = p.field({ name: 'y', region: 'outputs', unit: '' });
      p.procedure('step', () => p.store(y, 0, trace(p.graph, e, p.loadAll(x))));
      const { layout, memory, run } = interpret(p.finish());
      for (const values of inputs) {
        if (!ordinary(e, values) || !specified(e, values)) continue;
        view(layout, memory, 'x').set(values);
        run.step();
        const [got] = view(layout, memory, 'y');
        const wanted = direct(e, values);
        if (got !== wanted) expect.fail(`${JSON.stringify(e)} at ${values}: ${got}, not ${wanted}`);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(20_000);
  });
});

describe('rules of real numbers', () => {
  const graph = new Graph();
  const a = graph.leaf();
  const b = graph.leaf();
  const names = new Map([
    [a, 'a'],
    [b, 'b'],
  ]);
  const c = (x: number): Node => graph.constant(x);
  const rows: readonly [string, Node][] = [
    ['a', graph.add(a, c(0))],
    ['a', graph.add(c(-0), a)],
    ['a', graph.sub(a, c(0))],
    ['neg(a)', graph.sub(c(0), a)],
    ['0', graph.sub(a, a)],
    ['0', graph.mul(a, c(0))],
    ['0', graph.mul(c(-0), a)],
    ['0', graph.div(c(0), a)],
    ['a', graph.mul(c(1), a)],
    ['neg(a)', graph.mul(a, c(-1))],
    ['a', graph.div(a, c(1))],
    ['neg(a)', graph.div(a, c(-1))],
    ['mul(a 0.25)', graph.div(a, c(4))],
    ['div(a 3)', graph.div(a, c(3))],
    ['neg(mul(a 2))', graph.mul(c(-2), a)],
    ['neg(div(a 3))', graph.div(a, c(-3))],
    ['neg(div(2 a))', graph.div(c(-2), a)],
    ['sub(b mul(a 2))', graph.add(b, graph.mul(c(-2), a))],
    ['sub(a b)', graph.add(a, graph.neg(b))],
    ['sub(a b)', graph.add(graph.neg(b), a)],
    ['add(a b)', graph.sub(b, graph.neg(a))],
    ['neg(add(a b))', graph.sub(graph.neg(a), b)],
    ['sub(b a)', graph.neg(graph.sub(a, b))],
    ['a', graph.neg(graph.neg(a))],
    ['mul(a b)', graph.mul(graph.neg(a), graph.neg(b))],
    ['neg(mul(a b))', graph.mul(a, graph.neg(b))],
    ['abs(a)', graph.abs(graph.neg(graph.abs(a)))],
    ['abs(sqrt(a))', graph.abs(graph.sqrt(a))],
    ['floor(a)', graph.floor(graph.floor(a))],
    ['neg(sin(a))', graph.sin(graph.neg(a))],
    ['cos(a)', graph.cos(graph.neg(a))],
    ['a', graph.select(c(1), a, b)],
    ['b', graph.select(c(0), a, b)],
    ['a', graph.select(graph.less(a, b), a, a)],
    ['select(less(a b) b a)', graph.select(graph.not(graph.less(a, b)), a, b)],
    ['select(equal(0 a) a b)', graph.select(a, b, a)],
    ['less(a b)', graph.and(c(3), graph.less(a, b))],
    ['0', graph.and(graph.less(a, b), c(0))],
    ['1', graph.or(graph.less(a, b), c(Number.NaN))],
    ['less(a b)', graph.or(graph.less(a, b), graph.less(a, b))],
    ['not(equal(0 a))', graph.or(c(0), a)],
    ['equal(a a)', graph.equal(a, a)],
    ['3', graph.add(c(1), c(2))],
    ['NaN', graph.mul(c(0), c(Number.NaN))],
    ['0', graph.sin(c(0))],
  ];
  it.each(rows)('%s', (wanted, node) => expect(text(graph, node, names)).toBe(wanted));

  it('leave products of constants as they were written', () => {
    expect(text(graph, graph.mul(c(0.1), graph.mul(c(0.2), a)), names)).toBe('mul(0.1 mul(a 0.2))');
    expect(text(graph, graph.add(c(0.1), graph.add(c(0.2), a)), names)).toBe('add(0.1 add(a 0.2))');
  });
});

describe('hash-consing', () => {
  it('gives one node for one expression, operands of commuting operations in any order', () => {
    const graph = new Graph();
    const [a, b] = [graph.leaf(), graph.leaf()];
    expect(graph.add(a, b)).toBe(graph.add(b, a));
    expect(graph.mul(graph.sin(a), b)).toBe(graph.mul(b, graph.sin(a)));
    expect(graph.sub(a, b)).not.toBe(graph.sub(b, a));
    expect(graph.less(a, b)).not.toBe(graph.less(b, a));
    expect(graph.constant(0.1)).toBe(graph.constant(0.1));
    expect(graph.constant(0)).not.toBe(graph.constant(-0));
    expect(graph.constant(Number.NaN)).toBe(graph.constant(Number.NaN));
    expect(graph.leaf()).not.toBe(graph.leaf());
  });

  it('survives growth, and operands stand before their users', () => {
    const graph = new Graph();
    const leaves = Array.from({ length: 300 }, () => graph.leaf());
    const build = () => leaves.flatMap((a) => leaves.slice(0, 60).map((b) => graph.sub(a, graph.mul(a, b))));
    const first = build();
    const size = graph.size;
    expect(build()).toEqual(first);
    expect(graph.size).toBe(size);
    for (let node = 0 as Node; node < size; node++) {
      for (let k = 0; k < arity[graph.op(node)]; k++) expect(graph.operand(node, k)).toBeLessThan(node);
    }
  });

  it('knows truth values', () => {
    const graph = new Graph();
    const [a, b] = [graph.leaf(), graph.leaf()];
    const less = graph.less(a, b);
    expect(graph.truth(less)).toBe(less);
    expect(isTruth(graph.op(graph.truth(a)))).toBe(true);
    expect(graph.truth(graph.constant(-3))).toBe(graph.constant(1));
    expect(graph.truth(graph.constant(Number.NaN))).toBe(graph.constant(1));
    expect(isTruth(graph.op(graph.select(less, less, graph.not(less))))).toBe(false);
  });
});
