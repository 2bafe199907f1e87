// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
import { describe, expect, it } from 'vitest';
import { memoryFiles } from './files.js';
import { readRobot } from './read.js';

const read = (text: string, args: ReadonlyMap<string, string> = new Map()) =>
  readRobot('a.urdf', memoryFiles({ 'a.urdf': text }), { args });

describe('A robot with expressions of xacro and none of its elements', () => {
  it.each([
    [
      'in a link',
      '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${\'a\' + \'b\'}"/></robot>',
      'ab',
    ],
    [
      'in the name of the robot',
      '<robot name="r${1 + 1}" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="ab"/></robot>',
      'ab',
    ],
    [
      'below a link',
      '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="ab"><inertial><mass value="${2 * 3}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>',
      'ab',
    ],
  ])('is expanded: %s', (_, text, name) => {
    const { value, problems } = read(text);
    expect(problems.filter((p) => p.severity === 'error')).toEqual([]);
    expect(value?.links[0].name).toBe(name);
    if (text.includes('mass')) expect(value?.links[0].inertial?.mass).toBe(6);
  });

  it('says what is unknown in an expression, with its place', () => {
    const { value, problems } = read(
      '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<link name="a${nowhere}"/></robot>',
    );
    expect(value).toBeUndefined();
    expect(problems[0].where).toMatchObject({ file: 'a.urdf', line: 2 });
    expect(problems[0].code).toMatch(/^xacro-/);
  });

  it('keeps what a source escaped', () => {
    const text =
      '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="x" value="1"/><link name="$${x}"/></robot>';
    expect(read(text).value?.links[0].name).toBe('${x}');
  });

  it('leaves what other programs write in braces alone', () => {
    const text =
      '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/><gazebo><plugin name="${x}" file="$(arg y)"/></gazebo></robot>';
    expect(read(text).value?.links[0].name).toBe('a');
  });

  it('keeps the name of a link that looks like one where the prefix is not declared', () => {
    expect(read('<robot name="r"><link name="${x}"/></robot>').value?.links[0].name).toBe('${x}');
  });
});
