import { describe, expect, it } from 'vitest';
import { joint, link, pose, robot } from '../../../checks/made-robots.js';
import { spectralRadius, type Vec3 } from '../math/index.js';
import { type Model, modelOf } from '../model/index.js';
import type { Joint, Link } from '../robot/index.js';
import { mostTicks } from './body-step.js';
import { element, Kernel } from './designs.test.helper.js';
import {
  type BodiesDesign,
  type Design,
  designProblems,
  type ElementDesign,
  elementTorques,
  type TickOptions,
  tickProblems,
  tickStability,
} from './index.js';

function made(links: readonly Link[], joints: readonly Joint[], ground = 'ground'): Model {
  const { value } = modelOf(robot(ground, [link(ground), ...links], joints));
  if (value === undefined) throw new Error('no model');
  return value;
}

const point = (name: string, mass: number, inertia: Vec3<number> = [0, 0, 0]) =>
  link(name, { mass, centre: [0, 0, 0], inertia: [...inertia, 0, 0, 0] });

/** Carts on lines along x, each of its mass, side by side. */
function carts(masses: Readonly<Record<string, number>>, ground?: string): Model {
  const names = Object.keys(masses);
  return made(
    names.map((name) => point(name, masses[name])),
    names.map((name) => joint(name, 'prismatic', ground ?? 'ground', name, pose(), [1, 0, 0])),
    ground,
  );
}

const T = 1e-3;

/** A robot of one slide of 2 kg and these bodies; points on all of them. */
function sliding(
  bodies: BodiesDesign,
  elements: readonly ElementDesign[],
  more: Partial<Design> = {},
): Design {
  const frames = bodies.model.bodies.map(({ link: frame }) => frame);
  return {
    name: 'sliding',
    model: carts({ slide: 2 }, 'base'),
    period: T,
    points: ['slide', ...frames].map((frame) => ({ name: `at-${frame}`, frame })),
    elements,
    bodies,
    ...more,
  };
}

const spring = (name: string, from: string, to: string, stiffness: number) =>
  element(name, 'spring', 'linear', { from, to }, { stiffness: [stiffness] });
const damper = (name: string, from: string, to: string, damping: number) =>
  element(name, 'damper', 'linear', { from, to }, { damping: [damping] });

describe('a step with virtual bodies', () => {
  const [m, k, d] = [0.5, 300, 7];
  const design = sliding({ model: carts({ cart: m }), start: [0.1], speed: [0.4] }, [
    spring('tie', 'at-slide', 'at-cart', k),
    damper('calm', 'at-slide', 'at-cart', d),
  ]);

  it('starts where the bodies are, and moves them by its linearly implicit law from the next on', () => {
    const kernel = new Kernel(design);
    const first = kernel.step([0.02], [0.3], T);
    expect([...kernel.view('bodies.q'), ...kernel.view('bodies.v')]).toEqual([0.1, 0.4]);
    expect(first[0]).toBeCloseTo(k * 0.08 + d * 0.1, 12);
    const [x, v] = [0.05, -0.2];
    const torque = kernel.step([x], [v], T);
    // (m + T d + T² k) (u⁺ − u) = T (f − T k u), with the robot where it is now.
    const f = k * (x - 0.1) + d * (v - 0.4);
    const speed = 0.4 + (T * (f - T * k * 0.4)) / (m + T * d + T * T * k);
    const place = 0.1 + T * speed;
    expect(kernel.view('bodies.v')[0]).toBeCloseTo(speed, 14);
    expect(kernel.view('bodies.q')[0]).toBeCloseTo(place, 14);
    expect(torque[0]).toBeCloseTo(k * (place - x) + d * (speed - v), 11);
  });

  it('moves them for as long as was measured: not backwards, not beyond a few ticks, a tick where it is not known', () => {
    const after = (period: number) => {
      const kernel = new Kernel(design);
      kernel.step([0], [0], T);
      kernel.step([0], [0], period);
      return [...kernel.view('bodies.q'), ...kernel.view('bodies.v')];
    };
    expect(after(-T)).toEqual([0.1, 0.4]);
    expect(after(0)).toEqual([0.1, 0.4]);
    expect(after(Number.NaN)).toEqual(after(T));
    expect(after(2 * T)[0]).not.toBe(after(T)[0]);
    expect(after(1e9)).toEqual(after(mostTicks * T));
    expect(after(1e9)).not.toEqual(after((mostTicks - 1) * T));
  });

  it('goes on from a state that was kept, to the last bit', () => {
    const kernel = new Kernel(design);
    const run = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => kernel.step([0.01 * (from + i)], [0.1], T)[0]);
    run(0, 5);
    const fields = ['bodies.q', 'bodies.v', 'bodies.started'];
    const kept = fields.map((field) => [...kernel.view(field)]);
    const expected = run(5, 5);
    const other = new Kernel(design);
    for (const [i, field] of fields.entries()) other.view(field).set(kept[i]);
    const again = Array.from({ length: 5 }, (_, i) => other.step([0.01 * (5 + i)], [0.1], T)[0]);
    expect(again).toEqual(expected);
  });

  it('has them stand still while the law is not in force', () => {
    const kernel = new Kernel(design);
    kernel.step([0], [0], T);
    kernel.step([0], [0], T);
    const there = kernel.view('bodies.q')[0];
    kernel.set('tie.stiffness', Number.NaN);
    kernel.step([0], [0], T);
    expect([...kernel.view('bodies.q'), ...kernel.view('bodies.v')]).toEqual([there, 0]);
    expect(kernel.view('fault')[0]).toBe(2);
    kernel.set('tie.stiffness', k);
    kernel.step([Number.NaN], [0], T);
    expect(kernel.view('fault')[0]).toBe(1);
    expect(kernel.view('bodies.q')[0]).toBe(there);
    kernel.step([0], [0], T);
    expect(kernel.view('fault')[0]).toBe(0);
    expect(kernel.view('bodies.q')[0]).toBeLessThan(there);
  });

  it('has them stand still where nothing but their own motion is no number', () => {
    const bodies = { model: carts({ cart: 1 }), start: [0.1] };
    const kernel = new Kernel(sliding(bodies, [spring('own', 'at-cart', 'world', 10)]));
    kernel.step([0], [0], T);
    kernel.set('own.stiffness', Number.NaN);
    kernel.step([0], [0], T);
    kernel.step([0], [0], T);
    expect([...kernel.view('bodies.q'), ...kernel.view('bodies.v')]).toEqual([0.1, 0]);
    expect(kernel.view('fault')[0]).toBe(2);
  });

  it('turns an inerter as it turns a link of that inertia', () => {
    const turning = (inertia: Vec3<number>): Model =>
      made(
        [link('yaw'), point('top', 0.1, inertia)],
        [
          joint('yaw', 'revolute', 'ground', 'yaw', pose(), [0, 0, 1]),
          joint('top', 'revolute', 'yaw', 'top', pose(), [1, 0, 0]),
        ],
      );
    const still: Vec3<number> = [0.01, 0.01, 0.01];
    const own = element(
      'own',
      'inerter',
      'rotational',
      { at: 'at-top', axes: 'at-top' },
      { inertia: [0.09, 0.19, 0.39] },
    );
    const [whole, parted] = (
      [
        [[0.1, 0.2, 0.4], []],
        [still, [own]],
      ] as const
    ).map(([inertia, elements]) => {
      const kernel = new Kernel(sliding({ model: turning([...inertia]), speed: [1, 2] }, elements));
      for (let i = 0; i < 400; i++) kernel.step([0], [0], T);
      return [...kernel.view('bodies.q'), ...kernel.view('bodies.v')];
    });
    expect(Math.abs(whole[2] - 1)).toBeGreaterThan(0.1);
    parted.forEach((x, i) => {
      expect(x).toBeCloseTo(whole[i], 9);
    });
  });

  it('costs a design without bodies nothing', () => {
    const { bodies: _, ...rest } = design;
    const kernel = new Kernel({ ...rest, points: [{ name: 'at-slide', frame: 'slide' }], elements: [] });
    expect(kernel.has('bodies.q')).toBe(false);
  });

  it('gives their rates where another moves them', () => {
    const kernel = new Kernel(design, { continuous: true });
    kernel.step([0.02], [0.3], T);
    kernel.step([0.02], [0.3], T);
    expect([...kernel.view('bodies.q'), ...kernel.view('bodies.v')]).toEqual([0.1, 0.4]);
    expect(kernel.view('bodies.rate.q')[0]).toBe(0.4);
    expect(kernel.view('bodies.rate.v')[0]).toBeCloseTo((k * (0.02 - 0.1) + d * (0.3 - 0.4)) / m, 11);
    kernel.step([Number.NaN], [0], T);
    expect([...kernel.view('bodies.rate.q'), ...kernel.view('bodies.rate.v')]).toEqual([0, 0]);
  });
});

describe('bodies that weigh', () => {
  it('fall freely, and only where they are said to', () => {
    const model = made(
      ['apple', 'leaf'].map((name) => point(name, 0.2)),
      ['apple', 'leaf'].map((name) => joint(name, 'prismatic', 'ground', name, pose(), [0, 0, 1])),
    );
    const kernel = new Kernel(sliding({ model, weight: ['apple'] }, [], { gravity: [0, 0, -9] }));
    for (let i = 0; i <= 100; i++) kernel.step([0], [0], T);
    const [apple, leaf] = kernel.view('bodies.v');
    expect(apple).toBeCloseTo(-9 * 0.1, 12);
    expect(leaf).toBe(0);
    kernel.observe([0], [0]);
    const [fallen, weight, , ...others] = kernel.view('stored');
    expect(kernel.labels('stored')).toEqual(['apple', 'apple weight', 'leaf']);
    expect(fallen).toBeCloseTo(0.5 * 0.2 * 0.81, 12);
    expect(weight).toBeCloseTo(0.2 * 9 * kernel.view('bodies.q')[0], 12);
    expect(others).toEqual([]);
  });
});

describe('inerters', () => {
  const inerter = (kind: string, joins: ElementDesign['joins'], parameters: ElementDesign['parameters']) =>
    element('link', 'inerter', kind, joins, parameters);

  it('make carts heavy against each other: the published pair', () => {
    const design = sliding({ model: carts({ a: 2, b: 3 }), start: [0.03, -0.05] }, [
      inerter('linear', { from: 'at-a', to: 'at-b' }, { inertance: [0.7] }),
      spring('home', 'at-a', 'world', 40),
      spring('tie', 'at-a', 'at-b', 25),
    ]);
    expect(designProblems(design)).toEqual([]);
    const kernel = new Kernel(design, { continuous: true });
    kernel.step([0], [0], T);
    const [a, b] = kernel.view('bodies.rate.v');
    expect(a).toBeCloseTo(-1.098947, 6);
    expect(b).toBeCloseTo(0.332632, 6);
  });

  it('turn with what changes by the place alone: a distance that grows sideways', () => {
    // A body of no mass of its own on two slides, an inerter on its distance from the origin: b d̈ = 0 leaves it
    // straight on along d, and a mass of 1 kg across makes it fly straight.
    const model = made(
      [link('x'), point('y', 1)],
      [
        joint('x', 'prismatic', 'ground', 'x', pose(), [1, 0, 0]),
        joint('y', 'prismatic', 'x', 'y', pose(), [0, 1, 0]),
      ],
    );
    const design = sliding({ model, start: [0.3, 0.4], speed: [-0.8, 0.6] }, [], {
      points: [{ name: 'body', frame: 'y' }],
      coordinates: [{ name: 'far', kind: 'distance', joins: { from: 'world', to: 'body' }, parameters: {} }],
      elements: [{ ...inerter('linear', {}, { inertance: [2] }), of: 'far' }],
    });
    expect(designProblems(design)).toEqual([]);
    const kernel = new Kernel(design, { continuous: true });
    kernel.step([0], [0], T);
    // At (0.3, 0.4) with speed 1 across: d̈ = v²/d + n·a; (m + b n nᵀ) a = −b n v²/d, so a = −n (v²/d) b/(m + b).
    const along = -((1 / 0.5) * 2) / (1 + 2);
    const [x, y] = kernel.view('bodies.rate.v');
    expect(x).toBeCloseTo(0.6 * along, 12);
    expect(y).toBeCloseTo(0.8 * along, 12);
  });

  it('are refused on the robot, between nothing, and on a point that moves by itself', () => {
    const codes = (from: string, to: string, more: Partial<Design> = {}) => {
      const model = carts({ a: 2 });
      const list = [inerter('linear', { from, to }, { inertance: [1] })];
      return designProblems(sliding({ model }, list, more)).map(({ code }) => code);
    };
    expect(codes('at-slide', 'world')).toEqual(['inerter-on-robot']);
    expect(codes('at-a', 'at-slide')).toEqual(['inerter-on-robot']);
    expect(codes('at-a', 'world')).toEqual([]);
    const points = [
      { name: 'at-a', frame: 'a' },
      { name: 'runner', moves: true },
      { name: 'post', at: [1, 0, 0] },
    ] as const;
    expect(codes('post', 'world', { points })).toEqual(['inerter-on-nothing']);
    expect(codes('at-a', 'runner', { points })).toEqual(['inerter-on-motion']);
    const led = sliding(
      { model: carts({ a: 2 }) },
      [{ ...inerter('linear', {}, { inertance: [1] }), of: 'lag' }],
      {
        coordinates: [
          { name: 'ramp', kind: 'reference', joins: {}, parameters: { start: [0, 0, 0], speed: [1, 0, 0] } },
          { name: 'cart', kind: 'place', joins: { at: 'at-a' }, parameters: {} },
          { name: 'lag', kind: 'difference', joins: {}, of: ['ramp', 'cart'], parameters: {} },
        ],
      },
    );
    expect(designProblems(led).map(({ code }) => code)).toEqual(['inerter-on-motion']);
  });
});

describe('what is wrong with bodies', () => {
  const codes = (bodies: BodiesDesign, elements: readonly ElementDesign[] = [], more: Partial<Design> = {}) =>
    designProblems(sliding(bodies, elements, more)).map(({ code, where }) => [code, where.path]);

  it('is a joint that moves no inertia, inerters counted', () => {
    const light = made([link('a')], [joint('a', 'prismatic', 'ground', 'a', pose(), [1, 0, 0])]);
    expect(codes({ model: light })).toEqual([['body-inertia', 'control.bodies.a']]);
    const massed = element('mass', 'inerter', 'point-mass', { at: 'at-a' }, { mass: [1] });
    expect(codes({ model: light }, [massed])).toEqual([]);
    // Two turns about the same axis at the start: one of them moves nothing there.
    const locked = made(
      [link('a'), link('b'), point('c', 1, [0.1, 0.15, 0.2])],
      [
        joint('a', 'revolute', 'ground', 'a', pose(), [0, 0, 1]),
        joint('b', 'revolute', 'a', 'b', pose(), [1, 0, 0]),
        joint('c', 'revolute', 'b', 'c', pose(), [0, 0, 1]),
      ],
    );
    const found = codes({ model: locked });
    expect(found.length).toBe(1);
    expect(found[0][0]).toBe('body-inertia');
    expect(codes({ model: locked, start: [0, 0.5, 0] })).toEqual([]);
  });

  it('is a name that the robot has, a start of another length, friction in a joint, an unknown tree', () => {
    expect(codes({ model: carts({ slide: 1 }) }, [], { points: [] })).toContainEqual([
      'name-taken',
      'control.bodies.slide',
    ]);
    expect(codes({ model: carts({ a: 1 }) }, [spring('a', 'at-a', 'world', 1)])).toContainEqual([
      'name-taken',
      'control.bodies.a',
    ]);
    expect(codes({ model: carts({ torque: 1 }) })).toContainEqual(['name-reserved', 'control.bodies.torque']);
    expect(codes({ model: carts({ a: 1 }), start: [0, 0] })).toEqual([['body-state', 'control.bodies']]);
    expect(codes({ model: carts({ a: 1 }), speed: [Number.NaN] })).toEqual([
      ['not-finite', 'control.bodies'],
    ]);
    expect(codes({ model: carts({ a: 1 }), weight: ['b'] })).toEqual([['unknown-body', 'control.bodies']]);
    const rough = made(
      [point('a', 1)],
      [joint('a', 'prismatic', 'ground', 'a', pose(), [1, 0, 0], { friction: 1 })],
    );
    expect(codes({ model: rough })).toEqual([['body-joint', 'control.bodies.a']]);
    expect(codes({ model: carts({ a: 1 }) }, [], { limits: { force: [{ at: 'at-a', norm: 1 }] } })).toEqual([
      ['unknown-point', 'control.limits.force.at-a'],
    ]);
  });
});

describe('stability at the tick with virtual bodies', () => {
  /** The map of a tick, measured: kernel and a slide of 2 kg with damping in n semi-implicit steps. */
  function measured(design: Design, n: number, drag: number): number {
    const bodies = (design.bodies as BodiesDesign).model.nv;
    const size = 2 + 2 * bodies;
    const map = new Array<number>(size * size).fill(0);
    for (let j = 0; j < size; j++) {
      const state = Array.from({ length: size }, (_, i): number => (i === j ? 1 : 0));
      const kernel = new Kernel(design);
      kernel.view('bodies.q').set(state.slice(2, 2 + bodies));
      kernel.view('bodies.v').set(state.slice(2 + bodies));
      kernel.view('bodies.started')[0] = 1;
      let [x, v] = state;
      const [force] = kernel.step([x], [v], T);
      for (let i = 0; i < n; i++) {
        v = (2 * v + (T / n) * force) / (2 + (T / n) * drag);
        x += (T / n) * v;
      }
      [x, v, ...kernel.view('bodies.q'), ...kernel.view('bodies.v')].forEach((y, i) => {
        map[i * size + j] = y;
      });
    }
    return spectralRadius(map, size);
  }

  const pair = (stiffness: number, damping: number, mass = 0.5) =>
    sliding({ model: carts({ cart: mass, other: 0.2 }) }, [
      spring('tie', 'at-slide', 'at-cart', stiffness),
      damper('calm', 'at-slide', 'at-cart', damping),
      spring('home', 'at-cart', 'world', 500),
      damper('slow', 'at-cart', 'at-other', 20),
      spring('keep', 'at-other', 'at-slide', 1e4),
    ]);

  it('has the radius of the map from tick to tick as it is', () => {
    for (const [n, drag] of [
      [1, 0],
      [4, 0],
      [1, 30],
      [3, 30],
    ]) {
      for (const [k, d, m] of [
        [200, 5, 0.5],
        [3e6, 10, 5],
        [1e4, 4e4, 30],
      ]) {
        const options: TickOptions = { stepsPerTick: n, ...(drag === 0 ? {} : { jointDamping: [drag] }) };
        const { radius } = tickStability(pair(k, d, m), options);
        expect(radius).toBeCloseTo(measured(pair(k, d, m), n, drag), 8);
      }
    }
  });

  it('bounds what joins a heavy body, by both inertias, and nothing that joins a light one', () => {
    const alone = (mass: number, list: readonly ElementDesign[]) =>
      sliding({ model: carts({ cart: mass }) }, list);
    const coupled = (mass: number, family: 'spring' | 'damper', gain: number) =>
      alone(mass, [(family === 'spring' ? spring : damper)('tie', 'at-slide', 'at-cart', gain)]);
    // 1/m = 1/2 − 1/6: 3 kg.
    for (const [family, bound] of [
      ['damper', (2 * 3) / T],
      ['spring', (4 * 3) / T ** 2],
    ] as const) {
      const [limit] = tickStability(coupled(6, family, 10)).elements;
      expect(limit.limit).toBeCloseTo(bound, 4);
      expect(limit.inertia).toBeCloseTo(3, 10);
      expect(tickStability(coupled(6, family, 0.99 * bound)).stable).toBe(true);
      expect(tickStability(coupled(6, family, 1.01 * bound)).stable).toBe(false);
      expect(measured(coupled(6, family, 0.99 * bound), 1, 0)).toBeLessThan(1 + 1e-6);
      expect(measured(coupled(6, family, 1.01 * bound), 1, 0)).toBeGreaterThan(1 + 1e-4);
      const [told] = tickProblems(coupled(6, family, 1.01 * bound));
      expect(told.where.path).toBe(`control.elements.tie.${family === 'spring' ? 'stiffness' : 'damping'}`);
      expect(told.expected).toContain('m = 3');
      // No heavier than the slide: no gain is too great.
      expect(tickStability(coupled(1.9, family, 1e9)).elements).toEqual([]);
      expect(tickStability(coupled(1.9, family, 1e9)).stable).toBe(true);
    }
    const own = alone(6, [
      spring('home', 'at-cart', 'world', 1e12),
      damper('slow', 'at-cart', 'world', 1e12),
    ]);
    expect(tickStability(own)).toMatchObject({ elements: [], stable: true });
  });

  it('names what is too stiff together with others', () => {
    const design = sliding({ model: carts({ cart: 30 }) }, [
      damper('calm', 'at-slide', 'at-cart', 3000),
      damper('brake', 'at-slide', 'world', 3000),
    ]);
    const [told] = tickProblems(design);
    expect(told.code).toBe('unstable-at-tick');
    expect(told.message).toContain('together');
    expect(tickStability(design).worst?.joint).toBe('slide');
  });
});

it('gives the robot’s torques alone, with bodies at their start', () => {
  const design = sliding({ model: carts({ cart: 1 }), start: [0.2] }, [
    spring('tie', 'at-slide', 'at-cart', 10),
  ]);
  expect(elementTorques(design, [0], [0])).toEqual([2]);
  expect(elementTorques(design, [0, 0.5], [0, 0])).toEqual([5]);
});
