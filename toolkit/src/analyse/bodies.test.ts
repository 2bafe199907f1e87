import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { greatest } from './descent.js';
import { cart, element, plane, reaching } from './designs.test.helper.js';
import { findEquilibria } from './equilibria.js';
import { ForceField } from './force-field.js';
import { marginOf } from './margin.js';
import { settle } from './settle.js';

/** The tip pulled by a cart that itself is pulled to the goal, 200 and 50 N/m in a row. */
function pulled(more: Partial<Design> = {}): Design {
  const { points, elements, ...design } = reaching(plane(), 'l3', 0, [0.4, 0, 0]);
  return {
    ...design,
    bodies: { model: cart(), start: [0.1] },
    points: [...points, { name: 'hitch', frame: 'cart' }],
    elements: [
      ...elements.filter(({ name }) => name !== 'reach'),
      element('rope', 'spring', 'linear', { from: 'tip', to: 'hitch' }, { stiffness: [200] }),
      element('pull', 'spring', 'linear', { from: 'hitch', to: 'goal' }, { stiffness: [50] }),
      element('brake', 'damper', 'linear', { from: 'tip', to: 'world' }, { damping: [20] }),
      element('drag', 'damper', 'linear', { from: 'hitch', to: 'world' }, { damping: [20] }),
    ],
    ...more,
  };
}

describe('virtual bodies', () => {
  it('are coordinates of the potential like the joints', () => {
    const field = new ForceField(pulled());
    expect(field.size).toBe(3);
    expect(field.beginning([0, 0])).toEqual({ q: [0, 0, 0.1], v: [0, 0, 0] });
    // The cart feels both springs: 50 · 0.3 − 200 · 0.1.
    const force = field.force([0, 0, 0.1]);
    expect(force[0]).toBeCloseTo(20, 9);
    expect(force[2]).toBeCloseTo(-5, 9);
    const { equilibria } = findEquilibria(field, { start: [0, 0, 0.1], starts: 10 });
    expect(equilibria).toHaveLength(1);
    expect(greatest(equilibria[0].q.map((x, i) => x - [0.4, 0, 0.4][i]))).toBeLessThan(1e-8);
    expect(equilibria[0].held.points).toEqual(['tip', 'hitch']);
  });

  it('swing with their own mass on the way to rest', () => {
    // The tip held at 0 by a stiff hand: the cart alone, 3 ẍ = −250 x, T = 2 π √(3/250).
    const design = pulled();
    const field = new ForceField(design);
    const { acceleration } = field.rate([0, 0, 0.1], [0, 0, 0], 0);
    expect(acceleration[2]).toBeCloseTo(-5 / 3, 9);
    // Both slides carry 2 kg along x.
    expect(acceleration[0]).toBeCloseTo(20 / 2, 9);
    const { status, q } = settle(field, { start: [0, 0, 0.1] });
    expect(status).toBe('rest');
    expect(q[0]).toBeCloseTo(0.4, 6);
    expect(q[2]).toBeCloseTo(0.4, 6);
  });

  it('sag where they weigh', () => {
    const design = pulled({ gravity: [-10, 0, 0], compensate: ['gravity'] });
    const heavy = new ForceField(
      { ...design, bodies: { ...design.bodies!, weight: ['rail'] } },
      { gravity: [-10, 0, 0] },
    );
    const [{ q, energy }] = findEquilibria(heavy, { start: [0, 0, 0.1], starts: 3 }).equilibria;
    // 30 N on 50 N/m; the rope follows.
    expect(q[2]).toBeCloseTo(0.4 - 30 / 50, 8);
    expect(q[0]).toBeCloseTo(q[2], 8);
    expect(energy).toBeCloseTo(0.5 * 50 * 0.36 + 30 * q[2], 8);
  });

  it('have no friction to be held by, and their springs a margin like all others', () => {
    const margin = marginOf(pulled(), { start: [0, 0], starts: 5, joints: { coulomb: [2, 2] } });
    expect(margin.prediction).toMatchObject({ status: 'rest', equilibrium: 0 });
    expect(margin.friction.coulomb).toEqual([2, 2, 0]);
    expect(margin.joints).toEqual(['j1', 'j2', 'rail']);
    const pull = margin.friction.bands.find(({ element }) => element === 'pull')!;
    // Both springs carry what friction holds: 2 N.
    expect(pull.worst).toBeCloseTo(2 / 50, 6);
    const rope = margin.friction.bands.find(({ element }) => element === 'rope')!;
    expect(rope.worst).toBeCloseTo(Math.sqrt((2 / 200) ** 2 + (2 / 200) ** 2), 5);
  });
});
