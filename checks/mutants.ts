/**
 * `npm run mutants [--only TEXT] [--json]`: breaks one line of the source at a time in a copy of the project and
 * runs the tests that the mutation names. Each mutation must be caught; survivors are printed and the exit code
 * is 1. It is 2 where the question itself is wrong: a mutation whose text does not stand exactly once, or tests
 * that fail without any mutation.
 */
import process from 'node:process';
import { MutantRunner } from './mutant-runner.js';
import { mutated } from './mutation.js';
import { mutations } from './mutations/index.js';
import { wordsOf } from './words.js';

const { json, only } = wordsOf('npm run mutants [-- --only TEXT] [--json]', {
  options: { only: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
}).values;

const chosen = Object.entries(mutations)
  .flatMap(([room, list]) => list.map((mutation) => ({ room, mutation })))
  .filter(({ mutation: { file, why } }) => `${file}: ${why}`.includes(only));

function refuse(text: string): never {
  process.stderr.write(`mutants: ${text}\n`);
  process.exit(2);
}
if (chosen.length === 0) refuse(`no mutation's file and words contain ${JSON.stringify(only)}`);

const runner = new MutantRunner();
process.on('exit', () => runner.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const rotten = chosen.flatMap(({ mutation }) => {
  try {
    mutated(runner.read(mutation.file), mutation);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
});
if (rotten.length > 0) refuse(rotten.join('\n'));

const started = process.hrtime.bigint();
const seconds = (): number => Number(process.hrtime.bigint() - started) / 1e9;
const say = (text: string): void => void (json ? process.stderr : process.stdout).write(`${text}\n`);

const tests = [...new Set(chosen.flatMap(({ mutation }) => mutation.tests))];
const took = new Map<string, number>();
for (const test of tests) {
  const before = seconds();
  const sound = await runner.run([test], 600);
  if (sound.kind !== 'passed') refuse(`${test} fails without any mutation: ${sound.text}`);
  took.set(test, seconds() - before);
}
say(`${tests.length} test files pass without any mutation (${seconds().toFixed(0)} s)`);

const verdicts = [];
for (const [i, { room, mutation }] of chosen.entries()) {
  const { file, why } = mutation;
  const before = seconds();
  const original = runner.read(file);
  runner.write(file, mutated(original, mutation));
  const usual = mutation.tests.reduce((sum, test) => sum + (took.get(test) ?? 0), 0);
  const { kind, text } = await runner.run(mutation.tests, 20 + 5 * usual);
  runner.write(file, original);
  const caught = kind !== 'passed';
  verdicts.push({ room, file, why, caught, by: text });
  say(
    `${String(i + 1).padStart(3)}/${chosen.length} ${caught ? 'caught  ' : 'SURVIVED'} ` +
      `${file}: ${why} (${(seconds() - before).toFixed(1)} s${kind === 'stuck' ? ', stuck' : ''})`,
  );
}

const survivors = verdicts.filter(({ caught }) => !caught);
for (const { file, why } of survivors) say(`SURVIVED ${file}: ${why}`);
say(`\n${chosen.length - survivors.length} of ${chosen.length} caught in ${seconds().toFixed(0)} s`);
if (json) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
process.exit(survivors.length > 0 ? 1 : 0);
