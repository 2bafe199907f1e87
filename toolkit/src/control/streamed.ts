/**
 * Points whose place comes from outside while a kernel runs: a stream of targets, each with an age, as readings have one.
 *
 * A target is taken where it is valid, a pose, younger than the timeout and newer than the one that was taken last; all others
 * are refused and counted. What is taken stays in force until the next: it jumps there, and the jump of what the controller
 * stores is booked as that of a parameter. Once the last one that was taken is as old as the timeout, the stream is stale and
 * a reaction acts in place of the law, until the next one is taken. Until the first the point stands where the design has it.
 */
import type { Field, FieldSpec, ProgramBuilder } from '../graph/index.js';
import type { Design, PointDesign, StreamDesign } from './design.js';
import { wxyz, xyz } from './element-fields.js';

/** A point that a stream of targets moves. */
export interface StreamedPoint extends PointDesign {
  readonly streamed: StreamDesign;
}

export function isStreamed(point: PointDesign): point is StreamedPoint {
  return point.streamed !== undefined;
}

export function streamedPoints({ points }: Pick<Design, 'points'>): readonly StreamedPoint[] {
  return points.filter(isStreamed);
}

export interface StreamFields {
  readonly point: StreamedPoint;
  /** Inputs: the last target that has come. */
  readonly at: Field;
  readonly attitude: Field;
  readonly age: Field;
  readonly valid: Field;
  readonly timeout: Field;
  /** State: the last target that was taken, its age, 1 after the first. */
  readonly taken: { readonly at: Field; readonly attitude: Field };
  readonly old: Field;
  readonly seen: Field;
  /** State: age of what had come in the last step, and how many were refused. */
  readonly last: Field;
  readonly refused: Field;
}

/** `taken`: the point's own fields, state of the program. */
export function streamFields(
  p: ProgramBuilder,
  point: StreamedPoint,
  taken: StreamFields['taken'],
): StreamFields {
  const { name, at = [0, 0, 0], attitude = [1, 0, 0, 0], streamed } = point;
  const field = (part: string, spec: Omit<FieldSpec, 'name'>) =>
    p.field({ ...spec, name: `stream.${name}.${part}` });
  const state = (part: string, unit: string, meaning: string) =>
    field(part, { region: 'state', unit, meaning });
  const input = { region: 'inputs' } as const;
  return {
    point,
    at: field('at', {
      ...input,
      size: 3,
      labels: xyz,
      unit: 'm',
      initial: at,
      meaning: 'Position that is told',
    }),
    attitude: field('attitude', {
      ...input,
      size: 4,
      labels: wxyz,
      unit: '',
      initial: attitude,
      meaning: 'Attitude that is told',
    }),
    age: field('age', { ...input, unit: 's', meaning: 'Age of what is told' }),
    valid: field('valid', { ...input, unit: '', meaning: '1 where something is told' }),
    timeout: field('timeout', {
      region: 'parameters',
      unit: 's',
      initial: streamed.timeout,
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Age from which on a target is stale',
    }),
    taken,
    old: state('old', 's', 'Age of the last target that was taken'),
    seen: state('seen', '', '1 after the first that was taken'),
    last: state('last', 's', 'Age of what was told in the last step'),
    refused: state('refused', '', 'How many were refused'),
  };
}
