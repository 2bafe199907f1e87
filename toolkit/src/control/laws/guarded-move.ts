/** A straight move that a force stops. */
import { direction3, dot3, mulMatVec, scale3, select3, sub3, type Vec3 } from '../../math/index.js';
import { asVec3 } from '../../mechanism/index.js';
import type { GivenNumbers, LawDeclaration, LawFinding } from './declaration.js';
import { drawing } from './drawing.js';
import { guardedMoveStatuses, guardedMoveStep } from './guarded-move-step.js';
import { all, one as oneOf } from './law-parameters.js';

const xyz = 3;
const readingsOf = ({ average = [1] }: GivenNumbers): number => average[0];

/** See `doc`. */
export const guardedMove: LawDeclaration = {
  kind: 'guarded-move',
  title: 'Guarded move',
  summary:
    'Moves straight on at a set speed until a force over a baseline passes a threshold, then brakes and stays; a travel ' +
    'limit stops it if nothing comes. It is what finds a surface, and not safety-rated.',
  acts: 'motion',
  asks: ({ direction = [] }) => ({ parameter: 'direction', rows: [[...direction, 0, 0, 0]] }),
  needs: { sensor: true },
  parameters: [
    {
      name: 'direction',
      unit: '',
      shapes: ['vector'],
      entries: xyz,
      range: [-Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
      default: [0, 0, 1],
      meaning: 'Which way, in the axes of the law as they stand when the move begins; of any length but 0',
    },
    {
      name: 'speed',
      unit: 'm/s',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Speed of the approach',
    },
    {
      name: 'threshold',
      unit: 'N',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force against the move, over the baseline, above which it is contact',
    },
    {
      name: 'sideways',
      unit: 'N',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      optional: true,
      meaning: 'Force across the move, over the baseline, above which it is contact as well',
    },
    {
      name: 'average',
      unit: '',
      shapes: ['scalar'],
      range: [1, 64],
      default: 1,
      baked: true,
      meaning: 'How many of the last readings are averaged; fewer at the start',
    },
    {
      name: 'window',
      unit: 's',
      shapes: ['scalar'],
      range: [0, 10],
      default: 0,
      meaning: 'How long the threshold must be passed without a break',
    },
    {
      name: 'settle',
      unit: 's',
      shapes: ['scalar'],
      range: [0, 60],
      default: 0,
      meaning: 'How long the baseline is taken before the move, at rest; 0: the baseline is 0',
    },
    {
      name: 'limit',
      unit: 'm',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Farthest that the move goes without contact',
    },
    {
      name: 'margin',
      unit: '',
      shapes: ['scalar'],
      range: [0, 1],
      default: 1,
      meaning:
        'Share of the stopping distance that is taken off the limit: with 1 it holds, with 0 braking begins there',
    },
    {
      name: 'deceleration',
      unit: 'm/s2',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      default: 1,
      meaning: 'How hard it brakes',
    },
    {
      name: 'acceleration',
      unit: 'm/s2',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      optional: true,
      meaning: 'How fast it takes up speed; absent: at once',
    },
  ],
  memory: [
    { name: 'stage', unit: '', initial: 0, meaning: 'Index into the statuses' },
    { name: 'pace', unit: 'm/s', initial: 0, meaning: 'Speed of the last tick' },
    { name: 'held', unit: 's', initial: 0, meaning: 'How long the threshold has been passed' },
    {
      name: 'readings',
      unit: 'N',
      size: (given) => xyz * readingsOf(given),
      initial: 0,
      meaning: 'The last readings of the external force, new ones first',
    },
    { name: 'count', unit: '', initial: 0, meaning: 'How many of them are there' },
    { name: 'settled', unit: 's', initial: 0, meaning: 'How long the baseline has been taken' },
    { name: 'taken', unit: '', initial: 0, meaning: 'Readings in it' },
    { name: 'baseline', unit: 'N', size: () => xyz, initial: 0, meaning: 'Their mean' },
    { name: 'start', unit: 'm', size: () => xyz, initial: 0, meaning: 'Where the move began' },
    { name: 'way', unit: '', size: () => xyz, initial: 0, meaning: 'Which way it goes' },
    {
      name: 'touched',
      unit: 'm',
      size: () => xyz,
      initial: 0,
      meaning: 'Where the arm was when contact was seen',
    },
  ],
  statuses: guardedMoveStatuses,
  observed: [
    { name: 'travel', unit: 'm', size: () => 1, meaning: 'How far the command has come' },
    { name: 'over', unit: 'N', size: () => 1, meaning: 'Force against the move over the baseline' },
    {
      name: 'contact',
      unit: 'm',
      size: () => xyz,
      labels: ['x', 'y', 'z'],
      meaning: 'Where the centre was, by the encoders, when contact was seen; world axes',
    },
  ],
  check: (given, { period }) => guardedMoveFindings(given, period),
  law(A, view, p, memory) {
    const zero = A.constant(0);
    const { commanded, sensor, begins } = view;
    if (sensor === undefined) throw new Error('guarded-move: there is no sensor');
    const asked = direction3(A, mulMatVec(A, view.commandedAxes, asVec3(all(p, 'direction'))));
    const way = select3(A, begins, asked.direction, asVec3(memory.way));
    const start = select3(A, begins, commanded.position, asVec3(memory.start));
    const travel = dot3(A, sub3(A, commanded.position, start), way);
    const one = (name: string) => oneOf(p, name);
    const step = guardedMoveStep(
      A,
      {
        speed: one('speed'),
        threshold: one('threshold'),
        sideways: p.sideways?.[0],
        window: one('window'),
        settle: one('settle'),
        limit: one('limit'),
        margin: one('margin'),
        deceleration: one('deceleration'),
        acceleration: p.acceleration?.[0],
      },
      {
        force: sensor.force,
        fresh: sensor.fresh,
        ready: sensor.ready,
        direction: way,
        travel,
        tick: view.tick,
        elapsed: view.elapsed,
      },
      {
        stage: memory.stage[0],
        speed: memory.pace[0],
        held: memory.held[0],
        readings: Array.from({ length: memory.readings.length / xyz }, (_, i) =>
          asVec3(memory.readings.slice(xyz * i, xyz * (i + 1))),
        ),
        count: memory.count[0],
        settled: memory.settled[0],
        taken: memory.taken[0],
        baseline: asVec3(memory.baseline),
      },
    );
    const touched = select3(A, step.fired, view.centre.position, asVec3(memory.touched));
    const still: Vec3<typeof zero> = [zero, zero, zero];
    const { memory: next } = step;
    return {
      motion: {
        move: scale3(A, step.move, way),
        turn: still,
        velocity: scale3(A, step.speed, way),
        spin: still,
      },
      memory: {
        stage: [next.stage],
        pace: [next.speed],
        held: [next.held],
        readings: next.readings.flat(),
        count: [next.count],
        settled: [next.settled],
        taken: [next.taken],
        baseline: next.baseline,
        start,
        way,
        touched,
      },
      status: next.stage,
      observed: { travel: [travel], over: [step.value], contact: touched },
    };
  },
  doc: {
    law: 'while f̄ ≤ F and s + η (v T + w(v)) < L: move v T; then v ← max(0, v − a T)',
    symbols: [
      {
        symbol: 'f̄',
        unit: 'N',
        meaning: 'mean of the last `average` readings of −n·F_ext, less its baseline',
      },
      { symbol: 'F', unit: 'N', meaning: '`threshold`' },
      { symbol: 's', unit: 'm', meaning: 'how far the command has come along the direction n' },
      { symbol: 'L', unit: 'm', meaning: '`limit`' },
      { symbol: 'η', unit: '1', meaning: '`margin`' },
      { symbol: 'v, a', unit: 'm/s, m/s2', meaning: '`speed`, `deceleration`' },
      {
        symbol: 'w(v)',
        unit: 'm',
        meaning: 'braking distance in ticks, T (n v − a T n (n + 1)/2), n = ⌊v/(a T)⌋',
      },
      { symbol: 'T', unit: 's', meaning: 'tick' },
    ],
    sign:
      'Force against the move counts positive: the surface pushes back. The threshold is strict; contact brakes from the ' +
      'next tick on, the limit from this one.',
    energy: 'None of its own: a motion.',
    singular:
      'A baseline that is disturbed by more than the threshold is taken anew, so that the move begins from rest only. Once ' +
      'contact or limit is seen it latches, until the law begins again.',
    source:
      'Mason, Compliance and force control for computer controlled manipulators (1981), guarded moves of section II',
  },
  picture: drawing(
    '<circle cx="18" cy="24" r="4"/><path d="M24 24h50M68 18l8 6-8 6M84 6v36M84 12l8-6M84 22l8-6M84 32l8-6M84 42l8-6"/><path d="M108 6v36" stroke-dasharray="3 3"/>',
  ),
};

function guardedMoveFindings(given: GivenNumbers, period: number): LawFinding[] {
  const findings: LawFinding[] = [];
  const {
    direction,
    speed: [speed] = [],
    limit: [limit] = [],
    deceleration: [a] = [1],
    average: [n] = [1],
  } = given;
  const { margin: [margin] = [1], threshold: [threshold] = [] } = given;
  const error = (parameter: string, code: string, message: string, hint: string) =>
    findings.push({ code, severity: 'error', parameter, message, hint });
  if (direction !== undefined && direction.every((x) => x === 0))
    error('direction', 'no-direction', 'a direction of no length leads nowhere', 'for instance [0, 0, 1]');
  if (speed === 0) error('speed', 'never-moves', 'at a speed of 0 it never begins', 'for instance 10 mm/s');
  if (!Number.isInteger(n))
    error('average', 'not-whole', `${n} readings cannot be averaged`, `${Math.floor(n)}`);
  if (!(a > 0))
    error('deceleration', 'never-stops', 'without a deceleration it never stops', 'for instance 0.5 m/s2');
  if (threshold === 0)
    error(
      'threshold',
      'threshold-below-noise',
      'a threshold of 0 is passed by the first noise',
      'at least four standard deviations of the reading',
    );
  if (a > 0 && speed !== undefined && limit !== undefined) {
    const stop = speed * period + (speed * speed) / (2 * a);
    if (limit <= 0)
      error(
        'limit',
        'limit-behind-start',
        'the travel limit is not ahead of where the move begins',
        `above ${Number(stop.toPrecision(3))} m, its stopping distance`,
      );
    else if (margin * stop >= limit)
      error(
        'limit',
        'limit-below-stop',
        `the stopping distance, ${Number(stop.toPrecision(3))} m, is not below the travel limit of ${limit} m: it would not start`,
        `a limit above ${Number((margin * stop).toPrecision(3))} m, or a speed of at most ${Number((0.9 * a * (Math.sqrt(period * period + (2 * limit) / a) - period)).toPrecision(2))} m/s`,
      );
    if (margin < 1)
      findings.push({
        code: 'limit-overrun',
        severity: 'warning',
        parameter: 'margin',
        message: `the move may end ${Number(((1 - margin) * stop).toPrecision(3))} m beyond its limit`,
        hint: '1 makes it hold',
      });
  }
  return findings;
}
