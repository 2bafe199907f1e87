/** Everything that can be said of a scenario without running it. */
import type { Problem } from '../problem/index.js';
import { type AssembleOptions, assemble } from './assemble.js';
import { loadScenario } from './load.js';
import type { ScenarioFiles } from './scenario-files.js';

/**
 * Reads and assembles a scenario and looks for what its run would suffer from: a goal out of reach, a start
 * outside the limits, torque limits below gravity, gravity compensated twice or not at all, attitudes half a
 * turn off, gains that cannot be stable at the tick. No problem of severity `error`: it can be run.
 */
export function checkScenario(
  files: ScenarioFiles,
  file: string,
  overrides: readonly string[] = [],
  options: AssembleOptions = {},
): readonly Problem[] {
  const loaded = loadScenario(files, file, overrides);
  if (loaded.value === undefined) return loaded.problems;
  return [...loaded.problems, ...assemble(loaded.value, files, options).problems];
}
