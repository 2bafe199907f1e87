/** The robot of a bench: one mass that slides along one to three axes of the world. */
import type { Vec3 } from '../math/index.js';
import type { Joint, Link, Robot } from './robot.js';

export const benchAxes = ['x', 'y', 'z'] as const;
export type BenchAxis = (typeof benchAxes)[number];

export interface BenchRobot {
  /** Each once, in the order in which they carry each other. */
  readonly axes: readonly BenchAxis[];
  /** kg, > 0. */
  readonly mass: number;
}

const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const origin: Vec3<number> = [0, 0, 0];
const direction: Readonly<Record<BenchAxis, Vec3<number>>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/**
 * Sliding joints named after their axes, one on the other from the link `base` on, without limits or friction. The last
 * link is `tool`, a point mass at its origin; those between weigh nothing and are called `x slide` and the like.
 */
export function benchRobot(name: string, { axes, mass }: BenchRobot): Robot {
  const moving = axes.map((axis, i) => (i === axes.length - 1 ? 'tool' : `${axis} slide`));
  const still = { visuals: [], collisions: [] };
  const links: Link[] = ['base', ...moving].map((link) =>
    link === 'tool'
      ? { name: link, ...still, inertial: { mass, centre: origin, inertia: [0, 0, 0, 0, 0, 0] } }
      : { name: link, ...still },
  );
  const joints = axes.map(
    (axis, i): Joint => ({
      name: axis,
      type: 'prismatic',
      parent: links[i].name,
      child: links[i + 1].name,
      origin: { position: origin, rotation: upright },
      axis: direction[axis],
      damping: 0,
      friction: 0,
      rotorInertia: 0,
    }),
  );
  return {
    name,
    source: { format: 'made' },
    links,
    joints,
    roots: [{ link: 'base', base: 'fixed', pose: { position: origin, rotation: upright } }],
    frames: [],
    starts: [],
  };
}
