// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** Lists of parameters. */
import { describe, expect, it } from 'vitest';
import { parseParameters } from './macros.js';

function written(text: string): string {
  const parameters = parseParameters(text);
  if ('message' in parameters) return parameters.message;
  return parameters
    .map(({ name, block, forward, default: standard }) => {
      const stars = block === 'content' ? '**' : block === 'element' ? '*' : '';
      return `${stars}${name}${forward ? '^' : ''}${standard === undefined ? '' : `=${standard}`}`;
    })
    .join(' | ');
}

describe('parameters of macros', () => {
  it.each([
    ['', ''],
    ['   ', ''],
    ['a b', 'a | b'],
    ['  a\n\tb ', 'a | b'],
    ['a:=1 b=2', 'a=1 | b=2'],
    ['a := 1', 'a=1'],
    ['a:=${x} b', 'a=${x} | b'],
    ['a:=${x + 1} b', 'a=${x + 1} | b'],
    ['a:=${x}_${y + 1} b', 'a=${x}_${y + 1} | b'],
    ['a:=$(arg x) b', 'a=$(arg x) | b'],
    ["a:='1 -2' b", "a='1 -2' | b"],
    ['a:="1 2" b', 'a="1 2" | b'],
    ["a:='' b", "a='' | b"],
    ['a:=^ b:=^|3 c:=^|', 'a^ | b^=3 | c^'],
    ["a:=^|${1 + 2} b:=^|'x y'", "a^=${1 + 2} | b^='x y'"],
    ['*a **b c', '*a | **b | c'],
    ['a:=', 'a'],
    ['a:=x:=y', 'a=x:=y'],
  ])('%j', (text, wanted) => {
    expect(written(text)).toBe(wanted);
  });

  it.each([
    [':=1', 'a parameter has no name'],
    ['*', 'a parameter has no name'],
    ['a a', 'the parameter `a` stands twice'],
    ['a *a', 'the parameter `a` stands twice'],
    ["a:='x", 'the default of `a` is never closed'],
    ['a:=${x', 'the default of `a` is never closed'],
    ['*a:=1', 'the block `*a` cannot have a default'],
    ['a:b', 'a parameter has no name'],
  ])('%j is refused', (text, wanted) => {
    expect(written(text)).toBe(wanted);
  });
});
