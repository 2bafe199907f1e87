import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { made, someState, zoo } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { massMatrixWithRotors } from './rotors.js';

describe('the mass matrix with other rotors', () => {
  for (const given of zoo()) {
    it(`is that of the robot made with them: ${given.name}`, () => {
      const geared = {
        ...given,
        joints: given.joints.map((joint, i) => ({ ...joint, rotorInertia: 0.01 * (i + 1) })),
      };
      const model = made(geared);
      const bare = made({ ...given, joints: given.joints.map((joint) => ({ ...joint, rotorInertia: 0 })) });
      const { q } = someState(model, 93);
      expect(massMatrixWithRotors(model, q, undefined)).toEqual(massMatrix(numbers, model, q));
      const others = Array.from({ length: model.nv }, (_, i) => 0.3 + 0.1 * i);
      const wanted = massMatrix(numbers, bare, q).map((m, at) =>
        at % (model.nv + 1) === 0 ? m + others[at / (model.nv + 1)] : m,
      );
      expect(() => massMatrixWithRotors(model, q, [...others, 1])).toThrow(/rotorInertia/);
      massMatrixWithRotors(model, q, others).forEach((m, i) => {
        expect(m).toBeCloseTo(wanted[i], 12);
      });
    });
  }
});
