/** The tables of docs/peer-scenarios.md: what is published, what a run gets and what the independent script gets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../folders.js';
import type { Figure, Scenario, Values } from '../peers/figure.js';

export const pagePath = join(checkout, 'docs/peer-scenarios.md');

const begin = (number: string): string => `<!-- table ${number} -->\n`;
const end = '<!-- end of table -->';
const head = '| | figure | published | run | script |\n|---|---|---|---|---|\n';

/** One digit more than the limit has; what that makes 0 is 0. */
function decimal(x: number, within: number): string {
  const digits = Math.min(12, Math.max(0, Math.ceil(1 - Math.log10(within))));
  const text = x.toFixed(digits);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

const plain = (x: number): string => String(+x.toPrecision(8));

/** A figure's line; its last cell is empty where the script does not work it out. */
function lineOf(figure: Figure, ours: number, script: number | undefined): string {
  const { mark, what, published, within, unit, apart } = figure;
  const value = (x: number): string => `${decimal(x, within)} ${unit}`.trimEnd();
  const said = `${plain(published)} ± ${plain(within)}`;
  const cells = [
    mark,
    what.replaceAll('|', '\\|'),
    apart === undefined ? said : `${said} (${apart})`,
    value(ours),
    script === undefined ? '' : value(script),
  ];
  return `| ${cells.join(' | ')} |`;
}

function placeOf(page: string, number: string): [from: number, to: number] {
  const at = page.indexOf(begin(number));
  const to = page.indexOf(end, at);
  if (at < 0 || to < 0) throw new Error(`docs/peer-scenarios.md has no place for the table ${number}`);
  return [at + begin(number).length, to];
}

/** The page with the table of a scenario written anew, of the figures that runs get. */
export function withTable(page: string, { number, figures }: Scenario, ours: Values, script: Values): string {
  const [from, to] = placeOf(page, number);
  const lines = Object.entries(figures).flatMap(([key, figure]) =>
    ours[key] === undefined ? [] : [`${lineOf(figure, ours[key], script[key])}\n`],
  );
  return page.slice(0, from) + head + lines.join('') + page.slice(to);
}

/**
 * Figures of which the page says something else than these values. With the script's values its lines must be the same to the
 * letter; without them a run may be shorter than that of the page, and must be as close to it as to what is published.
 */
export function stale({ number, figures }: Scenario, ours: Values, script?: Values): string[] {
  const page = readFileSync(pagePath, 'utf8');
  const [from, to] = placeOf(page, number);
  const lines = page.slice(from, to).split('\n');
  return Object.entries(ours).flatMap(([key, value]) => {
    const figure = figures[key];
    const wanted = lineOf(figure, value, script?.[key]);
    const [mark, what] = wanted.split(' | ');
    const line = lines.find((found) => found.startsWith(`${mark} | ${what} | `));
    const close = (text: string): boolean =>
      Math.abs(Number.parseFloat(text.split(' | ')[3]) - value) <= figure.within;
    const same = line !== undefined && (script === undefined ? close(line) : line === wanted);
    return same ? [] : [figure.what];
  });
}
