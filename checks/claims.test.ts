import { describe, expect, it } from 'vitest';
import { claims } from './claims/index.js';

describe('claims, on their seeded subset', () => {
  for (const claim of claims) {
    if (claim.verifyOnly === true) continue;
    const absent = claim.absent?.();
    it.skipIf(absent !== undefined)(
      `${claim.topic}: ${claim.id}${absent === undefined ? '' : ` (${absent})`}`,
      { timeout: 300_000 },
      async () => {
        const rows = await claim.measure('subset');
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.filter((row) => !row.pass)).toEqual([]);
      },
    );
  }

  it('have names of their own', () => {
    const ids = claims.map((claim) => claim.id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
