/** Straight-line conformance cases: primitives at their corners, elementary functions, expression shapes. */
import { ceil, clamp, max, min, sign } from '../../math/index.js';
import type { Graph, Node } from '../graph.js';
import { ProgramBuilder } from '../program.js';
import type { ConformanceCase } from './case.js';
import { Chance, specialNumbers } from './chance.js';

/** A case whose outputs `y` are expressions of the inputs `x`. */
function expressions(
  name: string,
  inputs: readonly (readonly number[])[],
  make: (graph: Graph, x: readonly Node[]) => readonly Node[],
): ConformanceCase {
  const p = new ProgramBuilder(name);
  const x = p.field({
    name: 'x',
    region: 'inputs',
    size: inputs[0].length,
    unit: '',
  });
  p.procedure('step', () => {
    const y = make(p.graph, p.loadAll(x));
    p.storeAll(p.field({ name: 'y', region: 'outputs', size: y.length, unit: '' }), y);
  });
  return { name, program: p.finish(), inputs };
}

const pairs = specialNumbers.flatMap((a) => specialNumbers.map((b) => [a, b]));

function primitives(G: Graph, [a, b]: readonly Node[]): Node[] {
  const c = G.constant;
  const exponents = clamp(G, G.floor(a), c.call(G, -1022), c.call(G, 1023));
  const whole = G.select(G.equal(a, a), exponents, G.constant(0));
  return [
    G.add(a, b),
    G.sub(a, b),
    G.mul(a, b),
    G.div(a, b),
    G.neg(a),
    G.sqrt(a),
    G.abs(a),
    G.floor(a),
    ceil(G, a),
    G.exponent(a),
    G.pow2(whole),
    min(G, a, b),
    max(G, a, b),
    clamp(G, a, G.constant(-1), b),
    sign(G, a),
  ];
}

function truths(G: Graph, [a, b]: readonly Node[]): Node[] {
  const less = G.less(a, b);
  const lessEqual = G.lessEqual(a, b);
  const equal = G.equal(a, b);
  const isNumber = G.equal(a, a);
  return [
    less,
    lessEqual,
    equal,
    G.not(equal),
    G.and(isNumber, less),
    G.or(less, G.not(lessEqual)),
    G.and(a, b),
    G.or(a, b),
    G.not(a),
    G.add(less, lessEqual),
    G.mul(equal, a),
    G.div(b, less),
    G.select(a, b, G.constant(3)),
    G.select(less, a, b),
    G.select(G.and(less, a), equal, b),
    G.select(isNumber, G.sqrt(less), G.neg(equal)),
    G.equal(less, equal),
    G.select(less, lessEqual, equal),
  ];
}

/** What folding does with constants and signs. */
function folded(G: Graph, [a, b]: readonly Node[]): Node[] {
  const c = (x: number): Node => G.constant(x);
  return [
    ...[0, -0, 1, -1, 2, -2, 0.1, -0.1, 4, -0.25, 3].flatMap((k) => [
      G.add(a, c(k)),
      G.sub(a, c(k)),
      G.sub(c(k), a),
      G.mul(c(k), a),
      G.div(a, c(k)),
      G.div(c(k), a),
      G.neg(G.mul(c(k), a)),
      G.neg(G.div(a, c(k))),
    ]),
    G.sub(a, G.neg(b)),
    G.sub(G.neg(a), b),
    G.add(G.neg(a), b),
    G.add(a, G.neg(b)),
    G.mul(G.neg(a), b),
    G.mul(G.neg(a), G.neg(b)),
    G.div(G.neg(a), b),
    G.neg(G.sub(a, b)),
    G.neg(G.add(a, b)),
    G.abs(G.neg(a)),
    G.abs(G.sqrt(a)),
    G.floor(G.floor(a)),
    c(Number.NaN),
    c(Number.POSITIVE_INFINITY),
    c(Number.NEGATIVE_INFINITY),
    G.add(a, c(Number.NEGATIVE_INFINITY)),
    G.select(G.not(G.less(a, b)), a, b),
  ];
}

function elementary(G: Graph, [a, b]: readonly Node[]): Node[] {
  const negative = G.neg(a);
  return [
    G.sin(a),
    G.cos(a),
    G.tan(a),
    G.atan2(a, b),
    G.exp(a),
    G.log(a),
    G.tanh(a),
    G.sin(negative),
    G.cos(negative),
    G.sin(G.add(a, b)),
    G.atan2(G.sin(a), G.cos(a)),
    G.tan(G.log(G.exp(b))),
    G.sin(G.constant(0.3)),
    G.tanh(G.constant(-0.4)),
  ];
}

/** A pair for each call: angles, any magnitude, then the corners. */
function elementaryInputs(): number[][] {
  const chance = new Chance(1);
  const angles = Array.from({ length: 400 }, () => [chance.within(10), chance.within(10)]);
  const large = Array.from({ length: 200 }, () => [chance.within(1e6), chance.within(700)]);
  const any = Array.from({ length: 400 }, () => [chance.scaled(1000), chance.scaled(1000)]);
  return [...angles, ...large, ...any, ...pairs];
}

/** Chains and trees that are deeper and wider than one expression may be. */
function shapes(G: Graph, [a, b]: readonly Node[]): Node[] {
  let chain = a;
  for (let i = 0; i < 10_000; i++) chain = G.add(G.mul(chain, G.constant(0.999)), i % 2 === 0 ? b : a);
  const tree = (depth: number, k: number): Node =>
    depth === 0
      ? G.mul(k % 2 === 0 ? a : b, G.constant(k + 0.5))
      : G.add(tree(depth - 1, 2 * k), tree(depth - 1, 2 * k + 1));
  let powers = a;
  for (let i = 0; i < 60; i++) powers = G.mul(powers, powers);
  let choice = a;
  for (let i = 0; i < 200; i++)
    choice = G.select(G.less(G.constant(i / 200), choice), G.add(choice, b), choice);
  return [chain, tree(9, 1), powers, choice];
}

export function arithmeticCases(): ConformanceCase[] {
  const chance = new Chance(2);
  const few = Array.from({ length: 10 }, () => [chance.within(1), chance.within(1)]);
  return [
    expressions('primitives at their corners', pairs, primitives),
    expressions('truth values', pairs, truths),
    expressions('folded constants and signs', pairs, folded),
    expressions('elementary functions', elementaryInputs(), elementary),
    expressions('deep chains and wide trees', few, shapes),
  ];
}
