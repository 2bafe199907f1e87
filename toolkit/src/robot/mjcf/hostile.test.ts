/** Faulty and hostile models: a named problem with its place, no crash, no lost memory, no half of a robot. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { Findings } from '../findings.js';
import { readMjcf } from './read.js';
import { bodyWith, codes, mujocoOnce, reading, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

const mass = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>';

describe('what MuJoCo refuses', () => {
  it.each<[string, number, RegExp]>([
    ['<mujoco>\n<worldbody>\n<body nam="a"/></worldbody></mujoco>', 3, /unrecognized attribute: 'nam'/],
    [
      '<mujoco><!-- a\nb\nc -->\n<worldbody><body name="a">\n\n<joint/></body></worldbody></mujoco>',
      4,
      /mass and inertia of moving bodies/,
    ],
    [
      '<mujoco><sensor>\n</sensor><worldbody><body>\n<joint range="1 x"/><geom size="1"/></body></worldbody></mujoco>',
      3,
      /bad format in attribute 'range'/,
    ],
    [
      '<mujoco><worldbody><body>\n<joint class="c"/><geom size="1"/></body></worldbody></mujoco>',
      2,
      /unknown default class name 'c'/,
    ],
    [
      '<mujoco><worldbody><body><geom size="1"/></body></worldbody><actuator>\n\n<motor joint="x"/></actuator></mujoco>',
      3,
      /'x'/,
    ],
    [
      '<mujoco><asset>\n<mesh name="m" file="m.stl"/><mesh name="m" file="n.stl"/></asset></mujoco>',
      2,
      /repeated name/,
    ],
    [
      '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody><keyframe>\n\n<key name="a" qpos="1 2"/></keyframe></mujoco>',
      3,
      /keyframe 'a': invalid qpos size, expected 1, got 2/,
    ],
  ])('%s is refused at line %i', (text, line, message) => {
    const { value, problems } = reading(mujoco, text);
    expect(value).toBeUndefined();
    const [error] = problems.filter(({ severity }) => severity === 'error');
    expect(error).toMatchObject({ code: 'mjcf-refused', where: { file: 'robot.xml', line } });
    expect(error.message).toMatch(message);
    expect(error.message).not.toMatch(/Loading|MuJoCo Error|\n/);
  });

  it.each([
    ['<robot name="r"/>', '!format-unknown'],
    ['<mujocoinclude/>', '!format-unknown'],
    ['<mujoco>', '!xml-not-well-formed'],
    ['<mujoco/>', '!no-links'],
    ['<!DOCTYPE a [<!ENTITY b "c">]><mujoco/>', '!xml-doctype'],
    ['<mujoco><worldbody><body><geom size="nan"/></body></worldbody></mujoco>', '!number-not-finite'],
    [bodyWith('', '', '').replace('pos="0 0 0"', 'pos="nan 0 0"'), '!number-not-finite'],
    [bodyWith('<site name="s" pos="1 NaN 0"/>'), '!number-not-finite'],
    [bodyWith('<site name="s" pos="1e999 0 0"/>'), '!number-malformed'],
    [bodyWith('<site name="s" pos="0 -1e31 0"/>'), '!number-malformed'],
    [bodyWith('<site name="s" pos="inf 0 0"/>'), '!number-not-finite'],
    [
      '<mujoco><worldbody><body><joint range="2 1"/><geom size="1"/></body></worldbody></mujoco>',
      '!limit-reversed',
    ],
    [
      '<mujoco><worldbody><body><joint damping="-1"/><geom size="1"/></body></worldbody></mujoco>',
      '!dynamics-negative',
    ],
    [
      '<mujoco><worldbody><body><joint stiffness="-1"/><geom size="1"/></body></worldbody></mujoco>',
      '!dynamics-negative',
    ],
    ['<mujoco><asset><model name="m" file="m.xml"/></asset></mujoco>', '!mjcf-attach'],
    [bodyWith('<attach model="m" body="b" prefix="p"/>'), '!mjcf-attach'],
  ])('%s', (text, code) => {
    const { value, problems } = reading(mujoco, text);
    expect(value).toBeUndefined();
    expect(
      problems.filter(({ severity }) => severity === 'error').map((problem) => `!${problem.code}`),
    ).toContain(code);
  });
});

describe('what could fill the memory', () => {
  const many = (count: number, text: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join('');

  it.each<[string, string]>([
    ['memory', '<size memory="1000G" njmax="2000000000" nconmax="2000000000" nstack="2000000000"/>'],
    ['user data', '<size nuser_body="1000000000" nuserdata="1000000000" nkey="100000000"/>'],
    [
      'a texture',
      '<asset><texture name="t" type="2d" builtin="checker" width="100000" height="100000"/></asset>',
    ],
    ['a height field', '<asset><hfield name="h" nrow="100000" ncol="100000" size="1 1 1 1"/></asset>'],
    ['custom numbers', '<custom><numeric name="n" size="2000000000"/></custom>'],
    ['a sensor with a history', '<sensor><jointpos joint="j" nsample="2000000000"/></sensor>'],
    ['drives with a history', '<actuator><motor joint="j" nsample="1000000000"/></actuator>'],
  ])('%s does not', (_, text) => {
    expect(robotFrom(mujoco, bodyWith('<joint name="j"/>', '', text)).links).toHaveLength(2);
  });

  it.each<[string, string, RegExp]>([
    ['bodies', `<mujoco><worldbody>${many(3000, () => '<body/>')}</worldbody></mujoco>`, /too many bodies/],
    [
      'copies',
      `<mujoco><worldbody><replicate count="1000000000"><body>${mass}</body></replicate></worldbody></mujoco>`,
      /too many bodies/,
    ],
    [
      'copies of copies',
      `<mujoco><worldbody><replicate count="100"><replicate count="100"><geom size="1"/><geom size="1"/></replicate></replicate></worldbody></mujoco>`,
      /too many geoms and sites/,
    ],
    ['joints', bodyWith(many(3000, () => '<joint/>')), /too many joints/],
    [
      'keyframes',
      `<mujoco><worldbody>${many(1500, () => `<body>${mass}<joint/></body>`)}</worldbody><keyframe>${many(100, () => '<key/>')}</keyframe></mujoco>`,
      /numbers of keyframes/,
    ],
    [
      'drives',
      bodyWith('<joint name="j"/>', '', `<actuator>${many(10_001, () => '<motor joint="j"/>')}</actuator>`),
      /too many drives/,
    ],
    [
      'activations',
      bodyWith(
        '<joint name="j"/>',
        '',
        '<actuator><general joint="j" dyntype="user" actdim="100000000"/></actuator>',
      ),
      /too large a number/,
    ],
    [
      'corners of a mesh',
      '<mujoco><asset><mesh name="m" builtin="supersphere" params="1000000 1 1"/></asset></mujoco>',
      /too large a number/,
    ],
  ])('too many %s are refused', (_, text, message) => {
    const { value, problems } = reading(mujoco, text);
    expect(value).toBeUndefined();
    expect(problems.map(({ code }) => code)).toContain('mjcf-too-large');
    expect(problems.find(({ code }) => code === 'mjcf-too-large')?.message).toMatch(message);
  });

  it.each(['body', 'frame', 'default'])('%s in %s in … is refused before the stack ends', (name) => {
    const inside = `${`<${name}${name === 'default' ? ' class="c"' : ''}>`.repeat(150)}${`</${name}>`.repeat(150)}`;
    const text =
      name === 'default' ? `<mujoco>${inside}</mujoco>` : `<mujoco><worldbody>${inside}</worldbody></mujoco>`;
    expect(codes(mujoco, text)).toEqual(['!mjcf-too-deep']);
  });

  it('as deep as is allowed is read', () => {
    const text = `<mujoco><worldbody>${many(110, (i) => `<body name="b${i}">${mass}<joint/><joint axis="1 0 0"/><joint axis="0 1 0"/>`)}${'</body>'.repeat(110)}</worldbody></mujoco>`;
    expect(robotFrom(mujoco, text).joints).toHaveLength(330);
  });
});

describe('soft things', () => {
  it.each([
    [
      'composite',
      bodyWith(
        '<composite type="cable" curve="s" count="1000000 1 1" size="1"><geom type="capsule" size=".01"/></composite>',
      ),
    ],
    ['flexcomp', bodyWith('<flexcomp name="f" type="grid" count="1000 1000 1000" spacing=".1 .1 .1"/>')],
    [
      'flex',
      bodyWith('', '', '<deformable><flex name="f" body="b" vertex="0 0 0" element="0 0"/></deformable>'),
    ],
    ['skin', bodyWith('', '', '<deformable><skin name="s" file="s.skn"/></deformable>')],
    [
      'plugin',
      bodyWith(
        '<plugin plugin="mujoco.elasticity.cable"/>',
        '',
        '<extension><plugin plugin="mujoco.pid"/></extension>',
      ),
    ],
  ])('%s is left out by name', (kind, text) => {
    const { value, problems } = reading(mujoco, text);
    expect(value?.links.map(({ name }) => name)).toEqual(['b']);
    expect(problems).toMatchObject([{ code: 'mjcf-left-out', severity: 'warning', where: { path: kind } }]);
  });
});

describe('the module', () => {
  /** A module that counts what it hands out and what it gets back. */
  function counted(): { module: MainModule; open: () => number } {
    let open = 0;
    const watch = (handle: unknown): unknown => {
      const it = handle as { delete(): void };
      open++;
      const free = it.delete.bind(it);
      it.delete = () => {
        open--;
        free();
      };
      return it;
    };
    const module = new Proxy(mujoco, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (key === 'MjModel') {
          return { from_xml_string: (xml: string) => watch(target.MjModel.from_xml_string(xml)) };
        }
        if (key === 'parseXMLString' || key === 'mj_compile') {
          return (...given: unknown[]) => watch((value as (...all: unknown[]) => unknown)(...given));
        }
        if (key !== 'MjVFS') return value;
        return function files() {
          return watch(new target.MjVFS());
        };
      },
    });
    return { module, open: () => open };
  }

  it.each([
    ['a robot', bodyWith('<joint/>')],
    ['a fault of the text', '<mujoco><x/></mujoco>'],
    ['a fault of the model', '<mujoco><worldbody><body><joint/></body></worldbody></mujoco>'],
    [
      'missing meshes',
      bodyWith('<geom type="mesh" mesh="m"/>', '<asset><mesh name="m" file="m.stl"/></asset>'),
    ],
  ])('gets back all that it handed out, after %s', (_, text) => {
    const { module, open } = counted();
    readMjcf(text, { file: 'robot.xml', mujoco: module });
    expect(open()).toBe(0);
  });

  it('is left with the world of a specification and little else, since its delete frees none of its elements', () => {
    const kinds = ['BODY', 'JOINT', 'GEOM', 'MESH', 'EQUALITY', 'ACTUATOR'] as const;
    const left: string[] = [];
    const watched = new Proxy(mujoco, {
      get(target, key) {
        if (key !== 'parseXMLString') return Reflect.get(target, key);
        return (...given: Parameters<MainModule['parseXMLString']>) => {
          const spec = target.parseXMLString(...given);
          const free = spec.delete.bind(spec);
          spec.delete = () => {
            for (const kind of kinds) {
              const element = target.mjs_firstElement(spec, target.mjtObj[`mjOBJ_${kind}`]);
              if (element) left.push(kind);
              element?.delete();
            }
            free();
          };
          return spec;
        };
      },
    });
    const text = `<mujoco>
      <asset><mesh name="m" file="m.stl"/><material name="x"/></asset>
      <worldbody><geom size="1" material="x"/><body name="a"><joint name="j"/><geom size=".1"/><site name="s"/>
      <body name="b"><joint name="k"/><geom type="mesh" mesh="m" mass="1"/></body></body><body name="c"/></worldbody>
      <tendon><fixed><joint joint="k" coef="1"/></fixed></tendon><equality><joint joint1="k" joint2="j"/></equality>
      <actuator><motor joint="j"/></actuator><keyframe><key qpos="1 2"/></keyframe></mujoco>`;
    expect(reading(watched, text).value?.links).toHaveLength(4);
    expect([...new Set(left)]).toEqual(['BODY']);
  });

  it('that breaks off is a named problem', () => {
    const module = new Proxy(mujoco, {
      get: (target, key) =>
        key === 'mj_compile'
          ? () => {
              throw new WebAssembly.RuntimeError('Aborted(native code called abort())');
            }
          : Reflect.get(target, key),
    });
    const findings = new Findings('robot.xml');
    const { value, problems } = readMjcf(bodyWith(''), { file: 'robot.xml', mujoco: module }, findings);
    expect(value).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['mjcf-engine-lost']);
  });

  it('is as good as new after a thousand models, faulty ones among them', () => {
    for (let i = 0; i < 1000; i++) {
      const text =
        i % 3 === 0 ? '<mujoco><worldbody><body><joint/></body></worldbody></mujoco>' : bodyWith('<joint/>');
      readMjcf(text, { file: 'robot.xml', mujoco });
    }
    expect(robotFrom(mujoco, bodyWith('<joint/>')).links).toHaveLength(2);
  });
});
