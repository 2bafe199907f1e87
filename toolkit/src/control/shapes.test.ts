import { describe, expect, it } from 'vitest';
import { countOps, lower } from '../graph/index.js';
import { sevenJoints } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import {
  controlProgram,
  type Design,
  designProblems,
  elementTorques,
  type PointDesign,
  swallowProblems,
} from './index.js';
import { evaluateLaw } from './numeric.js';

const q = [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2];
const v = [0.1, -0.2, 0.3, 0.2, -0.1, 0.4, -0.3];

const forearm: PointDesign = {
  name: 'forearm',
  frame: 'l5',
  at: [0, 0, 0.1],
  shape: { kind: 'capsule', size: [0.06, 0.3] },
};
const post: PointDesign = {
  name: 'post',
  at: [0.2, 0.25, 0.5],
  attitude: [0.9, 0.2, 0.1, -0.3],
  shape: { kind: 'capsule', size: [0.05, 0.8] },
};

/** Seven joints with a reach; with a link kept off a post. */
function keptOff(points: readonly PointDesign[], kind = 'gap'): Design {
  const clear = points.length > 0;
  return {
    name: 'kept off',
    model: sevenJoints(),
    period: 1e-3,
    points: [{ name: 'tool', frame: 'l8' }, { name: 'goal', at: [0.4, 0.1, 0.5] }, ...points],
    coordinates: clear
      ? [{ name: 'clearance', kind, joins: { from: 'forearm', to: 'post' }, parameters: {} }]
      : [],
    elements: [
      element('reach', 'spring', 'linear', { from: 'tool', to: 'goal' }, { stiffness: [200] }),
      ...(clear
        ? [
            {
              ...element('clear', 'spring', 'contact', {}, { stiffness: [500], begins: [0.5] }),
              of: 'clearance',
            },
          ]
        : []),
    ],
    compensate: ['gravity'],
  };
}

describe('shapes of points', () => {
  it('stand in the kernel by their sizes, which may change', () => {
    const design = { ...keptOff([forearm, post]), compensate: [] };
    expect(designProblems(design)).toEqual([]);
    const kernel = new Kernel(design);
    expect(kernel.labels('post.size')).toEqual(['radius', 'length']);
    expect([...kernel.view('post.size')]).toEqual([0.05, 0.8]);
    const near = (torques: readonly number[], given: Design) => {
      const direct = elementTorques(given, q, v);
      for (const [i, torque] of torques.entries()) expect(torque).toBeCloseTo(direct[i], 10);
    };
    const before = kernel.step(q, v);
    near(before, design);
    kernel.set('post.size', 0.15, 0.8);
    const wider = kernel.step(q, v);
    expect(Math.max(...wider.map((x, i) => Math.abs(x - before[i])))).toBeGreaterThan(1);
    near(wider, {
      ...design,
      points: [...design.points.slice(0, 3), { ...post, shape: { kind: 'capsule', size: [0.15, 0.8] } }],
    });
  });

  it('of a plane have no sizes', () => {
    const floor: PointDesign = { ...post, shape: { kind: 'plane', size: [] } };
    const design = keptOff([forearm, floor]);
    expect(designProblems(design)).toEqual([]);
    expect(new Kernel(design).has('post.size')).toBe(false);
  });

  it.each([
    ['a radius below 0', { kind: 'sphere', size: [-0.1] }, 'shape-size'],
    ['a length that is no number', { kind: 'capsule', size: [0.1, Number.NaN] }, 'shape-size'],
    ['a missing length', { kind: 'cylinder', size: [0.1] }, 'shape-size'],
    ['a size of a plane', { kind: 'plane', size: [1] }, 'shape-size'],
  ] as const)('are refused: %s', (_, shape, code) => {
    expect(designProblems(keptOff([forearm, { ...post, shape }])).map((p) => p.code)).toEqual([code]);
  });

  it.each(['gap', 'contact'])('from a box no %s is measured', (kind) => {
    const box: PointDesign = { ...forearm, shape: { kind: 'box', size: [1, 1, 1] } };
    const [problem] = designProblems(keptOff([box, post], kind));
    expect(problem).toMatchObject({
      code: 'end-shape',
      where: { path: 'control.coordinates.clearance.from' },
      expected: 'a point or a sphere or a capsule',
      got: 'forearm, a box',
    });
  });

  it('cost at most 0.4 of a step with a reach, for a capsule kept off a capsule', () => {
    const step = (design: Design) => countOps(lower(controlProgram(design)), 'step');
    const [plain, kept] = [step(keptOff([])), step(keptOff([forearm, post]))];
    const all = ({ byKind }: typeof plain) => Object.values(byKind).reduce((sum, count) => sum + count, 0);
    // Selections and comparisons count as well.
    expect(all(kept) / all(plain)).toBeLessThan(1.4);
  });
});

describe('an obstacle', () => {
  const [near] = [{ ...post, shape: { kind: 'sphere', size: [0.1] } }] as const;
  /** Kept off by a contact law from its surface on, with a target at `goal`. */
  const design = (at: PointDesign['at'], goal: PointDesign['at'], more: Partial<Design> = {}): Design => {
    const made = keptOff([forearm, { ...near, ...(at && { at }) }]);
    return {
      ...made,
      points: made.points.map((point) => (point.name === 'goal' && goal ? { ...point, at: goal } : point)),
      elements: [
        made.elements[0],
        { ...element('clear', 'spring', 'contact', {}, { stiffness: [500] }), of: 'clearance' },
      ],
      ...more,
    };
  };
  const sites = () => evaluateLaw(keptOff([forearm, post]), q, v).sites;
  const arm = () => sites().get('forearm')?.position ?? [0, 0, 0];
  const away = [2, 2, 2] as const;

  it('that is out of the way is none', () => {
    expect(designProblems(design(away, [0.4, 0.1, 0.5]))).toEqual([]);
    expect(swallowProblems(design(away, [0.4, 0.1, 0.5]), q)).toEqual([]);
  });

  it('must not hold the start, and the depth is told', () => {
    const [x, y, z] = arm();
    const [problem, ...others] = swallowProblems(design([x, y, z], away), q);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'swallowed-start',
      severity: 'error',
      where: { path: 'control.elements.clear' },
      message: 'forearm starts 160 mm inside post, out of which clear keeps it',
    });
  });

  it('must not hold the goal of a spring, and the depth is told', () => {
    const [problem, ...others] = swallowProblems(design(away, [2, 2, 2.07]), q);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'swallowed-goal',
      severity: 'error',
      where: { path: 'control.elements.reach.to' },
      message: 'goal, the goal of reach, is 30 mm inside post, out of which clear keeps forearm',
    });
    expect(swallowProblems(design(away, [2, 2, 2.11]), q)).toEqual([]);
  });

  it('is no obstacle where nothing pushes out of it', () => {
    const open = design(arm(), arm());
    const elements = [
      open.elements[0],
      { ...element('clear', 'spring', 'contact', {}, { stiffness: [0] }), of: 'clearance' },
    ];
    expect(swallowProblems({ ...open, elements }, q)).toEqual([]);
    expect(swallowProblems({ ...open, elements: [open.elements[0]] }, q)).toEqual([]);
  });
});
