/** `pliant figures`: published figures against what this toolkit gets. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArmRun,
  type ArmSamples,
  figures as allFigures,
  figureTable,
  type Judged,
  Models,
  noticed,
  noticedText,
  outcomeCounts,
  tell,
} from 'pliant/figures';
import { Collector, seriesOf } from 'pliant/record';
import { assemble, loadScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { folderFiles } from './files.js';
import { json } from './json.js';
import { Progress, take } from './talk.js';

export interface FiguresOptions {
  readonly only?: readonly string[];
  readonly perturb?: true;
  readonly project?: string;
  readonly json?: true;
}

/** What every stiffness is multiplied by, and the share of the figures that must notice. */
const factor = 1.05;
const leastShare = 0.8;

export async function figures(context: Context, options: FiguresOptions): Promise<number> {
  const only = options.only?.map((id) => id.trim().toUpperCase());
  const stray = only?.find((id) => !allFigures.some((figure) => figure.id === id));
  if (stray !== undefined)
    throw Refusal.of({
      code: 'option-malformed',
      where: { file: '--only' },
      message: 'there is no figure of this number',
      expected: 'F1 to F68, M1, M2, …, C1, C2, …',
      got: stray,
    });
  const progress = new Progress(context);
  const told = (id: string, index: number, count: number): void =>
    progress.show(`${id}: ${index + 1} of ${count}`);

  if (options.perturb) {
    const found = noticed(factor, only, told);
    progress.clear();
    if (found.rows.length === 0)
      throw Refusal.of({
        code: 'option-malformed',
        where: { file: '--only' },
        message: 'none of these figures reproduces by a run of the bench',
        expected: 'for instance F26',
        got: (only ?? []).join(','),
      });
    context.out(options.json ? json(found) : noticedText(found));
    return found.share >= leastShare ? exit.done : exit.measureFailed;
  }
  const arm = armOf(context, options.project);
  const rows = tell({ models: new Models(), ...(arm === undefined ? {} : { arm }) }, only, told);
  progress.clear();
  const status = statusOf(rows);
  if (options.json) context.out(json({ ok: status === exit.done, figures: rows }));
  else context.out(`${figureTable(rows)}\n${outcomeCounts(rows)}\n`);
  return status;
}

/** Fails where a number is not what it should be. */
export function statusOf(rows: readonly Pick<Judged, 'outcome'>[]): number {
  return rows.every(({ outcome }) => outcome !== 'misses') ? exit.done : exit.measureFailed;
}

/** Runs of the project's arm; undefined where its files are nowhere. */
function armOf(context: Context, project: string | undefined): ArmRun | undefined {
  const own = fileURLToPath(new URL('../..', import.meta.url));
  const folders = project === undefined ? [context.folder, own] : [resolve(context.folder, project)];
  const folder = folders.find((path) => existsSync(join(path, 'examples/vmc/simple-reach.yaml')));
  if (folder === undefined) {
    if (project === undefined) return undefined;
    throw Refusal.unread(project, 'there is no examples/vmc/simple-reach.yaml in it');
  }
  const files = folderFiles(folder, [folder]);
  const made = new Map<string, ArmSamples>();
  return (name, { until, rate = 100, overrides = [] }) => {
    const key = JSON.stringify([name, until, rate, overrides]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const loaded = take(context, loadScenario(files, `examples/vmc/${name}.yaml`, overrides));
    const { scenario } = loaded;
    const shortened = {
      ...loaded,
      scenario: {
        ...scenario,
        duration: until ?? scenario.duration,
        record: { ...scenario.record, rate },
        measure: {},
      },
    };
    const { value: assembly, problems } = assemble(shortened, files);
    if (assembly === undefined) throw new Refusal(exit.badInput, 'the arm cannot be run', problems);
    const collector = new Collector();
    assembly.begin([collector]).complete();
    const series = collector.series();
    const samples: ArmSamples = {
      series: (channel) => seriesOf(series, channel),
      driven: assembly.model.velocityNames.filter((joint) => !joint.endsWith('_grip')),
    };
    made.set(key, samples);
    return samples;
  };
}
