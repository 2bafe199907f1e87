/** Which joints slide, and what that makes of units that depend on it. */
import type { Body, Model } from './model.js';

/** SI units of one quantity at a joint that turns and at one that slides. */
export type JointUnits = readonly [turning: string, sliding: string];

/** Whether a joint slides, so that its position is in m and its force in N: prismatic joints and rails; a helical joint turns. */
export function slides({ type }: Pick<Body, 'type'>): boolean {
  return type === 'prismatic' || type === 'rail';
}

/** The unit at a joint. */
export function jointUnit(body: Pick<Body, 'type'>, [turning, sliding]: JointUnits): string {
  return slides(body) ? sliding : turning;
}

/** The unit at each entry of v: lengths of planar and free joints slide, their angles turn. */
export function velocityEntryUnits(model: Model, [turning, sliding]: JointUnits): string[] {
  return model.forceUnits.map((unit) => (unit === 'N' ? sliding : turning));
}
