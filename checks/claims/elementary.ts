import { accuracyCases, largestError } from '../accuracy.js';
import { atMost, type Claim } from '../claim.js';

export const elementaryClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'elementary functions: largest error',
    measure: (scale) =>
      accuracyCases.map((c) => {
        const count = scale === 'full' ? 100_000 : 1000;
        return atMost(`${c.name} (${count})`, largestError(c, count).error, c.limit, 'ulp');
      }),
  },
];
