/** A run that gained energy by the controller's own doing, in words. */
import type { Design } from 'pliant/control';
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

/**
 * Whether what gained most are held torques, beside a servo that follows motions by torques (`follows`). What it puts in is
 * a source of its own, and what stores nothing leaves nothing to compare with what its held torques put in beyond that.
 */
function byServo({ gained }: LedgerVerdict, follows: boolean): boolean {
  return follows && gained?.kind === 'sampling';
}

/** Whether a servo follows motions by torques of the controller's own. */
export function followsMotions({ servo }: Pick<Design, 'servo'>): boolean {
  return servo !== undefined && servo.follow.kind !== 'drive';
}

/** The run's own verdict in a line, with what a tank paid in it; `show` words a quantity. */
export function ranAs(
  verdict: LedgerVerdict,
  show: (value: number, unit: string) => string,
  follows = false,
): string {
  const { passive, gained, tank } = verdict;
  const what =
    gained === undefined
      ? 'only sources put energy in'
      : byServo(verdict, follows)
        ? `${show(gained.energy, 'J')} put in by torques that are held for a tick, with those of the servo, which follows a motion and is no passive law`
        : `of all that should put no energy in, ${gained.name} put in most: ${show(gained.energy, 'J')}, ${part(verdict)}`;
  const books =
    tank === undefined
      ? ''
      : `; the tank paid ${show(tank.paid, 'J')} and took in ${show(tank.kept, 'J')} from dampers, ${
          tank.unpaid > 0
            ? `and ${show(tank.unpaid, 'J')} of sources, motions and changes were not paid`
            : 'and all of sources, motions and changes was paid'
        }`;
  return `in the run ${passive ? '' : 'not '}passive: ${what}${books}`;
}

function part({ gainedShare, storedNothing }: LedgerVerdict): string {
  if (storedNothing) return 'where next to nothing was stored';
  return `${formatNumber(100 * gainedShare, 2)} % of the largest stored energy`;
}

/**
 * A warning where limits or sampling put in more than a passive run may gain; `show` words a quantity. None of what a servo
 * does, which {@link ranAs} tells: it is no passive law, and is not meant to be one.
 */
export function gains(
  verdict: LedgerVerdict,
  show: (value: number, unit: string) => string,
  follows = false,
): Problem[] {
  const { passive, gained } = verdict;
  if (passive || gained === undefined || byServo(verdict, follows)) return [];
  const hint = remedies[gained.kind];
  if (hint === undefined) return [];
  return [
    {
      code: 'not-passive',
      severity: 'warning',
      where: { path: `ledger.${gained.kind}` },
      message: `the run was not passive: ${gained.name} put in ${show(gained.energy, 'J')}, ${part(verdict)}`,
      hint,
    },
  ];
}
