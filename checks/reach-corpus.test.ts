/** The flagship scenario on robots that others wrote. */
import { describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { reachingRobots, reachOn } from './reach-corpus.js';

describe.skipIf(absent !== undefined)(
  `examples/reach.yaml on the corpus${absent === undefined ? '' : ` (${absent})`}`,
  () => {
    const robots = reachingRobots();

    it.each(robots.map((entry) => [entry.file, entry.free, entry] as const))(
      '%s with %d joints',
      (_file, _free, entry) => {
        expect(reachOn(entry).faults).toEqual([]);
      },
    );

    it('has many robots, two-armed ones and ones with grippers among them', () => {
      expect(robots.length).toBeGreaterThan(10);
      expect(robots.some((entry) => entry.mimic.length > 0)).toBe(true);
      expect(robots.some((entry) => entry.free >= 14)).toBe(true);
    });
  },
);
