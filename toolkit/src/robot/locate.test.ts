import { describe, expect, it } from 'vitest';
import { linkText, robotText } from '../../../checks/urdf-text.js';
import { memoryFiles } from './files.js';
import { readRobot, robotIsThere } from './read.js';
import { madeZip, zipOf } from './zip.test.helper.js';

const urdf = (mesh = 'package://arm/meshes/a.stl') =>
  robotText(linkText('base', 1, `<visual><geometry><mesh filename="${mesh}"/></geometry></visual>`));
const xacro = (inner: string) =>
  `<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">${inner}</robot>`;
const macros = xacro('<xacro:macro name="arm" params=""><link name="l"/></xacro:macro>');

/** What is said of a path: codes, and the names that would have been understood. */
function told(path: string, entries: Record<string, string | Uint8Array>): string[] {
  const { problems } = readRobot(path, memoryFiles(entries));
  return problems.map(({ code, known }) => [code, ...(known ?? [])].join(' '));
}

function meshOf(path: string, entries: Record<string, string | Uint8Array>): string | undefined {
  const shape = readRobot(path, memoryFiles(entries)).value?.links[0].visuals[0].shape;
  return shape?.kind === 'mesh' ? shape.resolved : undefined;
}

describe('a robot in a folder', () => {
  const entries = {
    'ws/arm/urdf/a.urdf': urdf(),
    'ws/arm/meshes/a.stl': '',
    'ws/arm/package.xml': '<package><name>arm</name></package>',
  };

  it('is the only robot file in it, and is named', () => {
    const outcome = readRobot('ws/arm', memoryFiles(entries));
    expect(outcome.value?.source.file).toBe('ws/arm/urdf/a.urdf');
    expect(outcome.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['robot-file-chosen', 'warning'],
    ]);
    expect(outcome.problems[0].message).toContain('ws/arm/urdf/a.urdf');
    expect(meshOf('ws/arm', entries)).toBe('ws/arm/meshes/a.stl');
  });

  it('has its meshes in that folder, though no package.xml tells', () => {
    const { 'ws/arm/package.xml': _, ...bare } = entries;
    expect(meshOf('ws', bare)).toBe('ws/arm/meshes/a.stl');
    expect(meshOf('ws/arm/urdf/a.urdf', bare)).toBeUndefined();
  });

  it('is asked for by name where there are several', () => {
    expect(told('ws', { ...entries, 'ws/b.urdf': urdf() })).toEqual([
      'robot-file-several ws/b.urdf ws/arm/urdf/a.urdf',
    ]);
  });

  it('is the first of its copies, as where it was installed to', () => {
    const copied = {
      'ws/src/arm/urdf/a.urdf': urdf(),
      'ws/install/arm/share/arm/urdf/a.urdf': urdf(),
      'ws/build/arm/arm/urdf/a.urdf': urdf(),
    };
    const { problems } = readRobot('ws', memoryFiles(copied));
    expect(problems.map(({ message }) => message).slice(0, 1)).toEqual([
      'the robot is ws/src/arm/urdf/a.urdf, the only robot file in it but for 2 copies of the same',
    ]);
    expect(told('ws', { ...copied, 'ws/build/arm/arm/urdf/a.urdf': `${urdf()} ` })).toEqual([
      'robot-file-several ws/src/arm/urdf/a.urdf ws/build/arm/arm/urdf/a.urdf',
    ]);
  });

  it('is not there where no file is one', () => {
    const others = {
      'f/package.xml': '<package/>',
      'f/a.txt': urdf(),
      'f/b.sdf': '<sdf/>',
      'f/c.xml': 'text',
      'f/.hidden.urdf': urdf(),
    };
    expect(told('f', others)).toEqual(['robot-file-none']);
  });

  it('with faults is a robot file all the same', () => {
    expect(told('f', { 'f/a.urdf': '<!-- <x> --><?p?><robot name="r"><link' })).toEqual([
      'robot-file-chosen',
      'xml-not-well-formed',
    ]);
    expect(told('f', { 'f/a.urdf': '\ufeff<robot name="r" x="xacro"><link' })).toEqual([
      'robot-file-chosen',
      'xml-not-well-formed',
    ]);
  });

  it('is not a file of macros, nor one that another includes', () => {
    const calling = xacro('<xacro:include filename="$(find arm)/urdf/arm.macro.xacro"/><xacro:arm/>');
    const parts = {
      'f/urdf/arm.macro.xacro': macros,
      'f/urdf/unused.macro.xacro': macros,
      'f/urdf/tool.xacro': xacro('<xacro:property name="m" value="1"/>'),
      'f/urdf/base.xacro': xacro('<link name="b"/>'),
      'f/urdf/main.xacro': `${calling.slice(0, -8)}<xacro:include filename="../urdf/base.xacro"/></robot>`,
    };
    expect(told('f', parts)[0]).toBe('robot-file-chosen');
    expect(readRobot('f', memoryFiles(parts)).problems[0].message).toContain('f/urdf/main.xacro');
    expect(told('f', { 'f/one.xacro': macros })).toEqual(['robot-file-chosen', 'xacro-macros-alone arm']);
    expect(told('f/one.xacro', { 'f/one.xacro': macros })).toEqual(['xacro-macros-alone arm']);
    const ring = (other: string) => xacro(`<xacro:include filename="${other}"/><link name="a"/>`);
    expect(told('f', { 'f/a.xacro': ring('b.xacro'), 'f/b.xacro': ring('a.xacro') })).toEqual([
      'robot-file-several f/a.xacro f/b.xacro',
    ]);
  });

  it('may be read through functions that throw where there is nothing', () => {
    const files = memoryFiles({ 'f/a.urdf': urdf('meshes/none.stl') });
    const sure = <T>(value: T | undefined): T => {
      if (value === undefined) throw new Error('ENOENT');
      return value;
    };
    const throwing = {
      read: (path: string) => sure(files.read(path)),
      list: (path: string) => sure(files.list(path)),
    };
    for (const path of ['f/a.urdf', 'f']) expect(readRobot(path, throwing).value?.links.length, path).toBe(1);
    expect(readRobot('f/b.urdf', throwing).problems).toMatchObject([{ code: 'file-missing' }]);
  });

  it('is the MJCF with bodies, not the scene around it', () => {
    const arm = '<mujoco><worldbody><body><geom size="1"/></body></worldbody></mujoco>';
    const scene = '<mujoco><include file="arm.xml"/><worldbody><geom/></worldbody></mujoco>';
    const two = { 'f/scene.xml': scene, 'f/arm.xml': arm };
    expect(readRobot('f', memoryFiles(two)).problems[0].message).toContain('f/arm.xml');
  });
});

describe('a robot in a zip', () => {
  const inner = { 'arm/urdf/a.urdf': urdf(), 'arm/meshes/a.stl': 'solid' };

  it('is read as if the zip were a folder', () => {
    const entries = { 'ws/arm.ZIP': zipOf(inner) };
    expect(readRobot('ws/arm.ZIP', memoryFiles(entries)).value?.source.file).toBe(
      'ws/arm.ZIP/arm/urdf/a.urdf',
    );
    expect(meshOf('ws/arm.ZIP', entries)).toBe('ws/arm.ZIP/arm/meshes/a.stl');
    expect(meshOf('ws/arm.ZIP/arm/urdf/a.urdf', entries)).toBe('ws/arm.ZIP/arm/meshes/a.stl');
    expect(told('ws/arm.ZIP/arm/urdf/a.urdf', entries)).toEqual([]);
    expect(told('ws/arm.ZIP/arm/urdf/b.urdf', entries)).toEqual(['file-missing']);
  });

  it('reaches nothing outside it', () => {
    const out = [
      '../../../meshes/a.stl',
      '../../../../x/a.stl',
      '/ws/meshes/a.stl',
      'package://meshes/a.stl',
    ];
    for (const mesh of out) {
      const entries = {
        'ws/arm.zip': zipOf({ 'urdf/a.urdf': urdf(mesh) }),
        'ws/meshes/a.stl': '',
        '/ws/meshes/a.stl': '',
        'x/a.stl': '',
      };
      expect(meshOf('ws/arm.zip', entries), mesh).toBeUndefined();
    }
  });

  it('is refused with the zip: broken, damaged, or called otherwise', () => {
    expect(told('a.zip', { 'a.zip': zipOf(inner).slice(0, -9) })).toEqual(['zip-broken']);
    expect(told('a.zip/arm/urdf/a.urdf', { 'a.zip': zipOf(inner).slice(0, -9) })).toEqual(['zip-broken']);
    expect(told('a.zip/a.urdf', { 'a.zip': madeZip([{ name: 'a.urdf', content: urdf(), crc: 1 }]) })).toEqual(
      ['zip-entry-damaged'],
    );
    expect(told('a.urdf', { 'a.urdf': zipOf(inner) })).toEqual(['zip-name']);
    expect(told('a.zip', { 'a.zip': urdf('b.stl') })).toEqual(['mesh-missing']);
  });

  it('names the archives in it where there is no robot, and says what others are', () => {
    const hints = (path: string, entries: Readonly<Record<string, string | Uint8Array>>) =>
      readRobot(path, memoryFiles(entries)).problems.map(({ code, hint }) => `${code}: ${hint}`);
    expect(hints('ws', { 'ws/a.zip': zipOf(inner), 'ws/readme.txt': '' })).toEqual([
      'robot-file-none: a zip lies in it, which may be named itself: ws/a.zip',
    ]);
    const outer = madeZip([{ name: 'b/a.zip', content: zipOf(inner) }]);
    expect(hints('o.zip', { 'o.zip': outer })).toEqual([
      'robot-file-none: archives that lie in it are not looked into: unpack "o.zip/b/a.zip"',
    ]);
    const gzip = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0);
    const tar = new Uint8Array(1024);
    tar.set([0x75, 0x73, 0x74, 0x61, 0x72], 257);
    for (const [path, bytes] of Object.entries({ 'a.tar.gz': gzip, 'a.zip': gzip, 'a.tar': tar })) {
      expect(hints(path, { [path]: bytes })).toEqual(['archive-unread: unpack it, and name the folder']);
    }
  });

  it('and a folder that is called like a zip are told apart', () => {
    expect(told('a.zip', { 'a.zip/b.urdf': robotText(linkText('l', 1)) })).toEqual(['robot-file-chosen']);
  });

  it('is there or not', () => {
    const files = memoryFiles({ 'ws/a.zip': zipOf(inner), 'b.urdf': '' });
    const there = ['ws', 'ws/a.zip', 'ws/a.zip/arm', 'ws/a.zip/arm/urdf/a.urdf', 'b.urdf'];
    expect(there.filter((path) => !robotIsThere(path, files))).toEqual([]);
    expect(['c', 'b.urdf/x', 'ws/a.zip/b', 'a.zip'].filter((path) => robotIsThere(path, files))).toEqual([]);
  });
});
