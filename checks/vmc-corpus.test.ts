/** A design of virtual model control on robots that others wrote. */
import { describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { designedRobots, designOn } from './vmc-corpus.js';

describe.skipIf(absent !== undefined)(
  `a design of virtual model control on the corpus${absent === undefined ? '' : ` (${absent})`}`,
  () => {
    const robots = designedRobots();
    const ends: string[] = [];

    it.each(robots.map((entry) => [entry.file, entry.free, entry] as const))(
      '%s with %d joints',
      (_file, _free, entry) => {
        const { end, faults } = designOn(entry);
        ends.push(end);
        expect(faults).toEqual([]);
      },
    );

    it('has many robots, ones with grippers among them, and runs on most', () => {
      expect(robots.length).toBeGreaterThan(10);
      expect(robots.some((entry) => entry.mimic.length > 0)).toBe(true);
      expect(ends.filter((end) => end === 'ran').length).toBeGreaterThan(robots.length / 2);
    });
  },
);
