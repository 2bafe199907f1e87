import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { view } from 'pliant/graph';
import { describe, expect, it } from 'vitest';
import { assemblyOf } from '../scenarios.js';
import { distance, type Layout, layout, type Obstacle } from './layout.js';
import { plannable } from './planner.js';
import { arrived, predicted, run, scenarioOf } from './run.js';

const layouts = Array.from({ length: 200 }, (_, i) => layout(1, i));

describe('the layouts', () => {
  it('follow from their seed, in five families of as many, of one to four obstacles', () => {
    expect(layout(1, 7)).toEqual(layouts[7]);
    expect(layout(2, 7)).not.toEqual(layouts[7]);
    const count = (family: Layout['family']) => layouts.filter((one) => one.family === family).length;
    expect((['cup', 'corner', 'pair', 'posts', 'walls'] as const).map(count)).toEqual([40, 40, 40, 40, 40]);
    for (const { obstacles, goal } of layouts) {
      expect(obstacles.length).toBeGreaterThan(0);
      expect(obstacles.length).toBeLessThan(5);
      for (const obstacle of obstacles)
        for (const end of [[0, 0], goal] as const) expect(distance(obstacle, end)).toBeGreaterThan(0.08);
    }
    const kinds = new Set(layouts.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['box', 'capsule', 'cylinder', 'sphere']);
  });

  it('stand in the scenario where they are planned: the arm measures the same gaps', () => {
    for (const one of layouts.slice(0, 8)) {
      const { kernel, start } = assemblyOf(scenarioOf(one, false, 1));
      const window = (name: string) => view(kernel.layout, kernel.memory, name);
      window('q').set(start);
      kernel.run.prepare();
      kernel.run.observe();
      one.obstacles.forEach((obstacle, i) => {
        expect(window(`gap-o${i + 1}.value`)[0]).toBeCloseTo(distance(obstacle, [0, 0]), 9);
      });
      expect([...window('tool.position')]).toEqual([0.5, -0.22, 0.3].map((x) => expect.closeTo(x, 12)));
    }
  });
});

describe('the planner', () => {
  const of = (obstacles: readonly Obstacle[]): Layout => ({
    index: 0,
    family: 'walls',
    goal: [0.4, 0],
    obstacles,
  });
  const bar = (a: readonly [number, number], b: readonly [number, number]): Obstacle => ({
    kind: 'capsule',
    a,
    b,
    r: 0.01,
  });

  it('finds a way round a wall, through a gap that is wide enough, and none out of a ring', () => {
    expect(plannable(of([]))).toBe(true);
    expect(plannable(of([bar([0.2, -0.3], [0.2, 0.2])]))).toBe(true);
    expect(plannable(of([bar([0.2, -0.5], [0.2, 0.5])]))).toBe(false);
    const gate = (half: number) => of([bar([0.2, -0.5], [0.2, -half]), bar([0.2, half], [0.2, 0.5])]);
    expect(plannable(gate(0.055))).toBe(true);
    expect(plannable(gate(0.035))).toBe(false);
    const ring = [
      bar([-0.1, -0.1], [-0.1, 0.1]),
      bar([-0.1, 0.1], [0.1, 0.1]),
      bar([0.1, 0.1], [0.1, -0.1]),
      bar([0.1, -0.1], [-0.1, -0.1]),
    ];
    expect(plannable(of(ring))).toBe(false);
    expect(plannable(of(ring.slice(1)))).toBe(true);
  });

  it('shares nothing with the toolkit', () => {
    for (const file of ['layout.ts', 'planner.ts']) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      expect(text).not.toMatch(/from '(pliant|\.\.)/);
    }
  });
});

describe('a cup', () => {
  it('holds the hand where the prediction has it, and not with the field', () => {
    const one = layouts[0];
    const rest = predicted(one);
    const alone = run(one, false, 12);
    expect(rest.status).toBe('rest');
    expect(Math.hypot(rest.place[0] - alone.place[0], rest.place[1] - alone.place[1])).toBeLessThan(1e-3);
    expect(alone.short).toBeGreaterThan(0.05);
    expect(alone.supplied).toBe(0);
    const led = run(one, true, 30);
    expect(led.short).toBeLessThan(arrived);
    expect(led.supplied).toBeGreaterThan(0.1);
    expect(led.power).toBeLessThanOrEqual(4 + 1e-9);
  });
});
