/** The collision monitor of a sensor or an estimate: its slots and state, and what it does in a step. */
import type { Field, Node, ProgramBuilder } from '../../graph/index.js';
import { norm3 } from '../../math/index.js';
import type { Model } from '../../model/index.js';
import type { CollisionGuard } from './law-design.js';
import { type Bounds, monitorStep, rises, thresholdFault } from './monitor.js';

/** What reads slots, each once. */
interface Reader {
  all(field: Field): readonly Node[];
}

export interface CollisionFields {
  /** Thresholds of the force, and of each joint where they are given. */
  readonly contact: Field;
  readonly stop: Field;
  readonly joints?: { readonly contact: Field; readonly stop: Field };
  readonly window: Field;
  /** Where it rises, a stop is let go if nothing is beyond its threshold. */
  readonly reset: Field;
  /** State: what it was. */
  readonly asked: Field;
  /** State, s, s, 1. */
  readonly touching: Field;
  readonly pressing: Field;
  readonly stopped: Field;
  /** Output: 1 while contact is told. */
  readonly told: Field;
}

export function collisionFields(
  p: ProgramBuilder,
  sensor: string,
  { contact, stop, window = 0, joints }: CollisionGuard,
  model: Model,
): CollisionFields {
  const name = (part: string): string => `sensor.${sensor}.guards.collision.${part}`;
  const endless = Number.POSITIVE_INFINITY;
  const slot = (part: string, unit: string, initial: number, meaning: string): Field =>
    p.field({ name: name(part), region: 'parameters', unit, initial, range: [0, endless], meaning });
  const each = (part: string, initial: readonly number[], meaning: string): Field =>
    p.field({
      name: name(part),
      region: 'parameters',
      size: model.nv,
      unit: model.forceUnits,
      labels: model.velocityNames,
      initial,
      range: [0, endless],
      meaning,
    });
  const state = (part: string, unit: string, meaning: string): Field =>
    p.field({ name: name(part), region: 'state', unit, meaning });
  return {
    contact: slot('contact', 'N', contact, 'Force from which on it is contact'),
    stop: slot('stop', 'N', stop, 'Force at which it stops'),
    ...(joints === undefined
      ? {}
      : {
          joints: {
            contact: each('joints.contact', joints.contact, 'External torque from which on it is contact'),
            stop: each('joints.stop', joints.stop, 'External torque at which it stops'),
          },
        }),
    window: slot('window', 's', window, 'How long a threshold must be reached'),
    reset: p.field({
      name: name('reset'),
      region: 'parameters',
      unit: '',
      range: [0, 1],
      meaning: 'Raised from 0 to 1 it lets go of a stop',
    }),
    asked: state('asked', '', 'The last value of the reset'),
    touching: state('touching', 's', 'How long the contact threshold has been reached'),
    pressing: state('pressing', 's', 'How long the stop threshold has been reached'),
    stopped: state('stopped', '', '1 from a stop on, until it is let go'),
    told: p.field({
      name: `sensor.${sensor}.contact`,
      region: 'outputs',
      unit: '',
      range: [0, 1],
      meaning: '1 while the contact threshold is reached',
    }),
  };
}

/** What is felt: external wrench, of an estimate the joints’ torques (of the step before) as well. */
interface Felt {
  readonly wrench: readonly Node[];
  readonly joints: readonly Node[] | undefined;
  readonly ready: Node;
  readonly elapsed: Node;
}

/** 1 where it is stopped; says contact, and keeps what the next step has to know. */
export function collide(
  program: ProgramBuilder,
  fields: CollisionFields,
  { wrench, joints, ready, elapsed }: Felt,
  read: Reader,
  keep: (field: Field, ...values: Node[]) => void,
): Node {
  const { graph: A } = program;
  const below = A.constant(Number.NEGATIVE_INFINITY);
  const upTo = (upper: Node): Bounds<Node> => ({ lower: below, upper });
  const zero = A.constant(0);
  const felt = [norm3(A, [wrench[0], wrench[1], wrench[2]])];
  const contact = [upTo(read.all(fields.contact)[0])];
  const stop = [upTo(read.all(fields.stop)[0])];
  if (fields.joints !== undefined && joints !== undefined) {
    felt.push(...joints.map((x) => A.abs(x)));
    contact.push(...read.all(fields.joints.contact).map(upTo));
    stop.push(...read.all(fields.joints.stop).map(upTo));
  }
  const [reset] = read.all(fields.reset);
  const next = monitorStep(
    A,
    felt.map((x) => A.select(ready, x, zero)),
    { contact, stop },
    read.all(fields.window)[0],
    elapsed,
    {
      touching: read.all(fields.touching)[0],
      pressing: read.all(fields.pressing)[0],
      stopped: read.all(fields.stopped)[0],
    },
    rises(A, reset, read.all(fields.asked)[0]),
  );
  keep(fields.asked, reset);
  keep(fields.touching, next.touching);
  keep(fields.pressing, next.pressing);
  keep(fields.stopped, next.stopped);
  keep(fields.told, next.contact);
  return next.stopped;
}

/** What is wrong with the thresholds of a monitor, by the path below it. */
export function collisionFaults(
  { contact, stop, joints }: CollisionGuard,
  nv: number,
): readonly {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}[] {
  const faults: { path: string; code: string; message: string; hint?: string }[] = [];
  const force = thresholdFault(contact, stop, 'N');
  if (force !== undefined) faults.push({ path: 'contact', ...force });
  if (joints === undefined) return faults;
  for (const part of ['contact', 'stop'] as const)
    if (joints[part].length !== nv)
      faults.push({
        path: `joints.${part}`,
        code: 'joint-count',
        message: `one threshold for each joint is needed: ${nv}, not ${joints[part].length}`,
      });
  joints.contact.forEach((low, i) => {
    const fault = joints.stop[i] === undefined ? undefined : thresholdFault(low, joints.stop[i]);
    if (fault !== undefined) faults.push({ path: `joints.contact[${i}]`, ...fault });
  });
  return faults;
}
