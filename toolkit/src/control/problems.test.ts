import { describe, expect, it } from 'vitest';
import { chain, planar } from '../mechanism/arms.test.helper.js';
import { element, everything, Kernel, reaching } from './designs.test.helper.js';
import {
  type Design,
  designProblems,
  type ElementDesign,
  type GuardsDesign,
  type PointDesign,
  startProblems,
} from './index.js';

const good = reaching(100, [0.5, 0.9, 0]);
const codes = (design: Design) => designProblems(design).map((p) => `${p.where.path} ${p.code}`);
const withElement = (changed: Partial<ElementDesign>): Design => ({
  ...good,
  elements: [{ ...good.elements[0], ...changed }],
});
const withPoint = (point: PointDesign): Design => ({ ...good, points: [...good.points, point] });

describe('problems of a design', () => {
  it('are none where all is well', () => {
    expect(designProblems(good)).toEqual([]);
    expect(designProblems(everything())).toEqual([]);
  });

  it.each<[string, Design, string]>([
    ['a tick of 0', { ...good, period: 0 }, 'control.rate tick-range'],
    ['gravity that is no number', { ...good, gravity: [0, Number.NaN, 0] }, 'world.gravity not-finite'],
    ['a frame that is not there', withPoint({ name: 'p', frame: 'l9' }), 'control.points.p unknown-frame'],
    [
      'a moving point on the robot',
      withPoint({ name: 'p', frame: 'l1', moves: true }),
      'control.points.p point-moves',
    ],
    [
      'a quaternion of zeros',
      withPoint({ name: 'p', attitude: [0, 0, 0, 0] }),
      'control.points.p.attitude attitude',
    ],
    ['a name twice', withPoint({ name: 'reach' }), 'control.elements.reach name-taken'],
    ['a name of the program', withPoint({ name: 'torque' }), 'control.points.torque name-reserved'],
    ['a name with a dot', withPoint({ name: 'tip.at' }), 'control.points.tip.at name-dots'],
    [
      'a negative damping',
      withElement({ family: 'damper', parameters: { damping: [-1] } }),
      'control.elements.reach.damping parameter-range',
    ],
    ['an unknown kind', withElement({ kind: 'liner' }), 'control.elements.reach unknown-spring'],
    ['an end that is missing', withElement({ joins: { from: 'tip' } }), 'control.elements.reach end-missing'],
    [
      'an end of another kind',
      withElement({ joins: { from: 'tip', to: 'goal', at: 'tip' } }),
      'control.elements.reach unknown-end',
    ],
    [
      'an unknown point',
      withElement({ joins: { from: 'tip', to: 'gaol' } }),
      'control.elements.reach.to unknown-point',
    ],
    [
      'a spring to itself',
      withElement({ joins: { from: 'tip', to: 'tip' } }),
      'control.elements.reach same-ends',
    ],
    [
      'an unknown parameter',
      withElement({ parameters: { stiffness: [1], damping: [1] } }),
      'control.elements.reach.damping unknown-parameter',
    ],
    [
      'a parameter that is missing',
      withElement({ parameters: {} }),
      'control.elements.reach parameter-missing',
    ],
    [
      'a negative stiffness',
      withElement({ parameters: { stiffness: [-1] } }),
      'control.elements.reach.stiffness parameter-range',
    ],
    [
      'an infinite stiffness',
      withElement({ parameters: { stiffness: [Number.POSITIVE_INFINITY] } }),
      'control.elements.reach.stiffness not-finite',
    ],
    [
      'two numbers of stiffness',
      withElement({ parameters: { stiffness: [1, 2] } }),
      'control.elements.reach.stiffness parameter-shape',
    ],
    [
      'a matrix that is not symmetric',
      withElement({ parameters: { stiffness: [1, 2, 0, 0, 1, 0, 0, 0, 1] } }),
      'control.elements.reach.stiffness matrix-symmetry',
    ],
    [
      'an indefinite matrix',
      withElement({ parameters: { stiffness: [1, 2, 0, 2, 1, 0, 0, 0, 1] } }),
      'control.elements.reach.stiffness matrix-sign',
    ],
    [
      'a saturation with directions',
      withElement({ parameters: { stiffness: [1, 2, 3], saturation: [0.1] } }),
      'control.elements.reach.saturation parameters',
    ],
    [
      'gravity compensated twice',
      { ...good, compensate: ['gravity'], provides: ['gravity'] },
      'control.compensate compensated-twice',
    ],
    [
      'a force limit in the world',
      { ...good, limits: { force: [{ at: 'goal', norm: 1 }] } },
      'control.limits.force.goal unknown-point',
    ],
    [
      'a force limit that is not a number',
      { ...good, limits: { force: [{ at: 'tip', norm: Number.NaN }] } },
      'control.limits.force.tip parameter-range',
    ],
    [
      'a torque limit too few',
      { ...good, limits: { torque: { most: [1] } } },
      'control.limits.torque joint-count',
    ],
    [
      'a negative torque limit',
      { ...good, limits: { torque: { most: [1, -1] } } },
      'control.limits.torque parameter-range',
    ],
    [
      'a start from gravity without it',
      { ...good, limits: { torqueRate: { most: [1, 1], start: 'gravity' } } },
      'control.limits.torqueRate start-gravity',
    ],
    [
      'damping of a brake too few',
      { ...good, guards: { damping: [1] } },
      'control.guards.damping joint-count',
    ],
  ])('name %s', (_, design, expected) => {
    expect(codes(design)).toEqual([expected]);
  });

  it('give the nearest name and all that are known', () => {
    const [problem] = designProblems(withElement({ joins: { from: 'tip', to: 'gaol' } }));
    expect(problem.hint).toBe('did you mean goal?');
    expect(problem.known).toEqual(['world', 'tip', 'goal']);
  });

  it.each([
    ...['joints', 'ledger', 'world', 'gravity'],
    ...['kinetic', 'potential', 'viscous', 'friction', 'stops', 'changes', 'contact', 'sampling'],
    ...['limits', 'integration', 'residual'],
  ])('reserve %s, a group or a line of the record', (name) => {
    expect(codes(withPoint({ name }))).toEqual([`control.points.${name} name-reserved`]);
    const [problem] = designProblems(withElement({ name }));
    expect(problem.where.path).toBe(`control.elements.${name}`);
    expect(problem.known).toBeUndefined();
    expect(problem.hint).toMatch(new RegExp(`^choose another name; reserved: .*\\b${name}\\b`));
  });

  it('say what a reserved name is', () => {
    const [problem] = designProblems(withPoint({ name: 'torque' }));
    expect(problem.message).toBe('the name torque is taken by the joint torques');
  });

  it('name a joint that has no single position of its own', () => {
    const ball = chain([{}, { type: 'spherical', xyz: [1, 0, 0], inertia: [1, 1, 1] }]);
    const spring = (joint: string) => element('k', 'spring', 'joint', { joint }, { stiffness: [1] });
    expect(codes({ ...good, model: ball, points: [], elements: [spring('j2')] })).toEqual([
      'control.elements.k.joint joint-type',
    ]);
    expect(codes({ ...good, elements: [spring('j3')] })).toEqual(['control.elements.k.joint unknown-joint']);
    const model = planar();
    const follower = { ...model.bodies[1], mimic: { of: 0, multiplier: -1, offset: 0 } };
    const [problem] = designProblems({
      ...good,
      model: { ...model, bodies: [model.bodies[0], follower] },
      points: [],
      elements: [spring('j2')],
    });
    expect(problem.code).toBe('joint-follows');
    expect(problem.hint).toContain('j1');
  });

  it('name a joint without inertia where a reaction would take its numbers from that', () => {
    const model = chain([{ mass: 1, centre: [0.3, 0, 0] }, { mass: 0 }]);
    expect(model.massless).toEqual([1]);
    const bare: Design = { name: 'bare', model, period: 1e-3, points: [], elements: [] };
    const found = (guards: GuardsDesign) => designProblems({ ...bare, guards }).map((p) => p.message);
    const damping = [1, 1];
    expect(codes(bare)).toEqual(['control.guards.nonFinite brake-inertia']);
    expect(found({})).toEqual([expect.stringMatching(/the joint j2 .* torques of the reaction damped stop/)]);
    expect(found({ nonFinite: 'hold', damping })).toEqual([expect.stringContaining('the reaction hold')]);
    const fine: GuardsDesign[] = [{ nonFinite: 'float' }, { nonFinite: 'off' }, { damping }];
    for (const guards of fine) {
      expect(found(guards)).toEqual([]);
      // No number of the program is NaN then.
      expect(new Kernel({ ...bare, guards }).step([0.1, 0.2], [0.3, -0.4]).every(Number.isFinite)).toBe(true);
    }
  });

  it('all come together', () => {
    const design = {
      ...withElement({ parameters: { stiffness: [-1] } }),
      period: 0,
      provides: ['gravity'],
      compensate: ['gravity'],
    } as Design;
    expect(codes(design)).toHaveLength(3);
  });
});

describe('problems of a start', () => {
  it.each([
    ['attitude', Math.PI, 1],
    ['attitude', 3.0, 0],
    ['attitude-quaternion', Math.PI - 0.01, 1],
    ['attitude-quaternion', 3.0, 0],
  ] as const)('warn of a spring of kind %s that starts %d rad off', (kind, angle, count) => {
    const design: Design = {
      ...good,
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'goal', attitude: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] },
      ],
      elements: [element('turn', 'spring', kind, { from: 'tip', to: 'goal' }, { stiffness: [5] })],
    };
    expect(startProblems(design, [0.4, -0.4]).map((p) => `${p.where.path} ${p.code}`)).toEqual(
      new Array(count).fill('control.elements.turn half-turn'),
    );
  });

  it.each([
    ['quaternion', undefined, Math.PI, 1],
    ['quaternion', undefined, 3.0, 0],
    ['attitude', undefined, Math.PI, 1],
    ['attitude', undefined, 3.0, 0],
    ['attitude', { kind: 'slice', parameters: { entries: [2] } }, Math.PI, 1],
    ['attitude', { kind: 'norm', parameters: {} }, 3.0, 0],
    ['offset', undefined, Math.PI, 0],
  ] as const)(
    'and of one on a named %s, or on what is made of it: %s, %d rad off',
    (kind, made, angle, count) => {
      const turned = { name: 'turned', kind, joins: { from: 'tip', to: 'goal' }, parameters: {} };
      const more = made === undefined ? [] : [{ name: 'part', joins: {}, of: ['turned'], ...made }];
      const turn = element('turn', 'spring', 'linear', {}, { stiffness: [5] });
      const on = (family: 'spring' | 'damper', gain: string): ElementDesign => ({
        ...turn,
        name: family,
        family,
        of: made === undefined ? 'turned' : 'part',
        parameters: { [gain]: [5] },
      });
      const design: Design = {
        ...good,
        points: [
          { name: 'tip', frame: 'l3' },
          { name: 'goal', attitude: [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)] },
        ],
        coordinates: [turned, ...more],
        elements: [on('spring', 'stiffness'), on('damper', 'damping')],
      };
      expect(designProblems(design)).toEqual([]);
      expect(startProblems(design, [0.4, -0.4]).map((p) => `${p.where.path} ${p.code}`)).toEqual(
        new Array(count).fill('control.elements.spring half-turn'),
      );
    },
  );
});
