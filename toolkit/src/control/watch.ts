/** Elements that look about themselves: what they see; and what elements remember. */
import type { Algebra } from '../math/index.js';
import {
  type ElementDeclaration,
  type Memory,
  memoryOf,
  type Site,
  type Surroundings,
  solidOf,
} from '../mechanism/index.js';
import type { Design, ElementDesign } from './design.js';

/** Finds a point as it stands; throws where there is none. */
export interface Seeing<S> {
  site(name: string): Site<S>;
}

/** A point as it stands. */
export function siteOf<S>(sites: ReadonlyMap<string, Site<S>>, name: string): Site<S> {
  const found = sites.get(name);
  if (found === undefined) throw new Error(`control: there is no point ${name}`);
  return found;
}

/** The points whose shapes an element sees, by name: those that it names, or all in the world but its own ends. */
export function solidsSeen(
  { points }: Pick<Design, 'points'>,
  { solids, joins }: ElementDesign,
): readonly string[] {
  if (solids !== undefined) return [...solids].sort();
  const own = Object.values(joins);
  return points
    .filter(({ name, frame, shape }) => frame === undefined && shape !== undefined && !own.includes(name))
    .map(({ name }) => name)
    .sort();
}

export function surroundingsOf<S>(
  A: Algebra<S>,
  design: Pick<Design, 'points'>,
  element: ElementDesign,
  places: Seeing<S>,
): Surroundings<S> {
  const { from, to, axes } = element.joins;
  if (from === undefined || to === undefined) throw new Error(`control: ${element.name} joins no two points`);
  const { position, velocity, shape } = places.site(from);
  return {
    hand: { position, velocity, radius: shape?.size[0] ?? A.constant(0) },
    goal: places.site(to).position,
    axes: axes === undefined || axes === 'world' ? undefined : places.site(axes).rotation,
    solids: solidsSeen(design, element).map((name) => solidOf(A, places.site(name))),
  };
}

/** What an element remembers before the first step. */
export function firstMemory<S>(
  A: Algebra<S>,
  declaration: Pick<ElementDeclaration, 'watches' | 'remembers'>,
): Memory<S> {
  return Object.fromEntries(memoryOf(declaration).map(({ name, initial }) => [name, A.constant(initial)]));
}
