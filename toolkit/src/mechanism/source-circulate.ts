import { type Algebra, direction3, mulTransposeVec, neg3, numbers, type Vec3 } from '../math/index.js';
import { type Circling, circulatingForce, type Followed, followOn, withinPower } from './circulation.js';
import type { ElementDeclaration, Memory, Parameters } from './declaration.js';
import { inner, positive } from './gain.js';
import { anywhere, scalar, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** A field that leads around solids; see `doc`. */
export const sourceCirculate: ElementDeclaration = {
  family: 'source',
  kind: 'circulate',
  title: 'Field that leads a point around solids',
  summary:
    'Springs to a goal and springs off obstacles meet in minima short of the goal: in front of a wall, in a cup. Where the ' +
    'point has come to rest in one, this drives it along the surface of the solids, in the plane across `axis`, until the ' +
    'straight way to the goal is clear. It sees the solids that the scenario declares and nothing else, and remembers ' +
    'on which side it goes. It puts energy in, within bounds on its force and its power.',
  coordinate: 'offset',
  parameters: [
    {
      name: 'axis',
      unit: '',
      shapes: ['vector'],
      range: anywhere,
      default: [0, 0, 1],
      meaning: 'It goes round in the plane across this direction, in the axes of `axes`',
    },
    scalar('greatest', 'N', 'Greatest norm of its force; more than the springs to the goal pull'),
    scalar('power', 'W', 'The power that it puts in is cut off sharply at this'),
    scalar('speed', 'm/s', 'Speed along the surface, at which it drives half as hard no more', {
      default: 0.15,
    }),
    scalar('clearance', 'm', 'Distance from the surface at which it keeps the point', { default: 0.03 }),
    scalar('range', 'm', 'A solid farther away than this holds nothing up', { default: 0.1 }),
    scalar('still', 'm/s', 'A point that is slower rests', { default: 0.01 }),
    scalar('wait', 's', 'How long a point must rest before it is led', { default: 0.1 }),
    scalar('tolerance', 'm', 'A point this near to the goal is not led', { default: 0.01 }),
  ],
  check: (given) =>
    given.axis?.every((x) => x === 0) === true
      ? 'axis must have a direction, for instance [0, 0, 1]'
      : wantPositive(given, {
          greatest: '20 N',
          power: '5 W',
          speed: '15 cm/s',
          clearance: '3 cm',
          range: '10 cm',
          still: '1 cm/s',
          wait: '0.1 s',
        }),
  doc: {
    law:
      'waiting: f = 0; following: f = (G/√2) (t sat(2 (1 − v·t/V)) − n sat(2 (d − c)/c)), cut to P/(f·v) f where f·v > P; ' +
      't = s a × n, sat(x) = x within ±1, else ±1',
    symbols: [
      {
        symbol: 'a',
        unit: '1',
        meaning: '`axis`, brought to length 1; all vectors are taken in the plane across it',
      },
      { symbol: 'd', unit: 'm', meaning: 'distance of `from` from the nearest solid, in the plane' },
      {
        symbol: 'n',
        unit: '1',
        meaning:
          'Σ exp(−(dᵢ − d)/δ) nᵢ brought to length 1, nᵢ out of solid i, δ = c/4: in a corner it looks out of it',
      },
      {
        symbol: 's',
        unit: '1',
        meaning:
          'side, ±1: chosen when it begins, towards the goal; the other after 5 `wait` at rest on the way',
      },
      { symbol: 'G', unit: 'N', meaning: '`greatest`' },
      { symbol: 'P', unit: 'W', meaning: '`power`' },
      { symbol: 'V', unit: 'm/s', meaning: '`speed`' },
      { symbol: 'c', unit: 'm', meaning: '`clearance`' },
      { symbol: 'v', unit: 'm/s', meaning: 'velocity of `from`' },
    ],
    sign:
      'Waiting → following: slower than `still` for `wait`, the goal farther than `tolerance`, a solid within `range`, and the ' +
      'straight way to the goal leads nearer to the solids, its gap below 0.9 d; gap and distance to the goal are kept. ' +
      'Following → waiting: the gap is above ⅚ c and by c/6 above the one kept, or the goal is nearer by ⅔ c than the ' +
      'distance kept and n·e > 0 (e to the goal).',
    energy: 'P = f·v, put in; never above `power`. Braking it takes energy out, without a bound.',
    singular:
      'A solid whose normal lies along the axis (within 6°: a table under the point) is not there. Between two walls, where ' +
      'the sum cancels, n is that of the nearer. Where no solid is in the plane f = 0. A goal that no way leads to is ' +
      'looked for without end.',
    source:
      'Singh, Stephanou, Wen, Real-time robot motion control with circulatory fields (ICRA 1996); Lumelsky, Stepanov, ' +
      'Path-planning strategies for a point mobile automaton moving amidst unknown obstacles of arbitrary shape ' +
      '(Algorithmica 2, 1987)',
  },
  example: { greatest: '20 N', power: '5 W' },
  picture: pictures.circulate,
  law: (A, { value }) => ({ force: value.map(() => A.constant(0)), supplied: A.constant(0) }),
  watches: {
    memory: [
      { name: 'following', unit: '', initial: 0, meaning: '1 while it leads along a surface' },
      {
        name: 'side',
        unit: '',
        initial: 1,
        meaning: '1: the axis turns the normal into the way, −1: the other way',
      },
      { name: 'hit', unit: 'm', initial: 0, meaning: 'Distance to the goal where it began' },
      {
        name: 'gap',
        unit: 'm',
        initial: 0,
        meaning: 'Gap along the straight way to the goal where it began',
      },
      { name: 'stalled', unit: 's', initial: 0, meaning: 'How long the point has rested' },
    ],
    law(A, { rate }, parameters, seen, memory) {
      const free = circulatingForce(A, circlingOf(A, parameters), seen, followedOf(memory));
      const turned = seen.axes === undefined ? free : mulTransposeVec(A, seen.axes, free);
      // The reading is to − from: its rate is that of the hand, turned round.
      const given = neg3(A, rate as unknown as Vec3<(typeof rate)[number]>);
      const force = withinPower(A, turned, given, one(parameters, 'power'));
      return { force, supplied: inner(A, force, given) };
    },
    next: (A, parameters, seen, memory, elapsed) => ({
      ...followOn(A, circlingOf(A, parameters), seen, followedOf(memory), elapsed),
    }),
    // sat(2 (d − c)/c) and sat(2 (1 − v·t/V)) grow by 2/c and 2/V, in any direction of the plane across the axis.
    steepest(parameters) {
      const a = direction3(numbers, parameters.axis as unknown as Vec3<number>).direction;
      const plane = a.flatMap((x, i) => a.map((y, j) => (i === j ? 1 : 0) - x * y));
      const most = numbers.sqrt(2) * one(parameters, 'greatest');
      const gain = (over: string) => plane.map((p) => (most / positive(numbers, one(parameters, over))) * p);
      return {
        stiffness: gain('clearance'),
        damping: gain('speed'),
        what: {
          stiffness: 'the spring that keeps its clearance',
          damping: 'the damper that keeps its speed',
        },
        by: 'greatest',
      };
    },
  },
};

function one<S>(parameters: Parameters<S>, name: string): S {
  const given = parameters[name];
  if (given === undefined) throw new Error(`mechanism: circulate needs ${name}`);
  return given[0];
}

function circlingOf<S>(A: Algebra<S>, parameters: Parameters<S>): Circling<S> {
  const above0 = (name: string) => positive(A, one(parameters, name));
  return {
    axis: parameters.axis as unknown as Vec3<S>,
    greatest: one(parameters, 'greatest'),
    speed: above0('speed'),
    clearance: above0('clearance'),
    range: one(parameters, 'range'),
    still: one(parameters, 'still'),
    wait: one(parameters, 'wait'),
    tolerance: one(parameters, 'tolerance'),
  };
}

function followedOf<S>({ following, side, hit, gap, stalled }: Memory<S>): Followed<S> {
  return { following, side, hit, gap, stalled };
}
