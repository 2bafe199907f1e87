/** Energy that a law stores, takes out and puts in. */
import type { Algebra } from '../math/index.js';
import { loadPower } from '../mechanism/index.js';
import type { Design } from './design.js';
import type { Law } from './law.js';

export interface Flow<S> {
  /** `dissipated.<element>` or `source.<element, moving point or reference>`. */
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
  for (const point of design.points) {
    const load = law.loads.sites.get(point.name);
    if ((point.moves !== true && point.motion === undefined) || load === undefined) continue;
    flows.push({
      name: `source.${point.name}`,
      power: A.neg(loadPower(A, load)),
    });
  }
  for (const [name, power] of law.loads.references) flows.push({ name: `source.${name}`, power });
  return flows;
}

export function storesOf<S>(law: Law<S>): Store<S>[] {
  return law.acting.flatMap(({ element, effect }) =>
    effect.energy === undefined ? [] : [{ name: element.name, energy: effect.energy }],
  );
}
