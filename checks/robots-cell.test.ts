/** The cell, a robot of xacro, YAML and meshes, is what its page says. */
import type { Robot } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { ownPage, readOwn } from './robots.js';
import { jointIn } from './robots.test.helper.js';
import { evenlyDense } from './shapes.js';

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
