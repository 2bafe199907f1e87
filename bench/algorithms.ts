/** Dynamics as programs of their own, as a user of the toolkit compiles them, and the same in pinocchio-js. */
import { createRequire } from 'node:module';
import { type Executable, type Node, type Program, ProgramBuilder } from 'pliant/graph';
import {
  forwardDynamics,
  gravityTorque,
  inverseDynamics,
  type Model,
  massMatrix,
  regroup,
} from 'pliant/model';

export const algorithmNames = ['rnea', 'aba', 'crba', 'gravity'] as const;
export type AlgorithmName = (typeof algorithmNames)[number];

/** Inputs q, v, x (accelerations for rnea, torques for aba), output `result`. */
export function algorithmProgram(model: Model, name: AlgorithmName): Program {
  const p = new ProgramBuilder(name);
  const inner = regroup(model);
  const inputs = (field: string, size: number) => p.field({ name: field, region: 'inputs', size, unit: '' });
  const fields = {
    q: inputs('q', model.nq),
    v: inputs('v', model.nv),
    x: inputs('x', model.nv),
    gravity: inputs('gravity', 3),
  };
  const result = p.field({
    name: 'result',
    region: 'outputs',
    size: name === 'crba' ? model.nv ** 2 : model.nv,
    unit: '',
  });
  p.procedure('step', () => {
    const q = p.loadAll(fields.q);
    const v = name === 'rnea' || name === 'aba' ? p.loadAll(fields.v) : [];
    const x = name === 'rnea' || name === 'aba' ? p.loadAll(fields.x) : [];
    const [gx, gy, gz] = p.loadAll(fields.gravity);
    const g: readonly [Node, Node, Node] = [gx, gy, gz];
    if (name === 'rnea') p.storeAll(result, inverseDynamics(p.graph, inner, q, v, x, g));
    else if (name === 'aba') p.storeAll(result, forwardDynamics(p.graph, inner, q, v, x, g));
    else if (name === 'crba') p.storeAll(result, massMatrix(p.graph, inner, q));
    else p.storeAll(result, gravityTorque(p.graph, inner, q, g));
  });
  return p.finish();
}

/** What of pinocchio-js is used; it has no types of its own. */
interface Pinocchio {
  Model: new () => object;
  Data: new (model: object) => object;
  SE3: { fromRotationTranslation(rotation: Float64Array, translation: Float64Array): object };
  Inertia: { fromMassComInertia(mass: number, centre: Float64Array, inertia: Float64Array): object };
  JointModelRZ(): object;
  addJoint(model: object, parent: number, joint: object, placement: object, name: string): number;
  appendBodyToJoint(model: object, joint: number, inertia: object, placement: object): void;
  rnea(model: object, data: object, q: Float64Array, v: Float64Array, a: Float64Array): ArrayLike<number>;
  aba(model: object, data: object, q: Float64Array, v: Float64Array, tau: Float64Array): ArrayLike<number>;
  crba(model: object, data: object, q: Float64Array): ArrayLike<number>;
  computeGeneralizedGravity(model: object, data: object, q: Float64Array): ArrayLike<number>;
}

export interface PinocchioPeer {
  readonly run: Readonly<Record<AlgorithmName, () => ArrayLike<number>>>;
}

/** The arm in pinocchio-js, or why not. */
export async function pinocchioPeer(
  model: Model,
  q: Float64Array,
  v: Float64Array,
  x: Float64Array,
): Promise<PinocchioPeer | { why: string }> {
  try {
    createRequire(import.meta.url).resolve('pinocchio-js');
  } catch {
    return { why: 'not installed' };
  }
  const name = 'pinocchio-js';
  const module = (await import(name)) as { default: () => Promise<Pinocchio> };
  const pin = await module.default();
  const made = new pin.Model();
  const joints: number[] = [];
  for (const body of model.bodies) {
    const { rotation, position } = body.placement;
    const parent = body.parent < 0 ? 0 : joints[body.parent];
    const at = pin.SE3.fromRotationTranslation(Float64Array.from(rotation), Float64Array.from(position));
    const joint = pin.addJoint(made, parent, pin.JointModelRZ(), at, body.joint);
    const { mass, centre, inertia: i } = body.inertia;
    const tensor = Float64Array.of(i[0], i[3], i[4], i[1], i[5], i[2]);
    const still = pin.SE3.fromRotationTranslation(
      Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      new Float64Array(3),
    );
    pin.appendBodyToJoint(
      made,
      joint,
      pin.Inertia.fromMassComInertia(mass, Float64Array.from(centre), tensor),
      still,
    );
    joints.push(joint);
  }
  const data = new pin.Data(made);
  return {
    run: {
      rnea: () => pin.rnea(made, data, q, v, x),
      aba: () => pin.aba(made, data, q, v, x),
      crba: () => pin.crba(made, data, q),
      gravity: () => pin.computeGeneralizedGravity(made, data, q),
    },
  };
}

/** Largest difference of two results, relative to the largest entry. */
export function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let error = 0;
  let size = 0;
  for (let i = 0; i < a.length; i++) {
    error = Math.max(error, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  }
  return Number.isFinite(error) ? error / Math.max(size, 1e-300) : Number.POSITIVE_INFINITY;
}

export function resultOf(executable: Executable): Float64Array {
  const field = executable.layout.fields.find((f) => f.name === 'result');
  const region = executable.layout.regions.find((r) => r.name === 'outputs');
  if (field === undefined || region === undefined) throw new Error('bench: no result');
  const at = region.offset + field.offset;
  return executable.memory.subarray(at, at + field.size);
}
