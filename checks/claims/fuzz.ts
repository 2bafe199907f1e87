/** Mutants of good robot files: nothing that is read crashes, hangs, grows or gives half a robot. */
import type { MujocoModule } from 'pliant/robot';
import { atMost, type Claim, exactly, type Row, type Scale } from '../claim.js';
import { absent } from '../corpus.js';
import { type Format, goodFiles } from '../fuzz/goods.js';
import { judge } from '../fuzz/judge.js';
import { keptBatches } from '../fuzz/kept.js';
import { mutantOf } from '../fuzz/mutant.js';
import { mostMemory, mostTime, type Tried } from '../fuzz/trial.js';
import { loadPeerMujoco } from '../peer-mujoco.js';

/** How many are tried of each format: together 100,000, and 1,000 by the tests. */
const counts: readonly (readonly [format: Format, full: number, subset: number])[] = [
  ['urdf', 60_000, 600],
  ['xacro', 25_000, 250],
  ['mjcf', 10_000, 100],
  ['zip', 5000, 50],
];

export const fuzzClaims: readonly Claim[] = counts.map(
  ([format, full, subset]): Claim => ({
    topic: 'files',
    id: `mutations: ${format}`,
    measure: (scale: Scale) => (scale === 'full' ? measureAll(format, full) : measureSome(format, subset)),
  }),
);

async function measureAll(format: Format, count: number): Promise<readonly Row[]> {
  const { tally, findings } = await keptBatches(format, count);
  const of = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
  const where = absent === undefined ? 'good files of the corpus and of the project' : "the project's robots";
  return [
    exactly(`mutants of ${where}`, tally.tried, count),
    exactly('that end the process', of('end'), 0),
    exactly(`that take more than ${mostTime / 1000} s`, of('time'), 0),
    exactly(`that need more than ${mostMemory} MB`, of('memory'), 0),
    exactly('wrong answers: impossible, half or unnamed', of('fault'), 0),
    told('accepted', String(tally.accepted)),
    told('kinds of refusal', String(Object.keys(tally.codes).length)),
    atMost('the slowest', tally.slowest, mostTime, 'ms'),
    atMost('the largest process', tally.memory, mostMemory, 'MB'),
    ...(format === 'mjcf' ? [told('instances of MuJoCo that came to their end', String(tally.engines))] : []),
    ...faultsOf({ tally, findings }),
  ];
}

const told = (what: string, value: string): Row => ({ what, value, limit: '', pass: true });

function faultsOf({ findings }: Tried): Row[] {
  return findings.slice(0, 20).map(
    ({ format, seed, kind, what }): Row => ({
      what: `fuzz.js --only ${format} --seed ${seed}: ${what}`,
      value: kind,
      limit: 'none',
      pass: false,
    }),
  );
}

/** In this process. */
async function measureSome(format: Format, count: number): Promise<readonly Row[]> {
  const mujoco = format === 'mjcf' ? ((await loadPeerMujoco()) as MujocoModule) : undefined;
  const goods = goodFiles(format, mujoco);
  const wrong: string[] = [];
  let slowest = 0;
  for (let seed = 0; seed < count; seed++) {
    const { faults, time } = judge(mutantOf(format, seed, goods));
    slowest = Math.max(slowest, time);
    wrong.push(...faults.map((fault) => `fuzz.js --only ${format} --seed ${seed}: ${fault}`));
  }
  return [
    exactly('wrong answers: impossible, half or unnamed', wrong.join('\n') || 'none', 'none'),
    atMost('the slowest', slowest, mostTime, 'ms'),
  ];
}
