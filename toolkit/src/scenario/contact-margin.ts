/** What is known of a scenario's contacts before it runs, as data and in words. */
import {
  type ContactMargin,
  contactMarginOf,
  formatContactMargin,
  formatResponse,
  type ResponseTable,
  responseTable,
  type Wall,
} from '../analyse/index.js';
import { formatNumber, formatQuantity } from '../math/index.js';
import type { GuardedMoveTold } from './contact-guarded.js';
import type { ContactLoops, ScenarioLoop, Unmapped } from './contact-loop.js';

/** A number to set, so that a loop is stable. */
export interface Remedy {
  readonly path: string;
  /** The least, and one that is expected to press without a bounce where one was found. */
  readonly least: number;
  readonly value?: number;
}

export interface ContactMarginTold extends ContactMargin {
  readonly law: string | undefined;
  readonly solid: string;
  readonly where: ScenarioLoop['where'];
  readonly remedies: readonly Remedy[];
}

export interface ContactTold {
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
  return {
    loops: loops.map(loopTold),
    moves,
    unmapped,
    ...(response && {
      responses: distinct.flatMap(({ name, law, loop }) => responseTable(law ?? name, loop) ?? []),
    }),
  };
}

/** One of them. */
export function loopTold(one: ScenarioLoop): ContactMarginTold {
  const { name, loop, wall, approach, law, solid, where, assumptions } = one;
  const margin = contactMarginOf(name, loop, { wall, approach, soft });
  return {
    ...margin,
    assumptions: [...margin.assumptions, ...assumptions],
    law,
    solid,
    where,
    remedies: margin.suggestions.flatMap(({ what, least, value }): Remedy[] => {
      const adjustable = one[what];
      if (adjustable === undefined) return [];
      const { path, written } = adjustable;
      return [{ path, least: written(least), ...(value !== undefined && { value: written(value) }) }];
    }),
  };
}

export function formatContact({ loops, moves, unmapped, responses = [] }: ContactTold): string {
  const blocks = [
    ...loops.map((told) => `${formatContactMargin(told).trimEnd()}\n\n${whereText(told)}`),
    ...moves.map(moveText),
    ...responses.map((table) => formatResponse(table).trimEnd()),
    ...(unmapped.length === 0
      ? []
      : [['not told:', ...unmapped.map(({ name, why }) => `  ${name}: ${why}`)].join('\n')]),
  ];
  return blocks.map((text) => `${text}\n`).join('\n');
}

function whereText({ where, loop, remedies }: ContactMarginTold): string {
  const vector = (x: readonly number[]) =>
    `[${x.map((c) => formatNumber(Math.abs(c) < 1e-6 ? 0 : c, 3)).join(', ')}]`;
  const mass = formatQuantity(where.mass as number, 'kg', 3);
  const lines = [
    'where and with what:',
    `  ${where.place} touches at ${vector(where.at)} m, along ${vector(where.normal.map((c) => -c))}, ${formatQuantity(where.gap, 'm', 3)} from the start; ${mass} of the arm moves there`,
    `  the law along it: ${lawText(loop)}`,
    ...remedies.map(
      ({ path, least, value }) => `  to try it: --set ${path}=${formatNumber(value ?? least, 4)}`,
    ),
  ];
  return lines.join('\n');
}

function lawText(loop: ContactMargin['loop']): string {
  const quantity = (x: number, unit: string) => formatQuantity(tidy(x), unit, 3);
  if (loop.law === 'force')
    return `kp ${quantity(loop.proportional, 'm/N s')}, ki ${quantity(loop.integral, 'm/N s2')}`;
  const three = `K ${loop.stiffness < 1e-3 ? '0' : quantity(loop.stiffness, 'N/m')}, D ${quantity(loop.damping, 'N s/m')}`;
  return loop.law === 'admittance' ? `M ${quantity(loop.mass, 'kg')}, ${three}, ${loop.scheme}` : three;
}

function moveText(told: GuardedMoveTold): string {
  const { name, mark, speed, threshold, stiffness, reaction, forecast, speeds, assumptions } = told;
  const second = (x: number) => formatQuantity(x, 's', 3);
  const way = (x: number) => formatQuantity(x, 'm', 3);
  const newton = (x: number) => formatQuantity(x, 'N', 3);
  return [
    `${name}: at ${formatQuantity(speed, 'm/s', 3)} it stops within ${way(forecast.stopping)} and presses with ${newton(forecast.peak)} (${mark})`,
    '',
    `  seen ${second(reaction.seen)} after ${newton(threshold)} are passed, answered ${second(reaction.answered)} later; ${way(forecast.braking)} of it braked`,
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
