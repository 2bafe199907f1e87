import { describe, expect, it } from 'vitest';
import { numbers as N, type Sym3, type Vec3 } from '../math/index.js';
import { type Robot, readUrdf } from '../robot/index.js';
import { centreOfMass } from './centre-of-mass.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameOf, framePlacement } from './frames.js';
import { gravityTorque } from './gravity-torque.js';
import { inverseDynamics } from './inverse-dynamics.js';
import {
  anywhere,
  apart,
  chain,
  chance,
  followers,
  inertial,
  joint,
  link,
  made,
  pose,
  robot,
  twoArmed,
  twoRoots,
  vector,
  vector3,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { modelOf } from './model-of.js';

const PI = 3.141592653589793;
const down: Vec3<number> = [0, 0, -9.81];
const ball: Sym3<number> = [0.01, 0.01, 0.01, 0, 0, 0];

function solid(mass: number, centre: Vec3<number>, inertia: Sym3<number> = [0, 0, 0, 0, 0, 0]) {
  return { mass, centre, inertia };
}

/** Seeded shuffle of links and joints. */
function shuffled(given: Robot, seed: number): Robot {
  const next = chance(seed);
  const mix = <T>(list: readonly T[]) =>
    list
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  return { ...given, links: mix(given.links), joints: mix(given.joints), roots: mix(given.roots) };
}

describe('modelOf', () => {
  it('merges a child over a fixed joint with its axes turned and moved', () => {
    const tree = robot(
      'welded',
      [
        link('world'),
        link('parent', solid(1, [0, 0, 0], [0.1, 0.2, 0.25, 0, 0, 0])),
        link('child', solid(2, [0.1, 0, 0], [0.01, 0.02, 0.025, 0, 0, 0])),
      ],
      [
        joint('turn', 'revolute', 'world', 'parent'),
        joint('weld', 'fixed', 'parent', 'child', pose([0.5, 0, 0], [0, 0, PI / 2])),
      ],
    );
    const [body] = made(tree).bodies;
    expect(body.inertia.mass).toBe(3);
    expect(apart(body.inertia.centre, [1 / 3, 1 / 15, 0])).toBeLessThan(1e-16);
    expect(apart(body.inertia.inertia, [0.126667, 0.376667, 0.448333, -0.033333, 0, 0])).toBeLessThan(5e-7);
  });

  it('merges any weld as the masses it is made of', () => {
    const next = chance(11);
    for (let trial = 0; trial < 10; trial++) {
      const links = ['root', 'a', 'b', 'c'].map((name) => link(name, inertial(next)));
      const poses = [0, 1].map(() => pose(vector3(next), vector3(next, 3)));
      const tree = robot('welds', links, [
        joint('j', 'continuous', 'root', 'a'),
        joint('w1', 'fixed', 'a', 'b', poses[0]),
        joint('w2', 'fixed', 'b', 'c', poses[1]),
      ]);
      const model = made(tree);
      // The same links on joints that stand still need the same torque.
      const loose: Robot = {
        ...tree,
        joints: tree.joints.map((j) => ({ ...j, type: 'continuous' as const })),
      };
      const [q, v, a] = [[0.3], [1.2], [-0.7]];
      const one = inverseDynamics(N, model, q, v, a, down);
      const all = inverseDynamics(N, made(loose), [...q, 0, 0], [...v, 0, 0], [...a, 0, 0], down);
      expect(apart(one, all.slice(0, 1))).toBeLessThan(1e-13);
    }
  });

  it('keeps a stand and what is fixed to it: found by name, counted in the mass, not moving', () => {
    const tree = robot(
      'stand',
      [link('stand', solid(4, [0, 0, 0.5])), link('lens'), link('arm', solid(1, [0, 0, 0.2], ball))],
      [
        joint('lens_mount', 'fixed', 'stand', 'lens', pose([-0.2, 0.15, 0.7])),
        joint('turn', 'revolute', 'stand', 'arm', pose([0, 0, 1])),
      ],
    );
    const model = made(tree);
    expect(model.fixed.mass).toBe(4);
    expect(model.bodies.map((b) => b.inertia.mass)).toEqual([1]);
    const { mass, centre } = centreOfMass(N, model, [0]);
    expect(mass).toBe(5);
    expect(apart(centre, [0, 0, 0.64])).toBeLessThan(1e-15);
    const kinematics = forwardKinematics(N, model, [0.4]);
    expect(framePlacement(N, kinematics, frameOf(model, 'lens')).position).toEqual([-0.2, 0.15, 0.7]);
    expect(framePlacement(N, kinematics, frameOf(model, 'stand')).position).toEqual([0, 0, 0]);
    expect(frameOf(model, 'lens').parent).toBe('stand');
    expect(frameOf(model, 'lens').body).toBe(-1);
  });

  it('keeps the inertia of a root link, with and without an empty link in front of it', () => {
    const links = [link('root', solid(1, [0.1, 0.2, 0.3], ball)), link('arm', solid(0.5, [0.3, 0, 0], ball))];
    const joints = [joint('turn', 'revolute', 'root', 'arm', pose(), [0, 1, 0])];
    const plain = robot('plain', links, joints);
    const empty = robot(
      'empty',
      [link('front'), ...links],
      [joint('f', 'fixed', 'front', 'root'), ...joints],
      [{ link: 'front', base: 'fixed', pose: pose() }],
    );
    for (const given of [plain, empty]) {
      const model = made(given);
      expect(centreOfMass(N, model, [0]).mass).toBe(1.5);
      expect(gravityTorque(N, model, [0], down)[0]).toBeCloseTo(-1.4715, 14);
    }
  });

  it('places frames behind two fixed joints in a row', () => {
    const tree = robot(
      'row',
      [link('base'), link('l1'), link('l2')],
      [
        joint('f1', 'fixed', 'base', 'l1', pose([1, 0, 0])),
        joint('f2', 'fixed', 'l1', 'l2', pose([0, 1, 0])),
      ],
    );
    const model = made({
      ...tree,
      frames: [{ name: 'tip', link: 'l2', pose: pose([0, 0, 2], [0, 0, PI / 2]) }],
    });
    expect(frameOf(model, 'l2')).toMatchObject({
      parent: 'l1',
      body: -1,
      placement: { position: [1, 1, 0] },
    });
    expect(frameOf(model, 'tip')).toMatchObject({ parent: 'l2', placement: { position: [1, 1, 2] } });
    expect(model.nq).toBe(0);
    expect(() => frameOf(model, 'tipp')).toThrow('did you mean tip?');
  });

  it('lets a mimic follow a continuous joint about another axis', () => {
    const tree = robot(
      'pair',
      [link('base'), link('a', solid(1, [0, 0, 0.1], ball)), link('b', solid(1, [0.1, 0, 0], ball))],
      [
        joint('follower', 'continuous', 'base', 'b', pose(), [0, 1, 0], {
          mimic: { joint: 'master', multiplier: -1, offset: 0.1 },
        }),
        joint('master', 'revolute', 'base', 'a'),
      ],
    );
    const model = made(tree);
    expect([model.nq, model.nv]).toEqual([1, 1]);
    const placed = framePlacement(N, forwardKinematics(N, model, [0.4]), frameOf(model, 'b'));
    const [s, c] = [N.sin(-0.3), N.cos(-0.3)];
    expect(apart(placed.rotation, [c, 0, s, 0, 1, 0, -s, 0, c])).toBeLessThan(1e-16);
  });

  it('starts inside all limits, those of followers included', () => {
    const limits = (lower: number, upper: number) => ({ limits: { lower, upper } });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tree = robot(
      'limits',
      [link('base'), ...names.map((name) => link(name, solid(1, [0.1, 0, 0], ball)))],
      [
        joint('a', 'revolute', 'base', 'a', pose(), [0, 0, 1], limits(-3.0718, -0.0698)),
        joint('b', 'prismatic', 'base', 'b', pose(), [0, 0, 1], limits(0.015, 0.037)),
        joint('c', 'revolute', 'base', 'c', pose(), [0, 0, 1], limits(-1, 1)),
        joint('d', 'revolute', 'base', 'd', pose(), [0, 0, 1], {
          ...limits(0.2, 3),
          mimic: { joint: 'c', multiplier: -2, offset: -0.4 },
        }),
        joint('e', 'revolute', 'base', 'e', pose(), [0, 0, 1], limits(-1, 1)),
        joint('f', 'revolute', 'base', 'f', pose(), [0, 0, 1], {
          ...limits(5, 6),
          mimic: { joint: 'e', multiplier: 1, offset: 0 },
        }),
      ],
    );
    const { value, problems } = modelOf(tree);
    expect(apart(value?.neutral ?? [], [-0.0698, 0.015, -0.3, 0])).toBeLessThan(1e-15);
    expect(problems).toMatchObject([
      { code: 'mimic-limits', severity: 'warning', where: { name: 'joint "e"' } },
    ]);
  });

  it('breaks no limit by rounding', () => {
    const next = chance(77);
    for (let trial = 0; trial < 300; trial++) {
      const [lower, multiplier, offset] = [2 * next() - 1, 4 * next() - 2, next() - 0.5];
      const limits = { lower, upper: lower + 0.1 * next() };
      const tree = robot(
        'rounding',
        [link('base'), link('a', solid(1, [0.1, 0, 0], ball)), link('b')],
        [
          joint('a', 'revolute', 'base', 'a'),
          joint('b', 'revolute', 'a', 'b', pose(), [0, 0, 1], {
            limits,
            mimic: { joint: 'a', multiplier, offset },
          }),
        ],
      );
      const there = multiplier * made(tree).neutral[0] + offset;
      expect(there).toBeGreaterThanOrEqual(limits.lower);
      expect(there).toBeLessThanOrEqual(limits.upper);
    }
  });

  it('gives the same bits whatever the order of links and joints', () => {
    for (const given of [twoArmed(), twoRoots(), followers()]) {
      const model = made(given);
      const next = chance(2);
      const [q, v, a] = [anywhere(model, next), vector(next, model.nv), vector(next, model.nv)];
      const tau = inverseDynamics(N, model, q, v, a, down);
      for (let seed = 1; seed <= 10; seed++) {
        const other = made(shuffled(given, seed));
        expect(other).toEqual(model);
        expect(inverseDynamics(N, other, q, v, a, down)).toEqual(tau);
      }
    }
  });

  it('numbers parents first, brothers by the name of their joints, trees by the name of their roots', () => {
    const model = made(twoArmed());
    expect(model.bodies.map((b) => b.joint)).toEqual([
      'waist',
      ...['left', 'right'].flatMap((side) => [1, 2, 3, 4, 5].map((i) => `${side}J${i}`)),
    ]);
    expect(made(twoRoots()).bodies.map((b) => b.joint)).toEqual(['ja1', 'ja2', 'b0', 'jb1', 'jb2']);
    for (const given of zoo()) {
      const { bodies, nq, nv, positionNames, velocityNames, positionUnits, velocityUnits, forceUnits } =
        made(given);
      bodies.forEach((body, i) => {
        expect(body.parent).toBeLessThan(i);
      });
      expect(bodies.reduce((n, b) => n + b.nq, 0)).toBe(nq);
      expect([positionNames.length, positionUnits.length]).toEqual([nq, nq]);
      expect([velocityNames.length, velocityUnits.length, forceUnits.length]).toEqual([nv, nv, nv]);
      expect(new Set(positionNames).size).toBe(nq);
    }
  });

  it('names and measures the entries', () => {
    const model = made(chain('names', ['prismatic', 'helical', 'spherical', 'planar'], 1, 'free'));
    expect(model.positionNames.slice(0, 10)).toEqual([
      'base.x',
      'base.y',
      'base.z',
      'base.qw',
      'base.qx',
      'base.qy',
      'base.qz',
      'j0',
      'j1',
      'j2.w',
    ]);
    expect(model.velocityNames.slice(5)).toEqual([
      'base.wz',
      'j0',
      'j1',
      'j2.wx',
      'j2.wy',
      'j2.wz',
      'j3.x',
      'j3.y',
      'j3.angle',
    ]);
    expect(model.velocityUnits.slice(5, 9)).toEqual(['rad/s', 'm/s', 'rad/s', 'rad/s']);
    expect(model.forceUnits.slice(2, 9)).toEqual(['N', 'N m', 'N m', 'N m', 'N', 'N m', 'N m']);
    // A free root starts at its pose.
    expect(model.neutral.slice(0, 3)).toEqual([0.1, -0.2, 0.3]);
  });

  it('reports what moves no inertia and only that', () => {
    const massless = (more: object = {}, tip: object | undefined = undefined) =>
      modelOf(
        robot(
          'hollow',
          [link('base'), link('l1', solid(1, [0.1, 0, 0], ball)), link('l2'), link('l3', tip as never)],
          [
            joint('j1', 'revolute', 'base', 'l1'),
            joint('j2', 'revolute', 'l1', 'l2', pose([0.2, 0, 0]), [0, 1, 0]),
            joint('j3', 'revolute', 'l2', 'l3', pose([0.2, 0, 0]), [1, 0, 0], more),
          ],
        ),
      );
    expect(massless().problems.map((p) => [p.code, p.where.name])).toEqual([
      ['massless-body', 'link "l2"'],
      ['massless-body', 'link "l3"'],
    ]);
    expect(massless().value?.massless).toEqual([1, 2]);
    // A body beyond carries for the one before; a point on the axis is felt by the joint before it only.
    expect(massless({}, solid(1, [0, 0.1, 0], ball)).problems).toEqual([]);
    expect(massless({}, solid(1, [0.3, 0, 0])).value?.massless).toEqual([2]);
    expect(massless({ rotorInertia: 0.01 }).value?.massless).toEqual([1]);
    // Two coaxial joints that move the same mass.
    const coaxial = robot(
      'coaxial',
      [link('base'), link('a'), link('b', solid(1, [0.1, 0, 0], ball))],
      [joint('ja', 'revolute', 'base', 'a'), joint('jb', 'revolute', 'a', 'b')],
    );
    expect(made(coaxial).massless.length).toBe(1);
    for (const given of zoo()) expect(made(given).massless).toEqual([]);
  });

  it('stays finite with an inertia that has a zero eigenvalue', () => {
    const { value } = modelOf(
      robot(
        'needle',
        [link('base'), link('needle', solid(1, [0, 0, 0], [0.1, 0.1, 0.2, 0.1, 0, 0]))],
        [joint('ball', 'spherical', 'base', 'needle')],
      ),
    );
    const model = value!;
    expect(model.massless).toEqual([0]);
    const tau = inverseDynamics(N, model, [1, 0.2, 0.3, 0], [1, 2, 3], [0.1, 0.2, 0.3], down);
    expect([...tau, ...massMatrix(N, model, model.neutral)].every(Number.isFinite)).toBe(true);
  });

  it('refuses what no reader may give', () => {
    const broken = robot('broken', [link('a'), link('b')], [joint('j', 'revolute', 'a', 'c')]);
    expect(() => modelOf(broken)).toThrow('no link "c"');
    const orphan = robot(
      'orphan',
      [link('a'), link('b')],
      [
        joint('j', 'revolute', 'a', 'b', pose(), [0, 0, 1], {
          mimic: { joint: 'k', multiplier: 1, offset: 0 },
        }),
      ],
    );
    expect(() => modelOf(orphan)).toThrow('mimics "k"');
  });
});

describe('from URDF to torque', () => {
  function oneLink(inertialXml: string, axis: string) {
    const xml = `<robot name="r"><link name="base"/><link name="arm"><inertial>${inertialXml}</inertial></link>
      <joint name="j" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="${axis}"/></joint></robot>`;
    const { value, problems } = readUrdf(xml, { file: 'r.urdf' });
    if (value === undefined) throw new Error(JSON.stringify(problems));
    return made(value);
  }
  const rotated = `<origin rpy="0 0 1.5707963267948966"/><mass value="1"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2.5"/>`;
  const skewed = `<origin rpy="1.4288992721907328 -0.3398369094541219 2.356194490192345"/><mass value="1"/>
    <inertia ixx="4" ixy=".3" ixz=".2" iyy="3" iyz=".1" izz="2"/>`;

  it('turns a rotated inertial frame into link axes', () => {
    expect(inverseDynamics(N, oneLink(rotated, '1 0 0'), [0], [0], [1], down)[0]).toBeCloseTo(2, 14);
    expect(inverseDynamics(N, oneLink(rotated, '0 1 0'), [0], [0], [1], down)[0]).toBeCloseTo(1, 14);
    const model = oneLink(skewed, '1 0 0');
    const six = [1004 / 375, 3, 1246 / 375, -127 / 150, -49 / 125, 61 / 150];
    expect(apart(model.bodies[0].inertia.inertia, six)).toBeLessThan(1e-14);
    expect(inverseDynamics(N, model, [0.3], [0], [1], down)[0]).toBeCloseTo(1004 / 375, 13);
    expect(inverseDynamics(N, oneLink(skewed, '0 0 -1'), [0.3], [0], [1], down)[0]).toBeCloseTo(
      1246 / 375,
      13,
    );
  });
});
