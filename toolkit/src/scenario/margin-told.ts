/** Where a scenario's arm rests before it runs, in each of its states: as data and in words. */
import {
  formatGains,
  formatMargin,
  type GainMargins,
  gainsOf,
  type Margin,
  type MarginOptions,
  marginOf,
  predictionText,
} from '../analyse/index.js';
import { carriedLoads } from './carrying.js';
import type { Draft } from './draft.js';
import {
  joined,
  mostStates,
  type ScenarioState,
  type ScenarioStates,
  type Stretch,
  stretchText,
  whenText,
} from './states.js';

export interface MarginToldOptions extends Pick<MarginOptions, 'within' | 'starts'> {
  /** Told of the work that goes on. */
  readonly told?: (work: string) => void;
}

/** A state of the scenario, or several in which the same holds the arm. */
export interface StateMargin {
  readonly when: readonly Stretch[];
  /** What the arm carries then. */
  readonly carried: readonly string[];
  readonly margin: Margin;
}

export type MarginTold =
  | {
      readonly kind: 'rests';
      readonly name: string;
      /** In the order in which they come. */
      readonly states: readonly StateMargin[];
      /** The state in which it is farthest from what it is to do. */
      readonly worst: StateMargin;
      /** States that are not told of, and the first of them, s. */
      readonly more?: ScenarioStates['more'];
    }
  /** Laws alone hold the arm: no balance of springs says where it rests. */
  | {
      readonly kind: 'laws';
      readonly name: string;
      readonly laws: readonly string[];
      /** When they are nearest to what the tick bears. */
      readonly when: readonly Stretch[];
      readonly gains: GainMargins;
    };

/** Undefined where a law moves the arm. */
export function marginTold(
  draft: Draft,
  { states, more }: ScenarioStates,
  { told = () => {}, ...options }: MarginToldOptions = {},
): MarginTold | undefined {
  const { design, scenario } = draft;
  if (design.servo !== undefined) return undefined;
  const { name } = scenario;
  const laws = design.laws ?? [];
  // That phases change numbers is a matter of the whole.
  const { passivity } = gainsOf(design, optionsOf(draft));
  if (laws.length > 0 && Object.keys(scenario.control.elements).length === 0) {
    const leftOut = leftOutOf(draft, []).filter((what) => !laws.some((law) => law.name === what));
    const each = states.map(({ when, draft: { design: now } }) => ({
      when,
      gains: { ...gainsOf({ ...now, name }, { ...optionsOf(draft), leftOut }), passivity },
    }));
    const [{ gains }] = [...each].sort((a, b) => press(b.gains) - press(a.gains));
    const when = joined(each.filter((one) => press(one.gains) === press(gains)).map((one) => one.when));
    return { kind: 'laws', name, laws: laws.map((law) => law.name), when, gains };
  }
  const alike = new Map<string, readonly [ScenarioState, ...ScenarioState[]]>();
  for (const state of states) {
    const { points, coordinates, elements } = state.draft.design;
    const carried = carriedLoads(state.draft);
    const key = JSON.stringify([points, coordinates, elements, carried]);
    const before = alike.get(key);
    alike.set(key, before === undefined ? [state] : [...before, state]);
  }
  let from: Pick<MarginOptions, 'start' | 'speeds' | 'from'> = { start: draft.start, speeds: draft.speeds };
  const found = [...alike.values()].map((own): StateMargin => {
    const [{ draft: now }] = own;
    const when = joined(own.map((state) => state.when));
    const time = whenText(when);
    const margin = marginOf(
      { ...now.design, name: [name, time].filter((word) => word !== '').join(' ') },
      {
        ...optionsOf(draft),
        ...from,
        ...options,
        payloads: carriedLoads(now),
        leftOut: leftOutOf(
          draft,
          own.flatMap(({ left }) => left),
        ),
        told: (work) => told(time === '' ? work : `${time}: ${work}`),
      },
    );
    const { status, q } = margin.prediction;
    if (status === 'rest') from = { start: q.slice(0, draft.model.nq), from: 'where it rested before' };
    return {
      when,
      carried: carriedLoads(now).map((load) => load.name),
      margin: { ...margin, passivity },
    };
  });
  const [worst] = [...found].sort((a, b) => badness(b.margin) - badness(a.margin));
  return { kind: 'rests', name, states: found, worst, ...(more && { more }) };
}

/** How near gains are to what the tick bears: above 1e6 where it does not. */
function press({ tick: { stable, limits } }: GainMargins): number {
  return (stable === false ? 1e6 : 0) + limits.reduce((most, { factor }) => Math.max(most, 1 / factor), 0);
}

/** Gains that the tick does not bear, then no rest, then the way to the goal that is left, m. */
function badness({ tick, prediction, equilibria }: Margin): number {
  const { status, equilibrium } = prediction;
  const at = equilibrium === undefined ? undefined : equilibria.equilibria[equilibrium];
  const short = (at?.short ?? []).reduce((most, { distance }) => (distance > most ? distance : most), 0);
  return (tick.stable === false ? 2e6 : 0) + (status === 'rest' ? 0 : 1e6) + short;
}

function optionsOf({ scenario, start, speeds, rigid, timing, origin }: Draft): MarginOptions {
  /** The parameters that events set, of each element of the design that one of the scenario is. */
  const changes = scenario.events.flatMap((event) => {
    if (!('set' in event)) return [];
    const [owner, parameter] = event.set.split('.');
    const own = [...origin].filter(([, written]) => written === owner).map(([element]) => element);
    return (own.length === 0 ? [owner] : own).map((element) => `${element}.${parameter}`);
  });
  return {
    start,
    speeds,
    gravity: rigid.gravity ?? scenario.world.gravity,
    joints: rigid.joints ?? {},
    seed: scenario.seed,
    stepsPerTick: timing.steps,
    continuous: timing.continuous,
    changes,
    called: (element) => origin.get(element) ?? element,
  };
}

function leftOutOf({ scenario: { events }, rigid, design }: Draft, left: readonly string[]): string[] {
  const has = (key: string) => events.some((event) => key in event);
  return [
    ...(has('push') ? ['pushes'] : []),
    ...(has('fault') ? ['faults of sensors'] : []),
    ...(has('stream') ? ['streamed targets'] : []),
    ...new Set(left),
    ...(rigid.stops === false ? [] : ['joint stops']),
    ...(rigid.contacts === undefined ? [] : ['contacts']),
    ...(design.laws ?? []).map((law) => law.name),
  ];
}

export function formatMarginTold(told: MarginTold, options: { readonly all?: boolean } = {}): string {
  if (told.kind === 'laws') {
    const { name, laws, when, gains } = told;
    const time = whenText(when);
    const [are, law] = laws.length === 1 ? ['holds', 'a law'] : ['hold', 'laws'];
    return `${name}: ${laws.join(' and ')}, ${law}, ${are} the arm, and no balance of springs says where it rests\n\n${time === '' ? '' : `${time}, when they are nearest to their limits: `}${formatGains(gains)}`;
  }
  const { states, worst, more } = told;
  const text = formatMargin(worst.margin, options);
  if (states.length === 1 && more === undefined) return withCarried(worst, text);
  return `${withCarried(worst, text)}\n${tableText(states, more)}\n`;
}

/** With what is carried, behind the first sentence. */
function withCarried({ carried }: StateMargin, text: string): string {
  if (carried.length === 0) return text;
  const end = text.indexOf('\n');
  return `${text.slice(0, end)}; it carries ${carried.join(' and ')}${text.slice(end)}`;
}

function tableText(states: readonly StateMargin[], more: ScenarioStates['more']): string {
  const rows = states.map(({ when, carried, margin }) => [
    when.map(stretchText).join(', '),
    carried.join(', '),
    predictionText(margin),
    margin.tick.stable === false ? 'gains not stable' : '',
  ]);
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  const phased = states.some(({ when }) => when.some(({ phase }) => phase !== undefined));
  const line = (row: readonly string[]): string =>
    `  ${row
      .map((cell, k) => cell.padEnd(widths[k]))
      .filter((_, k) => widths[k] > 0)
      .join('  ')}`.trimEnd();
  return [
    `by ${phased ? 'phases' : 'time'}, each told from where the one before rests:`,
    ...rows.map(line),
    ...(more === undefined ? [] : [`  ${moreText(more)}`]),
  ].join('\n');
}

function moreText({ count, from }: NonNullable<ScenarioStates['more']>): string {
  return `not told: ${count} more from ${from} s on; the first ${mostStates} states of phases and events are`;
}

/** The data of `pliant margin --json`: of the worst state, and of each where there are several. */
export function marginData(told: MarginTold): object {
  if (told.kind === 'laws') return { name: told.name, laws: told.laws, when: told.when, ...told.gains };
  const { states, worst, more, name } = told;
  const data = ({ margin }: StateMargin) => ({ ending: predictionText(margin), ...margin });
  return {
    ...data(worst),
    name,
    ...(worst.carried.length > 0 && { carried: worst.carried }),
    ...((states.length > 1 || more !== undefined) && {
      states: states.map((state) => ({ when: state.when, carried: state.carried, ...data(state) })),
      ...(more && { more }),
    }),
  };
}
