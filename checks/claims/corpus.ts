/** The URDF reader on files that others wrote. */
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import { absent } from '../corpus.js';
import { reachingRobots, reachOn } from '../reach-corpus.js';
import { type CorpusRow, endEffectorErrors, factRows, otherFormatRows, verdictRows } from '../urdf-corpus.js';

function right(what: string, rows: readonly CorpusRow[]): Row {
  const wrong = rows.filter((row) => row.faults().length > 0).map((row) => row.file);
  const got = rows.length - wrong.length;
  const names = wrong.length === 0 ? '' : ` (not ${wrong.slice(0, 5).join(', ')})`;
  return exactly(what, `${got}${names}`, String(rows.length));
}

export const corpusClaims: readonly Claim[] = [
  {
    topic: 'spine',
    id: 'urdf: every row of the corpus',
    absent: () => absent,
    measure(scale) {
      // The tests read every file of the corpus in urdf-corpus.test.ts.
      const some = (rows: CorpusRow[]) => rows.filter((_, i) => scale === 'full' || i % 7 === 0);
      const facts = some(factRows());
      const verdicts = some(verdictRows());
      const ends = endEffectorErrors();
      return [
        atLeast('files with facts', facts.length, 1),
        right('files that come out as their facts say', facts),
        atLeast('files with a verdict', verdicts.length, 1),
        right('files that get their verdict', verdicts),
        right('files in another format, named for it', some(otherFormatRows())),
        atMost(`position of ${ends.count} end effectors`, ends.error, 1e-6, 'm'),
      ];
    },
  },
  {
    topic: 'spine',
    id: 'scenario: examples/reach.yaml on robots of the corpus',
    absent: () => absent,
    measure(scale) {
      const robots = reachingRobots().filter((_, i) => scale === 'full' || i % 7 === 0);
      const outcomes = robots.map((entry) => ({ ...reachOn(entry), file: entry.file }));
      const ran = outcomes.filter(({ end, faults }) => end === 'ran' && faults.length === 0).length;
      const refused = outcomes.filter(({ end, faults }) => end === 'refused' && faults.length === 0).length;
      return [
        atLeast('robots that it runs on as it stands', ran, robots.length / 2),
        exactly('that it runs on, or that are refused by name', ran + refused, robots.length),
      ];
    },
  },
];
