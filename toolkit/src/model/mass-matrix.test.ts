import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import type { Robot } from '../robot/index.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { kineticEnergy } from './kinetic-energy.js';
import {
  apart,
  followers,
  joint,
  link,
  made,
  planarArm,
  pose,
  robot,
  scale,
  someState,
  traced,
  vector,
  zoo,
} from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';

describe('mass matrix', () => {
  it('has the arm rows of the fixed-base arm on a floating base', () => {
    const arm = planarArm([1, 1], [1, 1]);
    const floating = robot(
      'floating',
      [
        link('ground'),
        ...arm.links.map((l) =>
          l.name === 'base' ? link('base', { mass: 5, centre: [0, 0, 0], inertia: [0, 0, 0.8, 0, 0, 0] }) : l,
        ),
      ],
      [joint('a base', 'planar', 'ground', 'base'), ...arm.joints],
    );
    const model = made(floating);
    const q = [0.3, -0.4, 0.9, 0.2, 3.141592653589793 / 3];
    const matrix = massMatrix(N, model, q);
    const at = (i: number, j: number) => matrix[i * 5 + j];
    expect(apart([at(3, 3), at(3, 4), at(4, 3), at(4, 4)], [4, 1.5, 1.5, 1])).toBeLessThan(1e-14);
    expect(apart([at(0, 0), at(0, 1), at(1, 0), at(1, 1)], [7, 0, 0, 7])).toBeLessThan(1e-14);
    expect(apart(massMatrix(N, made(arm), q.slice(3)), [4, 1.5, 1.5, 1])).toBeLessThan(1e-14);
  });

  it('counts a follower with its master', () => {
    const slides = robot(
      'slides',
      [
        link('base'),
        link('a', { mass: 0.1, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }),
        link('b', { mass: 0.2, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] }),
      ],
      [
        joint('master', 'prismatic', 'base', 'a', pose(), [1, 0, 0]),
        joint('follower', 'prismatic', 'base', 'b', pose(), [1, 0, 0], {
          mimic: { joint: 'master', multiplier: -0.5, offset: 0 },
        }),
      ],
    );
    const model = made(slides);
    expect(model.nv).toBe(1);
    expect(massMatrix(N, model, [0.3])[0]).toBeCloseTo(0.15, 16);
  });

  it('is Gᵀ M G of the model without mimics', () => {
    const tied = followers();
    const loose: Robot = { ...tied, joints: tied.joints.map(({ mimic: _, ...rest }) => rest) };
    const [model, full] = [made(tied), made(loose)];
    const { q } = someState(model, 6);
    // Rows of G, and q of the loose model, by joint name.
    const ratio = new Map(tied.joints.map((j) => [j.name, j.mimic]));
    const column = (name: string) => model.velocityNames.indexOf(name);
    const G = full.velocityNames.map((name) => {
      const mimic = ratio.get(name);
      const row = new Array(model.nv).fill(0);
      row[column(mimic?.joint ?? name)] = mimic?.multiplier ?? 1;
      return row;
    });
    const wide = full.positionNames.map((name) => {
      const mimic = ratio.get(name);
      return mimic === undefined ? q[column(name)] : mimic.multiplier * q[column(mimic.joint)] + mimic.offset;
    });
    const M = massMatrix(N, full, wide);
    const n = full.nv;
    const expected: number[] = [];
    for (let i = 0; i < model.nv; i++) {
      for (let j = 0; j < model.nv; j++) {
        let sum = 0;
        for (let k = 0; k < n; k++) for (let l = 0; l < n; l++) sum += G[k][i] * M[k * n + l] * G[l][j];
        expected.push(sum);
      }
    }
    expect(apart(massMatrix(N, model, q), expected)).toBeLessThan(1e-14 * scale(expected));
  });

  for (const given of zoo()) {
    it(`is symmetric, and what kinetic energy and inverse dynamics say: ${given.name}`, () => {
      const model = made(given);
      const { nv } = model;
      const { q, next } = someState(model, 31);
      const matrix = massMatrix(N, model, q);
      const still: number[] = new Array(nv).fill(0);
      for (let j = 0; j < nv; j++) {
        const unit = still.map((_, k) => (k === j ? 1 : 0));
        const column = inverseDynamics(N, model, q, still, unit, [0, 0, 0]);
        expect(
          apart(
            column,
            still.map((_, i) => matrix[i * nv + j]),
          ),
        ).toBeLessThan(1e-13 * scale(matrix));
        for (let i = 0; i < nv; i++) expect(matrix[i * nv + j]).toBe(matrix[j * nv + i]);
      }
      const v = vector(next, nv);
      let twice = 0;
      for (let i = 0; i < nv; i++) for (let j = 0; j < nv; j++) twice += v[i] * matrix[i * nv + j] * v[j];
      expect(Math.abs(kineticEnergy(N, model, q, v) - 0.5 * twice)).toBeLessThan(1e-13 * scale([twice]));
      expect(
        apart(
          traced(q, (G, x) => massMatrix(G, model, x)),
          matrix,
        ),
      ).toBeLessThan(1e-12 * scale(matrix));
    });
  }
});
