import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { noise, rateOf, sevenJoints } from '../mechanism/arms.test.helper.js';
import { integrate } from '../model/index.js';
import { inOrder, loopsOf, shapesIn } from './coordinates.js';
import { element, Kernel } from './designs.test.helper.js';
import {
  type CoordinateDesign,
  type Design,
  designProblems,
  type ElementDesign,
  tickStability,
} from './index.js';
import { ordered } from './law.js';
import { designSlots, evaluateLaw } from './numeric.js';
import { jacobianRows, secondOrderTerms } from './second-order.js';

const coordinate = (
  name: string,
  kind: string,
  more: Partial<Omit<CoordinateDesign, 'name' | 'kind'>> = {},
): CoordinateDesign => ({ name, kind, joins: {}, parameters: {}, ...more });

/** An element of a named coordinate. */
const of = (
  name: string,
  family: ElementDesign['family'],
  kind: string,
  on: string,
  parameters: ElementDesign['parameters'],
): ElementDesign => ({ ...element(name, family, kind, {}, parameters), of: on });

/** Coordinates made of each other, written in no order, with springs and dampers on some. */
const design: Design = {
  name: 'composed',
  model: sevenJoints(),
  period: 1e-3,
  points: [
    { name: 'tool', frame: 'l8', at: [0.02, -0.01, 0.05] },
    { name: 'elbow', frame: 'l4' },
    { name: 'goal', at: [0.4, 0.1, 0.5] },
  ],
  coordinates: [
    coordinate('wide', 'norm', { of: ['pair'] }),
    coordinate('pair', 'stack', { of: ['reach', 'arm'] }),
    coordinate('reach', 'offset', { joins: { from: 'tool', to: 'goal' } }),
    coordinate('arm', 'offset', { joins: { from: 'elbow', to: 'tool', axes: 'elbow' } }),
    coordinate('height', 'slice', { of: ['place'], parameters: { entries: [2] } }),
    coordinate('place', 'place', { joins: { at: 'tool' } }),
    coordinate('ramp', 'reference', { parameters: { start: [0.3], speed: [0.2] } }),
    coordinate('behind', 'difference', { of: ['ramp', 'height'] }),
    coordinate('bend', 'position', { joins: { joint: 'j4' } }),
  ],
  elements: [
    of('both', 'spring', 'linear', 'pair', { stiffness: [30, 20, 10, 5, 4, 3] }),
    of('cut', 'damper', 'linear', 'wide', { damping: [4] }),
    of('lift', 'spring', 'linear', 'behind', { stiffness: [120] }),
    of('slow', 'damper', 'linear', 'behind', { damping: [9] }),
    of('straighten', 'spring', 'linear', 'bend', { stiffness: [8] }),
    element('brake', 'damper', 'linear', { joint: 'j2' }, { damping: [1.5] }),
  ],
};
const at = (random: () => number) => ({
  q: design.model.neutral.map(() => 1.5 * random()),
  v: design.model.velocityNames.map(() => 2 * random()),
});

describe('named coordinates', () => {
  it('are sound, each made before what is made of it, whatever the order they are written in', () => {
    expect(designProblems(design)).toEqual([]);
    const names = inOrder(design.coordinates ?? []).map(({ name }) => name);
    expect(names).toEqual(['arm', 'ramp', 'place', 'height', 'behind', 'bend', 'reach', 'pair', 'wide']);
    const reversed = inOrder([...(design.coordinates ?? [])].reverse()).map(({ name }) => name);
    expect(reversed).toEqual(names);
    expect(shapesIn(design).get('pair')).toEqual({ size: 6, unit: 'm' });
    expect(shapesIn(design).get('bend')).toEqual({ size: 1, unit: 'rad' });
  });

  it('act and are seen in the kernel as in numbers, references moving with its time', () => {
    const kernel = new Kernel(design);
    const { q, v } = at(noise(41));
    kernel.view('time')[0] = 2;
    const torque = kernel.step(q, v);
    const moved = {
      ...design,
      coordinates: (design.coordinates ?? []).map((c) =>
        c.name === 'ramp' ? { ...c, parameters: { start: [0.3 + 2 * 0.2], speed: [0.2] } } : c,
      ),
    };
    const law = evaluateLaw(moved, q, v);
    kernel.observe(q, v);
    for (const name of ['pair', 'wide', 'behind', 'bend', 'ramp', 'height']) {
      const { value, rate } = law.coordinates.get(name)?.reading ?? { value: [], rate: [] };
      expect([...kernel.view(`${name}.value`)]).toEqual(value.map((x) => expect.closeTo(x, 12)));
      expect([...kernel.view(`${name}.rate`)]).toEqual(rate.map((x) => expect.closeTo(x, 12)));
    }
    expect(kernel.labels('pair.value')).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(kernel.has('both.extension')).toBe(false);
    expect([...kernel.view('straighten.torque')]).toEqual([expect.closeTo(8 * q[3], 12)]);
    expect(torque.every(Number.isFinite)).toBe(true);
  });

  it('close the balance of energy, the reference’s share at its own name', () => {
    const kernel = new Kernel(design);
    const random = noise(42);
    for (let k = 0; k < 3; k++) {
      const { q, v } = at(random);
      const time = 1 + random();
      kernel.view('time')[0] = time;
      const work = kernel.step(q, v).reduce((sum, torque, i) => sum + torque * v[i], 0);
      const flows = new Map(kernel.labels('power').map((name, i) => [name, kernel.view('power')[i]]));
      expect([...flows.keys()]).toEqual([
        'dissipated.brake',
        'dissipated.cut',
        'dissipated.slow',
        'source.ramp',
      ]);
      const stored = (h: number) => {
        kernel.view('time')[0] = time + h;
        kernel.observe(integrate(numbers, design.model, q, v, h), v);
        return kernel.view('stored').reduce((sum, energy) => sum + energy, 0);
      };
      const rise = (stored(1e-6) - stored(-1e-6)) / 2e-6;
      let flow = 0;
      for (const [name, power] of flows) flow += name.startsWith('source') ? power : -power;
      expect(Math.abs(work - (-rise + flow))).toBeLessThan(1e-6 * (1 + Math.abs(work)));
    }
  });

  it('have the Jacobian of their transpose, and the second-order term of their rate', () => {
    const sorted = ordered(design);
    const slots = designSlots(sorted);
    const { q, v } = at(noise(43));
    const law = evaluateLaw(design, q, v);
    const terms = secondOrderTerms(numbers, sorted, slots, [q, v], law);
    for (const { element: own, coordinate: made } of law.acting) {
      const rows = jacobianRows(numbers, design.model, law.kinematics, made);
      const still = evaluateLaw(
        design,
        q,
        v.map(() => 0),
      ).acting.find((a) => a.element.name === own.name);
      rows.forEach((row, i) => {
        const rate = row.reduce((sum, x, j) => sum + x * v[j], 0);
        const drift = still?.coordinate.reading.rate[i] ?? Number.NaN;
        expect(rate).toBeCloseTo(made.reading.rate[i] - drift, 11);
      });
      const slope = rateOf(design.model, q, v, (there) => {
        const found = evaluateLaw(design, there, v).acting.find((a) => a.element.name === own.name);
        return found?.coordinate.reading.rate ?? [];
      });
      terms(own).forEach((term, i) => {
        expect(Math.abs(term - slope[i])).toBeLessThan(2e-7 * (1 + Math.abs(slope[i])));
      });
    }
  });

  it('cost nothing where there are none, and nothing twice', () => {
    const alone = {
      ...design,
      coordinates: (design.coordinates ?? []).slice(2, 3),
      elements: design.elements.slice(5),
    };
    const bare = { ...design, coordinates: [], elements: design.elements.slice(5) };
    const same = new Kernel(alone);
    const other = new Kernel(bare);
    const { q, v } = at(noise(44));
    expect(same.step(q, v)).toEqual(other.step(q, v));
  });
});

describe('loops', () => {
  it('are found once each, named all the way round', () => {
    const loop = [
      coordinate('a', 'sum', { of: ['b', 'd'] }),
      coordinate('b', 'norm', { of: ['c'] }),
      coordinate('c', 'norm', { of: ['a'] }),
      coordinate('d', 'norm', { of: ['d'] }),
    ];
    expect(loopsOf(loop)).toEqual([['a', 'b', 'c'], ['d']]);
    expect(inOrder(loop)).toEqual([]);
  });
});

describe('problems of coordinates', () => {
  const withCoordinates = (...more: CoordinateDesign[]): Design => ({
    ...design,
    coordinates: [...(design.coordinates ?? []), ...more],
  });
  const withElement = (changed: Partial<ElementDesign>): Design => ({
    ...design,
    elements: [{ ...design.elements[0], ...changed }],
  });

  it.each<[string, Design, string]>([
    [
      'a loop',
      withCoordinates(coordinate('x', 'norm', { of: ['y'] }), coordinate('y', 'norm', { of: ['x'] })),
      'control.coordinates.x.of coordinate-loop',
    ],
    ['an unknown kind', withCoordinates(coordinate('x', 'nrom')), 'control.coordinates.x unknown-coordinate'],
    [
      'a part that is not there',
      withCoordinates(coordinate('x', 'norm', { of: ['raech'] })),
      'control.coordinates.x.of unknown-coordinate',
    ],
    [
      'a difference of unlike units',
      withCoordinates(coordinate('x', 'difference', { of: ['height', 'bend'] })),
      'control.coordinates.x coordinate-shape',
    ],
    [
      'a difference of unlike sizes',
      withCoordinates(coordinate('x', 'difference', { of: ['place', 'height'] })),
      'control.coordinates.x coordinate-shape',
    ],
    [
      'a frame for what is no vector',
      withCoordinates(coordinate('x', 'in-frame', { of: ['bend'], joins: { axes: 'tool' } })),
      'control.coordinates.x coordinate-shape',
    ],
    [
      'axes that are not there',
      withCoordinates(coordinate('x', 'in-frame', { of: ['place'], joins: { axes: 'tol' } })),
      'control.coordinates.x.axes unknown-point',
    ],
    [
      'too many parts',
      withCoordinates(coordinate('x', 'norm', { of: ['place', 'reach'] })),
      'control.coordinates.x.of coordinate-count',
    ],
    [
      'a unit of what is measured',
      withCoordinates(coordinate('x', 'norm', { of: ['place'], unit: 'm' })),
      'control.coordinates.x.unit coordinate-unit',
    ],
    ['no numbers', withCoordinates(coordinate('x', 'constant')), 'control.coordinates.x parameter-missing'],
    [
      'a name that an element has',
      withCoordinates(coordinate('both', 'place', { joins: { at: 'tool' } })),
      'control.elements.both name-taken',
    ],
    ['an element of nothing', withElement({ of: 'pare' }), 'control.elements.both.of unknown-coordinate'],
    [
      'an element of a coordinate with ends',
      withElement({ joins: { to: 'goal' } }),
      'control.elements.both.to coordinate-and-ends',
    ],
    [
      'an element that has ends of its own',
      withElement({ family: 'spring', kind: 'attitude', parameters: { stiffness: [1] } }),
      'control.elements.both.of coordinate-bound',
    ],
    [
      'a gain of another size',
      withElement({ parameters: { stiffness: [1, 2, 3] } }),
      'control.elements.both.stiffness parameter-shape',
    ],
    [
      'a matrix with a negative direction',
      withElement({
        parameters: {
          stiffness: Array.from({ length: 36 }, (_, k) => (k % 7 === 0 ? (k === 0 ? -1 : 1) : 0)),
        },
      }),
      'control.elements.both.stiffness matrix-sign',
    ],
  ])('%s', (_, broken, expected) => {
    const found = designProblems(broken).map((p) => `${p.where.path} ${p.code}`);
    expect(found).toContain(expected);
    expect(found).toHaveLength(1);
  });

  it('name the loop and the eigenvalues', () => {
    const [loop] = designProblems(
      withCoordinates(coordinate('x', 'norm', { of: ['y'] }), coordinate('y', 'norm', { of: ['x'] })),
    );
    expect(loop.got).toBe('x → y → x');
    const [matrix] = designProblems(
      withElement({ of: 'place', parameters: { stiffness: [1, 2, 0, 2, 1, 0, 0, 0, 5] } }),
    );
    expect(matrix.got).toBe('eigenvalues -1, 3, 5');
  });
});

describe('the judgement at the tick', () => {
  it('counts elements of named coordinates by the inertia that these move', () => {
    const judged = tickStability(design, { q: [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2] });
    expect(judged.elements.map(({ element: name }) => name).sort()).toEqual([
      'both',
      'brake',
      'cut',
      'lift',
      'slow',
      'straighten',
    ]);
    const lift = judged.elements.find(({ element: name }) => name === 'lift');
    const direct = tickStability(
      {
        ...design,
        coordinates: [],
        elements: [
          element('lift', 'spring', 'linear', { from: 'tool', to: 'goal' }, { stiffness: [0, 0, 120] }),
        ],
      },
      { q: [0.3, -0.4, 0.5, -1.2, 0.7, 1.1, -0.2] },
    );
    expect(lift?.limit).toBeCloseTo(direct.elements[0].limit, 6);
    expect(lift?.unit).toBe('N/m');
  });
});
