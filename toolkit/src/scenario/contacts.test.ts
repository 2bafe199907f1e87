/** Solids that the robot touches and goals that move, from the file to the record. */
import { describe, expect, it } from 'vitest';
import { type Problem, describe as wording } from '../problem/index.js';
import { Collector, type Series, seriesOf } from '../record/index.js';
import { memoryFiles } from '../robot/index.js';
import type { RunResult } from '../run/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { reportData } from './report-data.js';
import { resolvedYaml } from './resolved.js';

function files(text: string) {
  return memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });
}

function assembled(text: string): Assembly {
  const source = files(text);
  const loaded = loadScenario(source, 'a.yaml', []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  const outcome = assemble(loaded.value, source);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
  return outcome.value;
}

interface Ran {
  readonly assembly: Assembly;
  readonly result: RunResult;
  readonly all: readonly Series[];
  readonly of: (channel: string) => readonly Float64Array[];
  readonly last: (channel: string) => readonly number[];
}

function ran(text: string): Ran {
  const assembly = assembled(text);
  const record = new Collector();
  const result = assembly.begin([record]).complete();
  const all = record.series();
  const of = (channel: string) => seriesOf(all, channel).columns;
  return { assembly, result, all, of, last: (channel) => of(channel).map((x) => x[x.length - 1]) };
}

const problems = (text: string): readonly Problem[] => checkScenario(files(text), 'a.yaml', []);
const codes = (text: string): string[] =>
  problems(text).flatMap(({ code, severity, where }) =>
    severity === 'error' ? [`${code} ${where.path}`] : [],
  );
const line = ({ result }: Ran, kind: string, name = kind): number =>
  result.ledger.find((one) => one.kind === kind && one.name === name)?.energy ?? Number.NaN;

/** The tool starts at (0.6, 0, 0.4598), the forearm level. */
const pulled = (stiffness: string, goal: string, damping = '20 N s/m') => `  points: { goal: ${goal} }
  elements:
    reach: { spring: linear, to: goal, stiffness: ${stiffness} }
    brake: { damper: linear, to: world, damping: ${damping} }
    keep: { damper: joint, joint: all, damping: 1 }
`;
/** The world, and a record of every tick. */
const within = (world: string) => `world: ${world}\nrecord: { rate: 1 kHz }\n`;

function press(stiffness: string, depth: number): Ran {
  const control = pulled('100 N/m', `{ in: world, at: [0.6, 0, ${0.44 - depth}] }`);
  const world = `{ table: { plane: [0, 0, 1], at: [0, 0, 0.44], stiffness: ${stiffness}, damping: 20 } }`;
  return ran(madeScenario(control, within(world)).replace('duration: 0.5 s', 'duration: 6 s'));
}

describe('a tool that is pulled into a table', () => {
  it.each([
    [5, 0.4950495],
    [10, 0.990099],
    [15, 1.4851485],
  ])('%d mm deep presses with the force of both springs in a row', (depth, force) => {
    const run = press('1e4 N/m', depth / 1000);
    expect(run.last('contact.table.force')[2]).toBeCloseTo(-force, 5);
    expect(run.last('contact.table.depth')[0]).toBeCloseTo(force / 1e4, 9);
    // Going up, the force of the robot on the table is what the contact takes from the robot.
    expect(line(run, 'contact')).toBeLessThan(0);
    expect(Math.abs(line(run, 'residual'))).toBeLessThan(0.02 * 0.5 * 100 * 0.03 ** 2 + 1e-4);
  });

  it('passes a soft floor by what the springs share', () => {
    expect(press('2000 N/m', 0.015).last('contact.table.depth')[0]).toBeCloseTo(0.714286e-3, 8);
  });
});

/** A goal that goes 25 cm forward, 10 cm past the face of a hand. */
function blocked(stiffness: number, more = ''): Ran {
  const goal = '{ startOf: tool, moves: { along: line, by: [0.25, 0, 0], speed: 0.1 m/s } }';
  const control = pulled('45 N/m', goal, '8 N s/m').replace('to: world', 'to: goal');
  const hand = `{ hand: { plane: [-1, 0, 0], at: [0.495, 0, 0], stiffness: ${stiffness}, damping: 20${more} } }`;
  const text = madeScenario(control, within(hand))
    .replace('duration: 0.5 s', 'duration: 9 s')
    .replace('shoulder: 30 deg, elbow: 60 deg', 'shoulder: 0 deg, elbow: 100 deg');
  return ran(text);
}

describe('a reach that a hand blocks', () => {
  it.each([
    [500, 4.128],
    [1000, 4.306],
  ])('of %d N/m holds it with what both springs say', (stiffness, hold) => {
    const run = blocked(stiffness);
    const start = run.of('tool.position')[0][0];
    // The goal ends so far past the face.
    const past = start + 0.25 - 0.495;
    const force = ((45 * stiffness) / (45 + stiffness)) * past;
    expect(run.last('contact.hand.force')[0]).toBeCloseTo(force, 3);
    expect((force / past) * 0.1).toBeCloseTo(hold, 3);
    expect(line(run, 'source', 'goal')).toBeGreaterThan(0);
  });

  it('is free until the hand appears and when it has vanished', () => {
    const run = blocked(800, ', appears: 2 s, vanishes: 6 s');
    const force = run.of('contact.hand.force')[0];
    expect(force.slice(0, 1999).every((x) => x === 0)).toBe(true);
    expect(Math.max(...force.slice(2000, 6000))).toBeGreaterThan(1);
    expect(force.slice(6010).every((x) => x === 0)).toBe(true);
  });
});

describe('damping of a goal that moves', () => {
  it.each([0.1, 0.5])(
    'on the own speed pulls the spring longer by c v than on the error rate, at %d m/s',
    (speed) => {
      const by = [-0.2, 0.5, 0];
      const pull = (to: string): number => {
        const control = `  points: { goal: { startOf: tool, moves: { along: line, by: [${by}], speed: ${speed} } } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 45 N/m }
    brake: { damper: linear, to: ${to}, damping: 1.5 N s/m }
`;
        const text = madeScenario(control, 'plant: { rigid: { joints: { viscous: 5 } } }\n');
        return Math.hypot(
          ...ran(text.replace('0.5 s', `${Math.hypot(...by) / speed} s`)).last('reach.force'),
        );
      };
      // What the joints' own damping takes is the same for both.
      const difference = (pull('world') - pull('goal')) / (1.5 * speed);
      expect(difference).toBeGreaterThan(0.85);
      expect(difference).toBeLessThan(1.15);
    },
  );
});

describe('what a scenario says of solids and motions', () => {
  const table = (more: string) =>
    madeScenario('', `world: { table: { plane: [0, 0, 1], at: [0, 0, 0.2]${more} } }\n`);
  const goal = (more: string) =>
    madeScenario(`  points: { goal: { startOf: tool, moves: ${more} } }
  elements: { reach: { spring: linear, to: goal, stiffness: 45 } }\n`);

  it('is known to the controller alone where a solid has no stiffness', () => {
    expect(assembled(table('')).plant.layout.fields.some(({ name }) => name.startsWith('contact.'))).toBe(
      false,
    );
    expect(codes(table(', damping: 5, appears: 1 s'))).toEqual([
      'solid-soft world.table.damping',
      'solid-soft world.table.appears',
    ]);
    expect(codes(table(', friction: 0.3'))).toEqual(['solid-soft world.table.friction']);
    expect(codes(table(', stiffness: 1e4, friction: -1'))).toEqual(['out-of-range world.table.friction']);
    expect(codes(table(', stiffness: 1e4, appears: 1 s, vanishes: 0.5 s'))).toEqual([
      'solid-never world.table.vanishes',
    ]);
  });

  it('touches points with a sphere, a capsule or a box, and the tool', () => {
    const control =
      '  points: { wrist: { on: wrist, sphere: 5 cm }, arm: { on: lower, capsule: { radius: 4 cm, length: 30 cm } }, bare: { on: upper }, block: { on: upper, box: [1 cm, 1 cm, 1 cm] } }\n';
    const text = madeScenario(control, 'world: { table: { plane: [0, 0, 1], stiffness: 1e4 } }\n');
    expect(assembled(text).rigid.contacts?.places.map(({ name }) => name)).toEqual([
      'tool',
      'wrist',
      'arm',
      'block',
    ]);
  });

  it('says where steps are done in parts, and where they are too long even for those', () => {
    const found = (stiffness: string) =>
      problems(table(`, stiffness: ${stiffness}`)).find(({ code }) => code.startsWith('contact-s'));
    expect(found('1e3')).toBeUndefined();
    expect(found('1e7')).toMatchObject({
      code: 'contact-substeps',
      severity: 'warning',
      where: { path: 'world.table.stiffness' },
      message: expect.stringMatching(/in \d+ parts/),
    });
    expect(found('1e11')).toMatchObject({ code: 'contact-step', severity: 'warning' });
    expect(found('1e11')?.expected).toMatch(/^a step of at most .* (us|µs|ms|ns)$/);
  });

  it('rubs on what has friction: a line of the ledger, and a force along it', () => {
    const rubbed = (friction: string) => {
      const control = pulled('100 N/m', '{ in: world, at: [0.7, 0.1, 0.43] }');
      const world = `{ table: { plane: [0, 0, 1], at: [0, 0, 0.44], stiffness: 1e4, damping: 20${friction} } }`;
      return ran(madeScenario(control, within(world)).replace('duration: 0.5 s', 'duration: 3 s'));
    };
    const run = rubbed(', friction: 0.4');
    const [fx, fy, fz] = run.last('contact.table.force');
    expect(fz).toBeLessThan(-0.5);
    expect(Math.hypot(fx, fy)).toBeGreaterThan(0.1);
    expect(Math.hypot(fx, fy)).toBeLessThanOrEqual(0.4 * -fz * (1 + 1e-6));
    expect(run.result.unsolved).toBe(0);
    const lost = line(run, 'dissipated', 'contact friction');
    expect(lost).toBeGreaterThan(0.01);
    expect(line(rubbed(''), 'dissipated', 'contact friction')).toBeNaN();
    expect(Math.abs(line(run, 'residual'))).toBeLessThan(0.01 * 0.5 * 100 * (0.1 ** 2 + 0.1 ** 2));
  });

  it('refuses motions by name, each at its place', () => {
    expect(codes(goal('{ along: line, by: [0.1, 0, 0], speed: 0.1 }'))).toEqual([]);
    expect(codes(goal('{ along: line, to: tool, speed: 0.1 }'))).toEqual([
      'motion-still control.points.goal.moves.to',
    ]);
    expect(codes(goal('{ along: line, to: goal, speed: 0.1 }'))).toEqual([
      'reference-loop control.points.goal.moves.to',
    ]);
    expect(codes(goal('{ along: line, to: gaol, speed: 0.1 }'))).toEqual([
      'unknown-point control.points.goal.moves.to',
    ]);
    expect(codes(goal('{ along: line, by: [1, 0, 0] }'))).toEqual(['key-missing control.points.goal.moves']);
    expect(codes(goal('{ along: path, through: [[0.5, 0, 0.4], [0.5, 0, 0.4]], speed: 0.1 }'))).toEqual([
      'repeated-knots control.points.goal.moves.through',
    ]);
    expect(codes(goal('{ along: line, by: [0.1, 0, 0], speed: 0.1, ramp: trapezoidal }'))).toEqual([
      'motion-acceleration control.points.goal.moves.acceleration',
    ]);
    const loop = madeScenario('  points: { a: { startOf: b }, b: { startOf: a }, c: { startOf: a } }\n');
    expect(codes(loop)).toEqual(['reference-loop control.points.a.startOf']);
    const solid = (startOf: string) =>
      codes(
        madeScenario(
          '  points: { a: { startOf: table } }\n',
          within(`{ table: { plane: [0, 0, 1], startOf: ${startOf}, stiffness: 1e4 } }`),
        ),
      );
    expect(solid('tool')).toEqual([]);
    expect(solid('a')).toEqual(['reference-loop control.points.a.startOf']);
    expect(solid('table')).toEqual(['reference-loop world.table.startOf']);
    expect(solid('tol')).toEqual(['unknown-point world.table.startOf']);
  });

  it('tells when a goal that moves goes out of reach, on its way or at its end', () => {
    const far = problems(goal('{ along: line, by: [0, 0, 5], speed: 10 m/s, from: 0.1 s }'));
    const found = far.find(({ code }) => code === 'out-of-reach');
    expect(found?.message).toMatch(/^goal is out of the reach of tool from 1\d0 ms on$/);
    expect(found?.where.path).toBe('control.elements.reach.to');
    // What is out of reach after the end of the run is never gone to.
    expect(codes(goal('{ along: line, by: [0, 0, 5], speed: 0.1 m/s }'))).toEqual([]);
    const circle = '{ along: circle, cosine: [0, 0, 0], sine: [0, 0, 3], period: 0.4 s }';
    expect(codes(goal(circle))).toEqual(['out-of-reach control.elements.reach.to']);
  });

  it('is read again the same from the file with every default', () => {
    const text = madeScenario(
      '  points: { goal: { startOf: tool, moves: { along: circle, radius: 5 cm, period: 2 s } }, far: { in: world, at: [1, 0, 1], moves: { along: path, through: [goal, [0, 0, 1]], speed: 1, returns: true } } }\n',
      'world: { table: { plane: [0, 0, 1], stiffness: 1e4, appears: 0.1 s }, post: { cylinder: { radius: 5 cm, length: 1 m } } }\n',
    );
    const first = assembled(text);
    const again = assembled(resolvedYaml(first.scenario).replace(/file: .*/, 'file: arm.urdf'));
    expect(again.design.points).toEqual(first.design.points);
    expect(again.rigid.contacts).toEqual(first.rigid.contacts);
    expect(again.events).toEqual(first.events);
  });

  it('sets a speed by an event, and draws what the robot does to solids', () => {
    const run = ran(
      madeScenario(
        pulled('100 N/m', '{ startOf: tool, moves: { along: line, by: [0, 0, -0.1], speed: 0.1 } }'),
        'world: { table: { plane: [0, 0, 1], at: [0, 0, 0.45], stiffness: 1e4, damping: 20, appears: 0.1 s } }\nevents: [{ at: 0.2 s, set: goal.speed, to: 0.2 m/s }]\nmeasure: { press: { peak: contact.table.force } }\n',
      ),
    );
    const { time } = seriesOf(run.all, 'goal.position');
    const z = run.of('goal.position')[2];
    const before = Math.max(...time.filter((t) => t < 0.19));
    const i = time.indexOf(before);
    expect(z[0] - z[i]).toBeCloseTo(0.1 * before, 9);
    expect(z[0] - z[z.length - 1]).toBeCloseTo(0.1, 9);
    const { assembly, result } = run;
    const report = reportData({
      assembly,
      result,
      measures: [],
      extremes: run.all,
      samples: run.all,
      problems: [],
      text: '',
      about: [],
    });
    expect(report.forces.map(({ title }) => title)).toContain('Force of the robot on table');
    expect(report.motion.map(({ title }) => title)).toContain('Depth in table');
    expect(report.events.map(({ label }) => label)).toContain('table appears');
  });
});
