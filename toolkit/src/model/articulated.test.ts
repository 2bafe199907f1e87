import { describe, expect, it } from 'vitest';
import { factorDefinite, numbers as N } from '../math/index.js';
import { articulate, solveArticulated } from './articulated.js';
import { apart, followers, made, scale, someState, times, traced, vector, zoo } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';

describe('articulated bodies', () => {
  for (const given of zoo()) {
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
