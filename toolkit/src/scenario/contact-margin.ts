/** What is known of a scenario's contacts before it runs, as data and in words. */
import {
  type ContactMargin,
  contactMarginOf,
  formatContactMargin,
  formatResponse,
  type ResponseTable,
  responseTable,
  type Status,
  type Wall,
} from '../analyse/index.js';
import { formatNumber, formatQuantity } from '../math/index.js';
import type { GuardedMoveTold } from './contact-guarded.js';
import type { ContactLoops, ScenarioLoop, Unmapped } from './contact-loop.js';
import { type Stretch, stretchText, whenText } from './states.js';

/** Numbers to set together, so that a loop is stable. */
export type Remedy = readonly RemedyNumber[];

export interface RemedyNumber {
  readonly path: string;
  /** The least, or the greatest, and one that is expected to press without a bounce where one was found. */
  readonly least?: number;
  readonly most?: number;
  readonly value?: number;
}

/** What to write. */
export function writtenOf({ least, most, value }: RemedyNumber): string {
  return formatNumber(value ?? least ?? most ?? 0, 4);
}

export interface ContactMarginTold extends ContactMargin {
  readonly law: string | undefined;
  readonly solid: string;
  /** When it is so: in which phases, between which events. */
  readonly when: readonly Stretch[];
  /** What the arm carries then. */
  readonly carried: readonly string[];
  readonly where: ScenarioLoop['where'];
  readonly remedies: readonly Remedy[];
}

/** The worst that is known of all that touches; `not judged` where a law that acts on a solid is left out. */
export type ContactVerdict = Status | 'not judged';

export interface ContactTold {
  /** Undefined where no loop closes over a contact. */
  readonly verdict: ContactVerdict | undefined;
  readonly loops: readonly ContactMarginTold[];
  readonly moves: readonly GuardedMoveTold[];
  readonly unmapped: readonly Unmapped[];
  /** Where they are asked for. */
  readonly responses?: readonly ResponseTable[];
}

/** On which settling is told. */
const soft: Wall = { stiffness: 2e3, damping: 0 };

export function contactTold(
  { loops, moves, unmapped }: ContactLoops,
  { response = false }: { readonly response?: boolean } = {},
): ContactTold {
  // What a hand feels is of the loop alone, whatever it presses on.
  const distinct = loops.filter(
    ({ loop }, i) => loops.findIndex((other) => JSON.stringify(other.loop) === JSON.stringify(loop)) === i,
  );
  const told = loops.map(loopTold);
  return {
    verdict: verdictOn(told, unmapped),
    loops: told,
    moves,
    unmapped,
    ...(response && {
      responses: distinct.flatMap(({ name, law, loop }) => responseTable(law ?? name, loop) ?? []),
    }),
  };
}

const order: readonly Status[] = ['stable', 'marginal', 'unstable'];

function verdictOn(
  loops: readonly ContactMarginTold[],
  unmapped: readonly Unmapped[],
): ContactVerdict | undefined {
  const [worst] = worstFirst(loops);
  if (worst?.verdict.impact === 'unstable') return 'unstable';
  return unmapped.some(({ unjudged }) => unjudged) ? 'not judged' : worst?.verdict.impact;
}

function worstFirst(loops: readonly ContactMarginTold[]): ContactMarginTold[] {
  const rank = ({ verdict }: ContactMarginTold): number => order.indexOf(verdict.impact);
  return [...loops].sort((a, b) => rank(b) - rank(a) || b.verdict.contact.radius - a.verdict.contact.radius);
}

/** One of them. */
export function loopTold(one: ScenarioLoop): ContactMarginTold {
  const { name, loop, wall, approach, law, solid, when, carried, where, assumptions } = one;
  const margin = contactMarginOf(name, loop, { wall, approach, soft });
  return {
    ...margin,
    assumptions: [...margin.assumptions, ...assumptions],
    law,
    solid,
    when,
    carried,
    where,
    remedies: margin.suggestions.flatMap((suggestion): Remedy[] => {
      const { what, value } = suggestion;
      const places = what === 'answer' ? one.answer : one[what] && [one[what]];
      if (places === undefined || places.length === 0) return [];
      return [
        places.map(({ path, written }) => ({
          path,
          ...(suggestion.what === 'answer'
            ? { most: written(suggestion.most) }
            : { least: written(suggestion.least) }),
          ...(value !== undefined && { value: written(value) }),
        })),
      ];
    }),
  };
}

/** Solids on which the worst is told in full. */
const mostSolids = 3;

/** `all`: every solid in full, however many. */
export function formatContact(
  { loops, moves, unmapped, responses = [] }: ContactTold,
  { all = false }: { readonly all?: boolean } = {},
): string {
  const unjudged = unmapped.filter((one) => one.unjudged);
  const apart = unmapped.filter((one) => !one.unjudged);
  const list = (title: string, all: readonly Unmapped[]): string[] =>
    all.length === 0 ? [] : [[title, ...all.map((one) => `  ${named(one)}: ${one.why}`)].join('\n')];
  // Of phases and what is between events the worst of each solid is told in full, the others of it in a table.
  const solids = [...new Set(worstFirst(loops).map(({ solid }) => solid))];
  const many = solids.length > mostSolids && !all;
  const inOrder = [...new Set(loops.map(({ solid }) => solid))];
  const inFull = many ? inOrder.filter((solid) => solids.indexOf(solid) < mostSolids) : inOrder;
  const told = inFull.flatMap((solid) => {
    const here = loops.filter((one) => one.solid === solid);
    const beside = unjudged.filter(({ name }) => name.endsWith(` on ${solid}`));
    const full = here.some(({ when }) => whenText(when) !== '') ? worstFirst(here).slice(0, 1) : here;
    return [
      ...full.map((one) => loopText(one, beside)),
      ...(full.length < here.length && !many ? [tableText(solid, here)] : []),
    ];
  });
  const blocks = [
    ...list('not judged:', unjudged),
    ...told,
    ...(many
      ? [tableText(`all solids, of which the worst ${mostSolids} stand above (--all tells each)`, loops)]
      : []),
    ...moves.map(moveText),
    ...responses.map((table) => formatResponse(table).trimEnd()),
    ...list('no loop closes:', apart),
  ];
  return blocks.map((text) => `${text}\n`).join('\n');
}

/** Its name and when it is so. */
function named({ name, when }: { readonly name: string; readonly when: readonly Stretch[] }): string {
  const time = whenText(when);
  return time === '' ? name : `${name} ${time}`;
}

function loopText(told: ContactMarginTold, beside: readonly Unmapped[]): string {
  const text = formatContactMargin({ ...told, name: named(told) }).trimEnd();
  const concerned = beside.filter(({ when }) => when.some((one) => told.when.some(together(one))));
  const whole =
    concerned.length === 0
      ? text
      : text.replace(
          ': ',
          `: not judged as a whole, for ${concerned.map((one) => one.name).join(', ')}; by itself `,
        );
  return `${whole}\n\n${whereText(told)}`;
}

/** Whether two stretches have a time in common, or may have. */
function together(one: Stretch): (other: Stretch) => boolean {
  const { to = Number.POSITIVE_INFINITY } = one;
  return (other) =>
    one.phase === other.phase && other.from < to && one.from < (other.to ?? Number.POSITIVE_INFINITY);
}

/** The loops on a solid at all times, in their order. */
function tableText(solid: string, loops: readonly ContactMarginTold[]): string {
  const rows = loops.map(({ name, when, verdict: { impact: after, contact, free, sweep }, impact }) => [
    when.map(stretchText).join(', '),
    name,
    after === 'marginal' ? 'at its limit' : after,
    contact.radius.toFixed(5),
    free.radius.toFixed(5),
    sweep.radius.toFixed(5),
    formatQuantity(impact.preload, 'N', 3),
    formatQuantity(impact.firstPeak, 'N', 3),
  ]);
  const timed = loops.some(({ when }) => whenText(when) !== '');
  const phased = loops.some(({ when }) => when.some(({ phase }) => phase !== undefined));
  const titles = [
    phased ? 'phase' : '',
    'loop',
    'from an impact',
    'in contact',
    'in free space',
    'softer walls',
    'at rest',
    'first peak',
  ];
  const all = [titles, ...rows];
  const widths = titles.map((_, i) => Math.max(...all.map((row) => row[i].length)));
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd();
  return [`${solid}${timed ? `, by ${phased ? 'phases' : 'time'}` : ''}:`, ...all.map(line)].join('\n');
}

function whereText({ where, loop, remedies, carried }: ContactMarginTold): string {
  const vector = (x: readonly number[]) =>
    `[${x.map((c) => formatNumber(Math.abs(c) < 1e-6 ? 0 : c, 3)).join(', ')}]`;
  const mass = formatQuantity(where.mass as number, 'kg', 3);
  const lines = [
    'where and with what:',
    `  ${where.place} touches at ${vector(where.at)} m, along ${vector(where.normal.map((c) => -c))}, ${formatQuantity(where.gap, 'm', 3)} from the start; ${mass} of the arm${carried.length === 0 ? '' : ` with ${carried.join(' and ')}`} moves there`,
    `  the law along it: ${lawText(loop)}`,
    ...remedies.map(
      (remedy) => `  to try it: ${remedy.map((one) => `--set ${one.path}=${writtenOf(one)}`).join(' ')}`,
    ),
  ];
  return lines.join('\n');
}

function lawText(loop: ContactMargin['loop']): string {
  const quantity = (x: number, unit: string) => formatQuantity(tidy(x), unit, 3);
  if (loop.law === 'press') {
    const spring = loop.stiffness > 0 ? `, K ${quantity(loop.stiffness, 'N/m')}` : '';
    return `gain ${formatNumber(loop.gain, 3)}, integral ${quantity(loop.integral, '1/s')}, D ${quantity(loop.damping, 'N s/m')}${spring}`;
  }
  if (loop.law === 'force')
    return `kp ${quantity(loop.proportional, 'm/N s')}, ki ${quantity(loop.integral, 'm/N s2')}`;
  const three = `K ${loop.stiffness < 1e-3 ? '0' : quantity(loop.stiffness, 'N/m')}, D ${quantity(loop.damping, 'N s/m')}`;
  if (loop.law === 'impedance' && (loop.integral ?? 0) > 0)
    return `${three}, integral ${quantity(loop.integral ?? 0, 'N/m s')}`;
  return loop.law === 'admittance' ? `M ${quantity(loop.mass, 'kg')}, ${three}, ${loop.scheme}` : three;
}

function moveText(told: GuardedMoveTold): string {
  const { mark, speed, threshold, stiffness, reaction, forecast, speeds, assumptions } = told;
  const second = (x: number) => formatQuantity(x, 's', 3);
  const way = (x: number) => formatQuantity(x, 'm', 3);
  const newton = (x: number) => formatQuantity(x, 'N', 3);
  return [
    `${named(told)}: at ${formatQuantity(speed, 'm/s', 3)} it stops within ${way(forecast.stopping)} and presses with ${newton(forecast.peak)} (${mark})`,
    '',
    `  seen ${second(reaction.seen)} after ${newton(threshold)} are passed, answered ${second(reaction.answered)} later${reaction.lag > 0 ? `, the arm ${second(reaction.lag)} behind its command` : ''}; ${way(forecast.braking)} of it braked`,
    `  against ${formatQuantity(stiffness, 'N/m', 3)}; highest speed for a limit on the force:`,
    `  ${speeds.map(({ force, speed: v }) => `${newton(force)}: ${v === 0 ? 'none' : formatQuantity(v, 'm/s', 3)}`).join('   ')}`,
    'assumed:',
    ...assumptions.map((line) => `  ${line}`),
  ].join('\n');
}

/** Rounding about 0 is 0. */
function tidy(x: number): number {
  return Math.abs(x) < 1e-9 ? 0 : x;
}
