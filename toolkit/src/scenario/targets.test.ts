/** Streams of targets: read, checked, and told in a run. */
import { describe, expect, it } from 'vitest';
import { faults } from '../control/index.js';
import { describe as words } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenarioText } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const control = (point = 'startOf: tool, streamed: { timeout: 20 ms }') => `  points: { goal: { ${point} } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, from: tool, to: world, damping: 40 N s/m }`;

const stream = (targets: string, more = '') =>
  `events: [{ stream: goal, targets: ${targets}, at: 0 s${more} }]`;

/** A place that moves on by 1 mm every 10 ms, from where the tool is. */
const way = (count: number, every = 0.01): string => {
  const rows = Array.from({ length: count }, (_, k) => [every * k, 0.55 + 1e-3 * k, 0, 0.45]);
  return JSON.stringify(rows);
};

function assembled(text: string, more: Record<string, string> = {}) {
  const files = memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm(), ...more });
  const loaded = loadScenarioText(files, 'a.yaml', text);
  const made = loaded.value && assemble(loaded.value, files);
  return { value: made?.value, problems: [...loaded.problems, ...(made?.problems ?? [])] };
}

const told = (text: string, more: Record<string, string> = {}): string[] =>
  assembled(text, more)
    .problems.filter(({ code }) => /^(stream|attitude|unknown|point|file|event)/.test(code))
    .map(({ code, severity, where }) => `${severity} ${code} ${where.path}`);

/** Faults of a run with their times. */
function ran(text: string, more: Record<string, string> = {}): string[] {
  const { value, problems } = assembled(text, more);
  if (value === undefined) throw new Error(problems.map(words).join('\n'));
  return value
    .begin([])
    .complete()
    .faults.map(({ time, fault }) => `${Math.round(1e3 * time)} ${faults[fault]}`);
}

describe('a stream of targets', () => {
  it('is told in a run, and what comes after its end is the reaction', () => {
    expect(told(madeScenario(control(), stream(way(60))))).toEqual([]);
    expect(ran(madeScenario(control(), stream(way(60))))).toEqual([]);
    const short = madeScenario(control(), stream(way(31)));
    expect(told(short)).toEqual(['warning stream-ends events.0.targets']);
    expect(ran(short)).toEqual(['320 target stale']);
  });

  it('brakes in a gap, and goes on with the next target', () => {
    const gap = madeScenario(control(), stream(way(20, 0.03)));
    expect(told(gap)).toEqual(['warning stream-gap events.0.targets']);
    expect(ran(gap).slice(0, 3)).toEqual(['20 target stale', '30 none', '50 target stale']);
    const { problems } = assembled(gap);
    expect(problems.find(({ code }) => code === 'stream-gap')?.hint).toContain('30 ms');
  });

  it('is refused where it is late', () => {
    const late = madeScenario(control(), stream(way(60), ', late: 60 s'));
    expect(told(late)).toEqual(['warning stream-silent control.points.goal.streamed']);
    const few = madeScenario(control(), stream(way(40), ', late: 30 ms'));
    expect(told(few)).toEqual(['warning stream-late events.0.late']);
    expect(ran(few)).toEqual([]);
  });

  it('is read from a file, with attitudes or without', () => {
    const rows = Array.from({ length: 60 }, (_, k) => `${0.01 * k},0.55,0,0.45,1,0,0,0`);
    const text = madeScenario(control(), stream('way.csv'));
    expect(told(text, { 'way.csv': ['t,x,y,z,w,i,j,k', ...rows].join('\n') })).toEqual([]);
    expect(told(text)).toEqual(['error file-missing events.0.targets']);
    expect(told(text, { 'way.csv': '0,1,2' })).toEqual(['error stream-row events.0.targets']);
    expect(told(text, { 'way.csv': '0,1,2,3\n1,2,3,x' })).toEqual(['error stream-number events.0.targets']);
    expect(told(text, { 'way.csv': '0,1,2,3\n0,1,2,3' })).toEqual(['error stream-order events.0.targets']);
    expect(told(text, { 'way.csv': '0,1,2,3,0,0,0,0' })).toEqual(['error attitude events.0.targets']);
  });

  it('is told for a streamed point alone, which somebody tells', () => {
    expect(told(madeScenario(control()))).toEqual(['warning stream-silent control.points.goal.streamed']);
    expect(told(madeScenario(control('startOf: tool'), stream(way(60))))).toEqual([
      'error unknown-streamed-point events.0.stream',
    ]);
    const fast = control('startOf: tool, streamed: { timeout: 1 ms }');
    expect(told(madeScenario(fast, stream(way(60))))).toEqual([
      'error stream-timeout control.points.goal.streamed.timeout',
    ]);
    const set = `events: [{ set: goal.at, to: [0, 0, 0], at: 0 s }]`;
    expect(told(madeScenario(control(), set))).toContain('error unknown-parameter events.0.set');
  });
});
