/** Curves over axes as SVG: small, on light and dark ground. */

export interface Curve {
  readonly label: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export interface Panel {
  readonly title: string;
  /** Names of the axes. */
  readonly x: string;
  readonly y: string;
  readonly curves: readonly Curve[];
}

/** Pixels of a panel with its axes, and the ground within. */
const wide = 420;
const high = 280;
const left = 52;
const right = 12;
const top = 46;
const bottom = 40;
/** Told apart without red and green (Okabe and Ito). */
const colours = ['#0072b2', '#d55e00', '#009e73'];

export function drawing(panels: readonly Panel[]): string {
  const all = panels.length * wide;
  const parts = panels.map((panel, i) => `<g transform="translate(${i * wide} 0)">${panelOf(panel)}</g>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all} ${high}" width="${all}" height="${high}" font-family="sans-serif" font-size="12">` +
    `<title>${panels.map(({ title }) => title).join('; ')}</title>` +
    '<style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}text{fill:currentColor}</style>\n' +
    `${parts.join('\n')}\n</svg>\n`
  );
}

function panelOf({ title, x, y, curves }: Panel): string {
  const across = axis(
    curves.flatMap((curve) => [...curve.x]),
    left,
    wide - right,
  );
  const up = axis([0, ...curves.flatMap((curve) => [...curve.y])], high - bottom, top);
  const ground = (px: number, py: number): string => `${px} ${py}`;
  const lines = [
    ...across.ticks.map(
      (t) =>
        `<path d="M${across.at(t)} ${top}V${high - bottom}" stroke="currentColor" opacity=".15"/>` +
        `<text x="${across.at(t)}" y="${high - bottom + 16}" text-anchor="middle">${label(t)}</text>`,
    ),
    ...up.ticks.map(
      (t) =>
        `<path d="M${left} ${up.at(t)}H${wide - right}" stroke="currentColor" opacity=".15"/>` +
        `<text x="${left - 6}" y="${up.at(t) + 4}" text-anchor="end">${label(t)}</text>`,
    ),
    `<path d="M${ground(left, top)}V${high - bottom}H${wide - right}" fill="none" stroke="currentColor"/>`,
    `<text x="${left}" y="16" font-weight="bold">${title}</text>`,
    `<text x="${(left + wide - right) / 2}" y="${high - 6}" text-anchor="middle">${x}</text>`,
    `<text transform="translate(14 ${(top + high - bottom) / 2}) rotate(-90)" text-anchor="middle">${y}</text>`,
  ];
  let from = left;
  curves.forEach((curve, i) => {
    const colour = colours[i % colours.length];
    lines.push(
      `<path d="${path(curve, across.at, up.at)}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-linejoin="round"/>`,
      `<path d="M${from} 32h18" stroke="${colour}" stroke-width="3"/><text x="${from + 24}" y="36">${curve.label}</text>`,
    );
    from += 40 + 6.6 * [...curve.label].length;
  });
  return lines.join('\n');
}

const label = (t: number): string => String(+t.toPrecision(6)).replace('-', '−');

/** From numbers to pixels (a tenth of one), with ticks of 1, 2 or 5 times a power of ten, which it begins and ends with. */
function axis(
  values: readonly number[],
  low: number,
  highest: number,
): { readonly ticks: readonly number[]; readonly at: (value: number) => number } {
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  const step = stepOf((most - least) / 5);
  // What rounding adds makes no tick of its own.
  const begin = Math.floor(least / step + 1e-6);
  const end = Math.ceil(most / step - 1e-6);
  const ticks = Array.from({ length: end - begin + 1 }, (_, i) => (begin + i) * step);
  const scale = (highest - low) / ((end - begin) * step);
  return { ticks, at: (value) => Math.round(10 * (low + scale * (value - begin * step))) / 10 };
}

function stepOf(wanted: number): number {
  let power = 1;
  while (power * 10 <= wanted) power *= 10;
  while (power > wanted) power /= 10;
  const times = wanted / power;
  return power * (times <= 1.5 ? 1 : times <= 3.5 ? 2 : times <= 7.5 ? 5 : 10);
}

/** A line through first, least, greatest and last of what shares a pixel column. */
function path({ x, y }: Curve, across: (value: number) => number, up: (value: number) => number): string {
  const points: [number, number][] = [];
  const put = (k: number): void => {
    const [px, py] = [across(x[k]), up(y[k])];
    const last = points[points.length - 1];
    const before = points[points.length - 2];
    if (last?.[0] === px && last[1] === py) return;
    // The middle of three on a level is none.
    if (before?.[1] === py && last[1] === py) points.pop();
    points.push([px, py]);
  };
  for (let k = 0; k < x.length; ) {
    const column = Math.floor(across(x[k]));
    let [low, highest, end] = [k, k, k];
    while (end + 1 < x.length && Math.floor(across(x[end + 1])) === column) {
      end++;
      if (y[end] < y[low]) low = end;
      if (y[end] > y[highest]) highest = end;
    }
    const order = low < highest ? [low, highest] : [highest, low];
    for (const i of [k, ...order, end]) put(i);
    k = end + 1;
  }
  return `M${points.map(([px, py]) => `${px} ${py}`).join('L')}`;
}
