/**
 * A scenario as each of its phases has it, between the events that change what acts: the laws that are at work, the numbers
 * that are set, what the arm carries. What is judged before a run is judged of each of these states by itself.
 */
import {
  changedDesign,
  controlProgram,
  type Design,
  lawNamed,
  nextPhase,
  type PhaseDesign,
  phaseParameters,
} from '../control/index.js';
import type { Field } from '../graph/index.js';
import { formatQuantity } from '../math/index.js';
import type { Outcome } from '../problem/index.js';
import { carriedAt } from './carrying.js';
import { Complaints } from './complaints.js';
import type { Draft } from './draft.js';
import type { LoadedScenario } from './load.js';
import type { Scenario } from './scenario.js';
import { settingsOf } from './settings.js';
import { under } from './tree.js';

/** When a scenario is in a state. */
export interface Stretch {
  /** Undefined of a scenario without phases. */
  readonly phase?: string;
  /** s of the run, between the events that divide the phase or the run: from 0 and without `to` where none does. */
  readonly from: number;
  readonly to?: number;
}

export interface ScenarioState {
  readonly when: Stretch;
  /** The earliest time at which it may begin, s; the duration of its draft is when it ends at the latest. */
  readonly begins: number;
  /** How long the run is, s. */
  readonly run: number;
  readonly draft: Draft;
  /** Numbers that are set then and that nothing is told with, as the scenario names them. */
  readonly left: readonly string[];
}

export interface ScenarioStates {
  /** In the order in which they come. */
  readonly states: readonly ScenarioState[];
  /** How many more there are, and when the first of them begins, s. */
  readonly more?: { readonly count: number; readonly from: number };
}

/** States that are told of. */
export const mostStates = 16;

type SetEvent = Extract<Scenario['events'][number], { readonly set: string }>;

/** Numbers as an event sets them, in the order of their times. */
interface Change {
  readonly at: number;
  readonly values: Readonly<Record<string, readonly number[]>>;
  readonly left: readonly string[];
}

/** With what is wrong with events that set numbers, which only a run asks else. */
export function scenarioStates(draft: Draft, { placeOf }: LoadedScenario): Outcome<ScenarioStates> {
  const complaints = new Complaints(placeOf);
  const value = statesOf(draft, complaints);
  const { problems } = complaints;
  return complaints.failed ? { problems } : { value, problems };
}

/** Complains of events that set what is no parameter, as a run would. */
export function statesOf(draft: Draft, complaints = unheard()): ScenarioStates {
  const { scenario, timing } = draft;
  const { phases = [], ...bare } = draft.design;
  const changes = changesOf(draft, complaints);
  const breaks = [
    ...new Set([
      0,
      ...changes.map(({ at }) => at),
      ...scenario.events.flatMap((event) =>
        ('pickUp' in event || 'putDown' in event) && event.at <= scenario.duration ? [event.at] : [],
      ),
    ]),
  ].sort((a, b) => a - b);
  const spans = breaks.map((from, i) => ({ from, to: breaks[i + 1] ?? Number.POSITIVE_INFINITY }));
  const times = phases.length === 0 ? [whole] : windowsOf(phases);
  const named = phases.some(({ laws }) => laws !== undefined);
  const found = times.flatMap((span, k) => {
    const phase = phases.at(k);
    const cuts = spans
      .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
      // Phases change in the step after their end is met.
      .filter(({ from, to }) => to - from > 1.5 * timing.tick);
    if (cuts.length < 2) return [{ phase, times: whole, ...(cuts.at(0) ?? span) }];
    return cuts.map((cut) => ({ phase, times: cut, ...cut }));
  });
  const states = found.slice(0, mostStates).map(({ phase, times, from: at, to }): ScenarioState => {
    const before = changes.filter((change) => change.at <= at + timing.tick);
    const own = before.reduce((design, { values }) => changedDesign(design, values), bare as Design);
    const working = (own.laws ?? []).filter(
      ({ name, kind }) =>
        phase === undefined || !named || (phase.laws?.includes(name) ?? lawNamed(kind).acts === 'wrench'),
    );
    const { design, left } = withValues({ ...own, ...(own.laws && { laws: working }) }, phase?.set);
    return {
      when: {
        ...(phase && { phase: phase.name }),
        from: times.from,
        ...(times.to < whole.to && { to: times.to }),
      },
      begins: at,
      run: scenario.duration,
      draft: {
        ...carriedAt(draft, at + timing.tick),
        design,
        scenario: { ...scenario, duration: Math.min(to, scenario.duration) },
      },
      left: [...before.flatMap((change) => change.left), ...left],
    };
  });
  const next = found.at(mostStates);
  return {
    states,
    ...(next && { more: { count: found.length - mostStates, from: next.from } }),
  };
}

const unheard = (): Complaints => new Complaints(() => ({ file: '', folder: '' }));

const whole = { from: 0, to: Number.POSITIVE_INFINITY };

/** When each phase may be in force: by time as long as phases end by time, from the earliest on behind one that does not. */
function windowsOf(phases: readonly PhaseDesign[]): { readonly from: number; readonly to: number }[] {
  const times = phases.map(() => whole);
  let [at, from, exact] = [0 as number | undefined, 0, true];
  const passed: number[] = [];
  while (at !== undefined) {
    if (passed.includes(at)) {
      // In a ring every one of them comes again.
      for (const i of passed.slice(passed.indexOf(at))) times[i] = { ...times[i], to: whole.to };
      break;
    }
    passed.push(at);
    const { until } = phases[at];
    const timed: number | undefined = until !== undefined && 'after' in until ? until.after : undefined;
    const follows = until === undefined ? undefined : nextPhase(phases, at);
    const to = exact && timed !== undefined && follows !== undefined ? from + timed : whole.to;
    times[at] = { from, to };
    exact = to < whole.to;
    from += timed ?? 0;
    at = follows;
  }
  return times;
}

/** What events set during the run. */
function changesOf({ scenario, design, origin, timing }: Draft, complaints: Complaints): Change[] {
  const sets = scenario.events.flatMap((event, i) =>
    'set' in event && event.at <= scenario.duration ? [{ event, path: under('events', i) }] : [],
  );
  if (sets.length === 0) return [];
  const fields = phaseParameters(design);
  let all: readonly Field[] | undefined;
  const settings = (event: SetEvent, path: string, known: readonly Field[], told: Complaints) =>
    settingsOf(event, { set: under(path, 'set'), to: under(path, 'to') }, known, origin, told);
  return sets
    .map(({ event, path }): Change => {
      const own = settings(event, path, fields, unheard());
      if (own.length > 0) {
        const values = Object.fromEntries(own.map((setting) => [setting.field, setting.values]));
        return { at: event.at, values, left: [] };
      }
      all ??= controlProgram(design, {
        observe: () => false,
        continuous: timing.continuous,
      }).layout.fields.filter(({ name, region }) => region === 'parameters' && name !== 'tick');
      settings(event, path, all, complaints);
      return { at: event.at, values: {}, left: [event.set] };
    })
    .sort((a, b) => a.at - b.at);
}

/** The design with the numbers of a phase in place of its own, and those that are of nothing in it. */
function withValues(
  design: Design,
  set: PhaseDesign['set'] = {},
): { readonly design: Design; readonly left: readonly string[] } {
  const { points, coordinates = [], elements, laws = [] } = design;
  const owners = new Set([...points, ...coordinates, ...elements, ...laws].map(({ name }) => name));
  return {
    design: changedDesign(design, set),
    left: Object.keys(set).filter((field) => !owners.has(field.slice(0, field.indexOf('.')))),
  };
}

/** Stretches that follow each other without a change between them, as one. */
export function joined(all: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const one of all) {
    const last = found.at(-1);
    if (last !== undefined && last.phase === one.phase && last.to === one.from) {
      const { to: _, ...before } = last;
      found[found.length - 1] = { ...before, ...(one.to !== undefined && { to: one.to }) };
    } else found.push(one);
  }
  return found;
}

/** `in find, push until 2 s, from 3 s`; nothing where it is so throughout. */
export function whenText(when: readonly Stretch[]): string {
  const words = when.map(stretchText).filter((text) => text !== '');
  return words.length === 0 ? '' : `${when[0].phase === undefined ? '' : 'in '}${words.join(', ')}`;
}

/** `push until 2 s`, `from 3 s to 4 s`; nothing of all of a run without phases. */
export function stretchText({ phase, from, to }: Stretch): string {
  const second = (x: number) => formatQuantity(x, 's', 3);
  const words = phase === undefined ? [] : [phase];
  if (from > 0) words.push(`from ${second(from)}`);
  if (to !== undefined) words.push(`${from > 0 ? 'to' : 'until'} ${second(to)}`);
  return words.join(' ');
}
