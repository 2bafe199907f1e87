/** What a scenario inherits, or has below a `--set`, and does not go with what is laid over it. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const base = madeScenario(
  `  points: { goal: { startOf: tool, shift: [5 cm, 0, 5 cm] }, hand: { on: wrist, sphere: 5 cm } }
  elements: { reach: { spring: linear, to: goal, stiffness: 200 N/m } }
`,
  'world: { ball: { sphere: 5 cm, at: [3, 0, 0] } }\nmeasure: { end: { end: reach.extension, below: 5 cm } }\n',
);

function problems(over: string, ...sets: string[]): readonly Problem[] {
  const files = memoryFiles({
    'arm.urdf': madeArm(),
    'base.yaml': base,
    'over.yaml': `pliant: 1\nextends: base.yaml\n${over}\n`,
  });
  return checkScenario(files, over === '' ? 'base.yaml' : 'over.yaml', sets).filter(
    (p) => p.severity === 'error',
  );
}

const hints = (found: readonly Problem[]) => found.map(({ code, hint }) => `${code}: ${hint}`);

describe('what is inherited and does not go with what is laid over it', () => {
  it('is good as it is', () => {
    expect(problems('')).toEqual([]);
    expect(problems('name: over')).toEqual([]);
  });

  it('is told how to be taken away: a key of another kind', () => {
    const goal = (more: string) => `control: { points: { goal: { ${more}in: world, at: [0.3, 0, 0.5] } } }`;
    expect(hints(problems(goal('')))).toEqual(['kind-twice: startOf: null takes away what base.yaml says']);
    expect(hints(problems(goal('startOf: null, ')))).toEqual([
      'unknown-key: shift: null takes away what base.yaml says',
    ]);
    expect(problems(goal('startOf: null, shift: null, '))).toEqual([]);
    // What was written here is wrong by itself.
    expect(hints(problems(goal('startOf: null, shift: null, shifd: 1, ')))).toEqual([
      'unknown-key: undefined',
    ]);
  });

  it('is told so from outside as well', () => {
    const box = 'world.ball.box=[0.1, 0.1, 0.1]';
    const away = 'world.ball.sphere=null';
    expect(hints(problems('', box))).toEqual([`kind-twice: --set ${away} takes away what the file says`]);
    expect(problems('', box, away)).toEqual([]);
    expect(problems('', away, box)).toEqual([]);
    const [twice] = problems('', 'control.points.hand.capsule={radius: 0.1, length: 0.1}');
    expect(twice.code).toBe('shape-twice');
    expect(twice.hint).toContain('is taken away by null (sphere: null, capsule: null)');
  });

  it('is a limit of a measure that leaves nothing', () => {
    const [empty] = problems('measure: { end: { above: 9 cm } }');
    expect(empty).toMatchObject({
      code: 'measure-empty',
      where: { file: 'over.yaml', path: 'measure.end.above' },
      expected: 'at most what is given as below, 50 mm',
      got: '90 mm',
    });
    expect(problems('measure: { end: { above: 5 cm } }')).toEqual([]);
    expect(problems('measure: { end: { above: 9 cm, below: null } }')).toEqual([]);
  });
});

describe('a matrix between points', () => {
  it('is told of the row that has another length', () => {
    const [ragged] = problems('', 'control.elements.reach.stiffness=[[1, 0, 0], [0, 1], [0, 0, 1]]');
    expect(ragged).toMatchObject({
      code: 'wrong-kind',
      where: { path: 'control.elements.reach.stiffness.1' },
      got: 'a list of 2',
    });
  });
});
