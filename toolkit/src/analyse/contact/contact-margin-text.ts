/** A contact margin in words and tables for a terminal. */
import { formatNumber, formatQuantity, numbers } from '../../math/index.js';
import { printable } from '../../problem/index.js';
import { pi } from './complex.js';
import type { ContactMargin } from './contact-margin.js';
import { stiffestWall } from './limits.js';
import { periodOf } from './loop.js';
import { marginalBand, marginalRatio, type Radius } from './radius.js';
import type { Interval } from './search.js';
import { roundedDown, roundedUp, type Suggestion } from './suggestion.js';
import { type Status, softStatusOf, statusOf } from './verdict.js';

export function formatContactMargin(margin: ContactMargin): string {
  const blocks = [
    [headline(margin)],
    radiiText(margin),
    limitsText(margin),
    impactText(margin),
    passivityText(margin),
    ['assumed:', ...margin.assumptions.map((line) => `  ${line}`)],
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The verdict in one sentence. */
function headline({ name, verdict, suggestions }: ContactMargin): string {
  const { local, landing, impact, wall } = verdict;
  const on = `on a wall of ${formatQuantity(wall.stiffness, 'N/m', 3)}`;
  const who = printable(name, 60);
  const needs = suggestionText(suggestions);
  if (local === 'unstable') return `${who}: unstable ${on}, where it never comes to rest${needs}`;
  if (local === 'marginal') return `${who}: at its limit ${on}: too near to tell`;
  if (impact === 'stable') return `${who}: stable ${on}, pressed onto it and from an impact`;
  if (landing === 'unstable')
    return `${who}: stable ${on} once pressed onto it, unstable from this impact, after which it hops for ever${needs}`;
  const free = statusOf(verdict.free);
  const where = free === 'stable' ? 'on softer ones' : 'in free space';
  const how = impact === 'unstable' ? 'unstable' : 'at its limit';
  return `${who}: stable ${on} once pressed onto it and from this impact, ${how} ${where}: it may hop for ever after another${needs}`;
}

/** What would make it stable. */
export function suggestionText(suggestions: readonly Suggestion[]): string {
  if (suggestions.length === 0) return '';
  const least = suggestions.flatMap((one) => {
    if (one.what === 'answer') return [];
    const unit = one.what === 'damping' ? 'N s/m' : 'kg';
    const of = one.what === 'damping' ? 'of damping' : 'of virtual mass';
    const { value } = one;
    const without = value === undefined ? '' : `; ${formatQuantity(value, unit, 3)} presses without a bounce`;
    return [`${formatQuantity(roundedUp(one.least, 3), unit, 3)} ${of}${without}`];
  });
  const most = suggestions.flatMap((one) => {
    if (one.what !== 'answer') return [];
    const { value } = one;
    const without = value === undefined ? '' : `; ${number(value)} times presses without a bounce`;
    return [`at most ${number(roundedDown(one.most, 3))} times its gains on the force${without}`];
  });
  const words = [...(least.length === 0 ? [] : [`at least ${least.join(', or ')}`]), ...most];
  return `: needs ${words.join(', or ')}`;
}

function radiiText({ loop, verdict: { contact, free, sweep } }: ContactMargin): string[] {
  const row = (what: string, radius: Radius, of = '', status = statusOf): string[] => [
    what,
    radius.radius.toFixed(5),
    words[status(radius)],
    paceText(radius.radius, periodOf(loop)),
    of,
  ];
  return [
    `spectral radius per period (no verdict within ${marginalBand} of 1 at a damping ratio within ${marginalRatio} of 0):`,
    ...columns([
      row('in contact', contact),
      row('in free space', free),
      row('softer walls', sweep, `worst at ${formatQuantity(sweep.stiffness, 'N/m', 3)}`, softStatusOf),
    ]),
  ];
}

/** How soon the slowest of it is half as large, or twice. */
function paceText(radius: number, period: number): string {
  const rate = numbers.log(radius);
  if (!(Math.abs(rate) > 1e-7)) return '';
  if (!Number.isFinite(rate)) return '';
  return `${rate < 0 ? 'halves' : 'doubles'} in ${formatQuantity((numbers.log(2) * period) / Math.abs(rate), 's', 2)}`;
}

const words: Readonly<Record<Status, string>> = {
  stable: 'stable',
  marginal: 'at its limit',
  unstable: 'unstable',
};

function limitsText(margin: ContactMargin): string[] {
  const { gain, delay, stiffest, damping, mass, cost, soft } = margin;
  const rows: string[][] = [];
  if (gain !== undefined)
    rows.push(['gain', gainText(gain.up), gain.down > 0 ? `not below ${number(gain.down)}×` : '']);
  if (delay !== undefined)
    rows.push([
      'delay',
      delay === Number.POSITIVE_INFINITY ? 'any that was tried' : `${formatQuantity(delay, 's', 3)} more`,
      '',
    ]);
  rows.push([
    'stiffest safe wall',
    stiffest.stiffness === 0
      ? 'none'
      : stiffest.stiffness === Number.POSITIVE_INFINITY
        ? `any up to ${formatQuantity(stiffestWall, 'N/m', 3)}`
        : formatQuantity(stiffest.stiffness, 'N/m', 3),
    '',
  ]);
  if (damping !== undefined) rows.push(['damping safe here', intervalsText(damping, 'N s/m'), '']);
  if (mass !== undefined) rows.push(['virtual mass safe here', intervalsText(mass, 'kg'), '']);
  const lines = ['limits on this wall:', ...columns(rows)];
  const costs = [cost.own, cost.safe].filter((c) => c !== undefined);
  if (costs.length === 0) return lines;
  return [
    ...lines,
    `what damping costs, pulled by ${formatQuantity(margin.approach.preload, 'N', 3)} and on ${formatQuantity(soft.stiffness, 'N/m', 3)}:`,
    ...columns(
      costs.map(({ damping: D, speed, rise, settling }) => [
        formatQuantity(D, 'N s/m', 3),
        `approach ${formatQuantity(speed, 'm/s', 3)}, within ${formatQuantity(rise, 's', 2)}`,
        settling === Number.POSITIVE_INFINITY
          ? 'does not settle'
          : `2 % settling ${formatQuantity(settling, 's', 3)}`,
      ]),
    ),
  ];
}

function impactText({ impact, approach, felt, verdict }: ContactMargin): string[] {
  const { firstPeak, leastPeak, bound, bounces, preload } = impact;
  const rows = [
    ['at rest', formatQuantity(preload, 'N', 3), ''],
    [
      'first peak',
      formatQuantity(firstPeak, 'N', 3),
      firstPeak - leastPeak > 0.01 * firstPeak
        ? `${formatQuantity(leastPeak, 'N', 3)} at best, by the instant of touching`
        : firstPeak < preload && bounces === 0
          ? 'from there it creeps up to the force at rest'
          : '',
    ],
  ];
  if (bound !== undefined)
    rows.push(['bound', formatQuantity(bound, 'N', 3), 'where the controller puts no energy in']);
  rows.push(['bounces', ...bouncesText(impact)]);
  const stiff =
    Math.abs(felt - verdict.wall.stiffness) > 1e-6 * felt
      ? `, felt as ${formatQuantity(felt, 'N/m', 3)} through the springs in line`
      : '';
  return [`touching at ${formatQuantity(approach.speed, 'm/s', 3)}${stiff}:`, ...columns(rows)];
}

function bouncesText({ bounces, leastBounces }: ContactMargin['impact']): [string, string] {
  const end = (x: number): string => (x === Number.POSITIVE_INFINITY ? 'without end' : String(x));
  if (bounces === leastBounces) return [end(bounces), ''];
  return [end(bounces), `${end(leastBounces)} at best, by the instant of touching`];
}

function passivityText({ held, admittance, loop }: ContactMargin): string[] {
  const lines = [
    'sampled passivity (against anything passive; not stability on a wall, which stands above):',
  ];
  if (loop.law === 'impedance') {
    lines.push(
      held === undefined
        ? '  not told: the criterion is for a spring, and a damper on differences of the place, without a flexible mode'
        : `  ${held.passive ? 'passive' : 'not passive'}: the hold needs ${formatQuantity(held.needed, 'N s/m', 3)} of friction in the arm, which has ${formatQuantity(held.has, 'N s/m', 3)}`,
    );
    return lines;
  }
  if (admittance === undefined) lines.push('  not told: the sensor is slower than the tick');
  else if (admittance.passive) lines.push('  passive: Re Y ≥ 0 up to the Nyquist frequency');
  else
    lines.push(
      `  not passive: Re Y < 0 from ${hertz(admittance.passiveTo)}, least ${formatNumber(admittance.least, 3)} m/s per N at ${hertz(admittance.frequency)}`,
    );
  return lines;
}

function hertz(frequency: number): string {
  return formatQuantity(frequency / (2 * pi), 'Hz', 3);
}

function gainText(up: number): string {
  return up === Number.POSITIVE_INFINITY ? 'any that was tried' : `up to ${number(up)}×`;
}

function number(x: number): string {
  return formatNumber(x, 3);
}

function intervalsText(intervals: readonly Interval[], unit: string): string {
  if (intervals.length === 0) return 'none';
  return intervals
    .map(({ from, to }) => {
      const open = to === Number.POSITIVE_INFINITY;
      if (from === 0) return open ? 'any that was tried' : `up to ${formatQuantity(to, unit, 3)}`;
      const least = formatQuantity(from, unit, 3);
      return open ? `from ${least}` : `${least} … ${formatQuantity(to, unit, 3)}`;
    })
    .join(', ');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd());
}
