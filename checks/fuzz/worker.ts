/**
 * `worker.js FORMAT FROM TO`: reads the mutants FROM … TO − 1 of a format, a line before each and a line of JSON after
 * each that is wrong or costs more than it may. Lines are written at once, so that they are there when it is stopped.
 */
import { writeSync } from 'node:fs';
import process from 'node:process';
import { freshMujoco, loadMujoco } from 'pliant/mujoco';
import type { MujocoModule } from 'pliant/robot';
import { type Format, goodFiles } from './goods.js';
import { judge } from './judge.js';
import { mutantOf } from './mutant.js';
import { type Finding, mostMemory, mostTime, type Tally } from './trial.js';

const [format, from, to] = [process.argv[2] as Format, Number(process.argv[3]), Number(process.argv[4])];
const say = (line: string): void => {
  writeSync(1, `${line}\n`);
};
let mujoco: MujocoModule | undefined = format === 'mjcf' ? await loadMujoco() : undefined;
const goods = goodFiles(format, mujoco);
const tally = { tried: 0, accepted: 0, engines: 0, slowest: 0, memory: 0 };
const codes: Record<string, number> = Object.create(null);

for (let seed = from; seed < to; seed++) {
  say(`at ${seed}`);
  const mutant = mutantOf(format, seed, goods);
  let judgement = judge(mutant, mujoco);
  if (judgement.lost) {
    tally.engines++;
    mujoco = await freshMujoco();
    judgement = judge(mutant, mujoco);
  }
  const { accepted, refusedFor, faults, time } = judgement;
  const memory = process.resourceUsage().maxRSS / 1024;
  tally.tried++;
  if (accepted) tally.accepted++;
  tally.slowest = Math.max(tally.slowest, time);
  tally.memory = Math.max(tally.memory, memory);
  for (const code of new Set(refusedFor)) codes[code] = (codes[code] ?? 0) + 1;
  const told = faults.map((fault): Finding => ({ format, seed, kind: 'fault', what: fault }));
  if (time > mostTime) told.push({ format, seed, kind: 'time', what: `${time.toFixed(0)} ms` });
  if (memory > mostMemory) told.push({ format, seed, kind: 'memory', what: `${memory.toFixed(0)} MB` });
  for (const finding of told) say(`finding ${JSON.stringify(finding)}`);
  // The most that it ever took stays: another process goes on.
  if (memory > mostMemory) break;
}
say(`tally ${JSON.stringify({ ...tally, codes } satisfies Tally)}`);
process.exit(0);
