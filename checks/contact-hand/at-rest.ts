/** What a blocked virtual model presses with at rest: springs in line, and the band that friction adds. */
import { ForceField, minimise, stictionBand } from 'pliant/analyse';
import type { Design } from 'pliant/control';
import type { Draft } from 'pliant/scenario';
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

interface Scene extends Pick<Draft, 'design' | 'rigid'> {
  /** Of the hand, m and N/m. */
  readonly palm: number;
  readonly hand: number;
  /** Of the spring to the goal, N/m. */
  readonly stiffness: number;
  /** Where the goal ends up, m. */
  readonly end: readonly [number, number, number];
}

function scene(): Scene {
  const { design, rigid } = drafted('blocked-hand');
  const hand = rigid.contacts?.solids.find(({ name }) => name === 'hand');
  const stiffness = design.elements.find(({ name }) => name === 'reach')?.parameters.stiffness?.[0];
  const goal = design.points.find(({ name }) => name === 'goal');
  const way = goal?.motion?.parameters.by;
  if (goal?.at === undefined || way === undefined || stiffness === undefined || hand?.at === undefined)
    throw new Error('no goal that moves, no spring to it or no hand');
  const [x, y, z] = goal.at.map((start, i) => start + way[i]);
  return { design, rigid, palm: hand.at[0], hand: hand.stiffness, stiffness, end: [x, y, z] };
}

const inLine = ({ palm, hand, stiffness, end }: Scene): number =>
  ((stiffness * hand) / (stiffness + hand)) * (end[0] - palm);

/** What spring and hand in line give over the way that the goal is beyond the hand, N. */
export const springsInLine = (): number => inLine(scene());

/** The hand as one more spring, along x alone and both ways: it is pressed. From the balance below q. */
export function atRest(q: readonly number[]): AtRest {
  const given = scene();
  const { design, rigid, palm, hand, end } = given;
  const still: Design = {
    ...design,
    points: [
      ...design.points.map((point) =>
        point.name === 'goal' ? { name: 'goal', at: end, attitude: point.attitude ?? [1, 0, 0, 0] } : point,
      ),
      { name: 'palm', at: [palm, 0, 0] },
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
        parameters: { stiffness: [hand] },
      },
    ],
  };
  const field = new ForceField(still, { ...(rigid.joints && { joints: rigid.joints }) });
  const rest = minimise(field, q);
  if (rest === undefined) throw new Error('no balance is found');
  const band = stictionBand(field, 'hand', rest.q, rigid.joints?.coulomb ?? []);
  return {
    springs: inLine(given),
    balance: hand * Math.abs(band.offset[0]),
    band: hand * band.worst,
    exact: hand * band.exact,
  };
}
