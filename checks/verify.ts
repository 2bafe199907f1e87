/**
 * `npm run verify [TOPIC] [--only ID] [--again]`: measures the claims of a topic in full and prints the table
 * that an issue closes on. What was measured at this commit with a clean tree is kept under `.verify/` and not
 * measured again, so that an interrupted run goes on where it stopped. Exit 1 on a miss.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Row } from './claim.js';
import { claims } from './claims/index.js';
import { checkout } from './folders.js';

const words = process.argv.slice(2);
const again = words.includes('--again');
const onlyAt = words.indexOf('--only');
const only = onlyAt < 0 ? undefined : words[onlyAt + 1];
const topic = words.find((word, i) => !word.startsWith('--') && words[i - 1] !== '--only');

const topics = [...new Set(claims.map((claim) => claim.topic))];
if (topic !== undefined && !topics.includes(topic)) {
  console.error(`verify: no topic ${JSON.stringify(topic)}; known: ${topics.join(', ')}`);
  process.exit(2);
}
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
const clean = git('status', '--porcelain') === '';
const commit = `${git('rev-parse', '--short=10', 'HEAD')}${clean ? '' : ' and changes'}`;
const folder = join(checkout, '.verify');
mkdirSync(folder, { recursive: true });

let missed = 0;
let unmeasured = 0;
const started = process.hrtime.bigint();
console.log(`commit ${commit}, node ${process.version}, ${process.platform} ${process.arch}\n`);
for (const claim of claims) {
  if (topic !== undefined && claim.topic !== topic) continue;
  if (only !== undefined && !claim.id.startsWith(only)) continue;
  const absent = claim.absent?.();
  if (absent !== undefined) {
    unmeasured++;
    console.log(`${claim.id}\n  not measured: ${absent}`);
    continue;
  }
  const kept = join(folder, `${claim.topic}.${claim.id.replace(/[^\w-]/g, '_')}.json`);
  let rows: readonly Row[] | undefined;
  if (clean && !again) {
    try {
      const saved = JSON.parse(readFileSync(kept, 'utf8')) as { commit: string; rows: Row[] };
      if (saved.commit === commit) rows = saved.rows;
    } catch {
      rows = undefined;
    }
  }
  const fresh = rows === undefined;
  if (rows === undefined) {
    try {
      rows = await claim.measure('full');
    } catch (error) {
      rows = [
        {
          what: 'measuring',
          value: error instanceof Error ? error.message : String(error),
          limit: 'no error',
          pass: false,
        },
      ];
    }
    if (clean) writeFileSync(kept, JSON.stringify({ commit, rows }));
  }
  console.log(`${claim.id}${fresh ? '' : ' (kept)'}`);
  for (const row of rows) {
    if (!row.pass) missed++;
    console.log(
      `  ${row.pass ? 'ok  ' : 'MISS'} ${row.what.padEnd(64)} ${row.value.padStart(18)}  ${row.limit}`,
    );
  }
}
const seconds = Number(process.hrtime.bigint() - started) / 1e9;
console.log(
  `\n${missed === 0 ? 'no miss' : `${missed} missed`}${unmeasured > 0 ? `, ${unmeasured} not measured` : ''} in ${seconds.toFixed(0)} s`,
);
process.exit(missed > 0 ? 1 : 0);
