/** The page of listings shows what `listing` gives, and what its programs print. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { oneAxisAdmittance } from 'pliant/control';
import { interpret, listing, listingLanguages, view } from 'pliant/graph';
import { describe, expect, it } from 'vitest';
import { missing, runFiles, runners } from '../checks/listings.js';
import { blocksOf } from './pages.test.helper.js';

const markdown = readFileSync(fileURLToPath(new URL('./listings.md', import.meta.url)), 'utf8');
const blocks = blocksOf(markdown);
const program = oneAxisAdmittance({ mass: 3, damping: 20, stiffness: 50, tick: 0.001, scheme: 'explicit' });
const listed = (language: (typeof listingLanguages)[number]) =>
  listing(program, language, {
    name: 'Admittance',
    trial: {
      before: ['prepare'],
      each: ['step'],
      input: { field: 'force', value: 10 },
      passes: 5000,
      every: 1000,
      columns: [
        { label: 'x_r', field: 'position' },
        { label: 'xdot_r', field: 'velocity' },
      ],
    },
  });

describe.each(listingLanguages)('%s', (language) => {
  it('is what is emitted, file by file', () => {
    const shown = blocks.filter((block) => block.language === language);
    const { files } = listed(language);
    expect(shown.map(({ file }) => file)).toEqual(files.map(({ name }) => name));
    expect(shown.map(({ text }) => text)).toEqual(files.map(({ text }) => text));
  });
});

it('says what the program in C prints', () => {
  const [runner] = runners.filter(({ language }) => language === 'c');
  const [shown] = blocks.filter((block) => block.language === 'console');
  expect(shown.text).toContain('k=1000');
  if (missing(runner) !== undefined) return;
  const { files, main } = listed('c');
  expect(runFiles(runner, files, main as string).toString()).toBe(shown.text);
});

it('has a table of what the program gives', () => {
  const rows = [...markdown.matchAll(/^\| (\d+) \| (\S+) \| (\S+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toHaveLength(7);
  const { layout, memory, run } = interpret(program);
  const [force, position, velocity] = ['force', 'position', 'velocity'].map((name) =>
    view(layout, memory, name),
  );
  run.prepare();
  force[0] = 10;
  const x: number[] = [];
  for (let k = 0; k < 5000; k++) {
    run.step();
    x.push(position[0]);
    for (const [, place, speed] of rows.filter(([number]) => Number(number) === k)) {
      expect(Number(place)).toBe(Number(position[0].toPrecision(10)));
      expect(Number(speed)).toBe(Number(velocity[0].toPrecision(10)));
    }
  }
  const peak = x.indexOf(Math.max(...x));
  expect(markdown).toContain(`${x[peak].toPrecision(10)} m at k = ${peak} `);
});
