/** Torques that a law asks of joints of its own, against what these joints give. */
import { formatQuantity } from '../../math/index.js';
import type { Design } from '../design.js';
import type { Findings } from '../findings.js';
import type { GivenNumbers, LawDeclaration } from './declaration.js';

/**
 * Refuses limits that a joint never reaches: the torque limits would cut it, of all joints by one factor, and it would never be
 * told to hold. `path` is the law's.
 */
export function checkOwnJoints(
  { model, limits }: Pick<Design, 'model' | 'limits'>,
  { takes }: Pick<LawDeclaration, 'takes'>,
  given: GivenNumbers,
  path: string,
  found: Findings,
): void {
  const most = limits?.torque?.most;
  const { limit = [] } = given;
  if (takes === undefined || most === undefined) return;
  limit.forEach((torque, i) => {
    if (!(Math.abs(torque) > most[i])) return;
    const unit = model.forceUnits[i];
    found.error(
      'grip-above-limit',
      `${path}.limit`,
      `the joint ${model.velocityNames[i]} is to grip with more than it gives: it would never be told to hold`,
      {
        expected: `at most ${formatQuantity(most[i], unit)}`,
        got: formatQuantity(Math.abs(torque), unit),
        hint: `limit: { ${model.velocityNames[i]}: ${formatQuantity(torque < 0 ? -most[i] : most[i], unit)} }, or a greater control.limits.torque`,
      },
    );
  });
}
