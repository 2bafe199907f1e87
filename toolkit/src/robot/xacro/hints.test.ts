// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of xacro
/** What users of ROS, Python and other languages write, and what they are told to write. */
import { expect, it } from 'vitest';
import { memoryFiles } from '../files.js';
import { expandedXacro } from './expand.js';

it.each([
  ['<y v="${deg2rad(90)}"/>', 'write radians'],
  ['<xacro:if value="${true}"/>', 'write True'],
  ['<y v="${!1}"/>', 'write not'],
  ['<y v="${1 ? 2 : 3}"/>', 'write a if test else b'],
  ['<y v="${1 &amp;&amp; 2}"/>', 'write and'],
  ['<y v="${1 || 2}"/>', 'write or'],
  ['<y v="${f\'x\'}"/>', "'%.3f' % x makes a text of a number"],
  ['<y v="${\'a\'.format(1)}"/>', "'%.3f' % x makes a text of a number"],
  [
    '<y v="${[1].append(2)}"/>',
    'no value is ever changed: a + b joins lists, dict(…) makes a dictionary of the parts',
  ],
  ['<y v="$(find-pkg-share arm)"/>', "that is a launch file's: write $(find arm)"],
  ['<y v="$(var mode)"/>', "that is a launch file's: write $(arg mode)"],
  ['<xacro:include filename="package://arm/urdf/a.xacro"/>', 'write $(find arm)/urdf/a.xacro'],
  ['<xacro:include filename="file:///arm/a.xacro"/>', 'write /arm/a.xacro'],
  ['<xacro:if value="sim == real"/>', "texts are compared in an expression: ${'$(arg mode)' == 'sim'}"],
])('%s: %s', (content, hint) => {
  const text = `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">${content}</robot>`;
  const { problems } = expandedXacro(text, { file: 'ws/r.xacro', files: memoryFiles({}) });
  expect(problems.map((p) => p.hint)).toEqual([hint]);
});
