/**
 * `npm run verify [TOPIC] [--only ID] [--again]`: measures the claims of a topic in full and prints the table
 * that an issue closes on, also into `.verify/TOPIC.txt`. What was measured at this commit with a clean tree is kept
 * under `.verify/` and not measured again, so that an interrupted run goes on where it stopped. Exit 1 on a miss.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Claim, Row } from './claim.js';
import { claims } from './claims/index.js';
import { commitOf } from './commit.js';
import { checkout } from './folders.js';
import { wordsOf } from './words.js';

const {
  values: { again, only },
  positionals: [topic, ...rest],
} = wordsOf('npm run verify [TOPIC] [-- --only ID] [--again]', {
  options: { only: { type: 'string' }, again: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const topics = [...new Set(claims.map((claim) => claim.topic))];
const strange = [topic, ...rest].find((word, i) => word !== undefined && (i > 0 || !topics.includes(word)));
if (strange !== undefined) {
  console.error(`verify: no topic ${JSON.stringify(strange)}; known: ${topics.join(', ')}, one at a time`);
  process.exit(2);
}
const chosen = claims.filter(
  (claim) => (topic === undefined || claim.topic === topic) && claim.id.startsWith(only ?? ''),
);
if (chosen.length === 0) {
  console.error(
    `verify: no claim${topic === undefined ? '' : ` of ${topic}`} begins with ${JSON.stringify(only)}`,
  );
  process.exit(2);
}
const { name: commit, clean } = commitOf();
const folder = join(checkout, '.verify');
mkdirSync(folder, { recursive: true });

let missed = 0;
let unmeasured = 0;
let table = '';
function tell(text: string): void {
  table += `${text}\n`;
  console.log(text);
}

/** The rows of a claim, and whether they were measured before at this commit. */
async function rowsOf(claim: Claim): Promise<{ rows: readonly Row[]; kept: boolean }> {
  const file = join(folder, `${claim.topic}.${claim.id.replace(/[^\w-]/g, '_')}.json`);
  if (clean && !again && existsSync(file)) {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as { commit: string; rows: Row[] };
    if (saved.commit === commit) return { rows: saved.rows, kept: true };
  }
  try {
    const rows = await claim.measure('full');
    if (clean) writeFileSync(file, JSON.stringify({ commit, rows }));
    return { rows, kept: false };
  } catch (error) {
    const value = error instanceof Error ? error.message : String(error);
    return { rows: [{ what: 'measuring', value, limit: 'no error', pass: false }], kept: false };
  }
}

const started = performance.now();
tell(`commit ${commit}, node ${process.version}, ${process.platform} ${process.arch}\n`);
for (const claim of chosen) {
  const absent = claim.absent?.();
  if (absent !== undefined) {
    unmeasured++;
    tell(`${claim.id}\n  not measured: ${absent}`);
    continue;
  }
  const before = performance.now();
  const { rows, kept } = await rowsOf(claim);
  tell(`${claim.id} (${kept ? 'kept' : `${((performance.now() - before) / 1000).toFixed(0)} s`})`);
  for (const { what, value, limit, pass } of rows) {
    if (!pass) missed++;
    const verdict = limit === '' ? '    ' : pass ? 'ok  ' : 'MISS';
    tell(`  ${verdict} ${what.padEnd(72)} ${value.padStart(18)}  ${limit}`.trimEnd());
  }
}
const seconds = (performance.now() - started) / 1000;
const also = unmeasured > 0 ? `, ${unmeasured} not measured` : '';
tell(`\n${missed === 0 ? 'no miss' : `${missed} missed`}${also} in ${seconds.toFixed(0)} s`);
if (only === undefined) writeFileSync(join(folder, `${topic ?? 'all'}.txt`), table);
process.exit(missed > 0 ? 1 : 0);
