/** Xacro as ros/xacro expands it, on files that others wrote. */
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import { absent, corpusBytes } from '../corpus.js';
import { timing } from '../fresh.js';
import { robotFaults, suiteCases, suiteFault, xacroRobots } from '../xacro-corpus.js';

/** Expansions above this size are robots of the largest kind, bytes. */
const large = 100_000;

export const xacroClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'xacro: robots that expand to their expansions',
    absent: () => absent,
    measure(scale) {
      // The tests expand every robot of the corpus in xacro-corpus.test.ts.
      const robots = xacroRobots().filter((_, i) => scale === 'full' || i % 5 === 0);
      const wrong = robots.filter((robot) => robotFaults(robot).length > 0).map(({ expansion }) => expansion);
      const names = wrong.length === 0 ? '' : ` (not ${wrong.slice(0, 5).join(', ')})`;
      return [
        atLeast('robots with arguments', robots.length, scale === 'full' ? 16 : 3),
        exactly(
          'equal, as trees and as robots',
          `${robots.length - wrong.length}${names}`,
          String(robots.length),
        ),
      ];
    },
  },
  {
    topic: 'files',
    id: "xacro: cases of ros/xacro's own tests",
    absent: () => absent,
    measure(scale) {
      const cases = suiteCases().filter((_, i) => scale === 'full' || i % 9 === 0);
      const misses = cases.flatMap((entry, i) => {
        const fault = suiteFault(entry);
        return fault === undefined ? [] : [{ name: `${i}, ${entry.test}`, fault }];
      });
      return [
        atLeast(
          `of ${cases.length} cases`,
          cases.length - misses.length,
          scale === 'full' ? 155 : cases.length,
        ),
        ...misses.map(
          ({ name, fault }): Row => ({
            what: `case ${name}`,
            value: fault.split('\n')[0],
            limit: 'told, not wanted',
            pass: true,
          }),
        ),
      ];
    },
  },
  {
    topic: 'files',
    id: 'xacro: time to read from cold',
    verifyOnly: true,
    absent: () => absent,
    measure() {
      const times = xacroRobots().map(({ expansion }, i) => ({
        isLarge: corpusBytes(expansion).length > large,
        // The least of three processes: what else the machine does only adds.
        time: Math.min(...[1, 2, 3].map(() => timing<{ milliseconds: number }>('xacro', [i]).milliseconds)),
      }));
      const slowest = (chosen: boolean) =>
        Math.max(...times.filter(({ isLarge }) => isLarge === chosen).map(({ time }) => time));
      return [
        atMost('the slowest of the arms', slowest(false), 200, 'ms'),
        atMost('the slowest of the mobile robots', slowest(true), 1000, 'ms'),
      ];
    },
  },
];
