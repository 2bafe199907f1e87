/** Files around a model: included ones, meshes that are there, missing or of another format. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../problem/index.js';
import type { Geometry } from '../robot.js';
import { bodyWith, codes, mujocoOnce, reading, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

const mass = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>';

/** A box of sides 2a, 2b, 2c with a corner in the origin, as OBJ. */
function boxObj(a: number, b: number, c: number): string {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i) => `v ${2 * a * (i & 1)} ${b * (i & 2)} ${(c * (i & 4)) / 2}`,
  );
  const faces = [
    '1 3 4',
    '1 4 2',
    '5 6 8',
    '5 8 7',
    '1 2 6',
    '1 6 5',
    '3 7 8',
    '3 8 4',
    '1 5 7',
    '1 7 3',
    '2 4 8',
    '2 8 6',
  ];
  return [...corners, ...faces.map((face) => `f ${face}`), ''].join('\n');
}

/** A tetrahedron with legs s along the axes, as binary STL. */
function tetrahedronStl(s: number): Uint8Array {
  const points = [
    [0, 0, 0],
    [s, 0, 0],
    [0, s, 0],
    [0, 0, s],
  ];
  const faces = [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ];
  const bytes = new Uint8Array(84 + 50 * faces.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, faces.length, true);
  for (const [i, face] of faces.entries()) {
    for (const [k, corner] of face.entries()) {
      for (const [x, value] of points[corner].entries())
        view.setFloat32(84 + 50 * i + 12 + 12 * k + 4 * x, value, true);
    }
  }
  return bytes;
}

describe('included files', () => {
  const main =
    '<mujoco><include file="parts/defaults.xml"/><worldbody><include file="parts/arm.xml"/></worldbody></mujoco>';
  const others = {
    'parts/defaults.xml': '<mujocoinclude><default><joint damping="7"/></default></mujocoinclude>',
    // From the folder of the file that is read, not of this one.
    'parts/arm.xml': '<mujoco model="other"><include file="parts/body.xml"/></mujoco>',
    'parts/body.xml': `<mujocoinclude>\n<body name="b">${mass}<joint name="j"/></body></mujocoinclude>`,
  };

  it('take their place, wherever they stand', () => {
    const robot = robotFrom(mujoco, main, others);
    expect(robot.name).toBe('robot');
    expect(robot.joints[0]).toMatchObject({ name: 'j', damping: 7 });
  });

  it('are named in problems with their own lines', () => {
    const broken = {
      ...others,
      'parts/body.xml': others['parts/body.xml'].replace('<joint name="j"/>', '\n<joint nam="j"/>'),
    };
    const [problem] = reading(mujoco, main, broken).problems;
    expect(problem).toMatchObject({ code: 'mjcf-refused', where: { file: 'parts/body.xml', line: 3 } });
    expect(problem.message).toMatch(/unrecognized attribute: 'nam'/);
    const spoilt = reading(mujoco, main, {
      ...others,
      'parts/arm.xml': '<mujoco>\n<body>\n</mujoco>',
    }).problems;
    expect(spoilt).toMatchObject([
      { code: 'xml-not-well-formed', where: { file: 'parts/arm.xml', line: 3 } },
    ]);
  });

  it.each<[string, string, Record<string, string>]>([
    ['!include-missing', '<mujoco>\n<include file="nope.xml"/></mujoco>', {}],
    ['!include-outside', '<mujoco>\n<include file="../up.xml"/></mujoco>', { '../up.xml': '<mujoco/>' }],
    ['!include-outside', '<mujoco>\n<include file="/etc/passwd"/></mujoco>', { '/etc/passwd': '<mujoco/>' }],
    ['!include-outside', '<mujoco>\n<include file="http://x/y.xml"/></mujoco>', {}],
    ['!include-twice', '<mujoco>\n<include file="robot.xml"/></mujoco>', {}],
    ['!include-twice', '<mujoco>\n<include file="./robot.xml"/></mujoco>', {}],
    ['!attribute-missing', '<mujoco>\n<include/></mujoco>', {}],
    ['!include-format', '<mujoco>\n<include file="a.urdf"/></mujoco>', { 'a.urdf': '<robot name="r"/>' }],
  ])('%s: %s', (code, text, files) => {
    const { problems, value } = reading(mujoco, text, files);
    expect(value).toBeUndefined();
    expect(problems.map((problem) => `!${problem.code}`)).toEqual([code]);
    if (code !== '!include-format') expect(problems[0].where.line).toBe(2);
  });

  it('may lie elsewhere where the roots say so', () => {
    const files = { 'common/b.xml': `<mujoco><body name="b">${mass}</body></mujoco>` };
    const text = '<mujoco><worldbody><include file="../common/b.xml"/></worldbody></mujoco>';
    expect(codes(mujoco, text, files, { file: 'arm/robot.xml' })).toEqual(['!include-outside']);
    expect(
      robotFrom(mujoco, text, files, { file: 'arm/robot.xml', roots: ['arm', 'common'] }).links[0].name,
    ).toBe('b');
  });

  it('do not go round in rings, nor deeper than the stack', () => {
    const ring = {
      'a.xml': '<mujoco><include file="b.xml"/></mujoco>',
      'b.xml': '<mujoco><include file="a.xml"/></mujoco>',
    };
    expect(codes(mujoco, '<mujoco><include file="a.xml"/></mujoco>', ring)).toEqual(['!include-twice']);
    const deep = Object.fromEntries(
      Array.from({ length: 90 }, (_, i) => [
        `d${i}.xml`,
        `<mujoco>${'<body>'.repeat(90)}<include file="d${i + 1}.xml"/>${'</body>'.repeat(90)}</mujoco>`,
      ]),
    );
    expect(codes(mujoco, '<mujoco><include file="d0.xml"/></mujoco>', deep)).toEqual(['!mjcf-too-deep']);
  });
});

describe('meshes', () => {
  const asset = (attributes: string) => `<asset><mesh name="m" ${attributes}/></asset>`;
  const shape = (geometry: Geometry | undefined) => geometry?.shape;

  it('that are missing are kept by reference, and change no mass that is given', () => {
    const text = bodyWith(
      '<geom type="mesh" mesh="m" pos="1 2 3" euler="0 0 90"/>',
      `<compiler meshdir="assets"/>${asset('file="sub/m.stl" scale=".001 .001 -.001"')}`,
    );
    const { value, problems } = reading(mujoco, text);
    expect(problems.map(({ code }) => code)).toEqual(['mesh-missing']);
    const [link] = value?.links ?? [];
    expect(link.inertial?.mass).toBe(1);
    expect(shape(link.visuals[0])).toEqual({
      kind: 'mesh',
      file: 'assets/sub/m.stl',
      scale: [0.001, 0.001, -0.001],
    });
    for (const [i, x] of [1, 2, 3].entries()) expect(link.visuals[0].pose.position[i]).toBeCloseTo(x, 9);
    for (const [i, x] of [0, -1, 0, 1, 0, 0, 0, 0, 1].entries())
      expect(link.visuals[0].pose.rotation[i]).toBeCloseTo(x, 9);
    const found = robotFrom(mujoco, text, { 'assets/sub/m.stl': tetrahedronStl(1) });
    expect(shape(found.links[0].collisions[0])).toMatchObject({ resolved: 'assets/sub/m.stl' });
  });

  it('have the scale of their class, the name of their file and, with strippath, no folder', () => {
    const text = `<mujoco><compiler strippath="true" assetdir="x"/><default><mesh scale="2 2 2"/></default><asset><mesh file="deep/part.obj"/></asset><worldbody><body>${mass}<geom type="mesh" mesh="part"/></body></worldbody></mujoco>`;
    expect(shape(robotFrom(mujoco, text).links[0].visuals[0])).toEqual({
      kind: 'mesh',
      file: 'x/part.obj',
      scale: [2, 2, 2],
    });
  });

  it('are moved by refpos before they are scaled', () => {
    const text = bodyWith(
      '<geom type="mesh" mesh="m" pos="0 0 1"/>',
      asset('file="m.obj" scale="2 3 4" refpos=".1 .2 .3"'),
    );
    const { position } = robotFrom(mujoco, text).links[0].visuals[0].pose;
    for (const [i, x] of [-0.2, -0.6, 1 - 1.2].entries()) expect(position[i]).toBeCloseTo(x, 9);
  });

  it('count before given inertials where the file says so, which is told', () => {
    const body = `<worldbody><body name="a">${mass}<geom size=".1"/></body></worldbody>`;
    const text = (inertia: string) => `<mujoco><compiler inertiafromgeom="${inertia}"/>${body}</mujoco>`;
    expect(codes(mujoco, text('true'))).toEqual(['mass-from-shapes']);
    expect(robotFrom(mujoco, text('true')).links[0].inertial?.mass).toBeCloseTo(
      (4000 * Math.PI * 1e-3) / 3,
      9,
    );
    expect(codes(mujoco, text('auto'))).toEqual([]);
  });

  it('weigh by their volume where a file of an older release says so for all', () => {
    const body = '<worldbody><body name="a"><geom type="mesh" mesh="m"/></body></worldbody>';
    const text = (inertia: string, compiler: string) =>
      `<mujoco>${compiler}${asset(`file="m.obj" ${inertia}`)}${body}</mujoco>`;
    // A tetrahedron with another one cut out, upside down: less than its hull.
    const hollow = `${[0, 1, 2, 3, 4].map((i) => `v ${['0 0 0', '3 0 0', '0 3 0', '0 0 3', '.5 .5 .5'][i]}`).join('\n')}
f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n`;
    const mass = (...given: [string, string]) =>
      robotFrom(mujoco, text(...given), { 'm.obj': hollow }).links[0].inertial?.mass;
    const exact = mass('inertia="exact"', '');
    expect(exact).toBeCloseTo(2250, 6);
    expect(mass('', '<compiler exactmeshinertia="true" convexhull="false"/>')).toBe(exact);
    expect(mass('inertia="convex"', '<compiler exactmeshinertia="true"/>')).toBeCloseTo(4500, 6);
  });

  it('whose masses are asked for make them unknown where they are missing, and those alone', () => {
    const text = `<mujoco>${asset('file="m.stl"')}<worldbody>
<body name="a"><geom type="box" size=".1 .1 .1"/><geom type="mesh" mesh="m" mass="0" contype="0" conaffinity="0"/>
<body name="b"><joint name="j"/><geom type="mesh" mesh="m"/></body></body>
<body name="c">${mass}<geom type="mesh" mesh="m"/></body></worldbody></mujoco>`;
    const { value, problems } = reading(mujoco, text);
    expect(
      value?.links.map(({ name, inertial }) => [name, inertial && Math.round(inertial.mass * 1e9) / 1e9]),
    ).toEqual([
      ['a', 8],
      ['b', undefined],
      ['c', 1],
    ]);
    const [unknown] = problems.filter(({ code }) => code === 'mass-unknown');
    expect(unknown.where.line).toBe(3);
    expect(unknown.message).toMatch(/: "b"$/);
    expect(problems.find(({ code }) => code === 'mass-from-shapes')?.message).toMatch(/: "a"$/);
    const there = robotFrom(mujoco, text, { 'm.stl': tetrahedronStl(0.3) });
    expect(there.links[1].inertial?.mass).toBeCloseTo((1000 * 0.3 ** 3) / 6, 4);
    expect(there.links[1].inertial?.centre[0]).toBeCloseTo(0.075, 6);
  });

  it('are no guess where the shapes have their masses', () => {
    const text = (mass: string) =>
      `<mujoco><worldbody><body name="b"><geom size=".1" ${mass}/></body></worldbody></mujoco>`;
    expect(codes(mujoco, text('mass="2"'))).toEqual([]);
    expect(codes(mujoco, text('density="2"'))).toEqual(['mass-from-shapes']);
  });

  it('leave a centre and an inertia unknown where their mass alone is given', () => {
    const text = `<mujoco>${asset('file="m.obj"')}<worldbody><body name="b"><geom type="mesh" mesh="m" mass="2"/></body></worldbody></mujoco>`;
    expect(codes(mujoco, text)).toEqual(['mesh-missing', 'mass-unknown']);
    const { inertial } = robotFrom(mujoco, text, { 'm.obj': boxObj(0.1, 0.2, 0.3) }).links[0];
    expect(inertial?.mass).toBeCloseTo(2, 12);
    for (const [i, x] of [0.1, 0.2, 0.3].entries()) expect(inertial?.centre[i]).toBeCloseTo(x, 6);
    for (const [i, x] of [0.2 ** 2 + 0.3 ** 2, 0.1 ** 2 + 0.3 ** 2, 0.1 ** 2 + 0.2 ** 2].entries()) {
      expect(inertial?.inertia[i]).toBeCloseTo((2 * x) / 3, 6);
    }
  });

  it('set all masses where a total is set', () => {
    const text = `<mujoco><compiler settotalmass="10"/>${asset('file="m.obj"')}<worldbody><body name="a">${mass}<body name="b"><geom type="mesh" mesh="m"/></body></body></worldbody></mujoco>`;
    expect(robotFrom(mujoco, text).links.map(({ inertial }) => inertial)).toEqual([undefined, undefined]);
    const there = robotFrom(mujoco, text, { 'm.obj': boxObj(0.1, 0.1, 0.05) });
    expect(there.links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0)).toBeCloseTo(10, 9);
  });

  it('are told to MuJoCo as they are: OBJ and STL alike, whatever the case of the ending', () => {
    for (const [name, bytes, wanted] of [
      ['m.obj', boxObj(0.1, 0.2, 0.3), 48],
      ['M.STL', tetrahedronStl(0.6), 36],
    ] as const) {
      const text = `<mujoco><asset><mesh name="m" file="${name}"/></asset><worldbody><body name="b"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`;
      expect(robotFrom(mujoco, text, { [name]: bytes }).links[0].inertial?.mass).toBeCloseTo(wanted, 4);
    }
  });

  it('of other formats are converted where something converts, else named', () => {
    const text = `<mujoco>${asset('file="m.dae"')}<worldbody><body name="b"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`;
    const files = { 'm.dae': '<COLLADA/>' };
    expect(codes(mujoco, text, files)).toEqual(['mesh-unreadable', 'mass-unknown']);
    const asked: string[] = [];
    const convertMesh = (_: Uint8Array, path: string) => {
      asked.push(path);
      return { value: tetrahedronStl(0.6), problems: [] };
    };
    expect(robotFrom(mujoco, text, files, { convertMesh }).links[0].inertial?.mass).toBeCloseTo(36, 4);
    expect(asked).toEqual(['m.dae']);
    const fault: Problem = { code: 'why', severity: 'error', where: { line: 7 }, message: 'a fault' };
    const { problems } = reading(mujoco, text, files, { convertMesh: () => ({ problems: [fault] }) });
    expect(problems).toMatchObject([
      { code: 'mesh-unreadable', severity: 'warning' },
      { code: 'mass-unknown' },
      { code: 'why', severity: 'warning', where: { file: 'm.dae', line: 7 } },
    ]);
    expect(codes(mujoco, text.replace('m.dae', 'm.obj'), { 'm.obj': 'no mesh at all' })).toEqual([
      'mesh-unreadable',
      'mass-unknown',
    ]);
  });

  it('give primitives their size, which is unknown without them', () => {
    const text = bodyWith('<geom name="g" type="box" mesh="m"/>', asset('file="m.obj"'));
    expect(codes(mujoco, text)).toEqual(['mesh-missing', 'geometry-left-out']);
    expect(robotFrom(mujoco, text).links[0].visuals).toEqual([]);
    const [box] = robotFrom(mujoco, text, { 'm.obj': boxObj(0.1, 0.2, 0.3) }).links[0].visuals;
    const sides = box.shape.kind === 'box' ? [...box.shape.size].sort() : [];
    for (const [i, x] of [0.2, 0.4, 0.6].entries()) expect(sides[i]).toBeCloseTo(x, 6);
  });

  it('are not read where nothing but shapes depends on them', () => {
    const text = bodyWith('<geom type="mesh" mesh="m"/>', asset('file="m.obj"'));
    const read: string[] = [];
    const files = {
      read: (path: string) => {
        read.push(path);
        return undefined;
      },
      list: () => ['m.obj', 'robot.xml'],
    };
    expect(codes(mujoco, text, {}, { files })).toEqual([]);
    expect(read.filter((path) => path.endsWith('.obj'))).toEqual([]);
  });

  it('of the model itself weigh, and have no file to be shown from', () => {
    const text =
      '<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody><body name="b"><geom type="mesh" mesh="m"/></body></worldbody></mujoco>';
    expect(robotFrom(mujoco, text).links[0].inertial?.mass).toBeCloseTo(1000 / 6, 6);
    expect(codes(mujoco, text).sort()).toEqual(['geometry-left-out', 'mass-from-shapes']);
  });

  it('are no reason to look for textures and heights, which no robot has', () => {
    const assets =
      '<asset><texture name="t" type="2d" file="t.png"/><material name="x" texture="t" rgba="1 0 0 1"/><hfield name="h" file="h.png" size="1 1 1 1"/></asset>';
    const text = bodyWith('<geom size=".1" material="x"/>', assets).replace(
      '<worldbody>',
      '<worldbody><geom type="hfield" hfield="h"/>',
    );
    expect(codes(mujoco, text)).toEqual(['mjcf-world']);
    expect(robotFrom(mujoco, text).links[0].visuals[0].colour).toEqual([1, 0, 0, 1]);
  });
});
