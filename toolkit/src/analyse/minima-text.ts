/** The minima of a margin, and what holds an arm in them, in words. */
import { formatNumber, formatQuantity } from '../math/index.js';
import type { Lost } from './descent.js';
import type { Equilibria, Equilibrium } from './equilibria.js';
import type { Margin } from './margin.js';
import { columns, listed, plain, tidy } from './words.js';

/** Forces at a minimum, and minima, that are shown. */
const mostForces = 6;
const mostMinima = 6;

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

/** Of many minima those where the run ends, the lowest, and those in which most starts end, unless all are asked for. */
export function equilibriaText(margin: Margin, whole = false): string[] {
  const { equilibria, within, prediction, still } = margin;
  const { equilibria: all, starts, lost, seed, projected } = equilibria;
  const what = projected.length === 0 ? 'minima of the potential' : 'stable equilibria of the forces';
  const unsettled = lost === 0 ? '' : `; ${lostText(equilibria)}`;
  const head = `${what}, from ${starts} starts (seed ${seed})${unsettled}:`;
  if (all.length === 0)
    return [
      `${what}: none, from ${starts} starts (seed ${seed}): ${lostText(equilibria)}`,
      ...projectionText(margin, []),
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
      own,
      starts,
      row: [names, energy, place, `${starts}`, ...more],
      words: words(all[own[0]], names, own.length === 1 ? 'is' : 'are'),
    };
  });
  const first = new Set([told.findIndex(({ own }) => own.includes(prediction.equilibrium ?? 0)), 0]);
  const likeliest = [...told.keys()].sort(
    (a, b) => Number(first.has(b)) - Number(first.has(a)) || told[b].starts - told[a].starts,
  );
  // One more takes no more room than to say that it is left out.
  const count = whole || told.length <= mostMinima + 1 ? told.length : mostMinima;
  const kept = likeliest.slice(0, count).sort((a, b) => a - b);
  const shown = kept.map((i) => told[i]);
  const left = likeliest.slice(count).flatMap((i) => told[i].own);
  const titles = ['', 'energy', 'place m', 'starts', 'null motions', ''];
  const lines = [head, ...columns([titles, ...shown.map(({ row }) => row)])];
  if (left.length > 0) lines.push(restText(margin, left));
  lines.push(...shown.flatMap((one) => one.words));
  if (still === undefined)
    lines.push('a point moves for ever: the minima are those of where it is at the start');
  lines.push(
    ...projectionText(
      margin,
      shown.flatMap(({ own }) => own),
    ),
  );
  return lines;
}

/** Minima that are not shown, in a line. */
function restText({ equilibria: { equilibria } }: Margin, left: readonly number[]): string {
  const rest = left.map((i) => equilibria[i]);
  const starts = rest.reduce((sum, { found }) => sum + found, 0);
  const far = rest.flatMap(({ short }) => short.map(({ distance }) => distance)).sort((a, b) => a - b);
  const way = (x: number) => formatQuantity(x, 'm', 3);
  const reach =
    far.length === 0
      ? ''
      : `, ${way(far[0])} to ${way(far[far.length - 1])} short of where their springs pull`;
  return `and ${rest.length} more, in which ${starts} starts end${reach} (--all tells them)`;
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
function projectionText(
  { equilibria: { projected, equilibria } }: Margin,
  shown: readonly number[],
): string[] {
  if (projected.length === 0) return [];
  const one = projected.length === 1;
  const lines = [
    `${listed(projected)} ${one ? 'acts' : 'act'} in a null space, where forces have no potential: what is listed are places where they are in balance, with the energy that is stored there`,
  ];
  for (const i of [...shown].sort((a, b) => a - b))
    for (const { element, tasks, singular } of equilibria[i].leaks)
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
    .slice(0, mostForces)
    .map(({ name, force, unit, energy }) => [
      `    ${plain(name)}`,
      formatQuantity(force, unit === 'm' ? 'N' : 'N m', 3),
      energy === undefined ? '' : formatQuantity(tidy(energy), 'J', 3),
    ]);
  const left = acting.length - rows.length;
  return [...columns(rows, false), ...(left > 0 ? [`    and ${left} weaker`] : [])];
}
