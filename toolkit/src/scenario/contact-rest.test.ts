/** Force at rest of an arm that turns on its way to it, and the pose from which it is looked for. */
import { describe, expect, it } from 'vitest';
import { loopsOf, recorded } from './contact-loop.test.helper.js';
import { restingForce } from './contact-rest.js';

/** A rod of 1 m that a spring of 30 N m/rad turns down from level, on a wall of 500 N/m below its tip. */
const rod = {
  q: [0],
  torque: ([q]: readonly number[], felt: number) => [30 * (-1 - q) + 0 * felt],
  wall: ([q]: readonly number[]) => ({ out: Math.sin(q) + 0.5, row: [Math.cos(q)] }),
  integrate: ([q]: readonly number[], [way]: readonly number[], by: number) => [q + way * by],
};

describe('the force at rest', () => {
  it('is that of the pose in which the arm comes to rest', () => {
    const force = restingForce(rod, 500) ?? 0;
    // 30 (−1 − q) + F cos q = 0 and F = −500 (sin q + 0.5), halved to rounding.
    let [low, high] = [-1, 0];
    for (let i = 0; i < 60; i++) {
      const q = 0.5 * (low + high);
      if (30 * (-1 - q) - 500 * (Math.sin(q) + 0.5) * Math.cos(q) > 0) low = q;
      else high = q;
    }
    expect(force).toBeCloseTo(-500 * (Math.sin(low) + 0.5), 6);
    expect(force).toBeGreaterThan(10);
  });

  it('counts what answers to it, and is none where nothing comes to the wall', () => {
    const answers = {
      ...rod,
      torque: ([q]: readonly number[], felt: number) => [30 * (-1 - q) + 0.5 * felt],
    };
    expect(restingForce(answers, 500)).toBeLessThan(restingForce(rod, 500) ?? 0);
    expect(
      restingForce({ ...rod, torque: ([q]: readonly number[]) => [30 * (0.5 - q)] }, 500),
    ).toBeUndefined();
  });

  it('of an arm far from its table is that of a run', () => {
    const far = `pliant: 1
name: far
duration: 4 s
robots: { arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: -20 deg, elbow: 60 deg, slide: 5 cm } } }
world: { table: { plane: [0, 0, 1], startOf: tool, at: [0, 0, -8 cm], stiffness: 5 N/mm } }
control:
  points: { goal: { startOf: tool, shift: [0, 0, -10 cm] } }
  elements:
    pull: { spring: linear, from: tool, to: goal, stiffness: 300 N/m }
    brake: { damper: linear, from: tool, to: goal, damping: { ratio: 1, with: pull, inertia: { of: tool } } }
    keep: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad }
    calm: { damper: joint, joint: [turn, shoulder, elbow], damping: 0.3 N m s/rad }
    slow: { damper: joint, joint: slide, damping: 30 N s/m }
  compensate: [gravity]
plant: { rigid: { step: 0.25 ms, joints: { coulomb: 0, viscous: 0, stops: none } } }
record: { rate: 500 Hz }
`;
    const [{ approach, where }] = loopsOf(far).loops;
    const [z, force] = recorded(far, [], 'tool.position.z', 'contact.table.force.z');
    expect(where.at[2]).toBeCloseTo(z[0] - 0.08, 5);
    expect(approach.preload).toBeGreaterThan(3);
    expect(approach.preload / -force[force.length - 1]).toBeCloseTo(1, 3);
  });
});
