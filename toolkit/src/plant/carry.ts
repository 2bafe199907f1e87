/**
 * Picking up and putting down: what a hand carries becomes part of its body, or leaves it, between two steps.
 *
 * **Picked up** a body of mass m whose centre moves at u and which does not turn joins the arm without slip, as a plastic impact: no
 * impulse comes from outside, and joint friction and motors give none in no time, so that the joint momentum stays,
 *
 *     M′ v⁺ = M v + J_cᵀ m u,     M′ = M + J_cᵀ m J_c + J_ωᵀ I J_ω,
 *
 * J_c and J_ω of its centre and its body. It brings ½ m u² − m g·c; what is lost is ½ vᵀM v + ½ m u² − ½ v⁺ᵀM′v⁺ ≥ 0, which is 0
 * where it already moves with the hand (for a rigid arm on one axis ½ m M/(m + M) (v − u)²: Routh, Dynamics of a system of rigid bodies, I, art. 300).
 * **Put down** it leaves with the speed that it has: v stays, and it takes its kinetic and potential energy along.
 *
 * Procedures `carry0`, `carry1` …, one for each payload in the order of the options: each changes between carried and not.
 */
import type { Node } from '../graph/index.js';
import { add3, cross3, dot3, mulMatVec, scale3, sub3, type Vec3, type Wrench } from '../math/index.js';
import { forwardKinematics, frameOf, framePlacement, jointTorques } from '../model/index.js';
import type { PayloadFields, PayloadSums } from './payload-fields.js';
import type { RigidTrace } from './trace.js';

/** The procedure of a payload by its number. */
export const carryProcedure = (payload: number): string => `carry${payload}`;

export function traceCarry(plant: RigidTrace): void {
  const { p, fields } = plant;
  fields.payloads.forEach((payload, k) => {
    p.procedure(carryProcedure(k), () => {
      p.if(
        p.load(payload.carried),
        () => leave(plant, payload, k),
        () => join(plant, payload, k),
      );
    });
  });
}

interface Energies {
  readonly kinetic: Node;
  readonly potential: Node;
}

function leave(plant: RigidTrace, payload: PayloadFields, k: number): void {
  const { p, fields } = plant;
  const G = p.graph;
  const before = energies(plant);
  p.store(payload.carried, 0, G.constant(0));
  const after = energies(plant);
  const taken = G.add(G.sub(before.kinetic, after.kinetic), G.sub(before.potential, after.potential));
  count(plant, fields.payloadSums, k, G.neg(taken), G.constant(0));
}

function join(plant: RigidTrace, payload: PayloadFields, k: number): void {
  const { p, fields, model } = plant;
  const G = p.graph;
  const q = p.loadAll(fields.q);
  const v = p.loadAll(fields.v);
  const before = energies(plant);
  const matrix = plant.inertia(q).matrix();
  const u = p.loadAll(payload.velocity) as unknown as Vec3<Node>;
  const mass = p.load(payload.mass);
  const own = momentum(plant, payload, q, scale3(G, mass, u));
  const all = v.map((_, i) => G.add(plant.dot(matrix.slice(i * model.nv, (i + 1) * model.nv), v), own[i]));
  p.store(payload.carried, 0, G.constant(1));
  p.storeAll(fields.v, plant.inertia(q).solve(all));
  const after = energies(plant);
  const moving = G.mul(G.mul(G.constant(0.5), mass), dot3(G, u, u));
  const brought = G.add(moving, G.sub(after.potential, before.potential));
  const lost = G.sub(G.add(before.kinetic, moving), after.kinetic);
  count(plant, fields.payloadSums, k, brought, lost);
}

/** J_cᵀ of a momentum at the payload's centre, world axes. */
function momentum(
  { p, model }: RigidTrace,
  { place, centre }: PayloadFields,
  q: readonly Node[],
  impulse: Vec3<Node>,
): Node[] {
  const G = p.graph;
  const frame = frameOf(model, place.frame);
  const kinematics = forwardKinematics(G, model, q);
  const { position, rotation } = framePlacement(G, kinematics, frame);
  const at = add3(G, position, mulMatVec(G, rotation, p.loadAll(centre) as unknown as Vec3<Node>));
  const arm = sub3(G, at, kinematics.placements[frame.body].position);
  const wrenches = new Array<Wrench<Node> | undefined>(model.bodies.length).fill(undefined);
  wrenches[frame.body] = { force: impulse, torque: cross3(G, arm, impulse) };
  return jointTorques(G, model, kinematics, wrenches);
}

function energies(plant: RigidTrace): Energies {
  const { p, fields } = plant;
  const q = p.loadAll(fields.q);
  const v = p.loadAll(fields.v);
  return { kinetic: plant.kinetic(q, v), potential: plant.potential(q) };
}

function count({ p }: RigidTrace, sums: PayloadSums | undefined, k: number, brought: Node, lost: Node): void {
  if (sums === undefined) return;
  const G = p.graph;
  p.store(sums.brought, k, G.add(p.load(sums.brought, k), brought));
  p.store(sums.joinLoss, 0, G.add(p.load(sums.joinLoss), lost));
}
