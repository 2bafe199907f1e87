import { describe, expect, it } from 'vitest';
import { mulMat, numbers as N, transpose } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameOf, framePlacement } from './frames.js';
import { apart, chain, made, planarArm, pose, someState, traced, zoo } from './made.test.helper.js';

describe('forward kinematics', () => {
  it('places a planar arm where trigonometry does, on a turned base too', () => {
    for (const yaw of [0, 0.8]) {
      const model = made(planarArm([1, 1], [1, 1], { base: pose([2, 0, 0], [0, 0, yaw]) }));
      const { position } = framePlacement(N, forwardKinematics(N, model, [0.3, 0.5]), frameOf(model, 'tip'));
      const [a, b] = [0.3 + yaw, 0.8 + yaw];
      expect(apart(position, [2 + N.cos(a) + N.cos(b), N.sin(a) + N.sin(b), 0])).toBeLessThan(1e-15);
    }
  });

  it('moves every type of joint along what its type says', () => {
    const at = (type: 'prismatic' | 'helical' | 'planar' | 'spherical' | 'free', q: number[]) => {
      const model = made(chain(type, [type], 3));
      const [moved, still] = [q, model.neutral].map((x) => forwardKinematics(N, model, x).poses[0].position);
      return { distance: Math.sqrt(moved.reduce((s, x, k) => s + (x - still[k]) ** 2, 0)), model };
    };
    expect(at('prismatic', [-0.3]).distance).toBeCloseTo(0.3, 15);
    expect(at('helical', [2]).distance).toBeCloseTo(0.2, 15);
    expect(at('planar', [0.3, -0.4, 1]).distance).toBeCloseTo(0.5, 15);
    expect(at('spherical', [0.5, 0.5, -0.5, 0.5]).distance).toBe(0);
    expect(at('free', [2, -3, 6, 1, 0, 0, 0]).distance).toBeCloseTo(7, 14);
    // A full turn of a screw.
    const screw = at('helical', [6.283185307179586]);
    const [turned] = forwardKinematics(N, screw.model, [6.283185307179586]).placements;
    expect(
      apart(turned.rotation, forwardKinematics(N, screw.model, [0]).placements[0].rotation),
    ).toBeLessThan(1e-15);
    expect(() => forwardKinematics(N, screw.model, [0, 1])).toThrow('q: expected 1 entries, got 2');
  });

  for (const given of zoo()) {
    it(`traces to the same numbers: ${given.name}`, () => {
      const model = made(given);
      const { q } = someState(model, 1);
      const direct = forwardKinematics(N, model, q);
      const list = direct.placements.flatMap((p) => [...p.position, ...p.rotation]);
      const graph = traced(q, (G, x) =>
        forwardKinematics(G, model, x).placements.flatMap((p) => [...p.position, ...p.rotation]),
      );
      expect(apart(graph, list)).toBeLessThan(1e-13);
      for (const { rotation } of direct.placements) {
        const unit = mulMat(N, rotation, transpose(rotation));
        expect(apart(unit, [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(2e-14);
      }
      direct.offsets.forEach((offset, i) => {
        const { parent } = model.bodies[i];
        const from = parent < 0 ? [0, 0, 0] : direct.placements[parent].position;
        expect(
          apart(
            direct.placements[i].position,
            from.map((x, k) => x + offset[k]),
          ),
        ).toBe(0);
      });
    });
  }
});
