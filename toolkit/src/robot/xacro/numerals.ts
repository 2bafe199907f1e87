/** Texts as numbers, as Python's int() and float() read them, and as properties take them. */
import type { Value } from './values.js';

const whole = /^[-+]?[0-9]+(?:_[0-9]+)*$/;
const real =
  /^[-+]?(?:(?:[0-9]+(?:_[0-9]+)*\.?(?:[0-9]+(?:_[0-9]+)*)?|\.[0-9]+(?:_[0-9]+)*)(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?)$/;
/** Longer texts are no numbers: reading one costs the square of its digits. */
const longest = 4000;

export function wholeFrom(text: string): bigint | undefined {
  if (text.length > longest) return undefined;
  const plain = text.trim();
  if (!whole.test(plain)) return undefined;
  const digits = plain.replaceAll('_', '');
  return digits.startsWith('+')
    ? BigInt(digits.slice(1))
    : digits.startsWith('-')
      ? -BigInt(digits.slice(1))
      : BigInt(digits);
}

export function realFrom(text: string): number | undefined {
  if (text.length > longest) return undefined;
  const plain = text.trim();
  if (real.test(plain)) return Number(plain.replaceAll('_', ''));
  const word = /^([-+]?)(inf|infinity|nan)$/i.exec(plain);
  if (word === null) return undefined;
  const size = word[2].toLowerCase() === 'nan' ? Number.NaN : Infinity;
  return word[1] === '-' ? -size : size;
}

/** What a condition takes for true or false; undefined for what is neither. */
export function truthFrom(text: string): boolean | undefined {
  if (text === 'true' || text === 'True') return true;
  if (text === 'false' || text === 'False') return false;
  const number = wholeFrom(text);
  return number === undefined ? undefined : number !== 0n;
}

/**
 * The value of a property or parameter that is written as a text: a whole number, a float, true or false, else the
 * text itself. Single quotes keep a number a text; a number with `_` in it is one anyway.
 */
export function literal(text: string): Value {
  if (text.length >= 2 && text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1);
  if (text.length > longest) return text;
  if (text.includes('_')) return text;
  return wholeFrom(text) ?? realFrom(text) ?? truthFrom(text) ?? text;
}
