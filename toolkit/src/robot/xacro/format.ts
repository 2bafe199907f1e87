/** Values as texts, as Python prints them; `%` formatting. */
import type { Budget } from './bounds.js';
import { digitsOf, roundedDecimal } from './decimal.js';
import { expressionFault } from './fault.js';
import { characters, Dict, List, numeric, Range, Tuple, typeOf, type Value } from './values.js';

/** `str(value)`. */
export function textOf(value: Value, budget: Budget): string {
  return typeof value === 'string' ? value : representation(value, budget);
}

/** `repr(value)`. */
export function representation(value: Value, budget: Budget): string {
  budget.step();
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') {
    const text = value.toString();
    budget.text(text.length);
    return text;
  }
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'string') return quoted(value, budget);
  if (value instanceof List) return `[${joined(value.items, budget)}]`;
  if (value instanceof Tuple) return `(${joined(value.items, budget)}${value.items.length === 1 ? ',' : ''})`;
  if (value instanceof Dict) {
    const entries = value.entries();
    return `{${pieces(entries, budget, ([key, item]) => `${representation(key, budget)}: ${representation(item, budget)}`)}}`;
  }
  if (value instanceof Range) {
    return `range(${value.start}, ${value.stop}${value.step === 1n ? '' : `, ${value.step}`})`;
  }
  throw expressionFault(`a ${typeOf(value)} is no text`, {
    hint: 'is it called? a function needs its brackets',
  });
}

function joined(items: readonly Value[], budget: Budget): string {
  return pieces(items, budget, (item) => representation(item, budget));
}

function pieces<T>(items: readonly T[], budget: Budget, one: (item: T) => string): string {
  budget.enter();
  let text = '';
  for (const [i, item] of items.entries()) {
    text += i === 0 ? one(item) : `, ${one(item)}`;
    budget.text(text.length > 1000 ? text.length : 0);
  }
  budget.leave();
  return text;
}

/** The shortest text that reads back as the same float, with `.0` where it is whole. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    const [digits, exponent] = value.toExponential().split('e');
    return `${digits}e${exponentText(Number(exponent))}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function exponentText(exponent: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function quoted(text: string, budget: Budget): string {
  budget.text(text.length);
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let result = '';
  for (const character of characters(text)) {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote || character === '\\') result += `\\${character}`;
    else if (character === '\n') result += '\\n';
    else if (character === '\r') result += '\\r';
    else if (character === '\t') result += '\\t';
    else if (code < 0x20 || (code >= 0x7f && code < 0xa1) || code === 0xad)
      result += `\\x${code.toString(16).padStart(2, '0')}`;
    else result += character;
  }
  return `${quote}${result}${quote}`;
}

const directive = /%(?:\(([^)]*)\))?([-+ #0]*)(\*|[0-9]+)?(?:\.(\*|[0-9]*))?[hlL]?(.)?/gsu;
/** Places that a directive may ask for. */
const mostPlaces = 1000;

/** `template % given`. */
export function formatted(template: string, given: Value, budget: Budget): string {
  const positional = given instanceof Tuple ? given.items : [given];
  let next = 0;
  const take = (): Value => {
    if (next >= positional.length) throw expressionFault('there are not enough values for the format');
    return positional[next++];
  };
  const size = (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined;
    const count = text === '*' ? take() : BigInt(text === '' ? '0' : text);
    if (typeof count !== 'bigint' || count > BigInt(mostPlaces) || count < -BigInt(mostPlaces)) {
      throw expressionFault('a width in a format must be a whole number', {
        expected: `at most ${mostPlaces}`,
      });
    }
    return Number(count);
  };
  let keyed = false;
  let made = 0;
  budget.text(template.length);
  const result = template.replace(
    directive,
    (_, key?: string, flags = '', wide?: string, places?: string, type?: string) => {
      budget.step();
      if (type === undefined)
        throw expressionFault('the format stops after `%`', { hint: 'write %% for a percent sign' });
      const width = size(wide) ?? 0;
      const precision = size(places);
      if (type === '%') return '%';
      let value: Value;
      if (key === undefined) value = take();
      else {
        keyed = true;
        const entry = given instanceof Dict ? given.get(key, budget) : undefined;
        if (entry === undefined) throw expressionFault(`the format has no value for the key "${key}"`);
        value = entry;
      }
      const text = directed(value, type, flags, precision, budget);
      // Many directives may ask for one long text each.
      made += text.length;
      if (made > budget.bounds.text) budget.text(made);
      const left = flags.includes('-') || width < 0;
      const full = Math.abs(width);
      if (left) return text.padEnd(full);
      if (flags.includes('0') && !/[srac]/.test(type)) {
        const sign = /^[-+ ]?(?:0[xXo])?/.exec(text)?.[0] ?? '';
        return sign + text.slice(sign.length).padStart(full - sign.length, '0');
      }
      return text.padStart(full);
    },
  );
  if (!keyed && next < positional.length && !(given instanceof Dict)) {
    throw expressionFault('not all values have a place in the format');
  }
  budget.text(result.length);
  return result;
}

function directed(
  value: Value,
  type: string,
  flags: string,
  precision: number | undefined,
  budget: Budget,
): string {
  if (type === 's' || type === 'r' || type === 'a') {
    const text = type === 's' ? textOf(value, budget) : representation(value, budget);
    return precision === undefined ? text : characters(text).slice(0, precision).join('');
  }
  if (type === 'c' && typeof value === 'string' && characters(value).length === 1) return value;
  const number = numeric(value);
  if (number === undefined)
    throw expressionFault(`\`%${type}\` wants a number`, { got: `a ${typeOf(value)}` });
  const plus = flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  if (/[diuoxXc]/.test(type)) {
    if (typeof number === 'number' && (!Number.isFinite(number) || !/[diu]/.test(type))) {
      throw expressionFault(`\`%${type}\` wants a whole number`, { got: floatText(number) });
    }
    const whole = BigInt(typeof number === 'number' ? Math.trunc(number) : number);
    if (type === 'c') {
      if (whole < 0n || whole > 0x10ffffn) throw expressionFault('`%c` wants the number of a character');
      return String.fromCodePoint(Number(whole));
    }
    const base = type === 'o' ? 8 : type === 'x' || type === 'X' ? 16 : 10;
    const digits = (whole < 0n ? -whole : whole).toString(base).padStart(precision ?? 0, '0');
    const mark = !flags.includes('#') || base === 10 ? '' : base === 8 ? '0o' : '0x';
    const text = `${whole < 0n ? '-' : plus}${mark}${digits}`;
    return type === 'X' ? text.toUpperCase() : text;
  }
  if (!/[eEfFgG]/.test(type)) throw expressionFault(`a format does not know \`%${type}\``);
  const x = Number(number);
  const sign = x < 0 || Object.is(x, -0) ? '-' : plus;
  const text = Number.isFinite(x)
    ? floatDirective(Math.abs(x), type.toLowerCase(), precision ?? 6, flags.includes('#'))
    : Number.isNaN(x)
      ? 'nan'
      : 'inf';
  return sign + (/[EFG]/.test(type) ? text.toUpperCase() : text);
}

/** `whole` is the flag `#`: a point is kept, and so are the zeros behind it. */
function floatDirective(x: number, type: string, precision: number, whole: boolean): string {
  if (type === 'f') return fixed(x, precision, whole);
  if (type === 'e') return scientific(x, precision, whole);
  const significant = precision === 0 ? 1 : precision;
  const { exponent } = digitsOf(x, significant);
  const text =
    exponent < -4 || exponent >= significant
      ? scientific(x, significant - 1, whole)
      : fixed(x, significant - 1 - exponent, whole);
  if (whole || !text.includes('.')) return text;
  const [mantissa, ...power] = text.split('e');
  return [mantissa.replace(/\.?0+$/, ''), ...power].join('e');
}

function fixed(x: number, places: number, point: boolean): string {
  const digits = roundedDecimal(x, places)
    .toString()
    .padStart(places + 1, '0');
  if (places === 0) return point ? `${digits}.` : digits;
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function scientific(x: number, places: number, point: boolean): string {
  const { digits, exponent } = digitsOf(x, places + 1);
  const mantissa = places > 0 || point ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${mantissa}e${exponentText(exponent)}`;
}
