import { describe, expect, it } from 'vitest';
import { projectSemidefinite } from './psd-projection.js';
import { leastEigenvalue } from './symmetric-eigen.js';

describe('the nearest positive semidefinite matrix', () => {
  it('of [[300, 450], [0, 100]] has the published entries', () => {
    const { matrix, cut, change } = projectSemidefinite([300, 450, 0, 100], 2);
    expect(cut.map((x) => Math.round(x * 1e5) / 1e5)).toEqual([-46.22145]);
    const wanted = [313.72457, 203.88115, 203.88115, 132.49688];
    matrix.forEach((x, i) => {
      expect(Math.abs(x - wanted[i])).toBeLessThan(1e-4);
    });
    // The parts are orthogonal: ‖K − K₊‖² = ‖skew‖² + λ².
    expect(change).toBeCloseTo(Math.sqrt(2 * 225 ** 2 + 46.22145 ** 2), 4);
  });
  it('is the matrix itself where that is one', () => {
    const good = [40, 3, -6, 3, 25, 2, -6, 2, 60];
    expect(projectSemidefinite(good, 3)).toEqual({ matrix: good, cut: [], change: 0 });
  });
  it('has no negative eigenvalue and is nearer than any of its neighbours', () => {
    const given = [1, 4, -2, 0, 0, -3, 7, 1, -5, 2, 3, 0, 1, -6, 2, 2];
    const { matrix, change } = projectSemidefinite(given, 4);
    expect(leastEigenvalue(matrix, 4)).toBeGreaterThan(-1e-12);
    for (let k = 0; k < 16; k++) {
      // A step along a rank-one direction stays semidefinite.
      const u = [0, 1, 2, 3].map((i) => ((k >> i) & 1) - 0.4);
      const near = matrix.map((x, e) => x + 0.01 * u[Math.floor(e / 4)] * u[e % 4]);
      const away = Math.sqrt(near.reduce((sum, x, e) => sum + (x - given[e]) ** 2, 0));
      expect(away).toBeGreaterThan(change);
    }
  });
  it('refuses a wrong number of entries', () => {
    expect(() => projectSemidefinite([1, 2, 3], 2)).toThrow('expected 4 entries, got 3');
  });
});
