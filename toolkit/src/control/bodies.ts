/**
 * Virtual bodies of a design: trees with their own joints, joined to the robot by springs and dampers only. The law
 * runs on robot and bodies as one model, the robot first; the last entries of its torques act on the bodies,
 *
 *     M(z) u̇ = F,   M = M_b + Σ Jᵀ m J,   F = (Σ Jᵀ f)_b + g_b(z) − c_b(z, u) − Σ Jᵀ m J̇ q̇,
 *
 * with M_b and c_b of the bodies' own masses, m and J of the inerters, g_b of the trees that weigh.
 */
import { type Algebra, type Dual, dual, type Vec3 } from '../math/index.js';
import { applyGain, coordinateNamed, LoadSums } from '../mechanism/index.js';
import {
  biasForces,
  configurationRate,
  forest,
  gravityTorque,
  kineticEnergy,
  type Model,
  massMatrix,
  potentialEnergy,
} from '../model/index.js';
import type { BodiesDesign, Design } from './design.js';
import { type Acting, controlLaw, type Law, type Slots, torquesOf } from './law.js';

/** The design whose model is robot and virtual bodies as one; the design itself where it has none. */
export function wholeDesign(design: Design): Design {
  if (design.bodies === undefined) return design;
  const { bodies, ...robot } = design;
  return { ...robot, model: forest(design.model, bodies.model) };
}

/** Where a run starts: configuration (nq) and velocity (nv) of the bodies. */
export function bodiesStart({ model, start, speed }: BodiesDesign): {
  readonly q: readonly number[];
  readonly v: readonly number[];
} {
  return { q: start ?? model.neutral, v: speed ?? new Array<number>(model.nv).fill(0) };
}

/** The joint of the first body of each body's tree. */
export function trees(model: Model): string[] {
  const first: string[] = [];
  model.bodies.forEach(({ joint, parent }, i) => {
    first[i] = parent < 0 ? joint : first[parent];
  });
  return first;
}

/** The model with the inertia of some of its bodies only. */
function only(model: Model, keep: (body: number) => boolean): Model {
  const none = { mass: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0] } as const;
  const nothing = { mass: 0, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] } as const;
  return {
    ...model,
    bodies: model.bodies.map((body, i) =>
      keep(i) ? body : { ...body, moments: none, inertia: nothing, rotorInertia: 0 },
    ),
  };
}

/** The bodies of the trees that weigh; undefined where none does. */
function weighing({ model, weight = [] }: BodiesDesign): ((body: number) => boolean) | undefined {
  if (weight.length === 0) return undefined;
  const first = trees(model);
  return (i) => weight.includes(first[i]);
}

/** M, F and what the elements answer to a motion of the bodies: Σ Jᵀ G J of springs and of dampers; nv × nv, row-major. */
export interface BodyDynamics<S> {
  readonly inertia: readonly S[];
  readonly force: readonly S[];
  readonly stiffness: readonly S[];
  readonly damping: readonly S[];
}

/** The dynamics of the bodies at q and v of the whole, the law on the whole being `law`; the design is ordered. */
export function bodyDynamics<S>(
  A: Algebra<S>,
  design: Design & { readonly bodies: BodiesDesign },
  slots: Slots<S>,
  [q, v]: readonly [readonly S[], readonly S[]],
  law: Law<S>,
  gravity: Vec3<S> | undefined,
): BodyDynamics<S> {
  const { bodies } = design;
  const { model } = bodies;
  const { nv } = model;
  const whole = wholeDesign(design);
  const [zq, zv] = [q.slice(design.model.nq), v.slice(design.model.nv)];
  const zero = A.constant(0);
  const swept = torquesOf(A, whole.model, law.kinematics, law.loads.sites.values(), law.loads.joints);
  let force = swept.slice(design.model.nv);
  const subtract = (torques: readonly S[]) => {
    force = force.map((f, i) => A.sub(f, torques[i]));
  };
  subtract(biasForces(A, model, zq, zv, [zero, zero, zero]));
  const heavy = weighing(bodies);
  if (heavy !== undefined && gravity !== undefined)
    subtract(gravityTorque(A, only(model, heavy), zq, gravity));
  const inertia = massMatrix(A, model, zq);
  const stiffness = new Array<S>(nv * nv).fill(zero);
  const damping = new Array<S>(nv * nv).fill(zero);
  const drift = inerterDrift(A, whole, slots, [q, v], law);
  for (const acting of law.acting) {
    const { element, effect } = acting;
    const gain = effect.inertance ?? effect.secant;
    if (gain === undefined) continue;
    const J = rowsOn(A, design, whole.model, law, acting);
    if (J.every((row) => row === undefined)) continue;
    if (effect.inertance !== undefined) {
      add(A, inertia, J, gain, nv);
      const rate = drift(element.name);
      const needed = applyGain(A, effect.inertance, rate);
      J.forEach((row, k) => {
        if (row !== undefined) subtract(row.map((x) => A.mul(x, needed[k])));
      });
    } else add(A, element.family === 'damper' ? damping : stiffness, J, slope(A, acting, gain), nv);
  }
  return { inertia, force, stiffness, damping };
}

/** The gain on what the rate adds up to, where a peer's reading grows slower than that. */
function slope<S>(A: Algebra<S>, { declaration, element }: Acting<S>, gain: readonly S[]): readonly S[] {
  const share = element.family === 'spring' ? coordinateNamed(declaration.coordinate).slope : undefined;
  return share === undefined ? gain : gain.map((g) => A.mul(A.constant(share), g));
}

/** The rows of an element's Jacobian on the bodies (nv): ż = J u + …; undefined where the entry joins no body. */
function rowsOn<S>(
  A: Algebra<S>,
  { model }: Design,
  whole: Model,
  { kinematics }: Law<S>,
  { coordinate }: Acting<S>,
): (readonly S[] | undefined)[] {
  const { length } = coordinate.reading.rate;
  return Array.from({ length }, (_, k) => {
    const loads = new LoadSums<S>(A);
    const unit = Array.from({ length }, (_, i) => A.constant(i === k ? 1 : 0));
    coordinate.transpose(unit, false, loads);
    const joins =
      [...loads.sites.values()].some(({ site }) => site.body >= model.bodies.length) ||
      [...loads.joints.keys()].some((index) => index >= model.nv);
    if (!joins) return undefined;
    // A tension acts against its coordinate.
    return torquesOf(A, whole, kinematics, loads.sites.values(), loads.joints)
      .slice(model.nv)
      .map((x) => A.neg(x));
  });
}

/** Adds Jᵀ G J, G symmetric. */
function add<S>(
  A: Algebra<S>,
  sum: S[],
  J: readonly (readonly S[] | undefined)[],
  gain: readonly S[],
  nv: number,
): void {
  const zero = A.constant(0);
  const rows = J.map((row) => row ?? new Array<S>(nv).fill(zero));
  for (let j = 0; j < nv; j++) {
    const pulled = applyGain(
      A,
      gain,
      rows.map((row) => row[j]),
    );
    for (let i = j; i < nv; i++) {
      let entry = zero;
      rows.forEach((row, k) => {
        entry = A.add(entry, A.mul(row[i], pulled[k]));
      });
      sum[i * nv + j] = A.add(sum[i * nv + j], entry);
      if (i !== j) sum[j * nv + i] = A.add(sum[j * nv + i], entry);
    }
  }
}

/** J̇ q̇ of each inerter: the change of its rate while no velocity changes, by the law over dual numbers. */
function inerterDrift<S>(
  A: Algebra<S>,
  whole: Design,
  slots: Slots<S>,
  [q, v]: readonly [readonly S[], readonly S[]],
  law: Law<S>,
): (element: string) => readonly S[] {
  const inerters = law.acting.filter(({ effect }) => effect.inertance !== undefined);
  if (inerters.length === 0) return () => [];
  const D = dual(A);
  const rates = configurationRate(A, whole.model, q, v);
  const moving = controlLaw(
    D,
    { ...whole, elements: inerters.map(({ element }) => element) },
    still(slots),
    q.map((value, i) => ({ value, change: rates[i] })),
    v.map((value) => ({ value, change: undefined })),
  );
  return (name) => {
    const found = moving.acting.find(({ element }) => element.name === name);
    const rate = found?.coordinate.reading.rate ?? [];
    return rate.map(({ change }) => change ?? A.constant(0));
  };
}

/** Slots whose numbers do not change. */
function still<S>(slots: Slots<S>): Slots<Dual<S>> {
  const one = (value: S): Dual<S> => ({ value, change: undefined });
  const all = <T extends readonly S[]>(values: T) =>
    values.map(one) as unknown as { [K in keyof T]: Dual<S> };
  return {
    mounting(point) {
      const { offset, turn } = slots.mounting(point);
      return { ...(offset && { offset: all(offset) }), ...(turn && { turn: all(turn) }) };
    },
    worldMotion(point) {
      const { position, rotation, quaternion } = slots.worldMotion(point);
      return { position: all(position), rotation: all(rotation), quaternion: all(quaternion) };
    },
    parameters(element) {
      const given = Object.entries(slots.parameters(element));
      return Object.fromEntries(given.map(([name, values]) => [name, values && all(values)]));
    },
  };
}

/** What each body stores, J: its motion by its joint's name, and its weight where it weighs. */
export function bodyEnergies<S>(
  A: Algebra<S>,
  bodies: BodiesDesign,
  q: readonly S[],
  v: readonly S[],
  gravity: Vec3<S> | undefined,
): { readonly name: string; readonly energy: S }[] {
  const { model } = bodies;
  const heavy = weighing(bodies);
  return model.bodies.flatMap(({ joint }, i) => {
    const alone = only(model, (other) => other === i);
    const weight =
      gravity === undefined || heavy?.(i) !== true
        ? []
        : [{ name: `${joint} weight`, energy: potentialEnergy(A, alone, q, gravity) }];
    return [{ name: joint, energy: kineticEnergy(A, alone, q, v) }, ...weight];
  });
}
