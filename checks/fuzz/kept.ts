/** Batches of mutants, each kept under `.verify/` as soon as it is through: what was interrupted goes on. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitOf } from '../commit.js';
import { checkout } from '../folders.js';
import type { Format } from './goods.js';
import { progress } from './progress.js';
import { nothing, type Tried, together, tryMutants } from './trial.js';

const batch = 5000;

/** The first `count` mutants of a format; batches of this commit, where nothing in it is changed, are not tried again. */
export async function keptBatches(format: Format, count: number): Promise<Tried> {
  const { name, clean } = commitOf();
  const folder = join(checkout, '.verify');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `mutants.${format}.json`);
  const saved = clean && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Saved) : undefined;
  let { done, tried } =
    saved?.commit === name ? saved : { done: 0, tried: { tally: nothing, findings: [] } as Tried };
  const shown = progress(`mutants of ${format}`, count);
  while (done < count) {
    const to = Math.min(count, done + batch);
    const from = done;
    const next = await tryMutants(format, from, to, {
      onProgress: (passed) => shown.step(from + passed),
    });
    tried = { tally: together(tried.tally, next.tally), findings: [...tried.findings, ...next.findings] };
    done = to;
    if (clean) writeFileSync(file, JSON.stringify({ commit: name, done, tried } satisfies Saved));
  }
  shown.end();
  return tried;
}

interface Saved {
  readonly commit: string;
  /** How many are through. */
  readonly done: number;
  readonly tried: Tried;
}
