/** Many mutants in processes of their own, which are watched: for time, for memory, for whether they live. */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { checkout } from '../folders.js';
import type { Format } from './goods.js';

/** Of one file, ms and MB. */
export const mostTime = 2000;
export const mostMemory = 500;

/** Of the process, with the good files and MuJoCo in it; what needs more ends it. */
const heap = 400;
/** Mutants that one process reads: MuJoCo loses memory with each fault. */
const perProcess = 1000;
/** Until the good files are read, ms. */
const mostStart = 60_000;

export interface Finding {
  readonly format: Format;
  /** The mutant: `fuzz.js --only FORMAT --seed SEED` repeats it. */
  readonly seed: number;
  readonly kind: 'fault' | 'time' | 'memory' | 'end';
  readonly what: string;
}

export interface Tally {
  readonly tried: number;
  readonly accepted: number;
  /** Instances of MuJoCo that came to their end. */
  readonly engines: number;
  /** Of one file, ms. */
  readonly slowest: number;
  /** Of a process at its most, MB. */
  readonly memory: number;
  /** Refusals by code. */
  readonly codes: Readonly<Record<string, number>>;
}

export interface Tried {
  readonly tally: Tally;
  readonly findings: readonly Finding[];
}

export const nothing: Tally = { tried: 0, accepted: 0, engines: 0, slowest: 0, memory: 0, codes: {} };

export function together(a: Tally, b: Tally): Tally {
  const codes: Record<string, number> = Object.assign(Object.create(null), a.codes);
  for (const [code, times] of Object.entries(b.codes)) codes[code] = (codes[code] ?? 0) + times;
  return {
    tried: a.tried + b.tried,
    accepted: a.accepted + b.accepted,
    engines: a.engines + b.engines,
    slowest: Math.max(a.slowest, b.slowest),
    memory: Math.max(a.memory, b.memory),
    codes,
  };
}

export interface TrialOptions {
  readonly onProgress?: (done: number) => void;
  /** The script that reads mutants; `worker.js` by default. */
  readonly worker?: string;
  /** Without a word for so long, a process is stopped; ms. Twice the time by default, so that on a busy core it can still say itself how long it took. */
  readonly patience?: number;
}

/**
 * Mutants `from` … `to` − 1, on all cores.
 *
 * What took too long, took too much or ended its process is tried again by itself, up to three times: it counts if it
 * is so each time, since a busy machine and what others left in memory are not its doing.
 */
export async function tryMutants(
  format: Format,
  from: number,
  to: number,
  options: TrialOptions = {},
): Promise<Tried> {
  const { onProgress = () => {} } = options;
  const cores = availableParallelism();
  const each = Math.ceil((to - from) / cores);
  let done = 0;
  const ranges = Array.from(
    { length: cores },
    (_, i) => [from + i * each, Math.min(to, from + (i + 1) * each)] as const,
  );
  const all = await Promise.all(
    ranges.map(async ([first, last]) => {
      let tally = nothing;
      const findings: Finding[] = [];
      for (let at = first; at < last; ) {
        const part = await watched(format, at, Math.min(last, at + perProcess), options, () =>
          onProgress(++done),
        );
        tally = together(tally, part.tally);
        findings.push(...part.findings);
        at = part.next;
      }
      return { tally, findings };
    }),
  );
  const tally = all.map((part) => part.tally).reduce(together);
  const findings: Finding[] = [];
  for (const finding of all.flatMap((part) => part.findings)) {
    if (finding.kind === 'fault' || (await repeats(finding, options))) findings.push(finding);
  }
  return { tally, findings };
}

async function repeats({ format, seed, kind }: Finding, options: TrialOptions): Promise<boolean> {
  for (let i = 0; i < 3; i++) {
    const { findings } = await watched(format, seed, seed + 1, options);
    if (!findings.some((again) => again.kind === kind)) return false;
  }
  return true;
}

/** One process; `next` is the first mutant that it did not come to the end of. */
function watched(
  format: Format,
  from: number,
  to: number,
  { worker = join(checkout, 'checks/dist/fuzz/worker.js'), patience = 2 * mostTime }: TrialOptions,
  onMutant: () => void = () => {},
): Promise<Tried & { readonly next: number }> {
  const child: ChildProcess = spawn(
    process.execPath,
    [`--max-old-space-size=${heap}`, worker, format, String(from), String(to)],
    { cwd: checkout, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  return new Promise((resolve, reject) => {
    const findings: Finding[] = [];
    let tally: Tally | undefined;
    let at: number | undefined;
    let since = performance.now();
    let stopped = false;
    let said = '';
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-4000);
    });
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    lines.on('line', (line) => {
      const space = line.indexOf(' ');
      const rest = line.slice(space + 1);
      if (line.startsWith('at ')) {
        if (at !== undefined) onMutant();
        at = Number(rest);
      } else if (line.startsWith('finding ')) findings.push(JSON.parse(rest) as Finding);
      else if (line.startsWith('tally ')) tally = JSON.parse(rest) as Tally;
      since = performance.now();
    });
    const watch = setInterval(() => {
      if (performance.now() - since < (at === undefined ? mostStart : patience)) return;
      stopped = true;
      child.kill('SIGKILL');
    }, 100);
    child.on('error', reject);
    child.on('close', (status) => {
      clearInterval(watch);
      if (at === undefined) {
        reject(new Error(`mutants of ${format} cannot be tried: ${said.trim()}`));
        return;
      }
      onMutant();
      if (tally !== undefined) {
        resolve({ tally, findings, next: at + 1 });
        return;
      }
      const how = stopped ? 'does not come to an end' : `ends its process (${status}): ${lastWords(said)}`;
      findings.push({ format, seed: at, kind: stopped ? 'time' : 'end', what: how });
      // What it accepted was not told; what was tried is known.
      resolve({ tally: { ...nothing, tried: at + 1 - from }, findings, next: at + 1 });
    });
  });
}

function lastWords(said: string): string {
  const line = said.split('\n').find((text) => /error/i.test(text)) ?? said.trim().split('\n').at(-1);
  return line ?? '';
}
