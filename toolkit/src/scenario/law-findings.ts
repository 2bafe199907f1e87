/** What can be said of laws, sensors and drives together before a run. */
import {
  directionProblems,
  entryUnits,
  halfTurnProblems,
  type LawDesign,
  lawNamed,
  singularProblems,
  speedProblems,
} from '../control/index.js';
import { formatQuantity } from '../math/index.js';
import { frameOf } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { mountedSensors } from './control-laws.js';
import type { Draft } from './draft.js';
import { residualFindings } from './residual-findings.js';
import type { Scenario } from './scenario.js';
import { sensorFindings } from './sensor-findings.js';
import type { MountedSensor } from './sensors.js';
import { under } from './tree.js';

export function lawFindings(draft: Draft, scenario: Scenario, complaints: Complaints): void {
  const { design, model, timing } = draft;
  torquesOnDrives(draft, scenario, complaints);
  complaints.adopt(directionProblems(design, draft.start));
  complaints.adopt(halfTurnProblems(design, draft.start));
  complaints.adopt(singularProblems(design, draft.start));
  complaints.adopt(speedProblems(design, draft.start, scenario.duration));
  for (const law of design.laws ?? []) targetOnTool(law, draft, complaints);
  if (design.sensors === undefined) return;
  const mounted = mountedSensors(scenario, model, design.points[0], timing.tick);
  sensorFindings(design, mounted, complaints);
  residualFindings(draft, complaints);
  for (const law of design.laws ?? []) driftByBias(law, draft, mounted, complaints);
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
  // The design's own problems tell of the laws whose joints the servo moves.
  for (const { name, kind } of design.laws ?? []) {
    if (lawNamed(kind).takes !== undefined)
      complaints.error('drive-torques', under('control.laws', name), idle, more);
  }
  if (scenario.control.compensate.length > 0)
    complaints.warn('drive-torques', 'control.compensate', idle, { hint: 'leave it out' });
}

/** A target that the tool carries along is where the tool is at every tick: nothing holds the arm then. */
function targetOnTool({ name, at, target }: LawDesign, { design }: Draft, complaints: Complaints): void {
  const bodyOf = (point: string | undefined): number => {
    const frame = design.points.find((one) => one.name === point)?.frame;
    return frame === undefined || !design.model.frames.some((one) => one.name === frame)
      ? -1
      : frameOf(design.model, frame).body;
  };
  const body = bodyOf(at);
  if (body < 0 || bodyOf(target) !== body) return;
  complaints.warn(
    'target-on-tool',
    under(under('control.laws', name), 'target'),
    `${target} is carried along by ${at}, so that it is off by the same at every tick: nothing is held, and the arm sags and creeps`,
    { hint: `a point in the world: control.points: { goal: { startOf: ${at} } }` },
  );
}

/** What a sensor is off by, and nothing takes off again, moves a law that gives way along the ways that have no spring. */
function driftByBias(
  law: LawDesign,
  { design }: Draft,
  mounted: readonly MountedSensor[],
  complaints: Complaints,
): void {
  const { name, sensor } = law;
  const ways = waysOf(law);
  const known = design.sensors?.find((one) => one.name === sensor);
  const real = mounted.find((one) => one.name === sensor);
  const wanted = law.parameters.wanted?.some((x) => x !== 0) === true;
  if (known === undefined || real === undefined || known.tare !== undefined || wanted) return;
  const off = [0, 1, 2].map((k) => (real.bias?.[k] ?? 0) - (known.bias?.[k] ?? 0));
  const size = Math.sqrt(off.reduce((sum, x) => sum + x * x, 0));
  const drifts = ways.flatMap(({ damping, band, key }) =>
    band < size && damping > 0 ? [{ damping, key, speed: (size - band) / damping }] : [],
  );
  if (drifts.length === 0) return;
  const { damping, key, speed } = drifts.reduce((most, one) => (one.speed > most.speed ? one : most));
  const bias = formatQuantity(size, 'N', 3);
  complaints.warn(
    'bias-drifts',
    under('control.laws', name),
    `the bias of the sensor ${sensor} that nothing takes off moves it on by itself, at up to ${formatQuantity(speed, 'm/s', 3)}`,
    {
      got: `${bias} on ${formatQuantity(damping, 'N s/m', 3)}`,
      hint: `control.sensors.${sensor}.tare: { time: 0.5 s, refuse: ${formatQuantity(2 * size, 'N', 2)} }, its bias, or ${key} above ${bias}`,
    },
  );
}

/** Ways without a spring: N s/m, and the N within which nothing moves, with the parameter that says so. */
function waysOf({ kind, parameters }: LawDesign): { damping: number; band: number; key: string }[] {
  const declaration = lawNamed(kind);
  const given = (name: string): readonly number[] => {
    const { default: usual = [0] } = declaration.parameters.find((one) => one.name === name) ?? {};
    return parameters[name] ?? (typeof usual === 'number' ? [usual] : usual);
  };
  if (kind === 'guide') {
    const led = given('select').slice(0, 3);
    if (!led.some((flag) => flag > 0.5)) return [];
    return [{ damping: given('damping')[0], band: given('dead')[0], key: 'dead' }];
  }
  if (kind !== 'admittance') return [];
  const resisting = declaration.parameters.find((parameter) => parameter.name === 'damping');
  const units = resisting === undefined ? [] : entryUnits(declaration, resisting, parameters);
  return units.flatMap((unit, i) => {
    const [damping, held, band] = ['damping', 'stiffness', 'deadBand'].map((name) =>
      along(given(name), i, units.length),
    );
    return unit === 'm' && held === 0 ? [{ damping, band, key: 'a deadBand' }] : [];
  });
}

/** What a gain of 1, n or n² numbers is in one direction by itself. */
function along(gain: readonly number[], i: number, n: number): number {
  return gain.length === 1 ? gain[0] : gain.length === n ? gain[i] : gain[i * (n + 1)];
}
