/**
 * The classical Runge–Kutta method, open between its stages.
 *
 * q, v, and the integrals (travel, work, losses) advance together, so that all have order 4. Configurations are
 * integrated where they are stored, quaternions with q̇ = ½ q ⊗ (0, w); the model takes quaternions of any
 * length, and they are brought back to length 1 at the end of the step. Joint damping is explicit here.
 *
 * A step that would end beyond a joint stop is done again from its start by one semi-implicit step, which knows
 * stops (order 1 for that step alone), with the torque of the first stage.
 */
import type { Field, Node } from '../graph/index.js';
import { configurationRate, normalise } from '../model/index.js';
import type { RigidTrace } from './trace.js';

/** When each stage stands in the step, how far it then moves the state on, and its weight in the sum. */
export const rk4Stages = { times: [0, 0.5, 0.5, 1], weights: [1 / 6, 1 / 3, 1 / 3, 1 / 6] } as const;
const ADVANCE = [0.5, 0.5, 1] as const;

/** A field that is integrated. */
interface Integral {
  readonly field: Field;
  /** Its value at the start of the step, the sum of stages, the rate at the present stage. */
  readonly start: Field;
  readonly sum: Field;
  readonly rate: Field;
  /** Whether stages need it: q and v. */
  readonly state: boolean;
}

export function traceStages(plant: RigidTrace): void {
  const { p, model, fields } = plant;
  const G = p.graph;
  const integral = (field: Field, state = false): Integral => {
    const scratch = (part: string): Field =>
      p.field({ name: `${field.name}.${part}`, region: 'scratch', size: field.size, unit: '' });
    return { field, start: scratch('start'), sum: scratch('sum'), rate: scratch('rate'), state };
  };
  const q = integral(fields.q, true);
  const v = integral(fields.v, true);
  const { sums } = fields;
  const travel = sums && integral(sums.travel);
  const actuators = sums && integral(sums.actuators);
  const viscous = sums && fields.viscous && integral(sums.viscousLoss);
  const work = sums?.pushWork && integral(sums.pushWork);
  const { contact } = plant;
  const contactWork = fields.contacts?.work && integral(fields.contacts.work);
  const contactTorque =
    contact && p.field({ name: 'contactTorque', region: 'scratch', size: model.nv, unit: model.forceUnits });
  const integrals = [q, v, travel, actuators, viscous, work, contactWork].filter((x) => x !== undefined);
  const firstTorque =
    fields.stops === undefined
      ? undefined
      : p.field({ name: 'torque.start', region: 'scratch', size: model.nv, unit: model.forceUnits });

  p.procedure('rates', () => {
    const positions = p.loadAll(fields.q);
    plant.push(positions);
    const velocities = p.loadAll(fields.v);
    const torque = p.loadAll(fields.torque);
    const damping = plant.property(fields.viscous).map((d, i) => G.mul(d, velocities[i]));
    const drive = plant.drive(positions, velocities, torque);
    if (contact !== undefined && contactTorque !== undefined) {
      contact.forces(positions, velocities, contactTorque, contactWork?.rate);
      p.loadAll(contactTorque).forEach((x, i) => {
        drive[i] = G.add(drive[i], x);
      });
    }
    const acceleration = plant.inertia(positions).solve(drive.map((x, i) => G.sub(x, damping[i])));
    p.storeAll(q.rate, configurationRate(G, model, positions, velocities));
    p.storeAll(v.rate, acceleration);
    if (fields.external !== undefined) p.storeAll(fields.external.acceleration, acceleration);
    if (travel !== undefined) p.storeAll(travel.rate, velocities);
    if (actuators !== undefined) p.store(actuators.rate, 0, plant.dot(torque, velocities));
    if (viscous !== undefined) p.store(viscous.rate, 0, plant.dot(damping, velocities));
    if (work === undefined) return;
    p.storeAll(work.rate, new Array<Node>(work.rate.size).fill(G.constant(0)));
    plant.pushWork(velocities, (power) => p.storeAll(work.rate, power));
  });
  if (firstTorque !== undefined) p.procedure('stopStep', () => plant.semiImplicitStep());

  for (let k = 0; k < rk4Stages.times.length; k++) {
    p.procedure(`stage${k}`, () => {
      p.call('rates');
      const h = p.load(fields.step);
      for (const { field, start, sum, rate, state } of integrals) {
        for (let i = 0; i < field.size; i++) {
          const slope = p.load(rate, i);
          const from = k === 0 ? p.load(field, i) : p.load(start, i);
          const inner = k === 1 || k === 2;
          const total = k === 0 ? slope : G.add(p.load(sum, i), inner ? G.mul(G.constant(2), slope) : slope);
          if (k === 0) p.store(start, i, from);
          if (k < 3) p.store(sum, i, total);
          if (k < 3 && !state) continue;
          const part = k < 3 ? G.mul(G.constant(ADVANCE[k]), h) : G.div(h, G.constant(6));
          p.store(field, i, G.add(from, G.mul(part, k < 3 ? slope : total)));
        }
      }
      if (k === 0 && firstTorque !== undefined) p.storeAll(firstTorque, p.loadAll(fields.torque));
      if (k === 3) finish(plant, integrals, firstTorque);
    });
  }
  p.procedure('step', () => {
    for (let k = 0; k < rk4Stages.times.length; k++) p.call(`stage${k}`);
  });
}

/** Unit quaternions; a step past a stop is taken back and done by the semi-implicit method. */
function finish(plant: RigidTrace, integrals: readonly Integral[], firstTorque: Field | undefined): void {
  const { p, model, fields } = plant;
  const G = p.graph;
  const reached = p.loadAll(fields.q);
  normalise(G, model, reached).forEach((x, i) => {
    if (x !== reached[i]) p.store(fields.q, i, x);
  });
  if (fields.stops === undefined || firstTorque === undefined) return;
  let beyond: Node = G.constant(0);
  fields.stops.joints.forEach((stop, k) => {
    const { lower, upper } = fields.stops as NonNullable<typeof fields.stops>;
    const at = p.load(fields.q, stop.q);
    beyond = G.or(beyond, G.or(G.less(at, p.load(lower, k)), G.less(p.load(upper, k), at)));
  });
  p.if(beyond, () => {
    for (const { field, start } of integrals) p.storeAll(field, p.loadAll(start));
    p.storeAll(fields.torque, p.loadAll(firstTorque));
    p.call('stopStep');
  });
}
