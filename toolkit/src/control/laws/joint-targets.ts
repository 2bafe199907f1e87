/** Joint positions that a law is to go to, against the ends of the joints. */
import { formatQuantity } from '../../math/index.js';
import type { Design } from '../design.js';
import type { Findings } from '../findings.js';
import type { GivenNumbers, LawDeclaration } from './declaration.js';
import { positionLimits } from './servo-fields.js';

/**
 * Refuses positions that the servo never goes to: degrees that were taken for radians, for instance. `path` is the law's.
 * Joints without a servo are led by torques and have ends of their own; those are no affair of the law.
 */
export function checkJointTargets(
  { model, servo }: Pick<Design, 'model' | 'servo'>,
  { acts, parameters }: Pick<LawDeclaration, 'acts' | 'parameters'>,
  given: GivenNumbers,
  path: string,
  found: Findings,
): void {
  if (servo === undefined || acts !== 'joints') return;
  const limits = positionLimits(model, servo);
  for (const { name, joints } of parameters) {
    const values = given[name];
    if (joints !== 'positions' || values?.length !== model.nq) continue;
    for (const { q, v, nq, nv } of model.bodies) {
      const pair = nq === 1 && nv === 1 ? limits[v] : undefined;
      if (pair === undefined || (values[q] >= pair[0] && values[q] <= pair[1])) continue;
      const unit = model.positionUnits[q];
      const [lower, upper] = pair.map((x) => formatQuantity(x, unit));
      found.error(
        'joint-target-beyond',
        `${path}.${name}`,
        `the joint ${model.velocityNames[v]} is to go beyond its end, where the servo stops it`,
        {
          expected: `${lower} … ${upper}`,
          got: formatQuantity(values[q], unit),
          hint: `at most ${values[q] > pair[1] ? upper : lower}, or was it meant in other units?`,
        },
      );
    }
  }
}
