import { describe, expect, it } from 'vitest';
import { lawCases } from './laws.js';

for (const { id, name, reported, others, share = 1 } of lawCases) {
  describe(`${id} ${name}`, () => {
    // Every number of every law in many courses takes its time.
    it('as it was reported', { timeout: 240_000 }, () => {
      expect(reported().filter(({ pass }) => !pass)).toEqual([]);
    });
    it('with other values', () => others(Math.max(1, Math.round(5 * share))));
  });
}

it('are all of the field, each once', () => {
  const numbered = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${kind}-${String(i + 1).padStart(2, '0')}`);
  const all = [...numbered('AD', 17), ...numbered('CL', 22), ...numbered('LS', 11)];
  expect(lawCases.map(({ id }) => id).sort()).toEqual(all);
});
