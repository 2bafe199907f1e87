/** Links welded by fixed joints into bodies, and their masses merged. */
import {
  add3,
  dot3,
  identity3,
  type Mat3,
  mulMat,
  mulMatVec,
  numbers as N,
  type Sym3,
  scale3,
  snapRotation,
  sub3,
  turnSym,
} from '../math/index.js';
import type { Inertial, Joint, Link, Pose, Robot } from '../robot/index.js';
import type { BodyInertia, Frame, Placement } from './model.js';

export const here: Placement<number> = {
  position: [0, 0, 0],
  rotation: identity3(N),
};

/** X_AC = X_AB·X_BC, the rotation snapped as in `snapRotation`, so that quarter turns stay quarter turns. */
export function compose(outer: Placement<number>, inner: Pose): Placement<number> {
  const rotation: Mat3<number> = snapRotation(mulMat(N, outer.rotation, inner.rotation));
  return {
    position: add3(N, outer.position, mulMatVec(N, outer.rotation, inner.position)),
    rotation,
  };
}

/** Joints by their parent link, each list ordered by joint name (by code unit). */
export function jointsByParent(robot: Robot): Map<string, Joint[]> {
  const byParent = new Map<string, Joint[]>();
  const ordered = [...robot.joints].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const joint of ordered) {
    const list = byParent.get(joint.parent);
    if (list === undefined) byParent.set(joint.parent, [joint]);
    else list.push(joint);
  }
  return byParent;
}

/** Everything that is rigidly one with a link. */
export interface Weld {
  readonly inertia: BodyInertia;
  /** Frames of the links, the given one first. */
  readonly frames: readonly Frame[];
  /** Moving joints that leave the weld, ordered by name, with the pose of the joint frame in the weld. */
  readonly moving: readonly {
    readonly joint: Joint;
    readonly placement: Placement<number>;
  }[];
}

/**
 * Collects what fixed joints weld to a link. `start` is the pose of the link in the weld's frame (the body's
 * frame, or the world), `body` its number, −1 for the world.
 */
export function weld(
  links: ReadonlyMap<string, Link>,
  byParent: ReadonlyMap<string, readonly Joint[]>,
  link: string,
  start: Placement<number>,
  body: number,
): Weld {
  const frames: Frame[] = [];
  const moving: { joint: Joint; placement: Placement<number> }[] = [];
  const parts: Part[] = [];
  const pending: {
    name: string;
    placement: Placement<number>;
    parent?: string;
  }[] = [{ name: link, placement: start }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    frames.push({ ...next, body });
    const inertial = links.get(next.name)?.inertial;
    if (inertial !== undefined) parts.push({ inertial, placement: next.placement });
    const joints = byParent.get(next.name) ?? [];
    // A stack: the last to be pushed is the first to be taken.
    for (const joint of [...joints].reverse()) {
      const placement = compose(next.placement, joint.origin);
      if (joint.type === 'fixed') pending.push({ name: joint.child, placement, parent: next.name });
      else moving.push({ joint, placement });
    }
  }
  moving.sort((a, b) => (a.joint.name < b.joint.name ? -1 : 1));
  return { inertia: merge(parts), frames, moving };
}

interface Part {
  readonly inertial: Inertial;
  readonly placement: Placement<number>;
}

/** Mass, centre and inertia of rigidly joined parts: parts turned into common axes, then moved (Steiner). */
export function merge(parts: readonly Part[]): BodyInertia {
  const placed = parts.map(({ inertial, placement: { position, rotation } }) => ({
    mass: inertial.mass,
    centre: add3(N, position, mulMatVec(N, rotation, inertial.centre)),
    inertia: turnSym(N, rotation, inertial.inertia),
  }));
  if (placed.length === 1) return placed[0];
  let mass = 0;
  let centre = here.position;
  for (const part of placed) {
    mass += part.mass;
    centre = add3(N, centre, scale3(N, part.mass, part.centre));
  }
  if (mass > 0) centre = scale3(N, 1 / mass, centre);
  let inertia: Sym3<number> = [0, 0, 0, 0, 0, 0];
  for (const part of placed) {
    const m = part.mass;
    const d = sub3(N, part.centre, centre);
    const square = dot3(N, d, d);
    const moved = [
      m * (square - d[0] * d[0]),
      m * (square - d[1] * d[1]),
      m * (square - d[2] * d[2]),
      -m * d[0] * d[1],
      -m * d[0] * d[2],
      -m * d[1] * d[2],
    ];
    inertia = inertia.map((x, k) => x + part.inertia[k] + moved[k]) as unknown as Sym3<number>;
  }
  return { mass, centre, inertia };
}
