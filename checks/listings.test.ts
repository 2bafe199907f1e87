/** Every language of the listings gives the interpreter's bits in cases of the conformance suite. */
import { describe, expect, it } from 'vitest';
import { type ConformanceCase, conformanceCases, reference } from '../toolkit/src/graph/conformance/index.js';
import { compare, missing, type Runner, runners } from './listings.js';

const random = conformanceCases.filter(({ name }) => name.startsWith('random'));

/**
 * All kinds of statements and operations, on a part of the inputs; `npm run verify spine` has all. Code longer than a
 * function of Java may be is for Java.
 */
function casesFor({ language }: Runner): ConformanceCase[] {
  return conformanceCases
    .filter((c) =>
      /deep|longer/.test(c.name) ? language === 'java' && /deep/.test(c.name) : random.indexOf(c) % 6 <= 0,
    )
    .map((c) => ({
      ...c,
      inputs: c.inputs.length < 100 ? c.inputs : c.inputs.filter((_, i) => i % 7 === 0),
    }));
}

for (const runner of runners) {
  const reason = missing(runner);
  const title = `${runner.language} by ${runner.needs}${reason === undefined ? '' : ` (skipped: ${reason})`}`;
  describe.skipIf(reason !== undefined)(title, () => {
    it('gives the bits of the interpreter', { timeout: 120_000 }, () => {
      const { found, numbers } = compare(runner, casesFor(runner), reference);
      expect(found).toEqual([]);
      expect(numbers).toBeGreaterThan(5000);
    });
  });
}
