/** What else a model holds: frames, shapes, drives, keyframes, couplings and loops, roots. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyWith, codes, mujocoOnce, reading, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

const mass = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>';
const pair = (rest: string, inA = '<joint name="j"/>', inB = '<joint name="k"/>') =>
  `<mujoco><worldbody><body name="a">${mass}${inA}<body name="b">${mass}${inB}</body></body></worldbody>${rest}</mujoco>`;

describe('the tree', () => {
  it('has free and bolted roots with their poses, and the world as a link only where a joint starts there', () => {
    const text = `<mujoco><worldbody><body name="f" pos="1 2 3" euler="0 0 90">${mass}<freejoint/></body><body name="s" pos="0 0 1">${mass}</body></worldbody></mujoco>`;
    const { roots, links, joints } = robotFrom(mujoco, text);
    expect(roots).toEqual([
      { link: 'f', base: 'free', pose: { position: [1, 2, 3], rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] } },
      { link: 's', base: 'fixed', pose: { position: [0, 0, 1], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] } },
    ]);
    expect(links.map(({ name }) => name)).toEqual(['f', 's']);
    expect(joints).toEqual([]);
    expect(robotFrom(mujoco, pair('')).roots.map(({ link }) => link)).toEqual(['world']);
  });

  it('has links between the joints of one body, and back from an anchor off its origin', () => {
    const { links, joints } = robotFrom(
      mujoco,
      bodyWith('<joint name="x" axis="1 0 0"/><joint name="y" axis="0 1 0" pos="0 0 1"/>'),
    );
    expect(links.map(({ name }) => name)).toEqual(['world', 'b/x', 'b/y', 'b']);
    expect(joints.map(({ name, type, parent, child }) => [name, type, parent, child])).toEqual([
      ['x', 'continuous', 'world', 'b/x'],
      ['y', 'continuous', 'b/x', 'b/y'],
      ['b_fixed', 'fixed', 'b/y', 'b'],
    ]);
    expect(joints[2].origin.position).toEqual([0, 0, -1]);
  });

  it('has none for the anchor of a slide, which moves nothing', () => {
    const { links } = robotFrom(mujoco, bodyWith('<joint name="s" type="slide" pos="1 2 3"/>'));
    expect(links.map(({ name }) => name)).toEqual(['world', 'b']);
  });

  it('names what has no name, and keeps awkward names apart', () => {
    const text = `<mujoco model="m"><worldbody><body>${mass}<joint/><body name="__proto__">${mass}<joint name="constructor"/><site name="__proto__"/></body></body></worldbody><keyframe><key qpos="1 2"/></keyframe></mujoco>`;
    const { links, joints, frames, starts } = robotFrom(mujoco, text);
    expect(links.map(({ name }) => name)).toEqual(['world', 'body1', '__proto__']);
    expect(joints.map(({ name }) => name)).toEqual(['body1_joint', 'constructor']);
    expect(frames.map(({ name, link }) => [name, link])).toEqual([['__proto___2', '__proto__']]);
    expect(Object.entries(starts[0].positions)).toEqual([
      ['body1_joint', [1]],
      ['constructor', [2]],
    ]);
    expect(codes(mujoco, text)).toEqual(['name-missing']);
    const unnamed = `<mujoco><worldbody><body name="a">${mass}<freejoint/></body></worldbody></mujoco>`;
    expect(codes(mujoco, unnamed)).toEqual([]);
  });

  it('has loose bodies beside a robot in it, which is told; a loose body alone is the robot', () => {
    const free = (name: string, inside = '') => `<body name="${name}">${mass}<freejoint/>${inside}</body>`;
    const top = (...bodies: string[]) => `<mujoco><worldbody>${bodies.join('')}</worldbody></mujoco>`;
    const hand = `<body name="h">${mass}<joint name="k"/></body>`;
    const scene = reading(mujoco, top(free('box', `<body name="lid">${mass}</body>`), hand, free('ball')));
    expect(scene.problems.map(({ code }) => code)).toEqual(['mjcf-loose-body']);
    expect(scene.problems[0].message).toMatch(/: "box", "ball"$/);
    expect(scene.value?.roots.map(({ base }) => base)).toEqual(['fixed', 'free', 'free']);
    expect(codes(mujoco, top(free('box')))).toEqual([]);
    expect(codes(mujoco, top(free('base', hand)))).toEqual([]);
  });

  it('takes the name of the file where the model has none', () => {
    expect(robotFrom(mujoco, pair('')).name).toBe('robot');
    expect(robotFrom(mujoco, pair('').replace('<mujoco>', '<mujoco model="arm">')).name).toBe('arm');
  });
});

describe('frames and shapes', () => {
  it('come with their poses and sizes', () => {
    const text = bodyWith(
      `<site name="tip" pos=".1 0 0" euler="0 0 90"/><geom name="g" type="box" size=".1 .2 .3" pos="0 0 1"/>
       <geom type="cylinder" size=".1 .2" contype="0" conaffinity="0" rgba="1 0 0 .5"/><geom type="capsule" size=".1 .2" group="3"/><geom size=".4" material="blue"/>`,
      '<asset><material name="blue" rgba="0 0 1 1"/></asset>',
    );
    const { frames, links } = robotFrom(mujoco, text);
    expect(frames).toEqual([
      { name: 'tip', link: 'b', pose: { position: [0.1, 0, 0], rotation: [0, -1, 0, 1, 0, 0, 0, 0, 1] } },
    ]);
    const [link] = links;
    expect(link.visuals.map(({ shape, colour }) => [shape, colour])).toEqual([
      [{ kind: 'box', size: [0.2, 0.4, 0.6] }, [0.5, 0.5, 0.5, 1]],
      [{ kind: 'cylinder', radius: 0.1, length: 0.4 }, [1, 0, 0, 0.5]],
      [{ kind: 'sphere', radius: 0.4 }, [0, 0, 1, 1]],
    ]);
    expect(link.collisions.map(({ shape }) => shape.kind)).toEqual(['box', 'capsule', 'sphere']);
    expect(link.visuals[0]).toMatchObject({ name: 'g', pose: { position: [0, 0, 1] } });
  });

  it('are left out by name where there is no such shape, and with the world', () => {
    const text = bodyWith(
      '<geom type="ellipsoid" size=".1 .2 .3"/><geom type="plane" size="1 1 1"/>',
    ).replace('<worldbody>', '<worldbody><geom type="plane" size="1 1 1"/><site name="s"/><light/>');
    const { value, problems } = reading(mujoco, text);
    expect(value?.links[0].visuals).toEqual([]);
    expect(problems.map(({ code }) => code).sort()).toEqual([
      'geometry-left-out',
      'geometry-left-out',
      'mjcf-world',
    ]);
    expect(problems.find(({ code }) => code === 'mjcf-world')?.message).toMatch(/1 geom, 1 site$/);
  });
});

describe('drives', () => {
  it.each<[string, string, number | undefined]>([
    ['a motor with its force', '<motor joint="j" forcerange="-3 3"/>', 3],
    ['a gear', '<motor joint="j" forcerange="-3 3" gear="10"/>', 30],
    ['a gear that turns round', '<motor joint="j" forcerange="-3 2" gear="-10"/>', 20],
    ['a motor with its control', '<motor joint="j" ctrlrange="-2 2" gear="5"/>', 10],
    ['the smaller of both', '<motor joint="j" ctrlrange="-2 2" forcerange="-1 1"/>', 1],
    [
      'two on a joint',
      '<motor joint="j" forcerange="-3 3"/><position joint="j" kp="1" forcerange="-4 4"/>',
      7,
    ],
    ['one of two without bounds', '<motor joint="j" forcerange="-3 3"/><motor joint="j"/>', undefined],
    ['a position drive with a control range', '<position joint="j" kp="100" ctrlrange="-2 2"/>', undefined],
    ['a force that is no limit', '<motor joint="j" forcerange="-3 3" forcelimited="false"/>', undefined],
    ['one that pulls only', '<motor joint="j" ctrlrange="0 4"/>', 4],
  ])('%s', (_, actuators, effort) => {
    const robot = robotFrom(mujoco, pair(`<actuator>${actuators}</actuator>`));
    expect(robot.joints.find(({ name }) => name === 'j')?.limits?.effort).toBe(effort);
    expect(robot.actuators?.[0].drives).toEqual({ kind: 'joint', name: 'j' });
  });

  it('are no stronger than the joint bears', () => {
    const text = pair(
      '<actuator><motor joint="j" forcerange="-30 30"/></actuator>',
      '<joint name="j" actuatorfrcrange="-8 8"/>',
    );
    expect(robotFrom(mujoco, text).joints[0].limits).toEqual({ effort: 8 });
  });

  it('on a ball have a gear in whatever direction they turn, and are no bound of all together', () => {
    const text = pair(
      '<actuator><motor joint="j" gear="3 0 4" forcerange="-1 1"/><motor joint="j" gear="0 2 0" forcerange="-9 9"/></actuator>',
      '<joint name="j" type="ball"/>',
    );
    const { actuators, joints } = robotFrom(mujoco, text);
    expect(actuators?.map(({ gear }) => gear)).toEqual([5, 2]);
    expect(joints[0].limits).toBeUndefined();
  });

  it('pull at tendons and frames, and leave joints without a drive that are named', () => {
    const tendon = '<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>';
    const { value, problems } = reading(
      mujoco,
      pair(`${tendon}<actuator><motor name="m" tendon="t" gear="2"/></actuator>`),
    );
    expect(value?.actuators).toEqual([{ name: 'm', drives: { kind: 'tendon', name: 't' }, gear: 2 }]);
    expect(problems.map(({ code, message }) => [code, message.slice(-3)])).toEqual([
      ['joint-without-drive', '"k"'],
    ]);
    const site = pair('<actuator><motor site="s"/></actuator>', '<joint/><site name="s"/>');
    expect(robotFrom(mujoco, site).actuators?.[0].drives).toEqual({ kind: 'frame', name: 's' });
  });
});

describe('keyframes', () => {
  it('are starts by joint, quaternions for balls and free roots', () => {
    const text = `<mujoco><worldbody><body name="a">${mass}<freejoint name="f"/><body name="b">${mass}<joint name="j" type="ball"/><body name="c">${mass}<joint name="k"/></body></body></body></worldbody>
      <keyframe><key name="up" qpos="1 2 3 0 1 0 0  0 0 1 0  .5"/><key/></keyframe></mujoco>`;
    expect(robotFrom(mujoco, text).starts).toEqual([
      { name: 'up', positions: { a: [1, 2, 3, 0, 1, 0, 0], j: [0, 0, 1, 0], k: [0.5] } },
      { name: 'key1', positions: { a: [0, 0, 0, 1, 0, 0, 0], j: [1, 0, 0, 0], k: [0] } },
    ]);
  });

  it('do not move what follows another joint, and say where they would', () => {
    const coupling = '<equality><joint joint1="k" joint2="j" polycoef="0 2 0 0 0"/></equality>';
    const text = (qpos: string) => pair(`${coupling}<keyframe><key name="s" qpos="${qpos}"/></keyframe>`);
    expect(robotFrom(mujoco, text('.5 1')).starts[0].positions).toEqual({ j: [0.5] });
    expect(codes(mujoco, text('.5 1'))).toEqual(['mimic-exact']);
    expect(codes(mujoco, text('.5 1.2')).sort()).toEqual(['mimic-exact', 'start-off-coupling']);
  });
});

describe('what a tree does not hold', () => {
  it.each<[string, string, object]>([
    [
      'a connect',
      '<equality><connect name="c" body1="a" body2="b" anchor="0 0 0"/></equality>',
      { kind: 'connect', name: 'c', links: ['a', 'b'], joints: [], active: true },
    ],
    [
      'a weld to the world',
      '<equality><weld body1="b"/></equality>',
      { kind: 'weld', links: ['b', 'world'], joints: [], active: true },
    ],
    [
      'a coupling of second order',
      '<equality><joint joint1="k" joint2="j" polycoef="0 1 2 0 0"/></equality>',
      { kind: 'joint', links: [], joints: ['k', 'j'], active: true },
    ],
    [
      'a joint held alone',
      '<equality><joint joint1="k" polycoef=".1 0 0 0 0"/></equality>',
      { kind: 'joint', links: [], joints: ['k'], active: true },
    ],
    [
      'a coupling that does not hold yet',
      '<equality><joint joint1="k" joint2="j" active="false"/></equality>',
      { kind: 'joint', links: [], joints: ['k', 'j'], active: false },
    ],
    [
      'a tendon with a limit',
      '<tendon><fixed name="t" range="0 1"><joint joint="k" coef="1"/></fixed></tendon>',
      { kind: 'tendon', name: 't', links: [], joints: ['k'], active: true },
    ],
    [
      'a tendon with a spring',
      '<tendon><fixed stiffness="1"><joint joint="k" coef="1"/></fixed></tendon>',
      { kind: 'tendon', links: [], joints: ['k'], active: true },
    ],
  ])('%s is a constraint, named in a warning', (_, rest, constraint) => {
    const { value, problems } = reading(mujoco, pair(rest));
    expect(value?.constraints).toEqual([constraint]);
    expect(problems.map(({ code }) => code)).toEqual([
      'active' in constraint && constraint.active === false ? 'constraint-inactive' : 'constraint-not-held',
    ]);
    expect(value?.joints.some(({ mimic }) => mimic !== undefined)).toBe(false);
  });

  it('is nothing where couplings are of first order, but a ring of them is', () => {
    const one = '<joint joint1="k" joint2="j" polycoef=".5 2 0 0 0"/>';
    const robot = robotFrom(mujoco, pair(`<equality>${one}</equality>`));
    expect(robot.constraints).toBeUndefined();
    expect(robot.joints[1].mimic).toEqual({ joint: 'j', multiplier: 2, offset: 0.5 });
    const ring = robotFrom(mujoco, pair(`<equality>${one}<joint joint1="j" joint2="k"/></equality>`));
    expect(ring.constraints).toEqual([{ kind: 'joint', links: [], joints: ['j', 'k'], active: true }]);
  });

  it('is told with its line: springs, cones, gravity taken off, gravity of its own', () => {
    const text = `<mujoco>
<option gravity="0 0 -1" density="1.2"/>
<worldbody>
<body name="a" gravcomp="1">${mass}
<joint name="j" type="ball" range="0 40"/>
</body></worldbody></mujoco>`;
    const { problems } = reading(mujoco, text);
    expect(problems.map(({ code, where }) => [code, where.line])).toEqual([
      ['mjcf-gravity', 2],
      ['mjcf-fluid', 2],
      ['mjcf-gravity-compensation', 4],
      ['joint-cone', 5],
    ]);
  });

  it('is told where gravity is switched off, but not how else a simulation runs', () => {
    const option = '<option integrator="RK4" collision="predefined" apirate="50" gravity="0 0 -9.81">';
    const flags = '<flag gravity="disable" sensornoise="enable"/>';
    const { problems } = reading(mujoco, bodyWith('', `${option}${flags}</option>`));
    expect(problems).toMatchObject([{ code: 'mjcf-gravity', got: '0 0 0' }]);
    expect(codes(mujoco, bodyWith('', `${option}<flag contact="disable"/></option>`))).toEqual([]);
  });
});
