/** What moves without mass: sound for kinematics, singular for dynamics unless something behind it weighs. */
import type { Findings, Place } from './findings.js';
import type { Robot } from './robot.js';

/**
 * One warning for a robot without any mass, else one for each moving body (a joint's child and the links welded
 * to it) that has none. Links welded to the base, and empty frames on bodies that have mass, are no fault.
 */
export function warnOfMassless(robot: Robot, places: ReadonlyMap<string, Place>, findings: Findings): void {
  const masses = new Map(robot.links.map((link) => [link.name, link.inertial?.mass ?? 0]));
  if (![...masses.values()].some((mass) => mass > 0)) {
    if (robot.joints.length > 0)
      findings.warn('robot-without-mass', {}, 'no link has a mass: the robot is sound for kinematics only');
    return;
  }
  // From the root outwards: the body that each link belongs to, called by its first link.
  const children = new Map<string, { child: string; moves: boolean; joint: string }[]>();
  for (const { parent, child, type, name } of robot.joints) {
    const entry = { child, moves: type !== 'fixed', joint: name };
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [entry]);
    else list.push(entry);
  }
  interface Body {
    readonly link: string;
    readonly joint: string | undefined;
    readonly parent: Body | undefined;
    /** Of the body alone, and with all that it carries. */
    own: number;
    carried: number;
  }
  const bodies: Body[] = [];
  const work: [string, Body][] = [];
  for (const { link } of robot.roots) {
    const body: Body = { link, joint: undefined, parent: undefined, own: 0, carried: 0 };
    bodies.push(body);
    work.push([link, body]);
  }
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const [link, body] = next;
    body.own += masses.get(link) ?? 0;
    for (const { child, moves, joint } of children.get(link) ?? []) {
      if (!moves) work.push([child, body]);
      else {
        const outer: Body = { link: child, joint, parent: body, own: 0, carried: 0 };
        bodies.push(outer);
        work.push([child, outer]);
      }
    }
  }
  for (let i = bodies.length - 1; i >= 0; i--) {
    const body = bodies[i];
    body.carried += body.own;
    if (body.parent !== undefined) body.parent.carried += body.carried;
  }
  for (const { link, joint, own, carried } of bodies) {
    if (joint === undefined || own > 0) continue;
    const message =
      carried > 0
        ? 'the link moves and has no mass: 0 is taken'
        : `the link moves and has no mass, nor has anything behind it: 0 is taken, and joint "${joint}" has no dynamics of its own`;
    findings.warn('link-without-mass', places.get(link) ?? {}, message, { name: `link "${link}"` });
  }
}
