import { describe, expect, it } from 'vitest';
import { Meter } from '../analyse/index.js';
import { describe as wording } from '../problem/index.js';
import { Envelope, tee } from '../record/index.js';
import type { ReportData, TimePlot } from '../report/index.js';
import { memoryFiles } from '../robot/index.js';
import type { LedgerLine } from '../run/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { ending, forReport, reportData } from './report-data.js';

function reported(text: string, overrides: readonly string[] = []): ReportData {
  const files = memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });
  const loaded = loadScenario(files, 'a.yaml', overrides);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  const { value: assembly, problems } = assemble(loaded.value, files);
  if (assembly === undefined) throw new Error(problems.map(wording).join('\n'));
  const envelope = new Envelope();
  const meter = new Meter(assembly.measures);
  const result = assembly.begin([tee(forReport(assembly, envelope), meter)]).complete();
  return reportData({
    assembly,
    result,
    measures: meter.results(),
    extremes: envelope.extremes(),
    samples: envelope.samples(),
    problems,
    text,
    about: [],
  });
}

const plot = (plots: readonly TimePlot[], title: string): TimePlot => plots.find((p) => p.title === title)!;

const short = madeScenario(
  `  elements: { keep: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad } }
`,
);

const data = reported(
  madeScenario(
    `  points: { goal: { startOf: tool, shift: [0, 8 cm, -4 cm] } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: { ratio: 1, with: reach, inertia: { of: tool } } }
    keep: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad }
    hold-all: { spring: joint, joint: all, target: start, stiffness: 0.1 }
    friction: { damper: joint, joint: [turn, slide], damping: 0.5 }
  limits: { force: { at: tool, norm: 30 N } }
`,
    `plant: { rigid: { joints: { viscous: 0, coulomb: 0.01 } } }
events: [ { at: 0.2 s, push: [5 N, 0, 0], for: 0.1 s } ]
measure: { pull: { peak: reach.force } }
`,
  ),
);

describe('reportData', () => {
  it('draws an element on many joints once, with a line for each joint in its own unit', () => {
    expect(data.forces.map(({ title }) => title)).toEqual([
      'Force at tool',
      'Force of reach',
      'Force of brake',
      'Torque of keep',
      'Force of hold-all',
      'Torque of hold-all',
      'Force of friction',
      'Torque of friction',
    ]);
    const [keep, ...others] = plot(data.forces, 'Torque of keep').series;
    expect(others).toEqual([]);
    expect(keep.channel.labels).toEqual(['turn', 'shoulder', 'elbow']);
    expect(keep.columns).toHaveLength(3);
    expect(plot(data.motion, 'Extension of hold-all').series[0].channel.unit).toEqual([
      'rad',
      'rad',
      'rad',
      'm',
      'm',
    ]);
  });

  it('shows the norm of a force beside the limit that holds for it', () => {
    const { series, limits } = plot(data.forces, 'Force at tool');
    expect(series.map(({ channel }) => channel.name)).toEqual(['tool.force', 'tool.force.norm']);
    const [{ columns: xyz }, { columns: norm }] = series;
    expect(norm[0][0]).toBeCloseTo(Math.sqrt(xyz.reduce((sum, [x]) => sum + x * x, 0)), 12);
    expect(limits).toEqual([{ label: 'limit of the norm', value: 30 }]);
  });

  it('has one ledger line for each element, and keeps an element apart from what the joints do', () => {
    const lines = Object.fromEntries(
      data.ledger.map(({ channel, columns }) => [channel.name, { channel, columns }]),
    );
    expect(lines['ledger.stored'].channel.labels).toEqual([
      'kinetic',
      'potential',
      'buffers',
      'buffers-sliding',
      'hold-all',
      'keep',
      'reach',
      'gravity',
    ]);
    expect(lines['ledger.dissipated'].channel.labels).toEqual([
      'viscous',
      'friction',
      'stops',
      'brake',
      'buffers',
      'buffers-sliding',
      'friction',
    ]);
    expect(lines['ledger.source'].channel.labels).toEqual(['push on tool', 'changes']);
    const ends = data.ledger.map(({ channel, columns }) => {
      const sum = columns.reduce((all, column) => all + column[column.length - 1], 0);
      return ['ledger.stored', 'ledger.dissipated'].includes(channel.name) ? sum : -sum;
    });
    const largest = lines['ledger.stored'].columns
      .flatMap((column) => [...column])
      .reduce((a, b) => Math.max(a, Math.abs(b)));
    expect(Math.abs(ends.reduce((a, b) => a + b))).toBeLessThan(1e-12 * largest);
  });

  it('stands the arm on its foot and ends it at the tool', () => {
    const [path] = data.paths;
    const [start] = path.poses!;
    expect(start.points[0]).toEqual([0, 0, 0]);
    const tool = path.position.columns.map(([x]) => x);
    for (const [i, x] of start.points[start.points.length - 1].entries()) expect(x).toBeCloseTo(tool[i], 12);
  });

  it('names the robot by what it is and says whether energy came from nowhere', () => {
    expect(data.robot).toBe('made, 5 joints, 5 kg');
    expect(data.balance!.good).toBe(true);
    expect(data.balance!.text).toMatch(/^Only sources put energy in; the residual is [\d.e-]+ % of/);
  });

  it('says that the residual holds the integration error where no doubled steps measured it', () => {
    const said = /, with the integration error in it, which was not measured\.$/;
    const names = ({ ledger }: ReportData) => ledger.map(({ channel }) => channel.name);
    expect(data.balance!.text).toMatch(said);
    expect(names(data)).not.toContain('ledger.integration');
    const doubled = reported(short, ['plant.rigid.doubling=true', 'duration=0.05 s']);
    expect(doubled.balance!.text).toMatch(/, where next to nothing was stored\.$/);
    expect(names(doubled)).toContain('ledger.integration');
  });

  it('says so of a diverged run that gained in the residual', () => {
    const residual: LedgerLine = { kind: 'residual', name: 'residual', energy: 2, holds: ['integration'] };
    const text = (gained: LedgerLine, element?: string): string | undefined => {
      const divergence = {
        time: 1,
        quantity: 'speed',
        reason: 'too fast',
        joint: 'turn',
        gained,
        element,
      } as const;
      const verdict = { passive: false, gained, gainedShare: 1, residualShare: 1 };
      const ends = {
        status: 'diverged',
        time: 1,
        ticks: 9,
        divergence,
        faults: [],
        unsolved: 0,
        ledger: [],
        verdict,
      } as const;
      return ending(ends, 2).ending?.text;
    };
    const start = 'diverged at 1 s: the speed of turn was too fast; what gained energy before: ';
    expect(text(residual)).toBe(`${start}residual, with the integration error in it, which was not measured`);
    const sampling: LedgerLine = { kind: 'sampling', name: 'sampling', energy: 2 };
    expect(text(sampling)).toBe(`${start}sampling`);
    expect(text(sampling, 'brake')).toBe(`${start}sampling, by the element brake`);
    expect(text({ kind: 'source', name: 'push', energy: 2 }, 'push')).toBe(`${start}source push`);
  });
});

describe('the report of a run with a tank and phases', () => {
  const { events, motion } = reported(
    madeScenario(
      `  points: { goal: { startOf: tool, shift: [0, 8 cm, -4 cm] } }
  elements: { reach: { spring: linear, to: goal, stiffness: 200 N/m } }
  tank: { start: 0.1 J, most: 1 J }
`,
      `task:
  phases:
    near: { until: { after: 0.05 s } }
    soft: { set: { reach.stiffness: 100 N/m }, until: { after: 0.1 s }, next: near }
events: [ { at: 0.07 s, push: [1 N, 0, 0], for: 0.01 s } ]
`,
    ),
  );

  it('marks when phases begin, but for the first, among its events', () => {
    const early = events.filter(({ from }) => from < 0.18);
    expect(early.map(({ label }) => label)).toEqual(['soft', 'push on tool', 'near']);
    expect(early[0].from).toBeGreaterThan(0.048);
    expect(early[0].from).toBeLessThan(0.06);
  });

  it('draws the level of the tank', () => {
    const level = plot(motion, 'Level of the tank').series[0];
    expect(level.channel.name).toBe('tank.level');
    expect(Math.max(...level.columns[0])).toBeGreaterThan(0.1);
  });
});

describe('the report of an admittance on a bench', () => {
  const { facts, forces, motion, torques, separates } = reported(`pliant: 1
name: yields
duration: 0.05 s
robots: { tool: { bench: { axes: [x], mass: 1 kg } } }
control:
  sensors: { wrist: {} }
  laws: { yield: { law: admittance, axes: world, selection: [x], sensor: wrist, mass: 1 kg, damping: 10, deadBand: 0.1 } }
  servo: { follow: drive }
plant: { bench: { drive: exact, sensors: { wrist: {} } } }
events: [ { at: 0, push: [5 N, 0, 0], for: 1 s } ]
`);

  it('draws what the sensor tells, and what is commanded', () => {
    const told = plot(forces, 'Force that wrist tells').series[0];
    expect(told.columns[0].at(-1)).toBeCloseTo(5, 9);
    // Without the torque that is none.
    expect(forces.map(({ title }) => title)).toEqual(['Force that wrist tells']);
    expect(plot(motion, 'Commanded place').series[0].columns[0].at(-1)).toBeGreaterThan(0.004);
    expect(plot(motion, 'Commanded velocity').series[0].columns[0].at(-1)).toBeGreaterThan(0.15);
  });

  it('says that it is a bench, and shows no torques where drives take positions', () => {
    expect(facts.find(({ name }) => name === 'plant')?.value).toBe('bench, semi-implicit, 10 µs');
    expect(torques).toBeUndefined();
    expect(separates).toBeUndefined();
    expect(data.separates).toBe('plant.rigid.doubling: true');
    expect(data.torques).toBeDefined();
  });
});
