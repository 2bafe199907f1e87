/** What can be recorded of sensors, laws and the servo, as of the last step. */
import type { FieldSpec, ProgramBuilder } from '../../graph/index.js';
import type { ControlFields } from '../control-fields.js';
import type { Design } from '../design.js';
import { givenNumbers } from './law-parameters.js';
import { lawNamed } from './laws.js';
import { wrenchLabels, wrenchUnits } from './sensor-fields.js';

export interface Observed {
  readonly spec: FieldSpec;
  /** The field of the step that it is copied from, and from which entry on. */
  readonly from: string;
  readonly at: number;
}

const xyz: readonly string[] = ['x', 'y', 'z'];

export function observedOfLaws({ sensors = [], laws = [], servo }: Design): Observed[] {
  const seen: Observed[] = [];
  const see = (name: string, from: string, spec: Omit<FieldSpec, 'name' | 'region'>, at = 0): void => {
    seen.push({ spec: { ...spec, name, region: 'observed' }, from, at });
  };
  const three = { size: 3, labels: xyz };
  for (const { name, tare, observer } of sensors) {
    const from = `sensor.${name}.wrench`;
    const meaning = 'External force on the robot, sensor axes';
    see(`sensor.${name}.force`, from, { ...three, unit: 'N', meaning });
    see(
      `sensor.${name}.torque`,
      from,
      { ...three, unit: 'N m', meaning: 'External torque about the sensor' },
      3,
    );
    if (tare === undefined) continue;
    if (observer === undefined)
      see(`sensor.${name}.raw`, `sensor.${name}`, {
        size: 6,
        labels: wrenchLabels,
        unit: wrenchUnits,
        meaning: 'The reading as it comes',
      });
    const part = (own: string, unit: string, meaning: string) =>
      see(`sensor.${name}.${own}`, `sensor.${name}.tare.${own === 'tareAge' ? 'age' : 'refused'}`, {
        unit,
        meaning,
      });
    part('tareAge', 's', 'Time since its tare was taken');
    part('tareRefused', '', 'How many later tares were refused');
  }
  for (const law of laws) {
    const declaration = lawNamed(law.kind);
    const numbers = givenNumbers(law, declaration);
    const { statuses } = declaration;
    if (statuses !== undefined)
      see(`${law.name}.status`, `laws.${law.name}.status`, { unit: '', meaning: statuses.join(', ') });
    if (declaration.acts === 'wrench' && declaration.takes === undefined) {
      const from = `laws.${law.name}.wrench`;
      see(`${law.name}.force`, from, {
        ...three,
        unit: 'N',
        meaning: 'Force that it commands on the robot at its centre, in its axes, before limits',
      });
      see(
        `${law.name}.torque`,
        from,
        {
          ...three,
          unit: 'N m',
          meaning: 'Torque that it commands on the robot about its centre, in its axes, before limits',
        },
        3,
      );
    }
    for (const { name, unit, size: count, meaning, labels: said } of declaration.observed ?? []) {
      const size = count(numbers);
      const labels = size === 1 ? {} : { labels: said ?? Array.from({ length: size }, (_, i) => `${i}`) };
      see(`${law.name}.${name}`, `laws.${law.name}.${name}`, { size, unit, meaning, ...labels });
    }
  }
  if (servo !== undefined) {
    see('servo.place', 'servo.centre', { ...three, unit: 'm', meaning: 'Commanded place of the centre' });
    see('servo.pace', 'servo.velocity', {
      ...three,
      unit: 'm/s',
      meaning: 'Commanded velocity of the centre',
    });
    see('servo.state', 'servo.status', { unit: '', meaning: 'How the servo goes' });
  }
  return seen;
}

export function observeLaws(
  program: ProgramBuilder,
  design: Design,
  fields: ControlFields,
  wanted: (field: string) => boolean,
): void {
  if (fields.laws === undefined) return;
  for (const { spec, from, at } of observedOfLaws(design)) {
    if (!wanted(spec.name)) continue;
    const to = program.field(spec);
    const source = program.layout.find(from);
    if (source === undefined) throw new Error(`control: there is no field ${from} to observe`);
    for (let i = 0; i < to.size; i++) program.store(to, i, program.load(source, at + i));
  }
}
