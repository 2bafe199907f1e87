// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** Whole files: what they come to, what is wrong with them, and where. */
import { describe, expect, it } from 'vitest';
import { type Problem, describe as worded } from '../../problem/index.js';
import { memoryFiles } from '../files.js';
import { Findings } from '../findings.js';
import { expandXacro, type XacroOptions } from './expand.js';
import { XacroElement } from './nodes.js';
import { xacroText } from './write.js';

const ns = 'xmlns:xacro="http://www.ros.org/wiki/xacro"';

interface Given extends Partial<Omit<XacroOptions, 'args' | 'files'>> {
  readonly args?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, string>>;
}

function expand(source: string, given: Given = {}) {
  const { args = {}, files = {}, packages = {}, ...rest } = given;
  const findings = new Findings('ws/arm/main.xacro');
  const known = new Map(Object.entries(packages));
  const root = expandXacro(
    source,
    {
      file: 'ws/arm/main.xacro',
      files: memoryFiles(files),
      args: new Map(Object.entries(args)),
      findPackage: (name) => known.get(name),
      knownPackages: [...known.keys()],
      ...rest,
    },
    findings,
  );
  return { root, problems: findings.problems() };
}

/** Elements and attributes of what stands in the root element, without the space between. */
function inside(source: string, given: Given = {}): string {
  const { root, problems } = expand(source, given);
  const errors = problems.filter((p) => p.severity === 'error');
  if (root === undefined || errors.length > 0) throw new Error(errors.map(worded).join('\n'));
  return xacroText(root)
    .replace(/^<\?xml.*\?>\n<[^>]*>/, '')
    .replace(/<\/[^<]*>\n$/, '')
    .replace(/>\s+/g, '>')
    .replace(/\s+</g, '<')
    .trim();
}

function body(content: string, given: Given = {}): string {
  return inside(`<r ${ns}>${content}</r>`, given);
}

function errors(content: string, given: Given = {}): readonly Problem[] {
  const { root, problems } = expand(`<r ${ns}>${content}</r>`, given);
  expect(root).toBeUndefined();
  return problems.filter((p) => p.severity === 'error');
}

function error(content: string, given: Given = {}): Problem {
  const all = errors(content, given);
  expect(all.map(worded)).toHaveLength(1);
  return all[0];
}

const codes = (problems: readonly Problem[]): string[] => problems.map((p) => p.code);

describe('properties', () => {
  it('takes texts of numbers for numbers, whatever space is around them', () => {
    expect(body('<xacro:property name="a" value=" 42 "/><x v="${2*a}"/>')).toBe('<x v="84"/>');
    expect(body('<xacro:property name="a" value="1e5"/><x v="${a} ${a/2}"/>')).toBe(
      '<x v="100000.0 50000.0"/>',
    );
    expect(body('<xacro:property name="a" value="infinity"/><x v="${-a}"/>')).toBe('<x v="-inf"/>');
    expect(body('<xacro:property name="a" value="1_000"/><x v="${a+a}"/>')).toBe('<x v="1_0001_000"/>');
    expect(body('<xacro:property name="a" value="\'x\'"/><x v="${a}"/>')).toBe('<x v="x"/>');
    expect(body('<xacro:property name="a" value="true"/><x v="${not a}"/>')).toBe('<x v="False"/>');
  });

  it('evaluates them when they are asked for, or where they stand', () => {
    expect(
      body('<xacro:property name="b" value="${2*a}"/><xacro:property name="a" value="4"/><x v="${b}"/>'),
    ).toBe('<x v="8"/>');
    const eager =
      '<xacro:property name="s" value="A"/><xacro:property name="s" value="${s.lower()}" lazy_eval="false"/>';
    expect(body(`${eager}<x v="\${s}"/>`)).toBe('<x v="a"/>');
  });

  it('sets a default only where there is no value, and takes a value away', () => {
    const first = '<xacro:property name="p" default="1"/><xacro:property name="p" default="2"/>';
    expect(body(`${first}<x v="\${p}"/>`)).toBe('<x v="1"/>');
    expect(
      body(
        `${first}<xacro:property name="p" remove="true"/><xacro:property name="p" default="2"/><x v="\${p}"/>`,
      ),
    ).toBe('<x v="2"/>');
    expect(error('<xacro:property name="p" value="1" default="2"/>').code).toBe('xacro-property');
  });

  it('sets them for the caller and for the whole file', () => {
    const macro = (scope: string) =>
      `<xacro:macro name="m"><xacro:property name="p" value="7" scope="${scope}"/></xacro:macro>`;
    expect(body(`${macro('parent')}<xacro:m/><x v="\${p}"/>`)).toBe('<x v="7"/>');
    const nested = `${macro('global')}<xacro:macro name="n"><xacro:m/></xacro:macro>`;
    expect(body(`${nested}<xacro:n/><x v="\${p}"/>`)).toBe('<x v="7"/>');
    expect(
      codes(
        errors(`${macro('parent')}<xacro:macro name="n"><xacro:m/></xacro:macro><xacro:n/><x v="\${p}"/>`),
      ),
    ).toEqual(['xacro-name-unknown']);
    expect(error('<xacro:property name="p" value="1" scope="outer"/>').where.line).toBe(1);
    const { problems } = expand(`<r ${ns}><xacro:property name="p" value="1" scope="parent"/></r>`);
    expect(codes(problems)).toEqual(['xacro-scope']);
  });

  it('evaluates what another scope is to hold at once, in its own', () => {
    const file =
      '<xacro:macro name="m" params="k"><xacro:property name="p" value="${k + 1}" scope="parent"/></xacro:macro>' +
      '<xacro:m k="1"/><xacro:property name="k" value="100"/><x v="${p}"/>';
    expect(body(file)).toBe('<x v="2"/>');
  });

  it('names the ring of properties that need each other', () => {
    const ring = '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${c}"/>';
    const problem = error(`${ring}<xacro:property name="c" value="\${a}"/><x v="\${a}"/>`);
    expect(problem.code).toBe('xacro-circular');
    expect(problem.message).toContain('a → b → c → a');
  });

  it('reports a faulty property once, however often it is used', () => {
    const used = '<x v="${a}"/>'.repeat(5);
    expect(error(`\n<xacro:property name="a" value="\${nothing + 1}"/>${used}`).where).toMatchObject({
      line: 2,
    });
  });

  it.each(['a.b', '1a', 'if', '__a', 'a b', ''])('refuses the name "%s"', (name) => {
    expect(error(`<xacro:property name="${name}" value="1"/>`).code).toBe('xacro-name-invalid');
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'proto'])(
    'takes the name "%s" as any other',
    (name) => {
      expect(body(`<xacro:property name="${name}" value="3"/><x v="\${${name} + 1}"/>`)).toBe('<x v="4"/>');
    },
  );

  it('warns of a property that hides a function', () => {
    const { problems } = expand(`<r ${ns}><xacro:property name="pi" value="3"/></r>`);
    expect(codes(problems)).toEqual(['xacro-name-shadowed']);
  });

  it('inserts blocks where they are asked for', () => {
    const block = '<xacro:property name="b"><y v="${k}"/><z/></xacro:property>';
    expect(body(`${block}<xacro:property name="k" value="1"/><x><xacro:insert_block name="b"/></x>`)).toBe(
      '<x><y v="1"/><z/></x>',
    );
    expect(
      error('<xacro:property name="base"><y/></xacro:property><xacro:insert_block name="bse"/>').hint,
    ).toBe('did you mean "base"?');
  });
});

describe('texts', () => {
  it.each([
    ['$${x}', '${x}'],
    ['${x}$${x}', '1${x}'],
    ['$$${x}', '$${x}'],
    ['$$(x)', '$(x)'],
    ['$', '$'],
    ['a $ b', 'a $ b'],
    ['$x', '$x'],
    ['${x}${x}', '11'],
    ['-${x}', '-1'],
    ['${ x }', '1'],
    ['$(eval x + 1)', '2'],
    ["$(eval (x + 1) * len('()'))", '4'],
    ["$(eval {'a': 5}['a'])", '5'],
    ["${'$(arg k)' + 'b'}", 'vb'],
    ["$(arg ${'k'})", 'v'],
    ['$(eval k)', 'v'],
    ["$(eval arg('k'))", 'v'],
    ["${xacro.arg('k')}", 'v'],
    ['$(optenv HOME nowhere at all)', 'nowhere at all'],
    ['$(optenv HOME)', ''],
    ['$(dirname)', 'ws/arm'],
    ['$(cwd)', 'ws/arm'],
    ['$(find arm)/meshes', 'ws/arm/meshes'],
  ])('%s comes to %s', (text, wanted) => {
    const file = `<xacro:property name="x" value="1"/><xacro:arg name="k" default="w"/><y>${text}</y>`;
    expect(body(file, { args: { k: 'v' }, packages: { arm: 'ws/arm' } })).toBe(
      wanted === '' ? '<y></y>' : `<y>${wanted}</y>`,
    );
  });

  it('does not evaluate what came out of an escape', () => {
    const macro = '<xacro:macro name="m" params="a b:=${a} c:=$${a}"><y b="${b}" c="${c}"/></xacro:macro>';
    expect(body(`${macro}<xacro:property name="a" value="1"/><xacro:m a="2"/>`)).toBe('<y b="1" c="${a}"/>');
  });

  it.each(['${', '${a', '$(', '$(arg', 'x ${1', '$(eval (1)'])('%s is never closed', (text) => {
    expect(error(`<y>${text}</y>`).code).toBe('xacro-substitution');
  });

  it('says which substitutions are known', () => {
    expect(error('<y v="$(fnd arm)"/>').hint).toBe('did you mean "find"?');
    expect(error('<y v="$(anon x)"/>').known).toContain('optenv');
  });

  it('sees no environment but what is given', () => {
    expect(error('<y v="$(env HOME)"/>').message).toContain('HOME');
    expect(body('<y v="$(env HOME)"/>', { env: new Map([['HOME', '/h']]) })).toBe('<y v="/h"/>');
  });

  it('keeps the place of a package that is not there, and names it once', () => {
    const { root, problems } = expand(`<r ${ns}><y v="$(find nope)/a"/><y v="$(find nope)/b"/></r>`, {
      packages: { nose: 'n' },
    });
    expect(root?.children[0].attributes.get('v')?.value).toBe('$(find nope)/a');
    expect(problems.map((p) => [p.code, p.severity, p.hint])).toEqual([
      [
        'xacro-package-unknown',
        'warning',
        'did you mean "nose"? If not: --root adds the workspace that it is in, --package nope=FOLDER its folder',
      ],
    ]);
    expect(
      error('<xacro:include filename="$(find nope)/a.xacro"/>'.replace('/>', ' optional="false"/>')).code,
    ).toBe('xacro-package-unknown');
  });

  it('evaluates comments only where they ask for it', () => {
    const comments = '<!-- ${k} --><!-- xacro:eval-comments:on --><!-- ${k} --><y/><!-- ${k} -->';
    expect(body(`<xacro:property name="k" value="1"/><z/>${comments}`)).toBe(
      '<z/><!-- ${k} --><!-- 1 --><y/><!-- ${k} -->',
    );
  });

  it('keeps what stands in quotes, brackets and entities as XML', () => {
    expect(body('<y v="a&lt;b&amp;&quot;c">x &lt; y</y>')).toBe('<y v="a&lt;b&amp;&quot;c">x &lt; y</y>');
    expect(body('<y v="${\'&lt;\' * 2}"/>')).toBe('<y v="&lt;&lt;"/>');
    expect(body('<y><![CDATA[a < ${1+1}]]></y>')).toBe('<y>a &lt; 2</y>');
  });
});

describe('conditions', () => {
  it.each(['true', 'True', '1', '2', '-1', '${3*0.1}', '${not False}', "${'a' == 'a'}", '${[0]}', ' 1 '])(
    'keeps what stands under %s',
    (value) => {
      expect(
        body(`<xacro:if value="${value}"><k/></xacro:if><xacro:unless value="${value}"><l/></xacro:unless>`),
      ).toBe('<k/>');
    },
  );

  it.each(['false', 'False', '0', '${0*42}', '${not True}', '${[]}', '${None}', '${0.0}'])(
    'drops what stands under %s',
    (value) => {
      expect(
        body(`<xacro:if value="${value}"><k/></xacro:if><xacro:unless value="${value}"><l/></xacro:unless>`),
      ).toBe('<l/>');
    },
  );

  it.each(['nonsense', 'yes', 'no', '1.0', '0.0', '', "${'a'}", 'TRUE'])('%s is neither', (value) => {
    const problem = error(`\n  <xacro:if value="${value}"><k/></xacro:if>`);
    expect(problem.code).toBe('xacro-condition');
    expect(problem.where).toMatchObject({ line: 2, column: 3 });
    expect(problem.got).toContain(value);
  });

  it('reads a property that holds true', () => {
    expect(
      body('<xacro:property name="on" value="true"/><xacro:unless value="${not on}"><k/></xacro:unless>'),
    ).toBe('<k/>');
  });

  it('evaluates nothing of what it drops', () => {
    expect(body('<xacro:if value="0"><xacro:include filename="nope"/><xacro:nope/>${1/0}</xacro:if>')).toBe(
      '',
    );
  });
});

describe('macros', () => {
  const caret = '<xacro:macro name="m" params="n:=^ k:=^|3"><y v="${n} ${k}"/></xacro:macro>';

  it('forwards what the caller has, else takes the default', () => {
    const calls = '<xacro:m/><xacro:property name="k" value="9"/><xacro:m/><xacro:m n="1"/>';
    expect(body(`${caret}<xacro:property name="n" value="7"/>${calls}`)).toBe(
      '<y v="7 3"/><y v="7 9"/><y v="1 9"/>',
    );
    expect(error(`${caret}<xacro:m/>`).message).toBe('macro `m` needs `n`');
  });

  it('names all parameters that are missing, and those that it does not have', () => {
    const macro = '<xacro:macro name="m" params="length width *shape"><y/></xacro:macro>';
    expect(error(`${macro}<xacro:m><s/></xacro:m>`).message).toBe('macro `m` needs `length`, `width`');
    const wrong = errors(`${macro}<xacro:m lenght="1" width="2" shape="3"><s/></xacro:m>`);
    expect(wrong.map((p) => p.hint)).toEqual([
      'did you mean "length"?',
      'it is a block: an element inside the call',
    ]);
    expect(error(`${macro}<xacro:m length="1" width="2"/>`).expected).toBe('1: shape');
    expect(error(`${macro}<xacro:m length="1" width="2"><s/><t/></xacro:m>`).got).toBe('2: <s>, <t>');
  });

  it('takes blocks, whole or what stands in them', () => {
    const macro =
      '<xacro:macro name="m" params="*a **b"><y><xacro:insert_block name="b"/><xacro:insert_block name="a"/></y></xacro:macro>';
    expect(body(`${macro}<xacro:m><p k="1"/><q>text<s/></q></xacro:m>`)).toBe('<y>text<s/><p k="1"/></y>');
  });

  it('evaluates blocks where they stand', () => {
    const macro = '<xacro:macro name="m" params="k *b"><xacro:insert_block name="b"/></xacro:macro>';
    expect(
      body(`${macro}<xacro:property name="k" value="out"/><xacro:m k="in"><y v="\${k}"/></xacro:m>`),
    ).toBe('<y v="out"/>');
  });

  it('calls by a name that is computed', () => {
    const macros =
      '<xacro:macro name="a"><p/></xacro:macro><xacro:macro name="b" params="k"><q k="${k}"/></xacro:macro>';
    expect(body(`${macros}<xacro:property name="n" value="b"/><xacro:call macro="\${n}" k="1"/>`)).toBe(
      '<q k="1"/>',
    );
    expect(error('<xacro:call/>').code).toBe('xacro-attribute-missing');
    expect(error('<xacro:macro name="call"><p/></xacro:macro>').code).toBe('xacro-name-invalid');
  });

  it('loops by calling itself', () => {
    const loop =
      '<xacro:macro name="m" params="i"><y i="${i}"/><xacro:if value="${i &lt; 3}"><xacro:m i="${i + 1}"/></xacro:if></xacro:macro>';
    expect(body(`${loop}<xacro:m i="1"/>`)).toBe('<y i="1"/><y i="2"/><y i="3"/>');
  });

  it('makes elements and attributes of computed names', () => {
    const file =
      '<xacro:element xacro:name="${\'a\' * 2}" k="${1+1}"><xacro:attribute name="n${1}" value="${2*3}"/></xacro:element>';
    expect(body(file)).toBe('<aa k="2" n1="6"/>');
    expect(error('<xacro:element xacro:name="${1}"/>').code).toBe('xacro-name-invalid');
    expect(error('<y><xacro:attribute name="a b" value="1"/></y>').code).toBe('xacro-name-invalid');
  });

  it('says where it was called from, innermost first', () => {
    const file =
      '\n<xacro:macro name="inner" params="k">\n<y v="${nothing}" w="${k}"/></xacro:macro>' +
      '\n<xacro:macro name="outer"><xacro:inner k="1"/></xacro:macro>\n<xacro:outer/>';
    const problem = error(file);
    expect(problem.where).toMatchObject({ file: 'ws/arm/main.xacro', line: 3 });
    expect(problem.where.trail).toEqual([
      'in macro `inner` called at ws/arm/main.xacro:4',
      'in macro `outer` called at ws/arm/main.xacro:5',
    ]);
  });

  it('gives every element and attribute the place that it comes from', () => {
    const { root } = expand(`<r ${ns}>\n<xacro:macro name="m">\n<y\n v="1"/></xacro:macro>\n<xacro:m/></r>`);
    const [y] = root?.children ?? [];
    expect(y).toMatchObject({ name: 'y', file: 'ws/arm/main.xacro', line: 3 });
    expect(y.attributes.get('v')).toMatchObject({
      line: 4,
      trail: ['in macro `m` called at ws/arm/main.xacro:5'],
    });
    expect(y).toBeInstanceOf(XacroElement);
  });

  it('reports a fault in a macro once, however often it is called', () => {
    const calls = '<xacro:m/>'.repeat(20);
    expect(error(`<xacro:macro name="m"><y v="\${1/0}"/></xacro:macro>${calls}`).message).toBe(
      'division by zero',
    );
  });

  it('reports a name that is missing in many places once, with their number', () => {
    const problem = error('\n<y v="${gone}"/>'.repeat(5));
    expect(problem.message).toBe('the name `gone` is not defined (in 5 places, first here)');
    expect(problem.where.line).toBe(2);
  });

  it('reports all faults at once, and none that only follows from another', () => {
    const file = '<y a="${1/0}" b="${[][1]}"/><z c="$(env X)"/><xacro:nothing/><w d="${gone}"/>';
    expect(codes(errors(file))).toEqual([
      'xacro-expression',
      'xacro-expression',
      'xacro-environment',
      'xacro-macro-unknown',
    ]);
    expect(
      codes(errors('<xacro:include filename="gone.xacro"/><xacro:of_gone/><y v="${of_gone}"/>')),
    ).toEqual(['xacro-file-missing']);
  });

  it('warns of the elements that lack the prefix', () => {
    const { root, problems } = expand(
      `<robot name="r" ${ns}><macro name="m"><link name="k"/></macro><m/><property name="p" value="1"/><link name="l"/></robot>`,
    );
    expect(problems.map((p) => [p.code, p.message])).toEqual([
      ['xacro-prefix-missing', '`<macro>` lacks the prefix `xacro:` and means nothing'],
      ['xacro-prefix-missing', '`<property>` lacks the prefix `xacro:` and means nothing'],
    ]);
    expect(root?.children.map(({ name }) => name)).toEqual(['macro', 'm', 'property', 'link']);
  });

  it('knows nothing of prefixes where other words are meant', () => {
    const { problems } = expand(
      `<robot ${ns}><gazebo><include filename="x"/><property name="a" value="1"/></gazebo></robot>`,
    );
    expect(problems).toEqual([]);
  });
});

describe('arguments', () => {
  it('takes what is given before the default, and a default out of another', () => {
    const file =
      '<xacro:arg name="a" default="0.5"/><xacro:arg name="b" default="$(arg a)1"/><y v="$(arg a) $(arg b)"/>';
    expect(body(file)).toBe('<y v="0.5 0.51"/>');
    expect(body(file, { args: { a: '2' } })).toBe('<y v="2 21"/>');
  });

  it('refuses arguments that the file does not have', () => {
    const problem = error('<xacro:arg name="arm_type" default="a"/>', { args: { arm_typ: 'b' } });
    expect(problem).toMatchObject({
      code: 'xacro-arg-unknown',
      hint: 'did you mean "arm_type"?',
      known: ['arm_type'],
    });
    expect(problem.where.file).toBe('ws/arm/main.xacro');
  });

  it('calls no argument unknown where a file that may declare it is missing', () => {
    const given = { args: { side: 'left' } };
    expect(codes(errors('<xacro:include filename="gone.xacro"/>', given))).toEqual(['xacro-file-missing']);
  });

  it('takes arguments that only a branch that is not taken declares', () => {
    expect(
      body('<xacro:if value="0"><xacro:arg name="a" default="1"/></xacro:if>', { args: { a: '2' } }),
    ).toBe('');
  });

  it('says that an argument has no value, and which there are', () => {
    const problem = error('<xacro:arg name="side" default="left"/><y v="$(arg sid)"/>');
    expect(problem).toMatchObject({ code: 'xacro-arg-missing', hint: 'did you mean "side"?' });
    expect(error('<xacro:arg name="side"/><y v="$(arg side)"/>').hint).toBe(
      'give it: --arg side:=…; its xacro:arg has no default, or stands further down',
    );
    const late = error('<y v="$(arg side)"/><xacro:arg name="side" default="left"/>');
    expect(late.hint).toBe(
      'give it: --arg side:=left; its xacro:arg, with this default, stands further down',
    );
  });
});

describe('includes', () => {
  const part = (content: string) => `<robot ${ns}>${content}</robot>`;

  it('reads files beside the one that includes them, or below a package', () => {
    const files = {
      'ws/arm/parts/a.xacro': part('<xacro:include filename="b.xacro"/><a/>'),
      'ws/arm/parts/b.xacro': part('<b v="$(dirname)"/>'),
      'ws/other/c.xacro': part('<c/>'),
    };
    const file = '<xacro:include filename="parts/a.xacro"/><xacro:include filename="$(find other)/c.xacro"/>';
    expect(body(file, { files, packages: { other: 'ws/other' } })).toBe('<b v="ws/arm/parts"/><a/><c/>');
  });

  it('reads all files of a pattern, in order', () => {
    const files = Object.fromEntries(
      ['2', '10', '1', 'x'].map((n) => [`ws/arm/p${n}.xml`, part(`<p n="${n}"/>`)]),
    );
    expect(body('<xacro:include filename="p[0-9]*.xml"/>', { files })).toBe(
      '<p n="1"/><p n="10"/><p n="2"/>',
    );
    expect(body('<xacro:include filename="p?.xml"/>', { files })).toBe('<p n="1"/><p n="2"/><p n="x"/>');
    const { problems } = expand(`<r ${ns}><xacro:include filename="q*.xml"/></r>`, { files });
    expect(codes(problems)).toEqual(['xacro-include-empty']);
  });

  it('keeps what a file defines under a name', () => {
    const files = {
      'ws/arm/a.xacro': part(
        '<xacro:property name="v" value="1"/><xacro:macro name="m"><y v="${v}"/></xacro:macro>',
      ),
    };
    const file =
      '<xacro:property name="v" value="0"/><xacro:include filename="a.xacro" ns="A"/><xacro:A.m/><z v="${v + 2*A.v}"/>';
    expect(body(file, { files })).toBe('<y v="1"/><z v="2"/>');
    expect(error(`${file}<xacro:m/>`, { files }).known).toContain('A.m');
    expect(error(`${file}<z v="\${A.vv}"/>`, { files }).message).toBe('`A` has no `vv`');
    expect(error('<xacro:include filename="a.xacro" ns="a b"/>', { files }).code).toBe('xacro-name-invalid');
  });

  it('names a file that is not there, and the one that may have been meant', () => {
    const files = { 'ws/arm/gripper.xacro': part('') };
    expect(error('\n <xacro:include filename="griper.xacro"/>', { files })).toMatchObject({
      code: 'xacro-file-missing',
      message: 'the file ws/arm/griper.xacro was not found',
      hint: 'did you mean "gripper.xacro"?',
      where: { line: 2, column: 2 },
    });
    expect(body('<xacro:include filename="griper.xacro" optional="true"/>', { files })).toBe('');
  });

  it('names the folder that is not there, and those that are there in its place', () => {
    const files = {
      'ws/arm/config/lite/limits.yaml': 'a: 1',
      'ws/arm/config/strong/limits.yaml': 'a: 2',
      'ws/arm/config/read.me': '',
    };
    const load = (folder: string) => `<z v="\${xacro.load_yaml('${folder}/limits.yaml')['a']}"/>`;
    expect(body(load('config/lite'), { files })).toBe('<z v="1"/>');
    expect(error(load('config/medium'), { files })).toMatchObject({
      code: 'xacro-file-missing',
      message: 'the file ws/arm/config/medium/limits.yaml was not found: ws/arm/config has no folder medium',
      known: ['lite', 'strong'],
    });
    expect(error(load('config/stronk'), { files }).hint).toBe('did you mean "strong"?');
    expect(error(load('setup/medium'), { files })).toMatchObject({
      message: 'the file ws/arm/setup/medium/limits.yaml was not found: ws/arm has no folder setup',
      known: ['config'],
    });
  });

  it('says which included file is broken, and where', () => {
    const problem = error('<xacro:include filename="a.xacro"/>', {
      files: { 'ws/arm/a.xacro': '<a>\n<b></a>' },
    });
    expect(problem.where).toMatchObject({ file: 'ws/arm/a.xacro', line: 2 });
    const inside = error('<xacro:include filename="a.xacro"/>', {
      files: { 'ws/arm/a.xacro': part('\n<b v="${x}"/>') },
    });
    expect(inside.where).toMatchObject({ file: 'ws/arm/a.xacro', line: 2 });
  });

  it('names the chain of files that include each other', () => {
    const files = {
      'ws/arm/a.xacro': part('<xacro:include filename="b.xacro"/>'),
      'ws/arm/b.xacro': part('<xacro:include filename="a.xacro"/>'),
    };
    const problem = error('<xacro:include filename="a.xacro"/>', { files });
    expect(problem.code).toBe('xacro-include-loop');
    expect(problem.message).toContain('a.xacro → b.xacro → a.xacro');
  });

  it('takes a file that guards itself against being included twice', () => {
    const guard =
      '<xacro:property name="seen" default="0"/><xacro:unless value="${seen}"><xacro:property name="seen" value="1"/>' +
      '<y/><xacro:include filename="a.xacro"/></xacro:unless>';
    expect(body('<xacro:include filename="a.xacro"/>', { files: { 'ws/arm/a.xacro': part(guard) } })).toBe(
      '<y/>',
    );
  });

  it.each(['../../../etc/passwd', '/etc/passwd', '../../secret.xacro'])('finds nothing at %s', (path) => {
    expect(error(`<xacro:include filename="${path}"/>`).code).toBe('xacro-file-missing');
  });

  it('lifts namespaces to what came of a file', () => {
    const files = { 'ws/arm/a.xacro': `<robot ${ns} xmlns:g="http://g"><g:x/></robot>` };
    const { root } = expand(`<r ${ns}><xacro:include filename="a.xacro"/></r>`, { files });
    expect(root && [...root.namespaces]).toEqual([['g', 'http://g']]);
  });
});

describe('what the file says', () => {
  it('passes on messages, warnings and errors of the file', () => {
    const file = "${xacro.message('a', 1)}${xacro.warning('b')}${xacro.error('c', 2.5)}";
    const { root, problems } = expand(`<r ${ns}><x>${file}</x></r>`);
    expect(root).toBeDefined();
    expect(problems.map((p) => [p.code, p.severity, p.message])).toEqual([
      ['xacro-message', 'warning', 'a 1'],
      ['xacro-warning', 'warning', 'b'],
      ['xacro-error', 'error', 'c 2.5'],
    ]);
    expect(error("${xacro.fatal('no', 'arm')}").message).toBe('no arm');
  });

  it('warns of attributes that an element does not have', () => {
    const { problems } = expand(`<r ${ns}><xacro:property name="a" vale="1" value="2"/></r>`);
    expect(problems.map((p) => [p.code, p.hint])).toEqual([
      ['xacro-attribute-unknown', 'did you mean "value"?'],
    ]);
    expect(error('<xacro:if><y/></xacro:if>').code).toBe('xacro-attribute-missing');
  });
});

describe('hostile files', () => {
  const started = (content: string, given: Given = {}) => {
    const { root, problems } = expand(`<r ${ns}>${content}</r>`, given);
    expect(root).toBeUndefined();
    return problems.find((p) => p.severity === 'error')?.code;
  };

  it.each([
    ['a macro that calls itself', '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>'],
    [
      'macros that call each other',
      '<xacro:macro name="m"><xacro:n/></xacro:macro><xacro:macro name="n"><a><xacro:m/></a></xacro:macro><xacro:m/>',
    ],
    [
      'macros that double',
      `<xacro:macro name="m0"><y/></xacro:macro>${Array.from({ length: 30 }, (_, i) => `<xacro:macro name="m${i + 1}"><xacro:m${i}/><xacro:m${i}/></xacro:macro>`).join('')}<xacro:m30/>`,
    ],
    [
      'macros that double and make nothing',
      `<xacro:macro name="m0"/>${Array.from({ length: 40 }, (_, i) => `<xacro:macro name="m${i + 1}"><xacro:m${i}/><xacro:m${i}/></xacro:macro>`).join('')}<xacro:m40/>`,
    ],
    [
      'properties that double',
      `<xacro:property name="p0" value="xxxxxxxxxx"/>${Array.from({ length: 40 }, (_, i) => `<xacro:property name="p${i + 1}" value="\${p${i}}\${p${i}}"/>`).join('')}<y v="\${p40}"/>`,
    ],
    [
      'a chain of properties',
      `<xacro:property name="p0" value="1"/>${Array.from({ length: 2000 }, (_, i) => `<xacro:property name="p${i + 1}" value="\${p${i}}"/>`).join('')}<y v="\${p2000}"/>`,
    ],
    [
      'a block that doubles itself',
      '<xacro:property name="b"><xacro:insert_block name="b"/><xacro:insert_block name="b"/></xacro:property><xacro:insert_block name="b"/>',
    ],
    ['a number without end', '<y v="${9**9**9}"/>'],
  ])('end at a bound: %s', (_, content) => {
    expect(started(content)).toBe('xacro-too-large');
  });

  it('end at a bound when a file includes itself', () => {
    const self = `<r ${ns}><xacro:include filename="a.xacro"/></r>`;
    expect(started('<xacro:include filename="a.xacro"/>', { files: { 'ws/arm/a.xacro': self } })).toBe(
      'xacro-include-loop',
    );
    const doubled = `<r ${ns}><xacro:include filename="*.xacro"/><xacro:include filename="*.xacro"/></r>`;
    expect(started('<xacro:include filename="a.xacro"/>', { files: { 'ws/arm/a.xacro': doubled } })).toBe(
      'xacro-include-loop',
    );
  });

  it('refuse too many and too large files', () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`ws/arm/f${i}.xml`, '<r/>']));
    const given = { files, bounds: { files: 20 } };
    expect(started('<xacro:include filename="f*.xml"/>', given)).toBe('xacro-too-large');
    expect(started('<xacro:include filename="f*.xml"/>', { files, bounds: { bytes: 40 } })).toBe(
      'xacro-too-large',
    );
  });

  it('nest no deeper than XML may', () => {
    expect(started(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`)).toBe('xml-too-deep');
  });

  it('have no entities', () => {
    const bomb = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
    expect(codes(expand(`${bomb}<r>&b;</r>`).problems)).toEqual(['xml-doctype']);
  });

  it('cut parameter lists up without going back', () => {
    const params = `a:=${"'".repeat(9)}${'x'.repeat(30_000)} ${'b:= '.repeat(10_000)}`;
    const before = codes(errors(`<xacro:macro name="m" params="${params}"/>`));
    expect(before[0]).toBe('xacro-macro-params');
    expect(
      body(`<xacro:property name="x" value="1"/><y v="${'$'.repeat(50_000)} ${'$$'.repeat(50_000)}"/>`),
    ).toContain('$$');
  });

  it('always say why they are refused', () => {
    const unnamed = expand(`<r ${ns}><xacro:property name="${'${nowhere}'}x" default="1"/><y/></r>`);
    expect(unnamed.root).toBeUndefined();
    expect(codes(unnamed.problems)).toEqual(['xacro-name-unknown']);
  });

  it('pollute nothing', () => {
    const file =
      '<xacro:arg name="__proto__" default="1"/><xacro:macro name="__proto__" params="constructor:=1 toString:=2"><y v="${constructor + toString}"/></xacro:macro>' +
      '<xacro:__proto__/><xacro:__proto__ constructor="5"/><constructor hasOwnProperty="$(arg __proto__)"/>';
    expect(body(file)).toBe('<y v="3"/><y v="7"/><constructor hasOwnProperty="1"/>');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
