/** The phases of a scenario's task as those of a design. */
import {
  type Design,
  observedFields,
  type PhaseDesign,
  type PhaseEnd,
  phaseParameters,
} from '../control/index.js';
import type { Field } from '../graph/index.js';
import type { Complaints } from './complaints.js';
import type { Origin } from './origin.js';
import type { Scenario } from './scenario.js';
import { settingsOf, valueIn } from './settings.js';
import { under } from './tree.js';

type PhaseSection = Scenario['task']['phases'][string];

/** The design with the scenario's phases; it has none of its own yet, and nothing else is wrong with it. */
export function withPhases(
  scenario: Scenario,
  design: Design,
  origin: Origin,
  complaints: Complaints,
): Design {
  const sections = Object.entries(scenario.task.phases);
  if (sections.length === 0) return design;
  const parameters = phaseParameters(design);
  const phases = sections.map(([name, section]) =>
    phaseOf(name, section, design, parameters, origin, complaints),
  );
  return { ...design, phases };
}

/** The design with phases that say no more than which laws are at work: what its problems depend on. */
export function withLawsOfPhases({ task }: Scenario, design: Design): Design {
  const known = design.laws?.map(({ name }) => name) ?? [];
  const phases = Object.entries(task.phases).map(
    ([name, { laws }]): PhaseDesign => ({
      name,
      ...(laws === undefined ? {} : { laws: laws.filter((law) => known.includes(law)) }),
    }),
  );
  return phases.length === 0 ? design : { ...design, phases };
}

function phaseOf(
  name: string,
  { set, until, next, blend, laws }: PhaseSection,
  design: Design,
  parameters: readonly Field[],
  origin: Origin,
  complaints: Complaints,
): PhaseDesign {
  const path = under('task.phases', name);
  const values: Record<string, readonly number[]> = {};
  for (const [parameter, to] of Object.entries(set)) {
    const place = under(under(path, 'set'), parameter);
    const given = { set: parameter, to };
    for (const setting of settingsOf(given, { set: place, to: place }, parameters, origin, complaints))
      values[setting.field] = setting.values;
  }
  const end = until && endOf(until, design, under(path, 'until'), complaints);
  return {
    name,
    set: values,
    ...(end === undefined ? {} : { until: end }),
    ...(laws === undefined ? {} : { laws }),
    ...(next === undefined ? {} : { next }),
    ...(blend > 0 ? { blend } : {}),
  };
}

function endOf(
  until: NonNullable<PhaseSection['until']>,
  design: Design,
  path: string,
  complaints: Complaints,
): PhaseEnd | undefined {
  if ('after' in until || 'law' in until) return until;
  const { below, above } = until;
  if ((below === undefined) === (above === undefined)) {
    return complaints.error('phase-bound', path, 'give one bound: below or above', {
      hint: 'a phase that ends between two bounds is two phases',
    });
  }
  if ('from' in until || 'speed' in until || 'sensor' in until) return until;
  const unit = unitOf(design, 'norm' in until ? until.norm : until.coordinate);
  const bound = (value: number | string | undefined, key: string): number | undefined =>
    value === undefined ? undefined : valueIn(value, unit, under(path, key), complaints);
  const [least, most] = [bound(above, 'above'), bound(below, 'below')];
  const bounds = {
    hold: until.hold,
    ...(least === undefined ? {} : { above: least }),
    ...(most === undefined ? {} : { below: most }),
  };
  return 'norm' in until ? { norm: until.norm, ...bounds } : { coordinate: until.coordinate, ...bounds };
}

/** SI unit of what an element or a coordinate measures. */
function unitOf(design: Design, measuring: string): string {
  const seen = observedFields(design).find(({ name }) => name.startsWith(`${measuring}.`));
  const unit = seen?.unit ?? '';
  return typeof unit === 'string' ? unit : unit[0];
}
