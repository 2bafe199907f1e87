/** Measures all published scenarios and writes the tables of docs/peer-scenarios.md: `node checks/dist/vmc/write-page.js [2a …]`. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { pagePath, withTable } from './page.js';
import { published } from './published.js';

const wanted = process.argv.slice(2);
for (const { scenario, ours } of published) {
  if (wanted.length > 0 && !wanted.includes(scenario.number)) continue;
  const [mine, script] = [ours('full'), scenario.measure()];
  writeFileSync(pagePath, withTable(readFileSync(pagePath, 'utf8'), scenario, mine, script));
  console.log(`${scenario.number}: ${scenario.title}`);
}
