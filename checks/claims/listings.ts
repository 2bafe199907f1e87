/** Listings in full: all cases of the conformance suite in every language that can be run here. */
import type * as Suite from '../../toolkit/src/graph/conformance/index.js';
import { atLeast, type Claim, exactly } from '../claim.js';
import { compare, missing, runners } from '../listings.js';

/** The suite is no part of the package: as it was built beside these checks. */
const suite = new URL('../../../toolkit/dist/graph/conformance/index.js', import.meta.url).href;

/** Some of it is among the tests (listings.test.ts). */
export const listingClaims: readonly Claim[] = runners.map((runner) => ({
  topic: 'spine',
  id: `listings: ${runner.language} by ${runner.needs}`,
  verifyOnly: true,
  absent: () => missing(runner),
  async measure() {
    const { conformanceCases, reference } = (await import(suite)) as typeof Suite;
    const { found, numbers } = compare(runner, conformanceCases, reference);
    return [
      exactly('numbers that are not the interpreter’s', found.join('; ') || 'none', 'none'),
      atLeast('numbers compared', numbers, 50_000),
    ];
  },
}));
