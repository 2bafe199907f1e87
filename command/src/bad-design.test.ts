/** Designs that cannot be: each is refused with its place and a sentence that says what to do, and nothing is left behind. */
import { readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshFolders } from './fresh-folders.test.helper.js';
import { armFile, trialFiles } from './trial.js';

const place = freshFolders('bad-design', trialFiles);
const { pliant, path } = place;

/** Lines added to the parts of a good scenario. */
interface Added {
  readonly world?: string;
  readonly control?: string;
  readonly points?: string;
  readonly bodies?: string;
  readonly coordinates?: string;
  readonly elements?: string;
  readonly phases?: string;
  readonly more?: string;
}

function scenario({ world, control, phases, more = '', ...parts }: Added): string {
  const line = (text: string | undefined, indent: string) =>
    text === undefined ? '' : `${text.replace(/^/gm, indent)}\n`;
  return `pliant: 1
duration: 0.1 s
robots:
  arm: { file: ${armFile}, tool: { on: lower, at: [0, 0, 25 cm] }, start: { shoulder: 30 deg, elbow: 60 deg } }
${world === undefined ? '' : `world:\n${line(world, '  ')}`}control:
${line(control, '  ')}  points:
    goal: { startOf: tool, shift: [0, 5 cm, 2 cm] }
${line(parts.points, '    ')}  bodies:
    cart: { joint: { prismatic: [0, 1, 0] }, at: [0.4, 0, 0.5], mass: 1 kg }
${line(parts.bodies, '    ')}  coordinates:
    away: { coordinate: distance, from: tool, to: goal }
    along: { coordinate: offset, from: tool, to: goal }
${line(parts.coordinates, '    ')}  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 100 N/m }
${line(parts.elements, '    ')}  compensate: [gravity]
${phases === undefined ? '' : `task:\n  phases:\n${line(phases, '    ')}`}${more}
`;
}

const element = (text: string): Added => ({ elements: `x: ${text}` });
const body = (text: string): Added => ({ bodies: `x: ${text}` });
const coordinate = (text: string): Added => ({ coordinates: `x: ${text}` });
const point = (text: string): Added => ({ points: `x: ${text}` });
const ends = 'from: tool, to: goal';

/** Title, what is added, the codes of all errors in the order of their places. */
const table: readonly (readonly [string, Added, ...string[]])[] = [
  // Virtual bodies.
  ['a body without inertia', body('{ joint: { revolute: [0, 0, 1] } }'), 'body-inertia'],
  ['a body of a denormal mass', body('{ joint: { prismatic: [1, 0, 0] }, mass: 1e-320 }'), 'body-inertia'],
  ['a mass point that turns', body('{ joint: spherical, mass: 1 kg }'), 'body-inertia'],
  ['a negative mass', body('{ joint: { prismatic: [1, 0, 0] }, mass: -1 }'), 'out-of-range'],
  ['a mass in newtons', body('{ joint: { prismatic: [1, 0, 0] }, mass: 1 N }'), 'wrong-unit'],
  [
    'an inertia of no masses',
    body('{ joint: { revolute: [1, 0, 0] }, mass: 1, inertia: [1, 1, 3] }'),
    'body-inertia',
  ],
  ['an axis of no direction', body('{ joint: { prismatic: [0, 0, 0] }, mass: 1 }'), 'body-axis'],
  ['a body on itself', body('{ joint: { prismatic: [1, 0, 0] }, on: x, mass: 1 }'), 'body-loop'],
  [
    'a body on a link',
    body('{ joint: { prismatic: [1, 0, 0] }, on: lower, mass: 1 }'),
    'unknown-virtual-body',
  ],
  ['a rail of one knot', body('{ joint: { rail: [[0, 0, 0]] }, mass: 1 }'), 'wrong-length'],
  [
    'a rail with a knot twice',
    body('{ joint: { rail: [[0, 0, 0], [0, 0, 0], [1, 0, 0]] }, mass: 1 }'),
    'repeated-knots',
  ],
  [
    'an angle where it slides',
    body('{ joint: { prismatic: [1, 0, 0] }, mass: 1, start: 3 deg }'),
    'wrong-unit',
  ],
  [
    'a body called as a link',
    { bodies: 'lower: { joint: { prismatic: [1, 0, 0] }, mass: 1 }' },
    'name-taken',
  ],
  [
    'a body called as an element',
    { bodies: 'reach: { joint: { prismatic: [1, 0, 0] }, mass: 1 }' },
    'name-taken',
  ],
  [
    'a body called as a point',
    { bodies: 'goal: { joint: { prismatic: [1, 0, 0] }, mass: 1 }' },
    'name-taken',
  ],
  ['an inerter on the robot', element(`{ inerter: linear, ${ends}, inertance: 1 kg }`), 'inerter-on-robot'],
  ['an inerter on a joint', element('{ inerter: linear, joint: elbow, inertance: 1 }'), 'inerter-on-robot'],
  ['a mass in the world', element('{ inerter: point-mass, at: world, mass: 1 kg }'), 'inerter-on-nothing'],
  // Points and motions.
  [
    'points that stand where they stand',
    { points: 'x: { startOf: y }\ny: { startOf: x }' },
    'reference-loop',
  ],
  ['a point at itself', point('{ startOf: x }'), 'reference-loop'],
  ['a point of two frames', point('{ on: lower, in: world }'), 'kind-twice'],
  ['a point on a link that is not there', point('{ on: lowr }'), 'unknown-link'],
  [
    'a point of the robot that moves by itself',
    point('{ on: lower, moves: { along: line, by: [1, 0, 0], speed: 1 } }'),
    'unknown-key',
  ],
  [
    'a line of no length',
    point('{ in: world, moves: { along: line, by: [0, 0, 0], speed: 1 } }'),
    'motion-still',
  ],
  [
    'a line with two ends',
    point('{ in: world, moves: { along: line, by: [0, 0, 1], to: [1, 0, 0], speed: 1 } }'),
    'motion-end',
  ],
  ['a line to itself', point('{ in: world, moves: { along: line, to: x, speed: 1 } }'), 'reference-loop'],
  [
    'a way without speed',
    point('{ in: world, moves: { along: line, by: [1, 0, 0], speed: 0 } }'),
    'out-of-range',
  ],
  [
    'a speed that turns',
    point('{ in: world, moves: { along: line, by: [1, 0, 0], speed: 1 rad/s } }'),
    'wrong-unit',
  ],
  [
    'a path with a knot twice',
    point('{ in: world, moves: { along: path, through: [[0, 0, 0], [1, 0, 0]], speed: 1 } }'),
    'repeated-knots',
  ],
  [
    'a ramp that is not there',
    point('{ in: world, moves: { along: line, by: [1, 0, 0], speed: 1, ramp: cubic } }'),
    'unknown-word',
  ],
  // Solids.
  ['a plane of no normal', { world: 'x: { plane: [0, 0, 0] }' }, 'plane-normal'],
  ['a ball of negative size', { world: 'x: { sphere: -1 cm }' }, 'out-of-range'],
  ['a solid of two shapes', { world: 'x: { sphere: 1 cm, box: [1, 1, 1] }' }, 'kind-twice'],
  ['a solid called as a point', { world: 'goal: { sphere: 1 cm, at: [1, 1, 1] }' }, 'name-taken'],
  [
    'an element called as a solid',
    { world: 'x: { sphere: 1 cm, at: [1, 1, 1] }', elements: `x: { damper: linear, ${ends}, damping: 1 }` },
    'name-taken',
  ],
  [
    'an obstacle round the start',
    {
      world: 'x: { sphere: 30 cm, at: [0.4, 0, 0.5] }',
      coordinates: 'g: { coordinate: gap, from: tool, to: x }',
      elements: 'off: { spring: one-sided, of: g, below: 0, stiffness: 100 N/m }',
    },
    'swallowed-goal',
    'swallowed-start',
  ],
  [
    'a solid that can be touched round the tool',
    { world: 'x: { sphere: 90 cm, at: [0.4, 0, 0.5], stiffness: 1 N/mm }' },
    'swallowed-start',
  ],
  [
    'start and goal in a solid whose centre a spring pushes away from',
    {
      world: 'x: { sphere: 90 cm, at: [0.4, 0, 0.5] }',
      elements: 'off: { spring: repel, from: tool, to: x, stiffness: 100 N/m, radius: 1 m }',
    },
    'swallowed-goal',
    'swallowed-start',
  ],
  [
    'a start in a solid that a law in pieces pushes out of',
    {
      world: 'x: { box: [1.8, 1.8, 1.8], at: [0.4, 0, 0.5] }',
      coordinates: 'c: { coordinate: distance, from: tool, to: x }',
      elements: 'off: { spring: piecewise, of: c, knots: [0, 1], values: [50, 0] }',
    },
    'swallowed-goal',
    'swallowed-start',
  ],
  // Coordinates.
  [
    'coordinates made of each other',
    { coordinates: 'x: { coordinate: norm, of: y }\ny: { coordinate: norm, of: x }' },
    'coordinate-loop',
  ],
  ['a coordinate of itself', coordinate('{ coordinate: norm, of: x }'), 'coordinate-loop'],
  ['a coordinate of an element', coordinate('{ coordinate: norm, of: reach }'), 'unknown-coordinate'],
  ['a sum of unlike sizes', coordinate('{ coordinate: sum, of: [away, along] }'), 'coordinate-shape'],
  ['a difference of one', coordinate('{ coordinate: difference, of: [away] }'), 'wrong-length'],
  ['a stack of nothing', coordinate('{ coordinate: stack, of: [] }'), 'wrong-length'],
  [
    'an entry that is not there',
    coordinate('{ coordinate: slice, of: along, entries: [0, 3] }'),
    'coordinate-shape',
  ],
  ['half an entry', coordinate('{ coordinate: slice, of: along, entries: [0.5] }'), 'coordinate-shape'],
  [
    'a projection on no direction',
    coordinate('{ coordinate: projection, of: along, direction: [0, 0, 0] }'),
    'coordinate-shape',
  ],
  ['axes of a number', coordinate('{ coordinate: in-frame, of: away, axes: tool }'), 'coordinate-shape'],
  ['a path of one knot', coordinate('{ coordinate: path, of: away, knots: [[0, 0, 0]] }'), 'wrong-length'],
  ['a distance to itself', coordinate('{ coordinate: distance, from: tool, to: tool }'), 'same-ends'],
  ['a joint that is not there', coordinate('{ coordinate: position, joint: elbw }'), 'unknown-joint'],
  ['a kind that is not there', coordinate('{ coordinate: distnace, from: tool, to: goal }'), 'unknown-kind'],
  [
    'a coordinate called as a point',
    { coordinates: 'goal: { coordinate: distance, from: tool, to: cart }' },
    'name-taken',
  ],
  // Elements: what they act on.
  [
    'a spring between things that stand',
    element('{ spring: linear, from: world, to: goal, stiffness: 1 }'),
    'acts-on-nothing',
  ],
  ['a force on the world', element('{ source: force, at: world, force: [1, 0, 0] }'), 'acts-on-nothing'],
  [
    'a spring of a constant',
    {
      coordinates: 'c: { coordinate: constant, numbers: 1 }',
      ...element('{ spring: linear, of: c, stiffness: 1 }'),
    },
    'acts-on-nothing',
  ],
  [
    'a damper of the world’s turning',
    {
      coordinates: 'c: { coordinate: spin, at: world }',
      ...element('{ damper: linear, of: c, damping: 1 }'),
    },
    'acts-on-nothing',
  ],
  [
    'a spring of an angular velocity',
    {
      coordinates: 'c: { coordinate: spin, at: tool }',
      ...element('{ spring: linear, of: c, stiffness: 1 }'),
    },
    'coordinate-without-value',
  ],
  [
    'a spring from a point to itself',
    element('{ spring: linear, from: tool, to: tool, stiffness: 1 }'),
    'same-ends',
  ],
  [
    'a coordinate together with an end',
    element('{ spring: linear, of: along, from: tool, stiffness: 1 }'),
    'keys-apart',
  ],
  [
    'a joint together with an end',
    element('{ spring: linear, joint: elbow, from: tool, stiffness: 1 }'),
    'keys-apart',
  ],
  [
    'a matrix with a short row',
    element('{ spring: linear, of: along, stiffness: [[1, 0, 0], [0, 1], [0, 0, 1]] }'),
    'matrix-ragged',
  ],
  [
    'a coordinate that is a point',
    element('{ spring: linear, of: goal, stiffness: 1 }'),
    'unknown-coordinate',
  ],
  [
    'three numbers for a law of one',
    element('{ spring: contact, of: along, stiffness: 1 }'),
    'coordinate-size',
  ],
  ['no joint', element('{ spring: joint, joint: [], stiffness: 1 }'), 'wrong-length'],
  [
    'an unknown joint in a list',
    element('{ spring: joint, joint: [elbow, knee], stiffness: 1 }'),
    'unknown-joint',
  ],
  ['two kinds at once', element(`{ spring: linear, damper: linear, ${ends} }`), 'kind-twice'],
  [
    'an element called as the tank',
    { elements: `tank: { damper: linear, ${ends}, damping: 1 }` },
    'name-reserved',
  ],
  [
    'an element called as the task',
    { elements: `task: { damper: linear, ${ends}, damping: 1 }` },
    'name-reserved',
  ],
  // Elements: their numbers.
  ['a negative stiffness', element(`{ spring: linear, ${ends}, stiffness: -1 }`), 'out-of-range'],
  ['a negative damping', element(`{ damper: linear, ${ends}, damping: -1 }`), 'out-of-range'],
  ['a damping in N/m', element(`{ damper: linear, ${ends}, damping: 1 N/m }`), 'wrong-unit'],
  ['an endless stiffness', element(`{ spring: linear, ${ends}, stiffness: .inf }`), 'not-finite'],
  [
    'a stiffness without end in sight',
    element(`{ spring: linear, ${ends}, stiffness: 1e31 }`),
    'number-too-large',
  ],
  [
    'a saturation of no width',
    element(`{ spring: linear, ${ends}, stiffness: 1, saturation: 0 }`),
    'parameters',
  ],
  ['a tanh of no width', element(`{ spring: saturating, ${ends}, stiffness: 1, width: 0 }`), 'parameters'],
  ['one of two numbers', element(`{ spring: saturating, ${ends}, stiffness: 1 }`), 'parameters'],
  [
    'three of two numbers',
    element(`{ spring: saturating, ${ends}, stiffness: 10, greatest: 5, width: 0.5 }`),
    'parameters',
  ],
  [
    'a bell that pulls and pushes',
    element(`{ spring: gaussian, ${ends}, pull: 3, push: 4, width: 0.1 }`),
    'parameters',
  ],
  [
    'knots that do not grow',
    element(`{ spring: piecewise, ${ends}, knots: [0.2, 0.1], values: [1, 0] }`),
    'parameters',
  ],
  [
    'an interval turned round',
    element('{ spring: dead-zone, of: away, stiffness: 3, lower: 0.2, upper: 0.1 }'),
    'parameters',
  ],
  [
    'a ramp of no length',
    element('{ damper: ramped, of: away, damping: 3, none: 0.1, full: 0.1 }'),
    'parameters',
  ],
  [
    'a matrix that is not symmetric',
    element(`{ spring: linear, ${ends}, stiffness: [[1, 2, 0], [0, 1, 0], [0, 0, 1]] }`),
    'matrix-symmetry',
  ],
  [
    'a matrix with a negative direction',
    element(`{ spring: linear, ${ends}, stiffness: [[1, 2, 0], [2, 1, 0], [0, 0, 1]] }`),
    'matrix-sign',
  ],
  [
    'a matrix of another size',
    element('{ spring: linear, of: along, stiffness: [[1, 0], [0, 1]] }'),
    'parameter-shape',
  ],
  [
    'a ratio of a damper to itself',
    element(`{ damper: linear, ${ends}, damping: { ratio: 1, with: x, inertia: 1 } }`),
    'unknown-linear-spring',
  ],
  // Tank and phases, events.
  ['a tank that begins too full', { control: 'tank: { start: 3 J, most: 2 J }' }, 'tank-start'],
  [
    'a tank that pays for what is not there',
    { control: 'tank: { start: 1 J, most: 2 J, pays: [gains] }' },
    'unknown-word',
  ],
  [
    'a continuous law with a tank',
    { control: 'rate: continuous\ntank: { start: 1 J, most: 2 J }' },
    'continuous-memory',
  ],
  [
    'a continuous law with phases',
    { control: 'rate: continuous', phases: 'a: { until: { after: 1 s } }\nb: {}' },
    'continuous-memory',
  ],
  ['a phase that sets nothing known', { phases: 'a: { set: { raech.stiffness: 3 } }' }, 'unknown-parameter'],
  ['a phase that sets too little', { phases: 'a: { set: { goal.at: [1, 2] } }' }, 'parameter-shape'],
  [
    'a phase before one that is not there',
    { phases: 'a: { until: { after: 1 s }, next: c }' },
    'unknown-phase',
  ],
  ['a phase that ends at no bound', { phases: `a: { until: { ${ends} } }` }, 'phase-bound'],
  [
    'an event of an unknown parameter',
    { more: 'events: [{ set: reach.stifness, to: 3, at: 0 }]' },
    'unknown-parameter',
  ],
  [
    'a push on a virtual body',
    { more: 'events: [{ push: [1, 0, 0], on: cart, at: 0, for: 1 }]' },
    'unknown-point-on-the-robot',
  ],
  // Numbers that are wrong together, from an event or a phase on.
  [
    'an event that takes a width away',
    {
      ...element(`{ spring: saturating, ${ends}, stiffness: 10, width: 0.1 }`),
      more: 'events: [{ set: x.width, to: 0, at: 0.05 }]',
    },
    'parameters',
  ],
  [
    'an event that turns an interval round',
    {
      ...element('{ spring: dead-zone, of: away, stiffness: 3, lower: 0.1, upper: 0.2 }'),
      more: 'events: [{ set: x.lower, to: 0.15, at: 0.02 }, { set: x.upper, to: 0.14, at: 0.05 }]',
    },
    'parameters',
  ],
  [
    'an event that takes the symmetry of a matrix',
    {
      ...element(`{ spring: linear, ${ends}, stiffness: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }`),
      more: 'events: [{ set: x.stiffness, to: [1, 2, 0, 0, 1, 0, 0, 0, 1], at: 0.05 }]',
    },
    'matrix-symmetry',
  ],
  [
    'a phase of a matrix with a negative direction',
    {
      ...element(`{ spring: linear, ${ends}, stiffness: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }`),
      phases: 'a: { set: { x.stiffness: [1, 2, 0, 2, 1, 0, 0, 0, 1] } }',
    },
    'matrix-sign',
  ],
  [
    'a phase whose knots do not grow',
    {
      ...element(`{ spring: piecewise, ${ends}, knots: [0.1, 0.2], values: [1, 0] }`),
      phases: 'a: { set: { x.knots: [0.2, 0.1] } }',
    },
    'parameters',
  ],
  [
    'a phase that takes the direction of a projection',
    {
      coordinates: 'c: { coordinate: projection, of: along, direction: [1, 0, 0] }',
      ...element('{ spring: linear, of: c, stiffness: 1 }'),
      phases: 'a: { set: { c.direction: [0, 0, 0] } }',
    },
    'coordinate-shape',
  ],
  // Phases that cannot be.
  [
    'a phase that ends at itself',
    { phases: 'a: { until: { from: tool, to: tool, below: 1 } }\nb: {}' },
    'same-ends',
  ],
  [
    'phases in a ring without time',
    { phases: 'a: { until: { after: 0 } }\nb: { until: { after: 0 }, next: a }' },
    'phase-loop',
  ],
  // Things named twice, things that do nothing.
  ['a joint twice', element('{ spring: joint, joint: [elbow, elbow], stiffness: 1 }'), 'joint-twice'],
  [
    'a posture of a joint twice',
    element('{ spring: posture, joint: [elbow, elbow], stiffness: 1 }'),
    'joint-twice',
  ],
  [
    'rubbing on one number',
    element('{ damper: rubbing, of: away, stiffness: 1, friction: 0.5 }'),
    'coordinate-size',
  ],
  [
    'a tank that pays twice',
    { control: 'tank: { start: 1 J, most: 2 J, pays: [changes, changes] }' },
    'word-twice',
  ],
  ['a measure of nothing', { more: 'measure: { m: { end: rech.extension } }' }, 'measure-channel'],
];

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly where: { readonly file?: string; readonly line?: number; readonly column?: number };
}

async function errors(added: Added): Promise<readonly Told[]> {
  writeFileSync(path('bad.yaml'), scenario(added));
  const before = readdirSync(place.folder);
  const { code, out } = await pliant('check', 'bad.yaml', '--json');
  const { problems }: { problems: readonly Told[] } = JSON.parse(out);
  const found = problems.filter(({ severity }) => severity === 'error');
  expect(code).toBe(found.length === 0 ? 0 : 2);
  expect(readdirSync(place.folder)).toEqual(before);
  return found;
}

describe('a design', () => {
  it('to which nothing is added is a good one', async () => {
    expect(await errors({})).toEqual([]);
  });

  const rows = table.map(([title, added, ...codes]) => [title, added, codes] as const);

  it.each(rows)('with %s is refused', async (_, added, codes) => {
    const found = await errors(added);
    expect([...new Set(found.map(({ code }) => code))].sort()).toEqual([...codes].sort());
    for (const { where, message } of found) {
      expect(where).toMatchObject({ file: 'bad.yaml', line: expect.any(Number), column: expect.any(Number) });
      expect(message).not.toMatch(/undefined|NaN|\[object/);
    }
  });

  it('with many faults is told all of them, and does not begin to run', async () => {
    const many: Added = {
      points: 'p: { on: lowr }',
      bodies: 'x: { joint: { prismatic: [1, 0, 0] }, mass: -1 }',
      coordinates: 'c: { coordinate: norm, of: nope }',
      elements: `y: { spring: linear, from: tol, to: goal, stiffness: -1 }\nz: { spring: staurating, ${ends} }`,
      more: 'measure: { m: { end: rech.extension } }',
    };
    const codes = (await errors(many)).map(({ code }) => code);
    for (const code of ['out-of-range', 'unknown-coordinate', 'unknown-point', 'unknown-kind']) {
      expect(codes).toContain(code);
    }
    const before = readdirSync(place.folder);
    expect((await pliant('run', 'bad.yaml', '--json')).code).toBe(2);
    expect((await pliant('margin', 'bad.yaml', '--json')).code).toBe(2);
    expect(readdirSync(place.folder)).toEqual(before);
  });
});
