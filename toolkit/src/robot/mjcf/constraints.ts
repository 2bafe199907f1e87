/** Equalities and tendons → joints that follow others, and constraints that a tree cannot hold. */
import type { Constraint } from '../robot.js';
import type { Compiled, CompiledEquality, CompiledTendon } from './compiled.js';
import { wrapJoint } from './drives.js';
import type { RobotNames } from './names.js';

/** position of a joint = multiplier · position of joint `of` + offset, by number in the file. */
export interface Following {
  readonly of: number;
  readonly multiplier: number;
  readonly offset: number;
}

/** A constraint, and where in its section it stands. */
export interface Demand {
  readonly constraint: Constraint;
  readonly section: 'equality' | 'tendon';
  readonly index: number;
}

export interface Couplings {
  /** By joint of the file. */
  readonly following: ReadonlyMap<number, Following>;
  readonly demands: readonly Demand[];
}

/** mjtEq, mjtObj and mjtWrap. */
const kinds = ['connect', 'weld', 'joint', 'tendon', 'soft', 'soft', 'soft', 'distance'] as const;
const [ofBody, ofGeom, ofSite] = [1, 5, 6];
const [wrapSite, wrapSphere, wrapCylinder] = [3, 4, 5];

/**
 * An active joint equality of first order, q₁ − r₁ = a₀ + a₁ (q₂ − r₂) with r the joints' `ref`, makes the first joint
 * follow the second, or the second the first where the first follows another one already. All others are constraints:
 * of higher order, of one joint alone, inactive, in a ring, or on a joint that follows already.
 */
export function couplingsOf(model: Compiled, names: RobotNames): Couplings {
  const direct = new Map<number, Following>();
  const demands: Demand[] = [];
  for (const [index, equality] of model.equalities.entries()) {
    if (kinds[equality.kind] === 'joint' && follow(equality, model, direct)) continue;
    demands.push({ constraint: constraintOf(equality, model, names), section: 'equality', index });
  }
  for (const [index, tendon] of model.tendons.entries()) {
    if (!acts(tendon)) continue;
    const constraint = {
      kind: 'tendon',
      ...called(tendon.name),
      ...along(tendon, model, names),
      active: true,
    } as const;
    demands.push({ constraint, section: 'tendon', index });
  }
  const following = new Map<number, Following>();
  for (const joint of direct.keys()) following.set(joint, settled(joint, direct));
  return { following, demands };
}

/** Whether the equality could be entered among those that are followed. */
function follow(equality: CompiledEquality, { joints }: Compiled, direct: Map<number, Following>): boolean {
  const { first, second, data, active } = equality;
  const [constant, slope, ...higher] = data.slice(0, 5);
  if (!active || second < 0 || slope === 0 || higher.some((x) => x !== 0)) return false;
  const [one, two] = [joints[first], joints[second]];
  const single = (kind: string) => kind === 'hinge' || kind === 'slide';
  if (!single(one.kind) || !single(two.kind) || first === second) return false;
  const offset = one.reference + constant - slope * two.reference;
  const [a, b] = [endOf(first, direct), endOf(second, direct)];
  if (a === b) return false;
  if (!direct.has(first)) direct.set(first, { of: second, multiplier: slope, offset });
  else if (!direct.has(second))
    direct.set(second, { of: first, multiplier: 1 / slope, offset: -offset / slope });
  else return false;
  return true;
}

/** The joint at the end of a chain, which moves by itself. */
function endOf(joint: number, direct: ReadonlyMap<number, Following>): number {
  let at = joint;
  for (let next = direct.get(at); next !== undefined; next = direct.get(at)) at = next.of;
  return at;
}

/** The law of a joint from the end of its chain. */
function settled(joint: number, direct: ReadonlyMap<number, Following>): Following {
  let law: Following = { of: joint, multiplier: 1, offset: 0 };
  for (let next = direct.get(joint); next !== undefined; next = direct.get(law.of)) {
    const { multiplier, offset } = law;
    law = {
      of: next.of,
      multiplier: multiplier * next.multiplier,
      offset: offset + multiplier * next.offset,
    };
  }
  return law;
}

function constraintOf(equality: CompiledEquality, model: Compiled, names: RobotNames): Constraint {
  const { first, second, name, active, of } = equality;
  const kind = kinds[equality.kind] ?? 'soft';
  const base = { kind, ...called(name), active };
  const ends = [first, second].filter((id) => id >= 0);
  if (kind === 'joint') return { ...base, links: [], joints: ends.map((j) => names.joints[j]) };
  if (kind === 'tendon') {
    const strung = ends.map((id) => along(model.tendons[id], model, names));
    return {
      ...base,
      links: strung.flatMap(({ links }) => links),
      joints: strung.flatMap(({ joints }) => joints),
    };
  }
  const bodyOf = (id: number) => {
    if (of === ofSite) return model.sites[id]?.body;
    return of === ofGeom ? model.geoms[id]?.body : of === ofBody ? id : undefined;
  };
  const links = ends.flatMap((id) => names.links[bodyOf(id) ?? -1] ?? []);
  return { ...base, links: kind === 'soft' ? [] : links, joints: [] };
}

/** Whether a tendon does something without a drive: it has a limit, a spring, damping, friction or inertia. */
function acts({ limited, stiffness, damping, friction, armature }: CompiledTendon): boolean {
  return limited || [stiffness, damping, friction, armature].some((x) => x !== 0);
}

/** The joints of a fixed tendon, the links that a spatial one passes. */
function along({ path }: CompiledTendon, model: Compiled, names: RobotNames) {
  const joints = path.flatMap(({ kind, id }) => (kind === wrapJoint ? [names.joints[id]] : []));
  const bodies = path.flatMap(({ kind, id }) => {
    if (kind === wrapSite) return [model.sites[id].body];
    return kind === wrapSphere || kind === wrapCylinder ? [model.geoms[id].body] : [];
  });
  return { links: [...new Set(bodies)].map((body) => names.links[body]), joints };
}

function called(name: string): { name?: string } {
  return name === '' ? {} : { name };
}
