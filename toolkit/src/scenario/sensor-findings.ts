/** What the controller says of its sensors, held to those of the plant. */
import { type Design, lateProblems, noiseProblems, type SensorDesign } from '../control/index.js';
import { formatQuantity, norm3, numbers } from '../math/index.js';
import { samplesOfDelay } from '../plant/index.js';
import type { Complaints } from './complaints.js';
import { parameterOf } from './contact-sensing.js';
import type { MountedSensor } from './sensors.js';
import { under } from './tree.js';

export function sensorFindings(
  design: Design,
  mounted: readonly MountedSensor[],
  complaints: Complaints,
): void {
  const readings = mounted.map(
    ({ name, rate, delay = 0 }) =>
      [name, { delay: samplesOfDelay(delay, rate) / rate, period: 1 / rate }] as const,
  );
  complaints.adopt(lateProblems(design, new Map(readings)));
  // Of the axis that has most.
  const noises = mounted.map(
    ({ name, noise = [], average = 1, rate }) =>
      [name, { deviation: Math.max(0, ...noise.slice(0, 3)), average, period: 1 / rate }] as const,
  );
  complaints.adopt(noiseProblems(design, new Map(noises)));
  for (const sensor of design.sensors ?? []) {
    const own = mounted.find(({ name }) => name === sensor.name);
    if (own === undefined || sensor.observer !== undefined) continue;
    belowAgrees(sensor, own, complaints);
    biasTouches(design, sensor, own, complaints);
    frozenTells(sensor, own, complaints);
  }
}

/** What the controller takes out of a reading is what hangs there, or the rest is felt as a force that nobody exerts. */
function belowAgrees(
  { name, below, provides = [], tare }: SensorDesign,
  own: MountedSensor,
  complaints: Complaints,
): void {
  const hangs = { mass: own.below?.mass ?? 0, centre: own.below?.centre ?? [0, 0, 0] };
  const path = under(under('control.sensors', name), 'below');
  if (provides.includes('gravity')) {
    if (hangs.mass > 0)
      complaints.warn(
        'sensor-below-mismatch',
        under(under('control.sensors', name), 'provides'),
        'the plant’s sensor takes no weight out of its reading, so that it is felt as a force',
        {
          got: `${formatQuantity(hangs.mass, 'kg', 4)} below it in the plant`,
          hint: 'leave gravity out of provides, or the mass out of the plant’s sensor',
        },
      );
    return;
  }
  // A tare takes what nobody knows, and says so itself.
  if (below === undefined && tare !== undefined) return;
  const taken = { mass: below?.mass ?? 0, centre: below?.centre ?? [0, 0, 0] };
  const apart = taken.mass - hangs.mass;
  const [x, y, z] = taken.centre.map((c, i) => taken.mass * c - hangs.mass * hangs.centre[i]);
  const lever = norm3(numbers, [x, y, z]);
  const size = Math.max(taken.mass, hangs.mass);
  if (Math.abs(apart) <= 1e-6 * size && lever <= 1e-6 * size) return;
  const told = (at: { readonly mass: number; readonly centre: readonly number[] }): string =>
    `${formatQuantity(at.mass, 'kg', 4)} at [${at.centre.map((c) => formatQuantity(c, 'm', 4)).join(', ')}]`;
  const force = `${formatQuantity(9.81 * Math.abs(apart), 'N', 3)} upright`;
  complaints.warn(
    'sensor-below-mismatch',
    path,
    `what is taken out of the reading of ${name} is not what hangs there in the plant: the difference is felt as a force, ${apart === 0 ? 'and a torque' : force}`,
    {
      expected: `${told(hangs)}, as in the plant`,
      got: told(taken),
      hint: `leave out control.sensors.${name}.below, which is then that of the plant`,
    },
  );
}

/** A guarded move that takes no baseline takes a bias for contact. */
function biasTouches(
  { laws = [] }: Design,
  { name, tare }: SensorDesign,
  { bias = [] }: MountedSensor,
  complaints: Complaints,
): void {
  if (tare !== undefined) return;
  const off = norm3(numbers, [bias[0] ?? 0, bias[1] ?? 0, bias[2] ?? 0]);
  for (const law of laws) {
    if (law.kind !== 'guarded-move' || law.sensor !== name) continue;
    const [threshold] = parameterOf(law, 'threshold') ?? [Number.POSITIVE_INFINITY];
    const [settle] = parameterOf(law, 'settle') ?? [0];
    if (settle > 0 || off < threshold) continue;
    complaints.warn(
      'threshold-below-bias',
      under(under('control.laws', law.name), 'threshold'),
      `the bias of ${name} alone may pass this threshold: the move may end before anything is touched`,
      {
        expected: `above ${formatQuantity(off, 'N', 3)}, or a baseline`,
        got: formatQuantity(threshold, 'N', 3),
        hint: `settle: 0.2 s takes the mean of so long as baseline before the move`,
      },
    );
  }
}

/** A sensor without noise says the same while nothing moves, which is no fault of it. */
function frozenTells({ name, guards }: SensorDesign, own: MountedSensor, complaints: Complaints): void {
  const { frozen } = guards ?? {};
  if (frozen === undefined) return;
  const silent = [0, 1, 2, 3, 4, 5].every((i) => {
    const noise = own.noise?.[i] ?? 0;
    return noise === 0 || noise < 0.2 * (own.quantum?.[i] ?? 0);
  });
  if (!silent) return;
  const quantum = Math.max(0, ...(own.quantum ?? []).slice(0, 3));
  complaints.warn(
    'frozen-without-noise',
    under(under(under('control.sensors', name), 'guards'), 'frozen'),
    `readings of the plant’s sensor ${name} repeat themselves while nothing moves, which this guard takes for a fault`,
    {
      got: quantum > 0 ? `noise below its quantum of ${formatQuantity(quantum, 'N', 3)}` : 'noise of 0 N',
      hint: `give the plant’s sensor the noise of the real one, noise: ${formatQuantity(quantum > 0 ? 0.5 * quantum : 0.01, 'N', 2)} for instance, or leave the guard out`,
    },
  );
}
