/**
 * Numbers as robot files may write them: decimal with a point, sign, exponent, white space around. Nothing
 * else is a number: no comma, no hexadecimal, no `inf`, no `nan`, no unit, no half of a word.
 */

/**
 * The largest size of a number, in SI. No robot has one near it; products of a few such numbers, as masses and lengths
 * make them in an inertia matrix, are still finite.
 */
export const largest = 1e30;

export const tooLarge = 'the number is too large';

export type Parsed<T> = { readonly value: T } | { readonly fault: string; readonly hint?: string };

const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const words = /[^ \t\r\n]+/g;

export function parseNumber(text: string): Parsed<number> {
  const numbers = parseNumbers(text, 1);
  return 'fault' in numbers ? numbers : { value: numbers.value[0] };
}

/** `count` numbers between white space. */
export function parseNumbers(text: string, count: number): Parsed<readonly number[]> {
  const found = text.match(words);
  if (found === null) return { fault: 'the value is empty' };
  const values: number[] = [];
  for (const word of found.slice(0, count)) {
    const number = parseWord(word);
    if ('fault' in number) return number;
    values.push(number.value);
  }
  if (found.length !== count) {
    return {
      fault: `${found.length} value${found.length === 1 ? ' stands' : 's stand'} here instead of ${count}`,
    };
  }
  return { value: values };
}

function parseWord(word: string): Parsed<number> {
  if (!decimal.test(word)) {
    const fault = 'this is not a number';
    if (/^[+-]?[0-9]+,[0-9]+$/.test(word))
      return { fault, hint: `write a decimal point: ${word.replace(',', '.')}` };
    if (/^[^,]+,[^,]+/.test(word)) return { fault, hint: 'numbers are separated by spaces, not commas' };
    if (/^[+-]?(nan|inf|infinity)$/i.test(word)) return { fault, hint: 'every number of a robot is finite' };
    if (/^[+-]?0x/i.test(word)) return { fault, hint: 'hexadecimal is not read' };
    if (/\$[({]/.test(word))
      return { fault, hint: 'this is xacro: expand the file first, `xacro robot.urdf.xacro > robot.urdf`' };
    return { fault };
  }
  const value = Number(word);
  if (Math.abs(value) > largest) {
    return { fault: tooLarge, hint: `no number of a robot is larger than ${largest}` };
  }
  return { value };
}
