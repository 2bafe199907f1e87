/** Runs of the blocked hand: against the hand, and in free space. */
import { describe, type Outcome } from 'pliant/problem';
import { Collector, seriesOf } from 'pliant/record';
import { assemble, type Draft, draft, type LoadedScenario, loadScenario } from 'pliant/scenario';
import { ownFiles } from '../scenarios.js';

/** Names of `examples/contact`. */
export type Example = 'blocked-hand' | 'blocked-hand-baseline' | 'blocked-hand-baseline-10hz';

export interface Blocked {
  /** s; when the hand is met. */
  readonly met: number;
  /** N, the greatest on the hand within two seconds from then on. */
  readonly peak: number;
  /** N, the mean over the last 0.2 s of these two seconds. */
  readonly held: number;
  /** How much it still swings in the last 0.2 s, greatest less least, N. */
  readonly swing: number;
  /** Joint positions and torques at their end. */
  readonly q: readonly number[];
  readonly torque: readonly number[];
}

function loaded(example: Example, overrides: readonly string[], free: boolean): LoadedScenario {
  const all = free ? [...overrides, 'world.hand=null'] : overrides;
  const { value, problems } = loadScenario(ownFiles, `examples/contact/${example}.yaml`, all);
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  const { scenario } = value;
  const groups = ['joints', 'tool', 'goal', ...(free ? [] : ['contact'])];
  return {
    ...value,
    scenario: { ...scenario, measure: {}, record: { ...scenario.record, rate: 1000, groups } },
  };
}

function good<T>({ value, problems }: Outcome<T>): T {
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return value;
}

/** The design, the arm and where it starts, without a run. */
export const drafted = (example: Example): Draft => good(draft(loaded(example, [], false), ownFiles));

function ran(
  example: Example,
  overrides: readonly string[],
  free: boolean,
): (channel: string) => ReturnType<typeof seriesOf> {
  const assembly = good(assemble(loaded(example, overrides, free), ownFiles));
  const collector = new Collector();
  const { status } = assembly.begin([collector]).complete();
  if (status !== 'done') throw new Error(`the run ended as ${status}`);
  const all = collector.series();
  return (channel) => seriesOf(all, channel);
}

/** Root mean square of the way from tool to goal over the run without the hand, m. */
export function freeError(example: Example, overrides: readonly string[] = []): number {
  const series = ran(example, overrides, true);
  const [tool, goal] = [series('tool.position'), series('goal.position')];
  let sum = 0;
  for (let k = 0; k < tool.time.length; k++)
    for (const i of [0, 1, 2]) sum += (tool.columns[i][k] - goal.columns[i][k]) ** 2;
  return Math.sqrt(sum / tool.time.length);
}

const stay = 2;
const last = 0.2;

export function blocked(example: Example, overrides: readonly string[] = []): Blocked {
  const series = ran(example, overrides, false);
  const { time, columns } = series('contact.hand.force');
  const force = Array.from(time, (_, k) => Math.hypot(...columns.map((column) => column[k])));
  const first = force.findIndex((f) => f > 0);
  const end = time.findIndex((t) => t >= time[first] + stay - 1e-9);
  if (first < 0 || end < 0) throw new Error(`the hand of ${example} is not there for ${stay} s`);
  const settled = force.filter((_, k) => time[k] > time[end] - last && k <= end);
  return {
    met: time[first],
    peak: Math.max(...force.slice(first, end + 1)),
    held: settled.reduce((sum, f) => sum + f, 0) / settled.length,
    swing: Math.max(...settled) - Math.min(...settled),
    q: series('joints.position').columns.map((column) => column[end]),
    torque: series('joints.torque').columns.map((column) => column[end]),
  };
}
