import {
  identity3,
  massMoments,
  numbers as N,
  naturalSpline,
  quaternionFromRotation,
} from '../math/index.js';
import type { Outcome, Problem } from '../problem/index.js';
import type { Joint, Robot, Root } from '../robot/index.js';
import { jointMotion, sizes } from './joint.js';
import { masslessBodies } from './massless.js';
import type { Body, BodyInertia, Frame, Model, MovingType, Placement } from './model.js';
import { neutralPosition } from './neutral.js';
import { compose, here, jointsByParent, merge, weld } from './weld.js';

/**
 * The model of a robot: fixed joints welded, bodies numbered as the header of model.ts says, every link and
 * named frame findable. The order of links and joints in the robot changes nothing, to the last bit.
 *
 * Problems (all warnings; the model is always there): bodies whose joint feels no inertia, so that forward
 * dynamics are impossible while kinematics are fine; mimics whose limits contradict their master's. A robot
 * that is no forest, or that names links which are not there, is a fault of the reader and throws.
 */
export function modelOf(robot: Robot): Outcome<Model> {
  const problems: Problem[] = [];
  const links = new Map(robot.links.map((link) => [link.name, link]));
  const byParent = jointsByParent(robot);
  const found: Found = {
    bodies: [],
    frames: [],
    nq: 0,
    nv: 0,
    numbers: new Map(),
  };
  const fixedParts: BodyInertia[] = [];

  const take = (
    link: string,
    start: Placement<number>,
    body: number,
  ): { inertia: BodyInertia; after: Pending[] } => {
    if (!links.has(link)) throw new Error(`modelOf: no link ${JSON.stringify(link)} in ${robot.name}`);
    const welded = weld(links, byParent, link, start, body);
    found.frames.push(...welded.frames);
    // A stack: the last is taken first, so brothers come out in the order of their names.
    const after = [...welded.moving]
      .reverse()
      .map(({ joint, placement }) => ({ joint, placement, parent: body }));
    return { inertia: welded.inertia, after };
  };

  for (const root of [...robot.roots].sort((a, b) => (a.link < b.link ? -1 : 1))) {
    const pending: Pending[] = [];
    if (root.base === 'free') {
      const { inertia, after } = take(root.link, here, found.bodies.length);
      found.bodies.push(freeRoot(found, root, inertia));
      pending.push(...after);
    } else {
      const { inertia, after } = take(root.link, root.pose, -1);
      fixedParts.push(inertia);
      pending.push(...after);
    }
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { inertia, after } = take(next.joint.child, here, found.bodies.length);
      found.bodies.push(jointBody(found, next, inertia));
      pending.push(...after);
    }
  }
  const bodies = found.bodies.map((draft) => finish(draft, found));
  const frames = [...found.frames, ...namedFrames(robot, found.frames)];
  const fixed = merge(fixedParts.map((inertial) => ({ inertial, placement: here })));
  const model: Model = {
    name: robot.name,
    bodies,
    frames,
    nq: found.nq,
    nv: found.nv,
    fixed: { mass: fixed.mass, centre: fixed.centre },
    neutral: neutral(robot, bodies, problems),
    ...namesAndUnits(bodies),
    massless: [],
  };
  const massless = masslessBodies(model);
  for (const i of massless) problems.push(masslessProblem(bodies[i]));
  return { value: { ...model, massless }, problems };
}

interface Pending {
  readonly joint: Joint;
  readonly placement: Placement<number>;
  readonly parent: number;
}

/** A body whose mimic is still a name. */
type Draft = Omit<Body, 'mimic'> & { readonly follows?: Joint['mimic'] };

interface Found {
  readonly bodies: Draft[];
  readonly frames: Frame[];
  nq: number;
  nv: number;
  /** Body by joint name. */
  readonly numbers: Map<string, number>;
}

function freeRoot(found: Found, root: Root, inertia: BodyInertia): Draft {
  return draft(found, {
    joint: root.link,
    link: root.link,
    type: 'free',
    parent: -1,
    placement: here,
    axis: [0, 0, 1],
    pitch: 0,
    inertia,
    rotorInertia: 0,
    damping: 0,
    friction: 0,
  });
}

function jointBody(found: Found, { joint, placement, parent }: Pending, inertia: BodyInertia): Draft {
  const { name, type, mimic, limits, rotorInertia, damping, friction, spring } = joint;
  found.numbers.set(name, found.bodies.length);
  return draft(found, {
    joint: name,
    link: joint.child,
    type: type as MovingType,
    parent,
    placement,
    axis: type === 'spherical' || type === 'free' || type === 'rail' ? [0, 0, 1] : joint.axis,
    pitch: type === 'helical' ? (joint.pitch ?? 0) : 0,
    ...(type === 'rail' ? { rail: railOf(joint) } : {}),
    inertia,
    rotorInertia,
    damping,
    friction,
    ...(spring === undefined ? {} : { spring }),
    ...(limits === undefined ? {} : { limits }),
    ...(mimic === undefined ? {} : { follows: mimic }),
  });
}

/** The path of a rail; throws where the joint has none, or one through knots that have no spline. */
function railOf({ name, path }: Joint): NonNullable<Body['rail']> {
  if (path === undefined) throw new Error(`modelOf: the rail ${JSON.stringify(name)} has no path`);
  return { spline: naturalSpline(path.through), parameter: path.by };
}

function draft(found: Found, given: Omit<Draft, 'q' | 'nq' | 'v' | 'nv' | 'motion' | 'moments'>): Draft {
  const { nq, nv } = given.follows === undefined ? sizes[given.type] : { nq: 0, nv: 0 };
  const { mass, centre, inertia } = given.inertia;
  const body = {
    ...given,
    q: found.nq,
    nq,
    v: found.nv,
    nv,
    motion: jointMotion(given.type, given.placement, given.axis, given.pitch),
    moments: massMoments(N, mass, centre, inertia),
  };
  found.nq += nq;
  found.nv += nv;
  return body;
}

function finish({ follows, ...body }: Draft, found: Found): Body {
  if (follows === undefined) return body;
  const of = found.numbers.get(follows.joint);
  if (of === undefined || found.bodies[of].nv !== 1 || sizes[body.type].nv !== 1) {
    throw new Error(
      `modelOf: joint ${JSON.stringify(body.joint)} mimics ${JSON.stringify(follows.joint)}; both must be joints of one degree of freedom`,
    );
  }
  return {
    ...body,
    mimic: { of, multiplier: follows.multiplier, offset: follows.offset },
  };
}

/** Named frames by name, on whatever body carries their link. */
function namedFrames(robot: Robot, links: readonly Frame[]): Frame[] {
  const byName = new Map(links.map((frame) => [frame.name, frame]));
  return [...robot.frames]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, link, pose }) => {
      const on = byName.get(link);
      if (on === undefined) throw new Error(`modelOf: frame ${JSON.stringify(name)} on no link`);
      return {
        name,
        body: on.body,
        placement: compose(on.placement, pose),
        parent: link,
      };
    });
}

function neutral(robot: Robot, bodies: readonly Body[], problems: Problem[]): number[] {
  const poses = new Map(robot.roots.map((root) => [root.link, root.pose]));
  return bodies.flatMap((body, i) => {
    if (body.nv === 0) return [];
    switch (body.type) {
      case 'spherical':
        return [1, 0, 0, 0];
      case 'planar':
        return [0, 0, 0];
      case 'free': {
        const pose = body.parent < 0 && body.joint === body.link ? poses.get(body.link) : undefined;
        const rotation = pose?.rotation ?? identity3(N);
        return [...(pose?.position ?? here.position), ...quaternionFromRotation(N, rotation)];
      }
      default: {
        const followers = bodies.filter((other) => other.mimic?.of === i);
        const { position, problem } = neutralPosition(body, followers);
        if (problem !== undefined) problems.push(problem);
        return [position];
      }
    }
  });
}

type Names = Pick<
  Model,
  'positionNames' | 'velocityNames' | 'positionUnits' | 'velocityUnits' | 'forceUnits'
>;

function namesAndUnits(bodies: readonly Body[]): Names {
  const own = bodies.filter((body) => body.nv > 0);
  const named = (body: Body, entries: readonly string[]) =>
    entries.map((entry) => (entry === '' ? body.joint : `${body.joint}.${entry}`));
  const units = own.map(({ type }) => UNITS[type]);
  return {
    positionNames: own.flatMap((body) => named(body, ENTRIES[body.type].q)),
    velocityNames: own.flatMap((body) => named(body, ENTRIES[body.type].v)),
    positionUnits: units.flatMap(({ q }) => q),
    velocityUnits: units.flatMap(({ v }) => v.map((unit) => `${unit}/s`)),
    forceUnits: units.flatMap(({ v }) => v.map((unit) => (unit === 'm' ? 'N' : 'N m'))),
  };
}

const SCALAR = { q: [''], v: [''] };
const ENTRIES: Readonly<
  Record<MovingType, { readonly q: readonly string[]; readonly v: readonly string[] }>
> = {
  revolute: SCALAR,
  continuous: SCALAR,
  prismatic: SCALAR,
  helical: SCALAR,
  rail: SCALAR,
  spherical: { q: ['w', 'x', 'y', 'z'], v: ['wx', 'wy', 'wz'] },
  planar: { q: ['x', 'y', 'angle'], v: ['x', 'y', 'angle'] },
  free: {
    q: ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'],
    v: ['x', 'y', 'z', 'wx', 'wy', 'wz'],
  },
};

const ANGLE = { q: ['rad'], v: ['rad'] };
/** Of the positions, and of what the velocities are rates of. */
const UNITS: Readonly<Record<MovingType, { readonly q: readonly string[]; readonly v: readonly string[] }>> =
  {
    revolute: ANGLE,
    continuous: ANGLE,
    prismatic: { q: ['m'], v: ['m'] },
    helical: ANGLE,
    rail: { q: ['m'], v: ['m'] },
    spherical: { q: ['', '', '', ''], v: ['rad', 'rad', 'rad'] },
    planar: { q: ['m', 'm', 'rad'], v: ['m', 'm', 'rad'] },
    free: {
      q: ['m', 'm', 'm', '', '', '', ''],
      v: ['m', 'm', 'm', 'rad', 'rad', 'rad'],
    },
  };

function masslessProblem(body: Body): Problem {
  return {
    code: 'massless-body',
    severity: 'warning',
    where: { name: `link "${body.link}"` },
    message: `joint "${body.joint}" moves no inertia, so forward dynamics are impossible; kinematics are not affected`,
    hint: 'give the link, or a link beyond it, a mass and an inertia, or the joint a rotor inertia',
  };
}
