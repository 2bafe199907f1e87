import { describe, expect, it } from 'vitest';
import {
  codes,
  jointText,
  limitText,
  linkText,
  onlyProblem,
  pairText,
  read,
  robotOf,
  robotText,
} from '../../../checks/urdf-text.js';
import { describe as worded } from '../problem/index.js';
import { groupOf } from './advice/groups.js';
import { memoryFiles } from './files.js';
import { readRobot } from './read.js';

describe('the robot element', () => {
  it.each([undefined, '1.0', '1', ' 1.0 ', '1.00'])('of version %s is read', (version) => {
    const text = `<robot name="r"${version === undefined ? '' : ` version="${version}"`}><link name="a"/></robot>`;
    expect(codes(read(text))).toEqual([]);
  });

  it.each(['0.9', '2.0', '1.1', 'one.zero', '', '1.0.0', '-1.0'])('of version "%s" is refused', (version) => {
    const problem = onlyProblem(read(`<robot name="r" version="${version}"><link name="a"/></robot>`));
    expect(problem).toMatchObject({
      code: 'version-unknown',
      severity: 'error',
      expected: '1.0',
      got: version,
    });
  });

  it('needs a name', () => {
    expect(onlyProblem(read('<robot><link name="a"/></robot>')).code).toBe('name-missing');
  });

  it('may have a default namespace', () => {
    const robot = robotOf('<robot name="r" xmlns="http://www.ros.org"><link name="a"/></robot>');
    expect(robot.links.length).toBe(1);
  });

  it('keeps its name, its file and nothing else', () => {
    expect(robotOf(robotText(linkText('a')))).toMatchObject({
      name: 'r',
      source: { format: 'urdf', file: 'r.urdf' },
      frames: [],
      starts: [],
    });
  });
});

describe('elements that are not URDF', () => {
  it('are passed over in silence where they are well known', () => {
    const known = `<transmission name="t"><joint name="j"><hardwareInterface/></joint></transmission>
<gazebo reference="a"><mu1>0.2</mu1></gazebo><ros2_control name="c"><joint name="j"/></ros2_control><sensor name="s"/>`;
    const outcome = read(robotText(linkText('a'), known));
    expect(outcome.problems).toEqual([]);
    expect(outcome.value?.joints).toEqual([]);
  });

  it.each([
    ['<inertal><mass value="1"/></inertal>', 'inertal', 'inertial'],
    ['<colision/>', 'colision', 'collision'],
    ['<Visual/>', 'Visual', 'visual'],
  ])('%s in a link is named, with the nearest known', (text, name, near) => {
    const problem = onlyProblem(read(robotText(`<link name="a">${text}</link>`)));
    expect(problem).toMatchObject({
      code: 'element-unknown',
      severity: 'warning',
      hint: `did you mean \`<${near}>\`?`,
    });
    expect(problem.message).toContain(`<${name}>`);
  });

  it('are named in joints, robots and inertials as well, and misspelt attributes', () => {
    const text = robotText(
      '<link name="a"><inertial><mas value="1"/><mass value="1" vlaue="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>',
      linkText('b'),
      '<jont name="x"/>',
      jointText('j', 'a', 'b', '<limit lower="-1" uper="1" upper="2" effort="1" velocity="1"/><dynamcs/>'),
    );
    const hints = read(text).problems.map((p) => p.hint);
    expect(hints).toEqual([
      'did you mean `<mass>`?',
      'did you mean `value`?',
      'did you mean `<joint>`?',
      'did you mean `upper`?',
      'did you mean `<dynamics>`?',
    ]);
  });

  it('are named once a kind, with how often', () => {
    const outcome = read(robotText(linkText('a'), '<loop_joint/>'.repeat(3)));
    expect(onlyProblem(outcome).message).toContain('3 times');
  });

  it('with an unbound prefix do not empty the robot', () => {
    const outcome = read(
      '<robot name="r"><link name="a"/><gazebo><sensor:camera name="c"/></gazebo></robot>',
    );
    expect(outcome.value?.links.length).toBe(1);
    const problem = onlyProblem(outcome);
    expect(problem).toMatchObject({ code: 'xml-prefix-unbound', severity: 'warning', where: { line: 1 } });
    expect(problem.message).toContain('sensor');
  });

  it('of another namespace are no joints', () => {
    const outcome = read(
      `<robot name="r" xmlns:d="urn:d"><link name="a"/><d:joint name="j" type="ball"/><d:link name="b"/></robot>`,
    );
    expect(outcome.value?.joints).toEqual([]);
    expect(outcome.problems.map((p) => p.message)).toEqual([
      expect.stringContaining('<d:joint>'),
      expect.stringContaining('<d:link>'),
    ]);
  });
});

describe('problems', () => {
  it('are all reported at once, in the order of the file, each with its place', () => {
    const text = robotText(
      '<link name="a"><inertial><mass value="x"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>',
      '<link name="a"/>',
      '<link/>',
      jointText('j', 'a', 'b', '<origin xyz="1 2"/>'),
      jointText('k', 'a', 'b', limitText, 'wobbly'),
      '<material name="m"/><material name="m"/>',
    );
    const outcome = read(text);
    expect(outcome.value).toBeUndefined();
    expect(outcome.problems.map((p) => [p.where.line, p.code])).toEqual([
      [3, 'number-malformed'],
      [4, 'name-twice'],
      [5, 'name-missing'],
      [6, 'joint-limit-missing'],
      [6, 'joint-child-unknown'],
      [6, 'number-malformed'],
      [7, 'joint-type-unknown'],
      [7, 'joint-child-unknown'],
      [8, 'name-twice'],
    ]);
    for (const { where } of outcome.problems)
      expect(where).toMatchObject({ file: 'r.urdf', column: expect.any(Number) });
    expect(worded(outcome.problems[0])).toBe(
      'r.urdf:3:38: error: inertial.mass.value, link "a": this is not a number (expected a number, got "x") [number-malformed]',
    );
  });

  it('of one joint do not hide those of the tree', () => {
    const text = robotText(
      ...['a', 'b', 'c'].map((name) => linkText(name)),
      jointText('j', 'a', 'b', '<origin xyz="x"/><mimic joint="k"/>'),
    );
    expect(codes(read(text)).sort()).toEqual([
      'error mimic-unknown',
      'error number-malformed',
      'error several-roots',
    ]);
  });

  it('are counted where there are too many', () => {
    const outcome = read(robotText(...Array.from({ length: 3000 }, () => '<link name=""/>')));
    expect(outcome.problems.length).toBeLessThan(1000);
    expect(outcome.problems.at(-1)?.message).toMatch(/^\d+ more problems/);
    expect(outcome.value).toBeUndefined();
    const late = robotText(linkText('a', 0, '<visual/>'.repeat(3000)), '<link name="a"/>');
    expect(read(late).value).toBeUndefined();
  });
});

describe('names', () => {
  const odd = [
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
    '"];process.exit()//',
    '*/',
    '</script>',
    'a b',
    '关节',
    "it's",
    '$&',
    '%s',
    '../x',
  ];
  const escaped = (name: string): string => name.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

  it('are whatever XML can hold', () => {
    const names = odd.map(escaped);
    const text = robotText(
      linkText('base'),
      ...names.map((name) => linkText(name)),
      ...names.map((name, i) => jointText(name, i === 0 ? 'base' : names[i - 1], name)),
    );
    const robot = robotOf(text);
    expect(robot.links.map((link) => link.name)).toEqual(['base', ...odd]);
    expect(robot.joints.map((joint) => [joint.name, joint.child])).toEqual(odd.map((name) => [name, name]));
  });

  it('of unknown links are not found on objects', () => {
    const outcome = read(
      robotText(
        linkText('a'),
        jointText('constructor', 'a', 'toString'),
        jointText('x', '__proto__', 'a', `${limitText}<mimic joint="valueOf"/>`),
      ),
    );
    expect(codes(outcome).sort()).toEqual([
      'error joint-child-unknown',
      'error joint-parent-unknown',
      'error mimic-unknown',
    ]);
  });
});

describe('order', () => {
  it('of links and joints in the file changes nothing that a name leads to', () => {
    const parts = [
      ...['a', 'b', 'c', 'd', 'e'].map((name, i) => linkText(name, i + 1)),
      jointText('j1', 'a', 'b', `<origin xyz="0.1 0.2 0.3" rpy="0.4 0.5 0.6"/>${limitText}`),
      jointText(
        'j2',
        'b',
        'c',
        `<axis xyz="1 2 3"/>${limitText}<mimic joint="j3" multiplier="0.3" offset="0.1"/>`,
      ),
      jointText('j3', 'b', 'd', `${limitText}<mimic joint="j4" multiplier="-0.7"/>`),
      jointText('j4', 'd', 'e', limitText),
    ];
    const byName = (text: string) => {
      const robot = robotOf(text);
      return {
        links: new Map(robot.links.map((l) => [l.name, l])),
        joints: new Map(robot.joints.map((j) => [j.name, j])),
      };
    };
    const wanted = byName(robotText(...parts));
    for (let shift = 1; shift < 10; shift++) {
      const shuffled = parts.map((_, i) => parts[(i * 2 + shift * (i % 3 === 0 ? 4 : 1)) % parts.length]);
      const order = [...new Set([...shuffled, ...[...parts].reverse()])];
      expect(byName(robotText(...order))).toEqual(wanted);
    }
  });
});

describe('other formats', () => {
  it.each([
    ['<mujoco><worldbody/></mujoco>', 'format-mjcf', 'MJCF'],
    ['<sdf version="1.6"/>', 'format-sdf', 'SDF'],
    ['<html/>', 'format-unknown', 'not a robot file'],
    ['<x:robot xmlns:x="u" name="r"/>', 'format-unknown', 'not a robot file'],
    [
      '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:include filename="a"/></robot>',
      'format-xacro',
      'xacro',
    ],
    ['<robot name="r"><xacro:property name="h" value="1"/><link name="a"/></robot>', 'format-xacro', 'xacro'],
    [
      '<robot name="r" xmlns:x="http://www.ros.org/wiki/xacro"><link name="a"/><x:if value="1"/></robot>',
      'format-xacro',
      'xacro',
    ],
  ])('%s is named', (text, code, word) => {
    const outcome = read(text);
    expect(outcome.value).toBeUndefined();
    const problem = outcome.problems.find((p) => p.severity === 'error');
    expect(problem?.code).toBe(code);
    expect(problem?.message).toContain(word);
  });

  it('names the first of what is not read in several places', () => {
    const links = ['a', 'b', 'c'].map((name) => `<link name="${name}" colour="red">\n<glow/></link>\n`);
    const { problems } = read(`<robot name="r">\n${links.join('')}</robot>`);
    const named = problems.filter(({ message }) => message.includes('(3 times, first here)'));
    expect(named.map(({ code, where }) => [code, where.line])).toEqual([
      ['attribute-unknown', 2],
      ['element-unknown', 3],
    ]);
  });

  it.each([
    ['macro', '<macro name="m"><link name="b"/></macro>'],
    ['if', '<if value="1"><link name="b"/></if>'],
    ['property', '<property name="p" value="1"/>'],
    ['include', '<include filename="parts.xacro"/>'],
  ])('are elements of xacro without its prefix, to be mended: <%s>', (name, text) => {
    const plain = onlyProblem(read(robotText(linkText('a'), text)));
    expect(plain).toMatchObject({
      code: 'xacro-prefix-missing',
      severity: 'warning',
      hint: `write <xacro:${name} …>`,
    });
    expect(groupOf(plain)).toBe('mend');
    // Once as well where the file is expanded.
    const xacro = `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
      <xacro:property name="q" value="1"/>${linkText('a')}${text}</robot>`;
    const { problems } = readRobot('r.xacro', memoryFiles({ 'r.xacro': xacro }));
    expect(problems.map(({ code, message }) => [code, message])).toEqual([[plain.code, plain.message]]);
  });

  it('do not include a file that xacro has expanded', () => {
    const text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/></robot>';
    expect(codes(read(text))).toEqual([]);
    expect(codes(read(text.replace('</robot>', '<xacro:left_over/></robot>')))).toEqual([
      'warning element-unknown',
    ]);
  });

  it.each([
    ['<axis xyz="1e200 0 0"/>', limitText, /larger than/],
    ['<origin rpy="1e999 0 0"/>', limitText, /larger than/],
    ['', '<limit lower="-1e99" upper="1" effort="1" velocity="1"/>', /^what has no limit is left out$/],
  ])('says of a number that is too large what can be done: %s', (inner, limit, hint) => {
    const problem = onlyProblem(read(pairText(`${inner}${limit}`)));
    expect(problem).toMatchObject({ code: 'number-malformed', message: 'the number is too large' });
    expect(problem.hint).toMatch(hint);
  });

  it('names xacro where an expression stands for a number', () => {
    const problem = onlyProblem(read(pairText(`<origin xyz="0 0 ${'$'}{h}"/>${limitText}`)));
    expect(problem.hint).toContain('xacro');
  });
});

describe('a robot by its path', () => {
  it('is read through the files, whatever it is called', () => {
    const files = memoryFiles({
      'a/b.xml': robotText(
        linkText('a', 1, '<visual><geometry><mesh filename="m.stl"/></geometry></visual>'),
      ),
      'a/m.stl': '',
    });
    const outcome = readRobot('a/b.xml', files);
    expect(outcome.value?.source).toEqual({ format: 'urdf', file: 'a/b.xml' });
    expect(outcome.value?.links[0].visuals[0].shape).toMatchObject({ resolved: 'a/m.stl' });
  });

  it('that is not there is an error', () => {
    expect(readRobot('nowhere.urdf', memoryFiles({})).problems).toMatchObject([
      { code: 'file-missing', severity: 'error' },
    ]);
  });

  it('that is broken is an error', () => {
    expect(readRobot('a', memoryFiles({ a: '<robot' })).problems).toMatchObject([
      { code: 'xml-not-well-formed' },
    ]);
  });
});
