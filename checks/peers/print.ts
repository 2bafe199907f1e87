/** Prints what the independent scripts get against what is published: `node checks/dist/peers/print.js [2a …]`. */
import process from 'node:process';
import { scenarios } from './index.js';

const wanted = process.argv.slice(2);
for (const { number, title, figures, measure } of scenarios) {
  if (wanted.length > 0 && !wanted.includes(number)) continue;
  const before = performance.now();
  const values = measure();
  console.log(`${number}: ${title} (${((performance.now() - before) / 1000).toFixed(1)} s)`);
  for (const [key, { mark, what, published, within, unit, apart }] of Object.entries(figures)) {
    const value = values[key];
    if (value === undefined) continue;
    const off = Math.abs(value - published);
    const word = off <= within ? 'ok  ' : apart ? 'else' : 'OFF ';
    console.log(
      `  ${word} ${mark} ${what.padEnd(56)} ${value.toPrecision(7).padStart(13)} ${unit.padEnd(6)} ${published} ± ${within}`,
    );
  }
}
