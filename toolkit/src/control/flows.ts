/** Energy that a law stores, takes out and puts in. */
import { type Algebra, sum } from '../math/index.js';
import { loadPower } from '../mechanism/index.js';
import type { Design, PointDesign } from './design.js';
import type { Law } from './law.js';
import { isMoving } from './moving.js';
import { projectionName } from './projections.js';

export interface Flow<S> {
  /** `dissipated.<element>` or `source.<element, its projection, moving point or reference>`. */
  readonly name: string;
  /** W; of a damper what it takes out, ≥ 0; of a source what it puts in. */
  readonly power: S;
}

export interface Store<S> {
  /** The element. */
  readonly name: string;
  /** J. */
  readonly energy: S;
}

/**
 * Flows of the law before limits. With the stores, at every instant
 *
 *     τ·v = −d/dt Σ stored − Σ dissipated + Σ sources
 *
 * for the elements' joint torques τ. A moving point, or a
 * reference, puts in what it does against the elements that it pulls.
 */
export function flowsOf<S>(A: Algebra<S>, design: Design, law: Law<S>): Flow<S>[] {
  const flows: Flow<S>[] = [];
  for (const { element, effect } of law.acting) {
    if (effect.dissipated !== undefined)
      flows.push({
        name: `dissipated.${element.name}`,
        power: effect.dissipated,
      });
    if (effect.supplied !== undefined) flows.push({ name: `source.${element.name}`, power: effect.supplied });
  }
  const moving = design.points.filter((point) => point.moves === true || isMoving(point));
  for (const { name, power } of pulled(A, moving, law)) flows.push({ name: `source.${name}`, power });
  for (const { element, power } of law.projections)
    flows.push({ name: `source.${projectionName(element)}`, power });
  for (const [name, power] of law.loads.references) flows.push({ name: `source.${name}`, power });
  return flows;
}

/** Name of the flow of a guard's reaction, W put in; undefined where no guard is named: the damped stop then is in no book. */
export function reactionFlow({ guards, sensors = [], points }: Design): string | undefined {
  // Guards of sensors and streams may each have a reaction of their own.
  if (sensors.length > 0 || points.some(({ streamed }) => streamed !== undefined)) return 'reaction.guards';
  return guards === undefined ? undefined : `reaction.${guards.nonFinite ?? 'damped stop'}`;
}

/** What points put in against what pulls on them, W. */
function pulled<S>(
  A: Algebra<S>,
  points: readonly PointDesign[],
  law: Law<S>,
): { readonly name: string; readonly power: S }[] {
  return points.flatMap(({ name }) => {
    const load = law.loads.sites.get(name);
    return load === undefined ? [] : [{ name, power: A.neg(loadPower(A, load)) }];
  });
}

/** What all put in that moves by a motion or as a reference, W. */
export function motionPower<S>(A: Algebra<S>, { points }: Pick<Design, 'points'>, law: Law<S>): S {
  return sum(A, [
    ...pulled(A, points.filter(isMoving), law).map(({ power }) => power),
    ...law.loads.references.values(),
  ]);
}

/** All that elements store, J. */
export function storedBy<S>(A: Algebra<S>, law: Law<S>): S {
  return sum(
    A,
    storesOf(law).map(({ energy }) => energy),
  );
}

export function storesOf<S>(law: Law<S>): Store<S>[] {
  return law.acting.flatMap(({ element, effect }) =>
    effect.energy === undefined ? [] : [{ name: element.name, energy: effect.energy }],
  );
}
