/** Scenarios on robots of every kind, with the options that robots have by themselves; servos of `show`. */
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';

const place = freshFolders('run-robot');
const { pliant, path, put, text } = place;

const namespace = 'xmlns:xacro="http://www.ros.org/wiki/xacro"';
const source = `<robot name="arm" ${namespace}><xacro:arg name="mass" default="1"/>
  <xacro:include filename="$(find slides)/parts.xacro"/><link name="base"/><xacro:slide mass="$(arg mass)"/></robot>`;
const parts = `<robot ${namespace}><xacro:macro name="slide" params="mass">
  <link name="tip"><inertial><mass value="\${mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="prismatic"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
  <limit lower="-1" upper="1" effort="100" velocity="2"/></joint></xacro:macro></robot>`;
const scenario = (file: string, more = '') => `pliant: 1
name: slide
duration: 20 ms
robots: { arm: { file: ${file}${more} } }
control:
  compensate: [gravity]
measure: { held: { end: joints.torque } }
`;

/** What the run's folder says. */
const about = (out: string) =>
  JSON.parse(text('out', out, 'about.json')) as {
    robot: { file: string; format: string; sha256: string };
    overrides: string[];
  };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a run', () => {
  it('is on a robot in a folder or a zip, and says which file that was', async () => {
    put({
      'ws/slides/urdf/arm.urdf.xacro': source,
      'ws/slides/parts.xacro': parts,
      'a.yaml': scenario('none.urdf'),
    });
    const encode = (text: string) => new TextEncoder().encode(text);
    put({
      'arm.zip': zipSync({
        'slides/urdf/arm.urdf.xacro': encode(source),
        'slides/parts.xacro': encode(parts),
      }),
    });
    const inner = 'slides/urdf/arm.urdf.xacro';
    for (const [out, file, found] of [
      ['folder', 'ws/slides', `ws/${inner}`],
      ['zip', 'arm.zip', `arm.zip/${inner}`],
      ['file', `ws/${inner}`, `ws/${inner}`],
    ]) {
      const run = await pliant('run', 'a.yaml', '--set', `robots.arm.file=${file}`, '--out', `out/${out}`);
      expect(run.code, run.talk).toBe(0);
      expect(about(out).robot).toEqual({
        name: 'arm',
        file: found,
        format: 'xacro',
        sha256: sha256(source),
      });
    }
  });

  it('takes the arguments, packages and roots of its robot', async () => {
    put({
      'robot/arm.urdf.xacro': source,
      'far/parts.xacro': parts,
      'ws/src/slides/package.xml': '<package><name>slides</name></package>',
      'ws/src/slides/parts.xacro': parts,
      'a.yaml': scenario('robot/arm.urdf.xacro', ', args: { mass: 3 }'),
    });
    const weight = async (...options: string[]) => {
      const run = await pliant('run', 'a.yaml', '--json', ...options);
      expect(run.code, run.talk).toBe(0);
      return Math.round(JSON.parse(run.out).measures[0].value / 9.81);
    };
    expect(await weight('--package', 'slides=far')).toBe(3);
    expect(await weight('--package', 'slides=far', '--arg', 'mass:=5')).toBe(5);
    expect(await weight('--root', 'ws', '--arg', 'mass:=7', '--out', 'out/kept')).toBe(7);
    expect(about('kept').overrides).toEqual([
      'robots.arm.args={"mass":"7"}',
      'robots.arm.roots=[".","robot","ws"]',
    ]);
    const checked = await pliant('check', 'a.yaml', '--root', 'ws', '--arg', 'mass:=7');
    expect([checked.code, checked.out.split('\n')[0]]).toEqual([0, 'a.yaml: a good scenario, 0 warnings']);
    expect((await pliant('check', 'a.yaml', '--root', 'ws', '--arg', 'mess:=7')).out).toMatch(
      /xacro-arg-unknown/,
    );
    const wrong = await pliant('run', 'a.yaml', '--root', 'ws', '--arg', 'mess:=7');
    expect(wrong.code).toBe(2);
    expect(wrong.talk).toMatch(/no argument `mess` \[xacro-arg-unknown\]\n.*\n.*did you mean "mass"/);
    expect((await pliant('run', 'a.yaml')).talk).toMatch(/slides/);
  });
});

describe('arguments', () => {
  it('of a file that has none are a warning', async () => {
    put({ 'r.urdf': '<robot name="r"><link name="a"/></robot>' });
    const checked = await pliant('check', 'r.urdf', '--arg', 'mass:=2');
    expect(checked.code).toBe(0);
    expect(checked.out).toMatch(/warning: only xacro files have arguments; not used: "mass" \[args-unused\]/);
  });
});

describe('a package without its package.xml', () => {
  it('is the folder around the file that is called so', async () => {
    put({ 'slides/urdf/arm.urdf.xacro': source, 'slides/parts.xacro': parts });
    expect(await pliant('check', 'slides/urdf/arm.urdf.xacro')).toMatchObject({ code: 0, talk: '' });
    place.folder = path('slides/urdf');
    expect((await pliant('show', 'arm.urdf.xacro')).code).toBe(0);
    mkdirSync(path('../../other'));
    place.folder = path('../../other');
    expect((await pliant('show', '../slides/urdf/arm.urdf.xacro')).code).toBe(0);
  });
});

describe('show', () => {
  it('has the springs of joints in the tree, and says once how a joint follows another', async () => {
    const body = (name: string, inside: string) =>
      `<body name="${name}"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>${inside}</body>`;
    const spring = '<joint name="j" axis="0 1 0" stiffness="9" springref="0.5"/>';
    const slide = '<joint name="s" type="slide" stiffness="300"/>';
    put({
      'm.xml': `<mujoco><compiler angle="radian"/><worldbody>${body('a', spring + body('b', slide + body('c', '<joint name="k"/>')))}</worldbody>
        <equality><joint joint1="k" joint2="j" polycoef="0 -2 0 0 0"/></equality></mujoco>`,
    });
    const { out } = await pliant('show', 'm.xml');
    expect(out).toContain('│ j: continuous y, spring 9 N m/rad to 0.5 rad\n');
    expect(out).toContain('│ s: prismatic z, spring 300 N/m to 0 m\n');
    expect(out).toMatch(/^k .*follows -2 · j$/m);
    const { joints } = JSON.parse((await pliant('show', 'm.xml', '--json')).out);
    expect(joints[0].spring).toEqual({ stiffness: 9, rest: 0.5 });
  });
});

describe('show --servos', () => {
  const urdf = `<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
    <axis xyz="0 0 1"/><limit lower="-0.9" upper="1.1" effort="1" velocity="1"/></joint></robot>`;

  it('shows the map with the joint, and takes readings', async () => {
    put({ 'r.urdf': urdf, 's.yaml': 'j: { range: [-100, 100], spans: [-2, 2], sign: -1, offset: 0.1 }\n' });
    const line = ['show', 'r.urdf', '--servos', 's.yaml', '--at', 'j=50 servo'];
    const { out } = await pliant(...line);
    expect(out).toMatch(/^servos: position = sign · scale · \(reading − centre\) \+ offset$/m);
    expect(out).toMatch(/^j +−1 +0\.02 rad +0 +0\.1 rad +50 +50 … -50$/m);
    const shown = JSON.parse((await pliant(...line, '--json')).out);
    expect(shown.configuration.j).toBeCloseTo(-0.9, 12);
    expect(shown.joints[0].servo).toMatchObject({ sign: -1, scale: 0.02, centre: 0, offset: 0.1 });
    expect((await pliant('show', 'r.urdf')).out).not.toContain('servos');
  });

  it('names what is wrong in the file', async () => {
    put({ 'r.urdf': urdf, 's.yaml': 'k: { range: [-100, 100], spans: [-2, 2] }\n' });
    const wrong = await pliant('show', 'r.urdf', '--servos', 's.yaml');
    expect([wrong.code, wrong.talk]).toEqual([
      2,
      expect.stringMatching(/^s\.yaml:1:\d+: error: k: there is no joint/m),
    ]);
    const missing = await pliant('show', 'r.urdf', '--servos', 't.yaml');
    expect([missing.code, missing.talk]).toEqual([2, expect.stringMatching(/cannot read t\.yaml/)]);
    const without = await pliant('show', 'r.urdf', '--at', 'j=5 servo');
    expect([without.code, without.talk]).toEqual([2, expect.stringMatching(/\[servo-unknown\]/)]);
  });
});
