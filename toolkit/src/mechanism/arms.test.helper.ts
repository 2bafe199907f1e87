/** Small arms for the tests of this room and the next. */
import {
  type Mat3,
  numbers,
  quaternionFromRotation,
  rotationFromRpy,
  snapRotation,
  type Vec3,
} from '../math/index.js';
import {
  bodyVelocities,
  forwardKinematics,
  frameOf,
  integrate,
  jointTorques,
  type Model,
  modelOf,
} from '../model/index.js';
import type { Joint, JointType, Link, Robot } from '../robot/index.js';
import { type Engaged, engage, ownKind } from './attach.js';
import type { Site } from './coordinate.js';
import type { Ends } from './coordinate-declaration.js';
import type { ElementDeclaration } from './declaration.js';
import { bodyWrenches, LoadSums, loadPower } from './loads.js';
import { bodySite, worldOrigin, worldSite } from './site.js';

export interface JointSpec {
  readonly type?: JointType;
  readonly xyz?: Vec3<number>;
  readonly rpy?: Vec3<number>;
  readonly axis?: Vec3<number>;
  /** Of the link that it carries. */
  readonly mass?: number;
  readonly centre?: Vec3<number>;
  /** Principal moments about the centre of mass. */
  readonly inertia?: Vec3<number>;
  readonly rotorInertia?: number;
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number };
}

export function rotation(rpy: Vec3<number>): Mat3<number> {
  return snapRotation(rotationFromRpy(numbers, ...rpy));
}

/** A chain base, l1, l2 … with joints j1, j2 …; `rpy` turns its base in the world. */
export function chain(specs: readonly JointSpec[], rpy: Vec3<number> = [0, 0, 0]): Model {
  const none = { visuals: [], collisions: [] };
  const links: Link[] = [{ name: 'base', ...none }];
  const joints: Joint[] = [];
  specs.forEach((spec, i) => {
    const { mass = 1, centre = [0, 0, 0], inertia = [0, 0, 0] } = spec;
    links.push({
      name: `l${i + 1}`,
      ...(spec.type === 'fixed' ? {} : { inertial: { mass, centre, inertia: [...inertia, 0, 0, 0] } }),
      ...none,
    });
    joints.push({
      name: `j${i + 1}`,
      type: spec.type ?? 'revolute',
      parent: i === 0 ? 'base' : `l${i}`,
      child: `l${i + 1}`,
      origin: {
        position: spec.xyz ?? [0, 0, 0],
        rotation: rotation(spec.rpy ?? [0, 0, 0]),
      },
      axis: spec.axis ?? [0, 0, 1],
      damping: 0,
      friction: 0,
      rotorInertia: spec.rotorInertia ?? 0,
      ...(spec.mimic === undefined ? {} : { mimic: spec.mimic }),
    });
  });
  const robot: Robot = {
    name: 'chain',
    source: { format: 'made' },
    links,
    joints,
    roots: [
      {
        link: 'base',
        base: 'fixed',
        pose: { position: [0, 0, 0], rotation: rotation(rpy) },
      },
    ],
    frames: [],
    starts: [],
  };
  const { value } = modelOf(robot);
  if (value === undefined) throw new Error('the test arm makes no model');
  return value;
}

/** Two links of 1 m with 1 kg at their ends in the plane z = 0, both axes +z; `l3` is the tip. */
export function planar(rpy: Vec3<number> = [0, 0, 0]): Model {
  return chain(
    [{ centre: [1, 0, 0] }, { xyz: [1, 0, 0], centre: [1, 0, 0] }, { type: 'fixed', xyz: [1, 0, 0] }],
    rpy,
  );
}

const quarter = 1.5707963267948966;

/** Seven joints about z of frames that are a quarter turn apart, as of an arm for torque control; `l8` is the tool. */
export function sevenJoints(): Model {
  return chain([
    {
      xyz: [0, 0, 0.34],
      mass: 4,
      centre: [0.003, -0.06, -0.11],
      inertia: [0.06, 0.05, 0.02],
    },
    {
      rpy: [-quarter, 0, 0],
      mass: 4.2,
      centre: [-0.002, -0.1, 0.05],
      inertia: [0.06, 0.02, 0.055],
    },
    {
      xyz: [0, -0.32, 0],
      rpy: [quarter, 0, 0],
      mass: 3.3,
      centre: [0.045, 0.03, -0.06],
      inertia: [0.03, 0.025, 0.02],
    },
    {
      xyz: [0.08, 0, 0],
      rpy: [quarter, 0, 0],
      mass: 3.1,
      centre: [-0.04, 0.08, 0.02],
      inertia: [0.03, 0.015, 0.028],
    },
    {
      xyz: [-0.08, 0.38, 0],
      rpy: [-quarter, 0, 0],
      mass: 2.2,
      centre: [-0.01, 0.05, -0.1],
      inertia: [0.025, 0.02, 0.01],
    },
    {
      rpy: [quarter, 0, 0],
      mass: 1.8,
      centre: [0.05, -0.03, 0.01],
      inertia: [0.004, 0.006, 0.006],
    },
    {
      xyz: [0.09, 0, 0],
      rpy: [quarter, 0, 0],
      mass: 0.7,
      centre: [0.01, 0.005, 0.06],
      inertia: [0.001, 0.001, 0.0006],
    },
    { type: 'fixed', xyz: [0, 0, 0.11], rpy: [0, 0, -quarter / 2] },
  ]);
}

/** A seeded stream of numbers in [−1, 1). */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Sites of an arm at q and v: each link at an odd place, `goal` in the world and `world`. */
export function sitesOf(model: Model, q: readonly number[], v: readonly number[]): Map<string, Site<number>> {
  const kinematics = forwardKinematics(numbers, model, q);
  const velocities = bodyVelocities(numbers, model, kinematics, v);
  const sites = new Map<string, Site<number>>([['world', worldOrigin(numbers)]]);
  for (const { name } of model.frames) {
    const mounting = { offset: [0.07, -0.04, 0.11], turn: rotation([0.3, -0.5, 0.9]) } as const;
    sites.set(name, bodySite(numbers, name, frameOf(model, name), kinematics, velocities, mounting));
  }
  const turned = rotationFromRpy(numbers, 0.4, -0.8, 1.9);
  const goal = {
    position: [0.5, -0.3, 0.6],
    rotation: turned,
    quaternion: quaternionFromRotation(numbers, turned),
  } as const;
  sites.set('goal', worldSite(numbers, 'goal', goal));
  return sites;
}

/** Everything that one element does at q and v. */
export interface Done extends Engaged<number> {
  readonly torques: readonly number[];
  /** Of all forces and torques, on the robot and in the world, W. */
  readonly power: number;
}

export type Joins = (
  sites: Map<string, Site<number>>,
  q: readonly number[],
  v: readonly number[],
) => Ends<number>;

export function act(
  model: Model,
  declaration: ElementDeclaration,
  joins: Joins,
  parameters: Readonly<Record<string, readonly number[]>>,
  q: readonly number[],
  v: readonly number[],
): Done {
  const ends = joins(sitesOf(model, q, v), q, v);
  const makings = { ends };
  const { coordinate, effect, stated } = engage<number>(
    numbers,
    declaration,
    ownKind(declaration, ends),
    makings,
    parameters,
  );
  const loads = new LoadSums<number>(numbers);
  coordinate.transpose(effect.force, effect.radial === true, loads);
  const wrenches = bodyWrenches(numbers, model.bodies.length, loads.sites.values());
  const torques = jointTorques(numbers, model, forwardKinematics(numbers, model, q), wrenches);
  for (const [i, torque] of loads.joints) torques[i] += torque;
  let power = 0;
  for (const load of loads.sites.values()) power += loadPower(numbers, load);
  for (const [i, torque] of loads.joints) power += torque * v[i];
  return { coordinate, effect, stated, torques, power };
}

/** dx/dt along the velocity v by central differences. */
export function rateOf(
  model: Model,
  q: readonly number[],
  v: readonly number[],
  x: (q: readonly number[]) => readonly number[],
  h = 1e-6,
): number[] {
  const after = x(integrate(numbers, model, q, v, h));
  const before = x(integrate(numbers, model, q, v, -h));
  return after.map((y, i) => (y - before[i]) / (2 * h));
}

export function randomState(model: Model, random: () => number): { q: number[]; v: number[] } {
  return {
    q: model.neutral.map((x) => x + 1.5 * random()),
    v: Array.from({ length: model.nv }, () => 2 * random()),
  };
}
