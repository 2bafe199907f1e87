/** What `pliant check` answers to a hostile file: soon, and in a problem's words. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { node } from './fresh.js';
import { type Hostile, secret } from './hostile.js';

export interface Answer {
  /** What is wrong with it; none where it is right. */
  readonly faults: readonly string[];
  /** Of the whole process from its start: seconds of the processor, and MB at the most. */
  readonly seconds: number;
  readonly memory: number;
}

/** Of one command, s and MB. */
export const mostSeconds = 2;
export const mostMemory = 500;

export function answerTo({ file, files, answer, says, environment }: Hostile): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-hostile-'));
  try {
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    for (const [path, content] of Object.entries(files)) {
      const at = join(inner, path);
      mkdirSync(dirname(at), { recursive: true });
      if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(at, content);
      else symlinkSync(content.linkTo, at);
    }
    const { status, stdout, stderr, seconds, memory } = node('command/bin/pliant.js', ['check', file], {
      cwd: inner,
      ...(environment === undefined ? {} : { environment }),
    });
    const said = stdout + stderr;
    const faults: string[] = [];
    const that = (right: boolean, fault: string): void => {
      if (!right) faults.push(fault);
    };
    that(status === (answer === 'taken' ? 0 : 2), `exit ${status}: ${said.slice(0, 300)}`);
    that(!/^\s+at .*:\d+:\d+\)?$/m.test(said), 'a stack trace');
    if (answer !== 'taken')
      that(/\berror\b|^pliant: /m.test(said), `no problem is told: ${said.slice(0, 200)}`);
    if (answer === 'refused at a place')
      that(/^(pliant: )?\S+:\d+:\d+: /m.test(said), `no line and column: ${said.slice(0, 300)}`);
    that(says === undefined || says.test(said), `${says} is not said: ${said.slice(0, 300)}`);
    that(!said.includes(secret) && !said.includes('root:'), 'it tells what is in a file of another folder');
    that(!/[\u0000-\u0009\u000b-\u001a\u001c-\u001f]|\u001b(?!\[[0-9;]*m)/.test(said), 'control characters');
    that(said.length < 200_000, `${said.length} characters`);
    that(seconds <= mostSeconds, `${seconds.toFixed(2)} s`);
    that(memory <= mostMemory, `${memory.toFixed(0)} MB`);
    return { faults, seconds, memory };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
