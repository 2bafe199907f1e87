/**
 * The expression graph: an arena of hash-consed nodes. It implements the algebra, so any formula written over
 * `Algebra<S>` is traced by calling it with a graph.
 *
 * Nodes are whole numbers into flat arrays; an operand's number is always below its user's, so ascending
 * order is a topological order. A graph holds pure expressions only: memory is read and written by the
 * statements of a program (program.ts), which bind what they read to leaf nodes.
 *
 * Folding happens when a node is made, by one of two sets of rules:
 *
 * - `exact`: every rule gives the bits that IEEE 754 evaluation gives, for every input. Lowering and the traced
 *   elementary functions use it, so that generated code keeps the bits of numeric evaluation.
 * - `real` (the default, for formulas): three liberties more. A product with the constant 0, its quotient 0/x and
 *   a difference x − x are 0 (wrong for infinities and NaN, and 0/0); x ± 0 is x and 0 − x is −x (the sign of a
 *   zero); signs move outwards through sums and constants (−(a − b) = b − a: the sign of a zero) and through sines
 *   and cosines (sin(−x) = −sin x, cos(−x) = cos x: as well, and whatever stands for the sine of an angle beyond
 *   `accurateAngle`).
 *
 * Under both, products of constants are not re-associated and a division by a constant stays a division unless
 * by a power of two.
 */
import { type Algebra, numbers } from '../math/index.js';
import { isTruth, Op } from './ops.js';

declare const nodeBrand: unique symbol;
/** A node of one graph. Nodes of different graphs must not be mixed. */
export type Node = number & { readonly [nodeBrand]: true };

const COMMUTES = new Set<number>([Op.add, Op.mul, Op.equal, Op.and, Op.or]);

export type Rules = 'real' | 'exact';

/** Nodes of one graph; half a minute of compiling. */
const mostNodes = 1 << 23;

/** An expression graph that grows beyond what is worth compiling. */
export class TooLarge extends Error {}

export class Graph implements Algebra<Node> {
  readonly rules: Rules;
  readonly #exact: boolean;
  #ops = new Uint8Array(1024);
  /** Three a node, 0 where it has none. */
  #operands = new Int32Array(3 * 1024);
  #values = new Float64Array(1024);
  #count = 0;
  #table = new Int32Array(4096).fill(-1);
  readonly #constants = new Map<number, Node>();
  #negativeZero: Node | undefined;
  readonly #zero: Node;
  readonly #one: Node;

  constructor(rules: Rules = 'real') {
    this.rules = rules;
    this.#exact = rules === 'exact';
    this.#zero = this.constant(0);
    this.#one = this.constant(1);
  }

  /** Number of nodes made so far. */
  get size(): number {
    return this.#count;
  }

  op(node: Node): Op {
    return this.#ops[node] as Op;
  }

  /** Operand k (0, 1, 2) of a node. */
  operand(node: Node, k: number): Node {
    return this.#operands[3 * node + k] as Node;
  }

  /** The number of a constant node; NaN of any other. */
  value(node: Node): number {
    return this.#ops[node] === Op.constant ? this.#values[node] : Number.NaN;
  }

  isConstant(node: Node): boolean {
    return this.#ops[node] === Op.constant;
  }

  /** A new leaf, different from all others. */
  leaf(): Node {
    return this.#push(Op.leaf, 0, 0, 0);
  }

  constant(x: number): Node {
    if (x === 0 && 1 / x < 0) return (this.#negativeZero ??= this.#pushConstant(x));
    let node = this.#constants.get(x);
    if (node === undefined) {
      node = this.#pushConstant(x);
      this.#constants.set(x, node);
    }
    return node;
  }

  add(a: Node, b: Node): Node {
    if (this.#isNothing(a)) return b;
    if (this.#isNothing(b)) return a;
    if (this.#both(a, b)) return this.constant(this.#values[a] + this.#values[b]);
    if (this.#ops[b] === Op.neg) return this.sub(a, this.operand(b, 0));
    if (this.#ops[a] === Op.neg) return this.sub(b, this.operand(a, 0));
    return this.#intern(Op.add, a, b);
  }

  sub(a: Node, b: Node): Node {
    if (this.#isZero(b) && !(this.#exact && this.#isNegativeZero(b))) return a;
    if (this.#isNothing(a)) return this.neg(b);
    if (this.#both(a, b)) return this.constant(this.#values[a] - this.#values[b]);
    if (this.#ops[b] === Op.neg) return this.add(a, this.operand(b, 0));
    if (!this.#exact) {
      if (a === b) return this.#zero;
      if (this.#ops[a] === Op.neg) return this.neg(this.add(this.operand(a, 0), b));
    }
    return this.#intern(Op.sub, a, b);
  }

  mul(a: Node, b: Node): Node {
    if (this.#both(a, b)) return this.constant(this.#values[a] * this.#values[b]);
    if (!this.#exact && (this.#isZero(a) || this.#isZero(b))) return this.#zero;
    if (a === this.#one) return b;
    if (b === this.#one) return a;
    if (this.#isMinusOne(a)) return this.neg(b);
    if (this.#isMinusOne(b)) return this.neg(a);
    if (this.#hasSign(a)) return this.neg(this.mul(this.neg(a), b));
    if (this.#hasSign(b)) return this.neg(this.mul(a, this.neg(b)));
    return this.#intern(Op.mul, a, b);
  }

  div(a: Node, b: Node): Node {
    if (this.#both(a, b)) return this.constant(this.#values[a] / this.#values[b]);
    if (!this.#exact && this.#isZero(a)) return this.#zero;
    if (b === this.#one) return a;
    if (this.#isMinusOne(b)) return this.neg(a);
    if (this.#hasSign(b)) return this.neg(this.div(a, this.neg(b)));
    if (this.#hasSign(a)) return this.neg(this.div(this.neg(a), b));
    if (this.isConstant(b) && isPowerOfTwo(this.#values[b]))
      return this.mul(a, this.constant(1 / this.#values[b]));
    return this.#intern(Op.div, a, b);
  }

  neg(a: Node): Node {
    if (this.isConstant(a)) return this.constant(-this.#values[a]);
    const op = this.#ops[a];
    if (op === Op.neg) return this.operand(a, 0);
    if (!this.#exact) {
      if (op === Op.sub) return this.sub(this.operand(a, 1), this.operand(a, 0));
    } else if (op === Op.mul || op === Op.div) {
      // Formulas carry signs outwards, where sums take them; what is left over goes into a constant factor.
      const first = this.operand(a, 0);
      const second = this.operand(a, 1);
      if (this.isConstant(first)) return this.#intern(op, this.neg(first), second);
      if (this.isConstant(second)) return this.#intern(op, first, this.neg(second));
    }
    return this.#intern(Op.neg, a);
  }

  sqrt(a: Node): Node {
    return this.#unary(Op.sqrt, a, numbers.sqrt);
  }

  abs(a: Node): Node {
    if (this.#ops[a] === Op.neg) return this.abs(this.operand(a, 0));
    if (this.#ops[a] === Op.abs) return a;
    return this.#unary(Op.abs, a, numbers.abs);
  }

  floor(a: Node): Node {
    if (this.#ops[a] === Op.floor) return a;
    return this.#unary(Op.floor, a, numbers.floor);
  }

  less(a: Node, b: Node): Node {
    return this.#binary(Op.less, a, b, numbers.less);
  }

  lessEqual(a: Node, b: Node): Node {
    return this.#binary(Op.lessEqual, a, b, numbers.lessEqual);
  }

  /** Not folded for equal operands: `equal(a, a)` is the test for NaN. */
  equal(a: Node, b: Node): Node {
    return this.#binary(Op.equal, a, b, numbers.equal);
  }

  and(a: Node, b: Node): Node {
    if (this.isConstant(a)) return this.#values[a] === 0 ? this.#zero : this.truth(b);
    if (this.isConstant(b)) return this.#values[b] === 0 ? this.#zero : this.truth(a);
    if (a === b) return this.truth(a);
    return this.#intern(Op.and, this.truth(a), this.truth(b));
  }

  or(a: Node, b: Node): Node {
    if (this.isConstant(a)) return this.#values[a] === 0 ? this.truth(b) : this.#one;
    if (this.isConstant(b)) return this.#values[b] === 0 ? this.truth(a) : this.#one;
    if (a === b) return this.truth(a);
    return this.#intern(Op.or, this.truth(a), this.truth(b));
  }

  not(a: Node): Node {
    if (this.isConstant(a)) return this.#values[a] === 0 ? this.#one : this.#zero;
    if (this.#ops[a] === Op.not) return this.operand(a, 0);
    return this.#intern(Op.not, this.truth(a));
  }

  /** A node as a truth value: itself where it is one, else a ≠ 0. */
  truth(a: Node): Node {
    if (isTruth(this.#ops[a])) return a;
    if (this.isConstant(a)) return this.#values[a] === 0 ? this.#zero : this.#one;
    return this.not(this.equal(a, this.#zero));
  }

  select(test: Node, a: Node, b: Node): Node {
    if (a === b) return a;
    if (this.isConstant(test)) return this.#values[test] === 0 ? b : a;
    const truth = this.truth(test);
    if (this.#ops[truth] === Op.not) return this.#intern(Op.select, this.operand(truth, 0), b, a);
    return this.#intern(Op.select, truth, a, b);
  }

  exponent(a: Node): Node {
    return this.#unary(Op.exponent, a, numbers.exponent);
  }

  pow2(n: Node): Node {
    return this.#unary(Op.pow2, n, numbers.pow2);
  }

  sin(a: Node): Node {
    if (!this.#exact && this.#ops[a] === Op.neg) return this.neg(this.sin(this.operand(a, 0)));
    return this.#unary(Op.sin, a, numbers.sin);
  }

  cos(a: Node): Node {
    if (!this.#exact && this.#ops[a] === Op.neg) return this.cos(this.operand(a, 0));
    return this.#unary(Op.cos, a, numbers.cos);
  }

  tan(a: Node): Node {
    return this.#unary(Op.tan, a, numbers.tan);
  }

  atan2(y: Node, x: Node): Node {
    return this.#binary(Op.atan2, y, x, numbers.atan2);
  }

  exp(a: Node): Node {
    return this.#unary(Op.exp, a, numbers.exp);
  }

  log(a: Node): Node {
    return this.#unary(Op.log, a, numbers.log);
  }

  tanh(a: Node): Node {
    return this.#unary(Op.tanh, a, numbers.tanh);
  }

  #unary(op: Op, a: Node, evaluate: (x: number) => number): Node {
    return this.isConstant(a) ? this.constant(evaluate(this.#values[a])) : this.#intern(op, a);
  }

  #binary(op: Op, a: Node, b: Node, evaluate: (x: number, y: number) => number): Node {
    return this.#both(a, b)
      ? this.constant(evaluate(this.#values[a], this.#values[b]))
      : this.#intern(op, a, b);
  }

  #both(a: Node, b: Node): boolean {
    return this.#ops[a] === Op.constant && this.#ops[b] === Op.constant;
  }

  #isZero(a: Node): boolean {
    return this.#ops[a] === Op.constant && this.#values[a] === 0;
  }

  #isNegativeZero(a: Node): boolean {
    return this.#isZero(a) && 1 / this.#values[a] < 0;
  }

  /** A constant that adds nothing: −0, and by the rules of real numbers 0 as well. */
  #isNothing(a: Node): boolean {
    return this.#exact ? this.#isNegativeZero(a) : this.#isZero(a);
  }

  #isMinusOne(a: Node): boolean {
    return this.#ops[a] === Op.constant && this.#values[a] === -1;
  }

  /** A sign that moves outwards through products: a negation; by the rules of real numbers a constant below zero. */
  #hasSign(a: Node): boolean {
    const op = this.#ops[a];
    return op === Op.neg || (!this.#exact && op === Op.constant && this.#values[a] < 0);
  }

  #pushConstant(x: number): Node {
    const node = this.#push(Op.constant, 0, 0, 0);
    this.#values[node] = x;
    return node;
  }

  #push(op: Op, a: number, b: number, c: number): Node {
    const node = this.#count++;
    if (node >= this.#ops.length) {
      if (node >= mostNodes) throw new TooLarge(`more than ${mostNodes} operations`);
      this.#ops = grown(this.#ops, new Uint8Array(2 * this.#ops.length));
      this.#operands = grown(this.#operands, new Int32Array(2 * this.#operands.length));
      this.#values = grown(this.#values, new Float64Array(2 * this.#values.length));
    }
    this.#ops[node] = op;
    this.#operands[3 * node] = a;
    this.#operands[3 * node + 1] = b;
    this.#operands[3 * node + 2] = c;
    return node as Node;
  }

  #intern(op: Op, a: number, b = 0, c = 0): Node {
    if (b < a && COMMUTES.has(op)) [a, b] = [b, a];
    if (2 * this.#count >= this.#table.length) this.#rehash();
    const mask = this.#table.length - 1;
    let at = hash(op, a, b, c) & mask;
    for (;;) {
      const node = this.#table[at];
      if (node < 0) break;
      const base = 3 * node;
      const o = this.#operands;
      if (this.#ops[node] === op && o[base] === a && o[base + 1] === b && o[base + 2] === c)
        return node as Node;
      at = (at + 1) & mask;
    }
    const node = this.#push(op, a, b, c);
    this.#table[at] = node;
    return node;
  }

  #rehash(): void {
    this.#table = new Int32Array(2 * this.#table.length).fill(-1);
    const mask = this.#table.length - 1;
    for (let node = 0; node < this.#count; node++) {
      if (this.#ops[node] <= Op.leaf) continue;
      const base = 3 * node;
      let at =
        hash(this.#ops[node], this.#operands[base], this.#operands[base + 1], this.#operands[base + 2]) &
        mask;
      while (this.#table[at] >= 0) at = (at + 1) & mask;
      this.#table[at] = node;
    }
  }
}

function hash(op: number, a: number, b: number, c: number): number {
  let h = Math.imul(op + 1, 0x9e3779b1) ^ Math.imul(a + 1, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35) ^ Math.imul(b + 1, 0x27d4eb2f);
  h = Math.imul(h ^ (h >>> 13), 0x165667b1) ^ Math.imul(c + 1, 0x9e3779b1);
  return (h ^ (h >>> 16)) >>> 0;
}

function isPowerOfTwo(x: number): boolean {
  const e = numbers.exponent(x);
  return e > -1022 && e < 1022 && numbers.pow2(e) === (x < 0 ? -x : x);
}

function grown<T extends Uint8Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from as never);
  return to;
}
