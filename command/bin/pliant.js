#!/usr/bin/env node
// Refuses a missing or stale build by name, then hands over to dist. Plain JavaScript, committed, so that the
// command is there before anything was built. An installed package has no src folder and is not stale.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const command = dirname(dirname(fileURLToPath(import.meta.url)));

/** When a file was written last, ms; undefined where there is none. */
function written(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** The source file of a folder that was written last, tests left out. */
function newestSource(folder) {
  let newest = { path: '', at: 0 };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inner = newestSource(path);
      if (inner.at > newest.at) newest = inner;
    } else if (entry.name.endsWith('.ts') && !/\.test(\.helper)?\.ts$/.test(entry.name)) {
      const at = written(path) ?? 0;
      if (at > newest.at) newest = { path, at };
    }
  }
  return newest;
}

/** What is wrong with the build of a package folder; undefined where nothing is. */
function fault(folder) {
  const source = join(folder, 'src');
  if (written(source) === undefined) return undefined;
  const name = relative(dirname(command), folder);
  const built = written(join(folder, 'dist', '.tsbuildinfo'));
  if (built === undefined) return `the package ${name} has not been built`;
  const newest = newestSource(source);
  if (newest.at > built)
    return `the build of ${name} is older than ${relative(dirname(command), newest.path)}`;
  return undefined;
}

const stale = [join(dirname(command), 'toolkit'), command].map(fault).find((x) => x !== undefined);
if (stale !== undefined) {
  process.stderr.write(`pliant: ${stale}; run: npm run build\n`);
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/main.js');
  const code = await main(process.argv.slice(2));
  // A result that could not be written has set it already.
  process.exitCode ??= code;
}
