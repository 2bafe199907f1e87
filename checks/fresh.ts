/** Scripts in processes of their own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { checkout } from './folders.js';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** s, with the start of the process. */
  readonly wall: number;
}

const pinned = process.platform === 'linux' && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export interface NodeOptions {
  /** On one core, where the system can; false by default. */
  readonly pin?: boolean;
  /** The repository's folder by default. */
  readonly cwd?: string;
}

/** Runs a file of the repository. */
export function node(file: string, args: readonly string[] = [], options: NodeOptions = {}): Ended {
  const { pin = false, cwd = checkout } = options;
  const [command, ...before] = pin && pinned ? ['taskset', '-c', '0', process.execPath] : [process.execPath];
  const start = process.hrtime.bigint();
  const { status, stdout, stderr, error } = spawnSync(command, [...before, join(checkout, file), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr, wall: Number(process.hrtime.bigint() - start) / 1e9 };
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
