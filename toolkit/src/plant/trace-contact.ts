/** Contacts with solids as statements of a rigid plant's program. */
import type { Field, Node } from '../graph/index.js';
import { add3, max, scale3 } from '../math/index.js';
import type { ContactFields } from './contact-fields.js';
import { contactForce, poleGains } from './contact-law.js';
import { addExternal } from './external.js';
import { type Host, LEAST } from './host.js';
import type { JointInertia } from './joint-inertia.js';
import { Loop, scratch } from './loop.js';
import { traceSlip } from './trace-slip.js';
import { type Contact, contactsAt, vectorOf, type Way } from './trace-touch.js';

/** Most passes over which contacts press and which let go; 1 to 3 are common. */
const PASSES = 20;
/** The same where some have friction; 3 to 6 are common. */
const SLIP_PASSES = 80;

/** A semi-implicit step before contacts. */
export interface ContactStep {
  readonly inertia: JointInertia;
  readonly q: readonly Node[];
  readonly v: readonly Node[];
  readonly h: Node;
  /** The whole step that this may be a part of: forces on solids are its mean. */
  readonly period: Node;
  /** M̂ v⁺ without impulses. */
  readonly momentum: (matrix: readonly Node[]) => readonly Node[];
}

export class ContactTrace {
  readonly #plant: Host;
  readonly #fields: ContactFields;
  /** Whether any solid has friction. */
  readonly #rubs: boolean;

  constructor(plant: Host, fields: ContactFields) {
    this.#plant = plant;
    this.#fields = fields;
    this.#rubs = fields.solids.some(({ friction }) => friction !== undefined);
  }

  /** Sets forces to 0: a step begins. */
  clear(): void {
    const { p } = this.#plant;
    const zero = p.graph.constant(0);
    for (const { force } of this.#fields.solids) p.storeAll(force, [zero, zero, zero]);
  }

  /**
   * The end velocity of a semi-implicit step into `next`: `free` where nothing is touched. A contact has the impulse
   *
   *     λ = max(0, b − μ J v⁺),   b = h k x − (h β − μ) J v,
   *
   * with J the rate of its distance and the gains of contact-law.ts on the mass 1/(J M̂⁻¹ Jᵀ). As long as it presses it
   * adds μ Jᵀ J to the inertia and b Jᵀ to the momentum; friction adds what trace-slip.ts says; the step is repeated until
   * those press that are pressed and those stick that can.
   */
  step(
    step: ContactStep,
    settle: (matrix: readonly Node[], momentum: readonly Node[]) => void,
    free: () => void,
  ): void {
    const { inertia, q, v, h, momentum } = step;
    const plant = this.#plant;
    const { p, model, fields } = plant;
    const G = p.graph;
    const { nv } = model;
    const contacts = contactsAt(p, model, this.#fields, q);
    const zero = G.constant(0);
    const one = G.constant(1);
    const any = contacts.reduce<Node>((all, { touching }) => G.or(all, touching), zero);
    const loop = new Loop(p, contacts.length, nv);
    const { rows, gains, pulls, touching, active, impulses } = loop;
    const slip = this.#rubs ? traceSlip(plant, loop) : undefined;
    const moments = fields.external && this.#scratch('moments', contacts.length * 9);
    const [stiffnesses, dampings, stretches, gives] = ['stiffness', 'damping', 'stretch', 'gives'].map(
      (name) => this.#scratch(name, contacts.length),
    );
    const done = this.#scratch('done', 1);
    const heldMatrix = this.#scratch('matrix', nv * nv);
    const heldMomentum = this.#scratch('momentum', nv);
    const sumMatrix = this.#scratch('matrix.sum', nv * nv);
    const sumMomentum = this.#scratch('momentum.sum', nv);
    const stopLoss = fields.stops === undefined ? undefined : fields.sums?.stopLoss;
    const lossBefore = stopLoss && this.#scratch('stopLoss', 1);
    const keep = (contact: Contact, n: number, { row, force, torque }: Way): void => {
      const at = 3 * contact.index + n;
      row.forEach((x, i) => {
        p.store(rows, at * nv + i, x);
      });
      force.forEach((x, i) => {
        p.store(loop.axes, 3 * at + i, x);
      });
      if (moments === undefined) return;
      torque.forEach((x, i) => {
        p.store(moments, 3 * at + i, x);
      });
    };
    p.if(
      any,
      () => {
        p.storeAll(heldMatrix, inertia.matrix());
        p.storeAll(heldMomentum, momentum(inertia.matrix()));
        for (const contact of contacts) {
          const { index } = contact;
          p.if(
            contact.touching,
            () => {
              keep(contact, 0, contact.press());
              p.store(stiffnesses, index, p.load(contact.solid.stiffness));
              p.store(dampings, index, p.load(contact.solid.damping));
              p.store(stretches, index, contact.stretch);
              p.store(touching, index, one);
              p.store(active, index, one);
              if (slip === undefined) return;
              slip.begin(contact);
              contact.slides().forEach((way, n) => {
                keep(contact, n + 1, way);
              });
            },
            () => {
              for (const field of [touching, active, impulses]) p.store(field, index, zero);
            },
          );
        }
        loop.each((c) => {
          p.if(p.loadAt(touching, c), () => {
            const J = loop.row(c, 0);
            p.storeAt(gives, c, max(G, plant.dot(J, inertia.solve(J)), G.constant(LEAST)));
            slip?.weigh(c, inertia);
          });
        });
        this.#together(contacts, loop, gives, inertia);
        loop.each((c) => {
          p.if(p.loadAt(touching, c), () => {
            const k = p.loadAt(stiffnesses, c);
            const m = G.div(one, p.loadAt(gives, c));
            const { damping, mass } = poleGains(G, h, m, k, p.loadAt(dampings, c));
            p.storeAt(gains, c, mass);
            const opening = G.mul(G.sub(G.mul(h, damping), mass), plant.dot(loop.row(c, 0), v));
            p.storeAt(pulls, c, G.sub(G.neg(G.mul(G.mul(h, k), p.loadAt(stretches, c))), opening));
            slip?.first(c, v, h);
          });
        });
        if (stopLoss !== undefined && lossBefore !== undefined) p.store(lossBefore, 0, p.load(stopLoss));
        p.repeat(slip === undefined ? PASSES : SLIP_PASSES, (pass) => {
          if (stopLoss !== undefined && lossBefore !== undefined) p.store(stopLoss, 0, p.load(lossBefore));
          p.storeAll(sumMatrix, p.loadAll(heldMatrix));
          p.storeAll(sumMomentum, p.loadAll(heldMomentum));
          loop.each((c) => {
            p.if(p.loadAt(active, c), () => {
              const J = loop.row(c, 0);
              const [mass, pull] = [p.loadAt(gains, c), p.loadAt(pulls, c)];
              for (let i = 0; i < nv; i++) {
                p.store(sumMomentum, i, G.add(p.load(sumMomentum, i), G.mul(pull, J[i])));
                const part = G.mul(mass, J[i]);
                for (let j = 0; j <= i; j++)
                  p.store(sumMatrix, i * nv + j, G.add(p.load(sumMatrix, i * nv + j), G.mul(part, J[j])));
              }
              slip?.add(c, sumMatrix, sumMomentum);
            });
          });
          const lower = p.loadAll(sumMatrix);
          const matrix = lower.map((_, at) => {
            const [i, j] = [Math.floor(at / nv), at % nv];
            return lower[j <= i ? at : j * nv + i];
          });
          settle(matrix, p.loadAll(sumMomentum));
          const next = p.loadAll(plant.next);
          p.store(done, 0, one);
          loop.each((c) => {
            p.if(p.loadAt(touching, c), () => {
              const moved = plant.dot(loop.row(c, 0), next);
              const impulse = G.sub(p.loadAt(pulls, c), G.mul(p.loadAt(gains, c), moved));
              const presses = G.less(zero, impulse);
              const same = G.equal(presses, p.loadAt(active, c));
              p.storeAt(active, c, presses);
              const pressing = G.select(presses, impulse, zero);
              p.storeAt(impulses, c, pressing);
              p.store(done, 0, G.and(p.load(done), same));
              slip?.turn(c, pressing, next, pass, done);
            });
          });
          return p.load(done);
        });
        p.if(
          p.load(done),
          () => {},
          () => p.store(fields.unsolved, 0, G.add(p.load(fields.unsolved), one)),
        );
        this.#account(contacts, loop, moments, step);
        slip?.account(v, h);
      },
      () => {
        slip?.clear();
        free();
      },
    );
  }

  /**
   * Of points that share the stiffness of their pair: what each gives where all are pressed together, if that is more than by
   * itself, into `gives`.
   */
  #together(contacts: readonly Contact[], loop: Loop, gives: Field, inertia: JointInertia): void {
    const plant = this.#plant;
    const { p, model } = plant;
    const G = p.graph;
    const shared = contacts.filter(({ points }) => points > 1);
    for (const pair of new Set(shared.map((contact) => contact.pair))) {
      const own = shared.filter((contact) => contact.pair === pair);
      const total = this.#scratch('together', model.nv);
      p.if(
        own.reduce<Node>((all, { index }) => G.or(all, p.load(loop.touching, index)), G.constant(0)),
        () => {
          p.storeAll(total, new Array<Node>(model.nv).fill(G.constant(0)));
          for (const { index } of own)
            p.if(p.load(loop.touching, index), () => {
              const row = loop.row(loop.at(index), 0);
              p.storeAll(
                total,
                p.loadAll(total).map((x, i) => G.add(x, row[i])),
              );
            });
          p.storeAll(total, inertia.solve(p.loadAll(total)));
          for (const contact of own)
            p.if(p.load(loop.touching, contact.index), () => {
              const all = plant.dot(loop.row(loop.at(contact.index), 0), p.loadAll(total));
              p.store(gives, contact.index, max(G, p.load(gives, contact.index), all));
            });
        },
      );
    }
  }

  /** Work on the mean velocity of the step, which is all that an impulse gives; and the mean forces. */
  #account(
    contacts: readonly Contact[],
    loop: Loop,
    moments: Field | undefined,
    { v, h, period }: ContactStep,
  ): void {
    const plant = this.#plant;
    const { p, fields } = plant;
    const G = p.graph;
    const { work } = this.#fields;
    const half = G.constant(0.5);
    const next = p.loadAll(plant.next);
    const mean = v.map((x, i) => G.mul(half, G.add(x, next[i])));
    const total = this.#scratch('work', 1);
    p.store(total, 0, G.constant(0));
    for (const { solid, index, body } of contacts) {
      p.if(p.load(loop.touching, index), () => {
        const impulse = p.load(loop.impulses, index);
        p.store(total, 0, G.add(p.load(total), G.mul(impulse, plant.dot(loop.row(loop.at(index), 0), mean))));
        const ways = loop.slides === undefined ? [impulse] : [impulse, ...loop.slideOf(loop.at(index))];
        ways.forEach((part, n) => {
          const push = scale3(G, G.neg(G.div(part, period)), loop.axis(loop.at(index), n));
          p.storeAll(solid.force, add3(G, vectorOf(p, solid.force), push));
          if (moments === undefined || fields.external === undefined) return;
          const share = G.div(part, h);
          const about = [0, 1, 2].map((i) => p.load(moments, 3 * (3 * index + n) + i));
          const [x, y, z] = about.map((m) => G.mul(share, m));
          addExternal(p, fields.external, body, scale3(G, share, loop.axis(loop.at(index), n)), [x, y, z]);
        });
      });
    }
    if (work !== undefined) p.store(work, 0, G.add(p.load(work), p.load(total)));
  }

  /** Joint forces of the contacts by the plain law at q and v, and their power; into `torques` and `power`. */
  forces(q: readonly Node[], v: readonly Node[], torques: Field, power: Field | undefined): void {
    const plant = this.#plant;
    const { p, model } = plant;
    const G = p.graph;
    const zero = G.constant(0);
    p.storeAll(torques, new Array<Node>(model.nv).fill(zero));
    if (power !== undefined) p.store(power, 0, zero);
    for (const contact of contactsAt(p, model, this.#fields, q)) {
      p.if(contact.touching, () => {
        const { row, force: axis, torque } = contact.press();
        const opening = plant.dot(row, v);
        const force = this.#force(contact, opening);
        p.storeAll(
          torques,
          p.loadAll(torques).map((x, i) => G.add(x, G.mul(force, row[i]))),
        );
        if (power !== undefined) p.store(power, 0, G.add(p.load(power), G.mul(force, opening)));
        const { external } = plant.fields;
        if (external !== undefined)
          addExternal(p, external, contact.body, scale3(G, force, axis), scale3(G, force, torque));
      });
    }
  }

  #force({ solid, stretch }: Contact, opening: Node): Node {
    const { p } = this.#plant;
    const G = p.graph;
    return contactForce(G, p.load(solid.stiffness), p.load(solid.damping), G.neg(stretch), G.neg(opening));
  }

  /** Depths as the state is; `forces`: and the forces by the plain law. */
  observe(q: readonly Node[], v: readonly Node[], forces: boolean): void {
    const plant = this.#plant;
    const { p, model } = plant;
    const G = p.graph;
    const zero = G.constant(0);
    const contacts = contactsAt(p, model, this.#fields, q);
    for (const solid of this.#fields.solids) {
      const own = contacts.filter((contact) => contact.solid === solid);
      const depth = own.reduce<Node>(
        (deepest, { touching, distance }) => max(G, deepest, G.select(touching, G.neg(distance), zero)),
        zero,
      );
      p.store(solid.depth, 0, depth);
      if (!forces) continue;
      p.storeAll(solid.force, [zero, zero, zero]);
      for (const contact of own) {
        p.if(contact.touching, () => {
          const { row, force } = contact.press();
          const push = G.neg(this.#force(contact, plant.dot(row, v)));
          p.storeAll(solid.force, add3(G, vectorOf(p, solid.force), scale3(G, push, force)));
        });
      }
    }
  }

  #scratch(name: string, size: number): Field {
    return scratch(this.#plant.p, name, size);
  }
}
