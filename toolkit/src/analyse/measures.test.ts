import { describe, expect, it } from 'vitest';
import type { Channel } from '../port/index.js';
import {
  checkMeasures,
  type MeasureResult,
  type MeasureSpec,
  Meter,
  measureUnit,
  type StatisticName,
} from './index.js';

const channels: readonly Channel[] = [
  { name: 'tool.speed', unit: 'm/s', labels: ['speed'], group: 'tool' },
  { name: 'tool.position', unit: 'm', labels: ['x', 'y', 'z'], group: 'tool' },
  { name: 'tool.wrench', unit: ['N', 'N', 'N m'], labels: ['fx', 'fy', 'tz'], group: 'tool' },
  { name: 'joints.torque', unit: 'N m', labels: ['a', 'b'], group: 'joints' },
];
const STEP = 0.001;

/** Measures one signal of `tool.position`, sampled every millisecond up to `duration`. */
function measure(
  spec: Omit<MeasureSpec, 'name' | 'of'> & { of?: string },
  position: (t: number) => readonly number[],
  duration: number,
): MeasureResult {
  const meter = new Meter([{ name: 'm', of: 'tool.position.x', ...spec }]);
  meter.open(channels);
  const row = new Float64Array(7);
  for (let i = 0; i <= Math.round(duration / STEP); i++) {
    row.set(position(i * STEP), 1);
    meter.sample('tool', i * STEP, row);
  }
  meter.close();
  return meter.results()[0];
}

const whole = { of: 'tool.position' } as const;

describe('statistics', () => {
  const circle = (t: number) => [0.3 * Math.cos(2 * t), 0.3 * Math.sin(2 * t), 0.1];

  it('peak, greatest and least: sizes, signs and when', () => {
    const dip = (t: number) => [1 - 3 * Math.exp(-((t - 0.5) ** 2) / 0.01), 0, 0];
    expect(measure({ statistic: 'peak' }, dip, 1)).toEqual({
      name: 'm',
      value: 2,
      unit: 'm',
      verdict: 'none',
      at: 0.5,
    });
    expect(measure({ statistic: 'least' }, dip, 1)).toMatchObject({ value: -2, at: 0.5 });
    expect(measure({ statistic: 'greatest' }, dip, 1)).toMatchObject({ value: dip(0)[0], at: 0 });
    expect(measure({ ...whole, statistic: 'peak' }, () => [2, -3, 6], 1)).toMatchObject({ value: 7, at: 0 });
    expect(measure({ ...whole, statistic: 'least' }, () => [2, -3, 6], 1)).toMatchObject({ value: 7 });
  });

  it('stall: how long a signal stays small at a stretch, and since when', () => {
    const halts = (t: number) => [t < 0.2 || (t > 0.3 && t < 0.7) ? 0.004 : 0.1, 0, 0];
    const { value, at, unit } = measure({ statistic: 'stall' }, halts, 1);
    expect(value).toBeCloseTo(0.398, 9);
    expect([at, unit]).toEqual([0.301, 's']);
    expect(measure({ statistic: 'stall', within: 0.003 }, halts, 1)).toMatchObject({ value: 0 });
    expect(measure({ statistic: 'stall', until: 0.25, below: 0.1 }, halts, 1)).toMatchObject({
      at: 0,
      verdict: 'fail',
    });
    const about = measure({ ...whole, statistic: 'stall', target: [0.1, 0, 0], within: 0.05 }, halts, 1);
    expect(about.value).toBeCloseTo(0.3, 9);
    expect(about.at).toBeCloseTo(0.7, 9);
  });

  it('end: the last value, and when', () => {
    expect(measure({ statistic: 'end' }, (t) => [-t, 0, 0], 2)).toMatchObject({ value: -2, at: 2 });
    expect(measure({ ...whole, statistic: 'end' }, (t) => [3 * t, 0, -4 * t], 2)).toMatchObject({
      value: 10,
    });
  });

  it('mean, rms and integral of a sine and of a constant', () => {
    const periods = (t: number) => [0.7 + 2 * Math.sin(2 * Math.PI * 5 * t), 0, 0];
    expect(measure({ statistic: 'mean' }, periods, 2).value).toBeCloseTo(0.7, 12);
    expect(measure({ statistic: 'rms' }, periods, 2).value).toBeCloseTo(Math.sqrt(0.49 + 2), 12);
    const integral = measure({ statistic: 'integral' }, periods, 2);
    expect(integral.value).toBeCloseTo(1.4, 12);
    expect(integral.unit).toBe('m s');
    expect(measure({ ...whole, statistic: 'mean' }, () => [2, -3, 6], 0).value).toBe(7);
    expect(measure({ ...whole, statistic: 'rms' }, () => [2, -3, 6], 1).value).toBeCloseTo(7, 13);
  });

  it('weighs by time, not by samples', () => {
    const meter = new Meter(
      (['mean', 'rms', 'integral'] as const).map((statistic) => ({
        name: statistic,
        of: 'tool.speed',
        statistic,
      })),
    );
    meter.open(channels);
    const row = new Float64Array(7);
    const samples = [
      [0, 1],
      [0.25, 1],
      [1, 1],
      [3, 2],
    ];
    for (const [t, x] of samples) {
      row[0] = x;
      meter.sample('tool', t, row);
    }
    const [mean, rms, integral] = meter.results().map((result) => result.value);
    expect(integral).toBe(1 + 2 * 1.5);
    expect(mean).toBeCloseTo(4 / 3, 14);
    expect(rms).toBeCloseTo(Math.sqrt((1 + 2 * 2.5) / 3), 14);
  });

  it('travel and speed of a circle', () => {
    const travel = measure({ ...whole, statistic: 'travel' }, circle, 5);
    expect(travel.value).toBeCloseTo(0.6 * 5, 5);
    expect(travel.value).toBeLessThan(3);
    expect(travel.unit).toBe('m');
    const speed = measure({ ...whole, statistic: 'speed' }, circle, 5);
    expect(speed.value).toBeCloseTo(0.6, 6);
    expect(speed.unit).toBe('m/s');
    expect(measureUnit({ name: '', of: 'tool.speed', statistic: 'speed' }, channels)).toBe('m/s s');
    expect(measureUnit({ name: '', of: 'tool.speed', statistic: 'integral' }, channels)).toBe('s m/s');
  });

  /** Unit step of a second-order system with damping ratio ζ and natural frequency ω. */
  const step = (zeta: number, omega: number) => (t: number) => {
    const damped = omega * Math.sqrt(1 - zeta * zeta);
    const decay = Math.exp(-zeta * omega * t);
    return 1 - decay * (Math.cos(damped * t) + ((zeta * omega) / damped) * Math.sin(damped * t));
  };

  it('overshoot of a second-order step is exp(−πζ/√(1−ζ²)), at π/ω_d', () => {
    for (const zeta of [0.1, 0.4, 0.7]) {
      const response = step(zeta, 6);
      const expected = Math.exp((-Math.PI * zeta) / Math.sqrt(1 - zeta * zeta));
      // From 0.2 to 0.5 on a line in space: the part of the way, whatever its length and direction.
      const moved = measure(
        { ...whole, statistic: 'overshoot', target: [0.5, -1, 2] },
        (t) => [0.2 + 0.3 * response(t), -1, 2.4 - 0.4 * response(t)],
        6,
      );
      expect(moved.value).toBeCloseTo(expected, 5);
      expect(moved.unit).toBe('');
      expect(moved.at).toBeCloseTo(Math.PI / (6 * Math.sqrt(1 - zeta * zeta)), 2);
      const error = measure({ statistic: 'overshoot' }, (t) => [-0.3 * (1 - response(t)), 0, 0], 6);
      expect(error.value).toBeCloseTo(expected, 5);
    }
    expect(measure({ statistic: 'overshoot' }, (t) => [Math.exp(-t), 0, 0], 6).value).toBe(0);
  });

  it('settle of a first-order decay is τ ln(1/band), from the start of the window', () => {
    const decay = (t: number) => [5 + 2 * Math.exp(-t / 0.25), 0, 0];
    const settle = (spec: Partial<MeasureSpec>) =>
      measure({ statistic: 'settle', target: 5, ...spec }, decay, 4);
    expect(settle({}).value).toBeCloseTo(0.25 * Math.log(50), 2);
    expect(settle({ within: 0.5 }).value).toBeCloseTo(0.25 * Math.log(4), 2);
    const late = settle({ after: 0.1, within: 0.5 });
    expect(late.value).toBeCloseTo(0.25 * Math.log(4) - 0.1, 2);
    expect(late.at).toBeCloseTo(0.25 * Math.log(4), 2);
    expect(late.unit).toBe('s');
  });

  it('settle: leaving the band starts anew, and a run that ends outside never settled', () => {
    const leaves = (t: number) => [t < 1 ? 1 : t < 2 ? 0 : t < 2.5 ? 1 : 0, 0, 0];
    expect(measure({ statistic: 'settle', within: 0.1 }, leaves, 4)).toMatchObject({ value: 2.5, at: 2.5 });
    const never = measure({ statistic: 'settle', within: 0.1, below: 3 }, leaves, 2.2);
    expect(never).toMatchObject({ value: Number.POSITIVE_INFINITY, verdict: 'fail' });
    expect(never.at).toBeUndefined();
  });

  it('gives not a number where nothing was sampled', () => {
    const names: StatisticName[] = [
      'peak',
      'least',
      'end',
      'mean',
      'rms',
      'integral',
      'settle',
      'overshoot',
      'travel',
      'speed',
    ];
    for (const statistic of names) {
      const result = measure({ statistic, after: 9, below: 1 }, () => [0, 0, 0], 1);
      expect(result.value, statistic).toBeNaN();
      expect(result.verdict).toBe('fail');
    }
  });
});

describe('Meter', () => {
  it('measures in its window, both ends included', () => {
    const ramp = (t: number) => [t, 0, 0];
    expect(measure({ statistic: 'least', after: 0.25, until: 0.75 }, ramp, 1)).toMatchObject({ value: 0.25 });
    expect(measure({ statistic: 'end', after: 0.25, until: 0.75 }, ramp, 1)).toMatchObject({ value: 0.75 });
  });

  it('judges against limits, equality held', () => {
    const verdict = (limits: { below?: number; above?: number }, x: number) =>
      measure({ statistic: 'end', ...limits }, () => [x, 0, 0], 0).verdict;
    expect(verdict({}, 5)).toBe('none');
    expect([verdict({ below: 5 }, 5), verdict({ below: 5 }, 5.001)]).toEqual(['pass', 'fail']);
    expect([verdict({ above: 5 }, 5), verdict({ above: 5 }, 4.999)]).toEqual(['pass', 'fail']);
    const band = { above: 1, below: 2 };
    expect([0.9, 1.5, 2.1].map((x) => verdict(band, x))).toEqual(['fail', 'pass', 'fail']);
    expect(measure({ statistic: 'end', ...band }, () => [1, 0, 0], 0).limit).toEqual(band);
    expect(verdict({ above: 5 }, Number.POSITIVE_INFINITY)).toBe('fail');
  });

  it('has no value once the signal was not a number, and says when', () => {
    for (const statistic of ['peak', 'end', 'mean', 'settle', 'travel'] as const) {
      const spec = { statistic, below: 1 };
      const result = measure(spec, (t) => [t === 0.5 ? Number.NaN : 0, 0, 0], 1);
      expect(result, statistic).toMatchObject({ value: Number.NaN, verdict: 'fail', at: 0.5 });
    }
    const beside = measure({ statistic: 'peak', below: 1 }, () => [0, Number.NaN, 0], 1);
    expect(beside.verdict).toBe('pass');
  });

  it('divides entries by numbers of their own: shares of limits', () => {
    const meter = new Meter([
      { name: 'share', of: 'joints.torque', statistic: 'peak', over: [50, 10], below: 0.8 },
    ]);
    meter.open(channels);
    for (const [t, a, b] of [
      [0, 20, 1],
      [1, -35, 3],
      [2, 10, -8.5],
    ]) {
      meter.sample('joints', t, Float64Array.of(a, b));
      meter.sample('tool', t, new Float64Array(7).fill(100));
    }
    expect(meter.results()).toEqual([
      { name: 'share', value: 0.85, unit: '', shown: '%', limit: { below: 0.8 }, verdict: 'fail', at: 2 },
    ]);
  });

  it('leaves out entries whose divisor is infinite', () => {
    const meter = new Meter([
      { name: 'share', of: 'joints.torque', statistic: 'peak', over: [Number.POSITIVE_INFINITY, 10] },
      { name: 'time', of: 'joints.torque', statistic: 'integral', over: [1, 1] },
    ]);
    meter.open(channels);
    meter.sample('joints', 0, Float64Array.of(1e9, -2));
    const [share, time] = meter.results();
    expect(share.value).toBe(0.2);
    expect(time.unit).toBe('s');
    expect(time.shown).toBeUndefined();
  });

  it('begins anew when it is opened anew', () => {
    const meter = new Meter([{ name: 'm', of: 'tool.speed', statistic: 'peak' }]);
    for (const speed of [3, 2]) {
      meter.open(channels);
      meter.sample('tool', 0, Float64Array.of(speed, 0, 0, 0, 0, 0, 0));
      expect(meter.results()[0].value).toBe(speed);
    }
  });
});

describe('checkMeasures', () => {
  const problemsOf = (spec: Partial<MeasureSpec>) =>
    checkMeasures([{ name: 'm', of: 'tool.speed', statistic: 'peak', ...spec }], channels);

  it('finds nothing against whole channels, entries and options that fit', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ of: 'tool.wrench.tz' })).toEqual([]);
    expect(problemsOf({ of: 'tool.position', statistic: 'settle', target: [1, 2, 3], within: 1 })).toEqual(
      [],
    );
    expect(problemsOf({ of: 'tool.wrench', over: [1, 1, 0.1] })).toEqual([]);
    expect(measureUnit({ name: '', of: 'tool.wrench', statistic: 'peak', over: [1, 1, 1] }, channels)).toBe(
      '',
    );
    expect(measureUnit({ name: '', of: 'tool.wrench.tz', statistic: 'peak' }, channels)).toBe('N m');
  });

  it('names what is wrong, what would be right and the nearest name', () => {
    expect(problemsOf({ of: 'tool.positon' })).toEqual([
      {
        code: 'measure-channel',
        severity: 'error',
        where: { name: 'measure "m"' },
        message: 'no channel is named tool.positon',
        known: channels.map((c) => c.name),
        hint: 'did you mean tool.position?',
      },
    ]);
    // Named without the group that it stands in.
    expect(problemsOf({ of: 'wrench.tz' })[0].hint).toBe('did you mean tool.wrench.tz?');
    expect(problemsOf({ of: 'tool.position.w' })[0].known).toEqual(
      ['x', 'y', 'z'].map((x) => `tool.position.${x}`),
    );
    expect(problemsOf({ of: 'tool.wrench' })[0].code).toBe('measure-units');
    const size = problemsOf({ of: 'joints.torque', over: [1] })[0];
    expect(size).toMatchObject({ code: 'measure-size', expected: '2', got: '1' });
    expect(problemsOf({ statistic: 'settle', target: [1, 2] })[0].code).toBe('measure-size');
    for (const none of [0, -1, Number.NaN]) {
      expect(problemsOf({ of: 'joints.torque', over: [1, none] })).toMatchObject([
        { code: 'measure-divisor', got: String(none) },
      ]);
    }
    const option = problemsOf({ within: 1 })[0];
    expect(option).toMatchObject({ code: 'measure-option', hint: 'statistics that take it: settle, stall' });
  });

  it('puts a problem where its key stands', () => {
    const where = checkMeasures([{ name: 'm', of: 'nothing', statistic: 'peak' }], channels, (spec, key) => ({
      path: `measure.${spec.name}.${key}`,
    }));
    expect(where[0].where).toEqual({ path: 'measure.m.of' });
    expect(() => new Meter([{ name: 'm', of: 'nothing', statistic: 'peak' }]).open(channels)).toThrow(
      'measure "m": no channel',
    );
  });
});
