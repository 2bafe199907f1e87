/** Python's module `math`, out of this project's own elementary functions: the same bits everywhere. */
import { acos, asin, atan, atan2, cos, exp, log, numbers, sin, tan, tanh } from '../../math/index.js';
import { expressionFault } from './fault.js';
import { floatText } from './format.js';
import { power, twoProduct } from './power.js';
import { type Body, bind, functions, realOf, rounded, wholeOf } from './signature.js';
import { type Arguments, numeric, type Value } from './values.js';

/** π and e, to the nearest double. */
export const pi = 3.141592653589793;
const euler = 2.718281828459045;
/** log 2. */
const log2 = 0.6931471805599453;

const halfTurn = 180 / pi;

/** A function of one float; NaN of a number is a fault, as it is in Python. */
function real(title: string, f: (x: number) => number): Body {
  return (given) => {
    const x = realOf(title, bind(title, given, ['/x'])[0] ?? null);
    return defined(title, f(x), [x]);
  };
}

function realPair(title: string, f: (x: number, y: number) => number): Body {
  return (given) => {
    const [a = null, b = null] = bind(title, given, ['/x', '/y']);
    const [x, y] = [realOf(title, a), realOf(title, b)];
    return defined(title, f(x, y), [x, y]);
  };
}

function defined(title: string, result: number, of: readonly number[]): number {
  if (of.every(Number.isFinite)) {
    if (Number.isNaN(result))
      throw expressionFault(`${title} has no value at ${of.map(floatText).join(', ')}`);
    if (!Number.isFinite(result))
      throw expressionFault(`${title} is too large at ${of.map(floatText).join(', ')}`);
  } else if (Number.isNaN(result) && !of.some(Number.isNaN))
    throw expressionFault(`${title} has no value at infinity`);
  return result;
}

function truth(title: string, f: (x: number) => boolean): Body {
  return (given) => f(realOf(title, bind(title, given, ['/x'])[0] ?? null));
}

function rounding(title: string, f: (x: number) => number): Body {
  return (given) => {
    const x = numeric(bind(title, given, ['/x'])[0] ?? null);
    if (x === undefined) throw expressionFault(`${title} wants a number`);
    return rounded(title, x, f);
  };
}

/** log x, of whole numbers beyond the floats too. */
function logarithm(title: string, value: Value): number {
  const x = numeric(value);
  if (typeof x === 'bigint' && x > 0n) {
    const excess = Math.max(0, x.toString(2).length - 1000);
    return log(numbers, Number(x >> BigInt(excess))) + excess * log2;
  }
  const float = realOf(title, value);
  if (float <= 0) throw expressionFault(`${title} has no value at ${floatText(float)}`);
  return log(numbers, float);
}

function logOf(base: number, x: number): number {
  return log(numbers, x) / log(numbers, base);
}

/** log x to a base of which whole powers come out whole. */
function logarithmTo(title: string, base: number): Body {
  return (given) => {
    const value = bind(title, given, ['/x'])[0] ?? null;
    const result = logarithm(title, value) / log(numbers, base);
    const whole = Math.round(result);
    return Number.isFinite(whole) && power(base, whole) === Number(numeric(value)) ? whole : result;
  };
}

function commonDivisor(given: Arguments): Value {
  let [a, b] = bind('gcd', given, ['/a', '/b']).map((x) => wholeOf('gcd', x ?? null));
  while (b !== 0n) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

/** √(Σ x²), with the squares and what the root leaves over in double-double arithmetic. */
function hypotenuse(given: Arguments): Value {
  const sizes = given.positional.map((x) => Math.abs(realOf('hypot', x)));
  if (sizes.includes(Infinity)) return Infinity;
  const most = sizes.reduce((a, b) => Math.max(a, b), 0);
  if (most === 0 || Number.isNaN(most)) return most;
  // A power of two near the largest scales without rounding.
  const scale = power(2, Math.floor(logOf(2, most)));
  let [sum, rest] = [0, 0];
  const add = (x: number): void => {
    const next = sum + x;
    rest += Math.abs(sum) >= Math.abs(x) ? sum - next + x : x - next + sum;
    sum = next;
  };
  for (const x of sizes) twoProduct(x / scale, x / scale).forEach(add);
  const root = Math.sqrt(sum + rest);
  for (const part of twoProduct(-root, root)) add(part);
  return defined('hypot', scale * (root + (sum + rest) / (2 * root)), sizes);
}

export const mathematics: Readonly<Record<string, Value>> = {
  pi,
  e: euler,
  tau: 2 * pi,
  inf: Infinity,
  nan: Number.NaN,
  ...functions({
    sin: real('sin', (x) => sin(numbers, x)),
    cos: real('cos', (x) => cos(numbers, x)),
    tan: real('tan', (x) => tan(numbers, x)),
    asin: real('asin', (x) => (Math.abs(x) > 1 ? Number.NaN : asin(numbers, x))),
    acos: real('acos', (x) => (Math.abs(x) > 1 ? Number.NaN : acos(numbers, x))),
    atan: real('atan', (x) => atan(numbers, x)),
    atan2: realPair('atan2', (y, x) => atan2(numbers, y, x)),
    tanh: real('tanh', (x) => tanh(numbers, x)),
    sinh: real('sinh', (x) => (exp(numbers, x) - exp(numbers, -x)) / 2),
    cosh: real('cosh', (x) => (exp(numbers, x) + exp(numbers, -x)) / 2),
    exp: real('exp', (x) => exp(numbers, x)),
    log: (given) => {
      const [x = null, base] = bind('log', given, ['/x', '/base?']);
      if (base === undefined) return logarithm('log', x);
      const divisor = logarithm('log', base);
      if (divisor === 0) throw expressionFault('log has no base 1');
      return logarithm('log', x) / divisor;
    },
    log2: logarithmTo('log2', 2),
    log10: logarithmTo('log10', 10),
    pow: realPair('pow', (x, y) => (x === 0 && y < 0 ? Number.NaN : power(x, y))),
    sqrt: real('sqrt', Math.sqrt),
    hypot: hypotenuse,
    fabs: real('fabs', Math.abs),
    fmod: realPair('fmod', (x, y) => x % y),
    copysign: realPair('copysign', (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
    degrees: real('degrees', (x) => x * halfTurn),
    radians: real('radians', (x) => x * (pi / 180)),
    floor: rounding('floor', Math.floor),
    ceil: rounding('ceil', Math.ceil),
    trunc: rounding('trunc', Math.trunc),
    isnan: truth('isnan', Number.isNaN),
    isinf: truth('isinf', (x) => Math.abs(x) === Infinity),
    isfinite: truth('isfinite', Number.isFinite),
    gcd: commonDivisor,
  }),
};
