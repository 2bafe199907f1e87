// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** YAML files in expressions: YAML 1.1 as PyYAML reads it, units, places, bounds. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problem/index.js';
import { memoryFiles } from '../files.js';
import { expandedXacro } from './expand.js';

function load(yaml: string, expression: string): { value: string | undefined; problems: readonly Problem[] } {
  const source =
    '<r xmlns:xacro="http://ros.org/wiki/xacro"><xacro:property name="f" value="${xacro.load_yaml(\'f.yaml\')}"/>' +
    `<y v="\${${expression}}"/></r>`;
  const { value, problems } = expandedXacro(source, {
    file: 'a/m.xacro',
    files: memoryFiles({ 'a/f.yaml': yaml }),
  });
  return { value: value?.children[0].attributes.get('v')?.value, problems };
}

describe('values of YAML files', () => {
  it.each([
    ['a: 1', 'f.a + 1', '2'],
    ['a: 1.5', "f['a'] * 2", '3.0'],
    ['a: "1"', "f.a + '2'", '12'],
    ['a: yes\nb: off\nc: True', '[f.a, f.b, f.c]', '[True, False, True]'],
    ['x: 1\ny: 2\nn: 3', '[f.x, f.y, f.n]', '[1, 2, 3]'],
    ['a: y', "f.a + 'es'", 'yes'],
    ['a: ~\nb:', '[f.a, f.b]', '[None, None]'],
    [
      'a: 0x1f\nb: 010\nc: 1_000\nd: .inf\ne: -1.5e+3',
      '[f.a, f.b, f.c, f.d, f.e]',
      '[31, 8, 1000, inf, -1500.0]',
    ],
    ['a: 12345678901234567890', 'f.a + 1', '12345678901234567891'],
    ['- 1\n- [2, 3]\n- {a: 4}', '[f[0], f[1][1], f[2].a, len(f)]', '[1, 3, 4, 3]'],
    ['a: {b: {c: [5]}}', 'f.a.b.c[0]', '5'],
    ['a: 1\nb: 2', "'a' in f and 'c' not in f", 'True'],
    ['a: 1\nb: 2', '[k for k in f]', "['a', 'b']"],
    ['a: &k {p: 1, q: 2}\nb:\n  <<: *k\n  q: 3', 'f.b', "{'p': 1, 'q': 3}"],
    ['a: &k [1]\nb: *k', 'f.a + f.b', '[1, 1]'],
    ['a: 2001-01-01', 'f.a', '2001-01-01'],
    ['1: a\n2.5: b', 'f[1] + f[2.5]', 'ab'],
    ['"a b": 1', "f['a b']", '1'],
    ['a: |\n  two\n  lines\n', 'f.a.split()[1]', 'lines'],
    ['', 'f is None', 'True'],
    ['a: !degrees 360', "'%.6f' % f.a", '6.283185'],
    ['a: !degrees -150', "'%.6f' % f.a", '-2.617994'],
    ['a: {b: {c: !radians 0.5}}', 'f.a.b.c', '0.5'],
    ['a: !degrees 2*90', 'f.a == pi', 'True'],
    ['a: !radians pi/2', 'f.a * 2 == pi', 'True'],
    ['a: !millimeters 250', 'f.a', '0.25'],
    ['a: !meters "5.0*5.0"', 'f.a', '25.0'],
    ['a: !inches 1', 'f.a', '0.0254'],
    ['a: !foot 1', 'f.a', '0.3048'],
    ['__proto__: 1\nconstructor: 2', "f['__proto__'] + f['constructor']", '3'],
    ['\ufeffa: 1', 'f.a', '1'],
  ])('%j: %s is %s', (yaml, expression, wanted) => {
    const { value, problems } = load(yaml, expression);
    expect(problems).toEqual([]);
    expect(value).toBe(wanted);
  });

  it('takes the last of keys that stand twice, and says so', () => {
    const { value, problems } = load('a: 1\nb: 2\na: 3\n', 'f.a');
    expect(value).toBe('3');
    expect(problems.map((p) => [p.code, p.severity, p.where])).toEqual([
      ['xacro-yaml-key-twice', 'warning', { file: 'a/f.yaml', line: 3, column: 1 }],
    ]);
  });
});

describe('faults of YAML files', () => {
  it.each([
    ['a: [1', 'xacro-yaml', 1],
    ['a: 1\nb: {c: 2', 'xacro-yaml', 2],
    ['a: 1\n b: 2', 'xacro-yaml', 1],
    ['a: 1\nb: !kilograms 3', 'xacro-yaml', 2],
    ['a: *nothing', 'xacro-yaml', 1],
    ['a: 1\nb: !degrees os.system', 'xacro-name-unknown', 2],
    ["b: !radians __import__('os').system('x')", 'xacro-expression', 1],
    ['b: !degrees abc', 'xacro-name-unknown', 1],
    ['b: !degrees "\'x\'"', 'xacro-expression', 1],
  ])('%j is refused with its place', (yaml, code, line) => {
    const { value, problems } = load(yaml, 'f.a');
    expect(value).toBeUndefined();
    expect(problems.map((p) => [p.code, p.where.file, p.where.line])).toEqual([[code, 'a/f.yaml', line]]);
  });

  it('names a key that is missing, and the nearest', () => {
    const { problems } = load('arms: 1', 'f.arm');
    expect(problems[0]).toMatchObject({
      code: 'xacro-key-missing',
      hint: 'did you mean "arms"?',
      known: ['arms'],
    });
  });

  it('expands no aliases of aliases, and none of themselves', () => {
    const bomb = `a0: &a0 [x, x]\n${Array.from({ length: 60 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`).join('\n')}`;
    expect(load(bomb, 'len(f.a60)').value).toBe('2');
    expect(load(bomb, 'str(f.a60)').problems.map((p) => p.code)).toEqual(['xacro-too-large']);
    expect(load(bomb, 'f.a60 == f.a59').problems.map((p) => p.code)).toEqual([]);
    expect(load('a: &a [*a]', 'f.a').problems.map((p) => p.code)).toEqual(['xacro-yaml']);
    expect(load(`a: ${'['.repeat(3000)}${']'.repeat(3000)}`, 'f.a').value).toBeUndefined();
  });
});
