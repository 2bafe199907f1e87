/** Where passive designs stand: virtual bodies on joints of every kind, points on robot and bodies, goals, solids. */
import type { BodiesDesign, ElementDesign, PointDesign } from 'pliant/control';
import {
  type Mat3,
  mulMatVec,
  numbers,
  quaternionExp,
  quaternionFromRotation,
  quaternionProduct,
  type Vec3,
} from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement, integrate, type Model, modelOf } from 'pliant/model';
import type { Joint, JointType } from 'pliant/robot';
import { spreadFrames } from './designs.js';
import { axisOf, inertial, joint, link, pose, robot, vector, vector3 } from './made-robots.js';
import { type Draw, gainOf, type Numbers, type Parameters, stiff, viscous } from './passive-laws.js';

export const bodyJoints: readonly JointType[] = [
  'prismatic',
  'revolute',
  'helical',
  'spherical',
  'rail',
  'fixed',
];

/**
 * One to three bodies, each on the world or on the one before it; the first on a joint of this type. The third derivative of
 * a rail jumps at its knots: smooth ones begin half way between two that are far apart.
 */
export function bodiesOf(first: number, draw: Draw, knot: number): BodiesDesign {
  const { next, within, among } = draw;
  const names = Array.from({ length: 1 + Math.floor(3 * next()) }, (_, i) => `float${i}`);
  const joints = names.map((name, i): Joint => {
    // A body that is fixed to the world would never move.
    const free = bodyJoints.filter((type) => type !== 'fixed');
    const parent = i === 0 || next() < 0.4 ? 'void' : names[i - 1];
    const drawn =
      parent === 'void' ? free[(first + i) % free.length] : bodyJoints[(first + 2 * i) % bodyJoints.length];
    const through = [0, 1, 2, 3].map((i): Vec3<number> => {
      const [a, b, c] = vector3(next, 0.1);
      return [(i - 1.5) * knot + a, b, c];
    });
    return joint(
      name,
      drawn,
      parent,
      name,
      pose(vector3(next, 0.4), vector3(next)),
      axisOf(next, next() < 0.5),
      {
        ...(drawn === 'helical' ? { pitch: within(0.05, 0.15) } : {}),
        ...(drawn === 'rail' ? { path: { through, by: among(['knots', 'length'] as const) } } : {}),
      },
    );
  });
  const { value: model } = modelOf(
    robot('floats', [link('void'), ...names.map((name) => link(name, inertial(next)))], joints),
  );
  if (model === undefined) throw new Error('no model of virtual bodies');
  const roots = model.bodies.filter(({ parent }) => parent < 0).map((body) => body.joint);
  const middle = model.neutral.slice();
  for (const { q: at, rail } of model.bodies) if (rail !== undefined) middle[at] = rail.spline.length / 2;
  return {
    model,
    start: integrate(numbers, model, middle, vector(next, model.nv, 0.3), 1),
    speed: vector(next, model.nv, 0.3),
    ...(next() < 0.5 ? { weight: [among(roots)] } : {}),
  };
}

/** Points on robot and bodies, goals near those of the robot, solids within reach. */
export interface Scene {
  readonly points: readonly PointDesign[];
  readonly robot: readonly string[];
  readonly bodies: readonly string[];
  /** Beside each point of the robot, turned by less than a radian. */
  readonly goals: readonly string[];
  /** A sphere and a capsule on the robot. */
  readonly round: readonly string[];
  readonly solids: readonly string[];
}

export function sceneOf(model: Model, q: Numbers, bodies: BodiesDesign | undefined, draw: Draw): Scene {
  const { next, within } = draw;
  const kinematics = forwardKinematics(numbers, model, q);
  const robotPoints: PointDesign[] = [];
  const goals: PointDesign[] = [];
  const solids: PointDesign[] = [];
  const shapes: readonly PointDesign['shape'][] = [
    { kind: 'plane', size: [] },
    { kind: 'sphere', size: [within(0.05, 0.2)] },
    { kind: 'capsule', size: [within(0.05, 0.1), within(0.2, 0.6)] },
    { kind: 'box', size: [0.2, 0.3, 0.4] },
    { kind: 'cylinder', size: [within(0.05, 0.1), within(0.2, 0.6)] },
  ];
  const turned = (rotation: Mat3<number>, size: number) =>
    quaternionProduct(
      numbers,
      quaternionExp(numbers, vector3(next, size)),
      quaternionFromRotation(numbers, rotation),
    );
  spreadFrames(model, 5).forEach((frame, i) => {
    const at = vector3(next, 0.1);
    const { position, rotation } = framePlacement(numbers, kinematics, frameOf(model, frame));
    const place = mulMatVec(numbers, rotation, at).map((x, k) => x + position[k]);
    const away = (size: number): [number, number, number] => {
      const [x, y, z] = vector3(next, size);
      return [place[0] + x, place[1] + y, place[2] + z];
    };
    const attitude = i % 2 === 0 ? quaternionExp(numbers, vector3(next)) : undefined;
    robotPoints.push({
      name: `spot${i}`,
      frame,
      at,
      ...(attitude === undefined ? {} : { attitude }),
      ...(i === 0 ? { shape: { kind: 'sphere', size: [0.05] } } : {}),
      ...(i === 1 ? { shape: { kind: 'capsule', size: [0.04, 0.2] } } : {}),
    });
    const own = attitude === undefined ? rotation : rotationAfter(rotation, attitude);
    goals.push({ name: `goal${i}`, at: away(0.3), attitude: turned(own, 0.5) });
    const shape = shapes[i];
    if (shape === undefined) return;
    solids.push({ name: `solid${i}`, at: away(0.4), attitude: quaternionExp(numbers, vector3(next)), shape });
  });
  const onBodies = (bodies?.model.frames ?? [])
    .filter(({ name }) => name.startsWith('float'))
    .map(({ name }): PointDesign => ({ name: `at-${name}`, frame: name, at: vector3(next, 0.1) }));
  const names = (points: readonly PointDesign[]) => points.map(({ name }) => name);
  return {
    points: [...robotPoints, ...onBodies, ...goals, ...solids],
    robot: names(robotPoints),
    bodies: names(onBodies),
    goals: names(goals),
    round: names(robotPoints.slice(0, 2)),
    solids: names(solids),
  };
}

/** R exp(q), as a rotation: the axes of a point that is turned in its frame. */
function rotationAfter(
  rotation: Mat3<number>,
  [w, x, y, z]: readonly [number, number, number, number],
): Mat3<number> {
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ].map(([a, b, c]) => mulMatVec(numbers, rotation, [a, b, c]));
  return [0, 1, 2].flatMap((row) => columns.map((column) => column[row])) as unknown as Mat3<number>;
}

/** What keeps a body from drifting off: a spring and a damper to a point of the robot, and now and then more inertia. */
export function tethers(scene: Scene, bodies: BodiesDesign, strength: number, draw: Draw): ElementDesign[] {
  const { among, within, next } = draw;
  return scene.bodies.flatMap((name): ElementDesign[] => {
    const joins = { from: name, to: among(scene.robot) };
    const hung = (family: 'spring' | 'damper', parameters: Parameters): ElementDesign => {
      return { name: `${family}-of-${name}`, family, kind: 'linear', joins, parameters };
    };
    const more = { name: `inertia-of-${name}`, family: 'inerter', joins: { at: name } } as const;
    const inertia: readonly ElementDesign[] = [
      { ...more, kind: 'point-mass', parameters: { mass: [within(0.2, 1)] } },
      { ...more, kind: 'rotational', parameters: { inertia: [0.02, 0.03, 0.04] } },
      {
        ...more,
        kind: 'linear',
        joins: { from: name, to: 'world' },
        parameters: { inertance: gainOf(draw, 3, 0.5) },
      },
    ];
    const single = bodies.model.bodies.filter((body) => body.nq === 1 && body.nv === 1);
    const onJoint =
      single.length === 0
        ? []
        : [{ ...inertia[2], joins: { joint: among(single).joint }, parameters: { inertance: [0.3] } }];
    return [
      hung('spring', { stiffness: [strength * stiff * within(0.5, 1.5)] }),
      hung('damper', { damping: [strength * viscous * within(0.5, 1.5)] }),
      ...(next() < 0.5 ? [among([...inertia, ...onJoint])] : []),
    ];
  });
}
