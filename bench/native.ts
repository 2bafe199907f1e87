/** Native peers: compiled into a temporary folder, run as children that answer `batch N` lines. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const peerSources = fileURLToPath(new URL('../peers', import.meta.url));
export const workFolder = mkdtempSync(join(tmpdir(), 'pliant-bench-'));
process.on('exit', () => rmSync(workFolder, { recursive: true, force: true }));

export function hasCommand(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** Compiles to a program in the work folder; gives its path, or why it could not (a missing header, say). */
export function compile(
  command: string,
  name: string,
  args: readonly string[],
): { path: string } | { why: string } {
  const path = join(workFolder, name);
  const result = spawnSync(command, [...args.slice(0, 1), '-o', path, `-I${peerSources}`, ...args.slice(1)], {
    encoding: 'utf8',
  });
  if (result.error !== undefined) return { why: `${command} is not installed` };
  if (result.status !== 0) {
    const line = result.stderr.split('\n').find((l) => l.includes('error')) ?? result.stderr.split('\n')[0];
    return { why: /No such file|cannot find/.test(line) ? 'not installed' : line };
  }
  return { path };
}

/** A child that said `ready …` and waits for work. */
export class NativePeer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];
  readonly #lines: string[] = [];
  #ended: string | undefined;
  /** The numbers that stood behind `ready`. */
  ready: number[] = [];

  private constructor(path: string, args: readonly string[]) {
    this.#child = spawn(path, args, { cwd: workFolder });
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#lines.push(line);
      else next(line);
    });
    this.#child.on('exit', (code, signal) => {
      this.#ended = `ended with ${signal ?? code}`;
      for (const next of this.#waiting.splice(0)) next('');
    });
  }

  static async start(path: string, args: readonly string[] = []): Promise<NativePeer> {
    const peer = new NativePeer(path, args);
    const line = await peer.#next();
    if (!line.startsWith('ready'))
      throw new Error(`${path}: expected ready, got ${JSON.stringify(line)} ${peer.#ended ?? ''}`);
    peer.ready = line.trim().split(/\s+/).slice(1).map(Number);
    return peer;
  }

  /** Nanoseconds a step over one batch. */
  async batch(steps: number): Promise<number> {
    this.#child.stdin.write(`batch ${steps}\n`);
    const line = await this.#next();
    if (line === '') throw new Error(`a native peer ${this.#ended ?? 'gave no answer'}`);
    return Number(line);
  }

  stop(): void {
    this.#child.stdin.end();
  }

  #next(): Promise<string> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended !== undefined) return Promise.resolve('');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
