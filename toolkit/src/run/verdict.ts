/** What the lines of a ledger say of a run: what gained, what the tank did, what made it diverge. */
import { type LedgerLine, type LineKind, mostOf } from './ledger-lines.js';

export interface LedgerVerdict {
  /** Whether nothing but sources put in more than {@link TOLERANCE} of the largest stored energy. */
  readonly passive: boolean;
  /** The line, sources left aside, that put in most; undefined where none put in anything. */
  readonly gained: LedgerLine | undefined;
  /** What that line put in, as a part of the largest stored energy; 0 where none put in anything. */
  readonly gainedShare: number;
  /** |residual| as a part of the largest stored energy. */
  readonly residualShare: number;
  /** There where the largest stored energy is below {@link NOTHING}, of which no share means anything. */
  readonly storedNothing?: true;
  /** Of a tank, J. */
  readonly tank?: TankBooks;
}

/** What a tank did in a run, J. */
export interface TankBooks {
  /** Taken out of it, and put into it by dampers. */
  readonly paid: number;
  readonly kept: number;
  /** What sources, motions and changes of the design put in beyond what the tank paid. */
  readonly unpaid: number;
}

/** Part of the largest stored energy up to which an artificial gain counts as none. */
export const TOLERANCE = 0.01;

/** Stored energy, J, below which nothing is stored that a part of it could tell of. */
export const NOTHING = 1e-6;

/** What a verdict needs besides the lines. */
export interface VerdictOptions {
  /** The largest stored energy, J. */
  readonly largest: number;
  /** Of a design with a tank: how many of the sources are pushes, which stand first and are nobody's to pay for. */
  readonly pushes: number | undefined;
}

/** The verdict on all lines of a ledger, the residual last. */
export function verdictOf(lines: readonly LedgerLine[], { largest, pushes }: VerdictOptions): LedgerVerdict {
  const gained = mostOf(lines, ['stored', 'dissipated', 'source']);
  const residual = Math.abs(lines[lines.length - 1].energy);
  const share = (energy: number): number =>
    largest > 0 ? energy / largest : energy === 0 ? 0 : Number.POSITIVE_INFINITY;
  return {
    passive: gained === undefined || gained.energy <= TOLERANCE * largest,
    gained,
    gainedShare: share(gained?.energy ?? 0),
    residualShare: share(residual),
    ...(largest < NOTHING && { storedNothing: true as const }),
    ...(pushes !== undefined && { tank: booksOf(lines, pushes) }),
  };
}

function booksOf(lines: readonly LedgerLine[], pushes: number): TankBooks {
  const sources = lines.filter(({ kind }) => kind === 'source').slice(pushes);
  const of = (kind: LineKind) =>
    lines.find((line) => line.kind === kind && line.name === 'tank')?.energy ?? 0;
  return {
    paid: -of('source'),
    kept: -of('dissipated'),
    unpaid: sources.reduce((total, { energy }) => total + energy, 0),
  };
}

/**
 * What made a run diverge: the line, sources among them, that put in most. Integration and residual only where no other
 * line put in more than `before`, the largest energy that was stored until then: at the speeds at which a
 * run ends, the plant's own steps are wrong by more than what brought it there. Undefined where none put in anything.
 */
export function causeOf(lines: readonly LedgerLine[], before: number): LedgerLine | undefined {
  const own = mostOf(lines, ['stored', 'dissipated', 'integration', 'residual']);
  return own !== undefined && own.energy > before ? own : mostOf(lines, ['stored', 'dissipated']);
}
