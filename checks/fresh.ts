/** Scripts in processes of their own. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { checkout } from './folders.js';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** s, with the start of the process. */
  readonly wall: number;
  /** Of the processor, s; NaN where it was stopped. */
  readonly seconds: number;
  /** At its most, MB; NaN where it was stopped. */
  readonly memory: number;
}

const pinned = process.platform === 'linux' && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export interface NodeOptions {
  /** On one core, where the system can; false by default. */
  readonly pin?: boolean;
  /** The repository's folder by default. */
  readonly cwd?: string;
  /** Besides this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

type Spent = Pick<Ended, 'seconds' | 'memory'>;

const stopped: Spent = { seconds: Number.NaN, memory: Number.NaN };

/** Runs a file of the repository. */
export function node(file: string, args: readonly string[] = [], options: NodeOptions = {}): Ended {
  const { pin = false, cwd = checkout, environment = {} } = options;
  const onCore = pin && pinned ? ['taskset', '-c', '0'] : [];
  const folder = mkdtempSync(join(tmpdir(), 'pliant-spent-'));
  const told = join(folder, 'spent.json');
  const watched = ['--import', pathToFileURL(join(checkout, 'checks/dist/spent.js')).href];
  const [command, ...words] = [...onCore, process.execPath, ...watched, join(checkout, file), ...args];
  const start = process.hrtime.bigint();
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, ...environment, PLIANT_SPENT: told },
  });
  const wall = Number(process.hrtime.bigint() - start) / 1e9;
  const spent = existsSync(told) ? (JSON.parse(readFileSync(told, 'utf8')) as Spent) : stopped;
  rmSync(folder, { recursive: true });
  if (error !== undefined) throw error;
  return { status, stdout, stderr, wall, ...spent };
}

/** What a script of `timings` prints as JSON. */
export function timing<T>(name: string, args: readonly number[] = [], pin = false): T {
  const { status, stdout, stderr } = node(`checks/dist/timings/${name}.js`, args.map(String), { pin });
  if (status !== 0) throw new Error(`timings/${name}: ${stderr.slice(-2000)}`);
  return JSON.parse(stdout) as T;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}
