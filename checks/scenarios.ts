/** Scenarios of the checks' own, on the project's arm, in the process of the check. */
import { describe, type Outcome } from 'pliant/problem';
import { type Assembly, assemble, loadScenarioText, type ScenarioFiles } from 'pliant/scenario';
import { checkout, folderOnDisk } from './folders.js';

/** The files of the repository, by paths below it. */
export const ownFiles: ScenarioFiles = folderOnDisk(checkout);

/** Everything that `check` says, and what it says it of where it can be run. */
export function assembled(
  text: string,
  overrides: readonly string[] = [],
  phase?: (name: string) => void,
): Outcome<Assembly> {
  const loaded = loadScenarioText(ownFiles, 'scenario.yaml', text, overrides);
  if (loaded.value === undefined) return { problems: loaded.problems };
  const outcome = assemble(loaded.value, ownFiles, phase === undefined ? {} : { phase });
  return { ...outcome, problems: [...loaded.problems, ...outcome.problems] };
}

/** The same of a scenario that must be good. */
export function assemblyOf(text: string, overrides: readonly string[] = []): Assembly {
  const { value, problems } = assembled(text, overrides);
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return value;
}

/** One damper from the tool to the world, or on a joint, and nothing else. */
export function dampedArm(damper: string, damping: number): string {
  return `pliant: 1
name: damped
duration: 2 s
robots:
  arm: { file: robots/arm7/arm7.urdf }
control:
  rate: 1 kHz
  compensate: [gravity]
  buffers: none
  limits: { torque: none }
  elements:
    brake: { ${damper}, damping: ${damping} }
plant:
  rigid: { step: 1 ms, joints: { coulomb: 0, viscous: 0, stops: none } }
events:
  - { at: 0 s, push: [0.02 N, 0.01 N, 0.03 N], for: 50 ms }
`;
}
