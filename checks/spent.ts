/** Loaded before a script: what its process took in all, into the file that PLIANT_SPENT names, when it ends. */
import { writeFileSync } from 'node:fs';
import process from 'node:process';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  const spent = { seconds: (user + system) / 1e6, memory: maxRSS / 1024 };
  writeFileSync(process.env.PLIANT_SPENT ?? '/dev/null', JSON.stringify(spent));
});
