import { describe, expect, it } from 'vitest';
import { jointUnit, slides, velocityEntryUnits } from './joint-units.js';
import { made, zoo } from './made.test.helper.js';

describe('units of joints', () => {
  it('are those of lengths where a joint slides and of angles elsewhere', () => {
    expect(slides({ type: 'prismatic' })).toBe(true);
    expect(slides({ type: 'helical' })).toBe(false);
    expect(jointUnit({ type: 'prismatic' }, ['rad', 'm'])).toBe('m');
    expect(jointUnit({ type: 'continuous' }, ['rad', 'm'])).toBe('rad');
  });

  for (const given of zoo()) {
    it(`agree with those of the velocities: ${given.name}`, () => {
      const model = made(given);
      expect(velocityEntryUnits(model, ['rad/s', 'm/s'])).toEqual(model.velocityUnits);
      expect(velocityEntryUnits(model, ['N m', 'N'])).toEqual(model.forceUnits);
    });
  }
});
