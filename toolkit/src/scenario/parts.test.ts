import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mat3, mulMat, numbers, symmetricEigen, transpose } from '../math/index.js';
import { forwardKinematics, frameJacobian, framePlacement, massMatrix } from '../model/index.js';
import { chainTo, longestChainEnd, reachOf } from './chain.js';
import { dampingOf, fullMatrix } from './damping.js';
import { pointInertia } from './elements.js';
import { madeArm, madeModel } from './made-arm.test.helper.js';
import { joinPath } from './paths.js';
import { positionsInLine, positionsInText } from './positions.js';
import { readyPose } from './ready-pose.js';

const g = [0, 0, -9.81] as const;

describe('damping ratios', () => {
  const spd = fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 })
    .map((a) => {
      const A = a as unknown as Mat3<number>;
      return mulMat(numbers, A, transpose(A)).map(
        (x, i) => x + (i % 4 === 0 ? 0.1 : 0),
      ) as unknown as Mat3<number>;
    });

  it('of one mass on one stiffness are 2 ζ √(k m)', () => {
    expect(dampingOf(0.7, [400], 4)).toEqual([2 * 0.7 * 40]);
    expect(dampingOf(1, [100, 400, 900], 1)).toEqual([20, 40, 60]);
  });

  it('hold in every mode: D Λ⁻¹ D = 4 ζ² K', () => {
    fc.assert(
      fc.property(spd, spd, fc.double({ min: 0.1, max: 2, noNaN: true }), (inertia, stiffness, ratio) => {
        const D = dampingOf(ratio, stiffness, inertia) as unknown as Mat3<number>;
        const { values, vectors } = symmetricEigen(inertia, 3);
        const inverse = Array.from({ length: 9 }, (_, i) =>
          [0, 1, 2].reduce(
            (sum, k) => sum + (vectors[k][Math.floor(i / 3)] * vectors[k][i % 3]) / values[k],
            0,
          ),
        ) as unknown as Mat3<number>;
        const product = mulMat(numbers, mulMat(numbers, D, inverse), D);
        const size = Math.max(...stiffness.map(Math.abs)) * 4 * ratio ** 2;
        for (let i = 0; i < 9; i++) {
          expect(Math.abs(product[i] - 4 * ratio ** 2 * stiffness[i])).toBeLessThan(1e-9 * size);
          expect(D[i]).toBeCloseTo(D[3 * (i % 3) + Math.floor(i / 3)], 12);
        }
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it('take one number, a diagonal and a matrix for what they are', () => {
    const inertia: Mat3<number> = [2, 0, 0, 0, 3, 0, 0, 0, 5];
    const one = dampingOf(0.5, [100], inertia);
    expect(one[0]).toBeCloseTo(Math.sqrt(200), 12);
    expect(one[8]).toBeCloseTo(Math.sqrt(500), 12);
    expect(dampingOf(0.5, [100, 100, 100], inertia)).toEqual(one);
    expect(dampingOf(0.5, fullMatrix([100]), inertia)).toEqual(one);
  });
});

describe('the chain', () => {
  const model = madeModel();
  const tip = longestChainEnd(model);

  it('ends at the hand, whatever the order of links', () => {
    expect(tip.name).toBe('tip');
    expect(chainTo(model, tip.body).map((i) => model.bodies[i].joint)).toEqual([
      'turn',
      'shoulder',
      'elbow',
      'slide',
    ]);
  });

  it('is reached by no configuration further than its reach', () => {
    const { centre, reach } = reachOf(model, { frame: tip, at: [0, 0, 0] }, model.neutral);
    expect(reach).toBeCloseTo(0.2 + 0.3 + 0.3 + 0.1 + 0.1, 12);
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (u) => {
          const q = [...model.neutral];
          for (const body of model.bodies) {
            const { lower = -3, upper = 3 } = body.limits ?? {};
            if (body.nv === 1) q[body.q] = lower + u[body.v] * (upper - lower);
          }
          const { position } = framePlacement(numbers, forwardKinematics(numbers, model, q), tip);
          const distance = Math.sqrt(position.reduce((sum, x, i) => sum + (x - centre[i]) ** 2, 0));
          expect(distance).toBeLessThanOrEqual(reach + 1e-12);
        },
      ),
      { seed: 6 },
    );
  });
});

describe('the inertia of a point', () => {
  it('is (J M⁻¹ Jᵀ)⁻¹ of its own Jacobian, also off the frame’s origin', () => {
    const model = madeModel();
    const q = readyPose(model, { frame: longestChainEnd(model), at: [0, 0, 0] }, g);
    const at = [0.03, -0.02, 0.05] as const;
    const { inertia } = pointInertia(model, { name: 'p', frame: 'wrist', at }, q);
    // Moved onto a frame of its own, the point is that frame's origin.
    const text = madeArm().replace(
      '</robot>',
      `<link name="p"/><joint name="m" type="fixed"><parent link="wrist"/><child link="p"/><origin xyz="${at.join(' ')}"/></joint></robot>`,
    );
    const own = madeModel(text);
    const frame = own.frames.find((f) => f.name === 'p');
    if (frame === undefined) throw new Error('a frame');
    const J = frameJacobian(numbers, own, forwardKinematics(numbers, own, q), frame, 'worldAligned');
    const M = massMatrix(numbers, own, q);
    // Λ (J M⁻¹ Jᵀ) = 1, column by column, M⁻¹ by elimination.
    for (let k = 0; k < 3; k++) {
      const z = solve(
        M,
        own.nv,
        Array.from({ length: own.nv }, (_, i) => J[k * own.nv + i]),
      );
      const moved = [0, 1, 2].map((r) => z.reduce((sum, x, i) => sum + J[r * own.nv + i] * x, 0));
      const back = [0, 1, 2].map((r) => moved.reduce((sum, x, c) => sum + inertia[3 * r + c] * x, 0));
      for (let r = 0; r < 3; r++) expect(back[r]).toBeCloseTo(r === k ? 1 : 0, 9);
    }
  });
});

function solve(M: readonly number[], n: number, b: readonly number[]): number[] {
  const a = Array.from({ length: n }, (_, i) => [...M.slice(i * n, (i + 1) * n), b[i]]);
  for (let p = 0; p < n; p++) {
    const best = a
      .slice(p)
      .reduce((most, row, i) => (Math.abs(row[p]) > Math.abs(a[p + most][p]) ? i : most), 0);
    [a[p], a[p + best]] = [a[p + best], a[p]];
    for (let r = 0; r < n; r++) {
      if (r === p) continue;
      const factor = a[r][p] / a[p][p];
      for (let c = p; c <= n; c++) a[r][c] -= factor * a[p][c];
    }
  }
  return a.map((row, i) => row[n] / row[i]);
}

describe('positions by themselves', () => {
  const model = madeModel();

  it('are read from a line and from a file', () => {
    const line = positionsInLine(model, 'shoulder=30 deg, elbow=0.5,slide=20 mm', '--at').value;
    const text = positionsInText(model, 'shoulder: 30 deg\nelbow: [0.5]\nslide: 0.02\n', 'q.yaml').value;
    expect(line).toEqual(text);
    expect(line).toContain(Math.PI / 6);
  });

  it.each([
    ['sholder=1', 'unknown-joint'],
    ['thumb=1', 'joint-follows'],
    ['slide=1 rad', 'wrong-unit'],
    ['slide', 'position'],
  ])('are refused: %s', (line, code) => {
    expect(positionsInLine(model, line, '--at').problems.map((p) => p.code)).toEqual([code]);
  });

  it.each([
    ['elbow: [1, 2]', 'position'],
    ['ebow: [1]', 'unknown-joint'],
    ['elbow: x', 'wrong-kind'],
  ])('are refused in a file: %s', (text, code) => {
    expect(positionsInText(model, text, 'q.yaml').problems).toMatchObject([
      { code, where: { file: 'q.yaml', line: 1 } },
    ]);
  });
});

describe('small parts', () => {
  it.each([
    ['a/b', '../c.urdf', 'a/c.urdf'],
    ['', 'c.urdf', 'c.urdf'],
    ['a', './b/../c', 'a/c'],
    ['a', '../../c', '../c'],
    ['..', '../c', '../../c'],
    ['a', '/x/../y', '/y'],
    ['/', '../c', '/c'],
    ['a', 'b\\c', 'a/b/c'],
  ])('join %j and %j to %j', (folder, path, joined) => {
    expect(joinPath(folder, path)).toBe(joined);
  });
});
