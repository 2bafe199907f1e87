/** `resolved.yaml`: the scenario with every default filled in. */
import { type Scenario, scenarioSchema } from './scenario.js';
import { writeYaml } from './write.js';

/**
 * The scenario as YAML: every key, SI numbers with their units as comments. Reading it gives the same scenario,
 * to the last bit. `path` gives file paths as they shall stand in the file.
 */
export function resolvedYaml(scenario: Scenario, path: (path: string) => string = (x) => x): string {
  const heading = 'The scenario with every default filled in, in SI units. Running it gives the same run.';
  return writeYaml(scenarioSchema, scenario, heading, path);
}
