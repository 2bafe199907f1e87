/**
 * Bodies and their joints → links and joints.
 *
 * MuJoCo moves a body from where it stands in its parent by each of its joints in turn, in the body's own axes: a
 * hinge or ball about its anchor, X ← X · T(a) R T(−a); a slide along its axis. A joint here moves its child's frame,
 * so a body with several joints, or with an anchor off its origin, gets links between: each joint but the last moves a
 * link without mass in its anchor, and where the last anchor lies off the body's origin a fixed joint leads back.
 * Positions are the file's: at `ref` the body stands as written, so the joint's frame is moved back by it.
 */
import { numbers, sub3, type Vec3 } from '../../math/index.js';
import { displaced } from '../pose.js';
import type { Joint, JointLimits, JointType, Pose, Root } from '../robot.js';
import type { Compiled, CompiledJoint } from './compiled.js';
import type { RobotNames } from './names.js';
import { composed, poseOf, shift } from './place.js';

export interface Tree {
  /** Names of links in the order of the file, the world's first where a joint starts there. */
  readonly links: readonly { readonly name: string; readonly body: number | undefined }[];
  readonly joints: readonly Joint[];
  readonly roots: readonly Root[];
  /** What moves each joint of the file: the joint's name here, or the free root's link. */
  readonly moved: readonly string[];
}

const origin: Vec3<number> = [0, 0, 0];
const isOrigin = (position: Vec3<number>) => position.every((x) => x === 0);

/** @param effort by joint of the file: the most that its drives give, N m or N */
export function treeOf(model: Compiled, names: RobotNames, effort: readonly (number | undefined)[]): Tree {
  const { bodies } = model;
  const ofBody = bodies.map((): number[] => []);
  for (const [j, { body }] of model.joints.entries()) ofBody[body].push(j);
  const links: { name: string; body: number | undefined }[] = [];
  const joints: Joint[] = [];
  const roots: Root[] = [];
  const moved = [...names.joints];
  const world = bodies.some(
    ({ parent }, i) => i > 0 && parent === 0 && ofBody[i].some((j) => model.joints[j].kind !== 'free'),
  );
  if (world) {
    links.push({ name: names.links[0], body: 0 });
    roots.push({ link: names.links[0], base: 'fixed', pose: shift(origin) });
  }
  for (let i = 1; i < bodies.length; i++) {
    const { parent, position, turn } = bodies[i];
    const link = names.links[i];
    const own = ofBody[i];
    const pose = poseOf(position, turn);
    const free = own.find((j) => model.joints[j].kind === 'free');
    if (parent === 0 && (own.length === 0 || free !== undefined)) {
      if (free !== undefined) moved[free] = link;
      roots.push({ link, base: free === undefined ? 'fixed' : 'free', pose });
      links.push({ name: link, body: i });
      continue;
    }
    let from = names.links[parent];
    let before = pose;
    /** Of the last joint: where the body's origin lies from the link `from`, negative. */
    let anchor = origin;
    for (const [k, j] of own.entries()) {
      const joint = model.joints[j];
      const here = joint.kind === 'slide' ? anchor : joint.anchor;
      const last = k === own.length - 1 && isOrigin(here);
      const child = last ? link : names.moreLinks.take(`${link}/${names.joints[j]}`);
      if (!last) links.push({ name: child, body: undefined });
      const start = composed(before, shift(sub3(numbers, here, anchor)));
      joints.push(moving(joint, names.joints[j], from, child, start, effort[j]));
      [from, before, anchor] = [child, shift(origin), here];
    }
    if (from !== link) {
      const back = composed(before, shift(sub3(numbers, origin, anchor)));
      joints.push(fixed(names.moreJoints.take(`${link}_fixed`), from, link, back));
    }
    links.push({ name: link, body: i });
  }
  return { links, joints, roots, moved };
}

function fixed(name: string, parent: string, child: string, pose: Pose): Joint {
  return {
    name,
    type: 'fixed',
    parent,
    child,
    origin: pose,
    axis: [1, 0, 0],
    damping: 0,
    friction: 0,
    rotorInertia: 0,
  };
}

function moving(
  joint: CompiledJoint,
  name: string,
  parent: string,
  child: string,
  start: Pose,
  effort: number | undefined,
): Joint {
  const { kind, axis, reference, range, damping, friction, rotorInertia } = joint;
  const type = typeOf(joint);
  const many = kind === 'ball' || kind === 'free';
  const limits: JointLimits = {
    ...(range === undefined || many ? {} : { lower: range[0], upper: range[1] }),
    ...(effort === undefined ? {} : { effort }),
  };
  const place = many || reference === 0 ? start : displaced({ type, origin: start, axis }, -reference);
  return {
    name,
    type,
    parent,
    child,
    origin: place,
    axis: many ? [1, 0, 0] : axis,
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    damping,
    friction,
    rotorInertia,
    ...(joint.stiffness === 0 || many ? {} : { spring: { stiffness: joint.stiffness, rest: joint.rest } }),
  };
}

function typeOf({ kind, range }: CompiledJoint): JointType {
  switch (kind) {
    case 'hinge':
      return range === undefined ? 'continuous' : 'revolute';
    case 'slide':
      return 'prismatic';
    case 'ball':
      return 'spherical';
    case 'free':
      return 'free';
  }
}
