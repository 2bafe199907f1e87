/** How long a robot file takes to read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readUrdf } from 'pliant/robot';
import { atMost, type Claim } from '../claim.js';
import { absent, corpusBytes, facts } from '../corpus.js';
import { checkout } from '../folders.js';
import { chainText } from '../urdf-text.js';

/** Milliseconds of the first and of the median of ten reads. */
function timed(source: string | Uint8Array): { first: number; median: number } {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const start = performance.now();
    readUrdf(source, { file: 'timed.urdf' });
    times.push(performance.now() - start);
  }
  return { first: times[0], median: times.sort((a, b) => a - b)[5] };
}

export const readingClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'urdf: time to read',
    verifyOnly: true,
    absent: () => absent,
    measure() {
      const sizes = facts((entry) => entry.format === 'urdf').map(({ file }) => ({
        file,
        size: corpusBytes(file).length,
      }));
      const hundred = sizes.filter(({ size }) => size > 100_000 && size < 150_000);
      const arm = timed(readFileSync(join(checkout, 'robots/arm7/arm7.urdf')));
      return [
        atMost('a chain of 1000 joints, first read', timed(chainText(1000)).first, 1000, 'ms'),
        ...hundred.map(({ file, size }) => {
          const { first } = timed(corpusBytes(file));
          return atMost(`a file of ${(size / 1000).toFixed(0)} kB, first read`, first, 200, 'ms');
        }),
        atMost("the project's own arm, median read", arm.median, 20, 'ms'),
      ];
    },
  },
];
