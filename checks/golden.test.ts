/**
 * Golden runs: the state hash of every example, as it was when somebody last wanted it so. A change of numbers that
 * is the same on every back end and in every browser shows here alone. If it is meant, copy what the test got.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as words } from 'pliant/problem';
import { StateHash } from 'pliant/record';
import { assemble, loadScenario } from 'pliant/scenario';
import { describe, expect, it } from 'vitest';
import { checkout } from './folders.js';
import { ownFiles } from './scenarios.js';

const golden = JSON.parse(readFileSync(join(checkout, 'checks/golden.json'), 'utf8')) as Record<
  string,
  string
>;
/** Paths below `examples`. */
const examples = ['', 'contact/', 'vmc/'].flatMap((below) =>
  readdirSync(join(checkout, 'examples', below))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${below}${name}`),
);

function hashOf(name: string): string {
  const loaded = loadScenario(ownFiles, `examples/${name}`, []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(words).join('\n'));
  const { value, problems } = assemble(loaded.value, ownFiles);
  if (value === undefined) throw new Error(problems.map(words).join('\n'));
  const hash = new StateHash();
  const { status } = value.begin([hash]).complete();
  return `${status} ${hash.digest()}`;
}

describe('golden runs', () => {
  it('are of all examples', () => {
    expect(Object.keys(golden).sort()).toEqual(examples.sort());
  });

  it.each(examples)('%s', { timeout: 60_000 }, (name) => {
    expect(hashOf(name)).toBe(golden[name]);
  });
});
