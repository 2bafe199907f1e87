/** Lines that are too long to read, in several. */
import type { Syntax } from './syntax.js';

/** Longest line. */
const WIDTH = 100;

/**
 * A line, or several where it is too long: what stands in the longest brackets goes to lines of its own, or what is broken
 * before an operator.
 */
export function wrapped(line: string, syntax: Syntax, hanging = syntax.indent): string[] {
  if (line.length <= WIDTH) return [line];
  const margin = /^ */.exec(line)?.[0] ?? '';
  const { continued, indent } = syntax;
  const group = longestGroup(line);
  const breaks = breaksOf(line).filter((at) => at <= WIDTH - continued.length);
  const best = breaks.filter((at) => !/^ [*/] /.test(line.slice(at))).at(-1) ?? breaks.at(-1);
  if (group !== undefined && group.end - group.start > line.length / 4) {
    const inner = line.slice(group.start + 1, group.end);
    return [
      `${line.slice(0, group.start + 1)}${continued}`,
      ...wrapped(`${margin}${indent}${inner}`, { ...syntax, breaksAnywhere: true }, '').map((text, k, all) =>
        k === all.length - 1 ? `${text}${continued}` : text,
      ),
      ...wrapped(`${margin}${line.slice(group.end)}`, syntax),
    ];
  }
  if (best === undefined || !syntax.breaksAnywhere) return [line];
  return [
    `${line.slice(0, best)}${continued}`,
    ...wrapped(`${margin}${hanging}${line.slice(best + 1)}`, syntax, ''),
  ];
}

const breakable = /^ (?:[-+*/?:<] |<= |&& |\|\| |[=!~]=|and |or |if |else )/;

/** Where a line may be broken outside brackets. */
function breaksOf(line: string): number[] {
  const first = line.search(/[^ ]/) + 12;
  const found: number[] = [];
  let depth = 0;
  for (let i = 0; i < line.length; i++) {
    if ('([{'.includes(line[i])) depth++;
    else if (')]}'.includes(line[i])) depth--;
    if (i < first || line[i] !== ' ' || depth !== 0) continue;
    if (line[i - 1] === ',' || breakable.test(line.slice(i, i + 8))) found.push(i);
  }
  return found;
}

/** The longest brackets that stand in no others and begin on the line. */
function longestGroup(line: string): { readonly start: number; readonly end: number } | undefined {
  let best: { readonly start: number; readonly end: number } | undefined;
  let depth = 0;
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '(' && depth++ === 0) start = i;
    else if (
      line[i] === ')' &&
      --depth === 0 &&
      start < WIDTH - 4 &&
      (best === undefined || i - start > best.end - best.start)
    )
      best = { start, end: i };
  }
  return best;
}
