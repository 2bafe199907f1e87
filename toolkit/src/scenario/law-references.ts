/** What laws, sensors, the servo and phases name, as far as the scenario alone can tell. */
import { lawNamed } from '../control/index.js';
import type { Complaints } from './complaints.js';
import type { Partly } from './read.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

export interface PlaceNames {
  /** Complains of a point that is not on the robot. */
  readonly onRobot: (name: string | undefined, path: string) => void;
  /** Every point, with the world. */
  readonly points: readonly string[];
  readonly hint: (name: string) => string | undefined;
}

/** Points and sensors that laws and the servo name. */
export function lawReferences(
  { control, task, plant }: Partly<Scenario>,
  { onRobot, points, hint }: PlaceNames,
  complaints: Complaints,
): void {
  const { laws = {}, sensors, servo } = control ?? {};
  for (const [name, sensor] of Object.entries(sensors ?? {}))
    onRobot(sensor?.at, under(under('control.sensors', name), 'at'));
  onRobot(servo?.at, 'control.servo.at');
  if (plant !== undefined) ofThePlant(sensors ?? {}, plant, complaints);
  const known = Object.keys(sensors ?? {});
  for (const [name, law] of Object.entries(laws)) {
    if (law === undefined) continue;
    const path = under('control.laws', name);
    onRobot(law.at, under(path, 'at'));
    for (const end of ['axes', 'target'] as const) {
      const point = law[end];
      if (typeof point === 'string' && !points.includes(point))
        complaints.unknown(under(path, end), 'point', point, points, hint(point));
    }
    const { sensor } = law;
    if (sensors !== undefined && typeof sensor === 'string' && !known.includes(sensor)) {
      const none = `give control.sensors one: control.sensors: { ${sensor}: {} }`;
      complaints.unknown(
        under(path, 'sensor'),
        'sensor',
        sensor,
        known,
        known.length === 0 ? none : undefined,
      );
    }
  }
  const phases = Object.entries(task?.phases ?? {});
  for (const [name, phase] of phases) {
    const path = under('task.phases', name);
    const names = Object.keys(laws);
    const unknownLaw = (law: string, at: string): boolean => {
      if (names.includes(law)) return false;
      complaints.unknown(at, 'law', law, names);
      return true;
    };
    for (const [i, law] of Object.entries(phase?.laws ?? []))
      if (law !== undefined) unknownLaw(law, under(under(path, 'laws'), i));
    const { until } = phase ?? {};
    if (until === undefined) continue;
    if ('law' in until && until.law !== undefined && !unknownLaw(until.law, `${path}.until.law`)) {
      const kind = laws[until.law]?.law;
      const statuses = kind === undefined ? undefined : lawNamed(kind).statuses;
      if (statuses !== undefined && until.is !== undefined && !statuses.includes(until.is))
        complaints.unknown(`${path}.until.is`, 'status', until.is, statuses);
    }
    if ('sensor' in until && until.sensor !== undefined && !known.includes(until.sensor))
      complaints.unknown(`${path}.until.sensor`, 'sensor', until.sensor, known);
  }
}

/** Sensors that the plant has not; one that is estimated needs none. */
function ofThePlant(
  sensors: Readonly<Record<string, { readonly observer?: unknown } | undefined>>,
  { bench, rigid }: NonNullable<Partly<Scenario>['plant']>,
  complaints: Complaints,
): void {
  const there = (bench ?? rigid)?.sensors;
  const known = Object.keys(there ?? {});
  // A bench that could not be read has who knows which.
  if (bench !== undefined && there === undefined) return;
  for (const [name, section] of Object.entries(sensors)) {
    if (section === undefined || section.observer !== undefined || known.includes(name)) continue;
    complaints.unknown(
      under('control.sensors', name),
      'sensor of the plant',
      name,
      known,
      known.length > 0
        ? undefined
        : `plant.${bench === undefined ? 'rigid' : 'bench'}.sensors: { ${name}: {} } gives it one; observer: { gain: 60 1/s } estimates the wrench from the joints’ momentum instead`,
    );
  }
}
