import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { greatest } from './descent.js';
import { element, lever, planar, plane, reaching, sevenJoints } from './designs.test.helper.js';
import { findEquilibria } from './equilibria.js';
import { ForceField } from './force-field.js';

/** A ball in the plane that pushes the tip away within a radius. */
const ball = (name: string, at: readonly [number, number, number], stiffness: number, radius: number) => ({
  point: { name: `${name}At`, at },
  element: element(
    name,
    'spring',
    'repel',
    { from: 'tip', to: `${name}At` },
    { stiffness: [stiffness], radius: [radius] },
  ),
});

describe('findEquilibria', () => {
  it('finds the goal from everywhere where nothing is in the way', () => {
    const field = new ForceField(reaching(planar(), 'l3', 200, [0.9, 0.6, 0]));
    const { equilibria, starts, lost } = findEquilibria(field, { start: [0.3, 0.4], starts: 40 });
    expect([starts, lost]).toEqual([41, 0]);
    // Elbow up and elbow down: the tip stands at one place.
    expect(equilibria).toHaveLength(1);
    expect(equilibria[0]).toMatchObject({
      found: 41,
      short: [],
      outside: [],
      free: { count: 0, joints: [] },
    });
    expect(equilibria[0].poses.length).toBeGreaterThan(0);
    expect(equilibria[0].energy).toBeLessThan(1e-15);
    expect(greatest(field.force(equilibria[0].q))).toBeLessThan(1e-7);
  });

  it('stretches out to a goal beyond its reach, and says that no element is in the way', () => {
    const field = new ForceField(reaching(planar(), 'l3', 200, [3, 0, 0]));
    const [{ short, places, energy }] = findEquilibria(field, { start: [0.3, 0.4], starts: 10 }).equilibria;
    expect(places.tip[0]).toBeCloseTo(2, 9);
    expect(energy).toBeCloseTo(100, 6);
    expect(short).toMatchObject([{ spring: 'reach', point: 'tip', goal: 'goal', by: [] }]);
    expect(short[0].distance).toBeCloseTo(1, 9);
  });

  it('names null motions and does not call them unstable', () => {
    const elbow = { name: 'elbow', frame: 'l4' };
    const field = new ForceField(reaching(sevenJoints(), 'l8', 200, [0.3, 0.2, 0.6], { points: [elbow] }));
    const start = [0.3, 0.4, 0.2, -1, 0.2, 0.3, 0.1];
    const { equilibria, lost } = findEquilibria(field, { start, starts: 20 });
    expect(lost).toBe(0);
    expect(equilibria).toHaveLength(1);
    const [{ free, held, softest, stiffest, found }] = equilibria;
    expect(free.count).toBe(4);
    expect(free.joints).toContain('j1');
    expect(held).toEqual({ points: ['tip'], springs: ['reach'] });
    expect(softest).toBeGreaterThan(1e-3 * stiffest);
    expect(found).toBe(21);
  });

  it('finds the trap between two balls, and what makes it', () => {
    // The tip comes from −x; two balls leave a pocket in front of the goal, too narrow to pass.
    const balls = [ball('upper', [0, 0.1, 0], 800, 0.2), ball('lower', [0, -0.1, 0], 800, 0.2)];
    const design: Design = reaching(plane(), 'l3', 20, [0.4, 0, 0], {
      points: balls.map((b) => b.point),
      elements: balls.map((b) => b.element),
    });
    const field = new ForceField(design);
    const { equilibria } = findEquilibria(field, { start: [-0.5, 0], starts: 60 });
    const [goal, trap] = equilibria;
    expect(goal.short).toEqual([]);
    expect(goal.places.tip[0]).toBeCloseTo(0.4, 6);
    expect(trap.places.tip[0]).toBeLessThan(-0.05);
    expect(trap.places.tip[1]).toBeCloseTo(0, 6);
    expect(trap.short[0]).toMatchObject({ spring: 'reach', point: 'tip', goal: 'goal' });
    expect([...trap.short[0].by].sort((a, b) => (a.element < b.element ? -1 : 1))).toEqual([
      { element: 'lower', at: 'lowerAt' },
      { element: 'upper', at: 'upperAt' },
    ]);
    // Forces balance: the springs' torques add up to nothing.
    const sum = [0, 1].map((i) => trap.balance.reduce((total, b) => total + b.torque[i], 0));
    expect(greatest(sum)).toBeLessThan(1e-6);
    expect(trap.balance.find(({ name }) => name === 'reach')?.force).toBeCloseTo(
      20 * trap.short[0].distance,
      9,
    );
    expect(trap.softest).toBeGreaterThan(0);
  });

  it('lets the weight pull where nothing compensates it', () => {
    const design: Design = { ...reaching(lever(), 'l2', 1e-9, [0.5, 0, 0]), compensate: [] };
    const field = new ForceField(design, { gravity: [0, -10, 0] });
    const { equilibria } = findEquilibria(field, { start: [0.2], starts: 10 });
    expect(equilibria).toHaveLength(1);
    expect(equilibria[0].places.tip[1]).toBeCloseTo(-0.5, 6);
    expect(equilibria[0].energy).toBeCloseTo(-10, 6);
    // Compensated, it is gone, and so is half of it by half.
    const held = new ForceField(
      { ...design, compensate: ['gravity'], gravity: [0, -5, 0] },
      { gravity: [0, -10, 0] },
    );
    expect(held.force([0])[0]).toBeCloseTo(0.5 * field.force([0])[0], 6);
  });

  it('counts springs in the joints themselves', () => {
    const design = reaching(lever(), 'l2', 20, [0, 0.5, 0]);
    const field = new ForceField(design, { joints: { stiffness: [100], rest: [0] } });
    const [{ q, balance }] = findEquilibria(field, { start: [0.2], starts: 5 }).equilibria;
    // 100 q = 20 · 0.25 cos q.
    expect(100 * q[0]).toBeCloseTo(5 * Math.cos(q[0]), 8);
    expect(balance.map(({ name }) => name)).toEqual(expect.arrayContaining(['joint springs', 'reach']));
  });

  it('gives the same from the same seed', () => {
    const field = new ForceField(reaching(planar(), 'l3', 200, [0.9, 0.6, 0]));
    const all = [1, 1, 2].map((seed) => findEquilibria(field, { start: [0.3, 0.4], starts: 5, seed }));
    expect(all[0]).toEqual(all[1]);
    expect(all[2].equilibria[0].poses).not.toEqual(all[0].equilibria[0].poses);
  });
});
