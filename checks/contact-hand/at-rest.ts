/** What a blocked virtual model presses with at rest: springs in line, and the band that friction adds. */
import { ForceField, minimise, stictionBand } from 'pliant/analyse';
import type { Design } from 'pliant/control';
import { drafted } from './runs.js';

export interface AtRest {
  /** Spring and hand in line over the way of the goal beyond the hand, N. */
  readonly springs: number;
  /** Without friction, all springs of the design together, N. */
  readonly balance: number;
  /** What friction can hold more or less, N: by the Hessian at the balance, and at least by the exact law. */
  readonly band: number;
  readonly exact: number;
}

/** The hand as one more spring, along x alone and both ways: it is pressed. */
export function atRest(q: readonly number[]): AtRest {
  const { design, rigid, scenario } = drafted('blocked-hand');
  const hand = scenario.world.solids?.hand as unknown as {
    readonly at: readonly number[];
    readonly stiffness: number;
  };
  const stiffness = design.elements.find(({ name }) => name === 'reach')?.parameters.stiffness?.[0];
  const goal = design.points.find(({ name }) => name === 'goal')?.at;
  if (goal === undefined || stiffness === undefined) throw new Error('no goal, or no spring to it');
  const way = design.points.find(({ name }) => name === 'goal')?.motion?.parameters.by ?? [];
  const end = [goal[0] + way[0], goal[1] + way[1], goal[2] + way[2]] as const;
  const still: Design = {
    ...design,
    points: [
      ...design.points.map((point) =>
        point.name === 'goal' ? { name: 'goal', at: end, attitude: point.attitude ?? [1, 0, 0, 0] } : point,
      ),
      { name: 'palm', at: [hand.at[0], 0, 0] },
    ],
    coordinates: [
      { name: 'to the palm', kind: 'offset', joins: { from: 'tool', to: 'palm' }, parameters: {} },
      { name: 'depth', kind: 'slice', joins: {}, of: ['to the palm'], parameters: { entries: [0] } },
    ],
    elements: [
      ...design.elements,
      {
        name: 'hand',
        family: 'spring',
        kind: 'linear',
        joins: {},
        of: 'depth',
        parameters: { stiffness: [hand.stiffness] },
      },
    ],
  };
  const field = new ForceField(still, { ...(rigid.joints && { joints: rigid.joints }) });
  const rest = minimise(field, q);
  if (rest === undefined) throw new Error('no balance is found');
  const band = stictionBand(field, 'hand', rest.q, rigid.joints?.coulomb ?? []);
  const beyond = end[0] - hand.at[0];
  return {
    springs: ((stiffness * hand.stiffness) / (stiffness + hand.stiffness)) * beyond,
    balance: hand.stiffness * Math.abs(band.offset[0]),
    band: hand.stiffness * band.worst,
    exact: hand.stiffness * band.exact,
  };
}
