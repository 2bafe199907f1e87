/** What keeps a bench from being simulated, and what it would get wrong; paths as in a scenario. */
import { formatNumber, formatQuantity } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import type { BenchOptions } from './bench-options.js';
import { contactStep } from './contact-law.js';
import { type SensorOptions, samplesOfDelay } from './sensors.js';

const TWO_PI = 6.283185307179586;

export function benchProblems(options: BenchOptions, duration: number): Problem[] {
  const { step, drive, sensors = [] } = options;
  const problems: Problem[] = [...stepProblems(options)];
  const delay = drive.kind === 'exact' ? 0 : (drive.delay ?? 0);
  if (Math.abs(delay / step - Math.floor(delay / step + 0.5)) > 1e-6) {
    problems.push({
      code: 'drive-delay',
      severity: 'warning',
      where: { path: `plant.bench.drive.${drive.kind}.delay` },
      message: 'the delay is no whole number of steps, and is rounded to one',
      expected: formatQuantity(Math.floor(delay / step + 0.5) * step, 's'),
      got: formatQuantity(delay, 's'),
    });
  }
  if (delay >= duration) {
    problems.push({
      code: 'drive-late',
      severity: 'warning',
      where: { path: `plant.bench.drive.${drive.kind}.delay` },
      message: 'the delay is as long as the run: no command ever acts',
      expected: `less than ${formatQuantity(duration, 's')}`,
      got: formatQuantity(delay, 's'),
    });
  }
  for (const sensor of sensors)
    problems.push(...sensorProblems(sensor, `plant.bench.sensors.${sensor.name}`, step, duration));
  return problems;
}

/** Errors of a step that is too long for what is to be stepped, each with the step that would do. */
function stepProblems({ step, mass, drive, flexible, series, surfaces = [], places = [] }: BenchOptions) {
  const problems: Problem[] = [];
  const refuse = (path: string, code: string, what: string, most: number, got: string): void => {
    if (!(step > most)) return;
    problems.push({
      code,
      severity: 'error',
      where: { path },
      message: `steps of ${formatQuantity(step, 's')} are too long for ${what}`,
      expected: `a step of at most ${formatQuantity(most, 's', 3)}`,
      got,
      hint: `set plant.bench.step to ${formatQuantity(roundedDown(most), 's', 3)} or less, a whole part of a tick`,
    });
  };
  const tool = flexible === undefined ? mass : mass * (1 - flexible.share);
  const pushed =
    flexible !== undefined || drive.kind === 'force' || (drive.kind === 'position' && drive.yields);
  const inLine = 1 / Object.values(series ?? {}).reduce((sum, stiffness) => sum + 1 / stiffness, 0);
  for (const { name, stiffness, damping = 0 } of pushed && places.length > 0 ? surfaces : []) {
    // A damped surface below springs in line is rigid at first, and its damping is stepped implicitly.
    const springs = inLine < Number.POSITIVE_INFINITY;
    const felt = !springs ? stiffness : damping > 0 ? inLine : 1 / (1 / stiffness + 1 / inLine);
    const on = `on ${formatQuantity(tool, 'kg', 3)}`;
    const path = `world.${name}`;
    refuse(
      `${path}.stiffness`,
      'contact-step',
      `the contact with ${name}`,
      contactStep * Math.sqrt(tool / felt),
      `${formatQuantity(felt, 'N/m')} ${on}`,
    );
    if (!springs && damping > 0) {
      const got = `${formatNumber(damping)} N s/m ${on}`;
      refuse(`${path}.damping`, 'contact-step', `the damping of ${name}`, tool / damping, got);
    }
  }
  if (flexible !== undefined) {
    const rate = TWO_PI * flexible.frequency;
    const most = contactStep / (rate * (flexible.ratio > 1 ? flexible.ratio : 1));
    const got = `${formatQuantity(flexible.frequency, 'Hz')}`;
    refuse('plant.bench.flexible.frequency', 'mode-step', 'the flexible mode', most, got);
  }
  if (drive.kind === 'position') {
    const rate = TWO_PI * drive.bandwidth;
    const most = contactStep / (rate * (drive.ratio > 1 ? drive.ratio : 1));
    const got = `${formatQuantity(drive.bandwidth, 'Hz')}`;
    refuse('plant.bench.drive.position.bandwidth', 'drive-step', 'the position loop', most, got);
  }
  return problems;
}

/** To two digits, never up: a step that is named must do. */
function roundedDown(x: number): number {
  let unit = 1;
  while (x >= 100 * unit) unit *= 10;
  while (x < 10 * unit) unit /= 10;
  return Math.floor(x / unit) * unit;
}

/** What is wrong with a sensor at a path, or other than its numbers say. */
export function sensorProblems(
  { rate, delay = 0, noise = [], quantum = [], range = [] }: SensorOptions,
  path: string,
  step: number,
  duration: number,
): Problem[] {
  const problems: Problem[] = [];
  const say = (
    severity: Problem['severity'],
    code: string,
    key: string,
    message: string,
    more: Partial<Problem> = {},
  ): void => {
    problems.push({ code, severity, where: { path: `${path}.${key}` }, message, ...more });
  };
  if (rate * step > 1 + 1e-9) {
    say('error', 'sensor-rate', 'rate', 'it would sample more than once a step of the plant', {
      expected: `at most ${formatQuantity(1 / step, 'Hz')}`,
      got: formatQuantity(rate, 'Hz'),
      hint: `lower the rate, or take steps of ${formatQuantity(1 / rate, 's')}`,
    });
  }
  const samples = samplesOfDelay(delay, rate);
  if (Math.abs(samples - delay * rate) > 1e-6) {
    say('warning', 'sensor-delay', 'delay', 'the delay is no whole number of samples, and is rounded up', {
      expected: `${formatQuantity(samples / rate, 's')}, ${samples} samples`,
      got: formatQuantity(delay, 's'),
    });
  }
  if (samples / rate >= duration) {
    say('warning', 'sensor-late', 'delay', 'the delay is as long as the run: no sample ever comes', {
      expected: `less than ${formatQuantity(duration, 's')}`,
      got: formatQuantity(samples / rate, 's'),
    });
  }
  for (let i = 0; i < 6; i++) {
    const unit = i < 3 ? 'N' : 'N m';
    const top = range[i] ?? Number.POSITIVE_INFINITY;
    for (const [key, size] of [
      ['noise', noise[i] ?? 0],
      ['quantum', quantum[i] ?? 0],
    ] as const) {
      if (size === 0 || size < top || problems.some(({ where }) => where.path === `${path}.${key}`)) continue;
      say('warning', 'sensor-range', key, `the ${key} is as large as the range: it measures nothing`, {
        expected: `less than ${formatQuantity(top, unit)}`,
        got: formatQuantity(size, unit),
      });
    }
  }
  return problems;
}
