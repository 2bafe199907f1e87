/** What a run's report shows: which channels belong into which plot, and what it has to be told for it. */
import type { MeasureResult } from '../analyse/index.js';
import { surfacePoints } from '../geometry/index.js';
import {
  add3,
  formatNumber,
  formatQuantity,
  mulMatVec,
  numbers,
  rotationFromQuaternion,
} from '../math/index.js';
import { forwardKinematics, framePlacement } from '../model/index.js';
import type { Channel, LogSink } from '../port/index.js';
import type { Problem } from '../problem/index.js';
import { type Series, select, unitOfEntry, withNorms } from '../record/index.js';
import {
  type Fact,
  instants,
  type Mark,
  type Path,
  type Point,
  type ReportData,
  type TimePlot,
} from '../report/index.js';
import type { LedgerLine, RunResult } from '../run/index.js';
import type { Assembly } from './assemble.js';
import { contactPictures } from './contact-picture.js';

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

/** Hands on of a run's samples what the report draws to what keeps it, with the norms that it draws. */
export function forReport(assembly: Assembly, sink: LogSink): LogSink {
  const capped = (assembly.design.limits?.force ?? []).map(({ at }) => forceChannels(at)[0]);
  return withNorms(capped, select(drawn(assembly), sink));
}

/** Whether {@link reportData} looks for a channel. */
function drawn({ design }: Assembly): (channel: Channel) => boolean {
  const names = new Set(['tool.position', 'tool.velocity']);
  for (const { at } of design.limits?.force ?? []) for (const name of forceChannels(at)) names.add(name);
  for (const { name, family } of design.elements) {
    const quantities =
      family === 'spring' ? ['force', 'torque', 'extension', 'distance'] : ['force', 'torque'];
    for (const quantity of quantities) names.add(`${name}.${quantity}`);
  }
  const groups = ['joints', 'ledger', 'contact', 'tank', 'task', 'sensor', 'servo'];
  return ({ name, group }) => groups.includes(group) || names.has(name);
}

function forceChannels(point: string): readonly [string, string] {
  return [`${point}.force`, `${point}.force.norm`];
}

export function reportData(outcome: RunOutcome): ReportData {
  const { assembly, result, measures, extremes, samples, problems, text, about } = outcome;
  const { scenario, timing, torqueLimits, bench } = assembly;
  /** The drives take positions: there is no torque of a joint to show. */
  const follows = bench !== undefined && bench.drive.kind !== 'force';
  const of = (name: string): Series | undefined => extremes.find((series) => series.channel.name === name);
  const applied = of('joints.torque');
  const asked = of('joints.asked');
  return {
    title: scenario.name,
    robot: aboutRobot(assembly),
    ...ending(result, scenario.duration),
    facts: [
      { name: 'duration', value: formatQuantity(scenario.duration, 's') },
      {
        name: 'control',
        value: timing.continuous ? 'continuous' : `every ${formatQuantity(timing.tick, 's')}`,
      },
      {
        name: 'plant',
        value: `${bench === undefined ? 'rigid' : 'bench'}, ${timing.method}, ${formatQuantity(timing.step, 's')}`,
      },
      { name: 'seed', value: String(scenario.seed) },
      { name: 'by design', value: assembly.passivity.text },
    ],
    measures,
    paths: pathsOf(assembly, samples),
    forces: forcesOf(assembly, extremes),
    ...(applied === undefined || follows
      ? {}
      : { torques: { applied, limits: torqueLimits, ...(asked === undefined ? {} : { asked }) } }),
    motion: motionOf(assembly, extremes),
    ledger: ledgerOf(assembly, extremes),
    ...(bench === undefined ? { separates: 'plant.rigid.doubling: true' } : {}),
    balance: balanceOf(result),
    events: marksOf(assembly, result, samples),
    maps: contactPictures(assembly),
    problems,
    scenario: text,
    about,
  };
}

/** How a run ended, where that is worth a word. */
export function ending(result: RunResult, duration: number): Pick<ReportData, 'ending'> {
  if (result.divergence !== undefined) {
    const { time, quantity, reason, joint, gained, element } = result.divergence;
    const line =
      gained === undefined
        ? ''
        : `; what gained energy before: ${gained.kind}${gained.name === gained.kind ? '' : ` ${gained.name}`}${held(gained)}`;
    return {
      ending: {
        good: false,
        text: `diverged at ${formatQuantity(time, 's')}: the ${quantity} of ${joint} was ${reason}${line}${by(gained, element)}`,
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

/** The element that gained, where the line does not name it already. */
function by(gained: LedgerLine | undefined, element: string | undefined): string {
  if (element === undefined || gained?.name === element) return '';
  return gained === undefined ? `; ${element} acted most` : `, by the element ${element}`;
}

/** The way of the tool, with its goal and the arm at the start and at the end. */
function pathsOf(assembly: Assembly, samples: readonly Series[]): Path[] {
  const { design, model, start } = assembly;
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
  const poses = [{ label: 'start', points: armAt(assembly, start) }];
  if (last.length === model.nq && last.every(Number.isFinite))
    poses.push({ label: 'end', points: armAt(assembly, last) });
  return [
    {
      title: 'Way of the tool',
      position,
      poses,
      ...(joints === undefined ? {} : motionOfArm(assembly, joints)),
      ...(goal === undefined ? {} : { goal: goal.at ?? [0, 0, 0] }),
      ...solidsIn(assembly),
    },
  ];
}

/** The solids that stand in the world. */
function solidsIn({ design }: Assembly): Pick<Path, 'solids'> {
  const solids = design.points.flatMap(({ name, frame, at, attitude, shape }) => {
    if (shape === undefined || frame !== undefined) return [];
    const rotation = rotationFromQuaternion(numbers, attitude ?? [1, 0, 0, 0]);
    const points = surfacePoints({ ...shape, position: at ?? [0, 0, 0], rotation });
    return [{ label: name, points, ...(shape.kind === 'plane' ? { flat: true as const } : {}) }];
  });
  return solids.length === 0 ? {} : { solids };
}

/** The arm at instants spread over the run. */
function motionOfArm(assembly: Assembly, { time, columns }: Series): Pick<Path, 'motion'> {
  if (columns.length !== assembly.model.nq) return {};
  const kept = instants(time.length).filter((i) => columns.every((column) => Number.isFinite(column[i])));
  return {
    motion: {
      time: kept.map((i) => time[i]),
      poses: kept.map((i) =>
        armAt(
          assembly,
          columns.map((column) => column[i]),
        ),
      ),
    },
  };
}

/** The foot, the origins of the bodies from the first joint on, and the tool. */
function armAt({ model, tool, scenario }: Assembly, q: readonly number[]): Point[] {
  const kinematics = forwardKinematics(numbers, model, q);
  const points: Point[] = [];
  for (let body = tool.frame.body; body >= 0; body = model.bodies[body].parent) {
    points.unshift(kinematics.placements[body].position);
  }
  const [{ base }] = Object.values(scenario.robots);
  const { position, rotation } = framePlacement(numbers, kinematics, tool.frame);
  return [base.at, ...points, add3(numbers, position, mulMatVec(numbers, rotation, tool.at))];
}

/** Forces at points with their limits, forces on solids, what sensors tell, then what each element of the scenario does. */
function forcesOf(assembly: Assembly, extremes: readonly Series[]): TimePlot[] {
  const plots: TimePlot[] = [];
  for (const { at, norm } of assembly.design.limits?.force ?? []) {
    const series = extremes.filter(({ channel }) => forceChannels(at).includes(channel.name));
    if (series.length > 0)
      plots.push({
        title: `Force at ${at}`,
        series,
        limits: [{ label: 'limit of the norm', value: norm }],
      });
  }
  for (const { name } of assembly.rigid.contacts?.solids ?? []) {
    const series = extremes.filter(({ channel }) => channel.name === `contact.${name}.force`);
    if (series.length > 0) plots.push({ title: `Force of the robot on ${name}`, series });
  }
  for (const { name } of assembly.design.sensors ?? []) {
    for (const [title, what] of [
      ['Force', 'force'],
      ['Torque', 'torque'],
    ] as const) {
      const series = extremes.filter(({ channel }) => channel.name === `sensor.${name}.${what}`);
      if (series.some(({ columns }) => columns.some((column) => column.some((x) => x !== 0))))
        plots.push({ title: `${title} that ${name} tells`, series });
    }
  }
  for (const section of new Set(assembly.origin.values())) {
    for (const [title, suffix] of [
      ['Force', 'force'],
      ['Torque', 'torque'],
    ] as const) {
      const series = seriesOfSection(assembly, extremes, section, suffix);
      if (series.length > 0) plots.push({ title: `${title} of ${section}`, series });
    }
  }
  return plots;
}

/** Extensions of springs, depths, the tank, command and speed of the tool, joint positions and speeds. */
function motionOf(assembly: Assembly, extremes: readonly Series[]): TimePlot[] {
  const plots: TimePlot[] = [];
  const add = (title: string, series: readonly Series[]) => {
    if (series.length > 0) plots.push({ title, series });
  };
  const named = (name: string) => extremes.filter(({ channel }) => channel.name === name);
  const springs = assembly.design.elements.filter(({ family }) => family === 'spring');
  for (const section of new Set(springs.map(({ name }) => assembly.origin.get(name) ?? name))) {
    add(`Extension of ${section}`, seriesOfSection(assembly, extremes, section, 'extension'));
    add(`Distance of ${section}`, seriesOfSection(assembly, extremes, section, 'distance'));
  }
  for (const { name } of assembly.rigid.contacts?.solids ?? [])
    add(`Depth in ${name}`, named(`contact.${name}.depth`));
  add('Level of the tank', named('tank.level'));
  add('Factor of the sources that the tank affords', named('tank.scale'));
  add('What moves by itself behind the time', named('tank.lag'));
  add('Commanded place', named('servo.place'));
  add('Commanded velocity', named('servo.pace'));
  add('Velocity of the tool', named('tool.velocity'));
  add('Joint positions', named('joints.position'));
  add('Joint speeds', named('joints.velocity'));
  return plots;
}

/** Channels of one element of the scenario; those of many joints as one channel with an entry for each joint. */
function seriesOfSection(
  { design, origin }: Assembly,
  extremes: readonly Series[],
  section: string,
  suffix: string,
): Series[] {
  const own = design.elements.flatMap((element) => {
    const series =
      origin.get(element.name) === section
        ? extremes.find(({ channel }) => channel.name === `${element.name}.${suffix}`)
        : undefined;
    return series === undefined ? [] : [{ joint: element.joins.joint ?? element.name, series }];
  });
  if (own.length < 2) return own.map(({ series }) => series);
  const [{ series: first }] = own;
  const units = own.map(({ series }) => unitOfEntry(series.channel, 0));
  const together = own.every(
    ({ series }) => series.columns.length === 1 && series.time.length === first.time.length,
  );
  if (!together) return own.map(({ series }) => series);
  const channel = {
    ...first.channel,
    name: `${section}.${suffix}`,
    labels: own.map(({ joint }) => joint),
    unit: units,
  };
  return [{ channel, time: first.time, columns: own.map(({ series }) => series.columns[0]) }];
}

/** The ledger as the report shows it: one line for an element on many joints, and pushes that say so. */
function ledgerOf({ origin, scenario }: Assembly, extremes: readonly Series[]): Series[] {
  const pushed = new Set(scenario.events.flatMap((event) => ('push' in event ? [event.on] : [])));
  return extremes
    .filter(({ channel }) => channel.group === 'ledger')
    .map((series) => {
      const labels: string[] = [];
      const columns: Float64Array[] = [];
      // Only sections with elements of other names: the joints' own friction stays apart from an element `friction`.
      const places = new Map<string, number>();
      for (const [i, column] of series.columns.entries()) {
        const label = series.channel.labels[i];
        const section = origin.get(label) ?? label;
        const place = places.get(section);
        if (place !== undefined) columns[place] = columns[place].map((x, k) => x + column[k]);
        else {
          if (section !== label) places.set(section, labels.length);
          labels.push(
            series.channel.name === 'ledger.source' && pushed.has(label) ? `push on ${label}` : section,
          );
          columns.push(column);
        }
      }
      return { ...series, channel: { ...series.channel, labels }, columns };
    });
}

/** Whether anything but sources put energy in, in words. */
function balanceOf({ ledger, verdict }: RunResult): { good: boolean; text: string } {
  const { passive, gained, residualShare, storedNothing } = verdict;
  const left = ledger.find(({ kind }) => kind === 'residual')?.energy ?? 0;
  const share = storedNothing
    ? `${formatQuantity(Math.abs(left), 'J')}, where next to nothing was stored`
    : `${formatNumber(100 * residualShare, 2)} % of the largest stored energy`;
  const residual = `the residual is ${share}${ledger.map(held).join('')}`;
  return passive || gained === undefined
    ? { good: true, text: `Only sources put energy in; ${residual}.` }
    : {
        good: false,
        text: `Not only sources put energy in: ${gained.name} put in ${formatQuantity(gained.energy, 'J')}; ${residual}.`,
      };
}

/** What the line holds of others that were not measured, in words. */
function held({ holds = [] }: LedgerLine): string {
  return holds.map((kind) => `, with the ${kind} error in it, which was not measured`).join('');
}

/** The robot in a line: name, joints, mass. */
function aboutRobot({ robot, model }: Assembly): string {
  const joints = model.nv === 1 ? '1 joint' : `${model.nv} joints`;
  const mass = robot.links.reduce((sum, link) => sum + (link.inertial?.mass ?? 0), 0);
  return `${robot.name}, ${joints}, ${formatQuantity(mass, 'kg', 3)}`;
}

/** When a phase began, but for the first, as the samples of its index say. */
function phaseMarks({ design }: Assembly, samples: readonly Series[]): Mark[] {
  const indices = samples.find(({ channel }) => channel.name === 'task.phase');
  if (indices === undefined) return [];
  const [column] = indices.columns;
  return [...indices.time].flatMap((from, i) => {
    const phase = design.phases?.[column[i]];
    return i === 0 || phase === undefined || column[i] === column[i - 1] ? [] : [{ label: phase.name, from }];
  });
}

/** Pushes, streams, changed parameters, phases and guards, in the order of time. */
function marksOf(assembly: Assembly, result: RunResult, samples: readonly Series[]): Mark[] {
  const { scenario } = assembly;
  const marks: Mark[] = scenario.events.map((event) => {
    if ('set' in event) return { label: `${event.set} changes`, from: event.at };
    if ('stream' in event) return { label: `targets for ${event.stream}`, from: event.at };
    if ('pickUp' in event) return { label: `${event.pickUp} is picked up`, from: event.at };
    if ('putDown' in event) return { label: `${event.putDown} is put down`, from: event.at };
    const until = Math.min(event.at + (event.for ?? Number.POSITIVE_INFINITY), scenario.duration);
    const label = 'push' in event ? `push on ${event.on}` : `${event.sensor}: ${event.fault}`;
    return { label, from: event.at, until };
  });
  for (const [name, { stiffness, appears = 0, vanishes }] of Object.entries(scenario.world.solids)) {
    if (stiffness === undefined) continue;
    if (appears > 0) marks.push({ label: `${name} appears`, from: appears });
    if (vanishes !== undefined) marks.push({ label: `${name} vanishes`, from: vanishes });
  }
  for (const { time, fault } of result.faults)
    marks.push({ label: fault === 0 ? 'guard lets go' : 'guard', from: time });
  marks.push(...phaseMarks(assembly, samples));
  return marks.filter((mark) => mark.from <= scenario.duration).sort((a, b) => a.from - b.from);
}
