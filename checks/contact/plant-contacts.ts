/** Robots that touch something, and what comes of it, for the claims of contact. */
import { compileWasm } from 'pliant/graph';
import type { Vec3 } from 'pliant/math';
import { type Model, modelOf } from 'pliant/model';
import {
  type ContactOptions,
  type ContactSolid,
  type RigidOptions,
  type RigidPlant,
  rigidPlant,
  rigidProgram,
  withSubsteps,
} from 'pliant/plant';
import type { Inertial, Joint, JointType, Robot } from 'pliant/robot';
import { level, link } from '../made-robots.js';

export interface Segment {
  readonly type: JointType;
  readonly axis: Vec3<number>;
  readonly at?: Vec3<number>;
  readonly inertial: Inertial;
}

export const point = (mass: number): Inertial => ({ mass, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] });

/** A chain of links `s1`, `s2`, … from `base`. */
export function chainOf(segments: readonly Segment[]): Model {
  const joints = segments.map(
    ({ type, axis, at = [0, 0, 0] }, i): Joint => ({
      name: `j${i + 1}`,
      type,
      parent: i === 0 ? 'base' : `s${i}`,
      child: `s${i + 1}`,
      origin: { position: at, rotation: level },
      axis,
      damping: 0,
      friction: 0,
      rotorInertia: 0,
    }),
  );
  const robot: Robot = {
    name: 'chain',
    source: { format: 'made' },
    links: [link('base'), ...segments.map(({ inertial }, i) => link(`s${i + 1}`, inertial))],
    joints,
    roots: [{ link: 'base', base: 'fixed', pose: { position: [0, 0, 0], rotation: level } }],
    frames: [],
    starts: [],
  };
  const { value, problems } = modelOf(robot);
  if (value === undefined) throw new Error(problems.map(({ message }) => message).join('; '));
  return value;
}

/** A mass that slides along z, and along x where it is to slide along what it touches: `slides`. */
export function sledge(mass: number, slides: boolean): Model {
  const down: Segment = { type: 'prismatic', axis: [0, 0, 1], inertial: point(mass) };
  const aside: Segment = { type: 'prismatic', axis: [1, 0, 0], inertial: point(mass / 1000) };
  return chainOf(slides ? [aside, down] : [down]);
}

export const floor = (stiffness: number, damping: number, friction?: number): ContactSolid => ({
  name: 'floor',
  kind: 'plane',
  size: [],
  stiffness,
  damping,
  ...(friction === undefined ? {} : { friction }),
});

/** The plant as a scenario assembles it: with steps in parts where about q they are long. */
export function plantOf(
  model: Model,
  q: readonly number[],
  contacts: ContactOptions,
  options: Partial<RigidOptions> = {},
): RigidPlant {
  const whole: RigidOptions = { step: 1e-3, gravity: [0, 0, 0], ...options, contacts };
  return rigidPlant(compileWasm(rigidProgram(model, withSubsteps(model, whole, q))));
}

/** A reading of the plant, observed now. */
export function read(plant: RigidPlant, name: string): Float64Array {
  plant.observe();
  const found = plant.readings.find(({ channel }) => channel.name === name);
  if (found === undefined) throw new Error(`no reading ${name}`);
  return found.values;
}
