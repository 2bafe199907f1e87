/** Makes coordinates from what they join, and puts an element's law to work on one. */
import type { Algebra } from '../math/index.js';
import type { Coordinate } from './coordinate.js';
import type { Ends, Given } from './coordinate-declaration.js';
import { coordinateNamed } from './coordinates.js';
import type { Effect, ElementDeclaration, Parameters, Reading } from './declaration.js';

/** What a coordinate is made from; what it does not need may be left out. */
export type Makings<S> = Partial<Given<S>>;

/** The coordinate of this kind. */
export function attach<S>(A: Algebra<S>, kind: string, makings: Makings<S>): Coordinate<S> {
  const {
    ends = {},
    name = kind,
    of = [],
    parameters = {},
    baked = {},
    time = () => A.constant(0),
    pace = () => undefined,
  } = makings;
  return coordinateNamed(kind).coordinate(A, {
    name,
    ends: inWorld(ends),
    of,
    parameters,
    baked,
    time,
    pace,
  });
}

/** The world's own axes cost nothing. */
function inWorld<S>(ends: Ends<S>): Ends<S> {
  if (ends.axes?.name !== 'world') return ends;
  const { axes: _, ...others } = ends;
  return others;
}

/** The kind of coordinate that an element measures between what it joins. */
export function ownKind(
  { general, coordinate, parameters }: Pick<ElementDeclaration, 'general' | 'coordinate' | 'parameters'>,
  joins: { readonly joint?: unknown },
): string {
  if (general !== true || joins.joint === undefined) return coordinate;
  return parameters.some(({ name }) => name === 'target') ? 'joint' : 'position';
}

/** A law over one algebra: that of an element, or one that knows more than its reading. */
export interface ActingLaw<S> {
  readonly law: (A: Algebra<S>, reading: Reading<S>, parameters: Parameters<S>) => Effect<S>;
}

/** An element at work on its coordinate. */
export interface Engaged<S> {
  /** What acts: `effect` is on its reading and goes back through it. */
  readonly coordinate: Coordinate<S>;
  readonly effect: Effect<S>;
  /** Reading and force in the axes that the element names. */
  readonly stated: { readonly reading: Reading<S>; readonly force: readonly S[] };
}

/**
 * The law of an element on a coordinate of its own of this kind. A radial effect is the same in all axes, so it acts in
 * the world's, which spares turning the reading there and the force back.
 */
export function engage<S>(
  A: Algebra<S>,
  declaration: ActingLaw<S>,
  kind: string,
  makings: Makings<S>,
  parameters: Parameters<S>,
): Engaged<S> {
  const on = (ends: Ends<S>) =>
    engageOn(A, declaration, attach(A, kind, { ...makings, ends, parameters }), parameters);
  const { ends = {} } = makings;
  const named = on(ends);
  const { axes, ...unturned } = ends;
  const acting = named.effect.radial === true && axes !== undefined ? on(unturned) : named;
  return { ...acting, stated: named.stated };
}

/** The law of an element on a coordinate that is there. */
export function engageOn<S>(
  A: Algebra<S>,
  declaration: ActingLaw<S>,
  coordinate: Coordinate<S>,
  parameters: Parameters<S>,
): Engaged<S> {
  const effect = declaration.law(A, coordinate.reading, parameters);
  return { coordinate, effect, stated: { reading: coordinate.reading, force: effect.force } };
}
