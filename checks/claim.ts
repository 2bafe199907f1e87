/**
 * A claim is one number of the project that must hold. It is written once, as a function that measures it, and
 * used twice: `npm test` measures every claim on a fixed seeded subset and asserts it (claims*.test.ts);
 * `npm run verify TOPIC` measures it in full and prints the table (verify.ts).
 */
export type Scale = 'subset' | 'full';

export interface Row {
  /** What was measured, on what. */
  readonly what: string;
  /** What came out, with its unit. */
  readonly value: string;
  /** What it must be: `≤ 1e-9`. */
  readonly limit: string;
  readonly pass: boolean;
}

export interface Claim {
  readonly topic: string;
  /** Unique; `--only` selects by it. */
  readonly id: string;
  /** True: `verify` alone measures it, never a test: a timing, or what takes many minutes at any scale. */
  readonly verifyOnly?: true;
  /** Why it cannot be measured here (a corpus that is absent), or undefined where it can. */
  readonly absent?: () => string | undefined;
  readonly measure: (scale: Scale) => Promise<readonly Row[]> | readonly Row[];
}

export function atMost(what: string, value: number, limit: number, unit = ''): Row {
  const u = unit === '' ? '' : ` ${unit}`;
  return { what, value: `${figure(value)}${u}`, limit: `≤ ${figure(limit)}${u}`, pass: value <= limit };
}

export function atLeast(what: string, value: number, limit: number, unit = ''): Row {
  const u = unit === '' ? '' : ` ${unit}`;
  return { what, value: `${figure(value)}${u}`, limit: `≥ ${figure(limit)}${u}`, pass: value >= limit };
}

export function exactly(what: string, value: number | string, wanted: number | string): Row {
  return { what, value: String(value), limit: `= ${wanted}`, pass: Object.is(value, wanted) };
}

export function figure(x: number): string {
  if (Number.isInteger(x) && x < 1e7 && x > -1e7) return String(x);
  const size = x < 0 ? -x : x;
  return size >= 0.01 && size < 1e5 ? x.toPrecision(4) : x.toExponential(2);
}
