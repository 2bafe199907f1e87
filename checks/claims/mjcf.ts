/** The MJCF reader on files that others wrote. */
import { atLeast, atMost, type Claim, exactly } from '../claim.js';
import { absent } from '../corpus.js';
import { mjcfEndEffectorErrors, mjcfRows } from '../mjcf-corpus.js';
import { loadPeerMujoco } from '../peer-mujoco.js';

export const mjcfClaims: readonly Claim[] = [
  {
    topic: 'files',
    id: 'mjcf: every row of the corpus',
    absent: () => absent,
    async measure(scale) {
      const mujoco = await loadPeerMujoco();
      // The tests read every file of the corpus in mjcf-corpus.test.ts.
      const rows = mjcfRows().filter((_, i) => scale === 'full' || i % 7 === 0);
      const wrong = rows.filter((row) => row.faults(mujoco).length > 0).map(({ file }) => file);
      const ends = mjcfEndEffectorErrors(mujoco, scale === 'full' ? 1 : 7);
      const names = wrong.length === 0 ? '' : ` (not ${wrong.join(', ')})`;
      return [
        atLeast('files with facts', rows.length, 1),
        exactly(
          'files that come out as their facts say',
          `${rows.length - wrong.length}${names}`,
          String(rows.length),
        ),
        atMost(`position of ${ends.count} end effectors`, ends.error, 1e-6, 'm'),
      ];
    },
  },
];
