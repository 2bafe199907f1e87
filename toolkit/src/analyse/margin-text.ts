/** A margin in words and tables for a terminal. */
import { formatNumber, formatQuantity } from '../math/index.js';
import { printable } from '../problem/index.js';
import type { Lost } from './descent.js';
import type { Equilibria, Equilibrium } from './equilibria.js';
import type { Margin, SpringBand } from './margin.js';

/** Names and forces of a list that are shown. */
const most = { names: 3, forces: 6 };

/** Where the run ends, in one sentence. */
export function predictionText({ prediction, equilibria, within }: Margin): string {
  const { status, time, equilibrium } = prediction;
  if (status === 'lost')
    return 'where a run from the start ends cannot be told: its motion is too fast to follow';
  const place = equilibrium === undefined ? undefined : equilibria.equilibria[equilibrium];
  const where = place && `${(equilibrium ?? 0) + 1}: ${shortText(place, within)}`;
  const passed = formatQuantity(time, 's', 3);
  if (status === 'saddle')
    return `a run from the start comes to a saddle within ${passed}, where the least push decides: start it a little beside`;
  if (status === 'moving') {
    const moves = `a run from the start is not at rest after ${passed}, for too little brakes it`;
    return where === undefined
      ? moves
      : `${moves}; it moves within ${formatQuantity(prediction.stray ?? 0, 'm', 2)} about ${where}`;
  }
  const at = `a run from the start rests after ${passed}`;
  return where === undefined ? at : `${at} at ${where}`;
}

/** How far from its goals, and because of what. */
export function shortText({ short, reached }: Equilibrium, within: number): string {
  const far = short.filter(({ distance }) => distance > within);
  if (far.length === 0) {
    const near = [...new Set(short.map(({ goal }) => goal))];
    if (near.length > 0) return `within ${formatQuantity(within, 'm', 3)} of ${listed(near)}`;
    return reached.length > 0 ? `at ${listed(reached)}` : 'where all that pulls is in balance';
  }
  return far
    .map(({ spring, point, goal, distance, by }) => {
      const from = `${formatQuantity(distance, 'm', 3)} short of ${plain(goal)}`;
      if (by.length === 0) return `${from}: ${plain(point)} comes no nearer (${plain(spring)} pulls)`;
      return `${from}: ${listed(by.map(({ element, at }) => (at === undefined ? element : `${element} at ${at}`)))} ${by.length === 1 ? 'holds' : 'hold'} it off against ${plain(spring)}`;
    })
    .join('; ');
}

export function formatMargin(margin: Margin): string {
  const blocks = [
    [`${plain(margin.name)}: ${predictionText(margin)}`, ...wayOutText(margin)],
    equilibriaText(margin),
    frictionText(margin),
    tickText(margin),
    [`by design ${margin.passivity.text}`],
    ...(margin.leftOut.length === 0 ? [] : [[`not looked at: ${margin.leftOut.join(', ')}`]]),
  ];
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

function equilibriaText(margin: Margin): string[] {
  const { equilibria, within, prediction, still } = margin;
  const { equilibria: all, starts, lost, seed, projected } = equilibria;
  const what = projected.length === 0 ? 'minima of the potential' : 'stable equilibria of the forces';
  const unsettled = lost === 0 ? '' : `; ${lostText(equilibria)}`;
  const head = `${what}, from ${starts} starts (seed ${seed})${unsettled}:`;
  if (all.length === 0)
    return [
      `${what}: none, from ${starts} starts (seed ${seed}): ${lostText(equilibria)}`,
      ...projectionText(margin),
    ];
  const cells = all.map((e, i) => [
    formatQuantity(tidy(e.energy), 'J', 3),
    Object.entries(e.places)
      .filter(([name]) => e.held.points.includes(name))
      .map(([name, place]) => `${plain(name)} [${place.map((x) => formatNumber(tidy(x), 3)).join(', ')}]`)
      .join('  '),
    e.free.count === 0 ? '' : `${e.free.count} (${listed(e.free.joints)})`,
    [
      ...(i === prediction.equilibrium ? ['the run ends here'] : []),
      ...(e.outside.length === 0 ? [] : [`outside the limits of ${listed(e.outside)}`]),
    ].join('; '),
  ]);
  const words = (e: Equilibrium, names: string, are: string): string[] => {
    const curls =
      e.curl > 1e-3 && projected.length === 0 ? [`${names}: the forces have no potential there`] : [];
    const short = e.outside.length === 0 && e.short.some(({ distance }) => distance > within);
    return short ? [...curls, `${names} ${are} ${shortText(e, within)}`, ...balanceText(e)] : curls;
  };
  // Those that differ in nothing that is shown are told once.
  const alike = new Map<string, number[]>();
  for (const [i, e] of all.entries()) {
    const key = JSON.stringify([cells[i], words(e, '', '')]);
    alike.set(key, [...(alike.get(key) ?? []), i]);
  }
  const told = [...alike.values()].map((own) => {
    const names = own.map((i) => i + 1).join(', ');
    const starts = own.reduce((sum, i) => sum + all[i].found, 0);
    const [energy, place, ...more] = cells[own[0]];
    return {
      row: [names, energy, place, `${starts}`, ...more],
      words: words(all[own[0]], names, own.length === 1 ? 'is' : 'are'),
    };
  });
  const titles = ['', 'energy', 'place m', 'starts', 'null motions', ''];
  const lines = [head, ...columns([titles, ...told.map(({ row }) => row)])];
  lines.push(...told.flatMap((own) => own.words));
  if (still === undefined)
    lines.push('a point moves for ever: the minima are those of where it is at the start');
  lines.push(...projectionText(margin));
  return lines;
}

/** What became of the starts that reached nothing. */
const fates: Readonly<Record<Lost, string>> = {
  number: 'met a force that is no number',
  saddle: 'came to saddles only',
  kink: 'came to where no step leads on, as at a kink or in a valley without end',
  steps: 'did not come to rest, as under a pull without end',
};

function lostText({ reasons }: Equilibria): string {
  const known = Object.entries(reasons) as [Lost, number][];
  return known.map(([why, count]) => `${count} ${fates[why]}`).join(', ');
}

/** That there is no potential, and where a projection lets something through. */
function projectionText({ equilibria: { projected, equilibria } }: Margin): string[] {
  if (projected.length === 0) return [];
  const one = projected.length === 1;
  const lines = [
    `${listed(projected)} ${one ? 'acts' : 'act'} in a null space, where forces have no potential: what is listed are places where they are in balance, with the energy that is stored there`,
  ];
  for (const [i, { leaks }] of equilibria.entries())
    for (const { element, tasks, singular } of leaks)
      lines.push(
        `${i + 1} is near a singular pose of ${listed(tasks)} (least singular value ${formatNumber(singular, 2)}): the projection of ${plain(element)} lets a part of it through there`,
      );
  return lines;
}

/** What acts there, strongest first. */
function balanceText({ balance }: Equilibrium): string[] {
  const acting = balance.filter(
    ({ force, torque }) => force > 1e-6 && torque.some((t) => Math.abs(t) > 1e-6),
  );
  const rows = acting
    .slice(0, most.forces)
    .map(({ name, force, unit, energy }) => [
      `    ${plain(name)}`,
      formatQuantity(force, unit === 'm' ? 'N' : 'N m', 3),
      energy === undefined ? '' : formatQuantity(tidy(energy), 'J', 3),
    ]);
  const left = acting.length - rows.length;
  return [...columns(rows), ...(left > 0 ? [`    and ${left} weaker`] : [])];
}

/** Names, not all of them where there are many. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, most.names).map(plain);
  const left = names.length - shown.length;
  const parts = left > 0 ? [...shown, `${left} more`] : shown;
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
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

function tickText({ tick }: Margin): string[] {
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

/** Rounding about 0 is 0. */
function tidy(x: number): number {
  return Math.abs(x) < 1e-9 ? 0 : x;
}

function plain(name: string): string {
  return printable(name, 40);
}

/** Rows of cells, each column as wide as its widest cell; empty columns are left out. */
function columns(rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const kept = rows[0].map((_, k) => rows.some((row, i) => row[k] !== '' && (i > 0 || rows.length === 1)));
  const shown = rows.map((row) => row.filter((_, k) => kept[k]));
  const widths = shown[0].map((_, k) => shown.reduce((width, row) => Math.max(width, [...row[k]].length), 0));
  return shown.map((row) =>
    row
      .map((cell, k) => cell + ' '.repeat(Math.max(0, widths[k] - [...cell].length)))
      .join('  ')
      .trimEnd(),
  );
}
