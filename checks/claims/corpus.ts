/** The URDF reader on files that others wrote. */
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import { absent } from '../corpus.js';
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
    measure() {
      const facts = factRows();
      const verdicts = verdictRows();
      const ends = endEffectorErrors();
      return [
        atLeast('files with facts', facts.length, 1),
        right('files that come out as their facts say', facts),
        atLeast('files with a verdict', verdicts.length, 1),
        right('files that get their verdict', verdicts),
        right('files in another format, named for it', otherFormatRows()),
        atMost(`position of ${ends.count} end effectors`, ends.error, 1e-6, 'm'),
      ];
    },
  },
];
