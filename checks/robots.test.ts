/** The robots of this project are what their pages say. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
import type { Joint, Link, Robot } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../docs/pages.test.helper.js';
import { loadMujoco } from '../toolkit/src/mujoco.js';
import { checkout } from './folders.js';
import { chance, vector } from './made-robots.js';
import { flange, instrumentArm, instrumentTip, researchArm } from './peers/arms.js';
import { Tree } from './peers/tree.js';
import { gravityShare, insideRanges, modelOfRobot, ownPage, ownRobot, readOwn } from './robots.js';
import { evenlyDense } from './shapes.js';

const folders = readdirSync(join(checkout, 'robots')).filter((name) => !name.includes('.'));
const written = folders.filter((name) => existsSync(join(checkout, 'robots', name, `${name}.urdf`)));

const linkIn = (robot: Robot, name: string): Link => robot.links.find((link) => link.name === name)!;
const jointIn = (robot: Robot, name: string): Joint => robot.joints.find((joint) => joint.name === name)!;
/** Joints that move by themselves. */
const driven = ({ joints }: Robot): Joint[] =>
  joints.filter(({ type, mimic }) => type !== 'fixed' && mimic === undefined);

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Positions in the model's order from positions by joint; others stand at 0. */
function at(robot: Robot, positions: Readonly<Record<string, number>>): number[] {
  return modelOfRobot(robot).velocityNames.map((name) => positions[name] ?? 0);
}

function place(robot: Robot, q: readonly number[], frame: string, model = modelOfRobot(robot)) {
  return framePlacement(numbers, forwardKinematics(numbers, model, q), frameOf(model, frame));
}

/**
 * Robots with numbers that others published, or with masses of no size, for comparing with what others computed; and what
 * the reader remarks of them. Their shapes are only to look at.
 */
const borrowed: Readonly<Record<string, readonly string[]>> = {
  instrument7: ['inertia-doubtful', 'inertia-doubtful', 'inertia-doubtful', 'zero-outside-limits'],
  pendulum: ['inertia-zero'],
  research7: ['inertia-point', 'zero-outside-limits', 'zero-outside-limits'],
  'two-link': ['inertia-zero', 'inertia-zero'],
};

/** How often gravity's share is taken, and the most that it may be. */
const shares: Readonly<Record<string, number>> = { arm6: 0.5, arm7: 0.75, planar2: 0.5, torso: 0.5 };

it('each has a page, and each page its robot', () => {
  const list = ownPage('.');
  expect(written).toEqual([...Object.keys(shares), ...Object.keys(borrowed)].sort());
  for (const name of folders) {
    expect(ownPage(name).startsWith(`# ${name}\n`)).toBe(true);
    const row = list.split('\n').find((line) => line.startsWith(`| [${name}](${name}/README.md)`));
    const { links } = readOwn(name === 'cell' ? 'cell/urdf/cell.urdf.xacro' : `${name}/${name}.urdf`).value!;
    const mass = links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0);
    expect(row).toContain(`| ${+mass.toFixed(6)} kg |`);
    const [, example] = /\(\.\.\/(examples\/[\w/-]+\.yaml)\)/.exec(row!)!;
    expect(existsSync(join(checkout, example)), example).toBe(true);
  }
});

describe.each(written)('robots/%s', (name) => {
  const robot = ownRobot(name);

  it('is read without a remark, but for borrowed numbers', () => {
    const { problems } = readOwn(`${name}/${name}.urdf`);
    expect(problems.map(({ code }) => code)).toEqual(borrowed[name] ?? []);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(robot.name).toBe(name);
  });

  it.skipIf(name in borrowed)(
    'weighs what its solid shapes weigh, evenly dense, and no shape is without mass',
    () => {
      for (const { name: link, inertial, collisions } of robot.links) {
        expect(collisions.length > 0, link).toBe(inertial !== undefined);
        if (inertial === undefined) continue;
        const { centre, inertia, volume } = evenlyDense(inertial.mass, collisions);
        const size = Math.max(...inertia);
        centre.forEach((c, i) => {
          expect(Math.abs(inertial.centre[i] - c), link).toBeLessThan(1e-7);
        });
        inertia.forEach((x, i) => {
          expect(Math.abs(inertial.inertia[i] - x) / size, link).toBeLessThan(1e-6);
        });
        const density = inertial.mass / volume;
        expect(density > 100 && density < 2700, `${link}: ${density} kg/m³`).toBe(true);
      }
    },
  );

  it('shows every solid, in a colour of its own', () => {
    const key = ({ pose, shape }: Link['visuals'][number]) => JSON.stringify([pose, shape]);
    for (const { name: link, visuals, collisions } of robot.links) {
      const seen = visuals.map(key);
      for (const solid of collisions) expect(seen, link).toContain(key(solid));
      for (const visual of visuals) expect(visual.colour, link).toBeDefined();
    }
  });

  it.skipIf(name in borrowed)(
    'has limits all round with zero inside, and can hold itself in every pose',
    () => {
      for (const { name: joint, type, limits } of robot.joints) {
        if (type === 'fixed') continue;
        expect(limits?.lower, joint).toBeLessThanOrEqual(0);
        expect(limits?.upper, joint).toBeGreaterThanOrEqual(0);
        expect(limits?.velocity, joint).toBeGreaterThan(0);
      }
      expect(gravityShare(robot, 400, chance(5))).toBeLessThan(shares[name]);
    },
  );

  it('has a page whose table of joints says what the file says', () => {
    const page = ownPage(name);
    const rows = new Map<string, string[]>();
    for (const line of page.split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim());
      const [, joint] = /^`(\w+)`$/.exec(cells[1] ?? '') ?? [];
      if (joint !== undefined && !rows.has(joint)) rows.set(joint, cells.slice(2));
    }
    const mirrored = (joint: string) => joint.replace(/^right_/, 'left_');
    for (const { name: joint, type, limits } of robot.joints) {
      if (type === 'fixed' || limits === undefined) continue;
      const row = rows.get(mirrored(joint)) ?? [];
      const [turning, torque] = type === 'prismatic' ? ['m', 'N'] : ['rad', 'N m'];
      const { lower = Number.NaN, upper = Number.NaN } = limits;
      const range = lower === -upper ? `±${upper}` : `${lower} … ${upper}`;
      expect(row, joint).toContain(`${range.replaceAll('-', '−')} ${turning}`);
      expect(row, joint).toContain(`${limits.effort} ${torque}`);
      expect(row, joint).toContain(`${limits.velocity} ${turning}/s`);
    }
  });
});

describe('pages of robots', () => {
  it.each(folders)('%s: pictures, examples and robot files that it names are there', (name) => {
    const page = ownPage(name);
    for (const [, file] of page.matchAll(/\]\((\w+\.\w+)\)/g))
      expect(existsSync(join(checkout, 'robots', name, file)), file).toBe(true);
    const commands = commandsOf(page);
    expect(commands[0].words.slice(0, 1)).toEqual(['show']);
    for (const { words } of commands) expect(existsSync(join(checkout, words[1])), words[1]).toBe(true);
  });
});

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

describe('robots with published numbers', () => {
  it.each([
    ['research7', researchArm],
    ['instrument7', instrumentArm],
  ] as const)('%s: has those of the table that the independent scripts have', (name, bodies) => {
    const robot = ownRobot(name);
    const model = modelOfRobot(robot);
    expect(model.velocityNames).toEqual(['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7']);
    const next = chance(4);
    for (let i = 0; i < 5; i++) {
      const [q, v] = [vector(next, 7, 2), vector(next, 7, 1)];
      const { M, bias } = new Tree(bodies, q, v).dynamics([0, 0, -9.81]);
      massMatrix(numbers, model, q).forEach((x, k) => {
        expect(x).toBeCloseTo(M[k], 12);
      });
      biasForces(numbers, model, q, v, [0, 0, -9.81]).forEach((x, k) => {
        expect(x).toBeCloseTo(bias[k], 11);
      });
      const at = new Tree(bodies, q, v).point(6, name === 'research7' ? flange : instrumentTip.at).at;
      place(robot, q, name === 'research7' ? 'flange' : 'tip', model).position.forEach((x, k) => {
        expect(x).toBeCloseTo(at[k], 13);
      });
    }
  });

  it('two-link and pendulum obey the formulas of their pages', () => {
    const [q1, q2] = [0.3, 1.1];
    const arm = ownRobot('two-link');
    const [x, , z] = place(arm, [q1, q2], 'rod_end').position;
    expect(x).toBeCloseTo(Math.sin(q1) + Math.sin(q1 + q2), 14);
    expect(z).toBeCloseTo(Math.cos(q1) + Math.cos(q1 + q2), 14);
    const c2 = Math.cos(q2);
    massMatrix(numbers, modelOfRobot(arm), [q1, q2]).forEach((m, k) => {
      expect(m).toBeCloseTo([1.5 + c2, 0.25 + c2 / 2, 0.25 + c2 / 2, 0.25][k], 14);
    });
    const swing = modelOfRobot(ownRobot('pendulum'));
    expect(massMatrix(numbers, swing, [q1])[0]).toBeCloseTo(1, 14);
    expect(gravityTorque(numbers, swing, [q1], standardGravity)[0]).toBeCloseTo(-9.81 * Math.sin(q1), 12);
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

describe('cell', () => {
  const cell = (args: Readonly<Record<string, string>> = {}) =>
    readOwn('cell/urdf/cell.urdf.xacro', { args: new Map(Object.entries(args)) });
  const total = ({ links }: Robot) => links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0);

  it('is what its page says, with and without its pincer', () => {
    const page = ownPage('cell');
    for (const [args, links, moving, mass] of [
      [{}, 8, 6, 81.4],
      [{ pincer: 'false' }, 5, 4, 81.2],
    ] as const) {
      const { value, problems } = cell(args);
      expect(problems).toEqual([]);
      expect(value!.source.format).toBe('xacro');
      expect(value!.links.length).toBe(links);
      expect(value!.joints.filter(({ type }) => type !== 'fixed').length).toBe(moving);
      expect(total(value!)).toBeCloseTo(mass, 12);
      for (const number of [`${links} links`, `${moving} `, `${mass} kg`]) expect(page).toContain(number);
    }
  });

  it('is found as a folder, too', () => {
    expect(readOwn('cell').value).toEqual(cell().value);
  });

  it('takes its limits from the YAML file, degrees as radians', () => {
    const { joints } = cell().value!;
    const limits = Object.fromEntries(joints.map(({ name, limits }) => [name, limits]));
    expect(limits.along).toEqual({ lower: 0, upper: 0.8, effort: 400, velocity: 1 });
    expect(limits.spin).toEqual({ lower: -Math.PI, upper: Math.PI, effort: 8, velocity: 2 * Math.PI });
    expect(jointIn(cell().value!, 'far_jaw_slide').mimic).toEqual({
      joint: 'near_jaw_slide',
      multiplier: 1,
      offset: 0,
    });
  });

  it('prefixes every link and joint, and what they refer to', () => {
    const [plain, left] = [cell().value!, cell({ prefix: 'left_', width: '0.8' }).value!];
    const renamed = JSON.parse(JSON.stringify(left).replaceAll('left_', '')) as Robot;
    expect(renamed).toEqual(JSON.parse(JSON.stringify(plain)));
    for (const { name } of [...left.links, ...left.joints]) expect(name).toMatch(/^left_/);
  });

  it('weighs what its shapes weigh, evenly dense, and is as wide as it is told', () => {
    for (const width of [0.6, 0.8, 1.1]) {
      const { links } = cell({ width: String(width) }).value!;
      for (const { name, inertial, collisions } of links) {
        if (inertial === undefined) continue;
        const { centre, inertia } = evenlyDense(inertial.mass, collisions);
        [...centre, ...inertia].forEach((x, i) => {
          expect([...inertial.centre, ...inertial.inertia][i], name).toBeCloseTo(x, 12);
        });
      }
      const [top] = links[0].collisions;
      expect(top.shape).toEqual({ kind: 'box', size: [1.2, width, 0.04] });
    }
  });

  it('finds its meshes, one of them mirrored', () => {
    const meshes = cell().value!.links.flatMap(({ visuals }) =>
      visuals.flatMap(({ shape }) => (shape.kind === 'mesh' ? [[shape.resolved, shape.scale]] : [])),
    );
    expect(meshes).toEqual([
      ['cell/meshes/bracket.stl', [0.001, -0.001, 0.001]],
      ['cell/meshes/bracket.stl', [0.001, 0.001, 0.001]],
      ['cell/meshes/lid.obj', [1, 1, 1]],
    ]);
  });
});
