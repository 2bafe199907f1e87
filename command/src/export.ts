/** `pliant export`: the control program of a scenario as code for another machine. */
import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Program } from 'pliant/graph';
import { type Context, Refusal } from './context.js';
import { save } from './convert.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { type RobotOptions, scenarioFiles, withMujoco } from './robot.js';
import { take } from './talk.js';

export interface ExportOptions extends RobotOptions {
  readonly set?: readonly string[];
  readonly to?: string;
  readonly name?: string;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

export const targets = ['c', 'javascript', 'wasm'] as const;
type Target = (typeof targets)[number];

export async function exportCode(context: Context, file: string, options: ExportOptions): Promise<number> {
  const to = targetOf(options.to);
  const given = options.set ?? [];
  const [
    { draft, loadScenario },
    { controlProgram },
    { emitC, emitModule, fingerprint, prefixFault, regionOf },
  ] = await Promise.all([import('pliant/scenario'), import('pliant/control'), import('pliant/graph')]);
  const name = nameOf(file, options.name, prefixFault);
  const { files, worded } = scenarioFiles(context.folder, file, given, options);
  const first = take(context, loadScenario(files, file, given));
  const more = worded(first.scenario);
  const loaded = more.length === 0 ? first : take(context, loadScenario(files, file, [...given, ...more]));
  const outcome = await withMujoco((mujoco) => draft(loaded, files, { start: context.folder, ...mujoco }));
  const { design, scenario, timing } = take(context, outcome);
  if (timing.continuous)
    throw Refusal.of({
      code: 'export-continuous',
      where: { file, path: 'control.rate' },
      message:
        'a controller that is exported is called once a tick, and this one is evaluated at each stage of the plant',
      got: 'continuous',
      hint: 'give it a rate: --set "control.rate=1 kHz"',
    });
  // What is bound to its number here would be another thing in a run whose events change it.
  const events = scenario.events.length;
  const program = controlProgram(design);
  const written = texts(program, to, name, { emitC, emitModule });
  const folder = options.out ?? '.';
  mkdirSync(resolve(context.folder, folder), { recursive: true });
  for (const [own, text] of written) save(context, join(folder, own), text, { force: options.force });
  const { layout } = program;
  const names = written.map(([own]) => join(folder, own));
  const made = { design: fingerprint(program), memory: 8 * layout.size, tick: design.period };
  if (options.json) {
    const sizes = Object.fromEntries(
      ['inputs', 'outputs', 'parameters', 'state'].map((region) => [
        region,
        regionOf(layout, region as 'inputs').size,
      ]),
    );
    context.out(
      json({
        file,
        name: scenario.name,
        to,
        files: names,
        ...made,
        ...sizes,
        events,
        problems: outcome.problems,
      }),
    );
    return exit.done;
  }
  context.out(
    `${names.join(', ')}: design ${made.design}, ${made.memory} bytes of memory, a step every ${made.tick} s\n`,
  );
  if (events > 0)
    context.out(
      `${events === 1 ? 'the event' : `the ${events} events`} of the scenario ${events === 1 ? 'is' : 'are'} not in it: who calls it makes them\n`,
    );
  return exit.done;
}

type Emitters = Pick<typeof import('pliant/graph'), 'emitC' | 'emitModule'>;

/** Names and texts of the files. */
function texts(
  program: Program,
  to: Target,
  name: string,
  { emitC, emitModule }: Emitters,
): [string, string][] {
  if (to === 'c') {
    const { header, source } = emitC(program, { prefix: name });
    return [
      [`${name}.h`, header],
      [`${name}.c`, source],
    ];
  }
  const { script, declarations } = emitModule(program, { code: to });
  return [
    [`${name}.mjs`, script],
    [`${name}.d.mts`, declarations],
  ];
}

function targetOf(text: string = targets[0]): Target {
  const target = targets.find((known) => known === text);
  if (target !== undefined) return target;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--to' },
    message: 'what to export to is none of these',
    got: text,
    known: targets,
  });
}

/** What the files and, in C, everything in them begins with. */
function nameOf(
  file: string,
  given: string | undefined,
  prefixFault: (prefix: string) => string | undefined,
): string {
  const own = basename(file)
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .slice(0, 40);
  const name = given ?? (/^[A-Za-z]/.test(own) ? own : `law_${own}`.slice(0, 40));
  const fault = prefixFault(name);
  if (fault === undefined) return name;
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: '--name' },
    message: `${JSON.stringify(name)} ${fault}`,
    got: name,
    hint: 'give another with --name',
  });
}
