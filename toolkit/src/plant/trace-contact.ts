/** Contacts with solids as statements of a rigid plant's program. */
import { type Separation, type Solid, separation } from '../geometry/index.js';
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import {
  add3,
  max,
  mulMat,
  mulMatVec,
  normalised,
  type Quaternion,
  rotationFromQuaternion,
  scale3,
  sub3,
  sum,
  type Vec3,
} from '../math/index.js';
import { forwardKinematics, frameOf, framePlacement, type Model, pointJacobian } from '../model/index.js';
import type { ContactFields, PlaceFields, SolidFields } from './contact-fields.js';
import { contactForce, poleGains } from './contact-law.js';
import { addExternal, type ExternalFields } from './external.js';
import type { RigidFields } from './fields.js';
import type { JointInertia } from './joint-inertia.js';

/** Most passes over which contacts press and which let go; 1 to 3 are common. */
const PASSES = 20;
/** Least J M⁻¹ Jᵀ, 1/kg, of a contact: the mass of one that cannot move is taken for its inverse. */
const LEAST = 1e-9;

/** What contacts need of the program that they are part of. */
interface Host {
  readonly p: ProgramBuilder;
  readonly model: Model;
  readonly fields: RigidFields;
  /** Velocity at the end of a semi-implicit step. */
  readonly next: Field;
  dot(a: readonly Node[], b: readonly Node[]): Node;
}

/** A place of the robot and a solid, as they stand to each other at q. */
interface Pair {
  readonly solid: SolidFields;
  readonly index: number;
  readonly distance: Node;
  readonly normal: Vec3<Node>;
  /** The body that the place is on, and from its origin to where the force acts. */
  readonly body: number;
  readonly arm: Vec3<Node>;
  /** 1 where the solid is there and the place is in it. */
  readonly touching: Node;
  /** Rate of the distance for each entry of v: the force on the robot is its transpose. */
  readonly row: () => Node[];
}

export class ContactTrace {
  readonly #plant: Host;
  readonly #fields: ContactFields;
  readonly #count: number;

  constructor(plant: Host, fields: ContactFields) {
    this.#plant = plant;
    this.#fields = fields;
    this.#count = fields.solids.length * fields.places.length;
  }

  /** Every place with every solid. */
  #pairs(q: readonly Node[]): Pair[] {
    const { p, model } = this.#plant;
    const G = p.graph;
    const kinematics = forwardKinematics(G, model, q);
    const solids = this.#fields.solids.map((solid) => ({ solid, stands: this.#solid(solid) }));
    const pairs: Pair[] = [];
    for (const place of this.#fields.places) {
      const frame = frameOf(model, place.place.frame);
      const stand = framePlacement(G, kinematics, frame);
      const feeler = this.#place(place, stand.position, stand.rotation);
      for (const { solid, stands } of solids) {
        const { distance, normal, at }: Separation<Node> = separation(G, feeler, stands);
        pairs.push({
          solid,
          index: pairs.length,
          distance,
          normal,
          body: frame.body,
          arm: sub3(G, at, kinematics.placements[frame.body].position),
          touching: G.and(p.load(solid.present), G.less(distance, G.constant(0))),
          row: () => {
            const J = pointJacobian(G, model, kinematics, frame, at);
            return Array.from({ length: model.nv }, (_, i) =>
              sum(
                G,
                normal.map((n, axis) => G.mul(n, J[axis * model.nv + i])),
              ),
            );
          },
        });
      }
    }
    return pairs;
  }

  #solid({ solid, at, attitude, size }: SolidFields): Solid<Node> {
    const { p } = this.#plant;
    return {
      kind: solid.kind,
      size: size === undefined ? [] : p.loadAll(size),
      position: this.#vector(at),
      rotation: this.#rotation(attitude),
    };
  }

  #place(
    { place, at, attitude, size }: PlaceFields,
    position: Vec3<Node>,
    rotation: Solid<Node>['rotation'],
  ): Solid<Node> {
    const { p } = this.#plant;
    const G = p.graph;
    return {
      kind: place.shape?.kind ?? 'sphere',
      size: size === undefined ? [G.constant(0)] : p.loadAll(size),
      position: add3(G, position, mulMatVec(G, rotation, this.#vector(at))),
      rotation: mulMat(G, rotation, this.#rotation(attitude)),
    };
  }

  #vector(field: Field): Vec3<Node> {
    return this.#plant.p.loadAll(field) as unknown as Vec3<Node>;
  }

  #rotation(field: Field): Solid<Node>['rotation'] {
    const { p } = this.#plant;
    const attitude = p.loadAll(field) as unknown as Quaternion<Node>;
    return rotationFromQuaternion(p.graph, normalised(p.graph, attitude));
  }

  /**
   * The end velocity of a semi-implicit step into `next`: `free` where nothing is touched. A contact has the impulse
   *
   *     λ = max(0, b − μ J v⁺),   b = h k x − (h β − μ) J v,
   *
   * with J the rate of its distance and the gains of contact-law.ts on the mass 1/(J M̂⁻¹ Jᵀ). As long as it presses it
   * adds μ Jᵀ J to the inertia and b Jᵀ to the momentum; the step is repeated until those press that are pressed.
   */
  step(
    { inertia, q, v, h, momentum }: ContactStep,
    settle: (matrix: readonly Node[], momentum: readonly Node[]) => void,
    free: () => void,
  ): void {
    const plant = this.#plant;
    const { p, model, fields } = plant;
    const G = p.graph;
    const { nv } = model;
    const pairs = this.#pairs(q);
    const any = pairs.reduce<Node>((all, { touching }) => G.or(all, touching), G.constant(0));
    const zero = G.constant(0);
    const one = G.constant(1);
    for (const { force } of this.#fields.solids) p.storeAll(force, [zero, zero, zero]);
    const rows = pairs.map(({ index }) => this.#scratch(`row.${index}`, nv));
    const normals = pairs.map(({ index }) => this.#scratch(`normal.${index}`, 3));
    const arms = fields.external && pairs.map(({ index }) => this.#scratch(`arm.${index}`, 3));
    const gains = this.#scratch('gains', this.#count);
    const pulls = this.#scratch('pulls', this.#count);
    const touching = this.#scratch('touching', this.#count);
    const active = this.#scratch('active', this.#count);
    const impulses = this.#scratch('impulses', this.#count);
    const done = this.#scratch('done', 1);
    const heldMatrix = this.#scratch('matrix', nv * nv);
    const heldMomentum = this.#scratch('momentum', nv);
    const stopLoss = fields.stops === undefined ? undefined : fields.sums?.stopLoss;
    const lossBefore = stopLoss && this.#scratch('stopLoss', 1);
    p.if(
      any,
      () => {
        p.storeAll(heldMatrix, inertia.matrix());
        p.storeAll(heldMomentum, momentum(inertia.matrix()));
        for (const { solid, index, distance, normal, arm, touching: touches, row } of pairs) {
          p.if(
            touches,
            () => {
              const J = row();
              const give = max(G, plant.dot(J, inertia.solve(J)), G.constant(LEAST));
              const k = p.load(solid.stiffness);
              const { damping, mass } = poleGains(G, h, G.div(one, give), k, p.load(solid.damping));
              p.storeAll(rows[index], J);
              p.storeAll(normals[index], normal);
              if (arms !== undefined) p.storeAll(arms[index], arm);
              p.store(gains, index, mass);
              const opening = G.mul(G.sub(G.mul(h, damping), mass), plant.dot(J, v));
              p.store(pulls, index, G.sub(G.neg(G.mul(G.mul(h, k), distance)), opening));
              p.store(touching, index, one);
              p.store(active, index, one);
            },
            () => {
              p.storeAll(rows[index], new Array<Node>(nv).fill(zero));
              p.storeAll(normals[index], [zero, zero, zero]);
              for (const field of [gains, pulls, touching, active]) p.store(field, index, zero);
            },
          );
        }
        if (stopLoss !== undefined && lossBefore !== undefined) p.store(lossBefore, 0, p.load(stopLoss));
        p.repeat(PASSES, () => {
          if (stopLoss !== undefined && lossBefore !== undefined) p.store(stopLoss, 0, p.load(lossBefore));
          const matrix = p.loadAll(heldMatrix);
          const wanted = p.loadAll(heldMomentum);
          for (const { index } of pairs) {
            const J = p.loadAll(rows[index]);
            const presses = p.load(active, index);
            const mass = G.select(presses, p.load(gains, index), zero);
            const pull = G.select(presses, p.load(pulls, index), zero);
            for (let i = 0; i < nv; i++) {
              wanted[i] = G.add(wanted[i], G.mul(pull, J[i]));
              const part = G.mul(mass, J[i]);
              for (let j = 0; j < nv; j++) {
                const at = i * nv + j;
                matrix[at] = j <= i ? G.add(matrix[at], G.mul(part, J[j])) : matrix[at];
              }
            }
          }
          for (let i = 0; i < nv; i++)
            for (let j = i + 1; j < nv; j++) matrix[i * nv + j] = matrix[j * nv + i];
          settle(matrix, wanted);
          const next = p.loadAll(plant.next);
          let same: Node = one;
          for (const { index } of pairs) {
            const moved = plant.dot(p.loadAll(rows[index]), next);
            const impulse = G.sub(p.load(pulls, index), G.mul(p.load(gains, index), moved));
            const presses = G.and(p.load(touching, index), G.less(zero, impulse));
            same = G.and(same, G.equal(presses, p.load(active, index)));
            p.store(active, index, presses);
            p.store(impulses, index, G.select(presses, impulse, zero));
          }
          p.store(done, 0, same);
          return same;
        });
        p.if(
          p.load(done),
          () => {},
          () => p.store(fields.unsolved, 0, G.add(p.load(fields.unsolved), one)),
        );
        this.#account(pairs, { rows, normals, arms, impulses, v, h });
      },
      free,
    );
  }

  /** Work on the mean velocity of the step, which is all that an impulse gives; and the mean forces. */
  #account(
    pairs: readonly Pair[],
    {
      rows,
      normals,
      arms,
      impulses,
      v,
      h,
    }: {
      rows: readonly Field[];
      normals: readonly Field[];
      arms: readonly Field[] | undefined;
      impulses: Field;
      v: readonly Node[];
      h: Node;
    },
  ): void {
    const plant = this.#plant;
    const { p } = plant;
    const G = p.graph;
    const { work } = this.#fields;
    const half = G.constant(0.5);
    const next = p.loadAll(plant.next);
    const mean = v.map((x, i) => G.mul(half, G.add(x, next[i])));
    const done: Node[] = [];
    for (const { solid, index, body } of pairs) {
      const impulse = p.load(impulses, index);
      done.push(G.mul(impulse, plant.dot(p.loadAll(rows[index]), mean)));
      const push = scale3(G, G.neg(G.div(impulse, h)), this.#vector(normals[index]));
      p.storeAll(solid.force, add3(G, this.#vector(solid.force), push));
      if (arms === undefined || plant.fields.external === undefined) continue;
      p.if(impulse, () => {
        const force = scale3(G, G.div(impulse, h), this.#vector(normals[index]));
        addExternal(p, plant.fields.external as ExternalFields, body, force, this.#vector(arms[index]));
      });
    }
    if (work !== undefined) p.store(work, 0, G.add(p.load(work), sum(G, done)));
  }

  /** Joint forces of the contacts by the plain law at q and v, and their power; into `torques` and `power`. */
  forces(q: readonly Node[], v: readonly Node[], torques: Field, power: Field | undefined): void {
    const plant = this.#plant;
    const { p, model } = plant;
    const G = p.graph;
    const zero = G.constant(0);
    p.storeAll(torques, new Array<Node>(model.nv).fill(zero));
    if (power !== undefined) p.store(power, 0, zero);
    for (const pair of this.#pairs(q)) {
      p.if(pair.touching, () => {
        const J = pair.row();
        const opening = plant.dot(J, v);
        const force = this.#force(pair, opening);
        p.storeAll(
          torques,
          p.loadAll(torques).map((x, i) => G.add(x, G.mul(force, J[i]))),
        );
        if (power !== undefined) p.store(power, 0, G.add(p.load(power), G.mul(force, opening)));
        const { external } = plant.fields;
        if (external !== undefined)
          addExternal(p, external, pair.body, scale3(G, force, pair.normal), pair.arm);
      });
    }
  }

  #force({ solid, distance }: Pair, opening: Node): Node {
    const { p } = this.#plant;
    const G = p.graph;
    return contactForce(G, p.load(solid.stiffness), p.load(solid.damping), G.neg(distance), G.neg(opening));
  }

  /** Depths as the state is; `forces`: and the forces by the plain law. */
  observe(q: readonly Node[], v: readonly Node[], forces: boolean): void {
    const plant = this.#plant;
    const { p } = plant;
    const G = p.graph;
    const zero = G.constant(0);
    const pairs = this.#pairs(q);
    for (const solid of this.#fields.solids) {
      const own = pairs.filter((pair) => pair.solid === solid);
      const depth = own.reduce<Node>(
        (deepest, { touching, distance }) => max(G, deepest, G.select(touching, G.neg(distance), zero)),
        zero,
      );
      p.store(solid.depth, 0, depth);
      if (!forces) continue;
      p.storeAll(solid.force, [zero, zero, zero]);
      for (const pair of own) {
        p.if(pair.touching, () => {
          const push = G.neg(this.#force(pair, plant.dot(pair.row(), v)));
          p.storeAll(solid.force, add3(G, this.#vector(solid.force), scale3(G, push, pair.normal)));
        });
      }
    }
  }

  #scratch(name: string, size: number): Field {
    const { p } = this.#plant;
    const own = `contact.${name}`;
    return p.layout.find(own) ?? p.field({ name: own, region: 'scratch', size, unit: '' });
  }
}

/** A semi-implicit step before contacts. */
export interface ContactStep {
  readonly inertia: JointInertia;
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly h: Node;
  /** M̂ v⁺ without impulses. */
  readonly momentum: (matrix: readonly Node[]) => readonly Node[];
}
