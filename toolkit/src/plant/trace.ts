import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import {
  add3,
  cross3,
  factorDefinite,
  max,
  min,
  mulMatVec,
  solveDefinite,
  sub3,
  sum,
  type Vec3,
  type Wrench,
} from '../math/index.js';
import {
  biasForces,
  forwardKinematics,
  frameOf,
  framePlacement,
  integrate,
  jointTorques,
  kineticEnergy,
  type Loads,
  type Model,
  potentialEnergy,
  regroup,
} from '../model/index.js';
import { MOST_SUBSTEPS } from './contact-law.js';
import { addExternal, clearExternal } from './external.js';
import type { PushFields, RigidFields, SpringFields } from './fields.js';
import { type JointInertia, jointInertia } from './joint-inertia.js';
import { payloadLoads } from './payload-fields.js';
import { stopLoss } from './stick.js';
import { traceSubsteps } from './substeps.js';
import { ContactTrace } from './trace-contact.js';
import { traceStick } from './trace-stick.js';

/** Traces the parts of a rigid plant's program. */
export class RigidTrace {
  readonly p: ProgramBuilder;
  readonly model: Model;
  readonly fields: RigidFields;
  /** Velocity at the end of the step. */
  readonly next: Field;
  /** Contacts with solids; undefined where there is nothing to touch. */
  readonly contact: ContactTrace | undefined;
  /** The same dynamics without rotors, which are slots, and with fewer inertial parameters. */
  readonly #bare: Model;

  constructor(p: ProgramBuilder, model: Model, fields: RigidFields) {
    this.p = p;
    this.model = model;
    this.fields = fields;
    this.#bare = regroup({ ...model, bodies: model.bodies.map((body) => ({ ...body, rotorInertia: 0 })) });
    this.next = p.field({ name: 'next', region: 'scratch', size: model.nv, unit: model.velocityUnits });
    this.contact = fields.contacts && new ContactTrace(this, fields.contacts);
  }

  /** M + R at q; `damping` (nv) is added to the diagonal. */
  inertia(q: readonly Node[], damping?: readonly Node[]): JointInertia {
    const G = this.p.graph;
    const diagonal = (): Node[] => {
      const rotors = this.property(this.fields.rotorInertia);
      return damping === undefined ? rotors : rotors.map((rotor, i) => G.add(rotor, damping[i]));
    };
    return jointInertia(G, this.#bare, q, () => this.loads(), diagonal);
  }

  /** A joint property, for each entry of v; zeros where no joint has it. */
  property(field: Field | undefined): Node[] {
    if (field !== undefined) return this.p.loadAll(field);
    return new Array<Node>(this.model.nv).fill(this.p.graph.constant(0));
  }

  /** τ + Σ Jᵀ w − b − K (q − r): what accelerates the joints but for their damping. */
  drive(q: readonly Node[], v: readonly Node[], torque: readonly Node[]): Node[] {
    const { p, fields } = this;
    const G = p.graph;
    const bias = biasForces(G, this.#bare, q, v, this.#gravity(), this.loads());
    const pushed = fields.pushes === undefined ? undefined : p.loadAll(fields.pushes.total);
    const drive = torque.map((tau, i) => G.sub(pushed === undefined ? tau : G.add(tau, pushed[i]), bias[i]));
    this.#springs(q, ({ v: i }, stiffness, stretch) => {
      drive[i] = G.sub(drive[i], G.mul(stiffness, stretch));
    });
    return drive;
  }

  /** Each joint's own spring at q: its stiffness and q − r. */
  #springs(
    q: readonly Node[],
    each: (joint: SpringFields['joints'][number], stiffness: Node, stretch: Node) => void,
  ): void {
    const { p, fields } = this;
    const { springs } = fields;
    springs?.joints.forEach((joint, k) => {
      each(joint, p.load(springs.stiffness, k), p.graph.sub(q[joint.q], p.load(springs.rest, k)));
    });
  }

  #gravity(): Vec3<Node> {
    const { gravity } = this.fields;
    const part = (label: string): Node => {
      const at = gravity?.labels?.indexOf(label) ?? -1;
      return gravity === undefined || at < 0 ? this.p.graph.constant(0) : this.p.load(gravity, at);
    };
    return [part('x'), part('y'), part('z')];
  }

  loads(): Loads<Node> {
    const payloads = payloadLoads(this.p, this.model, this.fields.payloads);
    return payloads.length === 0 ? {} : { payloads };
  }

  /**
   * Joint forces of the pushes at q into `pushes.torques` and `pushes.total`. External wrenches begin with them: here
   * they are cleared.
   */
  push(q: readonly Node[]): void {
    const { p, model, fields } = this;
    const { pushes, external } = fields;
    if (external !== undefined) clearExternal(p, external);
    if (pushes === undefined) return;
    const G = p.graph;
    const zeros = new Array<Node>(model.nv).fill(G.constant(0));
    p.if(
      p.load(pushes.any),
      () => {
        pushes.places.forEach((_, k) => {
          p.if(
            p.load(pushes.active[k]),
            () => p.storeAll(pushes.torques[k], this.#pushTorque(pushes, k, q)),
            () => p.storeAll(pushes.torques[k], zeros),
          );
        });
        const all = pushes.torques.map((field) => p.loadAll(field));
        p.storeAll(
          pushes.total,
          zeros.map((_, i) =>
            sum(
              G,
              all.map((torque) => torque[i]),
            ),
          ),
        );
      },
      () => p.storeAll(pushes.total, zeros),
    );
  }

  #pushTorque(pushes: PushFields, k: number, q: readonly Node[]): Node[] {
    const { p, model, fields } = this;
    const { external } = fields;
    const G = p.graph;
    const frame = frameOf(model, pushes.places[k].frame);
    const kinematics = forwardKinematics(G, model, q);
    const { position, rotation } = framePlacement(G, kinematics, frame);
    const point = p.loadAll(pushes.points[k]) as unknown as Vec3<Node>;
    const [fx, fy, fz, nx, ny, nz] = p.loadAll(pushes.wrenches[k]);
    const wrenches = new Array<Wrench<Node> | undefined>(model.bodies.length).fill(undefined);
    if (frame.body >= 0) {
      const at = add3(G, position, mulMatVec(G, rotation, point));
      const arm = sub3(G, at, kinematics.placements[frame.body].position);
      const force: Vec3<Node> = [fx, fy, fz];
      const torque = add3(G, [nx, ny, nz], cross3(G, arm, force));
      wrenches[frame.body] = { force, torque };
      if (external !== undefined) addExternal(p, external, frame.body, force, torque);
    }
    return jointTorques(G, model, kinematics, wrenches);
  }

  /** Work of each push on the travel `moved` (or its power on the velocity), where there is any push. */
  pushWork(moved: readonly Node[], take: (work: readonly Node[]) => void): void {
    const { p, fields } = this;
    const { pushes } = fields;
    if (pushes === undefined) return;
    p.if(p.load(pushes.any), () => {
      const torques = pushes.torques.map((field) => p.loadAll(field));
      take(torques.map((torque) => this.dot(torque, moved)));
    });
  }

  dot(a: readonly Node[], b: readonly Node[]): Node {
    const G = this.p.graph;
    return sum(
      G,
      a.map((x, i) => G.mul(x, b[i])),
    );
  }

  semiImplicitStep(): void {
    const { p, fields, contact } = this;
    contact?.clear();
    const { contacts, substeps } = fields;
    if (contacts === undefined || substeps === undefined) {
      const h = p.load(fields.step);
      this.#part(h, h);
      return;
    }
    const G = p.graph;
    const step = p.load(fields.step);
    const q = p.loadAll(fields.q);
    traceSubsteps(this, contacts, this.inertia(q), q, p.loadAll(fields.v), step);
    p.repeat(MOST_SUBSTEPS, (k) => {
      const parts = p.load(substeps);
      this.#part(G.div(step, parts), step);
      return G.lessEqual(parts, G.add(k, G.constant(1)));
    });
  }

  /** A step of h, or a part of the step `whole`. */
  #part(h: Node, whole: Node): void {
    const { p, fields } = this;
    const G = p.graph;
    const q = p.loadAll(fields.q);
    this.push(q);
    const v = p.loadAll(fields.v);
    const viscous = this.property(fields.viscous);
    const torque = p.loadAll(fields.torque);
    const implicit = viscous.map((d) => G.mul(h, d));
    const inertia = this.inertia(q, implicit);
    // (M + R) v = (M + R + h D) v − h D v, so that M̂ Δv = h (drive − D v).
    const drive = this.drive(q, v, torque);
    const change = v.map((vi, i) => G.mul(h, G.sub(drive[i], G.mul(viscous[i], vi))));
    const apart = (): void => {
      if (fields.coulomb === undefined) {
        const jump = inertia.solve(change);
        const free = v.map((vi, i) => G.add(vi, jump[i]));
        this.#free(inertia, q, v, h, change, free);
      } else this.#stick(inertia, q, v, h, change);
    };
    if (this.contact === undefined) apart();
    else {
      const momentum = (matrix: readonly Node[]) => this.#momentum(matrix, v, change);
      const settle = (matrix: readonly Node[], wanted: readonly Node[]) =>
        this.#settle(matrix, wanted, q, v, h);
      this.contact.step({ inertia, q, v, h, period: whole, momentum }, settle, apart);
    }
    const next = p.loadAll(this.next);
    const moved = next.map((vi) => G.mul(h, vi));
    this.#account(next, moved, viscous, torque);
    if (fields.external !== undefined)
      p.storeAll(
        fields.external.acceleration,
        next.map((x, i) => G.div(G.sub(x, v[i]), h)),
      );
    p.storeAll(fields.v, next);
    p.storeAll(fields.q, integrate(G, this.model, q, next, h));
  }

  /** The end velocity without friction; the solver runs only where the step would end beyond a stop. */
  #free(
    inertia: JointInertia,
    q: readonly Node[],
    v: readonly Node[],
    h: Node,
    change: readonly Node[],
    free: readonly Node[],
  ): void {
    const { p, fields } = this;
    const G = p.graph;
    p.storeAll(this.next, free);
    const { stops } = fields;
    if (stops === undefined) return;
    let beyond: Node = G.constant(0);
    stops.joints.forEach((stop, k) => {
      const end = G.add(q[stop.q], G.mul(h, free[stop.v]));
      const outside = G.or(G.less(p.load(stops.upper, k), end), G.less(end, p.load(stops.lower, k)));
      beyond = G.or(beyond, outside);
    });
    p.if(beyond, () => this.#stick(inertia, q, v, h, change));
  }

  /** M̂ v + change: what M̂ v⁺ is without impulses. */
  #momentum(matrix: readonly Node[], v: readonly Node[], change: readonly Node[]): Node[] {
    const G = this.p.graph;
    const count = v.length;
    return change.map((c, i) => G.add(this.dot(matrix.slice(i * count, (i + 1) * count), v), c));
  }

  /** Velocities that just reach the stops; a joint that is outside may not go further out. */
  #bounds(q: readonly Node[], h: Node): ({ lower: Node; upper: Node } | undefined)[] {
    const { p, fields, model } = this;
    const G = p.graph;
    const bounds = new Array<{ lower: Node; upper: Node } | undefined>(model.nv).fill(undefined);
    const zero = G.constant(0);
    const { stops } = fields;
    if (stops === undefined) return bounds;
    const { lower, upper } = stops;
    stops.joints.forEach((stop, k) => {
      const gap = (field: Field): Node => G.div(G.sub(p.load(field, k), q[stop.q]), h);
      bounds[stop.v] = { lower: min(G, gap(lower), zero), upper: max(G, gap(upper), zero) };
    });
    return bounds;
  }

  /** Solves for friction and stops, into `next`. */
  #stick(
    inertia: JointInertia,
    q: readonly Node[],
    v: readonly Node[],
    h: Node,
    change: readonly Node[],
  ): void {
    const matrix = inertia.matrix();
    this.#settle(matrix, this.#momentum(matrix, v, change), q, v, h);
  }

  /** The velocity with this inertia and momentum under friction and stops, into `next`. */
  #settle(
    matrix: readonly Node[],
    momentum: readonly Node[],
    q: readonly Node[],
    v: readonly Node[],
    h: Node,
  ): void {
    const { p, fields, model } = this;
    const G = p.graph;
    if (fields.coulomb === undefined && fields.stops === undefined) {
      p.storeAll(this.next, solveDefinite(G, factorDefinite(G, matrix, model.nv), momentum));
      return;
    }
    const bounds = this.#bounds(q, h);
    const { coulomb } = fields;
    const friction =
      coulomb === undefined ? v.map(() => undefined) : p.loadAll(coulomb).map((c) => G.mul(h, c));
    const loss = fields.stops === undefined ? undefined : fields.sums?.stopLoss;
    traceStick(
      p,
      { matrix, momentum, friction, bounds },
      v,
      this.next,
      fields.unsolved,
      (impulse, velocity) => {
        if (loss !== undefined)
          p.store(loss, 0, G.add(p.load(loss), stopLoss(G, impulse, p.loadAll(fields.v), velocity)));
      },
    );
  }

  /** Work and losses of a semi-implicit step, but for the stops'. */
  #account(
    next: readonly Node[],
    moved: readonly Node[],
    viscous: readonly Node[],
    torque: readonly Node[],
  ): void {
    const { p, fields } = this;
    const { sums } = fields;
    if (sums === undefined) return;
    const G = p.graph;
    const add = (field: Field, value: Node, index = 0): void => {
      if (G.isConstant(value)) return;
      p.store(field, index, G.add(p.load(field, index), value));
    };
    const rub = this.property(fields.coulomb);
    moved.forEach((x, i) => {
      add(sums.travel, x, i);
    });
    add(sums.actuators, this.dot(torque, moved));
    add(
      sums.viscousLoss,
      this.dot(
        viscous.map((d, i) => G.mul(d, next[i])),
        moved,
      ),
    );
    add(
      sums.frictionLoss,
      this.dot(
        rub,
        moved.map((x) => G.abs(x)),
      ),
    );
    this.pushWork(moved, (works) => {
      works.forEach((work, k) => {
        add(sums.pushWork as Field, work, k);
      });
    });
  }

  /** `staged`: forces of contacts are those of the law as the state is. */
  observe(staged: boolean): void {
    const { p, fields } = this;
    const G = p.graph;
    const q = p.loadAll(fields.q);
    const v = p.loadAll(fields.v);
    this.contact?.observe(q, v, staged);
    p.store(fields.kinetic, 0, this.kinetic(q, v));
    p.store(fields.potential, 0, this.potential(q));
    if (fields.elastic === undefined) return;
    const half = G.constant(0.5);
    const stored: Node[] = [];
    this.#springs(q, (_, stiffness, stretch) => {
      stored.push(G.mul(G.mul(half, stiffness), G.mul(stretch, stretch)));
    });
    p.store(fields.elastic, 0, sum(G, stored));
  }

  /** Kinetic energy of links, rotors and what is carried, J. */
  kinetic(q: readonly Node[], v: readonly Node[]): Node {
    const G = this.p.graph;
    const rotors = this.property(this.fields.rotorInertia);
    const spin = this.dot(
      rotors.map((r, i) => G.mul(r, v[i])),
      v,
    );
    return G.add(kineticEnergy(G, this.#bare, q, v, this.loads()), G.mul(G.constant(0.5), spin));
  }

  /** Potential energy of links and what is carried, J. */
  potential(q: readonly Node[]): Node {
    return potentialEnergy(this.p.graph, this.model, q, this.#gravity(), this.loads());
  }
}
