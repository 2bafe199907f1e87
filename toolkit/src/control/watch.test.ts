import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { sevenJoints } from '../mechanism/arms.test.helper.js';
import { element } from './designs.test.helper.js';
import { controlMemory, type Design, designProblems, type PointDesign, swallowProblems } from './index.js';
import { evaluateLaw } from './numeric.js';
import { siteOf, solidsSeen, surroundingsOf } from './watch.js';

const ball = (name: string, at: PointDesign['at'], more: Partial<PointDesign> = {}): PointDesign => ({
  name,
  ...(at === undefined ? {} : { at }),
  shape: { kind: 'sphere', size: [0.04] },
  ...more,
});

const points: PointDesign[] = [
  ball('hand', undefined, { frame: 'l8' }),
  ball('elbow', undefined, { frame: 'l4' }),
  ball('goal', [0.4, 0.1, 0.5]),
  ball('stone', [0.9, 0.5, 0.2]),
  { name: 'post', at: [1.2, 0, 0], shape: { kind: 'cylinder', size: [0.1, 1] } },
  { name: 'mark', at: [0.1, 0.1, 0.1] },
];
const around = element(
  'around',
  'source',
  'circulate',
  { from: 'hand', to: 'goal' },
  { greatest: [20], power: [4] },
);
const design = (more: Partial<Design> = {}): Design => ({
  name: 'led',
  model: sevenJoints(),
  period: 1e-3,
  points,
  elements: [around],
  ...more,
});

const q = [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2];

describe('what an element sees', () => {
  it('are all solids of the world but its ends, or those that it names, in the order of their names', () => {
    expect(solidsSeen(design(), around)).toEqual(['post', 'stone']);
    expect(solidsSeen(design(), { ...around, solids: ['stone', 'elbow'] })).toEqual(['elbow', 'stone']);
  });

  it('is where its hand and goal are, with the sphere about the hand', () => {
    const law = evaluateLaw(design(), q, [0.1, 0.2, 0, 0, 0, 0, 0]);
    const site = (name: string) => siteOf(law.sites, name);
    const seen = surroundingsOf(numbers, design(), around, { site });
    expect(seen.hand).toEqual({
      position: site('hand').position,
      velocity: site('hand').velocity,
      radius: 0.04,
    });
    expect(seen.goal).toEqual([0.4, 0.1, 0.5]);
    expect(seen.solids.map(({ kind, size }) => [kind, ...size])).toEqual([
      ['cylinder', 0.1, 1],
      ['sphere', 0.04],
    ]);
    expect(() => site('nobody')).toThrow(/no point nobody/);
  });

  it('makes the design one that remembers, and does nothing before its first step', () => {
    expect(designProblems(design())).toEqual([]);
    expect(swallowProblems(design(), q)).toEqual([]);
    expect(controlMemory(design())).toEqual(['elements.around']);
    const [acting] = evaluateLaw(design(), q, new Array(7).fill(1)).acting;
    expect(Math.hypot(...acting.effect.force)).toBe(0);
    expect(acting.effect.supplied).toBe(0);
  });

  it.each([
    ['nothing to see', { points: points.slice(0, 3) }, 'solids-missing'],
    ['its own hand', { elements: [{ ...around, solids: ['hand', 'post'] }] }, 'same-ends'],
    [
      'a hand that is no sphere',
      { points: [{ ...points[0], shape: { kind: 'box', size: [1, 1, 1] } as const }, ...points.slice(1)] },
      'end-shape',
    ],
    [
      'solids for a spring',
      {
        elements: [
          around,
          {
            ...element('pull', 'spring', 'linear', { from: 'hand', to: 'goal' }, { stiffness: [1] }),
            solids: ['post'],
          },
        ],
      },
      'solids-unseen',
    ],
  ])('is refused where it is %s', (_, more, code) => {
    expect(designProblems(design(more)).map((problem) => problem.code)).toEqual([code]);
  });
});
