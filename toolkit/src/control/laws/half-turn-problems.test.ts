import { expect, it } from 'vitest';
import { chain } from '../../mechanism/arms.test.helper.js';
import type { Design, LawDesign } from '../index.js';
import { halfTurnProblems } from './half-turn-problems.js';

/** A wheel about x, and a goal turned about it by so much. */
function turned(goal: number, more: Partial<Design>): Design {
  return {
    name: 'turned',
    model: chain([{ type: 'revolute', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]),
    period: 1e-3,
    points: [
      { name: 'rim', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0], attitude: [Math.cos(goal / 2), Math.sin(goal / 2), 0, 0] },
    ],
    elements: [],
    ...more,
  };
}

const law = (kind: string, parameters: LawDesign['parameters']): Partial<Design> => ({
  laws: [{ name: 'give', kind, at: 'rim', target: 'goal', sensor: 'wrist', parameters }],
  sensors: [{ name: 'wrist', at: 'rim' }],
  servo: { at: 'rim', follow: { kind: 'drive' } },
});
const rows = (...at: readonly number[]): number[] =>
  at.flatMap((k) => [0, 1, 2, 3, 4, 5].map((i) => (i === k ? 1 : 0)));

it.each<[string, Partial<Design>, boolean]>([
  [
    'an impedance with a spring of the attitude',
    law('impedance', { stiffness: [100], turnStiffness: [5] }),
    true,
  ],
  ['an impedance of the place alone', law('impedance', { stiffness: [100] }), false],
  ['an admittance with a spring', law('admittance', { mass: [1], stiffness: [5], ratio: [1] }), true],
  ['an admittance that is led by hand', law('admittance', { mass: [1], damping: [5] }), false],
  [
    'an admittance that keeps the attitude',
    law('admittance', { mass: [1], damping: [5], selection: rows(0, 1, 2) }),
    true,
  ],
  [
    'an admittance that frees turns alone',
    law('admittance', { mass: [1], damping: [5], selection: rows(3, 4, 5) }),
    false,
  ],
  ['a law that follows a point', law('track', {}), true],
  [
    'a law that follows a place',
    { ...law('track', {}), servo: { at: 'rim', attitude: false, follow: { kind: 'drive' } } },
    false,
  ],
])('half a turn off, %s', (_, more, told) => {
  const codes = (goal: number, q: number) =>
    halfTurnProblems(turned(goal, more), [q]).map(({ code }) => code);
  const expected = told ? ['half-turn'] : [];
  expect(codes(Math.PI, 0)).toEqual(expected);
  expect(codes(Math.PI - 0.01, 0)).toEqual(expected);
  expect(codes(1, 1 - Math.PI)).toEqual(expected);
  expect(codes(Math.PI - 0.03, 0)).toEqual([]);
  expect(codes(Math.PI, 0.2)).toEqual([]);
});
