/** How fast things are, each in fresh processes; and what the bench says. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atLeast, atMost, type Claim, exactly, figure, type Row } from '../claim.js';
import { median, node, timing } from '../fresh.js';
import type { Latencies, Latency } from '../timings/latency.js';
import type { Memory } from '../timings/memory.js';
import type { Recorded, Recording } from '../timings/recording.js';

/** A figure that is only told. */
function told(what: string, value: string): Row {
  return { what, value, limit: '', pass: true };
}

function repeated<T>(count: number, measure: () => T): T[] {
  return Array.from({ length: count }, measure);
}

interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly limit?: number;
  readonly side?: -1 | 1;
}

/** Numbers that the bench must give; it leaves out those on which its contestants disagree. */
const BENCH_LIMITS = 20;
/** And those of virtual model control, of laws of contact and of the map of stability in contact among them. */
const VMC_LIMITS = 3;
const LAW_LIMITS = 6;
const MAP_LIMITS = 2;

function bench(limits: number, ...options: readonly string[]): Row[] {
  const { status, stdout, stderr } = node('bench/dist/bench.js', ['--json', ...options]);
  const line = stdout.trim().split('\n').at(-1) ?? '';
  if (!line.startsWith('{')) throw new Error(`bench: ${(stderr || stdout).slice(-2000)}`);
  const { rows } = JSON.parse(line) as { rows: readonly BenchRow[] };
  const limited = rows.filter((row) => row.limit !== undefined);
  return [
    atLeast('numbers with a limit', limited.length, limits),
    ...rows.map(({ what, value, limit, side = -1 }) => {
      if (limit === undefined) return told(what, figure(value));
      return side < 0 ? atMost(what, value, limit) : atLeast(what, value, limit);
    }),
    exactly('the bench ends with', status ?? -1, 0),
  ];
}

function latency(joints: number, elements: number, limit: number): Row[] {
  const results = repeated(5, () => timing<Latencies>('latency', [joints, elements]));
  const total = ({ trace, simplify, emit, compile }: Latency): number => trace + simplify + emit + compile;
  const phases = (kind: 'cold' | 'warm'): string =>
    (['trace', 'simplify', 'emit', 'compile'] as const)
      .map((name) => `${name} ${median(results.map((r) => r[kind][name])).toFixed(1)}`)
      .join(', ');
  const what = `${joints} joints, ${elements} elements`;
  return [
    atMost(`${what}, first in its process`, median(results.map((r) => total(r.cold))), limit, 'ms'),
    told('  trace, simplify, emit, compile', phases('cold')),
    atMost(`${what}, again`, median(results.map((r) => total(r.warm))), limit, 'ms'),
    told('  trace, simplify, emit, compile', phases('warm')),
  ];
}

function firstStep(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'pliant-first-step-'));
  try {
    const runs = repeated(5, () => {
      const out = join(folder, 'run');
      const args = ['run', 'examples/reach.yaml', '--out', out];
      const { status, wall, stderr } = node('command/bin/pliant.js', args);
      if (status !== 0) throw new Error(`pliant run: ${stderr}`);
      const { phases } = JSON.parse(readFileSync(join(out, 'about.json'), 'utf8')) as {
        phases: Readonly<Record<string, number>>;
      };
      rmSync(out, { recursive: true });
      const names = Object.keys(phases);
      const until = names.slice(0, names.indexOf('first step') + 1);
      return { first: until.reduce((sum, name) => sum + phases[name], 0), wall };
    });
    const { length } = runs;
    return [
      atMost(
        `first step after the process began, median of ${length}`,
        median(runs.map((r) => r.first)),
        1,
        's',
      ),
      told('  the whole command', `${median(runs.map((r) => r.wall)).toFixed(2)} s`),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Two limits: all of what recording 40 numbers takes, and of 40 named channels what the recorder itself adds to
 * observing them. What the system takes to put the bytes into a file is told apart: it is not the program's.
 */
function recording(): Row[] {
  const results = repeated(3, () => timing<Recording>('recording', [], true));
  const [{ signals, groups }] = results;
  const share = (of: keyof Recording, what: (recorded: Recorded) => number): number =>
    100 * median(results.map((r) => what(r[of])));
  const shown = ({ channels, numbers, bytes }: Recorded): string =>
    `${channels} channels, ${numbers} numbers, ${(bytes / 1000).toFixed(0)} kB in a simulated second`;
  const parts = (of: keyof Recording): Row[] => [
    told('  of it: working the numbers out', `${share(of, (r) => r.observed).toFixed(0)} %`),
    told('  and written to a file', `${share(of, (r) => r.written).toFixed(0)} %`),
    told('  and with state hash and envelope', `${share(of, (r) => r.everything).toFixed(0)} %`),
  ];
  return [
    atLeast('numbers recorded at 250 Hz', signals.numbers, 40),
    told('  that is', shown(signals)),
    atMost(
      '  added to the loop',
      share('signals', (r) => r.recorded),
      20,
      '%',
    ),
    ...parts('signals'),
    atLeast('named channels recorded at 250 Hz', groups.channels, 40),
    told('  that is', shown(groups)),
    atMost(
      '  added by the recorder',
      share('groups', (r) => r.recorded - r.observed),
      20,
      '%',
    ),
    told('  added to the loop in all', `${share('groups', (r) => r.recorded).toFixed(0)} %`),
    ...parts('groups'),
  ];
}

function memory(): Row[] {
  const results = repeated(3, () => timing<Memory>('memory'));
  const growth = median(results.map(({ early, late }) => late - early));
  const [{ late, wall }] = results;
  return [
    atMost('after ten minutes of a run against after one', growth, 20, 'MB'),
    told('  in all; the ten minutes took', `${late.toFixed(0)} MB; ${wall.toFixed(2)} s`),
  ];
}

const claim = (id: string, measure: () => Row[]): Claim => ({
  topic: 'spine',
  id,
  verifyOnly: true,
  measure,
});

export const speedClaims: readonly Claim[] = [
  claim('bench', () => bench(BENCH_LIMITS)),
  { ...claim('vmc: bench', () => bench(VMC_LIMITS, '--vmc')), topic: 'vmc' },
  { ...claim('laws cost', () => bench(LAW_LIMITS, '--laws')), topic: 'laws' },
  { ...claim('margin: time of a map', () => bench(MAP_LIMITS, '--map')), topic: 'contact' },
  claim('speed: a run', () => {
    const speed = (coulomb: number): number =>
      median(repeated(5, () => timing<number>('run-speed', [coulomb], true)));
    return [
      atLeast('without Coulomb friction', speed(0), 1000, 's/s'),
      atLeast('with', speed(0.2), 400, 's/s'),
    ];
  }),
  claim('speed: from edit to a running kernel', () => [...latency(7, 20, 150), ...latency(30, 60, 600)]),
  claim('speed: pliant run', firstStep),
  claim('speed: recording', recording),
  claim('memory of a run', memory),
];
