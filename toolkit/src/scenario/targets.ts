/** Streams of targets of a scenario as events of the loop, and what can be said of them before a run. */
import { streamedPoints } from '../control/index.js';
import type { Layout } from '../graph/index.js';
import { formatQuantity } from '../math/index.js';
import type { RunEvent } from '../run/index.js';
import type { Complaints } from './complaints.js';
import type { Draft } from './draft.js';
import type { Scenario } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { recordedRows } from './signal.js';
import { under } from './tree.js';

type StreamEvent = Extract<Scenario['events'][number], { readonly stream: string }>;

/** An event of the loop for each target, in order; a target without an attitude has that of the point at the start. */
export function targetEvents(
  { stream, targets, at, late }: StreamEvent,
  path: string,
  layout: Layout,
  files: ScenarioFiles,
  complaints: Complaints,
): RunEvent[] {
  const attitude = layout.fields.find(({ name }) => name === `stream.${stream}.attitude`);
  if (attitude === undefined) {
    const known = layout.fields.flatMap(({ name }) => /^stream\.(.*)\.attitude$/.exec(name)?.[1] ?? []);
    complaints.unknown(under(path, 'stream'), 'streamed point', stream, known);
    return [];
  }
  const upright = attitude.initial as readonly number[];
  const recording = {
    path: under(path, 'targets'),
    code: 'stream',
    what: 'a stream of targets',
    row: 'a time with a place, or with a place and a quaternion',
    widths: [4, 8],
    least: 1,
  };
  const rows = recordedRows(targets, recording, files, complaints) ?? [];
  const turned = rows.findIndex((row) => row.length === 8 && row.slice(4).every((x) => x === 0));
  if (turned >= 0) {
    complaints.error('attitude', recording.path, `the quaternion of row ${turned + 1} is none`);
    return [];
  }
  return rows.map(
    ([time, ...pose]): RunEvent => ({
      kind: 'target',
      at: at + time + late,
      point: stream,
      pose: pose.length === 3 ? [...pose, ...upright] : pose,
      stamp: at + time,
    }),
  );
}

/** Streams that stop, or whose targets are refused: what that does. `lists` holds the loop's events of each of the scenario's. */
export function streamFindings(
  { design, scenario }: Draft,
  lists: readonly (readonly RunEvent[])[],
  complaints: Complaints,
): void {
  for (const { name, streamed } of streamedPoints(design)) {
    const { timeout } = streamed;
    const told = lists
      .flatMap((list, i) =>
        list.flatMap((event) =>
          event.kind === 'target' && event.point === name && event.at <= scenario.duration
            ? [{ ...event, path: under('events', i) }]
            : [],
        ),
      )
      .sort((a, b) => a.at - b.at);
    if (told.length === 0) {
      complaints.warn(
        'stream-silent',
        under(under('control.points', name), 'streamed'),
        `no event tells ${name} a target: it stands where it is`,
        { hint: `events: [{ stream: ${name}, targets: [[0, x, y, z]], at: 0 s }]` },
      );
      continue;
    }
    const stale = told.find(({ at, stamp }) => at - stamp >= timeout);
    if (stale !== undefined) {
      complaints.warn(
        'stream-late',
        under(stale.path, 'late'),
        `targets for ${name} are stale when they come, and refused`,
        {
          got: formatQuantity(stale.at - stale.stamp, 's', 3),
          expected: `less than ${formatQuantity(timeout, 's', 3)}`,
          hint: `take control.points.${name}.streamed.timeout above ${formatQuantity(stale.at - stale.stamp, 's', 3)}`,
        },
      );
      continue;
    }
    // From a stamp to the arrival of the next target, or to the end.
    const until = (i: number): number => told[i + 1]?.at ?? scenario.duration;
    const held = told.map(({ stamp }, i) => until(i) - stamp);
    const worst = held.slice(0, -1).reduce((most, x) => Math.max(most, x), 0);
    if (worst > timeout * (1 + 1e-9)) {
      const i = held.indexOf(worst);
      complaints.warn(
        'stream-gap',
        under(told[i].path, 'targets'),
        `${name} is told nothing for so long after ${formatQuantity(told[i].stamp, 's', 4)} that its target is stale: ${streamed.then ?? 'damped stop'}`,
        {
          got: formatQuantity(worst, 's', 3),
          expected: `at most the timeout, ${formatQuantity(timeout, 's', 3)}`,
          hint: `take control.points.${name}.streamed.timeout above ${formatQuantity(worst, 's', 3)}, or tell it more often`,
        },
      );
    }
    const last = told[told.length - 1];
    if (held[held.length - 1] > timeout * (1 + 1e-9))
      complaints.warn(
        'stream-ends',
        under(last.path, 'targets'),
        `the targets for ${name} end before the run does: ${streamed.then ?? 'damped stop'} from ${formatQuantity(last.stamp + timeout, 's', 4)} on`,
        { hint: 'let the run end before, or tell the last target again' },
      );
  }
}
