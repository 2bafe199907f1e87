/** What a run's report shows: which channels belong into which plot. */
import type { MeasureResult } from '../analyse/index.js';
import { formatQuantity, numbers } from '../math/index.js';
import { forwardKinematics, framePlacement, type Model } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { Series } from '../record/index.js';
import type { Fact, Mark, Path, Point, ReportData, TimePlot } from '../report/index.js';
import type { RunResult } from '../run/index.js';
import type { Assembly } from './assemble.js';
import type { ChainEnd } from './chain.js';

export interface RunOutcome {
  readonly assembly: Assembly;
  readonly result: RunResult;
  readonly measures: readonly MeasureResult[];
  /** Extremes of every channel over time, for plots, and samples as they were, for curves in space. */
  readonly extremes: readonly Series[];
  readonly samples: readonly Series[];
  readonly problems: readonly Problem[];
  /** The scenario file as given. */
  readonly text: string;
  readonly about: readonly Fact[];
}

export function reportData(outcome: RunOutcome): ReportData {
  const { assembly, result, measures, extremes, samples, problems, text, about } = outcome;
  const { scenario, robot, timing, torqueLimits } = assembly;
  const of = (name: string): Series | undefined => extremes.find((series) => series.channel.name === name);
  const applied = of('joints.torque');
  const asked = of('joints.asked');
  return {
    title: scenario.name,
    robot: robot.name,
    ...ending(result, scenario.duration),
    facts: [
      { name: 'duration', value: formatQuantity(scenario.duration, 's') },
      {
        name: 'control',
        value: timing.continuous ? 'continuous' : `every ${formatQuantity(timing.tick, 's')}`,
      },
      { name: 'plant', value: `rigid, ${timing.method}, ${formatQuantity(timing.step, 's')}` },
      { name: 'seed', value: String(scenario.seed) },
    ],
    measures,
    paths: pathsOf(assembly, samples),
    forces: forcesOf(assembly, extremes),
    ...(applied === undefined
      ? {}
      : { torques: { applied, limits: torqueLimits, ...(asked === undefined ? {} : { asked }) } }),
    motion: motionOf(assembly, extremes),
    ledger: extremes.filter((series) => series.channel.group === 'ledger'),
    events: marksOf(assembly, result),
    problems,
    scenario: text,
    about,
  };
}

/** How a run ended, where that is worth a word. */
export function ending(result: RunResult, duration: number): Pick<ReportData, 'ending'> {
  if (result.divergence !== undefined) {
    const { time, reason, joint, gained } = result.divergence;
    const line =
      gained === undefined
        ? ''
        : `; what gained energy before: ${gained.kind} ${gained.name === gained.kind ? '' : gained.name}`.trimEnd();
    return {
      ending: {
        good: false,
        text: `diverged at ${formatQuantity(time, 's')}: the speed of ${joint} was ${reason}${line}`,
      },
    };
  }
  if (result.faults.length > 0) {
    return {
      ending: { good: false, text: `a guard acted at ${formatQuantity(result.faults[0].time, 's')}` },
    };
  }
  return result.time < duration
    ? { ending: { good: false, text: `stopped at ${formatQuantity(result.time, 's')}` } }
    : {};
}

/** The way of the tool, with its goal and the arm at the start and at the end. */
function pathsOf(assembly: Assembly, samples: readonly Series[]): Path[] {
  const { design, model, tool, start } = assembly;
  const position = samples.find((series) => series.channel.name === 'tool.position');
  if (position === undefined) return [];
  const reaching = design.elements.find(
    ({ family, joins }) => family === 'spring' && (joins.from === 'tool' || joins.to === 'tool'),
  );
  const other =
    reaching === undefined
      ? undefined
      : reaching.joins.from === 'tool'
        ? reaching.joins.to
        : reaching.joins.from;
  const goal = design.points.find((point) => point.name === other && point.frame === undefined);
  const joints = samples.find((series) => series.channel.name === 'joints.position');
  const last = joints === undefined ? [] : joints.columns.map((column) => column[column.length - 1]);
  const poses = [{ label: 'start', points: armAt(model, tool, start) }];
  if (last.length === model.nq && last.every(Number.isFinite))
    poses.push({ label: 'end', points: armAt(model, tool, last) });
  return [
    {
      title: 'Way of the tool',
      position,
      poses,
      ...(goal === undefined ? {} : { goal: goal.at ?? [0, 0, 0] }),
    },
  ];
}

/** Origins of the bodies from the first joint to the tool. */
function armAt(model: Model, tool: ChainEnd, q: readonly number[]): Point[] {
  const kinematics = forwardKinematics(numbers, model, q);
  const points: Point[] = [];
  for (let body = tool.frame.body; body >= 0; body = model.bodies[body].parent) {
    points.unshift(kinematics.placements[body].position);
  }
  points.push(framePlacement(numbers, kinematics, tool.frame).position);
  return points;
}

/** Forces at points with their limits, then what each element does; one plot for all joints of an element. */
function forcesOf({ design, origin }: Assembly, extremes: readonly Series[]): TimePlot[] {
  const plots: TimePlot[] = [];
  const named = (names: readonly string[]) =>
    extremes.filter((series) => names.includes(series.channel.name));
  for (const { at, norm } of design.limits?.force ?? []) {
    const series = named([`${at}.force`]);
    if (series.length > 0)
      plots.push({
        title: `Force at ${at}`,
        series,
        limits: [{ label: 'limit of the norm', value: norm, bothWays: true }],
      });
  }
  for (const [title, suffix] of [
    ['Force', 'force'],
    ['Torque', 'torque'],
  ] as const) {
    for (const section of new Set(origin.values())) {
      const own = [...origin].flatMap(([name, from]) => (from === section ? [`${name}.${suffix}`] : []));
      const series = named(own);
      if (series.length > 0) plots.push({ title: `${title} of ${section}`, series });
    }
  }
  return plots;
}

/** Extensions of elements, joint positions and speeds, the tool's speed. */
function motionOf({ design, origin }: Assembly, extremes: readonly Series[]): TimePlot[] {
  const plots: TimePlot[] = [];
  const add = (title: string, names: readonly string[]) => {
    const series = extremes.filter((s) => names.includes(s.channel.name));
    if (series.length > 0) plots.push({ title, series });
  };
  for (const { name, family } of design.elements) {
    if (family === 'spring' && origin.get(name) === name)
      add(`Extension of ${name}`, [`${name}.extension`, `${name}.distance`]);
  }
  add('Velocity of the tool', ['tool.velocity']);
  add('Joint positions', ['joints.position']);
  add('Joint speeds', ['joints.velocity']);
  return plots;
}

/** Pushes, changed parameters and guards, in the order of time. */
function marksOf({ scenario }: Assembly, result: RunResult): Mark[] {
  const marks: Mark[] = scenario.events.map((event) =>
    'push' in event
      ? {
          label: `push on ${event.on}`,
          from: event.at,
          until: Math.min(event.at + event.for, scenario.duration),
        }
      : { label: `${event.set} changes`, from: event.at },
  );
  for (const { time, fault } of result.faults)
    marks.push({ label: fault === 0 ? 'guard lets go' : 'guard', from: time });
  return marks.filter((mark) => mark.from <= scenario.duration).sort((a, b) => a.from - b.from);
}
