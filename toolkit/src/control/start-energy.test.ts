import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { forwardKinematics, frameOf, kineticEnergy, pointJacobian, pointPosition } from '../model/index.js';
import { element, reaching } from './designs.test.helper.js';
import { type Design, startEnergy } from './index.js';

const base = reaching(100, [0.5, 0.9, 0]);
const q = [0.4, -0.4];
const point = { frame: frameOf(base.model, 'l3'), at: [0, 0, 0] as const };

describe('the energy at a start', () => {
  const design: Design = {
    ...base,
    elements: [
      element(
        'soft',
        'spring',
        'joint',
        { joint: base.model.bodies[0].joint },
        { stiffness: [2], target: [0.9] },
      ),
      element(
        'stiff',
        'spring',
        'joint',
        { joint: base.model.bodies[1].joint },
        { stiffness: [40], target: [0.6] },
      ),
      element(
        'slack',
        'spring',
        'joint',
        { joint: base.model.bodies[0].joint },
        { stiffness: [9], target: [0.4] },
      ),
      element('calm', 'damper', 'joint', { joint: base.model.bodies[0].joint }, { damping: [3] }),
    ],
  };

  it('is that of the springs, the largest first', () => {
    const { energy, held } = startEnergy(design, { q, point });
    expect(held.map(({ element: name }) => name)).toEqual(['stiff', 'soft']);
    expect(held[0].energy).toBeCloseTo(20, 12);
    expect(held[1].energy).toBeCloseTo(0.25, 12);
    expect(energy).toBeCloseTo(20.25, 12);
  });

  it('bounds the speed of a point, and the bound is met', () => {
    const { model } = design;
    const { energy, speed = Number.NaN } = startEnergy(design, { q, point });
    const kinematics = forwardKinematics(numbers, model, q);
    const position = pointPosition(numbers, kinematics, point.frame, point.at);
    const J = pointJacobian(numbers, model, kinematics, point.frame, position);
    let most = 0;
    for (let i = 0; i < 20000; i++) {
      const v = [Math.cos((i * Math.PI) / 10000), Math.sin((i * Math.PI) / 10000)];
      const scale = Math.sqrt(energy / kineticEnergy(numbers, model, q, v));
      const w = [0, 1, 2].map((row) => scale * (J[row * 2] * v[0] + J[row * 2 + 1] * v[1]));
      most = Math.max(most, Math.hypot(...w));
    }
    expect(most).toBeLessThanOrEqual(speed * (1 + 1e-12));
    expect(most).toBeGreaterThan(speed * (1 - 1e-6));
  });

  it('moves rotors too, which are given in place of the model’s own', () => {
    const { speed = 0 } = startEnergy(design, { q, point });
    const geared = startEnergy(design, { q, point, rotorInertia: [1e3, 1e3] }).speed ?? 0;
    expect(geared).toBeLessThan(0.2 * speed);
    expect(geared).toBeGreaterThan(0);
  });
});
