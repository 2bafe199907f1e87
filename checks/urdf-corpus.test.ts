/** Every URDF file of the corpus comes out as its facts and verdicts say. */
import { describe, expect, it } from 'vitest';
import { absent, soundRobots } from './corpus.js';
import { factRows, otherFormatRows, roundTripRows, verdictRows } from './urdf-corpus.js';

describe.skipIf(absent !== undefined)(`the corpus${absent === undefined ? '' : ` (${absent})`}`, () => {
  it('is all there', () => {
    expect(soundRobots().length).toBeGreaterThan(20);
    expect(factRows().length).toBeGreaterThan(50);
    expect(roundTripRows().length).toBeGreaterThan(45);
    expect(new Set(verdictRows().map((row) => row.file)).size).toBeGreaterThan(60);
  });

  for (const row of [...factRows(), ...verdictRows(), ...otherFormatRows(), ...roundTripRows()]) {
    it(`${row.file}: ${row.asks}`, () => {
      expect(row.faults()).toEqual([]);
    });
  }
});
