import { describe, expect, it } from 'vitest';
import { lawCases } from './laws.js';

for (const { name, reported, others, share = 1 } of lawCases) {
  describe(name, () => {
    it('as it was reported', () => {
      expect(reported().filter(({ pass }) => !pass)).toEqual([]);
    });
    it('with other values', () => others(Math.max(1, Math.round(5 * share))));
  });
}
