/** What the wrench laws of a design hold the robot with about one configuration, as the judgements of stability take it. */
import { numbers, type Vec3 } from '../../math/index.js';
import { type Site, worldOrigin } from '../../mechanism/index.js';
import { forwardKinematics, frameJacobian, frameOf, type Model, pointJacobian } from '../../model/index.js';
import type { Design } from '../design.js';
import type { HeldGain } from './declaration.js';
import type { LawDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';

export interface LawGains {
  readonly law: LawDesign;
  readonly gains: readonly HeldGain[];
}

/** At q of the robot, whose points are at `sites` and whose inertia is `massMatrix` (nv × nv). */
export function heldByLaws(
  { laws = [], model, points }: Design,
  q: readonly number[],
  massMatrix: readonly number[],
  sites: ReadonlyMap<string, Site<number>>,
): LawGains[] {
  return laws.flatMap((law): LawGains[] => {
    const declaration = lawOf(law.kind);
    const centre = sites.get(law.at ?? '');
    const frame = points.find(({ name }) => name === law.at)?.frame;
    if (declaration?.holds === undefined || centre === undefined || frame === undefined) return [];
    const { rotation } = sites.get(law.axes ?? law.at ?? '') ?? worldOrigin(numbers);
    const jacobian = centreRows(model, q, frame, centre.position);
    const gains = declaration.holds(givenNumbers(law, declaration), { axes: rotation, jacobian, massMatrix });
    return [{ law, gains }];
  });
}

/** vx, vy, vz, wx, wy, wz of a point that moves with a frame (nv numbers each), world axes. */
export function centreRows(
  model: Model,
  q: readonly number[],
  frame: string,
  position: Vec3<number>,
): readonly (readonly number[])[] {
  const kinematics = forwardKinematics(numbers, model, q);
  const on = frameOf(model, frame);
  const linear = pointJacobian(numbers, model, kinematics, on, position);
  const angular = frameJacobian(numbers, model, kinematics, on, 'worldAligned').slice(3 * model.nv);
  const entries = [...linear, ...angular];
  return Array.from({ length: 6 }, (_, i) => entries.slice(i * model.nv, (i + 1) * model.nv));
}
