/** The algebra of numbers: evaluates a formula at once. The reference for everything that is generated. */
import type { Algebra, Primitive } from './algebra.js';
import { atan2, cos, exp, log, sin, tan, tanh } from './elementary.js';

const bits = new DataView(new ArrayBuffer(8));

export const primitives: Primitive<number> = {
  constant: (x) => x,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  neg: (a) => -a,
  sqrt: Math.sqrt,
  abs: Math.abs,
  floor: Math.floor,
  less: (a, b) => (a < b ? 1 : 0),
  lessEqual: (a, b) => (a <= b ? 1 : 0),
  equal: (a, b) => (a === b ? 1 : 0),
  and: (a, b) => (a !== 0 && b !== 0 ? 1 : 0),
  or: (a, b) => (a !== 0 || b !== 0 ? 1 : 0),
  not: (a) => (a !== 0 ? 0 : 1),
  select: (test, a, b) => (test !== 0 ? a : b),
  exponent: (a) => {
    bits.setFloat64(0, a);
    return ((bits.getUint32(0) >>> 20) & 0x7ff) - 1023;
  },
  pow2: (n) => {
    bits.setUint32(0, (n + 1023) << 20);
    bits.setUint32(4, 0);
    return bits.getFloat64(0);
  },
};

export const numbers: Algebra<number> = {
  ...primitives,
  sin: (a) => sin(primitives, a),
  cos: (a) => cos(primitives, a),
  tan: (a) => tan(primitives, a),
  atan2: (y, x) => atan2(primitives, y, x),
  exp: (a) => exp(primitives, a),
  log: (a) => log(primitives, a),
  tanh: (a) => tanh(primitives, a),
};
