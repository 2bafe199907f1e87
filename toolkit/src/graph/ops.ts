/** The operations of expressions: their names, numbers and operands, and what they are over an algebra. */
import type { Algebra } from '../math/index.js';

/** All operations in the order of their numbers, each with how many operands it takes. */
const operations = [
  ['constant', 0],
  /** Bound by a statement (a load, a loop index), or an argument of a function. */
  ['leaf', 0],
  ['add', 2],
  ['sub', 2],
  ['mul', 2],
  ['div', 2],
  ['neg', 1],
  ['sqrt', 1],
  ['abs', 1],
  ['floor', 1],
  ['less', 2],
  ['lessEqual', 2],
  ['equal', 2],
  ['and', 2],
  ['or', 2],
  ['not', 1],
  ['select', 3],
  ['exponent', 1],
  ['pow2', 1],
  ['sin', 1],
  ['cos', 1],
  ['tan', 1],
  ['atan2', 2],
  ['exp', 1],
  ['log', 1],
  ['tanh', 1],
] as const;

type Operations = typeof operations;
type Numbering = {
  readonly [Index in keyof Operations &
    `${number}` as Operations[Index][0]]: Index extends `${infer N extends number}` ? N : never;
};

/** The number of each operation, by its name. */
export const Op = Object.fromEntries(operations.map(([name], number) => [name, number])) as Numbering;
export type Op = (typeof Op)[keyof typeof Op];

export const opNames: readonly (keyof typeof Op)[] = operations.map(([name]) => name);

/** How many operands each operation takes, by its number. */
export const arity: readonly number[] = operations.map(([, operands]) => operands);

/** Whether an operation gives a truth value. */
export function isTruth(op: number): boolean {
  return op >= Op.less && op <= Op.not;
}

/** Any operation but a constant or a leaf; operands beyond its arity are not looked at. */
export function apply<S>(A: Algebra<S>, op: Op, a: S, b: S, c: S): S {
  switch (op) {
    case Op.add:
      return A.add(a, b);
    case Op.sub:
      return A.sub(a, b);
    case Op.mul:
      return A.mul(a, b);
    case Op.div:
      return A.div(a, b);
    case Op.neg:
      return A.neg(a);
    case Op.sqrt:
      return A.sqrt(a);
    case Op.abs:
      return A.abs(a);
    case Op.floor:
      return A.floor(a);
    case Op.less:
      return A.less(a, b);
    case Op.lessEqual:
      return A.lessEqual(a, b);
    case Op.equal:
      return A.equal(a, b);
    case Op.and:
      return A.and(a, b);
    case Op.or:
      return A.or(a, b);
    case Op.not:
      return A.not(a);
    case Op.select:
      return A.select(a, b, c);
    case Op.exponent:
      return A.exponent(a);
    case Op.pow2:
      return A.pow2(a);
    case Op.sin:
      return A.sin(a);
    case Op.cos:
      return A.cos(a);
    case Op.tan:
      return A.tan(a);
    case Op.atan2:
      return A.atan2(a, b);
    case Op.exp:
      return A.exp(a);
    case Op.log:
      return A.log(a);
    case Op.tanh:
      return A.tanh(a);
    case Op.constant:
    case Op.leaf:
      throw new Error('graph: a constant and a leaf are no operations');
  }
}
