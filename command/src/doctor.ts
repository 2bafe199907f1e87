/** `pliant doctor`: whether this machine can do everything, proved by doing it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { readRecord } from 'pliant/record';
import { memoryFiles } from 'pliant/robot';
import { assemble, loadScenario } from 'pliant/scenario';
import { compilerFault, disagreements, scriptBackEnds } from './back-ends.js';
import type { Context } from './context.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { run } from './run.js';
import { scenarioFile, trialFiles } from './trial.js';
import { version } from './version.js';

/** ok: it works. absent: it is not there, and something is missing without it. fault: it is there and fails. */
interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'absent' | 'fault';
  readonly detail: string;
}

export async function doctor(context: Context, options: { readonly json?: true }): Promise<number> {
  const findings: Finding[] = [
    { name: 'pliant', state: 'ok', detail: version() },
    nodeVersion(),
    ...['gcc', 'clang'].map(compiler),
    ...['g++', 'java', 'octave-cli', 'python3'].map(tool),
    browser(),
    ...backEnds(),
    await endToEnd(context),
  ];
  const good = findings.every((finding) => finding.state !== 'fault');
  if (options.json) context.out(json({ ok: good, findings }));
  else {
    const width = Math.max(...findings.map((finding) => finding.name.length));
    for (const { name, state, detail } of findings) {
      context.out(
        `${{ ok: 'ok    ', absent: 'absent', fault: 'FAULT ' }[state]}  ${name.padEnd(width)}  ${detail}\n`,
      );
    }
  }
  return good ? exit.done : exit.badInput;
}

function nodeVersion(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    name: 'node',
    state: major >= 20 ? 'ok' : 'fault',
    detail: `${process.versions.node}${major >= 20 ? '' : ', at least 20 is needed'}`,
  };
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

function firstLine(path: string, option: string): string {
  return (spawnSync(path, [option], { encoding: 'utf8', timeout: 20_000 }).stdout ?? '').split('\n')[0];
}

function compiler(name: string): Finding {
  const path = onPath([name]);
  if (path === undefined)
    return { name, state: 'absent', detail: 'compiles exported controllers; not needed to simulate' };
  return { name, state: 'ok', detail: firstLine(path, '--version') };
}

/** What runs listings. */
function tool(name: string): Finding {
  const path = onPath([name]);
  if (path === undefined) return { name, state: 'absent', detail: 'runs listings; not needed to simulate' };
  return { name, state: 'ok', detail: firstLine(path, '--version') };
}

function browser(): Finding {
  const path = process.env.PLIANT_CHROMIUM ?? onPath(['chromium', 'chromium-browser', 'google-chrome']);
  const name = 'chromium';
  if (path === undefined || !existsSync(path))
    return { name, state: 'absent', detail: 'runs the browser tests; not needed to simulate' };
  return { name, state: 'ok', detail: path };
}

/** The control program of the trial arm on every back end, bit for bit. */
function backEnds(): Finding[] {
  const files = memoryFiles(trialFiles);
  const loaded = loadScenario(files, scenarioFile);
  const assembly = loaded.value && assemble(loaded.value, files).value;
  if (assembly === undefined)
    return [{ name: 'trial scenario', state: 'fault', detail: 'cannot be assembled' }];
  const program = assembly.control;
  const findings = Object.entries(scriptBackEnds).map(([name, make]): Finding => {
    try {
      const wrong = disagreements(program, make);
      return wrong === 0
        ? { name, state: 'ok', detail: 'the bits of the interpreter' }
        : { name, state: 'fault', detail: `differs from the interpreter in ${wrong} steps` };
    } catch (error) {
      return { name, state: 'fault', detail: (error as Error).message };
    }
  });
  for (const name of ['gcc', 'clang']) {
    if (onPath([name]) === undefined) continue;
    const fault = compilerFault(program, name);
    findings.push({
      name: `C by ${name}`,
      state: fault === undefined ? 'ok' : 'fault',
      detail: fault ?? 'the bits of the interpreter',
    });
  }
  return findings;
}

/** The trial scenario from its file to a record that reads back. */
async function endToEnd(context: Context): Promise<Finding> {
  const name = 'a run';
  const folder = mkdtempSync(join(tmpdir(), 'pliant-doctor-'));
  try {
    for (const [file, content] of Object.entries(trialFiles)) writeFileSync(join(folder, file), content);
    let result = '';
    const own: Context = {
      ...context,
      folder,
      out: (text) => void (result += text),
      talk: () => {},
      watched: false,
    };
    const code = await run(own, scenarioFile, { out: 'out', json: true });
    const record = readRecord(new Uint8Array(readFileSync(join(folder, 'out', 'log.mcap'))));
    const report = readFileSync(join(folder, 'out', 'report.html'), 'utf8');
    if (code !== exit.done) return { name, state: 'fault', detail: `ended with status ${code}` };
    if (record.value?.complete !== true || record.value.series.length === 0)
      return { name, state: 'fault', detail: 'its log does not read back' };
    if (!report.includes('</html>')) return { name, state: 'fault', detail: 'its report is not whole' };
    const { hash }: { hash: string } = JSON.parse(result);
    return { name, state: 'ok', detail: `recorded, measured and read back; state hash ${hash}` };
  } catch (error) {
    return { name, state: 'fault', detail: (error as Error).message };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
