/**
 * `node checks/dist/fuzz.js [--only FORMAT] [--from N] [--count N]` reads mutants of good robot files and prints what
 * is wrong with the answers. `--only FORMAT --seed N [--out FILE]` repeats one: what was changed, what is said of it.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { loadMujoco } from 'pliant/mujoco';
import { describe } from 'pliant/problem';
import { readRobot } from 'pliant/robot';
import { type Format, formats, goodFiles } from './fuzz/goods.js';
import { judge } from './fuzz/judge.js';
import { mutantOf } from './fuzz/mutant.js';
import { progress } from './fuzz/progress.js';
import { tryMutants } from './fuzz/trial.js';
import { wordsOf } from './words.js';

const { values } = wordsOf(
  'node checks/dist/fuzz.js [--only FORMAT] [--seed N] [--from N] [--count N] [--out FILE]',
  {
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '1000' },
      out: { type: 'string' },
    },
  },
);
const chosen = formats.filter((format) => values.only === undefined || format === values.only);
if (chosen.length === 0) {
  console.error(`fuzz: no format ${values.only}; known: ${formats.join(', ')}`);
  process.exit(2);
}

async function repeat(format: Format, seed: number): Promise<void> {
  const mujoco = await loadMujoco();
  const mutant = mutantOf(format, seed, goodFiles(format, mujoco));
  console.log(`${mutant.part}: ${mutant.changes.join(', ')}`);
  if (values.out !== undefined) writeFileSync(values.out, mutant.bytes);
  const { accepted, faults, time } = judge(mutant, mujoco);
  console.log(`${accepted ? 'accepted' : 'refused'} after ${time.toFixed(0)} ms`);
  for (const fault of faults) console.log(`  FAULT ${fault}`);
  if (faults.some((fault) => fault.startsWith('throws'))) return;
  const { problems } = readRobot(mutant.good.path, mutant.files, mutant.good.options);
  for (const problem of problems.slice(0, 20)) console.log(`  ${describe(problem)}`);
}

if (values.seed !== undefined) {
  for (const format of chosen) await repeat(format, Number(values.seed));
  process.exit(0);
}
let wrong = 0;
for (const format of chosen) {
  const [from, count] = [Number(values.from), Number(values.count)];
  const start = performance.now();
  const shown = progress(format, count);
  const { tally, findings } = await tryMutants(format, from, from + count, { onProgress: shown.step });
  shown.end();
  const { tried, accepted, engines, slowest, memory, codes } = tally;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `${format}: ${tried} tried, ${accepted} accepted, slowest ${slowest.toFixed(0)} ms, at most ${memory.toFixed(0)} MB, ${engines} engines, ${seconds} s`,
  );
  const often = Object.entries(codes).sort(([, a], [, b]) => b - a);
  console.log(`  refused for ${often.map(([code, times]) => `${code} ${times}`).join(', ')}`);
  for (const { seed, kind, what } of findings)
    console.log(`  ${kind} --only ${format} --seed ${seed}: ${what}`);
  wrong += findings.length;
}
process.exit(wrong > 0 ? 1 : 0);
