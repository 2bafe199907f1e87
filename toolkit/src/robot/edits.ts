/** Corrections of attributes as edits of the file that they stand in. */
import type { Edit, Fix } from '../problem/index.js';
import type { Place } from './findings.js';
import { parseNumbers } from './numbers.js';

/** An attribute as it stands in its file. */
interface Attribute extends Place {
  readonly name: string;
  readonly value: string;
}

function whereOf({ file, line = 1, column = 1 }: Place): Edit['where'] {
  return { ...(file === undefined ? {} : { file }), line, column };
}

/** Another value; no edit where it is the same text. */
export function change(what: string, at: Attribute, after: string): Edit[] {
  return at.value === after
    ? []
    : [{ where: whereOf(at), what, attribute: at.name, before: at.value, after }];
}

export function removal(what: string, at: Attribute): Edit {
  return { where: whereOf(at), what, attribute: at.name, before: at.value };
}

export function addition(what: string, element: Place, attribute: string, after: string): Edit {
  return { where: whereOf(element), what, attribute, after };
}

/** A number as a file writes it: fifteen digits, so that a product that is round stays round. */
export function decimal(x: number): string {
  return String(Number(x.toPrecision(15)) + 0);
}

/**
 * Numbers that were written with decimal commas, or with commas or semicolons between them. A lone `1,234` may as well mean
 * a thousand: that is a guess.
 */
export function respelt(what: string, at: Attribute, count: number): Fix | undefined {
  const words = at.value.split(/[ \t\r\n]+/).filter((word) => word !== '');
  const decimals = words.every((word) => /^[+-]?[0-9]*[.,]?[0-9]+([eE][+-]?[0-9]+)?$/.test(word));
  const pointed = words.map((word) => word.replace(',', '.')).join(' ');
  if (words.length === count && decimals && isMeant(pointed, count, at.value)) {
    const guess = count === 1 && /^[+-]?[1-9][0-9]{0,2},[0-9]{3}$/.test(words[0]);
    return { why: 'decimal commas become points', guess, edits: change(what, at, pointed) };
  }
  const apart = at.value.split(/[ \t\r\n,;]+/).filter((word) => word !== '');
  const spaced = apart.join(' ');
  if (count > 1 && apart.length === count && isMeant(spaced, count, at.value)) {
    return { why: 'numbers are separated by spaces', guess: false, edits: change(what, at, spaced) };
  }
  return undefined;
}

function isMeant(text: string, count: number, before: string): boolean {
  return text !== before && 'value' in parseNumbers(text, count);
}

/** The declaration of a prefix on the root element. */
export function declared(prefix: string, root: Place): Fix {
  const namespace =
    prefix === 'sensor' || prefix === 'controller' || prefix === 'interface'
      ? `http://playerstage.sourceforge.net/gazebo/xmlschema/#${prefix}`
      : `urn:prefix:${prefix}`;
  return {
    why: 'the prefix is declared, so that other programs read the file; what it means to them is not changed',
    guess: false,
    edits: [addition('root element', root, `xmlns:${prefix}`, namespace)],
  };
}
