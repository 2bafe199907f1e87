/**
 * Writes what docs/figures.md shows: the plots in docs/figures and the page's table, all from runs. They are committed;
 * `npm run verify contact` and `vmc` hold them to what runs give.
 *
 *   npx tsc -b && node docs/draw-figures.js
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Models, markdownTable, plots } from '../toolkit/dist/figures/index.js';

const folder = new URL('./figures/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const { name, svg } of plots(new Models())) writeFileSync(new URL(`${name}.svg`, folder), svg);

const command = fileURLToPath(new URL('../command/bin/pliant.js', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const { stdout, stderr } = spawnSync(process.execPath, [command, 'figures', '--json'], {
  encoding: 'utf8',
  cwd: root,
});
if (stdout === '') throw new Error(stderr);
/** Numbers that are not finite stand as texts in JSON. */
const number = (x) => (typeof x === 'string' ? Number(x) : x);
const rows = JSON.parse(stdout).figures.map((row) => ({
  ...row,
  parts: row.parts.map((part) => ({
    ...part,
    got: number(part.got),
    low: number(part.low),
    high: number(part.high),
  })),
}));
const page = new URL('./figures.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const [before, after] = ['<!-- table -->\n', '<!-- end -->'].map((mark) => text.indexOf(mark));
writeFileSync(page, `${text.slice(0, before)}<!-- table -->\n\n${markdownTable(rows)}\n${text.slice(after)}`);
