/** Robots that this project has made are what their pages say, one by one. */
import { numbers } from 'pliant/math';
import {
  biasForces,
  forwardKinematics,
  frameJacobian,
  frameOf,
  framePlacement,
  gravityTorque,
  massMatrix,
  operationalSpaceInertia,
  potentialEnergy,
  standardGravity,
} from 'pliant/model';
import type { Link, Robot } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { loadMujoco } from '../toolkit/src/mujoco.js';
import { chance, vector } from './made-robots.js';
import { gravityShare, insideRanges, modelOfRobot, ownPage, ownRobot, readOwn } from './robots.js';
import { at, byText, driven, jointIn, linkIn, place } from './robots.test.helper.js';

describe('arm6', () => {
  const robot = ownRobot('arm6');

  it('has six turning joints and nothing else that moves', () => {
    expect(robot.joints.filter(({ type }) => type !== 'fixed').map(({ name, type }) => [name, type])).toEqual(
      ['swivel', 'lift', 'bend', 'twist', 'nod', 'spin'].map((name) => [name, 'revolute']),
    );
    expect(robot.links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0)).toBeCloseTo(68.2, 12);
  });

  it('has a spherical wrist: its centre stays when twist, nod and spin turn', () => {
    const held = { swivel: 0.4, lift: -0.3, bend: 0.5 };
    const centre = place(robot, at(robot, held), 'cuff').position;
    const turned = at(robot, { ...held, twist: 1.1, nod: -0.8, spin: 2 });
    place(robot, turned, 'cuff').position.forEach((x, i) => {
      expect(x).toBeCloseTo(centre[i], 14);
    });
    // The tool stands on the axis of the last joint, the sensor's z along it.
    const { position, rotation } = place(robot, turned, 'wrench_sensor');
    place(robot, turned, 'tool').position.forEach((x, i) => {
      expect(x).toBeCloseTo(position[i] + 0.2 * rotation[3 * i + 2], 14);
      expect(position[i]).toBeCloseTo(centre[i] + 0.1 * rotation[3 * i + 2], 14);
    });
  });

  it('stands as the page says: at zero, and with the tool hanging straight down', () => {
    expect(place(robot, at(robot, {}), 'tool').position.map((x) => +x.toFixed(12))).toEqual([1.05, 0, 1.15]);
    const down = at(robot, { lift: Math.PI / 6, bend: Math.PI / 18, nod: (5 * Math.PI) / 18 });
    const { rotation } = place(robot, down, 'wrench_sensor');
    expect([rotation[2], rotation[5], rotation[8]].map((x) => +x.toFixed(12) + 0)).toEqual([0, 0, -1]);
  });

  it('holds 10 kg at the flange in every pose', () => {
    const loaded = {
      ...robot,
      links: robot.links.map((link) =>
        link.name === 'wrench_sensor' && link.inertial !== undefined
          ? { ...link, inertial: { ...link.inertial, mass: link.inertial.mass + 10 } }
          : link,
      ),
    };
    expect(gravityShare(loaded, 400, chance(6))).toBeLessThan(0.8);
  });
});

describe('torso', () => {
  const robot = ownRobot('torso');

  it('has 17 driven joints, a driven finger in each hand and one that mirrors it', () => {
    const names = driven(robot).map(({ name }) => name);
    const grips = names.filter((name) => name.endsWith('_grip'));
    expect(grips).toEqual(['left_grip', 'right_grip']);
    expect(names.length - grips.length).toBe(17);
    for (const side of ['left', 'right']) {
      expect(names.filter((name) => name.startsWith(`${side}_`)).length).toBe(7 + 1);
      expect(jointIn(robot, `${side}_grip_mirror`).mimic).toEqual({
        joint: `${side}_grip`,
        multiplier: 1,
        offset: 0,
      });
    }
    expect(robot.joints.filter(({ mimic }) => mimic !== undefined).length).toBe(2);
    expect(robot.links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0)).toBeCloseTo(64.02, 12);
  });

  it('is its own mirror image: the same numbers on both sides', () => {
    const model = modelOfRobot(robot);
    const next = chance(11);
    for (let i = 0; i < 20; i++) {
      const q = insideRanges(model, robot, next);
      const set = (name: string, x: number) => {
        q[model.velocityNames.indexOf(name)] = x;
      };
      set('chest_yaw', 0);
      for (const { name } of driven(robot))
        if (name.startsWith('left_'))
          set(name.replace('left', 'right'), q[model.velocityNames.indexOf(name)]);
      for (const frame of ['grasp', 'claw', 'thumb', 'arm4']) {
        const [left, right] = ['left', 'right'].map(
          (side) => place(robot, q, `${side}_${frame}`, model).position,
        );
        [right[0], -right[1], right[2]].forEach((x, k) => {
          expect(left[k]).toBeCloseTo(x, 13);
        });
      }
      const held = gravityTorque(numbers, model, q, standardGravity);
      model.velocityNames.forEach((name, k) => {
        if (!name.startsWith('left_')) return;
        expect(held[k]).toBeCloseTo(held[model.velocityNames.indexOf(name.replace('left', 'right'))], 12);
      });
    }
    for (const { name, inertial } of robot.links) {
      if (inertial === undefined || !name.startsWith('left_')) continue;
      const other = linkIn(robot, name.replace('left', 'right')).inertial!;
      const [x, y, z] = other.centre;
      const [xx, yy, zz, xy, xz, yz] = other.inertia;
      expect(inertial.centre, name).toEqual([x, 0 - y, z]);
      expect(inertial.inertia, name).toEqual([xx, yy, zz, 0 - xy, xz, 0 - yz]);
    }
  });

  it('opens its hand with the grip: both fingers move away from the palm’s middle', () => {
    const middle = place(robot, at(robot, { right_grip: 0.03 }), 'right_grasp');
    const fingers = ['right_claw', 'right_thumb'].map(
      (name) => place(robot, at(robot, { right_grip: 0.03 }), name).position,
    );
    expect(fingers.map((p) => +(p[1] - middle.position[1]).toFixed(12))).toEqual([-0.03, 0.03]);
  });
});

describe('planar2', () => {
  const robot = ownRobot('planar2');
  const model = modelOfRobot(robot);
  const tool = frameOf(model, 'tool');
  // The model's joints stand in the order of their names; the formulas count from the shoulder.
  const order = ['shoulder_hinge', 'elbow_hinge'].map((name) => model.velocityNames.indexOf(name));
  const inOrder = (values: readonly number[]): number[] => order.map((k) => values[k]);
  const next = chance(2);

  /** Everything that the page has a formula for, by the model. */
  function byModel(q: readonly number[], v: readonly number[]) {
    const kinematics = forwardKinematics(numbers, model, q);
    const { position } = framePlacement(numbers, kinematics, tool);
    const J = frameJacobian(numbers, model, kinematics, tool, 'worldAligned');
    const jacobian = [...inOrder(J.slice(0, 2)), ...inOrder(J.slice(4, 6))];
    const matrix = massMatrix(numbers, model, q);
    const mass = order.flatMap((i) => order.map((j) => matrix[2 * i + j]));
    const gravity = inOrder(gravityTorque(numbers, model, q, standardGravity));
    const bias = inOrder(biasForces(numbers, model, q, v, [0, 0, 0]));
    const potential = potentialEnergy(numbers, model, q, standardGravity);
    return { tool: [position[0], position[2]], jacobian, mass, gravity, bias, potential };
  }

  it('obeys the formulas of its page', () => {
    const [m, l, g, inertia] = [1.2, 1, 9.81, 0.101];
    for (let i = 0; i < 50; i++) {
      const [q1, q2, v1, v2] = vector(next, 4, 2.8);
      const [c1, s1, c2, s2] = [Math.cos(q1), Math.sin(q1), Math.cos(q2), Math.sin(q2)];
      const [c12, s12] = [Math.cos(q1 + q2), Math.sin(q1 + q2)];
      const g2 = ((m * g * l) / 2) * c12;
      const m22 = inertia + (m * l * l) / 4;
      const m12 = m22 + ((m * l * l) / 2) * c2;
      const h = ((m * l * l) / 2) * s2;
      const wanted = {
        tool: [l * (c1 + c12), l * (s1 + s12)],
        jacobian: [l * (-s1 - s12), -l * s12, l * (c1 + c12), l * c12],
        mass: [2 * m22 + m * l * l * (1 + c2), m12, m12, m22],
        gravity: [m * g * l * 1.5 * c1 + g2, g2],
        bias: [-h * v2 * (2 * v1 + v2), h * v1 * v1],
        potential: m * g * l * (1.5 * s1 + 0.5 * s12),
      };
      const q: number[] = [];
      const v: number[] = [];
      order.forEach((k, j) => {
        q[k] = [q1, q2][j];
        v[k] = [v1, v2][j];
      });
      const got = byModel(q, v);
      expect(got.potential).toBeCloseTo(wanted.potential, 12);
      for (const key of ['tool', 'jacobian', 'mass', 'gravity', 'bias'] as const)
        wanted[key].forEach((x, j) => {
          expect(got[key][j], key).toBeCloseTo(x, 12);
        });
      // And back: the elbow's sign chosen, the angles are those that the tool stands at.
      const [x, z] = wanted.tool;
      const elbow = Math.sign(q2) * Math.acos((x * x + z * z) / 2 - 1);
      const turns = (Math.atan2(z, x) - elbow / 2 - q1) / (2 * Math.PI);
      expect(elbow).toBeCloseTo(q2, 6);
      expect(turns - Math.round(turns)).toBeCloseTo(0, 6);
    }
  });

  it('has the numbers of the page’s example', () => {
    const q: number[] = [];
    order.forEach((k, j) => {
      q[k] = [0, Math.PI / 2][j];
    });
    const { jacobian, mass, gravity } = byModel(q, [0, 0]);
    const round = (values: readonly number[]) => values.map((x) => +x.toFixed(12) + 0);
    expect(round(jacobian)).toEqual([-1, -1, 1, 0]);
    expect(round(mass)).toEqual([2.002, 0.401, 0.401, 0.401]);
    expect(round(gravity)).toEqual([17.658, 0]);
    expect(round(operationalSpaceInertia(numbers, mass, jacobian, 2))).toEqual([0.401, 0, 0, 1.601]);
    const page = ownPage('planar2');
    for (const text of ['[−1 −1; 1 0]', '[2.002 0.401; 0.401 0.401]', 'diag(0.401, 1.601)', '17.658'])
      expect(page).toContain(text);
  });
});

describe('planar2 as MJCF', () => {
  it('is the same robot, but for the speeds that MJCF cannot say', async () => {
    const { value, problems } = readOwn('planar2/planar2.xml', { mujoco: await loadMujoco() });
    expect(problems).toEqual([]);
    const urdf = ownRobot('planar2');
    const same = value!;
    expect(same.name).toBe(urdf.name);
    for (const link of urdf.links) {
      const other = linkIn(same, link.name);
      expect(other.inertial, link.name).toEqual(link.inertial);
      const shapes = ({ visuals, collisions }: Link) =>
        [visuals, collisions].map((list) =>
          list.map(({ pose, shape, colour }) => ({ pose, shape, colour })).sort(byText),
        );
      expect(shapes(other), link.name).toEqual(shapes(link));
    }
    expect(same.links.length).toBe(urdf.links.length);
    const moving = ({ joints }: Robot) =>
      driven({ joints } as Robot).map(({ limits, ...joint }) => ({
        ...joint,
        limits: { lower: limits?.lower, upper: limits?.upper, effort: limits?.effort },
      }));
    expect(moving(same)).toEqual(moving(urdf));
    expect(same.roots).toEqual(urdf.roots);
    for (const q of [at(urdf, {}), at(urdf, { shoulder_hinge: 0.4, elbow_hinge: -1.3 })])
      expect(place(same, q, 'tool')).toEqual(place(urdf, q, 'tool'));
  });

  it('has two named starts', async () => {
    const { value } = readOwn('planar2/planar2.xml', { mujoco: await loadMujoco() });
    expect(value?.starts.map(({ name, positions }) => [name, positions.elbow_hinge])).toEqual([
      ['level', [0]],
      ['square', [Math.PI / 2]],
    ]);
  });

  it('is refused without MuJoCo, by name', () => {
    expect(readOwn('planar2/planar2.xml').problems.map(({ code }) => code)).toEqual(['mjcf-needs-mujoco']);
  });
});
