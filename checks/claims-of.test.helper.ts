/** The claims of a topic as tests, each on its seeded subset. */
import { describe, expect, it } from 'vitest';
import { claims } from './claims/index.js';

/** Topics with a test file of their own, so that cores can share them; claims.test.ts has all others. */
export const apart: readonly string[] = ['spine', 'files', 'vmc'];

export function testClaims(chosen: (topic: string) => boolean): void {
  describe('claims, on their seeded subset', () => {
    for (const claim of claims.filter(({ topic }) => chosen(topic))) {
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
  });
}
