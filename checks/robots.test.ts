/** The robots of this project are what their pages say. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { numbers } from 'pliant/math';
import { biasForces, gravityTorque, massMatrix, standardGravity } from 'pliant/model';
import type { Link } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { commandsOf } from '../docs/pages.test.helper.js';
import { checkout } from './folders.js';
import { chance, vector } from './made-robots.js';
import { flange, instrumentArm, instrumentTip, researchArm } from './peers/arms.js';
import { Tree } from './peers/tree.js';
import { gravityShare, modelOfRobot, ownPage, ownRobot, readOwn } from './robots.js';
import { place } from './robots.test.helper.js';
import { evenlyDense } from './shapes.js';

const folders = readdirSync(join(checkout, 'robots')).filter((name) => !name.includes('.'));
const written = folders.filter((name) => existsSync(join(checkout, 'robots', name, `${name}.urdf`)));

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
