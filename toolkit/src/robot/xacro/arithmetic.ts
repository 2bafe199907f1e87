/** Operators between two values, with Python's whole numbers, floor division and sequences. */
import type { Budget } from './bounds.js';
import type { Binary } from './expression.js';
import { expressionFault } from './fault.js';
import { formatted } from './format.js';
import { power } from './power.js';
import { List, numeric, Tuple, typeOf, type Value } from './values.js';

export function binary(operator: Binary, a: Value, b: Value, budget: Budget): Value {
  budget.step();
  if (operator === '%' && typeof a === 'string') return formatted(a, b, budget);
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== undefined && y !== undefined) {
    if (typeof a === 'boolean' && typeof b === 'boolean') {
      if (operator === '&') return a && b;
      if (operator === '|') return a || b;
      if (operator === '^') return a !== b;
    }
    if (typeof x === 'bigint' && typeof y === 'bigint') return ofIntegers(operator, x, y, budget);
    return ofFloats(operator, floatOf(x), floatOf(y));
  }
  const sequence =
    operator === '+' ? concatenated(a, b, budget) : operator === '*' ? repeated(a, b, budget) : undefined;
  if (sequence !== undefined) return sequence;
  throw expressionFault(`\`${operator}\` does not join a ${typeOf(a)} and a ${typeOf(b)}`, {
    ...(operator === '+' && (typeof a === 'string') !== (typeof b === 'string')
      ? { hint: 'str(x) makes a text, float(x) a number' }
      : {}),
  });
}

/** A whole number as a float; one that is too large for a float is refused. */
export function floatOf(x: bigint | number): number {
  const float = Number(x);
  if (typeof x === 'bigint' && !Number.isFinite(float))
    throw expressionFault('the number is too large for a float');
  return float;
}

/** How many bits a whole number has; of more than 32 up to three too many. */
function bits(x: bigint): number {
  const size = x < 0n ? -x : x;
  return size < 0x1_0000_0000n ? 32 - Math.clz32(Number(size)) : size.toString(16).length * 4;
}

function ofIntegers(operator: Binary, a: bigint, b: bigint, budget: Budget): Value {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      budget.number(bits(a) + bits(b));
      return a * b;
    case '/':
      return quotient(a, b);
    case '//':
    case '%': {
      if (b === 0n) throw expressionFault('division by zero');
      const rest = a % b;
      const short = rest !== 0n && rest < 0n !== b < 0n;
      if (operator === '%') return short ? rest + b : rest;
      return short ? a / b - 1n : a / b;
    }
    case '**': {
      if (b < 0n) return ofFloats('**', floatOf(a), floatOf(b));
      if (a === 0n || a === 1n || a === -1n) return b === 0n ? 1n : a === -1n && b % 2n === 0n ? 1n : a;
      budget.number((b > 1_000_000n ? Infinity : Number(b)) * bits(a));
      return a ** b;
    }
    case '<<':
    case '>>': {
      if (b < 0n) throw expressionFault('a shift by a negative number');
      if (operator === '>>') return b > 1_000_000n ? (a < 0n ? -1n : 0n) : a >> b;
      if (a === 0n) return 0n;
      budget.number(bits(a) + (b > 1_000_000n ? Infinity : Number(b)));
      return a << b;
    }
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
  }
}

/** a/b as the nearest float, also where a and b themselves are too large for one. */
function quotient(a: bigint, b: bigint): number {
  if (b === 0n) throw expressionFault('division by zero');
  const exact = 9007199254740992n;
  const small = (x: bigint): boolean => x <= exact && x >= -exact;
  if (small(a) && small(b)) return Number(a) / Number(b);
  const negative = a < 0n !== b < 0n;
  let top = a < 0n ? -a : a;
  let bottom = b < 0n ? -b : b;
  // 66 bits or more of the quotient and a sticky bit, which rounding to 53 bits takes for the rest.
  const shift = bits(bottom) - bits(top) + 70;
  if (shift > 0) top <<= BigInt(shift);
  else bottom <<= BigInt(-shift);
  const whole = top / bottom;
  const sticky = top % bottom === 0n ? 0n : 1n;
  let size = Number(whole * 2n + sticky);
  for (let left = shift + 1; left !== 0; ) {
    const part = left > 0 ? Math.min(left, 1000) : Math.max(left, -1000);
    size *= scale(-part);
    left -= part;
  }
  if (!Number.isFinite(size)) throw expressionFault('the quotient is too large for a float');
  return negative ? -size : size;
}

/** 2^n, exactly. */
function scale(n: number): number {
  return power(2, n);
}

function ofFloats(operator: Binary, a: number, b: number): Value {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0) throw expressionFault('division by zero');
      return a / b;
    case '//':
      return floored(a, b).quotient;
    case '%':
      return floored(a, b).rest;
    case '**': {
      if (a === 0 && b < 0) throw expressionFault('zero cannot be raised to a negative power');
      const result = power(a, b);
      if (Number.isNaN(result) && !Number.isNaN(a) && !Number.isNaN(b)) {
        throw expressionFault('a negative number has no real power with a fraction');
      }
      if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b)) {
        throw expressionFault('the result is too large');
      }
      return result;
    }
    default:
      throw expressionFault(`\`${operator}\` wants whole numbers`);
  }
}

/** The rest has the divisor's sign; quotient·b + rest = a. */
export function floored(a: number, b: number): { quotient: number; rest: number } {
  if (b === 0) throw expressionFault('division by zero');
  let rest = a % b;
  let quotient = (a - rest) / b;
  if (rest !== 0 && rest < 0 !== b < 0) {
    rest += b;
    quotient -= 1;
  } else if (rest === 0) rest = b < 0 ? -0 : 0;
  if (quotient === 0) return { quotient: a / b < 0 || Object.is(a / b, -0) ? -0 : 0, rest };
  const whole = Math.floor(quotient);
  return { quotient: quotient - whole > 0.5 ? whole + 1 : whole, rest };
}

function concatenated(a: Value, b: Value, budget: Budget): Value | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    budget.text(a.length + b.length);
    return a + b;
  }
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    budget.list(a.items.length + b.items.length);
    const items = [...a.items, ...b.items];
    return a instanceof List ? new List(items) : new Tuple(items);
  }
  return undefined;
}

function repeated(a: Value, b: Value, budget: Budget): Value | undefined {
  const [sequence, times] = typeof numeric(a) === 'bigint' ? [b, numeric(a)] : [a, numeric(b)];
  if (typeof times !== 'bigint') return undefined;
  const count = times < 0n ? 0 : times > 1_000_000_000n ? Infinity : Number(times);
  if (typeof sequence === 'string') {
    if (sequence === '') return '';
    budget.text(sequence.length * count);
    return sequence.repeat(count);
  }
  if (!(sequence instanceof List || sequence instanceof Tuple)) return undefined;
  if (sequence.items.length === 0) return sequence;
  budget.list(sequence.items.length * count);
  const items = Array.from(
    { length: sequence.items.length * count },
    (_, i) => sequence.items[i % sequence.items.length],
  );
  return sequence instanceof List ? new List(items) : new Tuple(items);
}

export function unary(operator: '+' | '-' | '~', operand: Value, budget: Budget): Value {
  budget.step();
  const x = numeric(operand);
  if (x === undefined || (operator === '~' && typeof x === 'number')) {
    throw expressionFault(`\`${operator}\` wants a number`, { got: `a ${typeOf(operand)}` });
  }
  if (operator === '+') return x;
  if (typeof x === 'number') return -x;
  return operator === '-' ? -x : -x - 1n;
}
