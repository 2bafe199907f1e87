import { existsSync } from 'node:fs';
import { groups } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';

const place = freshFolders('fix');
const { pliant, path, put, text } = place;

/** A solid box of 0.06 × 0.05 × 0.2 m and 0.6 kg, its centre half way up; moments times `scale`. */
const part = (name: string, scale = 1, inside = '') =>
  `<link name="${name}"><inertial><origin xyz="0 0 0.1"/><mass value="0.6"/>
    <inertia ixx="${0.002125 * scale}" ixy="0" ixz="0" iyy="${0.00218 * scale}" iyz="0" izz="${0.000305 * scale}"/></inertial>${inside}</link>`;
const joint = (name: string, parent: string, child: string, axis = '0 1 0', range = 'lower="-1" upper="1"') =>
  `<joint name="${name}" type="revolute"><origin xyz="0 0 0.2"/><parent link="${parent}"/><child link="${child}"/>
    <axis xyz="${axis}"/><limit ${range} effort="9" velocity="2"/></joint>`;
const robot = (...inside: string[]) => `<robot name="r">\n<!-- mine -->\n${inside.join('\n')}\n</robot>\n`;
const mesh = '<visual><geometry><mesh filename="package://other/a.stl"/></geometry></visual>';

/** A unit slip on one link, an axis of length 2, and meshes of a package that is not there. */
const faulty = robot(
  part('a', 1, mesh),
  part('b'),
  part('c', 1e6),
  part('d'),
  joint('j', 'a', 'b', '0 0 2'),
  joint('k', 'b', 'c'),
  joint('l', 'c', 'd'),
);

describe('check', () => {
  it('groups problems by what can be done, and says what to type', async () => {
    put({ 'r.urdf': faulty });
    const { code, out } = await pliant('check', 'r.urdf');
    expect(code).toBe(0);
    const lines = out.split('\n');
    const heads = lines.filter((line) => /^[A-Z].*\(\d+\)$/.test(line));
    expect(heads).toEqual(['Give Pliant what it does not find (1)', 'Pliant can fix (2)']);
    expect(lines.filter((line) => line.startsWith('  → '))).toEqual([
      '  → pliant check r.urdf --package other=FOLDER',
      '  → pliant check r.urdf --fix r.fixed.urdf    # what is sure',
      '  → pliant check r.urdf --fix r.fixed.urdf --assume inertia-units    # what is likely as well',
    ]);
    expect(out).toContain('link "c": inertial.inertia.ixx: 2125 → 0.002125');
    expect(out).toMatch(/r\.urdf: a good robot, 3 warnings\n$/);
  });

  it('puts into what is to be typed whatever is known: all names, defaults and folders', async () => {
    const xacro = (inner: string) =>
      `<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/>${inner}</robot>`;
    const typed = async (inner: string) => {
      put({ 'x.xacro': xacro(inner) });
      const { out } = await pliant('check', 'x.xacro');
      return out.split('\n').filter((line) => line.startsWith('  → '));
    };
    const names = ['p', 'q', 'r', 's', 't', 'u'];
    expect(
      await typed(names.map((name) => `<xacro:include filename="$(find ${name})/x"/>`).join('')),
    ).toEqual([`  → pliant check x.xacro ${names.map((name) => `--package ${name}=FOLDER`).join(' ')}`]);
    expect(await typed('<y v="$(arg side)"/><xacro:arg name="side"/>')).toEqual([
      '  → pliant check x.xacro --arg side:=VALUE',
    ]);
    expect(await typed('<y v="$(arg side)"/><xacro:arg name="side" default="left"/>')).toEqual([
      '  → pliant check x.xacro --arg side:=left',
    ]);
    // A default is the file's: it is one word of the shell, whatever stands in it.
    expect(await typed('<y v="$(arg side)"/><xacro:arg name="side" default="a;`b`"/>')).toEqual([
      "  → pliant check x.xacro --arg 'side:=a;`b`'",
    ]);
    expect(await typed('<y v="$(arg side)"/><xacro:arg name="side" default=""/>')).toEqual([
      '  → pliant check x.xacro --arg side:=',
    ]);
    const [coloured] = await typed('<xacro:include filename="$(find a&#x9b;31m)/x"/>');
    expect(coloured).toContain("'a\\u009b31m'=FOLDER");
    expect(await typed('<xacro:include filename="/etc/passwd"/>')).toEqual([
      '  → pliant check x.xacro --root /etc',
    ]);
  });

  it('says group, evidence and fix in JSON', async () => {
    put({ 'r.urdf': faulty });
    const { problems } = JSON.parse((await pliant('check', 'r.urdf', '--json')).out);
    const byCode = new Map(problems.map((p: { code: string }) => [p.code, p]));
    expect(byCode.get('mesh-package-unknown')).toMatchObject({ group: 'give' });
    expect(byCode.get('inertia-units')).toMatchObject({
      group: 'fix',
      evidence: expect.arrayContaining([expect.stringContaining('kg/m³')]),
      fix: { guess: true, edits: expect.arrayContaining([expect.objectContaining({ attribute: 'ixx' })]) },
    });
    for (const { group } of problems) expect(groups).toContain(group);
  });
});

describe('--fix', () => {
  it('writes a copy with what is sure, lists it, and says what else is likely', async () => {
    put({ 'r.urdf': faulty });
    const { code, out } = await pliant('check', 'r.urdf', '--fix', 'out.urdf');
    expect(code).toBe(0);
    expect(text('out.urdf')).toBe(faulty.replace('0 0 2', '0 0 1'));
    expect(text('r.urdf')).toBe(faulty);
    expect(out).toContain('joint "j": axis.xyz: 0 0 2 → 0 0 1');
    expect(out).toContain('→ pliant check r.urdf --fix out.urdf --assume inertia-units');
    expect(out).toMatch(/^out\.urdf: the same file but for 1 change /m);
  });

  it.each(['inertia-units', 'all'])('makes guesses with --assume %s', async (assumed) => {
    put({ 'r.urdf': faulty });
    const { code, out } = await pliant('check', 'r.urdf', '--fix', 'out.urdf', '--assume', assumed);
    expect(code).toBe(0);
    expect(out).toContain('inertia / 1000000, so that it is in kg and kg m² (likely) [inertia-units]');
    expect(out).not.toContain('only likely');
    expect(text('out.urdf')).toContain('ixx="0.002125" ixy="0" ixz="0" iyy="0.00218" iyz="0" izz="0.000305"');
    expect((await pliant('check', 'out.urdf')).out).toContain('a good robot, 1 warning');
  });

  it('overwrites only what it is told to', async () => {
    put({ 'r.urdf': faulty });
    put({ 'out.urdf': 'mine' });
    const refused = await pliant('check', 'r.urdf', '--fix', 'out.urdf');
    expect([refused.code, text('out.urdf')]).toEqual([2, 'mine']);
    expect(refused.talk).toContain('[file-exists]');
    expect(refused.talk).toContain('--force');
    expect((await pliant('check', 'r.urdf', '--fix', 'out.urdf', '--force')).code).toBe(0);
    expect(text('out.urdf')).toContain('0 0 1');
  });

  it('writes nothing where nothing is wrong, or nothing can be fixed', async () => {
    put({ 'good.urdf': robot(part('a')) });
    const good = await pliant('check', 'good.urdf', '--fix', 'out.urdf');
    expect([good.code, good.out]).toEqual([0, 'good.urdf: nothing to fix; nothing is written\n']);
    put({ 'loop.urdf': robot(part('a'), part('b'), joint('j', 'a', 'b'), joint('k', 'b', 'a')) });
    expect((await pliant('check', 'loop.urdf', '--fix', 'out.urdf')).code).toBe(2);
    put({ 'cut.urdf': '<robot name="r">' });
    const cut = await pliant('check', 'cut.urdf', '--fix', 'out.urdf');
    expect(cut.code).toBe(2);
    expect(cut.talk).toContain('xml-not-well-formed');
    put({ 's.yaml': 'pliant: 1\n' });
    expect((await pliant('check', 's.yaml', '--fix', 'out.urdf')).code).toBe(2);
    expect(existsSync(path('out.urdf'))).toBe(false);
  });

  it('makes a refused file a robot, and says so in JSON', async () => {
    put({ 'r.urdf': robot(part('a'), part('b'), joint('j', 'a', 'b', '0 1 0', 'lower="1" upper="-1"')) });
    expect((await pliant('check', 'r.urdf')).code).toBe(2);
    const { code, out } = await pliant(
      'check',
      'r.urdf',
      '--fix',
      'o.urdf',
      '--assume',
      'limit-reversed',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      format: 'urdf',
      out: 'o.urdf',
      ok: true,
      made: [
        {
          code: 'limit-reversed',
          fix: {
            edits: [
              { before: '1', after: '-1' },
              { before: '-1', after: '1' },
            ],
          },
        },
      ],
      left: [],
    });
    expect((await pliant('check', 'o.urdf')).out).toBe('o.urdf: a good robot, 0 warnings\n');
  });

  it('writes xacro and MJCF as plain URDF', async () => {
    const axis = `<xacro:property name="n" value="3"/>${part('a')}${part('b')}${joint('j', 'a', 'b', '0 $' + '{n} 0')}`;
    put({ 'r.urdf.xacro': `<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">${axis}</robot>` });
    const xacro = await pliant('check', 'r.urdf.xacro', '--fix', 'x.urdf');
    expect(xacro.talk).toBe('');
    expect([xacro.code, xacro.out]).toEqual([0, expect.stringContaining('what the xacro file expands to')]);
    expect(text('x.urdf')).toContain('xyz="0 1 0"');
    const body = (name: string, inertia: string, inside = '') =>
      `<body name="${name}" pos="0 0 0.2"><joint name="${name}" axis="0 1 0" range="-1 1"/><inertial pos="0 0 0.1" mass="0.6" diaginertia="${inertia}"/>${inside}</body>`;
    const right = '0.002125 0.00218 0.000305';
    put({
      'm.xml': `<mujoco><compiler angle="radian"/><worldbody>${body('a', right, body('b', right, body('c', '2.125 2.18 0.305', body('d', right))))}</worldbody></mujoco>`,
    });
    const told = (await pliant('check', 'm.xml')).out;
    expect(told).toMatch(/^m\.xml: warning: .*link "c": the inertia is 1000 times too large/m);
    const mjcf = await pliant('check', 'm.xml', '--fix', 'm.urdf', '--assume', 'inertia-units');
    expect(mjcf.out).toContain('the robot as plain URDF');
    expect(text('m.urdf').match(/ixx="0.002125"/g)).toHaveLength(4);
  });

  it('warns where relative meshes are left behind', async () => {
    const near = '<visual><geometry><mesh filename="m.stl" scale="2"/></geometry></visual>';
    put({ 'a/r.urdf': robot(part('a', 1, near)) });
    expect((await pliant('check', 'a/r.urdf', '--fix', 'out.urdf')).talk).toContain('[mesh-moved]');
    expect((await pliant('check', 'a/r.urdf', '--fix', 'a/out.urdf')).talk).not.toContain('[mesh-moved]');
  });
});
