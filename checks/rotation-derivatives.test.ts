/** Exact derivatives of the rotations: what they must be, and finite where rotations are singular. */

import { interpret, jacobian, type Node, ProgramBuilder, view } from 'pliant/graph';
import {
  type Algebra,
  expSO3,
  leftJacobian,
  logSO3,
  type Mat3,
  numbers as N,
  norm3,
  quaternionExp,
  quaternionFromRotation,
  quaternionLog,
  rotationFromQuaternion,
  type Vec3,
} from 'pliant/math';
import { describe, expect, it } from 'vitest';

/** Values and Jacobian of a function, traced. */
function derived(at: readonly number[], f: (A: Algebra<Node>, x: Node[]) => readonly Node[]) {
  const p = new ProgramBuilder('derivative');
  const x = p.field({ name: 'x', region: 'inputs', size: at.length, unit: '' });
  let rows = 0;
  p.procedure('step', () => {
    const leaves = p.loadAll(x);
    const results = f(p.graph, leaves);
    rows = results.length;
    const all = jacobian(p.graph, results, leaves).flat();
    p.storeAll(p.field({ name: 'J', region: 'outputs', size: all.length, unit: '' }), all);
  });
  const { layout, memory, run } = interpret(p.finish());
  view(layout, memory, 'x').set(at);
  run.step();
  return { J: [...view(layout, memory, 'J')], rows };
}

const apart = (a: readonly number[], b: readonly number[]) => {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((x, i) => Math.abs(x - b[i])));
};
const PI = 3.141592653589793;
const axes: Vec3<number>[] = [
  [1, 0, 0],
  [0, -1, 0],
  [0.48, -0.6, 0.64],
  [-0.8, 0, 0.6],
];
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const three = (x: Node[]) => x as unknown as Vec3<Node>;

describe('derivatives of rotations', () => {
  for (const angle of [0, 1e-200, 1e-9, 1e-4, 0.3, 0.4999, 0.5001, 0.9999, 1.0001, 2, 3, 3.14159265]) {
    it(`at ${angle} rad`, () => {
      for (const axis of axes) {
        const phi = axis.map((x) => x * angle);
        const through = [
          derived(phi, (A, x) => logSO3(A, expSO3(A, three(x)))),
          derived(phi, (A, x) => quaternionLog(A, quaternionExp(A, three(x)))),
          derived(phi, (A, x) =>
            quaternionLog(
              A,
              quaternionFromRotation(A, rotationFromQuaternion(A, quaternionExp(A, three(x)))),
            ),
          ),
        ];
        for (const { J } of through) expect(apart(J, identity)).toBeLessThan(1e-7 * (angle > 3.1 ? 1 : 1e-6));
        // d(exp φ)·exp(φ)ᵀ = [J_l dφ]×.
        const { J } = derived(phi, (A, x) => expSO3(A, three(x)));
        const R = expSO3(N, phi as unknown as Vec3<number>);
        const spun = [0, 1, 2].map((k) => {
          const at = (i: number, j: number) =>
            [0, 1, 2].reduce((s, c) => s + J[(3 * i + c) * 3 + k] * R[3 * j + c], 0);
          return [at(2, 1), at(0, 2), at(1, 0)];
        });
        const left = [0, 1, 2].flatMap((row) => spun.map((column) => column[row]));
        expect(apart(left, leftJacobian(N, phi as unknown as Vec3<number>))).toBeLessThan(1e-14);
      }
    });
  }

  it('are finite at half a turn', () => {
    for (const axis of axes) {
      const [x, y, z] = axis;
      const half: Mat3<number> = [
        2 * x * x - 1,
        2 * x * y,
        2 * x * z,
        2 * x * y,
        2 * y * y - 1,
        2 * y * z,
        2 * x * z,
        2 * y * z,
        2 * z * z - 1,
      ];
      const { J } = derived(half, (A, m) => logSO3(A, m as unknown as Mat3<Node>));
      expect(J.every(Number.isFinite)).toBe(true);
      expect(Math.max(...J.map(Math.abs))).toBeLessThan(20);
      const { J: straight } = derived([0, ...axis], (A, q) => quaternionLog(A, q as never));
      // φ = θ·u with θ = π − 2w near w = 0, so that dφ/du = π there.
      const expected = [0, 1, 2].flatMap((i) => [-2 * axis[i], ...[0, 1, 2].map((k) => (i === k ? PI : 0))]);
      expect(apart(straight, expected)).toBeLessThan(1e-14);
    }
  });

  it('are finite where a vector vanishes', () => {
    const { J } = derived([0, 0, 0], (A, x) => [norm3(A, three(x))]);
    expect(J).toEqual([0, 0, 0]);
  });
});
