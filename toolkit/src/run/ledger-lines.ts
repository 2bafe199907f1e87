/** The lines of an energy ledger: what each of them means stands at the head of ledger.ts. */

export const lineKinds = [
  'stored',
  'dissipated',
  'source',
  'contact',
  'reaction',
  'sampling',
  'limits',
  'integration',
  'residual',
] as const;
export type LineKind = (typeof lineKinds)[number];

export interface LedgerLine {
  readonly kind: LineKind;
  /** `kinetic`, the element's or the push's name; the kind itself where there is one line of it. */
  readonly name: string;
  /** J: stored: change since the start; dissipated: taken out; all others: put in. */
  readonly energy: number;
  /** Of the residual: the lines that the run did not measure, so that the residual holds their energy. */
  readonly holds?: readonly LineKind[];
}

/** The line that put in most, but those of some kinds; undefined where none put in anything. */
export function mostOf(lines: readonly LedgerLine[], without: readonly LineKind[]): LedgerLine | undefined {
  let most: LedgerLine | undefined;
  for (const line of lines) {
    if (!without.includes(line.kind) && line.energy > (most?.energy ?? 0)) most = line;
  }
  return most;
}
