/** Figures of the pages on impedance and admittance control, by runs of the toolkit's own laws on the bench and by closed forms. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  boundText,
  figures,
  gotText,
  holds,
  type Judged,
  judge,
  Models,
  markdownTable,
  noticed,
  outcomeText,
  plots,
  tell,
} from 'pliant/figures';
import { atLeast, type Claim, exactly, type Row } from '../claim.js';
import { checkout } from '../folders.js';
import { armRun } from '../vmc/arm-run.js';

/** A row for every number that was got; one that tells why for a figure that has none. */
export function rowsOf(figure: Judged): Row[] {
  const { id, parts, quoted, why, outcome } = figure;
  if (parts.length === 0)
    return [
      {
        what: `${id} ${quoted}`,
        value: `${outcomeText(figure)}: ${why}`,
        limit: 'none',
        pass: outcome !== 'left out' && outcome !== 'misses',
      },
    ];
  return parts.map((part) => ({
    what: `${id} ${part.what}`,
    value: gotText(part),
    limit: boundText(part) || 'none',
    pass: holds(part),
  }));
}

/** Of the long runs, these are measured by a test. */
const subset = new Set(
  'F21 F24 F27 F31 F37 F42 F44 F46 F50 F51 F60 F62 F64 F65 F68 C1 C4 C8 C10 C12'.split(' '),
);
const contact = figures.filter(({ id }) => !/^F([1-9]|1[0-7])$/.test(id));

export const contactFigureClaims: readonly Claim[] = [
  {
    topic: 'contact',
    id: 'contact: F18 to F68, figures of impedance and admittance control',
    measure: (scale) => {
      const bench = { models: new Models() };
      const own = scale === 'full' ? contact : contact.filter(({ id }) => subset.has(id));
      return own.flatMap((figure) => rowsOf(judge(figure, bench)));
    },
  },
  {
    topic: 'contact',
    id: 'contact: every figure from 1 to 68 is there once',
    measure: () => {
      const ids = figures.map(({ id }) => id).filter((id) => /^F/.test(id));
      return [
        exactly('in order', ids.join(' '), Array.from({ length: 68 }, (_, i) => `F${i + 1}`).join(' ')),
      ];
    },
  },
  {
    topic: 'contact',
    id: 'contact: figures notice stiffness that is 5 % more',
    verifyOnly: true,
    measure: () => {
      const { rows, share } = noticed(1.05);
      return [
        exactly('figures that reproduce by a run of the bench', rows.length, 26),
        atLeast('of them, break', 100 * share, 80, '%'),
      ];
    },
  },
  {
    topic: 'contact',
    id: 'contact: the page of figures shows what runs give',
    measure: (scale) => {
      const models = new Models();
      const page = (name: string): string => readFileSync(join(checkout, 'docs', name), 'utf8');
      const same = (what: string, shown: boolean): Row =>
        exactly(what, shown ? 'the same' : 'another', 'the same');
      const drawn = plots(models, scale === 'full' ? undefined : ['guarded']);
      return [
        ...drawn.map(({ name, svg }) => same(`plot ${name}`, page(`figures/${name}.svg`) === svg)),
        ...(scale === 'full'
          ? [same('table', page('figures.md').includes(markdownTable(tell({ models, arm: armRun() }))))]
          : []),
      ];
    },
  },
];
