/** Solids of the world, shapes about links, and what is measured between them, from the file to the record. */
import { describe, expect, it } from 'vitest';
import { describe as wording } from '../problem/index.js';
import { Collector, seriesOf } from '../record/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { reportData } from './report-data.js';

const files = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });
const errors = (text: string) =>
  checkScenario(files(text), 'a.yaml', []).flatMap(({ code, severity, where, message }) =>
    severity === 'error' ? [{ code, path: where.path, message, line: where.line }] : [],
  );

function ran(text: string) {
  const source = files(text);
  const loaded = loadScenario(source, 'a.yaml', []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  const outcome = assemble(loaded.value, source);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
  const record = new Collector();
  const assembly = outcome.value;
  const result = assembly.begin([record]).complete();
  return { assembly, result, series: record.series() };
}

interface Parts {
  readonly points?: string;
  readonly coordinates?: string;
  readonly clear?: string;
  readonly goal?: string;
  readonly post?: string;
}

/** The arm in the plane y = 0, drawn sideways to y = −0.3; a post stands in the way of its forearm. */
function past({
  points = 'forearm: { on: lower, at: [0, 0, 0.15], capsule: { radius: 4 cm, length: 30 cm } }',
  coordinates = 'clearance: { coordinate: gap, from: forearm, to: post }',
  clear = 'clear: { spring: contact, of: clearance, stiffness: 2000 N/m, begins: 5 cm }',
  goal = '[0.5, -0.3, 0.45]',
  post = '{ cylinder: { radius: 3 cm, length: 2 }, at: [0.35, -0.15, 0] }',
}: Parts = {}): string {
  return madeScenario(
    `  points: { goal: { in: world, at: ${goal} }, ${points} }
  coordinates: { ${coordinates} }
  elements:
    reach: { spring: linear, to: goal, stiffness: 100 N/m }
    brake: { damper: joint, joint: all, damping: 4 }
    ${clear}
`,
    `world:\n  post: ${post}\nplant: { rigid: { doubling: true } }\n`,
  ).replace('duration: 0.5 s', 'duration: 2 s');
}

describe('a link that is kept off a post', () => {
  it('stays off it, where it would have gone through, and the ledger closes', () => {
    const kept = ran(past());
    const through = ran(
      past({ clear: 'clear: { spring: contact, of: clearance, stiffness: 0, begins: 5 cm }' }),
    );
    const gap = ({ series }: typeof kept) => Math.min(...seriesOf(series, 'clearance.value').columns[0]);
    expect(gap(through)).toBeLessThan(-0.02);
    expect(gap(kept)).toBeGreaterThan(0);
    const residual = kept.result.ledger.find(({ kind }) => kind === 'residual')?.energy ?? Number.NaN;
    expect(Math.abs(residual)).toBeLessThan(1e-3);
  });

  it('is drawn with it', () => {
    const { assembly, result, series } = ran(past());
    const [path] = reportData({
      assembly,
      result,
      measures: [],
      extremes: series,
      samples: series,
      problems: [],
      text: '',
      about: [],
    }).paths;
    expect(path.solids?.map(({ label }) => label)).toEqual(['post']);
    for (const [x, y] of path.solids?.[0].points ?? [])
      expect(Math.hypot(x - 0.35, y + 0.15)).toBeCloseTo(0.03, 12);
  });
});

describe('a scenario is refused', () => {
  it.each([
    [
      'a start in an obstacle',
      past({ post: '{ sphere: 10 cm, at: [0.3, 0, 0.45] }' }),
      'swallowed-start',
      'control.elements.clear',
    ],
    [
      'a goal in an obstacle',
      past({ goal: '[0.35, -0.16, 0.4]' }),
      'swallowed-goal',
      'control.elements.reach.to',
    ],
    [
      'a gap from a box',
      past({ points: 'forearm: { on: lower, box: [1, 1, 1] }' }),
      'end-shape',
      'control.coordinates.clearance.from',
    ],
    [
      'a gap to what is not there',
      past({ coordinates: 'clearance: { coordinate: gap, from: forearm, to: pots }' }),
      'unknown-point',
      'control.coordinates.clearance.to',
    ],
    [
      'two shapes',
      past({ points: 'forearm: { on: lower, sphere: 1 cm, box: [1, 1, 1] }' }),
      'shape-twice',
      'control.points.forearm',
    ],
    ['a radius below 0', past({ post: '{ sphere: -1 cm }' }), 'out-of-range', 'world.post.sphere'],
    [
      'a solid with the name of a point',
      past({ points: 'forearm: { on: lower }, post: { on: lower }' }),
      'name-taken',
      'world.post',
    ],
    [
      'a path with a knot twice',
      past({
        coordinates:
          'clearance: { coordinate: distance, from: tool, to: goal }, way: { coordinate: path, of: clearance, knots: [[0, 0, 0], [0, 0, 0], [1, 0, 0]] }',
      }),
      'repeated-knots',
      'control.coordinates.way',
    ],
  ])('%s', (_, text, code, path) => {
    const found = errors(text);
    expect(found.map((one) => `${one.code} ${one.path}`)).toEqual([`${code} ${path}`]);
    expect(found[0].line).toBeGreaterThan(5);
  });

  it('with how deep the start is inside, and what would do', () => {
    const [problem] = checkScenario(
      files(past({ post: '{ sphere: 10 cm, at: [0.3, 0, 0.45] }' })),
      'a.yaml',
      [],
    ).filter(({ code }) => code === 'swallowed-start');
    expect(problem.message).toMatch(/^forearm starts \d+(\.\d+)? mm inside post/);
    expect(problem.hint).toContain('move post');
  });
});
