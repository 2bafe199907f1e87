/** The programs of a force field that are of the arm itself: its weight, what it carries, and how it moves. */
import { compileWasm, type Executable, type Program, ProgramBuilder } from '../graph/index.js';
import { lift3, type Vec3 } from '../math/index.js';
import {
  type Body,
  forwardDynamics,
  gravityTorque,
  jointProperties,
  laden,
  type Model,
  type Payload,
} from '../model/index.js';

/** What the arm itself has, and when it is looked at. */
export interface Surroundings {
  /** Acceleration of free fall that the joints feel, m/s²; none where the drives compensate it. Standard by default. */
  readonly gravity?: readonly [number, number, number];
  /** For each entry of v, in place of the model's own. */
  readonly joints?: {
    /** N m or N. */
    readonly coulomb?: readonly number[];
    /** N m s/rad or N s/m. */
    readonly damping?: readonly number[];
    /** kg m² or kg. */
    readonly rotorInertia?: readonly number[];
    /** N m/rad or N/m, with the position without torque, rad or m. */
    readonly stiffness?: readonly number[];
    readonly rest?: readonly number[];
  };
  /** What the arm carries: its weight and its inertia are of the arm itself, whatever the design knows of it. */
  readonly payloads?: readonly CarriedPayload[];
}

export interface CarriedPayload extends Payload<number> {
  readonly name: string;
}

/** A payload, the arm as if it had the mass of that alone, and what weighs it. */
export interface Carried {
  readonly name: string;
  readonly alone: Model;
  readonly weigh: Executable;
}

/** Payloads as what hangs on an arm without mass, in a fall that may be none. */
export function carriedBy(
  robot: Model,
  payloads: readonly CarriedPayload[],
  fall: Vec3<number> | undefined,
): readonly Carried[] {
  if (fall === undefined) return [];
  return payloads.map((payload) => {
    const alone = burdened(robot, payload);
    return { name: payload.name, alone, weigh: compileWasm(weightProgram(alone, fall)) };
  });
}

function burdened(model: Model, { body: carrier, moments }: CarriedPayload): Model {
  const { mass, first } = moments;
  const bodies = model.bodies.map((body, i): Body => {
    if (i !== carrier) return { ...body, inertia: nothing, moments: massless };
    const centre = [first[0] / mass, first[1] / mass, first[2] / mass] as const;
    return { ...body, inertia: { ...nothing, mass, centre }, moments };
  });
  return { ...model, bodies };
}

const massless: Body['moments'] = { mass: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] };
const nothing: Body['inertia'] = { mass: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] };

/** `weigh`: torque that holds the weight at q. */
export function weightProgram(model: Model, weight: Vec3<number>): Program {
  const p = new ProgramBuilder(`${model.name}_weight`);
  const q = p.field({ name: 'q', region: 'inputs', size: model.nq, unit: model.positionUnits });
  const torque = p.field({ name: 'torque', region: 'outputs', size: model.nv, unit: model.forceUnits });
  p.procedure('weigh', () => {
    p.storeAll(torque, gravityTorque(p.graph, model, p.loadAll(q), lift3(p.graph, weight)));
  });
  return p.finish();
}

/** `move`: (M + R) v̇ = τ − D v − b(q, v), weight in b but that of payloads, rotors as they are given. */
export function motionProgram(
  robot: Model,
  { joints = {}, payloads = [] }: Surroundings,
  weight: Vec3<number> | undefined,
): Program {
  const p = new ProgramBuilder(`${robot.name}_motion`);
  const own = jointProperties(robot);
  // What the arm carries moves with it; it feels another fall than the arm, and that is among the torques.
  const model = payloads.length === 0 ? robot : laden(robot, payloads);
  const { damping = own.damping, rotorInertia = own.rotorInertia } = joints;
  const q = p.field({ name: 'q', region: 'inputs', size: model.nq, unit: model.positionUnits });
  const v = p.field({ name: 'v', region: 'inputs', size: model.nv, unit: model.velocityUnits });
  const torque = p.field({ name: 'torque', region: 'inputs', size: model.nv, unit: model.forceUnits });
  const acceleration = p.field({ name: 'acceleration', region: 'outputs', size: model.nv, unit: '' });
  p.procedure('move', () => {
    const { graph: A } = p;
    const speeds = p.loadAll(v);
    const driving = p.loadAll(torque).map((t, i) => A.sub(t, A.mul(A.constant(damping[i]), speeds[i])));
    const g = lift3(A, weight ?? [0, 0, 0]);
    if (weight !== undefined)
      for (const payload of payloads) {
        const felt = gravityTorque(A, burdened(robot, payload), p.loadAll(q), g);
        felt.forEach((torque, i) => {
          driving[i] = A.add(driving[i], torque);
        });
      }
    const diagonal = rotorInertia.map((r, i) => A.constant(r - own.rotorInertia[i]));
    p.storeAll(acceleration, forwardDynamics(A, model, p.loadAll(q), speeds, driving, g, { diagonal }));
  });
  return p.finish();
}
