/** Keyframes → named starts. */
import type { NamedStart } from '../robot.js';
import type { Compiled, CompiledJoint } from './compiled.js';
import type { Following } from './constraints.js';
import { Names } from './names.js';

/** A keyframe in which a joint that follows another stands elsewhere than its law says. */
export interface Broken {
  readonly start: string;
  readonly joint: number;
}

const entries: Readonly<Record<CompiledJoint['kind'], number>> = { free: 7, ball: 4, slide: 1, hinge: 1 };
/** Keyframes are written by hand, with few digits. */
const tolerance = 1e-3;

/**
 * Positions by what moves: a joint, or the link of a free root (position, then quaternion). Joints that follow others
 * have none of their own; where a keyframe says otherwise it is among `broken`.
 */
export function startsOf(
  { joints, keys }: Compiled,
  moved: readonly string[],
  following: ReadonlyMap<number, Following>,
): { readonly starts: readonly NamedStart[]; readonly broken: readonly Broken[] } {
  const names = new Names();
  const broken: Broken[] = [];
  const starts = keys.map(({ name, positions }, i) => {
    const called = names.take(name === '' ? `key${i}` : name);
    const byJoint = joints.flatMap(({ address, kind }, j): [string, readonly number[]][] => {
      const law = following.get(j);
      if (law === undefined) return [[moved[j], positions.slice(address, address + entries[kind])]];
      const wanted = law.multiplier * positions[joints[law.of].address] + law.offset;
      if (Math.abs(positions[address] - wanted) > tolerance) broken.push({ start: called, joint: j });
      return [];
    });
    return { name: called, positions: Object.fromEntries(byJoint) };
  });
  return { starts, broken };
}
