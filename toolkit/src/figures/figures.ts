/** All figures, in the order of their numbers; and which of them notice that every stiffness is another. */
import { closedForms } from './closed-forms.js';
import { type Bench, type Figure, type Judged, judge } from './figure.js';
import { guardedFigures } from './guarded.js';
import { modelFigures } from './model-values.js';
import { Models } from './models.js';
import { oneAxisFigures } from './one-axis.js';
import { pressFigures } from './press.js';
import { pushingFigures } from './pushing.js';
import { reachingFigures } from './reaching.js';

export const figures: readonly Figure[] = [
  ...reachingFigures,
  ...pressFigures,
  ...pushingFigures,
  ...guardedFigures,
  ...oneAxisFigures,
  ...modelFigures,
  ...closedForms,
];

/** Hears which figure comes next. */
export type Told = (id: string, index: number, count: number) => void;

/** The figures of these ids, all by default, in their own order; `told` before each. */
export function tell(bench: Bench, only?: readonly string[], told: Told = () => {}): Judged[] {
  const wanted = figures.filter(({ id }) => only === undefined || only.includes(id));
  return wanted.map((figure, index) => {
    told(figure.id, index, wanted.length);
    return judge(figure, bench);
  });
}

export interface Noticed {
  /** What every stiffness of the bench's models was multiplied by. */
  readonly factor: number;
  /** The printed figures that reproduce by a run of the bench, and whether they still do. */
  readonly rows: readonly { readonly id: string; readonly holds: boolean }[];
  /** From 0 to 1. */
  readonly share: number;
}

/** Makes every stiffness of the bench's models another: rows that still hold measure nothing that hangs on one. */
export function noticed(factor: number, only?: readonly string[], told: Told = () => {}): Noticed {
  const bench = { models: new Models(factor) };
  const wanted = figures.filter(
    ({ id, dynamic, verdict }) =>
      dynamic && verdict === 'reproduces' && /^F/.test(id) && (only === undefined || only.includes(id)),
  );
  const rows = wanted.map((figure, index) => {
    told(figure.id, index, wanted.length);
    return { id: figure.id, holds: judge(figure, bench).outcome !== 'misses' };
  });
  return {
    factor,
    rows,
    share: rows.length === 0 ? 1 : rows.filter((row) => !row.holds).length / rows.length,
  };
}
