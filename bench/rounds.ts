/**
 * Side by side: every contestant runs one short batch in turn, round after round, on one core. A figure is the
 * median over the rounds of the ratio to the base in the same round; a spread is the middle half of the ratios.
 */
import process from 'node:process';

export interface Contestant {
  readonly name: string;
  /** Nanoseconds a step, over one batch of about a millisecond. */
  batch(steps: number): number | Promise<number>;
}

export interface Timing {
  readonly name: string;
  /** Nanoseconds a step: least and median over the rounds. */
  readonly least: number;
  readonly median: number;
  /** Ratio to the base round by round: median and middle half. */
  readonly ratio: number;
  readonly spread: readonly [number, number];
  /** Nanoseconds a step, round by round. */
  readonly rounds: readonly number[];
}

/** What one takes more than another, in parts of the base, round by round: the median. */
export function excess(more: Timing, less: Timing, base: Timing): number {
  const parts = more.rounds.map((ns, i) => (ns - less.rounds[i]) / base.rounds[i]);
  return quantile(
    parts.sort((a, b) => a - b),
    0.5,
  );
}

const BATCH_NS = 1e6;

export async function compete(
  contestants: readonly Contestant[],
  base: string,
  rounds = 60,
): Promise<Timing[]> {
  const steps = new Map<string, number>();
  for (const c of contestants) {
    /* Warm up: until two batches of the right length agree that it is fast. */
    let n = 64;
    for (let i = 0; i < 24; i++) {
      const ns = await c.batch(n);
      n = Math.max(8, Math.round(BATCH_NS / ns));
    }
    steps.set(c.name, n);
  }
  const times = new Map<string, number[]>(contestants.map((c) => [c.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const c of contestants) times.get(c.name)?.push(await c.batch(steps.get(c.name) as number));
  }
  const ofBase = times.get(base);
  if (ofBase === undefined) throw new Error(`bench: no contestant ${base}`);
  return contestants.map(({ name }) => {
    const own = times.get(name) as number[];
    const ratios = own.map((t, i) => t / ofBase[i]).sort((a, b) => a - b);
    return {
      name,
      least: Math.min(...own),
      median: quantile(
        [...own].sort((a, b) => a - b),
        0.5,
      ),
      ratio: quantile(ratios, 0.5),
      spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
      rounds: own,
    };
  });
}

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}

/** A contestant that calls a function of this process. */
export function inProcess(name: string, step: () => void): Contestant {
  return {
    name,
    batch(steps) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < steps; i++) step();
      return Number(process.hrtime.bigint() - start) / steps;
    },
  };
}
