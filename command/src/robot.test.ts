import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { armFile, trialFiles } from './trial.js';

const place = freshFolders('robot');
const { pliant, path, put, text } = place;

const bytes = (text: string) => new TextEncoder().encode(text);
const link = (name: string, inner = '') => `<link name="${name}">${inner}</link>`;
const mesh = (file: string) => `<visual><geometry><mesh filename="${file}"/></geometry></visual>`;
const urdf = (...meshes: string[]) => `<robot name="r">${link('base', meshes.map(mesh).join(''))}</robot>`;
const xacro = (inner: string) =>
  `<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">${inner}</robot>`;
const manifest = (name: string) => `<package><name>${name}</name></package>`;
const mjcf = `<mujoco model="m"><worldbody><body name="a"><joint name="j" type="slide" axis="0 0 1" range="0 1"/>
  <geom type="sphere" size="0.1" mass="2"/><site name="tip" pos="0 0 0.1"/>
  <body name="b" pos="0 0 1"><joint name="h" axis="0 1 0" range="-1 1"/><geom type="sphere" size="0.1" mass="1"/></body></body></worldbody>
  <keyframe><key name="up" qpos="0.5 0"/></keyframe></mujoco>`;

/** A package with macros in a file of their own, and another one that it needs. */
const packages = {
  'ws/arm/package.xml': manifest('arm_description'),
  'ws/arm/urdf/arm.urdf.xacro': xacro(
    `<xacro:arg name="mass" default="1"/><xacro:include filename="$(find arm_description)/urdf/parts.xacro"/><xacro:part name="base"/>`,
  ),
  'ws/arm/urdf/parts.xacro': xacro(
    `<xacro:macro name="part" params="name"><link name="\${name}"><inertial><mass value="$(arg mass)"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>${mesh('package://arm_description/meshes/a.stl')}${mesh('package://tools/t.stl')}</link></xacro:macro>`,
  ),
  'ws/arm/meshes/a.stl': 'solid',
  'elsewhere/tool_files/package.xml': manifest('tools'),
  'elsewhere/tool_files/t.stl': 'solid',
};

describe('a robot of the command line', () => {
  it('is a xacro file in its package, wherever the command stands', async () => {
    put(packages);
    const whole = await pliant('check', 'ws/arm/urdf/arm.urdf.xacro');
    expect(whole).toMatchObject({ code: 0, out: 'ws/arm/urdf/arm.urdf.xacro: a good robot, 0 warnings\n' });
    const top = place.folder;
    place.folder = join(top, 'ws/arm/urdf');
    const inside = await pliant('check', 'arm.urdf.xacro');
    expect(inside.code).toBe(0);
    // Found above; the other package is not.
    expect(inside.out).toContain('"tools"');
    expect(inside.out).not.toContain('the package "arm_description"');
    for (const option of [
      ['--package', 'tools=../../../elsewhere/tool_files'],
      ['--root', '../../../elsewhere'],
      ['--root', join(top, 'elsewhere')],
    ]) {
      const found = await pliant('check', 'arm.urdf.xacro', ...option);
      expect(found.out, option.join(' ')).toBe('arm.urdf.xacro: a good robot, 0 warnings\n');
      const named = await pliant('check', path('arm.urdf.xacro'), ...option);
      expect(named.out, option.join(' ')).toContain('a good robot, 0 warnings');
    }
  });

  it('has the arguments that are given', async () => {
    put(packages);
    const { out } = await pliant('show', 'ws/arm', '--json', '--arg', 'mass:=6');
    expect(JSON.parse(out)).toMatchObject({ format: 'xacro', mass: 6 });
  });

  it.each([
    [['--arg', 'mass=2'], 'option-malformed'],
    [['--arg', ':=2'], 'option-malformed'],
    [['--package', 'tools'], 'option-malformed'],
  ])('refuses %j', async (options, code) => {
    put(packages);
    const ended = await pliant('show', 'ws/arm', '--json', ...options);
    expect(ended.code).toBe(2);
    expect(JSON.parse(ended.out).problems).toMatchObject([{ code, where: { file: options[0] } }]);
  });

  it('has meshes by absolute paths, however it is named itself', async () => {
    const spelt = [`file://${path('ws/arm/meshes/a.stl')}`, path('ws/arm/meshes/a.stl'), '/nowhere/b.stl'];
    put({ ...packages, 'ws/arm/urdf/r.urdf': urdf(...spelt) });
    put({ 'a.yaml': 'pliant: 1\nrobots: { arm: { file: ws/arm/urdf/r.urdf } }\n' });
    const top = place.folder;
    for (const named of ['ws/arm/urdf/r.urdf', path('ws/arm/urdf/r.urdf'), 'a.yaml']) {
      const { out, talk } = await pliant('check', named);
      expect(out + talk, named).toContain('1 mesh was not looked for: "/nowhere/b.stl"');
    }
    place.folder = join(top, 'ws/arm/meshes');
    expect((await pliant('check', '../urdf/r.urdf')).out).toContain('1 mesh was not looked for');
  });

  it('is MJCF, for which MuJoCo is loaded', async () => {
    put({ 'm.xml': mjcf });
    const { code, out } = await pliant('show', 'm.xml', '--json');
    expect(code).toBe(0);
    const shown = JSON.parse(out);
    expect(shown).toMatchObject({
      format: 'mjcf',
      namedFrames: [{ name: 'tip', link: 'a', position: [0, 0, 0.1] }],
      starts: [{ name: 'up' }],
      constraints: [],
    });
    expect((await pliant('show', 'm.xml')).out).toMatch(/^named starts: up$/m);
  });

  it('is MJCF with meshes that MuJoCo does not read: Collada and STL as text', async () => {
    const corners = ['0 0 0', '1 0 0', '0 1 0', '0 0 1'];
    const faces = [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ];
    const facet = (face: number[]) =>
      `facet normal 0 0 0 outer loop ${face.map((i) => `vertex ${corners[i]}`).join(' ')} endloop endfacet`;
    const dae = `<COLLADA><asset><unit meter="0.001"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
      <source id="s"><float_array id="a" count="12">${corners.map((c) => c.replaceAll('1', '300')).join(' ')}</float_array><technique_common>
      <accessor source="#a" count="4" stride="3"/></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
      <triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>${faces.flat().join(' ')}</p></triangles></mesh></geometry></library_geometries>
      <library_visual_scenes><visual_scene id="vs"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
      <scene><instance_visual_scene url="#vs"/></scene></COLLADA>`;
    put({
      'm.xml': `<mujoco model="m"><asset><mesh name="d" file="a.dae"/><mesh name="t" file="b.stl" scale="0.1 -0.2 0.3"/></asset>
        <worldbody><body name="d"><geom type="mesh" mesh="d"/><body name="t"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="t"/></body></body></worldbody></mujoco>`,
      'a.dae': dae,
      'b.stl': `solid t\n${faces.map(facet).join('\n')}\nendsolid t\n`,
    });
    const { code, out, talk } = await pliant('show', 'm.xml', '--json');
    expect(code, talk).toBe(0);
    const [first, second] = JSON.parse(out).links;
    // 1000 kg/m³ in a tetrahedron of 300 mm, and in one of 100, 200 and 300 mm.
    expect(first.mass).toBeCloseTo((1000 * 0.3 ** 3) / 6, 5);
    expect(first.centre[0]).toBeCloseTo(0.075, 6);
    expect(second.mass).toBeCloseTo(1, 5);
    expect(second.centre[1]).toBeCloseTo(-0.05, 6);
    expect((await pliant('check', 'm.xml')).out).not.toContain('mesh-unreadable');
    put({ 'a.dae': dae.replace('count="4"><input', 'count="5"><input') });
    const broken = await pliant('check', 'm.xml');
    expect(broken.out).toMatch(/a\.dae:4:\d+: warning: .*\[collada-count\]/);
    expect(broken.out).toMatch(/\[mass-unknown\]/);
  });

  it('has meshes whose size is told where it is asked for, with what is wrong with them', async () => {
    const facet = (corners: string[]) =>
      `facet normal 0 0 0 outer loop ${corners.map((c) => `vertex ${c}`).join(' ')} endloop endfacet`;
    const flat = (mm: number) => `solid s\n${facet(['0 0 0', `${mm} 0 0`, `0 ${2 * mm} 5`])}\nendsolid s\n`;
    const mesh = (file: string, scale: string) =>
      `<visual><geometry><mesh filename="${file}" scale="${scale}"/></geometry></visual>`;
    const shapes = [
      mesh('m/a.stl', '0.001 -0.001 0.001'),
      mesh('m/a.stl', '1 1 1'),
      mesh('m/b.stl', '1 1 1'),
    ];
    put({
      'r.urdf': `<robot name="r"><link name="a">${shapes.join('')}</link><link name="b">${shapes[0]}</link><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>`,
      'm/a.stl': flat(100),
      'm/b.stl': flat(100).replace('endloop', ''),
    });
    const { code, out, talk } = await pliant('show', 'r.urdf', '--meshes');
    expect(code, talk).toBe(0);
    expect(out).toMatch(/^m\/a\.stl +1 +\[0, -0\.2, 0\] +\[0\.1, 0, 0\.005\] +a, b$/m);
    expect(out).toMatch(/^m\/a\.stl +1 +\[0, 0, 0\] +\[100, 200, 5\] +a$/m);
    expect(talk).toMatch(/m\/b\.stl:2:\d+: warning: .*\[stl-malformed\]/);
    expect(talk).toMatch(/m\/a\.stl: warning: .*\(got 200 m\) \[mesh-units\]/);
    expect(JSON.parse((await pliant('show', 'r.urdf', '--meshes', '--json')).out).meshes).toMatchObject([
      { file: 'm/a.stl', links: ['a', 'b'], scale: [0.001, -0.001, 0.001], triangles: 1 },
      { file: 'm/a.stl', links: ['a'], upper: [100, 200, 5] },
    ]);
    expect((await pliant('show', 'r.urdf')).talk).not.toContain('stl-malformed');
  });

  it('is the one in a folder or a zip; or is named in it', async () => {
    put({ 'a/urdf/r.urdf': urdf('../meshes/m.stl'), 'a/meshes/m.stl': '' });
    put({
      'z.zip': zipSync({ 'r/urdf/r.urdf': bytes(urdf('../meshes/m.stl')), 'r/meshes/m.stl': bytes('solid') }),
    });
    for (const spelt of ['a', 'a/', './a/urdf', 'z.zip', 'z.zip/r', path('z.zip')]) {
      const { code, out } = await pliant('check', spelt);
      expect([code, out.split('\n').at(-2)], spelt).toEqual([0, `${spelt}: a good robot, 1 warning`]);
      expect(out).toMatch(/the only robot file in it/);
    }
    for (const spelt of ['z.zip/r/urdf/r.urdf', path('z.zip/r/urdf/r.urdf')])
      expect((await pliant('check', spelt)).out).toBe(`${spelt}: a good robot, 0 warnings\n`);
    expect((await pliant('check', 'z.zip/r/urdf/s.urdf')).code).toBe(2);
  });

  it('is not looked for outside the folder that is named', async () => {
    put({ 'a/urdf/r.urdf': urdf('../../../secret/m.stl'), 'secret/m.stl': '' });
    place.folder = path('a');
    symlinkSync('../secret', path('link'));
    put({ 'urdf/linked.urdf': urdf('../link/m.stl') });
    expect((await pliant('check', 'urdf/r.urdf')).out).toMatch(/mesh-outside/);
    expect((await pliant('check', 'urdf/linked.urdf')).out).toMatch(/mesh-missing/);
    expect((await pliant('check', 'urdf/linked.urdf', '--root', '..')).out).toMatch(/0 warnings/);
    expect((await pliant('check', path('urdf/linked.urdf'), '--root', '..')).out).toMatch(/0 warnings/);
  });

  it('does not include what lies outside the folders, and says so with the option that adds them', async () => {
    put({ 'secret/s.xacro': xacro(''), 'secret/m.xml': '<mujoco/>', 'a/up.xacro': xacro('') });
    place.folder = path('a');
    symlinkSync('../secret/s.xacro', path('link.xacro'));
    symlinkSync('../secret/m.xml', path('link.xml'));
    for (const [file, option] of [
      ['/etc/passwd', 'add --root /etc'],
      ['../../../../../../../../../../etc/passwd', 'add --root /etc'],
      ['../secret/s.xacro', 'add --root ../secret'],
      ['link.xacro', '--root DIR adds one'],
    ]) {
      for (const inner of [
        `<xacro:include filename="${file}"/>`,
        `<link name="\${xacro.load_yaml('${file}')}"/>`,
      ]) {
        put({ 'r.xacro': xacro(inner) });
        const { code, out } = await pliant('check', 'r.xacro');
        expect(code, inner).toBe(2);
        expect(out).toMatch(/lies outside the folders that may be read.*\[xacro-file-outside\]/);
        expect(out).toContain(option);
      }
    }
    put({ 'r.xml': '<mujoco><include file="link.xml"/></mujoco>' });
    expect((await pliant('check', 'r.xml')).out).toMatch(
      /lies outside the folders that may be read.*include-outside/,
    );
    put({ 'r.xacro': xacro('<xacro:include filename="gone.xacro"/>') });
    expect((await pliant('check', 'r.xacro')).out).toContain('xacro-file-missing');
  });

  it('that is too large is refused with the reason, by both verbs', async () => {
    put({ 'r.urdf': new Uint8Array(100_000_000).fill(0x20) });
    for (const verb of ['check', 'show']) {
      const { problems } = JSON.parse((await pliant(verb, 'r.urdf', '--json')).out);
      expect(problems, verb).toMatchObject([{ code: 'file-missing', hint: 'it is larger than 64 MiB' }]);
    }
  });

  it.each(['__proto__', 'constructor', '*/', '"];process.exit()//'])(
    'may have links called %s',
    async (name) => {
      const text = name.replaceAll('"', '&quot;');
      put({ 'r.xacro': xacro(`<xacro:property name="p" value="${text}"/>${link(`\${p}`)}`) });
      const { code, out } = await pliant('show', 'r.xacro', '--json');
      expect([code, JSON.parse(out).links[0].name]).toEqual([0, name]);
      expect((await pliant('show', 'r.xacro')).out).toContain(`${name} (fixed)`);
      put({ 'r.urdf': (await pliant('convert', 'r.xacro')).out });
      expect(JSON.parse((await pliant('show', 'r.urdf', '--json')).out).links[0].name).toBe(name);
    },
  );

  it.each<[string, string | Uint8Array, string]>([
    ['a 100 MB file', new Uint8Array(100_000_000).fill(0x20), 'file-missing'],
    ['a 30 MB file', new Uint8Array(30_000_000).fill(0x3c), 'file-too-large'],
    ['50,000 nested elements', `<robot name="r">${'<a>'.repeat(50_000)}`, 'xml-too-deep'],
    [
      'a xacro that includes itself',
      xacro('<xacro:include filename="$(dirname)/r.urdf"/>'),
      'xacro-include-loop',
    ],
    [
      'a macro without end',
      xacro('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>'),
      'xacro-too-large',
    ],
    ['MJCF that includes itself', '<mujoco><include file="r.urdf"/></mujoco>', 'include-twice'],
    ['a document type', '<!DOCTYPE r [<!ENTITY a "b">]><robot name="r"/>', 'xml-doctype'],
    ['SDF', '<sdf version="1.6"/>', 'format-sdf'],
    ['half a zip', zipSync({ a: bytes('b') }).slice(0, 40), 'zip-name'],
  ])('that is %s is one problem', async (_, content, code) => {
    put({ 'r.urdf': content });
    const { code: status, out, talk } = await pliant('show', 'r.urdf', '--json');
    expect(status).toBe(2);
    const codes = JSON.parse(out).problems.map((problem: { code: string }) => problem.code);
    expect(codes.join(' ')).toContain(code);
    expect(talk).not.toContain('fault of the program');
  });

  it('is said to be packed otherwise by check too, whatever it is called', async () => {
    put({ 'r.tar.gz': Uint8Array.of(0x1f, 0x8b, 8, 0), 'r.zip': Uint8Array.of(0x1f, 0x8b, 8, 0) });
    for (const name of ['r.tar.gz', 'r.zip']) {
      const { code, out } = await pliant('check', name, '--json');
      expect(code).toBe(2);
      expect(JSON.parse(out)).toMatchObject({ kind: 'robot', problems: [{ code: 'archive-unread' }] });
    }
  });
});

describe('pliant convert', () => {
  it('writes xacro as URDF that is the same robot', async () => {
    put(packages);
    const { code, out } = await pliant('convert', 'ws/arm/urdf/arm.urdf.xacro', '--arg', 'mass:=3');
    expect(code).toBe(0);
    expect(out).toMatch(/^<\?xml/);
    put({ 'out.urdf': out });
    const shown = JSON.parse((await pliant('show', 'out.urdf', '--json')).out);
    expect(shown).toMatchObject({ name: 'x', format: 'urdf', mass: 3 });
  });

  it('spells meshes so that they are found from the new place', async () => {
    const spelt = [
      '../meshes/m.stl',
      'package://arm/meshes/m.stl',
      '$(find arm)/meshes/m.stl',
      'http://x/y.stl',
      '../meshes/none.stl',
    ];
    put({
      'ws/arm/package.xml': manifest('arm'),
      'ws/arm/urdf/r.urdf': urdf(...spelt),
      'ws/arm/meshes/m.stl': '',
      'new/place/x': '',
    });
    const { code, out } = await pliant('convert', 'ws/arm/urdf/r.urdf', '--out', 'new/place/r.urdf');
    expect([code, out]).toEqual([0, 'new/place/r.urdf: r, 1 links, 0 joints\n']);
    const written = text('new/place/r.urdf');
    expect([...written.matchAll(/filename="([^"]*)"/g)].map(([, file]) => file)).toEqual([
      '../../ws/arm/meshes/m.stl',
      'package://arm/meshes/m.stl',
      'package://arm/meshes/m.stl',
      'http://x/y.stl',
      '../../ws/arm/meshes/none.stl',
    ]);
    const again = await pliant('check', 'new/place/r.urdf');
    expect(again.out).toMatch(/1 mesh was not found: "..\/..\/ws\/arm\/meshes\/none.stl"/);
    expect(again.out).not.toMatch(/m\.stl"/);
  });

  it('writes frames, and names what it leaves out', async () => {
    put({ 'm.xml': mjcf });
    const { code, out, talk } = await pliant('convert', 'm.xml');
    expect(code).toBe(0);
    expect(out).toContain('<link name="tip">');
    expect(talk).toMatch(/urdf-frames-as-links/);
    expect(talk).toMatch(/leaves out: the named starts "up"/);
  });

  it('never overwrites unasked', async () => {
    put({ 'r.urdf': urdf(), 'out.urdf': 'mine' });
    const refused = await pliant('convert', 'r.urdf', '--out', 'out.urdf', '--json');
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.out).problems).toMatchObject([
      { code: 'file-exists', where: { file: 'out.urdf' } },
    ]);
    expect(text('out.urdf')).toBe('mine');
    expect((await pliant('convert', 'r.urdf', '--out', 'out.urdf', '--force')).code).toBe(0);
    expect(text('out.urdf')).toContain('<robot');
    const nowhere = await pliant('convert', 'r.urdf', '--out', 'no/where.urdf', '--json');
    expect(JSON.parse(nowhere.out).problems).toMatchObject([{ code: 'not-written' }]);
    expect(existsSync(path('no'))).toBe(false);
  });

  it('refuses what URDF has no word for, by joint', async () => {
    put({ 'm.xml': mjcf.replace('name="h" axis="0 1 0" range="-1 1"', 'name="h" type="ball"') });
    const { code, out } = await pliant('convert', 'm.xml', '--json');
    expect(code).toBe(2);
    const errors = JSON.parse(out).problems.filter(
      ({ severity }: { severity: string }) => severity === 'error',
    );
    expect(errors).toMatchObject([{ code: 'urdf-joint-type', where: { name: 'joint "h"' } }]);
  });

  it('warns of meshes that stay in a zip, and says all as JSON', async () => {
    put({ 'z.zip': zipSync({ 'r.urdf': bytes(urdf('m.stl')), 'm.stl': bytes('solid') }) });
    const { code, out } = await pliant('convert', 'z.zip', '--json');
    expect(code).toBe(0);
    const { robot, urdf: text, problems } = JSON.parse(out);
    expect([robot, problems.map((p: { code: string }) => p.code)]).toEqual([
      'r',
      ['robot-file-chosen', 'mesh-in-zip'],
    ]);
    expect(text).toContain('filename="z.zip/m.stl"');
  });
});

describe('the tree of pliant show', () => {
  it('keeps a chain in one column, and indents the lighter branches', async () => {
    put({
      [armFile]: trialFiles[armFile].replace(
        '</robot>',
        `${link('eye')}<joint name="look" type="fixed"><parent link="column"/><child link="eye"/></joint></robot>`,
      ),
    });
    const { out } = await pliant('show', armFile);
    const tree = out.slice(out.indexOf('\n\n') + 2, out.indexOf('\n\njoint'));
    expect(tree).toBe(`base (fixed)
│ turn: revolute z, -2.5 … 2.5 rad, 3 rad/s, 40 N m
column, 1.5 kg
├─ look: fixed
│  eye
│ shoulder: revolute y, -2.5 … 2.5 rad, 3 rad/s, 40 N m
upper, 1.2 kg
│ elbow: revolute y, -2.5 … 2.5 rad, 3 rad/s, 40 N m
lower, 0.8 kg`);
  });

  it('is no wider than a narrow terminal, however deep the robot, and has mimics, axes and frames', async () => {
    const n = 300;
    const links = Array.from({ length: n }, (_, i) => link(`l${i}`) + (i % 3 === 0 ? link(`s${i}`) : ''));
    const joints = Array.from({ length: n - 1 }, (_, i) => {
      const follows = i > 0 && i % 5 === 0 ? '<mimic joint="j1" multiplier="-0.5" offset="-0.1"/>' : '';
      const side =
        i % 3 === 0
          ? `<joint name="k${i}" type="fixed"><parent link="l${i}"/><child link="s${i}"/></joint>`
          : '';
      return `${side}<joint name="j${i}" type="revolute"><parent link="l${i}"/><child link="l${i + 1}"/><axis xyz="0 0.6 0.8"/><limit lower="-1.234" upper="1" effort="12.5" velocity="3.25"/>${follows}</joint>`;
    });
    put({
      'deep.urdf':
        `<robot name="deep">${links.join('')}${joints.join('')}<joint name="last" type="fixed"><parent link="l299"/><child link="s297"/></joint></robot>`.replace(
          `<joint name="k297" type="fixed"><parent link="l297"/><child link="s297"/></joint>`,
          '',
        ),
    });
    const { code, out, talk } = await pliant('show', 'deep.urdf');
    expect(code, talk).toBe(0);
    const tree = out.slice(out.indexOf('\n\n') + 2, out.indexOf('\n\njoint')).split('\n');
    expect(tree.length).toBeGreaterThan(2 * n);
    expect(Math.max(...tree.map((line) => [...line].length))).toBeLessThanOrEqual(78);
    expect(tree.join('\n')).toContain('follows -0.5 · j1 − 0.1');
    expect(tree.join('\n')).toContain('[0, 0.6, 0.8]');
  });
});
