/** Efforts and velocities that are the same round number on every joint. */
import type { Advice } from './advice.js';
import { byParent, isPowerOfTen, type RobotData, rough } from './data.js';

/** Joints that a placeholder is told by. */
const fewest = 4;
/** Each is followed to its tips: more are left alone. */
const mostJoints = 500;
/** N m or rad/s; 1 and 10 may well be what all drives are held to. */
const leastTyped = 100;
/** Masses that they carry must differ by this. */
const unlike = 4;

/**
 * One power of ten as the effort (or velocity) of all joints that turn or slide, though they carry very different
 * masses: a number that was typed once.
 */
export function adviseStrengths(robot: RobotData): readonly Advice[] {
  const moving = robot.joints.filter(
    ({ type, limit }) => /^(revolute|continuous|prismatic)$/.test(type) && limit !== undefined,
  );
  if (moving.length < fewest || moving.length > mostJoints) return [];
  const carried = carriedBy(robot);
  const masses = moving.map(({ name }) => carried.get(name) ?? 0).filter((mass) => mass > 0);
  const [least, most] = [Math.min(...masses), Math.max(...masses)];
  if (masses.length < fewest || most < unlike * least) return [];
  return (['effort', 'velocity'] as const).flatMap((key): Advice[] => {
    const [first] = moving;
    const value = first.limit?.[key];
    if (value === undefined || !isPowerOfTen(value)) return [];
    if (moving.some(({ limit }) => limit?.[key] !== value)) return [];
    if (value < leastTyped) return [];
    return [
      {
        code: 'limit-placeholder',
        at: first.limit?.element.attributes.get(key) ?? first.at,
        message: `all ${moving.length} joints have ${key} ${value}, which seems to be a placeholder`,
        evidence: [`they move between ${rough(least)} and ${rough(most)} kg`],
        hint: `nothing is held back by it that the real drives could not do: put in the drives' own ${key === 'effort' ? 'torques' : 'speeds'}`,
      },
    ];
  });
}

/** Mass behind each joint, kg. */
function carriedBy({ links, joints }: RobotData): Map<string, number> {
  const mass = new Map(links.map(({ name, inertial }) => [name, inertial?.mass ?? 0]));
  const from = byParent(joints);
  return new Map(
    joints.map(({ name, child }) => {
      const seen = new Set<string>();
      const work = [child];
      let sum = 0;
      for (let link = work.pop(); link !== undefined; link = work.pop()) {
        if (seen.has(link)) continue;
        seen.add(link);
        sum += mass.get(link) ?? 0;
        for (const { child: next } of from.get(link) ?? []) work.push(next);
      }
      return [name, sum];
    }),
  );
}
