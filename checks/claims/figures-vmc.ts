/** Figures F1 to F17 of the paper on reaching by virtual springs and masses, on this project's torso; see the room `figures`. */
import { figures, type Judged, judge, Models } from 'pliant/figures';
import type { Claim, Row } from '../claim.js';
import { armRun } from '../vmc/arm-run.js';
import { rowsOf } from './figures.js';

export const figureClaims: readonly Claim[] = [
  {
    topic: 'vmc',
    id: 'vmc: F1 to F17, figures of the reaching paper',
    measure: (scale): Row[] => {
      const bench = { models: new Models(), arm: armRun(), full: scale === 'full' };
      const own = figures.filter(({ id }) => /^F([1-9]|1[0-7])$/.test(id));
      return own.map((figure): Judged => judge(figure, bench)).flatMap(rowsOf);
    },
  },
];
