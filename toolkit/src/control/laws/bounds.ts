/** The guard of a reading between bounds of either sign: its slots and state, and what it does in a step. */
import type { Field, FieldSpec, Node, ProgramBuilder } from '../../graph/index.js';
import type { Model } from '../../model/index.js';
import type { BoundsGuard } from './law-design.js';
import { fills, outside, rises, standing } from './monitor.js';

export interface BoundsFields {
  readonly lower: Field;
  readonly upper: Field;
  readonly joints?: { readonly lower: Field; readonly upper: Field };
  readonly window: Field;
  /** Where it rises, a stop is let go if all are within. */
  readonly reset: Field;
  /** State: what it was. */
  readonly asked: Field;
  /** State, s, 1. */
  readonly beyond: Field;
  readonly stopped: Field;
}

export function boundsFields(
  p: ProgramBuilder,
  sensor: string,
  { lower, upper, joints, window = 0 }: BoundsGuard,
  six: Pick<FieldSpec, 'size' | 'unit' | 'labels'>,
  model: Model,
): BoundsFields {
  const name = (part: string): string => `sensor.${sensor}.guards.bounds.${part}`;
  const slot = (part: string, spec: Omit<FieldSpec, 'name' | 'region'>): Field =>
    p.field({ ...spec, name: name(part), region: 'parameters' });
  const state = (part: string, unit: string, meaning: string): Field =>
    p.field({ name: name(part), region: 'state', unit, meaning });
  const each = { size: model.nv, unit: model.forceUnits, labels: model.velocityNames };
  const low = 'At this and below it stops';
  const high = 'At this and above it stops';
  return {
    lower: slot('lower', { ...six, initial: lower, meaning: low }),
    upper: slot('upper', { ...six, initial: upper, meaning: high }),
    ...(joints === undefined
      ? {}
      : {
          joints: {
            lower: slot('joints.lower', { ...each, initial: joints.lower, meaning: low }),
            upper: slot('joints.upper', { ...each, initial: joints.upper, meaning: high }),
          },
        }),
    window: slot('window', {
      unit: 's',
      initial: window,
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'How long every reading must be beyond',
    }),
    reset: slot('reset', { unit: '', range: [0, 1], meaning: 'Raised from 0 to 1 it lets go of a stop' }),
    asked: state('asked', '', 'The last value of the reset'),
    beyond: state('beyond', 's', 'How long a reading has been beyond'),
    stopped: state('stopped', '', '1 from a stop on, until it is let go'),
  };
}

/** 1 where it is stopped. `values`: the reading, and of an estimate the joints' torques. Nothing is beyond in a reading that is none. */
export function beyondBounds(
  { graph: A }: ProgramBuilder,
  fields: BoundsFields,
  {
    raw,
    joints,
    good,
    elapsed,
  }: {
    readonly raw: readonly Node[];
    readonly joints: readonly Node[] | undefined;
    readonly good: Node;
    readonly elapsed: Node;
  },
  read: { all(field: Field): readonly Node[] },
  keep: (field: Field, ...values: Node[]) => void,
): Node {
  const any = (values: readonly Node[], lower: Field, upper: Field): Node[] => {
    const [low, high] = [read.all(lower), read.all(upper)];
    return values.map((x, i) => outside(A, x, { lower: low[i], upper: high[i] }));
  };
  const out = [
    ...any(raw, fields.lower, fields.upper),
    ...(fields.joints === undefined || joints === undefined
      ? []
      : any(joints, fields.joints.lower, fields.joints.upper)),
  ].reduce((all, x) => A.or(all, x));
  const beyond = A.and(good, out);
  const held = standing(A, beyond, read.all(fields.beyond)[0], elapsed);
  const [reset] = read.all(fields.reset);
  const lets = A.and(rises(A, reset, read.all(fields.asked)[0]), A.not(beyond));
  const kept = A.and(read.all(fields.stopped)[0], A.not(lets));
  keep(fields.asked, reset);
  const stopped = A.or(kept, fills(A, held, read.all(fields.window)[0], elapsed));
  keep(fields.beyond, held);
  keep(fields.stopped, stopped);
  return stopped;
}

/** What is wrong with bounds, by the path below them. */
export function boundsFaults(
  { lower, upper, joints }: BoundsGuard,
  nv: number,
): readonly {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}[] {
  const faults = (
    part: string,
    low: readonly number[],
    high: readonly number[],
    count: number,
    what: string,
  ) => {
    if (low.length !== count || high.length !== count)
      return [
        { path: part, code: 'bounds-count', message: `${what}: ${count} lower and ${count} upper bounds` },
      ];
    return low.flatMap((x, i) =>
      x < high[i]
        ? []
        : [
            {
              path: part,
              code: 'bounds-order',
              message: `the lower bound ${x} is not below the upper one, ${high[i]}: everything is out of them`,
              hint: `${high[i] < x ? `${high[i]} and ${x}` : 'two that differ'}, or leave one of them out`,
            },
          ],
    );
  };
  const own = faults('force', lower, upper, 6, 'a reading has six numbers');
  if (joints === undefined) return own;
  return [...own, ...faults('joints', joints.lower, joints.upper, nv, 'each joint has a torque')];
}
