/** What can be said of laws, sensors and drives together before a run. */
import {
  directionProblems,
  entryUnits,
  type LawDesign,
  lateProblems,
  lawNamed,
  noiseProblems,
} from '../control/index.js';
import { formatQuantity } from '../math/index.js';
import { samplesOfDelay } from '../plant/index.js';
import type { Complaints } from './complaints.js';
import { mountedSensors } from './control-laws.js';
import type { Draft } from './draft.js';
import type { Scenario } from './scenario.js';
import type { MountedSensor } from './sensors.js';
import { under } from './tree.js';

export function lawFindings(draft: Draft, scenario: Scenario, complaints: Complaints): void {
  const { design, model, timing } = draft;
  torquesOnDrives(draft, scenario, complaints);
  complaints.adopt(directionProblems(design, draft.start));
  if (design.sensors === undefined) return;
  const mounted = mountedSensors(scenario, model, design.points[0], timing.tick);
  const readings = mounted.map(
    ({ name, rate, delay = 0 }) =>
      [name, { delay: samplesOfDelay(delay, rate) / rate, period: 1 / rate }] as const,
  );
  complaints.adopt(lateProblems(design, new Map(readings)));
  complaints.adopt(
    noiseProblems(design, new Map(mounted.map((sensor) => [sensor.name, noiseOf(sensor)] as const))),
  );
  for (const law of design.laws ?? []) driftByBias(law, draft, mounted, complaints);
}

/** Standard deviation of a force as it is read, N: of the axis that has most. */
function noiseOf({ noise = [], average = 1 }: MountedSensor): number {
  return Math.max(0, ...noise.slice(0, 3)) / Math.sqrt(average);
}

/** Drives that follow positions take no torques: what acts by them would do nothing. */
function torquesOnDrives({ design, bench }: Draft, scenario: Scenario, complaints: Complaints): void {
  // Of drives that do not follow it is said that the command fits them not.
  if (bench === undefined || bench.drive.kind === 'force') return;
  if (design.servo?.follow.kind !== 'drive') return;
  const more = {
    got: 'control.servo.follow: drive',
    hint: 'let the servo follow by torques, `follow: { computed torque: { bandwidth: 20 rad/s } }`, on drives that take them',
  };
  const idle = 'the drives follow positions, so that this does nothing: it acts by torques';
  for (const name of Object.keys(scenario.control.elements))
    complaints.error('drive-torques', under('control.elements', name), idle, more);
  for (const { name, kind } of design.laws ?? []) {
    if (lawNamed(kind).acts === 'wrench')
      complaints.error('drive-torques', under('control.laws', name), idle, more);
  }
  if (scenario.control.compensate.length > 0)
    complaints.warn('drive-torques', 'control.compensate', idle, { hint: 'leave it out' });
}

/** What a sensor is off by, and nothing takes off again, moves an admittance along the ways that have no spring. */
function driftByBias(
  { name, kind, sensor, parameters }: LawDesign,
  { design }: Draft,
  mounted: readonly MountedSensor[],
  complaints: Complaints,
): void {
  if (kind !== 'admittance') return;
  const known = design.sensors?.find((one) => one.name === sensor);
  const real = mounted.find((one) => one.name === sensor);
  const wanted = parameters.wanted?.some((x) => x !== 0) === true;
  if (known === undefined || real === undefined || known.tare !== undefined || wanted) return;
  const off = [0, 1, 2].map((k) => (real.bias?.[k] ?? 0) - (known.bias?.[k] ?? 0));
  const size = Math.sqrt(off.reduce((sum, x) => sum + x * x, 0));
  const declaration = lawNamed(kind);
  const damping = declaration.parameters.find((parameter) => parameter.name === 'damping');
  const units = damping === undefined ? [] : entryUnits(declaration, damping, parameters);
  const [resisted, held, band] = [parameters.damping, parameters.stiffness, parameters.deadBand].map(
    (gain = [0]) => units.map((_, i) => along(gain, i, units.length)),
  );
  const loose = units.flatMap((unit, i) =>
    unit === 'm' && held[i] === 0 && band[i] < size && resisted[i] > 0 ? [resisted[i]] : [],
  );
  if (loose.length === 0) return;
  const least = Math.min(...loose);
  complaints.warn(
    'bias-drifts',
    under('control.laws', name),
    `the bias of the sensor ${sensor} that nothing takes off moves it on by itself, at up to ${formatQuantity(size / least, 'm/s', 3)}`,
    {
      got: `${formatQuantity(size, 'N', 3)} on ${formatQuantity(least, 'N s/m', 3)}`,
      hint: `control.sensors.${sensor}.tare: { time: 0.5 s, refuse: ${formatQuantity(2 * size, 'N', 2)} }, its bias, or a deadBand above ${formatQuantity(size, 'N', 3)}`,
    },
  );
}

/** What a gain of 1, n or n² numbers is in one direction by itself. */
function along(gain: readonly number[], i: number, n: number): number {
  return gain.length === 1 ? gain[0] : gain.length === n ? gain[i] : gain[i * (n + 1)];
}
