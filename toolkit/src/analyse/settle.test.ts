import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { element, lever, plane, reaching, sevenJoints } from './designs.test.helper.js';
import { ForceField } from './force-field.js';
import { settle } from './settle.js';

const braked = (design: Design, damping: number): Design => ({
  ...design,
  elements: [
    ...design.elements,
    element('brake', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [damping] }),
  ],
});

describe('settle', () => {
  it('comes to the goal and says when', () => {
    // 1 kg along y, 2 kg along x (the second slide rides on the first).
    const field = new ForceField(braked(reaching(plane(), 'l3', 100, [0.3, 0.2, 0]), 20));
    const { status, q, time } = settle(field, { start: [0, 0] });
    expect(status).toBe('rest');
    expect(q[0]).toBeCloseTo(0.3, 7);
    expect(q[1]).toBeCloseTo(0.2, 7);
    expect(time).toBeGreaterThan(1);
    expect(time).toBeLessThan(4);
  });

  it('swings for ever without a brake', () => {
    const field = new ForceField(reaching(plane(), 'l3', 100, [0.3, 0.2, 0]));
    expect(settle(field, { start: [0, 0], longest: 10 })).toMatchObject({ status: 'moving', time: 10 });
  });

  it('brakes by the damping of the joints themselves, and takes their rotors along', () => {
    const time = (joints: object) => {
      const settled = settle(new ForceField(reaching(lever(), 'l2', 50, [0, 0.5, 0]), { joints }), {
        start: [1],
      });
      expect(settled.status).toBe('rest');
      return settled.time;
    };
    const light = time({ damping: [4] });
    expect(time({ damping: [4], rotorInertia: [2] })).toBeGreaterThan(light);
    expect(light).toBeLessThan(10);
  });

  it('has a momentum: a fast start leads past a barrier where a slow one does not', () => {
    // The pocket between two posts, as in the test of its minimum; 8 J lead over.
    const posts = [0.1, -0.1].map((y, i) => ({ name: `post${i}`, at: [0, y, 0] as const }));
    const bumps = posts.map(({ name: to }) =>
      element(`bump ${to}`, 'spring', 'repel', { from: 'tip', to }, { stiffness: [800], radius: [0.2] }),
    );
    const design = braked(reaching(plane(), 'l3', 20, [0.4, 0, 0], { points: posts, elements: bumps }), 5);
    const field = new ForceField(design);
    const slow = settle(field, { start: [-0.5, 0] });
    const fast = settle(field, { start: [-0.5, 0], speeds: [5, 0] });
    expect(slow.status).toBe('rest');
    expect(slow.q[0]).toBeLessThan(-0.05);
    expect(fast.q[0]).toBeCloseTo(0.4, 6);
    expect(slow.minimum?.eigenvalues[0]).toBeGreaterThan(-1e-6);
  });

  it('rests where the tool does, whatever a joint does that moves no point', () => {
    // Joint 7 turns about the tip's own axis for ever.
    const keep = [1, 2, 3, 4, 5, 6].map((i) =>
      element(`brake${i}`, 'damper', 'joint', { joint: `j${i}` }, { damping: [4] }),
    );
    const design = braked(reaching(sevenJoints(), 'l8', 200, [0.3, 0.2, 0.6], { elements: keep }), 40);
    const field = new ForceField(design);
    const start = [0.3, 0.4, 0.2, -1, 0.2, 0.3, 0.1];
    const speeds = [0, 0, 0, 0, 0, 0, 3];
    const { status, q, steps } = settle(field, { start, speeds, longest: 20 });
    expect(status).toBe('rest');
    const [x, y, z] = field.places(q).get('tip')!;
    expect([x, y, z].every((v, i) => Math.abs(v - [0.3, 0.2, 0.6][i]) < 1e-6)).toBe(true);
    expect(steps).toBeLessThan(20_000);
  });

  it('says about which minimum an arm goes on moving, and how far from it', () => {
    const field = new ForceField(braked(reaching(sevenJoints(), 'l8', 200, [0.3, 0.2, 0.6]), 40));
    const settled = settle(field, { start: [0.3, 0.4, 0.2, -1, 0.2, 0.3, 0.1], longest: 8 });
    expect(settled.status).toBe('moving');
    const [x] = field.places(settled.minimum!.q).get('tip')!;
    expect(x).toBeCloseTo(0.3, 6);
    expect(settled.stray).toBeGreaterThan(1e-3);
    expect(settled.stray).toBeLessThan(0.1);
  });

  it('stays on a saddle that it comes to along its ridge', () => {
    const at = [0.2, 0, 0] as const;
    const bump = element(
      'bump',
      'spring',
      'repel',
      { from: 'tip', to: 'post' },
      { stiffness: [400], radius: [0.1] },
    );
    const more = { points: [{ name: 'post', at }], elements: [bump] };
    const field = new ForceField(braked(reaching(plane(), 'l3', 2, [0.4, 0, 0], more), 2));
    const { status, q } = settle(field, { start: [0, 0] });
    expect(status).toBe('saddle');
    expect(q[0]).toBeLessThan(0.11);
    // A little to the side it slips past.
    expect(settle(field, { start: [0, 1e-3] }).q[0]).toBeCloseTo(0.4, 6);
  });

  it('follows a goal that moves to its end', () => {
    const design = braked(reaching(plane(), 'l3', 100, [0, 0, 0]), 20);
    const moving: Design = {
      ...design,
      points: design.points.map((p) =>
        p.name === 'goal'
          ? { ...p, motion: { along: 'line', parameters: { to: [0.5, 0.1, 0], speed: [0.1] } } }
          : p,
      ),
    };
    const field = new ForceField(moving);
    const still = field.still();
    expect(still).toBeCloseTo(Math.hypot(0.5, 0.1) / 0.1, 3);
    const { status, q, time } = settle(field, { start: [0, 0], still });
    expect(status).toBe('rest');
    expect(time).toBeGreaterThan(still);
    expect(q[0]).toBeCloseTo(0.5, 6);
    expect(q[1]).toBeCloseTo(0.1, 6);
  });
});
