import { describe, expect, it } from 'vitest';
import type { Design } from '../control/index.js';
import { noise } from '../mechanism/arms.test.helper.js';
import { dot } from './descent.js';
import { element, lever, planar, reaching, sevenJoints } from './designs.test.helper.js';
import { ForceField } from './force-field.js';
import { minimise } from './minimise.js';
import { frictionUse, leastStiffness, pullingSprings, stictionBand } from './stiction.js';

const norm = (x: readonly number[]) => Math.sqrt(dot(x, x));

describe('stictionBand', () => {
  it('is what the formulas say for one joint', () => {
    // τ = K L² sin q: stuck up to sin q = τc/(K L²), the tip 2 L sin(q/2) away; linear: τc/(K L).
    const [K, L, friction] = [100, 0.5, 5];
    const field = new ForceField(reaching(lever(), 'l2', K, [L, 0, 0]));
    const band = stictionBand(field, 'reach', [0], [friction], [0.3]);
    expect(band.worst).toBeCloseTo(friction / (K * L), 6);
    const angle = Math.asin(friction / (K * L * L));
    expect(band.exact).toBeCloseTo(2 * L * Math.sin(angle / 2), 5);
    expect(band).toMatchObject({ method: 'vertices', open: false, joints: ['j1'], unit: 'm' });
  });

  it('is the farthest corner of the parallelogram for two joints in a plane', () => {
    const K = 200;
    const friction = [3, 2];
    const q = [0.4, 1.1];
    const tip = [Math.cos(q[0]) + Math.cos(q[0] + q[1]), Math.sin(q[0]) + Math.sin(q[0] + q[1])];
    const field = new ForceField(reaching(planar(), 'l3', K, [tip[0], tip[1], 0]));
    const band = stictionBand(field, 'reach', q, friction, [0.9, 0.7]);
    // J of the two links of 1 m; Jᵀ K e = (±3, ±2).
    const J = [
      [-tip[1], -Math.sin(q[0] + q[1])],
      [tip[0], Math.cos(q[0] + q[1])],
    ];
    const det = K * (J[0][0] * J[1][1] - J[1][0] * J[0][1]);
    const corners = [1, -1].map((sign) => {
      const [a, b] = [friction[0], sign * friction[1]];
      return norm([(J[1][1] * a - J[1][0] * b) / det, (J[0][0] * b - J[0][1] * a) / det]);
    });
    expect(band.worst).toBeCloseTo(Math.max(...corners), 6);
    expect(band.joints).toEqual(['j1', 'j2']);
    // Along a line d: the first joint that moves, τc / |(Jᵀ K d)ᵢ|.
    const from = field.reading('reach', [0.9, 0.7]);
    const d = from.map((x) => x / norm(from));
    const along = [0, 1].map((i) => friction[i] / Math.abs(K * (J[0][i] * d[0] + J[1][i] * d[1])));
    expect(band.along).toBeCloseTo(Math.min(...along), 6);
  });

  it('holds every pose at rest near a random equilibrium, and is reached by some', () => {
    const random = noise(11);
    for (let n = 0; n < 6; n++) {
      const q = [random() * 2, 0.5 + Math.abs(random())];
      const tip = [Math.cos(q[0]) + Math.cos(q[0] + q[1]), Math.sin(q[0]) + Math.sin(q[0] + q[1])];
      const field = new ForceField(reaching(planar(), 'l3', 100 + 50 * random(), [tip[0], tip[1], 0]));
      const friction = [3 + random(), 3 + random()];
      const band = stictionBand(field, 'reach', q, friction);
      let [farthest, stuck] = [0, 0];
      const wide = 1.3 * Math.max(...band.q.map((x, i) => Math.abs(x - q[i])));
      for (let k = 0; k < 20_000; k++) {
        const pose = [q[0] + wide * random(), q[1] + wide * random()];
        if (frictionUse(field.force(pose), friction, 0) > 1) continue;
        stuck++;
        farthest = Math.max(farthest, norm(field.reading('reach', pose)));
      }
      expect(stuck).toBeGreaterThan(20);
      expect(farthest).toBeLessThanOrEqual(band.exact * 1.001);
      expect(farthest).toBeGreaterThan(0.7 * band.exact);
      expect(frictionUse(field.force(band.q), friction, 0)).toBeLessThanOrEqual(1 + 1e-5);
      expect(norm(field.reading('reach', band.q))).toBeCloseTo(band.exact, 9);
    }
  });

  it('follows a spring that saturates past what its slope at the goal says', () => {
    const design: Design = reaching(lever(), 'l2', 100, [0.5, 0, 0]);
    const soft = (saturation: number): Design => ({
      ...design,
      elements: design.elements.map((e) => ({
        ...e,
        parameters: { ...e.parameters, saturation: [saturation] },
      })),
    });
    const band = (saturation: number, friction: number) =>
      stictionBand(new ForceField(soft(saturation)), 'reach', [0], [friction]);
    const linear = stictionBand(new ForceField(design), 'reach', [0], [4]);
    // Saturation at 10 cm is beyond the band, at 5 cm it caps the torque at 100 · 0.05 · 0.5 = 2.5 N m, below friction.
    const bent = band(0.1, 4);
    expect(bent.worst).toBeCloseTo(linear.worst, 6);
    expect(bent.exact).toBeCloseTo(linear.exact, 6);
    expect(bent.open).toBe(false);
    expect(band(0.05, 4).open).toBe(true);
    expect(band(0.05, 4).exact).toBeGreaterThan(0.3);
    expect(
      leastStiffness(new ForceField(soft(0.01)), 'reach', [0], [40], 0.005)?.stiffness[0],
    ).toBeGreaterThan(7000);
  });

  it('counts what other springs hold, too', () => {
    const alone = reaching(sevenJoints(), 'l8', 200, [0.4, 0.1, 0.6]);
    const kept: Design = {
      ...alone,
      elements: [
        ...alone.elements,
        ...[1, 2, 3, 4, 5, 6, 7].map((i) =>
          element(`keep${i}`, 'spring', 'joint', { joint: `j${i}` }, { stiffness: [5], target: [0.3] }),
        ),
      ],
    };
    const friction = new Array<number>(7).fill(0.5);
    const bands = [alone, kept].map((design) => {
      const field = new ForceField(design);
      const { q } = minimise(field, [0.3, 0.4, 0.2, -1, 0.2, 0.3, 0.1])!;
      expect(pullingSprings(field, q)).toContain('reach');
      return stictionBand(field, 'reach', q, friction);
    });
    // Redundant joints let each hold by itself what one spring asks; other springs ask of them, too.
    expect(bands[0].worst).toBeGreaterThan(0);
    expect(bands[1].method).toBe('vertices');
    expect(bands[1].worst).not.toBeCloseTo(bands[0].worst, 4);
  });
});

describe('leastStiffness', () => {
  it('is friction over lever and distance for one joint, and has been tried', () => {
    const [L, friction, within] = [0.5, 5, 0.005];
    const field = new ForceField(reaching(lever(), 'l2', 100, [L, 0, 0]));
    const remedy = leastStiffness(field, 'reach', [0], [friction], within)!;
    expect(remedy.stiffness[0]).toBeGreaterThan(friction / (L * within) - 1);
    expect(remedy.stiffness[0]).toBeLessThan(1.012 * (friction / (L * within)));
    expect(remedy.band).toBeLessThanOrEqual(within);
    const stiffer = new ForceField(reaching(lever(), 'l2', remedy.stiffness[0], [L, 0, 0]));
    expect(stictionBand(stiffer, 'reach', [0], [friction]).exact).toBeLessThanOrEqual(within);
    // The field has its own stiffness again.
    expect(field.force([0.1])[0]).toBeCloseTo(-100 * L * L * Math.sin(0.1), 9);
  });

  it('says of a spring that is stiffer than it has to be how soft it may be', () => {
    const field = new ForceField(reaching(lever(), 'l2', 1e5, [0.5, 0, 0]));
    const remedy = leastStiffness(field, 'reach', [0], [5], 0.005)!;
    expect(remedy.factor).toBeLessThan(0.03);
    expect(remedy.band).toBeLessThanOrEqual(0.005);
  });
});
