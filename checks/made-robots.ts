/** Robots made up for tests, as data: every kind of joint, every kind of tree. */
import { type Mat3, numbers, rotationFromRpy, snapRotation, type Vec3 } from 'pliant/math';
import type { Inertial, Joint, JointType, Link, Pose, Robot, Root } from 'pliant/robot';

/** Numbers in [0, 1) from a seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function vector(next: () => number, length: number, size = 1): number[] {
  return Array.from({ length }, () => size * (2 * next() - 1));
}

export function vector3(next: () => number, size = 1): Vec3<number> {
  const [x, y, z] = vector(next, 3, size);
  return [x, y, z];
}

export function pose(position: Vec3<number> = [0, 0, 0], rpy: Vec3<number> = [0, 0, 0]): Pose {
  return { position, rotation: snapRotation(rotationFromRpy(numbers, ...rpy)) };
}

export const level: Mat3<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function link(name: string, inertial?: Inertial): Link {
  return {
    name,
    visuals: [],
    collisions: [],
    ...(inertial === undefined ? {} : { inertial }),
  };
}

/** An inertia that a body can have: a cloud of four seeded point masses. */
export function inertial(next: () => number, mass = 0.5 + 2 * next()): Inertial {
  const centre = vector3(next, 0.2);
  const inertia = [0, 0, 0, 0, 0, 0];
  const points = [0, 1, 2].map(() => vector(next, 3, 0.15));
  points.push([0, 1, 2].map((k) => -(points[0][k] + points[1][k] + points[2][k])));
  for (const [x, y, z] of points) {
    const m = mass / 4;
    const terms = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    terms.forEach((t, k) => {
      inertia[k] += m * t;
    });
  }
  return { mass, centre, inertia: inertia as unknown as Inertial['inertia'] };
}

export function joint(
  name: string,
  type: JointType,
  parent: string,
  child: string,
  origin: Pose = pose(),
  axis: Vec3<number> = [0, 0, 1],
  more: Partial<Joint> = {},
): Joint {
  return {
    name,
    type,
    parent,
    child,
    origin,
    axis,
    damping: 0,
    friction: 0,
    rotorInertia: 0,
    ...more,
  };
}

export function robot(
  name: string,
  links: readonly Link[],
  joints: readonly Joint[],
  roots: readonly Root[] = [{ link: links[0].name, base: 'fixed', pose: pose() }],
): Robot {
  return {
    name,
    source: { format: 'made' },
    links,
    joints,
    roots,
    frames: [],
    starts: [],
  };
}

const AXES: readonly Vec3<number>[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, -1],
  [0, -1, 0],
  [-1, 0, 0],
];

/** A unit axis, aligned or not. */
export function axisOf(next: () => number, aligned: boolean): Vec3<number> {
  if (aligned) return AXES[(next() * AXES.length) | 0];
  const v = vector(next, 3);
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** Seven revolute joints with quarter turns between them, in the manner of today's arms. */
export function quarterTurnArm(): Robot {
  const next = chance(7);
  const q = 1.5707963267948966;
  const origins: Pose[] = [
    pose([0, 0, 0.34]),
    pose([0, 0, 0], [-q, 0, 0]),
    pose([0, -0.32, 0], [q, 0, 0]),
    pose([0.08, 0, 0], [q, 0, 0]),
    pose([-0.08, 0.38, 0], [-q, 0, 0]),
    pose([0, 0, 0], [q, 0, 0]),
    pose([0.09, 0, 0], [q, 0, 0]),
  ];
  const links = [link('base', inertial(next, 3))];
  const joints: Joint[] = [];
  origins.forEach((origin, i) => {
    links.push(link(`l${i + 1}`, inertial(next)));
    joints.push(joint(`j${i + 1}`, 'revolute', links[i].name, `l${i + 1}`, origin));
  });
  links.push(link('flange'));
  joints.push(joint('mount', 'fixed', 'l7', 'flange', pose([0, 0, 0.1])));
  return robot('quarter turns', links, joints);
}

/** Four knots of a rail that winds, about half a metre apart. */
function knots(next: () => number): Vec3<number>[] {
  return [0, 0.5, 1, 1.5].map((x) => {
    const [a, b, c] = vector3(next, 0.2);
    return [x + 0.5 * a, b, c];
  });
}

/** A chain of joints of the given types with seeded placements, axes, inertias and rotors. */
export function chain(
  name: string,
  types: readonly JointType[],
  seed: number,
  base: Root['base'] = 'fixed',
): Robot {
  const next = chance(seed);
  const links = [link('base', inertial(next))];
  const joints = types.map((type, i) => {
    links.push(link(`l${i}`, inertial(next)));
    const origin = pose(vector3(next, 0.4), i % 2 === 0 ? vector3(next) : [0, 1.5707963267948966, 0]);
    const axis = axisOf(next, i % 3 !== 2);
    const pitch = type === 'helical' ? { pitch: 0.1 } : {};
    const rotorInertia = 0.1 * next();
    const by = i % 2 === 0 ? 'knots' : 'length';
    const path = type === 'rail' ? { path: { through: knots(next), by } as const } : {};
    return joint(`j${i}`, type, links[i].name, `l${i}`, origin, axis, { rotorInertia, ...pitch, ...path });
  });
  return robot(name, links, joints, [{ link: 'base', base, pose: pose([0.1, -0.2, 0.3], [0.4, -0.5, 0.6]) }]);
}

/** A trunk with a waist and two arms, written in no particular order. */
export function twoArmed(): Robot {
  const next = chance(21);
  const links = [link('trunk', inertial(next, 20)), link('chest', inertial(next, 8))];
  const joints = [joint('waist', 'revolute', 'trunk', 'chest', pose([0, 0, 0.4], [0, 0, 0.3]), [0, 0, 1])];
  for (const side of ['right', 'left']) {
    for (let i = 1; i <= 5; i++) {
      const parent = i === 1 ? 'chest' : `${side}${i - 1}`;
      links.push(link(`${side}${i}`, inertial(next)));
      const origin = pose(vector3(next, 0.3), vector3(next));
      joints.push(
        joint(`${side}J${i}`, 'revolute', parent, `${side}${i}`, origin, axisOf(next, i % 2 === 0)),
      );
    }
  }
  return robot('two arms', links, [...joints].reverse());
}

/** A gripper on a slide: a finger and a knuckle that follow, one of them beyond the other. */
export function followers(): Robot {
  const next = chance(33);
  const links = ['base', 'slide', 'drive', 'finger', 'knuckle', 'tip'].map((name) =>
    link(name, inertial(next)),
  );
  const at = () => pose(vector3(next, 0.3), vector3(next));
  return robot('followers', links, [
    joint('z lift', 'prismatic', 'base', 'slide', at(), axisOf(next, false), {
      rotorInertia: 0.3,
    }),
    joint('drive', 'revolute', 'slide', 'drive', at(), axisOf(next, true), {
      rotorInertia: 0.02,
    }),
    joint('finger', 'prismatic', 'slide', 'finger', at(), axisOf(next, true), {
      mimic: { joint: 'drive', multiplier: -0.3, offset: 0.02 },
      rotorInertia: 0.05,
    }),
    joint('knuckle', 'revolute', 'drive', 'knuckle', at(), axisOf(next, false), {
      mimic: { joint: 'drive', multiplier: 1.5, offset: -0.1 },
    }),
    joint('tip', 'continuous', 'knuckle', 'tip', at(), axisOf(next, true)),
  ]);
}

/** An arm bolted to the world and a free body with a jointed tail. */
export function twoRoots(): Robot {
  const next = chance(5);
  const links = ['a0', 'a1', 'a2', 'b0', 'b1', 'b2'].map((name) => link(name, inertial(next)));
  const at = () => pose(vector3(next, 0.3), vector3(next));
  return robot(
    'two roots',
    links,
    [
      joint('ja1', 'revolute', 'a0', 'a1', at(), axisOf(next, false)),
      joint('ja2', 'helical', 'a1', 'a2', at(), axisOf(next, true), {
        pitch: -0.07,
        rotorInertia: 0.01,
      }),
      joint('jb1', 'spherical', 'b0', 'b1', at()),
      joint('jb2', 'prismatic', 'b1', 'b2', at(), axisOf(next, true), {
        rotorInertia: 0.2,
      }),
    ],
    [
      { link: 'b0', base: 'free', pose: pose([1, 2, 0.5], [0.3, 0.2, -1]) },
      { link: 'a0', base: 'fixed', pose: pose([-0.5, 0, 0], [0, 0.4, 0]) },
    ],
  );
}

/** All kinds, by name. */
export function zoo(): Robot[] {
  return [
    quarterTurnArm(),
    chain('serial', ['revolute', 'continuous', 'revolute', 'revolute', 'revolute', 'revolute'], 1),
    twoArmed(),
    chain('balls', ['spherical', 'revolute', 'spherical'], 2),
    twoRoots(),
    chain('screws', ['helical', 'revolute', 'helical', 'prismatic'], 3),
    chain('plane', ['planar', 'revolute', 'revolute'], 4),
    chain('rails', ['rail', 'revolute', 'rail', 'spherical'], 10),
    chain('slides', ['prismatic', 'prismatic', 'revolute', 'prismatic'], 6),
    chain('floating', ['free', 'revolute', 'spherical'], 8),
    chain('walker', ['revolute', 'revolute', 'prismatic'], 9, 'free'),
    followers(),
  ];
}
