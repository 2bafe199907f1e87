/** `pliant run`: a scenario → a run → its folder. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import type { MeasureResult } from 'pliant/analyse';
import { Archives, type Files } from 'pliant/robot';
import type { RunResult } from 'pliant/run';
import type { Assembly, LoadedScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { shownPath } from './files.js';
import { RunFolder } from './folder.js';
import { followsMotions, gains, ranAs } from './gains.js';
import { json } from './json.js';
import { type RobotOptions, scenarioFiles, withMujoco } from './robot.js';
import { Progress, take, tell } from './talk.js';
import { version } from './version.js';

export interface RunOptions extends RobotOptions {
  readonly set?: readonly string[];
  readonly out?: string;
  readonly timing?: true;
  readonly json?: true;
}

/** Time between looks at the terminal and at signals, s. */
const PAUSE = 0.05;

export async function run(context: Context, file: string, options: RunOptions): Promise<number> {
  const phases = new Phases(context);
  const given = options.set ?? [];
  const [
    { assemble, forReport, loadScenario },
    { tee, Recorder, StateHash, Envelope },
    { Meter, formatMeasures, LimitWatch, StallWatch, limitProblems, stallProblems },
    { unsolvedProblems },
  ] = await Promise.all([
    import('pliant/scenario'),
    import('pliant/record'),
    import('pliant/analyse'),
    import('pliant/run'),
  ]);
  phases.end('load code');

  const { files, worded } = scenarioFiles(context.folder, file, given, options);
  const first = take(context, loadScenario(files, file, given));
  const more = worded(first.scenario);
  const overrides = [...given, ...more];
  const loaded = more.length === 0 ? first : take(context, loadScenario(files, file, overrides));
  phases.end('scenario');
  const phase = (name: string): void => phases.end(name);
  const outcome = await withMujoco((mujoco) =>
    assemble(loaded, files, { phase, start: context.folder, ...mujoco }),
  );
  const assembly = take(context, outcome);

  const { scenario } = assembly;
  if (assembly.buffers !== undefined && !options.json) context.talk(`${assembly.buffers.text}\n`);
  const folder = RunFolder.begin(context, options.out, scenario.name);
  const hash = new StateHash();
  const envelope = new Envelope();
  const meter = new Meter(assembly.measures);
  const limits = new LimitWatch(assembly.model);
  const stalls = new StallWatch(drivers(assembly), buffersOf(assembly));
  const metadata = { about: { scenario: scenario.name, seed: String(scenario.seed), pliant: version() } };
  const recorder = new Recorder(folder.sink('log.mcap'), { metadata });
  const running = assembly.begin([tee(hash, forReport(assembly, envelope), meter, limits, stalls)], recorder);
  phases.end('first step');

  const progress = new Progress(context);
  const interrupt = new Interrupt();
  // Simulated time that goes by between two looks: however fast or slow the run is, they come often enough.
  let slice = 0.01;
  let before = context.clock();
  while (running.advance(slice) === 'running' && interrupt.code === undefined) {
    progress.show(`${scenario.name}: ${running.time.toFixed(1)} of ${scenario.duration} s`);
    await pause();
    const now = context.clock();
    slice *= now - before < PAUSE ? 1.5 : 0.5;
    before = now;
  }
  progress.clear();
  interrupt.end();
  if (interrupt.code !== undefined) {
    recorder.flush();
    folder.stop();
    throw new Refusal(
      interrupt.code,
      `interrupted at ${running.time.toFixed(3)} s; the log so far is in ${shownPath(context.folder, folder.partial)}`,
      [],
      { status: 'interrupted', time: running.time, folder: folder.partial },
    );
  }
  const result = running.result();
  phases.end('run');

  const measures = meter.results();
  const seen = { passed: limits.passed(), stalls: stalls.stalls() };
  // What diverges passes every limit: that it does is said once.
  const watched =
    result.status === 'diverged'
      ? []
      : [...limitProblems(seen.passed), ...stallProblems(seen.stalls), ...unsolvedProblems(result)];
  const problems = [...outcome.problems, ...watched];
  const digest = hash.digest();
  const about = aboutOf(context, files, loaded, assembly, result, digest, overrides, phases);
  const { reportData, resolvedYaml, ending } = await import('pliant/scenario');
  const { renderReport } = await import('pliant/report');
  const { formatQuantity } = await import('pliant/math');
  folder.write(/\.json$/i.test(file) ? 'scenario.json' : 'scenario.yaml', loaded.text);
  folder.write(
    'resolved.yaml',
    resolvedYaml(scenario, (path) => fromFolder(context, folder, path)),
  );
  folder.write('measures.json', json({ measures: measures.map(plainMeasure) }));
  const data = reportData({
    assembly,
    result,
    measures,
    extremes: envelope.extremes(),
    samples: envelope.samples(),
    problems,
    text: loaded.text,
    about: facts(about),
  });
  folder.write('report.html', renderReport(data, plotLibrary()));
  phases.end('report');
  folder.write('about.json', json({ ...about, ...seen, phases: phases.all }));
  folder.finish();

  const { code, verdict } = judge(result, measures);
  const follows = followsMotions(assembly.design);
  tell(context, problems.slice(outcome.problems.length));
  if (result.status !== 'diverged') tell(context, gains(result.verdict, formatQuantity, follows));
  if (options.json) {
    context.out(
      json({
        name: scenario.name,
        verdict,
        status: result.status,
        time: result.time,
        ...(result.divergence === undefined ? {} : { divergence: result.divergence }),
        measures: measures.map(plainMeasure),
        passivity: assembly.passivity,
        ...(assembly.buffers && { buffers: assembly.buffers }),
        hash: digest,
        folder: folder.path,
        report: resolve(folder.path, 'report.html'),
        ...seen,
        problems,
      }),
    );
  } else {
    const end = ending(result, scenario.duration).ending;
    if (end !== undefined) context.out(`${end.text}\n`);
    if (measures.length > 0) context.out(`${formatMeasures(measures)}\n`);
    context.out(`by design ${assembly.passivity.text}\n`);
    if (result.status !== 'diverged') context.out(`${ranAs(result.verdict, formatQuantity, follows)}\n`);
    context.out(`${verdict}\nreport: ${shownPath(context.folder, resolve(folder.path, 'report.html'))}\n`);
  }
  if (options.timing)
    for (const [name, seconds] of Object.entries(phases.all))
      context.talk(`${name}: ${(1000 * seconds).toFixed(0)} ms\n`);
  return code;
}

/** Sources that drive something, and should move it; a wanted force presses, and may rest. */
function drivers({ design }: Assembly): string[] {
  return design.elements.flatMap(({ name, family, kind }) =>
    family === 'source' && kind !== 'force' ? [name] : [],
  );
}

/** The elements that act before the ends of joints. */
function buffersOf({ design }: Assembly): string[] {
  return design.elements.flatMap(({ name, kind }) => (kind === 'buffers' ? [name] : []));
}

/** The exit status of a run, and what it means in words. */
function judge(result: RunResult, measures: readonly MeasureResult[]): { code: number; verdict: string } {
  const failed = measures.filter((m) => m.verdict === 'fail').length;
  const judged = measures.filter((m) => m.verdict !== 'none').length;
  if (result.status === 'diverged') return { code: exit.diverged, verdict: 'diverged' };
  if (result.faults.some(({ fault }) => fault !== 0))
    return { code: exit.guardStop, verdict: 'a guard acted' };
  if (failed > 0)
    return {
      code: exit.measureFailed,
      verdict: judged === 1 ? 'the measure failed' : `${failed} of ${judged} measures failed`,
    };
  return {
    code: exit.done,
    verdict: judged === 0 ? 'done' : judged === 1 ? 'the measure holds' : `all ${judged} measures hold`,
  };
}

/** How long each phase took, s from the one before; the first from the start of the process. */
class Phases {
  readonly #context: Context;
  #last = 0;
  readonly all: Record<string, number> = {};

  constructor(context: Context) {
    this.#context = context;
    this.end('start');
  }

  end(name: string): void {
    const now = this.#context.clock();
    this.all[name] = (this.all[name] ?? 0) + now - this.#last;
    this.#last = now;
  }
}

/** Ctrl-C, or being asked to end, lets the run end at the next pause; a second time ends the process. */
class Interrupt {
  /** The exit status that was asked for. */
  code: number | undefined;
  readonly #keyboard = (): void => {
    this.code = exit.interrupted;
  };
  readonly #system = (): void => {
    this.code = exit.terminated;
  };

  constructor() {
    process.once('SIGINT', this.#keyboard);
    process.once('SIGTERM', this.#system);
  }

  end(): void {
    process.removeListener('SIGINT', this.#keyboard);
    process.removeListener('SIGTERM', this.#system);
  }
}

function fromFolder(context: Context, folder: RunFolder, path: string): string {
  return relative(folder.path, resolve(context.folder, path)).replaceAll('\\', '/');
}

/** A measure as JSON: a value that is not finite is null, and its word stands beside it. */
function plainMeasure(measure: MeasureResult): object {
  if (Number.isFinite(measure.value)) return measure;
  return { ...measure, value: null, word: Number.isNaN(measure.value) ? 'not a number' : 'never' };
}

function aboutOf(
  context: Context,
  files: Files,
  loaded: LoadedScenario,
  assembly: Assembly,
  result: RunResult,
  hash: string,
  overrides: readonly string[],
  phases: Phases,
) {
  const { scenario, timing, robot } = assembly;
  const [section] = Object.values(scenario.robots);
  // Of a folder or a zip, the file in it; a bench has none.
  const { file = section.file } = robot.source;
  const bytes = file === undefined ? undefined : (new Archives(files).read(file) ?? new Uint8Array());
  return {
    pliant: version(),
    node: process.versions.node,
    v8: process.versions.v8,
    platform: `${process.platform} ${process.arch}`,
    date: context.now().toISOString(),
    scenario: loaded.file,
    overrides,
    robot: {
      name: robot.name,
      ...(file !== undefined && { file }),
      format: robot.source.format,
      ...(bytes !== undefined && { sha256: sha256(bytes) }),
    },
    engine: 'wasm',
    plant: assembly.bench === undefined ? 'rigid' : 'bench',
    rate: timing.continuous ? 'continuous' : 'sampled',
    tick: timing.tick,
    step: timing.step,
    method: timing.method,
    seed: scenario.seed,
    status: result.status,
    time: result.time,
    ticks: result.ticks,
    hash,
    faults: result.faults,
    ledger: result.ledger,
    verdict: result.verdict,
    passivity: assembly.passivity,
    ...(assembly.buffers && { buffers: assembly.buffers }),
    phases: phases.all,
    layout: { control: assembly.control.layout, plant: assembly.plant.layout },
  };
}

function facts(about: ReturnType<typeof aboutOf>): { name: string; value: string }[] {
  return [
    { name: 'pliant', value: about.pliant },
    { name: 'node', value: about.node },
    { name: 'engine', value: about.engine },
    { name: 'scenario', value: about.scenario },
    { name: 'set', value: about.overrides.join('  ') || 'nothing' },
    { name: 'robot file', value: about.robot.file ?? 'none: a bench' },
    { name: 'seed', value: String(about.seed) },
    { name: 'state hash', value: about.hash },
    { name: 'date', value: about.date },
  ];
}

/** uPlot as the toolkit depends on it. */
function plotLibrary(): { script: string; style: string } {
  const require = createRequire(import.meta.resolve('pliant/scenario'));
  const read = (name: string) => readFileSync(require.resolve(`uplot/dist/${name}`), 'utf8');
  return { script: read('uPlot.iife.min.js'), style: read('uPlot.min.css') };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
