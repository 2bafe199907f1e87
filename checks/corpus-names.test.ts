/** No name of the corpus stands in this repository; where one is a word of everybody's, say so in corpus-names.ts. */
import { describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { ownTexts, strayNames, tellingNames } from './corpus-names.js';

describe.skipIf(absent !== undefined)(
  `names of the corpus${absent === undefined ? '' : ` (${absent})`}`,
  () => {
    it('are many, of links and joints and of words', () => {
      const { names, words } = tellingNames();
      expect(names.size).toBeGreaterThan(200);
      expect(words.size).toBeGreaterThan(20);
    });

    it('stand in no file of this repository', () => {
      const files = ownTexts();
      expect(files.length).toBeGreaterThan(200);
      expect(files).toContain('checks/corpus-names.ts');
      expect(strayNames(files)).toEqual([]);
    });
  },
);
