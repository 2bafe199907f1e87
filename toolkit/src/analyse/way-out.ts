/** What leads out of minima short of a goal: the circulating fields of a design, and the one that it lacks. */
import { coordinateOn, type Design } from '../control/index.js';
import { declarationName, elementOf } from '../mechanism/index.js';
import type { Equilibrium } from './equilibria.js';

/** A circulating field that would lead a point around the solids that hold it off its goal. */
export interface Remedy {
  readonly from: string;
  readonly to: string;
  readonly solids: readonly string[];
  /** Force and power that would do, N and W. */
  readonly greatest: number;
  readonly power: number;
}

export interface WayOut {
  /** Elements that may lead out of minima, as `around (source: circulate)`. */
  readonly fields: readonly string[];
  /** For the minimum in which the run ends. */
  readonly remedy?: Remedy;
}

/** Its force against the pull that it goes against: enough to go on where the pull is against it. */
const surplus = 2.5;
/** Its power by its force: that of its usual speed, with some to spare, m/s. */
const pace = 0.2;

/** `ending`: where the run ends, if that is known. */
export function wayOut(design: Design, ending: Equilibrium | undefined, within: number): WayOut {
  const fields = design.elements.flatMap(({ name, family, kind }) => {
    const declaration = elementOf(family, kind);
    return declaration?.watches === undefined ? [] : [`${name} (${declarationName(declaration)})`];
  });
  const remedy = fields.length > 0 || ending === undefined ? undefined : remedyOf(design, ending, within);
  return { fields, ...(remedy === undefined ? {} : { remedy }) };
}

function remedyOf(design: Design, { short, balance }: Equilibrium, within: number): Remedy | undefined {
  for (const { spring, goal, distance, by } of short) {
    if (distance <= within) continue;
    const solids = by.flatMap(({ element }) => solidsOf(design, element));
    const from = design.elements.find(({ name }) => name === spring)?.joins.from;
    const pull = balance.find(({ name }) => name === spring)?.force;
    if (solids.length === 0 || from === undefined || pull === undefined) continue;
    const greatest = upwards(surplus * pull);
    return { from, to: goal, solids: [...new Set(solids)], greatest, power: upwards(pace * greatest) };
  }
  return undefined;
}

/** The solids in the world that an element keeps something off. */
function solidsOf(design: Design, name: string): string[] {
  const element = design.elements.find((own) => own.name === name);
  if (element === undefined) return [];
  const ends = Object.values(coordinateOn(design, element).joins);
  return design.points
    .filter((point) => point.frame === undefined && point.shape !== undefined && ends.includes(point.name))
    .map((point) => point.name);
}

/** To two digits, upwards. */
function upwards(x: number): number {
  let unit = 1;
  while (unit * 10 > x && unit > 1e-6) unit /= 10;
  while (unit * 100 <= x) unit *= 10;
  return Number((Math.ceil(x / unit - 1e-9) * unit).toPrecision(2));
}
