import { describe, expect, it } from 'vitest';
import type { Solid } from '../geometry/index.js';
import { type Dual, dual, numbers } from '../math/index.js';
import { bodyAccelerations, bodyVelocities, forwardKinematics, integrate } from '../model/index.js';
import { noise, randomState, rateOf, rotation, sevenJoints, sitesOf } from './arms.test.helper.js';
import { attach } from './attach.js';
import type { Coordinate, JointState, Site } from './coordinate.js';
import type { CoordinateDeclaration, Ends, Shape } from './coordinate-declaration.js';
import { coordinateNamed, coordinateOf, coordinates } from './coordinates.js';
import { LoadSums, loadPower } from './loads.js';
import { dualJoint, dualParameters, dualSite, secondOrderTerm, siteAcceleration } from './second-order.js';
import { worldSite } from './site.js';

const model = sevenJoints();

/** A coordinate to try: its kind, the names of what it joins, what it is made of, its numbers. */
interface Use {
  readonly kind: string;
  readonly joins?: Readonly<Partial<Record<keyof Ends<number>, string>>>;
  readonly of?: readonly Use[];
  readonly parameters?: Readonly<Record<string, readonly number[]>>;
  readonly baked?: Readonly<Record<string, readonly number[]>>;
  /** Solids about some of the points that it joins. */
  readonly solids?: Readonly<Record<string, Pick<Solid<number>, 'kind' | 'size'>>>;
}

const reach: Use = { kind: 'offset', joins: { from: 'l8', to: 'goal' } };
const inside: Use = { kind: 'offset', joins: { from: 'l4', to: 'l8', axes: 'l6' } };
const turned: Use = { kind: 'quaternion', joins: { from: 'l8', to: 'goal' } };

const link = { kind: 'capsule', size: [0.05, 0.3] } as const;
const ball = { kind: 'sphere', size: [0.04] } as const;
const post = { kind: 'capsule', size: [0.1, 0.2] } as const;
const bend = [0, 0, 0, 0.4, 0.1, 0, 0.9, -0.2, 0.3, 1, 0.5, 0.5];

/** A distance is measured between solids of every kind. */
const shaped = (kind: string): Use[] => [
  { kind, joins: { from: 'l8', to: 'goal' } },
  { kind, joins: { from: 'l4', to: 'goal' }, solids: { l4: link, goal: ball } },
  { kind, joins: { from: 'l4', to: 'goal' }, solids: { l4: link, goal: post } },
  { kind, joins: { from: 'l2', to: 'l8' }, solids: { l2: link, l8: post } },
  { kind, joins: { from: 'goal', to: 'l6' }, solids: { goal: ball, l6: link } },
  { kind, joins: { from: 'l4', to: 'goal' }, solids: { l4: link, goal: { kind: 'plane', size: [] } } },
  { kind, joins: { from: 'l8', to: 'l2' }, solids: { l2: { kind: 'box', size: [0.1, 0.2, 0.3] } } },
  {
    kind,
    joins: { from: 'l8', to: 'goal' },
    solids: { l8: ball, goal: { kind: 'cylinder', size: [0.1, 0.2] } },
  },
  {
    kind,
    joins: { from: 'l4', to: 'goal' },
    solids: { l4: link, goal: { kind: 'box', size: [0.1, 0.2, 0.3] } },
  },
  {
    kind,
    joins: { from: 'l4', to: 'l8' },
    solids: { l4: link, l8: { kind: 'cylinder', size: [0.05, 0.1] } },
  },
];

/** Ways to use each kind: on the robot and in the world, in axes that turn, one inside the other. */
const uses: Readonly<Record<string, readonly Use[]>> = {
  constant: [{ kind: 'constant', parameters: { numbers: [0.3, -1] } }],
  contact: shaped('contact'),
  difference: [
    {
      kind: 'difference',
      of: [
        { kind: 'place', joins: { at: 'goal' } },
        { kind: 'place', joins: { at: 'l8' } },
      ],
    },
    { kind: 'difference', of: [reach, inside] },
  ],
  gap: shaped('gap'),
  'in-frame': [
    { kind: 'in-frame', joins: { axes: 'l5' }, of: [reach] },
    { kind: 'in-frame', joins: { axes: 'world' }, of: [turned] },
  ],
  joint: [{ kind: 'joint', joins: { joint: '3' }, parameters: { target: [0.4] } }],
  norm: [
    { kind: 'norm', of: [reach] },
    { kind: 'norm', of: [inside] },
    { kind: 'norm', of: [{ kind: 'stack', of: [reach, inside] }] },
  ],
  path: [
    { kind: 'path', of: [{ kind: 'norm', of: [reach] }], baked: { knots: bend } },
    { kind: 'path', of: [{ kind: 'norm', of: [inside] }], joins: { at: 'l3' }, baked: { knots: bend } },
  ],
  'path-knots': [
    { kind: 'path-knots', of: [{ kind: 'norm', of: [reach] }], baked: { knots: bend } },
    { kind: 'path-knots', of: [{ kind: 'norm', of: [inside] }], joins: { at: 'l3' }, baked: { knots: bend } },
  ],
  place: [{ kind: 'place', joins: { at: 'l8' } }],
  position: [{ kind: 'position', joins: { joint: '5' } }],
  projection: [
    { kind: 'projection', of: [inside], parameters: { direction: [1, -2, 0.5] } },
    { kind: 'projection', of: [{ kind: 'norm', of: [reach] }], parameters: { direction: [-2] } },
  ],
  reference: [{ kind: 'reference', parameters: { start: [0.2, 1, 0], speed: [0.1, -0.3, 0] } }],
  slice: [{ kind: 'slice', of: [inside], baked: { entries: [2, 0] } }],
  spin: [
    { kind: 'spin', joins: { at: 'l7' } },
    { kind: 'spin', joins: { at: 'l7', axes: 'l3' } },
  ],
  stack: [{ kind: 'stack', of: [reach, { kind: 'norm', of: [inside] }, inside] }],
  sum: [{ kind: 'sum', of: [reach, inside, { kind: 'offset', joins: { from: 'l2', to: 'l5' } }] }],
};

/** Between two points: robot to world and back, robot to robot, in axes that turn where there are any. */
function between({ kind, optional }: CoordinateDeclaration): Use[] {
  const pairs = [
    { from: 'l8', to: 'goal' },
    { from: 'goal', to: 'l4' },
    { from: 'l4', to: 'l8' },
  ];
  const turning = optional.includes('axes')
    ? [
        { ...pairs[0], axes: 'l8' },
        { ...pairs[2], axes: 'l6' },
      ]
    : [];
  return [...pairs, ...turning].map((joins) => ({ kind, joins }));
}

const all = coordinates.flatMap((declaration) => {
  const list =
    uses[declaration.kind] ??
    (declaration.ends.includes('from') && declaration.of === undefined ? between(declaration) : []);
  return list.map((use, i) => [`${declaration.kind} ${i + 1}`, use] as const);
});

/** A moving place in the world. */
function carried(time: number): Site<number> {
  return worldSite(numbers, 'carried', {
    position: [0.4 + 0.2 * time, 0.1 - 0.3 * time, 0.5],
    rotation: rotation([0.1, 0.2, 0.3]),
    quaternion: [1, 0, 0, 0],
    velocity: [0.2, -0.3, 0],
  });
}

type At<S> = {
  readonly sites: ReadonlyMap<string, Site<S>>;
  readonly joint: (index: number) => JointState<S>;
  readonly lift: (parameters: Readonly<Record<string, readonly number[]>>) => Record<string, readonly S[]>;
  readonly time: () => S;
};

function make<S>(A: typeof numbers | ReturnType<typeof dual<number>>, use: Use, at: At<S>): Coordinate<S> {
  const { kind, joins = {}, of = [], parameters = {}, baked = {}, solids = {} } = use;
  const site = (name: string) => {
    const found = at.sites.get(name);
    const solid = solids[name];
    if (found === undefined || solid === undefined) return found;
    return { ...found, shape: { kind: solid.kind, size: at.lift({ size: solid.size }).size } };
  };
  const ends = Object.fromEntries(
    Object.entries(joins).map(([end, name]) => [
      end,
      end === 'joint' ? at.joint(Number(name)) : site(name as string),
    ]),
  );
  return attach(A as unknown as Parameters<typeof attach<S>>[0], kind, {
    name: 'tried',
    ends,
    of: of.map((child) => make(A, child, at)),
    parameters: at.lift(parameters),
    baked,
    time: at.time,
  });
}

const joints = (q: readonly number[], v: readonly number[]) => (index: number) => ({
  index,
  position: q[index],
  velocity: v[index],
  continuous: false,
});

function plain(use: Use, q: readonly number[], v: readonly number[], time = 0): Coordinate<number> {
  const sites = sitesOf(model, q, v).set('carried', carried(time));
  return make(numbers, use, { sites, joint: joints(q, v), lift: (p) => ({ ...p }), time: () => time });
}

/** The coordinate over dual numbers, moving at constant v. */
function moving(use: Use, q: readonly number[], v: readonly number[]): Coordinate<Dual<number>> {
  const kinematics = forwardKinematics(numbers, model, q);
  const velocities = bodyVelocities(numbers, model, kinematics, v);
  const accelerations = bodyAccelerations(numbers, model, kinematics, velocities, v);
  const still = sitesOf(model, q, v).set('carried', carried(0));
  const sites = new Map(
    [...still].map(([name, site]) => {
      const body = site.body < 0 ? undefined : siteAcceleration(numbers, site, accelerations[site.body]);
      return [name, dualSite(numbers, site, body)] as const;
    }),
  );
  return make(dual(numbers), use, {
    sites,
    joint: (index) => dualJoint(joints(q, v)(index)),
    lift: (p) => dualParameters(p) as Record<string, readonly Dual<number>[]>,
    time: () => ({ value: 0, change: 1 }),
  });
}

/** Power of everything that a tension does: on sites, on joints, on references. */
function powerOf(loads: LoadSums<number>, v: readonly number[]): number {
  let power = 0;
  for (const load of loads.sites.values()) power += loadPower(numbers, load);
  for (const [i, torque] of loads.joints) power += torque * v[i];
  for (const supplied of loads.references.values()) power -= supplied;
  return power;
}

/** Whether all that a coordinate is made of has a rate that is a derivative. */
function exact({ kind, of = [] }: Use): boolean {
  return coordinateNamed(kind).ownRate === undefined && of.every(exact);
}

describe('every coordinate', () => {
  it('is tried, and declared once, in order, with all that a reference needs', () => {
    const kinds = coordinates.map(({ kind }) => kind);
    expect(kinds).toEqual([...new Set(kinds)].sort());
    for (const declaration of coordinates) {
      expect(coordinateOf(declaration.kind)).toBe(declaration);
      expect(all.some(([, { kind }]) => kind === declaration.kind)).toBe(true);
      for (const text of [declaration.title, declaration.summary, ...Object.values(declaration.doc)])
        expect(text.length).toBeGreaterThan(4);
      // These are what is seen of it.
      for (const { name } of declaration.parameters) expect(['value', 'rate']).not.toContain(name);
    }
  });

  it.each(all.filter(([, use]) => exact(use)))('%s: its rate is the rate of its value', (_, use) => {
    const random = noise(31);
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(model, random);
      // Time moves references; it goes along with the configuration.
      const slope = [1e-6, -1e-6].map(
        (h) => plain(use, integrate(numbers, model, q, v, h), v, h).reading.value,
      );
      plain(use, q, v).reading.rate.forEach((rate, i) => {
        expect(rate).toBeCloseTo((slope[0][i] - slope[1][i]) / 2e-6, 7);
      });
    }
  });

  it.each(all)('%s: a tension goes back by the transpose, its power is −φ·ż', (_, use) => {
    const random = noise(32);
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(model, random);
      const { reading, transpose } = plain(use, q, v);
      const tension = reading.value.map(random);
      const loads = new LoadSums<number>(numbers);
      transpose(tension, false, loads);
      const expected = -tension.reduce((sum, f, i) => sum + f * reading.rate[i], 0);
      expect(powerOf(loads, v)).toBeCloseTo(expected, 12);
    }
  });

  it.each(all)('%s: a tension along the value goes back alike with and without its moments', (_, use) => {
    const { q, v } = randomState(model, noise(33));
    const random = noise(34);
    const { reading, transpose } = plain(use, q, v);
    const along = reading.value.map((x) => 3 * x);
    for (let k = 0; k < 3; k++) {
      const other = v.map(() => random());
      const sites = sitesOf(model, q, other);
      const [one, two] = [true, false].map((radial) => {
        const loads = new LoadSums<number>(numbers);
        transpose(along, radial, loads);
        let power = 0;
        for (const load of loads.sites.values())
          power += loadPower(numbers, { ...load, site: sites.get(load.site.name) ?? load.site });
        for (const [i, torque] of loads.joints) power += torque * other[i];
        return power;
      });
      expect(one).toBeCloseTo(two, 11);
    }
  });

  it.each(all)('%s: its second-order term is the rate of its rate at constant v', (_, use) => {
    const random = noise(35);
    for (let k = 0; k < 5; k++) {
      const { q, v } = randomState(model, random);
      const slope = [1e-6, -1e-6].map(
        (h) => plain(use, integrate(numbers, model, q, v, h), v, h).reading.rate,
      );
      const term = secondOrderTerm(numbers, moving(use, q, v));
      term.forEach((rate, i) => {
        const expected = (slope[0][i] - slope[1][i]) / 2e-6;
        expect(Math.abs(rate - expected)).toBeLessThan(2e-7 * (1 + Math.abs(expected)));
      });
    }
  });
});

describe('at singular points', () => {
  const q = [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2];
  const v = [1, -2, 0.5, 0.3, -1, 2, 1.5];
  const tool = sitesOf(model, q, v).get('l8') as Site<number>;
  const flip = (axis: number) =>
    tool.rotation.map((x, i) => (i % 3 === axis ? x : -x)) as unknown as Site<number>['rotation'];
  /** Targets on the tool and half a turn off it about each of its axes. */
  const targets: readonly [string, Site<number>][] = [
    ['coincident', tool.rotation],
    ...[0, 1, 2].map((axis) => [`half a turn about axis ${axis}`, flip(axis)] as const),
  ].map(([name, turn]) => {
    const [w, x, y, z] = tool.quaternion();
    const half =
      name === 'coincident'
        ? [w, x, y, z]
        : { 0: [-x, w, z, -y], 1: [-y, -z, w, x], 2: [-z, y, -x, w] }[
            Number(String(name).slice(-1)) as 0 | 1 | 2
          ];
    return [
      name as string,
      worldSite(numbers, 'goal', {
        position: tool.position,
        rotation: turn as Site<number>['rotation'],
        quaternion: half as unknown as [number, number, number, number],
      }),
    ];
  });

  it.each(targets.flatMap(([name, goal]) => all.map(([use, made]) => [use, name, made, goal] as const)))(
    '%s, %s: everything is finite',
    (_, __, use, goal) => {
      const sites = sitesOf(model, q, v).set('goal', goal);
      const still = make(numbers, use, {
        sites,
        joint: joints(q, v),
        lift: (p) => ({ ...p }),
        time: () => 0,
      });
      const loads = new LoadSums<number>(numbers);
      still.transpose(
        still.reading.value.map(() => 1),
        false,
        loads,
      );
      const kinematics = forwardKinematics(numbers, model, q);
      const velocities = bodyVelocities(numbers, model, kinematics, v);
      const accelerations = bodyAccelerations(numbers, model, kinematics, velocities, v);
      const lifted = new Map(
        [...sites].map(([name, site]) => [
          name,
          dualSite(
            numbers,
            site,
            site.body < 0 ? undefined : siteAcceleration(numbers, site, accelerations[site.body]),
          ),
        ]),
      );
      const term = secondOrderTerm(
        numbers,
        make(dual(numbers), use, {
          sites: lifted,
          joint: (index) => dualJoint(joints(q, v)(index)),
          lift: (p) => dualParameters(p) as Record<string, readonly Dual<number>[]>,
          time: () => ({ value: 0, change: 1 }),
        }),
      );
      const { value, rate } = still.reading;
      expect([...value, ...rate, ...term, powerOf(loads, v)].every(Number.isFinite)).toBe(true);
    },
  );

  it('a distance and a norm of coincident points are 0 and pull nowhere', () => {
    const [from, to] = [tool, { ...tool, name: 'goal', body: -1 }];
    const apart = attach(numbers, 'offset', { ends: { from, to } });
    for (const made of [
      attach(numbers, 'distance', { ends: { from, to } }),
      attach(numbers, 'norm', { of: [apart] }),
    ]) {
      const loads = new LoadSums<number>(numbers);
      made.transpose([5], false, loads);
      expect(made.reading).toEqual({ value: [0], rate: [0] });
      for (const { force = [0, 0, 0] } of loads.sites.values())
        expect(force.map(Math.abs)).toEqual([0, 0, 0]);
    }
  });
});

describe('shapes', () => {
  const shape = (kind: string, of: readonly Shape[], parameters: Record<string, number[]> = {}) =>
    coordinateNamed(kind).shape({ of, parameters });
  const point = { size: 3, unit: 'm' };
  const turn = { size: 3, unit: 'rad' };
  const length = { size: 1, unit: 'm' };

  it('follow from what a coordinate is made of', () => {
    expect(shape('difference', [point, point])).toEqual(point);
    expect(shape('stack', [point, length])).toEqual({ size: 4, unit: 'm' });
    expect(shape('norm', [turn])).toEqual({ size: 1, unit: 'rad' });
    expect(shape('slice', [point], { entries: [2, 0] })).toEqual({ size: 2, unit: 'm' });
    expect(shape('projection', [point], { direction: [0, 0, 2] })).toEqual(length);
    expect(shape('in-frame', [turn])).toEqual(turn);
    expect(coordinateNamed('joint').shape({ of: [], parameters: {}, joint: 'm' })).toEqual(length);
  });

  it('say why there is none', () => {
    expect(shape('difference', [point, turn])).toMatch(/unlike: 3 numbers in m and 3 numbers in rad/);
    expect(shape('sum', [point, length])).toMatch(/unlike/);
    expect(shape('stack', [point, turn])).toMatch(/unlike/);
    expect(shape('slice', [point], { entries: [3] })).toMatch(/no entry 3: they are 0 to 2/);
    expect(shape('slice', [point], { entries: [1, 1] })).toMatch(/twice/);
    expect(shape('projection', [point], { direction: [1, 0] })).toMatch(/2 entries/);
    expect(shape('projection', [point], { direction: [0, 0, 0] })).toMatch(/is 0/);
    expect(shape('in-frame', [length])).toMatch(/vector of 3/);
    expect(shape('reference', [], { start: [1, 2], speed: [0] })).toMatch(/2 entries and the speed 1/);
  });
});

describe('signs of tensions', () => {
  it('turn a joint back, pull a point to the origin, and bring two points together', () => {
    const q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
    const rest = q.map(() => 0);
    const pulled = (use: Use) => {
      const loads = new LoadSums<number>(numbers);
      const { reading, transpose } = plain(use, q, rest);
      transpose(
        reading.value.map((_, i) => (i === 0 ? 1 : 0)),
        false,
        loads,
      );
      return loads;
    };
    expect(pulled({ kind: 'position', joins: { joint: '2' } }).joints.get(2)).toBe(-1);
    expect(pulled({ kind: 'joint', joins: { joint: '2' } }).joints.get(2)).toBe(1);
    expect(pulled({ kind: 'place', joins: { at: 'l8' } }).sites.get('l8')?.force?.[0]).toBe(-1);
    const together = pulled({ kind: 'distance', joins: { from: 'l8', to: 'goal' } });
    const sites = sitesOf(model, q, rest);
    const gap = [0, 1, 2].map(
      (i) => (sites.get('goal')?.position[i] ?? 0) - (sites.get('l8')?.position[i] ?? 0),
    );
    const force = together.sites.get('l8')?.force ?? [0, 0, 0];
    expect(gap.reduce((sum, x, i) => sum + x * force[i], 0)).toBeCloseTo(Math.hypot(...gap), 12);
  });

  it('rateOf is the derivative along the velocity', () => {
    const [slope] = rateOf(model, new Array(7).fill(0), [1, 0, 0, 0, 0, 0, 0], (at) => [at[0]]);
    expect(slope).toBeCloseTo(1, 9);
  });
});
