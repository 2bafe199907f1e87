/** A run that gained energy by the controller's own doing, in words. */
import { formatNumber } from 'pliant/math';
import type { Problem } from 'pliant/problem';
import type { LedgerVerdict, LineKind } from 'pliant/run';

/** What to do about it, for each line of the ledger that is the controller's own doing. */
const remedies: Readonly<Partial<Record<LineKind, string>>> = {
  limits:
    'limits that hold torques back make them come late: raise them (control.limits), or lower the gains',
  sampling:
    'torques that are held for a tick T come late, a spring K at the speed v by ½ T K v², which adds up over a run and which no tank pays: raise control.rate, with which it falls, or lower the gains',
};

/** The run's own verdict in a line, with what a tank paid in it; `show` words a quantity. */
export function ranAs(
  { passive, gained, gainedShare, tank }: LedgerVerdict,
  show: (value: number, unit: string) => string,
): string {
  const part =
    gained === undefined
      ? 'only sources put energy in'
      : `of all that should put no energy in, ${gained.name} put in most: ${show(gained.energy, 'J')}, ${percent(gainedShare)}`;
  const books =
    tank === undefined
      ? ''
      : `; the tank paid ${show(tank.paid, 'J')} and took in ${show(tank.kept, 'J')} from dampers, ${
          tank.unpaid > 0
            ? `and ${show(tank.unpaid, 'J')} of sources, motions and changes were not paid`
            : 'and all of sources, motions and changes was paid'
        }`;
  return `in the run ${passive ? '' : 'not '}passive: ${part}${books}`;
}

function percent(share: number): string {
  return `${formatNumber(100 * share, 2)} % of the largest stored energy`;
}

/** A warning where limits or sampling put in more than a passive run may gain; `show` words a quantity. */
export function gains(
  { passive, gained, gainedShare }: LedgerVerdict,
  show: (value: number, unit: string) => string,
): Problem[] {
  if (passive || gained === undefined) return [];
  const hint = remedies[gained.kind];
  if (hint === undefined) return [];
  return [
    {
      code: 'not-passive',
      severity: 'warning',
      where: { path: `ledger.${gained.kind}` },
      message: `the run was not passive: ${gained.name} put in ${show(gained.energy, 'J')}, ${percent(gainedShare)}`,
      hint,
    },
  ];
}
