/** Robots for the tests of plants and runs, and a seeded source of numbers. */
import type { Vec3 } from '../math/index.js';
import { type Model, modelOf } from '../model/index.js';
import type { Plant } from '../port/index.js';
import type { Joint, JointLimits, JointType, Link, Robot } from '../robot/index.js';

export interface Segment {
  readonly type?: JointType;
  readonly parent?: string;
  readonly at?: Vec3<number>;
  readonly axis?: Vec3<number>;
  readonly mass: number;
  readonly centre?: Vec3<number>;
  readonly inertia?: readonly [number, number, number, number, number, number];
  readonly damping?: number;
  readonly friction?: number;
  readonly rotorInertia?: number;
  readonly limits?: JointLimits;
  readonly mimic?: Joint['mimic'];
  readonly spring?: Joint['spring'];
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** A robot of segments `s1`, `s2`, … on joints `j1`, `j2`, …, each on the one before unless `parent` names a link. */
export function robotOf(segments: readonly Segment[], base: 'fixed' | 'free' = 'fixed'): Robot {
  const links: Link[] = [
    {
      name: 'base',
      visuals: [],
      collisions: [],
      ...(base === 'free'
        ? { inertial: { mass: 2, centre: [0, 0, 0], inertia: [0.02, 0.03, 0.04, 0, 0, 0] as const } }
        : {}),
    },
  ];
  const joints: Joint[] = [];
  segments.forEach((segment, i) => {
    const name = `s${i + 1}`;
    links.push({
      name,
      visuals: [],
      collisions: [],
      inertial: {
        mass: segment.mass,
        centre: segment.centre ?? [0, 0, 0],
        inertia: segment.inertia ?? [0, 0, 0, 0, 0, 0],
      },
    });
    joints.push({
      name: `j${i + 1}`,
      type: segment.type ?? 'revolute',
      parent: segment.parent ?? (i === 0 ? 'base' : `s${i}`),
      child: name,
      origin: { position: segment.at ?? [0, 0, 0], rotation: identity },
      axis: segment.axis ?? [0, 1, 0],
      damping: segment.damping ?? 0,
      friction: segment.friction ?? 0,
      rotorInertia: segment.rotorInertia ?? 0,
      ...(segment.limits === undefined ? {} : { limits: segment.limits }),
      ...(segment.mimic === undefined ? {} : { mimic: segment.mimic }),
      ...(segment.spring === undefined ? {} : { spring: segment.spring }),
    });
  });
  return {
    name: 'made',
    source: { format: 'made' },
    links,
    joints,
    roots: [{ link: 'base', base, pose: { position: [0, 0, 0], rotation: identity } }],
    frames: [],
    starts: [],
  };
}

export function model(segments: readonly Segment[], base: 'fixed' | 'free' = 'fixed'): Model {
  const { value, problems } = modelOf(robotOf(segments, base));
  if (value === undefined) throw new Error(problems.map((problem) => problem.message).join('; '));
  return value;
}

/** Bob of 2 kg on a rod of 0.5 m about +y, hanging down at 0. */
export const pendulum: Segment = { mass: 2, centre: [0, 0, -0.5] };

/** A seven-joint arm with a light wrist, axes in turn z and y. */
export function arm(changes: Partial<Segment> = {}): Segment[] {
  const lengths = [0.3, 0.2, 0.25, 0.2, 0.2, 0.1, 0.08];
  const masses = [4, 3.5, 3, 2, 1.5, 0.8, 0.3];
  return lengths.map((length, i) => ({
    at: [0, 0, i === 0 ? 0.1 : lengths[i - 1]],
    axis: i % 2 === 0 ? [0, 0, 1] : [0, 1, 0],
    mass: masses[i],
    centre: [0.01, 0.02, length / 2],
    inertia: [
      masses[i] * length * length * 0.1,
      masses[i] * length * length * 0.1,
      masses[i] * length * length * 0.03,
      0,
      0,
      0,
    ],
    ...changes,
  }));
}

/** Numbers in −1 … 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  };
}

/** What a plant reads under a channel's name, as it is now. */
export function reading(plant: Plant, name: string): Float64Array {
  plant.observe();
  const found = plant.readings?.find(({ channel }) => channel.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found.values;
}
