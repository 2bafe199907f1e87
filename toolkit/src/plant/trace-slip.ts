/** Friction at contacts (slip-law.ts) as statements of a rigid plant's program. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { max } from '../math/index.js';
import { type Host, LEAST } from './host.js';
import type { JointInertia } from './joint-inertia.js';
import { type Loop, scratch } from './loop.js';
import { impulseAt, inDisc, type Pair, type Slip, type SlipLaw, slipLaw, trialImpulse } from './slip-law.js';
import type { Contact } from './trace-touch.js';

/** ρ of a contact, in the mass that it moves along its surface. */
const GRIP = 1e5;
/** Passes of Newton's method; after them the sure one. */
const NEWTON = 30;
/** What may be missed: a speed in m/s of what sticks, and a part of the cone's radius. */
const STILL = 1e-9;
const CLOSE = 1e-7;

/** Friction's part of a step. */
export interface SlipTrace {
  /** Of a contact that touches: its friction. */
  begin(contact: Contact): void;
  /** And what mass it moves along its surface. */
  weigh(c: Node, inertia: JointInertia): void;
  /** Its first law in a step h, by the velocity v at the start and by the friction of the step before. */
  first(c: Node, v: readonly Node[], h: Node): void;
  /** Adds the law of a contact to inertia and momentum. */
  add(c: Node, matrix: Field, momentum: Field): void;
  /** After a pass: its impulses and the next law; `done` becomes 0 where those are not the same. */
  turn(c: Node, pressing: Node, next: readonly Node[], pass: Node, done: Field): void;
  /** What the step h lost; keeps its friction for the next. */
  account(v: readonly Node[], h: Node): void;
  /** Nothing is touched. */
  clear(): void;
}

export function traceSlip(plant: Host, loop: Loop): SlipTrace {
  const { p, model, fields } = plant;
  const G = p.graph;
  const { nv } = model;
  const { count } = loop;
  const zero = G.constant(0);
  const slides = scratch(p, 'slides', 2 * count);
  loop.slides = slides;
  const cone = scratch(p, 'cone', count);
  const grips = scratch(p, 'grips', count);
  const held = scratch(p, 'held', 2 * count);
  /** Forces of friction in the last step, world axes: where the next one begins. */
  const kept = p.field({ name: 'slides', region: 'state', size: 3 * count, unit: 'N' });
  const masses = scratch(p, 'slip.mass', 3 * count);
  const slipPulls = scratch(p, 'slip.pull', 2 * count);
  const write = (field: Field, c: Node, width: number, values: readonly Node[]): void => {
    values.forEach((x, i) => {
      p.storeAt(field, loop.place(c, width, i), x);
    });
  };
  const pairOf = (field: Field, c: Node): Pair<Node> => [
    loop.entry(field, c, 2, 0),
    loop.entry(field, c, 2, 1),
  ];
  const rates = (c: Node, v: readonly Node[]): Pair<Node> => [
    plant.dot(loop.row(c, 1), v),
    plant.dot(loop.row(c, 2), v),
  ];
  const lawOf = (c: Node): SlipLaw<Node> => ({
    mass: [loop.entry(masses, c, 3, 0), loop.entry(masses, c, 3, 1), loop.entry(masses, c, 3, 2)],
    pull: pairOf(slipPulls, c),
  });
  const keepLaw = (c: Node, slip: Slip<Node>, newton: Node): void => {
    const { mass, pull } = slipLaw(G, slip, newton);
    write(masses, c, 3, mass);
    write(slipPulls, c, 2, pull);
    write(held, c, 2, slip.impulse);
  };
  return {
    begin({ solid, index, root }) {
      const mu = solid.friction === undefined ? zero : p.load(solid.friction);
      p.store(cone, index, root === undefined ? mu : G.mul(mu, root));
    },
    weigh(c, inertia) {
      const gives = [1, 2].map((way) => plant.dot(loop.row(c, way), inertia.solve(loop.row(c, way))));
      const give = max(G, max(G, gives[0], gives[1]), G.constant(LEAST));
      p.storeAt(grips, c, G.div(G.constant(GRIP), give));
    },
    first(c, v, h) {
      const moved = plant.dot(loop.row(c, 0), v);
      const pressing = G.sub(p.loadAt(loop.pulls, c), G.mul(p.loadAt(loop.gains, c), moved));
      const cap = G.mul(p.loadAt(cone, c), max(G, pressing, zero));
      const last = [0, 1, 2].map((i) => loop.entry(kept, c, 3, i));
      const part = (way: number): Node => G.mul(h, plant.dot(last, loop.axis(c, way)));
      const before: Pair<Node> = [part(1), part(2)];
      const start = { impulse: before, velocity: rates(c, v), grip: p.loadAt(grips, c), cap };
      const impulse = inDisc(G, trialImpulse(G, start), cap);
      keepLaw(c, { ...start, impulse }, G.constant(1));
    },
    add(c, matrix, momentum) {
      const [first, second] = [loop.row(c, 1), loop.row(c, 2)];
      const { mass, pull } = lawOf(c);
      for (let i = 0; i < nv; i++) {
        const [a, b] = [first[i], second[i]];
        p.store(momentum, i, G.add(p.load(momentum, i), G.add(G.mul(pull[0], a), G.mul(pull[1], b))));
        const left = G.add(G.mul(mass[0], a), G.mul(mass[1], b));
        const right = G.add(G.mul(mass[1], a), G.mul(mass[2], b));
        for (let j = 0; j <= i; j++) {
          const part = G.add(G.mul(left, first[j]), G.mul(right, second[j]));
          p.store(matrix, i * nv + j, G.add(p.load(matrix, i * nv + j), part));
        }
      }
    },
    turn(c, pressing, next, pass, done) {
      const velocity = rates(c, next);
      const grip = p.loadAt(grips, c);
      const cap = G.mul(p.loadAt(cone, c), pressing);
      const before = pairOf(held, c);
      const used = impulseAt(G, lawOf(c), velocity);
      const wanted = inDisc(G, trialImpulse(G, { impulse: before, velocity, grip, cap }), cap);
      const impulse = inDisc(G, used, cap);
      write(slides, c, 2, used);
      const apart = (a: Pair<Node>, b: Pair<Node>): Node =>
        max(G, G.abs(G.sub(a[0], b[0])), G.abs(G.sub(a[1], b[1])));
      const near = G.mul(G.constant(CLOSE), cap);
      const rest = G.mul(G.constant(STILL), grip);
      const tight = G.add(near, G.div(rest, G.constant(GRIP)));
      const same = G.and(
        G.lessEqual(apart(used, wanted), tight),
        G.lessEqual(apart(used, before), G.add(near, rest)),
      );
      p.store(done, 0, G.and(p.load(done), same));
      keepLaw(c, { impulse, velocity, grip, cap }, G.less(pass, G.constant(NEWTON)));
    },
    account(v, h) {
      const rubbed = fields.contacts?.rubbed;
      const next = p.loadAll(plant.next);
      loop.each((c) => {
        p.if(
          p.loadAt(loop.touching, c),
          () => {
            const impulse = pairOf(slides, c);
            const [a, b] = [loop.axis(c, 1), loop.axis(c, 2)];
            const force = [0, 1, 2].map((i) =>
              G.div(G.add(G.mul(impulse[0], a[i]), G.mul(impulse[1], b[i])), h),
            );
            write(kept, c, 3, force);
            if (rubbed === undefined) return;
            const lost = slipLoss(p, impulse, rates(c, v), rates(c, next));
            p.store(rubbed, 0, G.add(p.load(rubbed), lost));
          },
          () => write(kept, c, 3, [zero, zero, zero]),
        );
      });
    },
    clear() {
      p.storeAll(kept, new Array<Node>(3 * count).fill(zero));
    },
  };
}

/**
 * Energy that friction takes out of a step from velocity `before` to `after`: −λ · ½ (before + after), where `before` counts
 * only if the impulse is against it.
 */
function slipLoss(p: ProgramBuilder, impulse: Pair<Node>, before: Pair<Node>, after: Pair<Node>): Node {
  const G = p.graph;
  const against = (u: Pair<Node>): Node => G.neg(G.add(G.mul(impulse[0], u[0]), G.mul(impulse[1], u[1])));
  return G.mul(G.constant(0.5), G.add(max(G, against(before), G.constant(0)), against(after)));
}
