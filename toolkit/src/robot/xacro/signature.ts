/** Arguments of the functions that expressions may call. */

import { floatOf } from './arithmetic.js';
import type { Budget } from './bounds.js';
import { expressionFault } from './fault.js';
import { floatText } from './format.js';
import { nearestOf } from './known.js';
import { type Arguments, Callable, numeric, typeOf, type Value } from './values.js';

export type Body = (given: Arguments, budget: Budget) => Value;

export function functions(table: Readonly<Record<string, Body>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(table).map(([name, body]) => [name, new Callable(name, body)]));
}

/**
 * The arguments in the order of the parameters, undefined where one is left out. A name that ends with `?` may be
 * left out; one with a leading `/` is given by place only.
 */
export function bind(
  title: string,
  given: Arguments,
  parameters: readonly string[],
): readonly (Value | undefined)[] {
  const names = parameters.map((parameter) => parameter.replace(/[/?]/g, ''));
  if (given.positional.length > names.length) {
    throw expressionFault(`${title} takes ${names.length} arguments at most`, {
      got: `${given.positional.length}`,
    });
  }
  const values: (Value | undefined)[] = names.map((_, i) => given.positional[i]);
  for (const [name, value] of given.named) {
    const at = parameters.findIndex((parameter, i) => names[i] === name && !parameter.startsWith('/'));
    if (at < 0) throw expressionFault(`${title} has no argument \`${name}\``, nearestOf(name, names));
    if (at < given.positional.length) throw expressionFault(`${title} is given \`${name}\` twice`);
    values[at] = value;
  }
  for (const [i, parameter] of parameters.entries()) {
    if (values[i] === undefined && !parameter.endsWith('?')) {
      throw expressionFault(`${title} needs the argument \`${names[i]}\``);
    }
  }
  return values;
}

/** A float as a whole number, by one way of rounding. */
export function rounded(title: string, x: bigint | number, rounding: (x: number) => number): bigint {
  if (typeof x === 'bigint') return x;
  if (!Number.isFinite(x)) throw expressionFault(`${title} wants a finite number`, { got: floatText(x) });
  return BigInt(rounding(x));
}

export function wholeOf(title: string, value: Value): bigint {
  const x = numeric(value);
  if (typeof x !== 'bigint')
    throw expressionFault(`${title} wants a whole number`, { got: `a ${typeOf(value)}` });
  return x;
}

export function realOf(title: string, value: Value): number {
  const x = numeric(value);
  if (x === undefined) {
    throw expressionFault(`${title} wants a number`, {
      got: `a ${typeOf(value)}`,
      ...(typeof value === 'string' ? { hint: 'float(x) makes a number of a text' } : {}),
    });
  }
  return floatOf(x);
}

export function stringOf(title: string, value: Value): string {
  if (typeof value !== 'string')
    throw expressionFault(`${title} wants a text`, { got: `a ${typeOf(value)}` });
  return value;
}
