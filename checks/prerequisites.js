/**
 * What the tests need besides npm's packages: a browser and two C compilers. Each is found, or installed where
 * that can be done without asking (root on a system with apt), or named with the command that installs it.
 * Nothing is skipped in silence.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const needs = [
  {
    what: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    variable: 'PLIANT_CHROMIUM',
    apt: 'chromium',
  },
  { what: 'gcc', commands: ['gcc'], apt: 'gcc' },
  { what: 'clang', commands: ['clang'], apt: 'clang' },
];

function found(need) {
  const named = need.variable === undefined ? undefined : process.env[need.variable];
  if (named !== undefined && named !== '') return existsSync(named);
  const folders = (process.env.PATH ?? '').split(delimiter);
  return need.commands.some((command) =>
    folders.some((folder) => folder !== '' && existsSync(join(folder, command))),
  );
}

function run(command, args) {
  console.log(`prerequisites: ${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync(command, args, {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 20 * 60_000,
  });
  return result.status === 0;
}

let missing = needs.filter((need) => !found(need));
const packages = missing.map((need) => need.apt);
if (missing.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
  const installed = run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  if (!installed)
    run('apt-get', ['update']) && run('apt-get', ['install', '-y', '--no-install-recommends', ...packages]);
  missing = needs.filter((need) => !found(need));
}
if (missing.length > 0) {
  const names = missing.map((need) => need.what).join(' and ');
  const hint = existsSync('/usr/bin/apt-get')
    ? `sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}`
    : `your system's package manager (Debian calls the packages ${packages.join(', ')}; PLIANT_CHROMIUM may name a browser)`;
  console.error(`prerequisites: the tests need ${names}; install with: ${hint}`);
  process.exit(2);
}
console.log(`prerequisites: ${needs.map((need) => need.what).join(', ')} found`);
