/** The binary itself, as a process: stale builds, killed runs, Ctrl-C, time to the first step. */
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readRecord } from 'pliant/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioFile, trialFiles } from './trial.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const binary = join(checkout, 'command/bin/pliant.js');
const base = realpathSync(mkdtempSync(join(tmpdir(), 'pliant-binary-')));
afterAll(() => rmSync(base, { recursive: true }));

beforeAll(() => {
  // What is tested is the build of this source.
  const built = spawnSync('npx', ['tsc', '-b', 'toolkit', 'command'], { cwd: checkout, encoding: 'utf8' });
  expect(built.stdout).toBe('');
  for (const [name, text] of Object.entries(trialFiles)) writeFileSync(join(base, name), text);
}, 180_000);

async function untilThere(test: () => boolean): Promise<void> {
  for (let k = 0; k < 400 && !test(); k++) await pause(25);
  expect(test()).toBe(true);
}

describe('the binary', () => {
  it('refuses a missing and a stale build by name, and an installed package is neither', () => {
    const fake = join(base, 'fake');
    mkdirSync(join(fake, 'command/bin'), { recursive: true });
    cpSync(binary, join(fake, 'command/bin/pliant.js'));
    writeFileSync(join(fake, 'package.json'), '{"type": "module"}');
    const dist = join(fake, 'command/dist');
    mkdirSync(dist);
    writeFileSync(join(dist, 'main.js'), 'export const main = async () => 0;');
    const run = () =>
      spawnSync(process.execPath, [join(fake, 'command/bin/pliant.js')], { encoding: 'utf8' });
    expect(run()).toMatchObject({ status: 0, stderr: '' });

    mkdirSync(join(fake, 'toolkit/src/inner'), { recursive: true });
    const source = join(fake, 'toolkit/src/inner/a.ts');
    writeFileSync(source, '');
    expect(run()).toMatchObject({
      status: 2,
      stderr: 'pliant: the package toolkit has not been built; run: npm run build\n',
    });

    mkdirSync(join(fake, 'toolkit/dist'));
    writeFileSync(join(fake, 'toolkit/dist/.tsbuildinfo'), '');
    expect(run()).toMatchObject({ status: 0 });
    utimesSync(source, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000));
    expect(run()).toMatchObject({
      status: 2,
      stderr: 'pliant: the build of toolkit is older than toolkit/src/inner/a.ts; run: npm run build\n',
    });
    writeFileSync(join(fake, 'toolkit/src/inner/a.test.ts'), '');
    utimesSync(source, new Date(0), new Date(0));
    utimesSync(
      join(fake, 'toolkit/src/inner/a.test.ts'),
      new Date(Date.now() + 60_000),
      new Date(Date.now() + 60_000),
    );
    expect(run()).toMatchObject({ status: 0 });
  });

  const longRun = (out: string) =>
    spawn(process.execPath, [binary, 'run', scenarioFile, '--out', out, '--set', 'duration=3600 s'], {
      cwd: base,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const logOf = (out: string) => join(base, `${out}.partial`, 'log.mcap');
  const grown = (out: string) => existsSync(logOf(out)) && statSync(logOf(out)).size > 300_000;

  it('leaves a log that reads up to the cut when it is killed, and no whole folder', async () => {
    const child = longRun('killed');
    await untilThere(() => grown('killed'));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(existsSync(join(base, 'killed'))).toBe(false);
    const record = readRecord(new Uint8Array(readFileSync(logOf('killed')))).value;
    expect(record?.complete).toBe(false);
    const time = record?.series.find((series) => series.channel.name === 'reach.extension')?.time ?? [];
    expect(time.length).toBeGreaterThan(100);
    expect(time[time.length - 1]).toBeGreaterThan(1);
  }, 60_000);

  it('ends in order on Ctrl-C, and says where the log is', async () => {
    const child = longRun('stopped');
    let talk = '';
    child.stderr.on('data', (data) => {
      talk += data;
    });
    await untilThere(() => grown('stopped'));
    child.kill('SIGINT');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(130);
    expect(talk).toMatch(/interrupted at [\d.]+ s; the log so far is in stopped\.partial/);
    expect(existsSync(join(base, 'stopped'))).toBe(false);
  }, 60_000);

  it('keeps silent on standard error in a pipe, and reaches its first step within the second', () => {
    const ended = spawnSync(process.execPath, [binary, 'run', scenarioFile, '--out', 'timed', '--json'], {
      cwd: base,
      encoding: 'utf8',
    });
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      verdict: 'the measure holds',
      folder: join(base, 'timed'),
    });
    const { phases } = JSON.parse(readFileSync(join(base, 'timed', 'about.json'), 'utf8')) as {
      phases: Record<string, number>;
    };
    const names = Object.keys(phases);
    const first = names
      .slice(0, names.indexOf('first step') + 1)
      .reduce((sum, name) => sum + phases[name], 0);
    // One second on a quiet machine; the tests share theirs.
    expect(first).toBeLessThan(3);
  });

  it('ends in order when it is asked to, as JSON where that is wanted, and a second run keeps off', async () => {
    const line = ['run', scenarioFile, '--json', '--out', 'asked', '--set', 'duration=86400 s'];
    const child = spawn(process.execPath, [binary, ...line], {
      cwd: base,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (data) => {
      out += data;
    });
    await untilThere(() => grown('asked'));
    const second = spawnSync(process.execPath, [binary, 'run', scenarioFile, '--out', 'asked'], {
      cwd: base,
      encoding: 'utf8',
    });
    expect(second).toMatchObject({ status: 2, stderr: expect.stringContaining(`(process ${child.pid})`) });
    child.kill('SIGTERM');
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(143);
    expect(JSON.parse(out)).toMatchObject({ status: 'interrupted', folder: join(base, 'asked.partial') });
    const record = readRecord(new Uint8Array(readFileSync(logOf('asked')))).value;
    expect(record?.series.length).toBeGreaterThan(0);
  }, 60_000);

  it.each([
    ['show arm.urdf --json', '| true'],
    [`run ${scenarioFile} --out piped --timing`, '2>&1 | true'],
  ])('does not mind that nobody reads: %s %s', (line, pipe) => {
    const script = `{ '${process.execPath}' '${binary}' ${line}; echo $? > code; } ${pipe}`;
    const ended = spawnSync('sh', ['-c', script], { cwd: base, encoding: 'utf8' });
    expect(ended.stderr).toBe('');
    expect(readFileSync(join(base, 'code'), 'utf8').trim()).toBe('0');
  });

  it.skipIf(!existsSync('/dev/full'))('says that its result did not fit on a full disk', () => {
    const ended = spawnSync('sh', ['-c', `'${process.execPath}' '${binary}' show arm.urdf > /dev/full`], {
      cwd: base,
      encoding: 'utf8',
    });
    expect(ended.status).toBe(2);
    expect(ended.stderr).toMatch(/^pliant: cannot write the result: ENOSPC.*\n$/);
  });
});
