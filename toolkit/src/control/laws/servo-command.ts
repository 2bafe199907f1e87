/** The servo's command after what the laws of a step ask for. */
import type { Node, ProgramBuilder } from '../../graph/index.js';
import type { Algebra, Vec3 } from '../../math/index.js';
import type { Model } from '../../model/index.js';
import type { FieldReader } from '../slots.js';
import type { LawDeclaration } from './declaration.js';
import { type ServoNext, type ServoState, servoJoints, servoMotion, servoRest } from './servo.js';
import type { ServoFields } from './servo-fields.js';

/** What a law did, and where it is at work (always where that is undefined). */
export interface Moving {
  readonly acts: LawDeclaration['acts'];
  readonly active: Node | undefined;
  readonly act: readonly Node[];
}

/** The command after what the active law does; with none that moves, the servo rests. */
export function servoCommand(
  program: ProgramBuilder,
  model: Model,
  servo: ServoFields,
  read: FieldReader,
  state: ServoState,
  done: readonly Moving[],
  tick: Node,
): ServoNext {
  const { graph: A } = program;
  const moving = done.filter(({ acts }) => acts !== 'wrench');
  const summed = (kind: 'motion' | 'joints'): readonly Node[] | undefined => {
    const all = moving.filter(({ acts }) => acts === kind);
    // Those that are not active do nothing: zeros.
    return all.length === 0
      ? undefined
      : all.map(({ act }) => act).reduce((a, b) => a.map((x, i) => A.add(x, b[i])));
  };
  const motion = summed('motion');
  const joints = summed('joints');
  const part = (k: number): Vec3<Node> => {
    const m = motion as readonly Node[];
    return [m[3 * k], m[3 * k + 1], m[3 * k + 2]];
  };
  const byMotion =
    motion &&
    servoMotion(
      program,
      model,
      servo,
      read,
      state,
      { move: part(0), turn: part(1), velocity: part(2), spin: part(3) },
      tick,
    );
  const byJoints = joints && servoJoints(program, model, servo, read, state, joints, tick);
  if (byMotion === undefined || byJoints === undefined)
    return byMotion ?? byJoints ?? servoRest(program, model, servo, read, state, tick, A.constant(0));
  const jointly = moving
    .filter(({ acts }) => acts === 'joints')
    .map(({ active }) => active as Node)
    .reduce((a, b) => A.or(a, b));
  return chosen(A, jointly, byJoints, byMotion);
}

/** One command where `first` is 1, else another. */
export function chosen(A: Algebra<Node>, first: Node, one: ServoNext, other: ServoNext): ServoNext {
  const pick = (part: (next: ServoNext) => readonly Node[]): Node[] => {
    const others = part(other);
    return part(one).map((x, i) => A.select(first, x, others[i]));
  };
  return {
    q: pick(({ q }) => q),
    v: pick(({ v }) => v),
    position: pick(({ position }) => position) as unknown as Vec3<Node>,
    attitude: pick(({ attitude }) => attitude) as unknown as ServoNext['attitude'],
    velocity: pick(({ velocity }) => velocity) as unknown as Vec3<Node>,
    spin: pick(({ spin }) => spin) as unknown as Vec3<Node>,
    limited: A.select(first, one.limited, other.limited),
    status: A.select(first, one.status, other.status),
  };
}
