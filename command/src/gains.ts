/** A run that gained energy by the controller's own doing, in words. */
import type { Problem } from 'pliant/problem';
import type { LedgerVerdict, LineKind } from 'pliant/run';

/** What to do about it, for each line of the ledger that is the controller's own doing. */
const remedies: Readonly<Partial<Record<LineKind, string>>> = {
  limits:
    'limits that hold torques back make them come late: raise them (control.limits), or lower the gains',
  sampling: 'torques that are held for a tick come late: raise control.rate, or lower the gains',
};

/** A warning where limits or sampling put in more than a passive run may gain; `show` words a quantity. */
export function gains(
  { passive, gained }: LedgerVerdict,
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
      message: `the run was not passive: ${gained.name} put in ${show(gained.energy, 'J')}`,
      hint,
    },
  ];
}
