/** Robot files by folder of the corpus, hostile files through the command, and a long chain. */
import { atLeast, atMost, type Claim, exactly, type Row } from '../claim.js';
import { absent } from '../corpus.js';
import { timing } from '../fresh.js';
import { hostileFiles } from '../hostile.js';
import { answerTo, mostMemory, mostSeconds } from '../hostile-answer.js';
import { type CorpusRow, endEffectorErrors, factRows, roundTripRows, verdictRows } from '../urdf-corpus.js';

/** `good`, `awkward/made`. */
function folderOf(file: string): string {
  const [first, second] = file.split('/');
  return first === 'awkward' && file.split('/').length > 2 ? `${first}/${second}` : first;
}

function byFolder(what: string, rows: readonly CorpusRow[]): Row[] {
  const folders = [...new Set(rows.map(({ file }) => folderOf(file)))].sort();
  return folders.flatMap((folder): Row[] => {
    const inside = rows.filter(({ file }) => folderOf(file) === folder);
    const wrong = inside.flatMap((row) => {
      const faults = row.faults();
      return faults.length === 0 ? [] : [{ file: row.file, fault: faults[0].split('\n')[0] }];
    });
    return [
      exactly(`${what} in ${folder}`, inside.length - wrong.length, inside.length),
      ...wrong.map(({ file, fault }): Row => ({ what: file, value: fault, limit: 'right', pass: false })),
    ];
  });
}

export const fileClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'urdf: links, joints by type, mimics, free joints, mass, root, poses and verdicts',
    // The tests read every file of the corpus in urdf-corpus.test.ts.
    verifyOnly: true,
    absent: () => absent,
    measure() {
      const ends = endEffectorErrors();
      return [
        ...byFolder('as the facts say', factRows()),
        ...byFolder('as the verdict says', verdictRows()),
        ...byFolder('the same when written and read', roundTripRows()),
        atMost(`position of ${ends.count} end effectors`, ends.error, 1e-6, 'm'),
      ];
    },
  },
  {
    topic: 'files',
    id: 'urdf: a chain of 1000 joints, in a process of its own',
    verifyOnly: true,
    measure() {
      // The least of three: what else the machine does only adds. Modules are loaded before.
      const times = [1, 2, 3].map(() => timing<{ read: number; compile: number }>('chain'));
      return [
        atMost('from its text to a robot', Math.min(...times.map(({ read }) => read)), 1000, 'ms'),
        atMost(
          'from the robot to the first step of its kernel',
          Math.min(...times.map(({ compile }) => compile)),
          10_000,
          'ms',
        ),
      ];
    },
  },
  {
    topic: 'files',
    id: 'command: hostile robot files',
    verifyOnly: true,
    measure() {
      const answers = hostileFiles().map((file) => ({ title: file.title, ...answerTo(file) }));
      const wrong = answers.filter(({ faults }) => faults.length > 0);
      return [
        atLeast('hostile files', answers.length, 70),
        exactly(
          'that are named with their place and exit 2, or taken',
          answers.length - wrong.length,
          answers.length,
        ),
        atMost(
          'the slowest, processor time with the start',
          Math.max(...answers.map(({ seconds }) => seconds)),
          mostSeconds,
          's',
        ),
        atMost(
          'the largest, with the start',
          Math.max(...answers.map(({ memory }) => memory)),
          mostMemory,
          'MB',
        ),
        ...wrong.map(
          ({ title, faults }): Row => ({
            what: title,
            value: faults[0].split('\n')[0],
            limit: 'right',
            pass: false,
          }),
        ),
      ];
    },
  },
];
