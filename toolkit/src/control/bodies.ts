/**
 * Virtual bodies of a design: trees with their own joints, joined to the robot by springs and dampers only. The law
 * runs on robot and bodies as one model, the robot first; the last entries of its torques act on the bodies,
 *
 *     M(z) u̇ = F,   M = M_b + Σ Jᵀ m J,   F = (Σ Jᵀ f)_b + g_b(z) − c_b(z, u) − Σ Jᵀ m J̇ q̇,
 *
 * with M_b and c_b of the bodies' own masses, m and J of the inerters, g_b of the trees that weigh.
 */
import { type Algebra, numbers, type Vec3 } from '../math/index.js';
import { applyGain, coordinateNamed } from '../mechanism/index.js';
import {
  biasForces,
  forest,
  gravityTorque,
  kineticEnergy,
  type Model,
  massMatrix,
  potentialEnergy,
} from '../model/index.js';
import type { BodiesDesign, Design } from './design.js';
import { type Acting, controlLaw, type Law, type Slots, torquesOf, type WholeDesign } from './law.js';
import { jacobianRows, secondOrderTerms } from './second-order.js';

/** The design whose model is robot and virtual bodies as one; the design itself where it has none. */
export function wholeDesign(design: Design): WholeDesign {
  if (design.bodies === undefined) return design;
  const { bodies, ...robot } = design;
  return { ...robot, model: forest(design.model, bodies.model), robot: design.model };
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
  const damping = bodyDamping(A, design, law, law.acting);
  const drift = secondOrderTerms(A, whole, slots, [q, v], law);
  for (const acting of law.acting) {
    const { element, coordinate, effect } = acting;
    const gain = effect.inertance ?? (element.family === 'spring' ? effect.secant : undefined);
    if (gain === undefined) continue;
    const rows = bodyRows(A, design, law, coordinate);
    if (effect.inertance !== undefined) {
      addForm(A, inertia, rows, gain, nv);
      // Besides the acceleration: what changes with the place alone, and what the element says itself.
      const needed = applyGain(A, gain, drift(element)).map((x, k) => A.add(x, effect.force[k]));
      rows.forEach((row, k) => {
        subtract(row.map((x) => A.mul(x, needed[k])));
      });
    } else {
      addForm(A, stiffness, rows, slope(A, acting, gain), nv);
    }
  }
  return { inertia, force, stiffness, damping };
}

/** Σ Jᵀ D J of these elements of a law on the bodies, D the secants of all but springs; nv × nv of the bodies, row-major. */
export function bodyDamping<S>(
  A: Algebra<S>,
  design: Design,
  law: Law<S>,
  acting: readonly Acting<S>[],
): S[] {
  const nv = design.bodies?.model.nv ?? 0;
  const damping = new Array<S>(nv * nv).fill(A.constant(0));
  for (const own of acting) {
    const { element, effect, coordinate } = own;
    if (effect.inertance !== undefined || effect.secant === undefined || element.family === 'spring')
      continue;
    addForm(A, damping, bodyRows(A, design, law, coordinate), slope(A, own, effect.secant), nv);
  }
  return damping;
}

/** J of a coordinate on the bodies' joints, by rows: of what no body moves they are zeros, which a graph folds. */
function bodyRows<S>(
  A: Algebra<S>,
  design: Design,
  { kinematics }: Law<S>,
  coordinate: Acting<S>['coordinate'],
): S[][] {
  return jacobianRows(A, wholeDesign(design).model, kinematics, coordinate).map((row) =>
    row.slice(design.model.nv),
  );
}

/** The gain on what the rate adds up to, where a peer's reading grows slower than that. */
function slope<S>(A: Algebra<S>, { declaration, element }: Acting<S>, gain: readonly S[]): readonly S[] {
  const share = element.family === 'spring' ? coordinateNamed(declaration.coordinate).slope : undefined;
  return share === undefined ? gain : gain.map((g) => A.mul(A.constant(share), g));
}

/** Adds Jᵀ G J, G symmetric, J by rows. */
function addForm<S>(
  A: Algebra<S>,
  sum: S[],
  rows: readonly (readonly S[])[],
  gain: readonly S[],
  nv: number,
): void {
  for (let j = 0; j < nv; j++) {
    const column = rows.map((row) => row[j]);
    const pulled = applyGain(A, gain, column);
    for (let i = j; i < nv; i++) {
      let entry = A.constant(0);
      rows.forEach((row, k) => {
        entry = A.add(entry, A.mul(row[i], pulled[k]));
      });
      sum[i * nv + j] = A.add(sum[i * nv + j], entry);
      if (i !== j) sum[j * nv + i] = A.add(sum[j * nv + i], entry);
    }
  }
}

/** M of the bodies at q of the whole (nv × nv, row-major), inerters included, as numbers; the design is ordered. */
export function bodyInertia(
  design: Design & { readonly bodies: BodiesDesign },
  slots: Slots<number>,
  q: readonly number[],
): readonly number[] {
  const state = [q, new Array<number>(design.model.nv + design.bodies.model.nv).fill(0)] as const;
  const law = controlLaw(numbers, wholeDesign(design), slots, ...state);
  return bodyDynamics(numbers, design, slots, state, law, undefined).inertia;
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
