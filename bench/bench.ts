/**
 * `npm run bench`: the control step, the closed loop and the dynamics beside their peers in one run on one core.
 * Every figure is a ratio to a contestant of the same round. A table stands only where its contestants agree on
 * the numbers. `--quick` runs fewer rounds; `--json` prints the rows as data; `--vmc` times virtual model control alone,
 * `--laws` laws for stiff arms, `--map` the map of stability in contact.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { compileJavaScript, compileWasm, countOps, lower, view } from 'pliant/graph';
import { algorithmNames, algorithmProgram, pinocchioPeer, resultOf } from './algorithms.js';
import { benchContactMap } from './contact-map.js';
import { emittedPeers } from './emitted.js';
import { benchLaws } from './laws.js';
import { mujocoLoop } from './mujoco-wasm.js';
import { compile, NativePeer, workFolder } from './native.js';
import { benchProblem, problemMjcf, problemText } from './problem.js';
import { benchPrograms } from './programs.js';
import { Results } from './results.js';
import { type Contestant, compete, inProcess } from './rounds.js';
import { apart, type Control, control, joined } from './runners.js';
import { benchVmc } from './vmc.js';

/** Operations of the fixed reference for this problem: multiplies, adds and inline sines and cosines. */
const REFERENCE_OPS = { control: 1390, loop: 2635 };
/** Operations of one pass of peers/floor.c. */
const FLOOR_PASS = 16;

// WebAssembly as it runs in the long run: V8 otherwise begins with code that it makes in no time, and on one core the
// better code comes whenever it has a turn.
setFlagsFromString('--no-liftoff');

if (process.platform === 'linux' && process.env.PLIANT_BENCH_PINNED === undefined) {
  const again = spawnSync(
    'taskset',
    ['-c', '0', process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: { ...process.env, PLIANT_BENCH_PINNED: '1' },
    },
  );
  if (again.error === undefined) process.exit(again.status ?? 1);
}

const rounds = process.argv.includes('--quick') ? 15 : 60;
const results = new Results(process.argv.includes('--json'));

const problem = benchProblem();
const { model, design, q, v } = problem;
const { plainProgram, fullProgram, plantProgram, loopProgram, ops, slots } = benchPrograms(model, design);

async function native(
  name: string,
  command: string,
  args: readonly string[],
  run: readonly string[],
): Promise<NativePeer | undefined> {
  const made = compile(command, name, args);
  if ('why' in made) {
    results.say(`  ${name}: ${made.why}`);
    return undefined;
  }
  return NativePeer.start(made.path, run);
}

results.say(
  `pliant bench: ${rounds} rounds, node ${process.version}, arm of ${model.nv} joints, ${slots} parameters`,
);
if (process.argv.includes('--vmc')) {
  await benchVmc(results, problem, rounds);
  finish();
}
if (process.argv.includes('--laws')) {
  await benchLaws(results, problem, rounds);
  finish();
}
if (process.argv.includes('--map')) {
  benchContactMap(results);
  finish();
}
const peerFile = (name: string): string => fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
const numbersFile = join(workFolder, 'problem.txt');
const mjcfFile = join(workFolder, 'arm.xml');
writeFileSync(numbersFile, problemText(problem));
writeFileSync(mjcfFile, problemMjcf(problem));
const bestOf = ['gcc', 'clang'];
const floor = await native(
  'floor',
  'gcc',
  [
    '-O2',
    '-std=c99',
    '-ffp-contract=off',
    '-fno-tree-vectorize',
    '-fno-tree-slp-vectorize',
    peerFile('floor.c'),
  ],
  [],
);
if (floor === undefined) throw new Error('bench: the floor needs gcc');
const floorOf = (name: string, count: number): Contestant => ({
  name,
  batch: async (steps) => ((await floor.batch(Math.ceil((steps * count) / FLOOR_PASS))) * count) / FLOOR_PASS,
});
const nativeContestant = (name: string, peer: NativePeer): Contestant => ({
  name,
  batch: (steps) => peer.batch(steps),
});

const emitted: { command: string; control: NativePeer | undefined; loop: NativePeer | undefined }[] = [];
for (const command of bestOf) {
  const made = emittedPeers(command, plainProgram, loopProgram, q, v);
  const start = async (program: string | { why: string }, name: string): Promise<NativePeer | undefined> => {
    if (typeof program === 'string') return NativePeer.start(program);
    results.say(`  ${name}: ${program.why}`);
    return undefined;
  };
  emitted.push({
    command,
    control: await start(made.control, `C control, ${command}`),
    loop: await start(made.loop, `C loop, ${command}`),
  });
}

/* --- control step */
{
  const wasm = control(compileWasm(plainProgram), q, v);
  const js = control(compileJavaScript(plainProgram), q, v);
  const full = control(compileWasm(fullProgram), q, v);
  const kdl: [string, NativePeer][] = [];
  for (const command of ['g++', 'clang++']) {
    const peer = await native(
      `kdl-${command}`,
      command,
      ['-O3', '-std=c++17', '-I/usr/include/eigen3', '-march=native', peerFile('kdl.cpp'), '-lorocos-kdl'],
      [numbersFile],
    );
    if (peer !== undefined) kdl.push([`KDL (${command})`, peer]);
  }
  const got = new Map<string, ArrayLike<number>>();
  for (const [name, c] of [
    ['wasm', wasm],
    ['JavaScript', js],
    ['wasm, limits guards ledger', full],
  ] as const) {
    c.step();
    got.set(name, Float64Array.from(c.torque));
  }
  for (const { command, control: peer } of emitted)
    if (peer !== undefined) got.set(`C (${command})`, peer.ready);
  for (const [name, peer] of kdl) got.set(name, peer.ready);
  if (results.agree('control step', got, 'wasm', 1e-9)) {
    const moving = (c: Control): (() => void) => {
      let i = 0;
      return () => {
        c.q[0] = q[0] + 1e-9 * (i++ & 1023);
        c.step();
      };
    };
    const base = 'floor';
    const timings = await compete(
      [
        floorOf(base, REFERENCE_OPS.control),
        inProcess('wasm', moving(wasm)),
        inProcess('JavaScript', moving(js)),
        inProcess('wasm, limits guards ledger', moving(full)),
        ...emitted.flatMap(({ command, control: peer }) =>
          peer === undefined ? [] : [nativeContestant(`C (${command})`, peer)],
        ),
        ...kdl.map(([name, peer]) => nativeContestant(name, peer)),
      ],
      base,
      rounds,
    );
    const by = results.table('control step', timings, base);
    const ratio = (name: string): number => by.get(name)?.ratio ?? Number.NaN;
    const best = Math.min(
      ...emitted.map(({ command }) => by.get(`C (${command})`)?.ratio ?? Number.POSITIVE_INFINITY),
    );
    results.say('');
    results.row('control step: operations / 1390', ops.control / REFERENCE_OPS.control, 1.05);
    results.row('control step: wasm / floor', ratio('wasm'), 3.2);
    results.row('control step: best C / floor', best, 1.6);
    results.row(
      'with limits, guards, ledger / without (wasm)',
      ratio('wasm, limits guards ledger') / ratio('wasm'),
      1.4,
    );
    for (const [name] of kdl) results.row(`${name} / wasm`, ratio(name) / ratio('wasm'));
    for (const [name] of kdl) results.row(`${name} / best C`, ratio(name) / best);
  }
  for (const [, peer] of kdl) peer.stop();
}

/* --- closed loop */
{
  const wasm = joined(compileWasm(loopProgram), q, v);
  const js = joined(compileJavaScript(loopProgram), q, v);
  const two = apart(control(compileWasm(plainProgram), q, v), compileWasm(plantProgram), q, v);
  const kernel = control(compileWasm(plainProgram), q, v);
  const inWasm = await mujocoLoop(problem, kernel);
  const mujoco = await native(
    'mujoco',
    'gcc',
    ['-O3', '-march=native', peerFile('mujoco.c'), '-lmujoco', '-lm'],
    [numbersFile, mjcfFile],
  );
  const got = new Map<string, ArrayLike<number>>();
  for (const [name, l] of [
    ['wasm', wasm],
    ['JavaScript', js],
    ['wasm, two programs', two],
  ] as const) {
    l.reset();
    l.step();
    got.set(name, Float64Array.from(l.v));
  }
  for (const { command, loop: peer } of emitted)
    if (peer !== undefined) got.set(`C (${command})`, peer.ready);
  if ('why' in inWasm) results.say(`  MuJoCo wasm: ${inWasm.why}`);
  else {
    inWasm.reset();
    inWasm.step();
    got.set('MuJoCo wasm', inWasm.velocities());
  }
  if (mujoco !== undefined) got.set('MuJoCo native', mujoco.ready);
  if (results.agree('closed loop', got, 'wasm', 1e-9)) {
    const restarting = (name: string, l: { reset(): void; step(): void }): Contestant => ({
      name,
      batch(steps) {
        l.reset();
        const start = process.hrtime.bigint();
        for (let i = 0; i < steps; i++) l.step();
        return Number(process.hrtime.bigint() - start) / steps;
      },
    });
    const base = 'floor';
    const timings = await compete(
      [
        floorOf(base, REFERENCE_OPS.loop),
        restarting('wasm', wasm),
        restarting('JavaScript', js),
        restarting('wasm, two programs', two),
        ...emitted.flatMap(({ command, loop: peer }) =>
          peer === undefined ? [] : [nativeContestant(`C (${command})`, peer)],
        ),
        ...('why' in inWasm ? [] : [restarting('MuJoCo wasm', inWasm)]),
        ...(mujoco === undefined ? [] : [nativeContestant('MuJoCo native', mujoco)]),
      ],
      base,
      rounds,
    );
    const by = results.table('closed loop, 1 ms', timings, base);
    const ratio = (name: string): number => by.get(name)?.ratio ?? Number.NaN;
    results.say('');
    results.row('closed loop: operations / 2635', ops.loop / REFERENCE_OPS.loop, 1.05);
    results.row('closed loop: wasm / floor', ratio('wasm'), 4.2);
    results.row('closed loop: two programs / one (wasm)', ratio('wasm, two programs') / ratio('wasm'));
    if (by.has('MuJoCo wasm')) results.row('MuJoCo wasm / wasm', ratio('MuJoCo wasm') / ratio('wasm'), 4, 1);
    if (by.has('MuJoCo native')) results.row('MuJoCo native / wasm', ratio('MuJoCo native') / ratio('wasm'));
  }
  mujoco?.stop();
}

/* --- virtual model control */
await benchVmc(results, problem, rounds);
await benchLaws(results, problem, rounds);

/* --- stability in contact */
benchContactMap(results);

/* --- dynamics */
{
  const x = Float64Array.from(model.bodies, (_, i) => Math.sin(3 + 5 * i));
  const peer = await pinocchioPeer(model, Float64Array.from(q), Float64Array.from(v), x);
  for (const name of algorithmNames) {
    const program = algorithmProgram(model, name);
    const wasm = compileWasm(program);
    const fill = (field: string, values: ArrayLike<number>): void =>
      view(wasm.layout, wasm.memory, field).set(values);
    fill('q', q);
    fill('v', v);
    fill('x', x);
    fill('gravity', [0, 0, -9.81]);
    wasm.run.step();
    const count = countOps(lower(program), 'step').arithmetic;
    if ('why' in peer) {
      results.say(`\n${name}: ${count} operations; pinocchio-js: ${peer.why}`);
      continue;
    }
    const got = new Map<string, ArrayLike<number>>([
      ['wasm', resultOf(wasm)],
      ['pinocchio-js', upper(peer.run[name](), name === 'crba' ? resultOf(wasm) : undefined)],
    ]);
    if (!results.agree(name, got, 'wasm', 1e-9)) continue;
    const timings = await compete(
      [inProcess('wasm', wasm.run.step), inProcess('pinocchio-js', () => void peer.run[name]())],
      'wasm',
      rounds,
    );
    const by = results.table(`${name}, ${count} operations`, timings, 'wasm');
    results.row(
      `pinocchio-js / wasm, ${name}`,
      by.get('pinocchio-js')?.ratio ?? Number.NaN,
      name === 'rnea' || name === 'aba' ? 20 : undefined,
      1,
    );
  }
}

/** Pinocchio fills the upper triangle of the mass matrix only; the rest is taken from the other result. */
function upper(matrix: ArrayLike<number>, fill: ArrayLike<number> | undefined): ArrayLike<number> {
  if (fill === undefined) return matrix;
  const n = Math.sqrt(fill.length);
  return Array.from({ length: fill.length }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    return i <= j ? matrix[i * n + j] : fill[k];
  });
}

for (const { control: a, loop: b } of emitted) {
  a?.stop();
  b?.stop();
}
floor.stop();
finish();

function finish(): never {
  if (results.silent) console.log(JSON.stringify({ node: process.version, rounds, ops, rows: results.rows }));
  results.say(`\n${results.missed === 0 ? 'no miss' : `${results.missed} missed`}`);
  process.exit(results.missed > 0 ? 1 : 0);
}
