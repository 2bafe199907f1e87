// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** Short files that ask for much: each ends at a bound, and soon. */
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files.js';
import { expandedXacro } from './expand.js';

/** The first error of a file, and the seconds of processor time until it was there. */
function firstError(content: string, files: Readonly<Record<string, string>> = {}) {
  const start = process.cpuUsage();
  const text = `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">${content}</robot>`;
  const { problems } = expandedXacro(text, { file: 'ws/r.xacro', files: memoryFiles(files) });
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  return { code: problems.find((p) => p.severity === 'error')?.code, seconds };
}

/** Does something so many times over: 4 · 6ⁿ of it. */
function often(content: string, levels = 6): string {
  let text = `<xacro:macro name="m0">${content}</xacro:macro>`;
  for (let i = 1; i <= levels; i++) {
    text += `<xacro:macro name="m${i}">${`<xacro:m${i - 1}/>`.repeat(6)}</xacro:macro>`;
  }
  return `${text}${`<xacro:m${levels}/>`.repeat(4)}`;
}

const long = (text: string, count = 1_000_000) =>
  `<xacro:property name="long" value="\${${text} * ${count}}"/>`;
const property = (name: string, value: string) =>
  `<xacro:property name="${name}" value="\${${value}}" lazy_eval="false"/>`;

/** s; the slowest takes about 2, and for minutes or without end what has no bound. */
const soon = 10;

describe('files that ask for much', () => {
  it.each([
    ['a long text as a number, over and over', long("' '") + often('<y v="${float(long)}"/>')],
    ['a long text as a whole number, over and over', long("' '") + often('<y v="${int(long)}"/>')],
    ['one whose squared length wraps around', long("'x'", 46_341) + often('<y v="${[int(long)]}"/>')],
    ['a long text in many attributes', long("'x'") + often('<y v="${long}"/>')],
    ['a long text in many properties', long("' '") + often('<xacro:property name="p" value="${long}"/>')],
    ['a long text as a key', `${long("'x'")}<y v="\${[{long: 1}.get(long) for i in range(100000)]}"/>`],
    ['a long text as many keys', `${long("'x'")}<y v="\${len(dict([(long, 1)] * 100000))}"/>`],
    ['a long text for each directive', `${long("'x'")}<y v="\${len('%s' * 500 % ((long,) * 500))}"/>`],
    [
      'keys that double',
      property('t0', '(1,)') +
        Array.from({ length: 40 }, (_, i) => property(`t${i + 1}`, `(t${i}, t${i})`)).join('') +
        '<y v="${len({t40: 1})}"/>',
    ],
    [
      'large dictionaries that are compared',
      property('d', 'dict(zip(range(20000), range(20000)))') +
        property('e', 'dict(zip(range(20000), range(1, 20001)))') +
        '<y v="${len([1 for i in range(100000) if d == e])}"/>',
    ],
    [
      'a text that is almost in another',
      `<y v="\${('b' + 'a' * 250000) in ('a' * 500000)}"/>` +
        `<y v="\${('a' * 500000).find('b' + 'a' * 250000)}"/>`,
    ],
    [
      'names that are not there, of many that are',
      property('l', 'range(3)') +
        Array.from({ length: 5000 }, (_, i) => `<xacro:property name="p${i}" value="1"/>`).join('') +
        often('<y v="${q}"/>'),
    ],
    [
      'elements with many attributes',
      often(`<y ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(' ')}/>`),
    ],
    [
      'files that are not there',
      often(
        '<xacro:include filename="${1}.xacro" optional="true"/><xacro:include filename="b*.xacro" optional="true"/>',
      ),
    ],
  ])('end: %s', (_, content) => {
    const { code, seconds } = firstError(content);
    expect(code).toMatch(/^xacro-(?:too-large|expression|name-unknown)$/);
    expect(seconds).toBeLessThan(soon);
  });

  it('have no more parameters than anybody writes', () => {
    const params = Array.from({ length: 20_000 }, (_, i) => `p${i}`).join(' ');
    const { code, seconds } = firstError(`<xacro:macro name="m" params="${params}"/>`);
    expect(code).toBe('xacro-macro-params');
    expect(seconds).toBeLessThan(soon);
  });

  it.each([
    ['aliases', `a: &a 1\nb: [${'*a,'.repeat(60_000)}]\n`, undefined],
    ['a file that is too large', `a: [${'1,'.repeat(600_000)}]\n`, 'xacro-too-large'],
    ['brackets', '['.repeat(50_000), /xacro-(?:yaml|too-large)/],
    ['anchors of one name', `${'- &a 1\n- *a\n'.repeat(20_000)}`, undefined],
  ])('end in YAML files too: %s', (_, text, wanted) => {
    const content = '<y v="${len(xacro.load_yaml(\'a.yaml\'))}"/>';
    const { code, seconds } = firstError(content, { 'ws/a.yaml': text });
    if (wanted === undefined) expect(code).toBeUndefined();
    else expect(code).toMatch(wanted);
    expect(seconds).toBeLessThan(soon);
  });
});
