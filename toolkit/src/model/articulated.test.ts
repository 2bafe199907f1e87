import { describe, expect, it } from 'vitest';
import { factorDefinite, numbers as N, type Vec3 } from '../math/index.js';
import type { Robot } from '../robot/index.js';
import { articulate, solveArticulated } from './articulated.js';
import {
  apart,
  chain,
  followers,
  made,
  scale,
  someState,
  times,
  traced,
  vector,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';

/** Axes whose length is 1 to rounding and that lie 1e-8 off an axis of the frame, as drawings are exported. */
function nearlyAligned(): Robot {
  const given = chain('nearly aligned', ['revolute', 'prismatic', 'continuous', 'helical', 'revolute'], 11);
  const axes: readonly Vec3<number>[] = [
    [1, 1e-8, 0],
    [1e-8, 0, -1],
    [0, -1, 1e-8],
    [1e-8, 1, 0],
    [0, 1e-8, 1],
  ];
  return { ...given, joints: given.joints.map((j, i) => ({ ...j, axis: axes[i] })) };
}

describe('articulated bodies', () => {
  for (const given of [...zoo(), nearlyAligned()]) {
    const model = made(given);
    if (model.bodies.some((body) => body.mimic !== undefined)) continue;
    it(`undo the mass matrix, with and without an added diagonal: ${given.name}`, () => {
      const { nv } = model;
      const { q, next } = someState(model, 41);
      const added = Array.from({ length: nv }, () => 0.5 * next());
      for (const diagonal of [undefined, added]) {
        const matrix = massMatrix(N, model, q);
        diagonal?.forEach((d, i) => {
          matrix[i * nv + i] += d;
        });
        const articulated = articulate(N, model, q, {}, diagonal);
        for (let trial = 0; trial < 2; trial++) {
          const b = vector(next, nv, 5);
          const x = solveArticulated(N, articulated, b);
          expect(apart(times(matrix, x), b)).toBeLessThan(1e-12 * scale(x));
          if (trial > 0) continue;
          const graph = traced([...q, ...b, ...added], (G, y) => {
            const d = diagonal === undefined ? undefined : y.slice(model.nq + nv);
            return solveArticulated(
              G,
              articulate(G, model, y.slice(0, model.nq), {}, d),
              y.slice(model.nq, model.nq + nv),
            );
          });
          expect(apart(graph, x)).toBeLessThan(1e-11 * scale(x));
        }
        // For one joint of one degree of freedom each, the pivots are those of LᵀDL.
        const { pivots } = factorDefinite(N, matrix, nv);
        expect(apart(articulated.pivots, pivots)).toBeLessThan(1e-12 * scale(pivots));
      }
    });
  }

  it('refuse mimics', () => {
    const model = made(followers());
    expect(() => articulate(N, model, model.neutral)).toThrow('mimic');
  });
});
