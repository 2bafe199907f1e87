export type { ArmOptions, ArmRun, ArmSamples } from './arm.js';
export type { Trace } from './bench-run.js';
export {
  type Bench,
  type Figure,
  holds,
  type Judged,
  judge,
  type Part,
  type Verdict,
  verdicts,
} from './figure.js';
export { figures, type Noticed, noticed, type Told, tell } from './figures.js';
export { Models } from './models.js';
export { type Plot, plots } from './plots.js';
export {
  boundText,
  figureTable,
  gotText,
  markdownTable,
  noticedText,
  outcomeCounts,
  outcomeText,
} from './table.js';
