import { describe, expect, it } from 'vitest';
import { factorDefinite, numbers as N, solveDefinite } from '../math/index.js';
import { inverseDiagonal } from './inverse-diagonal.js';
import { chain, made, someState, traced, zoo } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import type { Model } from './model.js';

/** (M⁻¹)ᵢᵢ as the i-th entry of the solution for the i-th unit vector. */
function byDefinition(model: Model, q: readonly number[]): number[] {
  const factored = factorDefinite(N, massMatrix(N, model, q), model.nv);
  return Array.from({ length: model.nv }, (_, i) => {
    const unit = new Array<number>(model.nv).fill(0);
    unit[i] = 1;
    return solveDefinite(N, factored, unit)[i];
  });
}

function expectClose(got: readonly number[], wanted: readonly number[]): void {
  expect(got.length).toBe(wanted.length);
  got.forEach((x, i) => {
    expect(Math.abs(x - wanted[i])).toBeLessThan(1e-10 * wanted[i]);
  });
}

describe('the diagonal of the inverse of the mass matrix', () => {
  for (const given of zoo()) {
    const model = made(given);
    it(`is what the definition gives: ${given.name}`, () => {
      for (const seed of [1, 2, 3]) {
        const { q } = someState(model, seed);
        const wanted = byDefinition(model, q);
        expectClose(inverseDiagonal(N, model, q), wanted);
        if (seed === 1)
          expectClose(
            traced(q, (G, y) => inverseDiagonal(G, model, y)),
            wanted,
          );
      }
    });
  }

  it('keeps its digits along a chain of 60 joints', () => {
    const model = made(chain('long', new Array(60).fill('revolute'), 4));
    const { q } = someState(model, 5);
    expectClose(inverseDiagonal(N, model, q), byDefinition(model, q));
  });
});
