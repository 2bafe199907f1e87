/** A margin in words and tables for a terminal. */
import { formatNumber, formatQuantity } from '../math/index.js';
import type { GainMargins, Margin, SpringBand } from './margin.js';
import { equilibriaText, shortText } from './minima-text.js';
import { columns, listed, plain, tidy } from './words.js';

/** Where the run ends, in one sentence. */
export function predictionText({ prediction, equilibria, within, from }: Margin): string {
  const { status, time, equilibrium } = prediction;
  if (status === 'lost')
    return `where a run from ${from} ends cannot be told: its motion is too fast to follow`;
  const place = equilibrium === undefined ? undefined : equilibria.equilibria[equilibrium];
  const where = place && `${(equilibrium ?? 0) + 1}: ${shortText(place, within)}`;
  const passed = formatQuantity(time, 's', 3);
  if (status === 'saddle')
    return `a run from ${from} comes to a saddle within ${passed}, where the least push decides: start it a little beside`;
  if (status === 'moving') {
    const moves = `a run from ${from} is not at rest after ${passed}, for too little brakes it`;
    return where === undefined
      ? moves
      : `${moves}; it moves within ${formatQuantity(prediction.stray ?? 0, 'm', 2)} about ${where}`;
  }
  const at = `a run from ${from} rests after ${passed}`;
  return where === undefined ? at : `${at} at ${where}`;
}

/** `all`: every minimum, however many. */
export function formatMargin(margin: Margin, { all = false }: { readonly all?: boolean } = {}): string {
  return blocksText([
    [`${plain(margin.name)}: ${predictionText(margin)}`, ...wayOutText(margin)],
    equilibriaText(margin, all),
    frictionText(margin),
    ...gainBlocks(margin),
  ]);
}

/** What is known of gains where nothing says where the arm rests. */
export function formatGains(gains: GainMargins): string {
  return blocksText(gainBlocks(gains));
}

function gainBlocks({ tick, passivity, leftOut }: GainMargins): string[][] {
  return [
    tickText(tick),
    [`by design ${passivity.text}`],
    ...(leftOut.length === 0 ? [] : [[`not looked at: ${leftOut.join(', ')}`]]),
  ];
}

function blocksText(blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** What may lead out of minima, or would. */
function wayOutText({ wayOut: { fields, remedy } }: Margin): string[] {
  if (fields.length > 0)
    return [`${listed(fields)} may lead it on from there: minima and the motion to them are told without it`];
  if (remedy === undefined) return [];
  const { from, to, solids, greatest, power } = remedy;
  const [G, P] = [formatQuantity(greatest, 'N', 2), formatQuantity(power, 'W', 2)];
  return [
    `a circulating field would lead it around ${listed(solids)}; in control.elements:`,
    `    around: { source: circulate, from: ${plain(from)}, to: ${plain(to)}, greatest: ${G}, power: ${P} }`,
  ];
}

function frictionText({ friction, within, joints, forceUnits }: Margin): string[] {
  const { coulomb, bands, stuckAtStart, about } = friction;
  if (coulomb.every((c) => c === 0)) return ['stiction: the joints have no Coulomb friction; nothing sticks'];
  const head = `stiction, by ${amountText(coulomb, forceUnits)} of Coulomb friction in the joints: how far short of ${about === undefined ? 'a minimum' : (about ?? 0) + 1} it may stay`;
  if (bands.length === 0) return [`${head}: no spring pulls there`];
  const rows = bands.map((band) => [
    plain(band.element),
    gainText(band.stiffness, band.stiffnessUnit),
    band.along === undefined ? '' : lengthText(band.along, band.unit),
    `${band.method === 'ascent' && Number.isFinite(band.worst) ? '≥ ' : ''}${lengthText(band.worst, band.unit)}`,
    band.open ? 'without end' : `≥ ${lengthText(band.exact, band.unit)}`,
    band.poses[1] > 1.02 * band.poses[0]
      ? `${lengthText(band.poses[0], band.unit)} … ${lengthText(band.poses[1], band.unit)}`
      : '',
    listed(band.joints),
    remedyText(band),
  ]);
  const lines = [
    head,
    ...columns([
      [
        '',
        'stiffness',
        'along the way',
        'worst',
        'exact law',
        'other poses',
        'held by',
        `for ${formatQuantity(within, 'm', 3)}`,
      ],
      ...rows,
    ]),
  ];
  lines.push(
    'bounded integral action (source: integral) takes such a band away; with stiction it hunts: it sticks, breaks away and goes past the goal',
  );
  if (stuckAtStart.length === joints.length)
    lines.push('at the start friction holds every joint: the arm does not start');
  else if (stuckAtStart.length > 0) lines.push(`at the start friction holds ${listed(stuckAtStart)}`);
  return lines;
}

/** From the least to the most, for each unit that joints have. */
function amountText(values: readonly number[], units: readonly string[]): string {
  const parts = [...new Set(units)].map((unit) => {
    const own = values.filter((_, i) => units[i] === unit);
    const [low, high] = [Math.min(...own), Math.max(...own)];
    const top = formatQuantity(high, unit, 3);
    return low === high ? top : `${formatQuantity(low, unit, 3)} … ${top}`;
  });
  return parts.join(' and ');
}

function remedyText({ unit, remedy, stiffnessUnit }: SpringBand): string {
  if (unit !== 'm') return '';
  return remedy === undefined ? 'no stiffness does' : gainText(remedy.stiffness, stiffnessUnit);
}

function tickText(tick: Margin['tick']): string[] {
  const { period, limits, stable } = tick;
  if (tick.continuous) return ['gains: the law acts at every instant, and no tick bounds them'];
  const head = `gains at a tick of ${formatQuantity(period, 's', 3)}`;
  if (limits.length === 0) return [`${head}: there are none`];
  const rows = limits.map(({ element, parameter, gain, limit, unit, factor, joint, what }) => [
    plain(element),
    what === undefined ? parameter : `${parameter}, of ${what}`,
    formatQuantity(gain, unit, 3),
    formatQuantity(limit, unit, 3),
    `${formatNumber(factor, 3)}${factor > 1 ? '' : '  not stable'}`,
    plain(joint),
  ]);
  const together = stable === false ? 'not stable together' : 'stable together';
  return [
    `${head}: ${together}`,
    ...columns([['', '', 'gain', 'limit', 'limit / gain', 'first at'], ...rows]),
  ];
}

function gainText(values: readonly number[], unit: string): string {
  return values.length === 1
    ? formatQuantity(values[0], unit, 3)
    : `[${values.map((x) => formatNumber(tidy(x), 3)).join(', ')}] ${unit}`;
}

function lengthText(value: number, unit: string): string {
  return value === Number.POSITIVE_INFINITY ? 'without end' : formatQuantity(tidy(value), unit, 3);
}
