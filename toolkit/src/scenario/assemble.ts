/**
 * The composition root: a scenario and the files that it names → everything that a run needs. What is wrong is
 * a problem at the place in the file where it was written; nothing is assembled by halves.
 */
import type { MeasureSpec } from '../analyse/index.js';
import {
  controlMemory,
  controlProgram,
  designProblems,
  gainingElement,
  liveProblems,
  observedFields,
  type Passivity,
  type PointDesign,
  passivityOf,
} from '../control/index.js';
import { compileWasm, type Executable, initialise, type Program, TooLarge } from '../graph/index.js';
import { add3, mulMat, mulMatVec, numbers } from '../math/index.js';
import { forest, type Model, modelOf } from '../model/index.js';
import { benchProblems, rigidProblems, withSubsteps } from '../plant/index.js';
import type { Kernel, LogSink } from '../port/index.js';
import { hasErrors, type Outcome, type Problem } from '../problem/index.js';
import type { ReadOptions, Robot } from '../robot/index.js';
import { observedChannel, Run, type RunEvent } from '../run/index.js';
import { benchOf } from './bench.js';
import { bodiesOf, bodyPoints } from './bodies.js';
import { payloadPlaces } from './carrying.js';
import { type ChainEnd, longestChainEnd } from './chain.js';
import { Complaints } from './complaints.js';
import { contactsOf, presence } from './contacts.js';
import { designOf, onRobot } from './design.js';
import type { Draft } from './draft.js';
import { eventFindings, findingsOf } from './findings.js';
import { refuseUnfit } from './fitness.js';
import { positionsByJoint } from './joint-positions.js';
import type { LoadedScenario } from './load.js';
import { finerPlant, fitting, plantOver, plantProgram } from './machine.js';
import { measuredFields, measuresOf } from './measures.js';
import { names } from './names.js';
import { inOrder, unique } from './order.js';
import { underItsName } from './origin.js';
import { frameNamed, pointHint, pointsOf, rotationOf, toolPoint } from './points.js';
import { references } from './references.js';
import { eventsOf, pushPlaces, rigidOptions } from './rigid.js';
import { robotOf } from './robot.js';
import type { Scenario } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { sensedOf } from './sensors.js';
import { servosOf } from './servos.js';
import { startOf, startSpeeds } from './start.js';
import { streamFindings } from './targets.js';
import { withLawsOfPhases, withPhases } from './task.js';
import { type Timing, timingOf } from './timing.js';
import { under } from './tree.js';

export interface Assembly extends Draft {
  readonly control: Program;
  /** The plant's; of a bench the part that is a program: where its surfaces are. */
  readonly plant: Program;
  readonly kernel: Kernel;
  readonly plantCode: Executable;
  readonly events: readonly RunEvent[];
  readonly measures: readonly MeasureSpec[];
  /** Whether the design can put energy in, and by what. */
  readonly passivity: Passivity;
  /** Ticks between samples of the record. */
  readonly every: number;
  /**
   * A run from the start; `record` gets the groups that the scenario records, sinks these, the joints,
   * the ledger and what is measured.
   */
  begin(sinks: readonly LogSink[], record?: LogSink): Run;
}

export interface AssembleOptions extends Pick<ReadOptions, 'mujoco' | 'convertMesh' | 'start'> {
  /** Told the name of each phase when it ends: `robot`, `model`, `design`, `control`, `plant`. */
  readonly phase?: (name: string) => void;
}

/** Reads the robot and works out the design; the problems hold everything that `check` has to say. */
export function draft(
  loaded: LoadedScenario,
  files: ScenarioFiles,
  options: AssembleOptions = {},
): Outcome<Draft> {
  const { scenario, placeOf } = loaded;
  const complaints = new Complaints(placeOf);
  const phase = options.phase ?? (() => {});
  const [name, section] = Object.entries(scenario.robots)[0];
  const path = under('robots', name);
  /** Without a robot: what was found, and what can be said all the same. */
  const refused = (found: readonly Problem[]): Outcome<Draft> => {
    references(scenario, complaints);
    names(scenario, complaints);
    timingOf(scenario, complaints);
    return { problems: inOrder([...found, ...complaints.problems]) };
  };

  const read = robotOf(name, section, files, options, complaints);
  if (read.value === undefined) return refused(read.problems);
  const robot = based(read.value, section.base);
  phase('robot');
  const modelled = modelOf(robot);
  if (modelled.value === undefined) return refused([...read.problems, ...modelled.problems]);
  const model = modelled.value;
  phase('model');
  refuseUnfit(robot, model, under(path, 'file'), complaints);
  const tool = toolOf(scenario, model, under(path, 'tool'), complaints);
  if (tool === undefined || complaints.failed) return refused([...read.problems, ...modelled.problems]);
  references(scenario, complaints, (name) => pointHint(name, model));
  const servos = servosOf(section.servos, model, under(path, 'servos'), complaints);
  const start = startOf(section, robot.starts, model, tool, scenario.world.gravity, path, complaints, servos);
  const speeds = startSpeeds(section, model, path, complaints);
  const rpy = section.tool === 'auto' ? ([0, 0, 0] as const) : section.tool.rpy;
  const bodies = bodiesOf(scenario.control.bodies, Object.keys(scenario.control.points), complaints);
  if (bodies === undefined && complaints.failed) return refused([...read.problems, ...modelled.problems]);
  const points: PointDesign[] = pointsOf(
    scenario.control.points,
    scenario.world.solids,
    [toolPoint(tool, rpy), ...bodyPoints(scenario.control.bodies)],
    bodies === undefined ? model : forest(model, bodies.model),
    [...start, ...(bodies?.start ?? [])],
    complaints,
  );
  const timing = timingOf(scenario, complaints);
  const {
    design: plain,
    origin,
    torqueLimits,
    buffers,
  } = designOf(scenario, model, points, start, timing.tick, complaints, bodies);
  const pushes = pushPlaces(
    scenario,
    points.filter((point) => onRobot(point, model)),
  );
  const contacts = contactsOf(scenario.world.solids, points, model, complaints);
  const payloads = payloadPlaces(scenario, points);
  const machine = rigidOptions(scenario, model, timing, pushes, payloads, contacts, complaints);
  const rigid = complaints.failed ? machine : withSubsteps(model, machine, start);
  const parts = { model, timing, tool: points[0], pushes, contacts };
  const fall = rigid.gravity ?? scenario.world.gravity;
  const sensed = scenario.plant.bench
    ? undefined
    : sensedOf(scenario, model, timing, points[0], { fall, payloads }, complaints);
  const bench = scenario.plant.bench && benchOf(scenario, scenario.plant.bench, parts, files, complaints);
  if (!complaints.failed) {
    complaints.adopt(
      bench === undefined ? rigidProblems(model, rigid, start) : benchProblems(bench, scenario.duration),
    );
  }
  // That a joint moves no mass is said once.
  const massless = complaints.problems.some(({ code }) => code === 'massless');
  // Nor that a servo has nothing to do where a law was left out.
  const fewer = Object.keys(scenario.control.laws).length > (plain.laws?.length ?? 0);
  const wrong = designProblems(withLawsOfPhases(scenario, plain)).filter(
    ({ code }) => !(massless && code === 'brake-inertia') && !(fewer && code === 'servo-idle'),
  );
  complaints.adopt(wrong.map((problem) => underItsName(problem, origin)));
  const design = complaints.failed ? plain : withPhases(scenario, plain, origin, complaints);
  if (!complaints.failed) complaints.adopt(liveProblems(design));
  if (timing.continuous) {
    for (const memory of controlMemory(design)) {
      complaints.error(
        'continuous-memory',
        memory === 'phases' ? 'task.phases' : `control.${memory}`,
        'a continuous control law cannot carry anything from step to step',
        {
          hint: 'leave this out, or give control.rate a frequency',
        },
      );
    }
  }
  const resolved = resolvedScenario(scenario, tool, start, model, timing);
  const value: Draft = {
    scenario: resolved,
    robot,
    model,
    tool,
    servos,
    start,
    speeds,
    design,
    origin,
    timing,
    rigid,
    bench,
    sensed,
    torqueLimits,
    buffers,
  };
  if (complaints.failed) names(scenario, complaints);
  else findingsOf(value, scenario, complaints);
  phase('design');
  const problems = unique([...read.problems, ...modelled.problems, ...complaints.problems]);
  return hasErrors(problems) ? { problems } : { value, problems };
}

/** Assembles a run: {@link draft}, and both programs compiled. */
export function assemble(
  loaded: LoadedScenario,
  files: ScenarioFiles,
  options: AssembleOptions = {},
): Outcome<Assembly> {
  const drafted = draft(loaded, files, options);
  if (drafted.value === undefined) return drafted;
  const { scenario, model, design, origin, timing, rigid, bench, sensed, start, speeds } = drafted.value;
  const phase = options.phase ?? (() => {});
  const complaints = new Complaints(loaded.placeOf);

  const { groups } = scenario.record;
  const measured = measuredFields(scenario);
  const observe = (field: string): boolean =>
    groups === 'all' || field === 'stored' || groups.includes(field.split('.')[0]) || measured(field);
  const controlMade = compiled(
    () => controlProgram(design, { observe, continuous: timing.continuous }),
    'control',
    complaints,
  );
  phase('control');
  const plantMade = compiled(() => plantProgram(model, rigid, bench), 'plant', complaints);
  phase('plant');
  if (controlMade === undefined || plantMade === undefined) {
    return { problems: unique([...drafted.problems, ...complaints.problems]) };
  }
  const { program: control } = controlMade;
  const kernel = controlMade.code as Kernel;
  const { program: plant, code: plantCode } = plantMade;

  const machine = plantOver(plantCode, model, bench, sensed);
  fitting(kernel, machine, loaded.scenario.plant.bench?.drive, complaints);
  const sensors = (machine.sensors ?? []).map(({ name: sensor }) => sensor);
  const eventLists = eventsOf(scenario, kernel.layout, origin, sensors, files, complaints);
  if (!complaints.failed) {
    eventFindings(drafted.value, eventLists, complaints);
    streamFindings(drafted.value, eventLists, complaints);
  }
  const events = [...eventLists.flat(), ...presence(scenario.world.solids)];
  const passivity = passivityOf(design, {
    continuous: timing.continuous,
    changes: events.flatMap((event) => (event.kind === 'parameter' ? [event.field] : [])),
    unstable: unstableNames([...drafted.problems, ...complaints.problems]),
    called: (element) => origin.get(element) ?? element,
  });
  const double = bench === undefined && scenario.plant.rigid.doubling ? finerPlant(model, rigid) : undefined;
  const every = Math.max(1, Math.floor(1 / (scenario.record.rate * timing.tick) + 0.5));
  const begin = (sinks: readonly LogSink[], record?: LogSink): Run => {
    // Events of a run before may have changed parameters.
    for (const { layout, memory } of [kernel, plantCode]) initialise(layout, memory);
    machine.reset(start, speeds);
    return new Run({
      kernel,
      plant: machine,
      rate: timing.continuous ? 'continuous' : 'sampled',
      tick: timing.tick,
      duration: scenario.duration,
      events,
      blame: (last) => gainingElement(design, kernel, last),
      ...(double === undefined ? {} : { double }),
      listeners: [
        ...sinks.map((sink) => ({ sink, every })),
        ...(record === undefined ? [] : [{ sink: record, every, ...(groups === 'all' ? {} : { groups }) }]),
      ],
    });
  };
  // A kernel that its plant does not fit begins no run.
  if (complaints.failed) return { problems: unique([...drafted.problems, ...complaints.problems]) };
  const declared = begin([]).channels;
  const hidden = groups === 'all' ? [] : observedFields(design).filter(({ name }) => !observe(name));
  // What could be measured or recorded, so that a name that is none can be told from one that is not observed.
  const channels = [...declared, ...hidden.map(observedChannel)];
  const measures = measuresOf(scenario, channels, drafted.value.torqueLimits, complaints);
  const known = [...new Set(channels.map((channel) => channel.group))];
  if (groups !== 'all') {
    for (const [i, group] of groups.entries()) {
      if (!known.includes(group)) complaints.unknown(under('record.groups', i), 'group', group, known);
    }
  }
  const problems = unique([...drafted.problems, ...complaints.problems]);
  if (hasErrors(problems)) return { problems };
  return {
    value: { ...drafted.value, control, plant, kernel, plantCode, events, measures, passivity, every, begin },
    problems,
  };
}

/** Elements, laws and the servo that a warning says the tick makes unstable. */
function unstableNames(problems: readonly Problem[]): string[] {
  return problems.flatMap(({ code, where: { path = '' } }) => {
    const [section, kind, part] = path.split('.');
    const name = kind === 'servo' ? kind : part;
    return code === 'unstable-at-tick' && section === 'control' && name !== undefined ? [name] : [];
  });
}

/** A program and its WebAssembly; a complaint at `path` where it is larger than can be compiled. */
function compiled(
  trace: () => Program,
  path: string,
  complaints: Complaints,
): { readonly program: Program; readonly code: Executable } | undefined {
  try {
    const program = trace();
    return { program, code: compileWasm(program) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return complaints.error('too-large', path, `its program is too large: ${error.message}`, {
      hint:
        path === 'plant'
          ? 'take a robot of fewer joints in a row, or leave out joint stops and Coulomb friction'
          : 'take fewer elements, or a robot of fewer joints',
    });
  }
}

/** The robot with all its roots moved by the pose of its base. */
function based(robot: Robot, base: Scenario['robots'][string]['base']): Robot {
  if ([...base.at, ...base.rpy].every((x) => x === 0)) return robot;
  const rotation = rotationOf(base.rpy);
  return {
    ...robot,
    roots: robot.roots.map((root) => ({
      ...root,
      pose: {
        position: add3(numbers, base.at, mulMatVec(numbers, rotation, root.pose.position)),
        rotation: mulMat(numbers, rotation, root.pose.rotation),
      },
    })),
  };
}

function toolOf(
  scenario: Scenario,
  model: Model,
  path: string,
  complaints: Complaints,
): ChainEnd | undefined {
  const [{ tool }] = Object.values(scenario.robots);
  if (tool === 'auto') return { frame: longestChainEnd(model), at: [0, 0, 0] };
  const frame = frameNamed(model, tool.on, under(path, 'on'), complaints);
  if (frame !== undefined && frame.body < 0) {
    return complaints.error('tool-fixed', under(path, 'on'), `the link ${tool.on} does not move`);
  }
  return frame && { frame, at: tool.at };
}

/** The scenario with tool, start, step and method as they came out. */
function resolvedScenario(
  scenario: Scenario,
  tool: ChainEnd,
  start: readonly number[],
  model: Model,
  timing: Timing,
): Scenario {
  const [name, section] = Object.entries(scenario.robots)[0];
  const robot = {
    ...section,
    tool: {
      on: tool.frame.name,
      at: tool.at,
      rpy: section.tool === 'auto' ? ([0, 0, 0] as const) : section.tool.rpy,
    },
    start: positionsByJoint(model, start),
  };
  return {
    ...scenario,
    robots: { [name]: robot },
    plant: resolvedPlant(scenario.plant, timing),
  };
}

/** One plant, with its step. */
function resolvedPlant({ bench, rigid }: Scenario['plant'], { step, method }: Timing): Scenario['plant'] {
  // The keys of the other one stand in no resolved scenario.
  if (bench !== undefined) return { bench: { ...bench, step } } as unknown as Scenario['plant'];
  return { rigid: { ...rigid, step, method: method === 'rk4' ? 'runge-kutta' : method } };
}
