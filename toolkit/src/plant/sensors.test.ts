import { describe, expect, it } from 'vitest';
import { NEVER } from '../port/index.js';
import { bench, x, z } from './benches.test.helper.js';
import { SensorBank, type SensorOptions, samplesOfDelay, sensorFaults } from './sensors.js';

const six = (value: number): number[] => [value, 0, 0, 0, 0, 0];

/** What a sensor says at every step of 1 ms, of a force that is a function of the time. */
function said(
  options: Partial<SensorOptions>,
  force: (time: number) => number,
  steps: number,
  meanwhile: (bank: SensorBank, step: number) => void = () => {},
) {
  let now = 0;
  const bank = new SensorBank([{ name: 'wrist', rate: 1000, ...options }], 1e-3, 5, (_, felt) => {
    felt.fill(0);
    felt[0] = force(now * 1e-3);
  });
  bank.reset();
  const [port] = bank.ports;
  return Array.from({ length: steps }, (_, step) => {
    now = step;
    meanwhile(bank, step);
    if (bank.next === step) bank.sample(step);
    bank.settle(step * 1e-3);
    return { value: port.values[0], age: port.age[0], valid: port.valid[0] };
  });
}

describe('a sensor', () => {
  it('samples at its own rate from time 0 on, and comes late by whole samples', () => {
    const list = said({ rate: 250, delay: 8e-3 }, (t) => 1 + t, 14);
    expect(list.slice(0, 8).map(({ value, age, valid }) => [value, age, valid])).toEqual(
      Array.from({ length: 8 }, () => [0, NEVER, 0]),
    );
    expect(list.slice(8).map(({ value }) => value)).toEqual([1, 1, 1, 1, 1.004, 1.004]);
    expect(list.slice(8).every(({ valid }) => valid === 1)).toBe(true);
    [8, 9, 10, 11, 8, 9].forEach((age, i) => {
      expect(list[8 + i].age).toBeCloseTo(age * 1e-3, 12);
    });
  });

  it('rounds a delay up to whole samples', () => {
    expect([0, 2e-3, 2.001e-3, 3.9e-3, 4e-3, 8e-3].map((delay) => samplesOfDelay(delay, 500))).toEqual([
      0, 1, 2, 2, 2, 4,
    ]);
  });

  it('keeps its rate where steps do not fit it', () => {
    const list = said({ rate: 300 }, (t) => t, 2000);
    const changes = list.filter(({ value }, i) => i > 0 && value !== list[i - 1].value);
    expect(changes.length).toBe(599);
  });

  it('is off by bias, drift and noise, each as large as it was said', () => {
    const n = 20_000;
    const list = said({ noise: six(0.3), bias: six(2), drift: six(0.1) }, () => 1, n);
    const rest = list.map(({ value }, i) => value - 3 - 0.1 * i * 1e-3);
    const mean = rest.reduce((sum, r) => sum + r, 0) / n;
    const square = rest.reduce((sum, r) => sum + r * r, 0) / n;
    expect(Math.abs(mean)).toBeLessThan((5 * 0.3) / Math.sqrt(n));
    expect(Math.abs(square / 0.09 - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
  });

  it('saturates, counts in quanta, and takes means, in this order', () => {
    const wave = (t: number) => (Math.round(t * 1e3) % 2 === 0 ? 9.9 : 0.62);
    const list = said({ average: 4, quantum: six(0.5), range: six(5) }, wave, 6);
    // 9.9 → 5 → 5; 0.62 → 0.5.
    const raw = [5, 0.5, 5, 0.5, 5, 0.5];
    expect(list.map(({ value }) => value)).toEqual(
      raw.map((_, i) => {
        const last = raw.slice(Math.max(0, i - 3), i + 1);
        return last.reduce((sum, r) => sum + r, 0) / last.length;
      }),
    );
    expect(said({ range: six(5) }, () => -7, 1)[0].value).toBe(-5);
  });

  const fault = (bank: SensorBank, name: string, spike: readonly number[] = []) =>
    bank.change('sensor.wrist.fault', [sensorFaults.indexOf(name as 'none'), ...spike]);
  const faulty = (name: string, spike?: readonly number[], more: Partial<SensorOptions> = {}) =>
    said(
      more,
      (t) => 1 + t,
      8,
      (bank, step) => {
        if (step === 2) fault(bank, name, spike);
        if (step === 5) fault(bank, 'none');
      },
    );

  it('freezes: the same values with new stamps', () => {
    const list = faulty('frozen');
    expect(list.map(({ value }) => value)).toEqual([1, 1.001, 1.001, 1.001, 1.001, 1.005, 1.006, 1.007]);
    expect(list.every(({ age }) => age === 0)).toBe(true);
  });

  it('loses samples: the values grow old, and those on their way still come', () => {
    const ages = (list: readonly { age: number }[]) => list.map(({ age }) => Math.round(age * 1e3));
    expect(ages(faulty('lost'))).toEqual([0, 0, 1, 2, 3, 0, 0, 0]);
    const late = faulty('lost', undefined, { delay: 1e-3 });
    expect(ages(late).slice(1)).toEqual([1, 1, 2, 3, 4, 1, 1]);
    expect(late.map(({ value }) => value)).toEqual([0, 1, 1.001, 1.001, 1.001, 1.001, 1.005, 1.006]);
  });

  it('says what is no number, and spikes', () => {
    const list = faulty('nan').map(({ value }) => value);
    expect(list.map(Number.isNaN)).toEqual([false, false, true, true, true, false, false, false]);
    expect(faulty('spike', six(50))[3].value).toBeCloseTo(51.003, 12);
    expect(faulty('spike', six(50))[5].value).toBe(1.005);
  });

  it('has a stream of noise that neither faults nor other sensors change, and begins anew', () => {
    const noise = six(1);
    const plain = said({ noise }, () => 0, 8).map(({ value }) => value);
    const lost = said(
      { noise },
      () => 0,
      8,
      (bank, step) => {
        if (step === 2) fault(bank, 'nan');
        if (step === 5) fault(bank, 'none');
      },
    ).map(({ value }) => value);
    expect(lost.slice(5)).toEqual(plain.slice(5));
    expect(said({ noise, name: 'elbow' }, () => 0, 8).map(({ value }) => value)).not.toEqual(plain);
    const pair = new SensorBank(
      ['elbow', 'wrist'].map((name) => ({ name, rate: 1000, noise })),
      1e-3,
      5,
      (_, felt) => felt.fill(0),
    );
    for (let round = 0; round < 2; round++) {
      pair.reset();
      const values = plain.map((_, step) => {
        pair.sample(step);
        return pair.ports[1].values[0];
      });
      expect(values).toEqual(plain);
    }
  });

  it('takes other biases, and refuses faults that are none', () => {
    const list = said(
      {},
      () => 0,
      3,
      (bank, step) => {
        if (step === 1) bank.change('sensor.wrist.bias', six(4));
      },
    );
    expect(list.map(({ value }) => value)).toEqual([0, 4, 4]);
    expect(() =>
      said(
        {},
        () => 0,
        1,
        (bank) => bank.change('sensor.wrist.fault', [9]),
      ),
    ).toThrow('number of a fault');
    expect(() =>
      said(
        {},
        () => 0,
        1,
        (bank) => bank.change('sensor.wrist.bias', [9]),
      ),
    ).toThrow('6 entries, got 1');
  });
});

describe('a force sensor on a bench', () => {
  // Its x is the world's −z, its z the world's x.
  const rotation = [0, 0, 1, 0, 1, 0, -1, 0, 0] as const;
  const wrist = { name: 'wrist', rate: 1000, at: [0, 0, 0.2] as const, rotation };
  const hanging = (below: { mass: number; centre: readonly [number, number, number] }) =>
    bench({
      ...{ step: 1e-3, axes: [z, x], mass: 3, gravity: [0, 0, -9.81], drive: { kind: 'force' } },
      sensors: [{ ...wrist, below }],
    });

  it('reads the weight of what hangs below it, on the robot: −9.81 N along world z', () => {
    const plant = hanging({ mass: 1, centre: [0.1, 0, 0] });
    plant.torque[0] = 3 * 9.81;
    plant.advance(0.01);
    const [fx, fy, fz, nx, ny, nz] = plant.sensors[0].values;
    expect([fx, fy, fz].map((f) => f + 0)).toEqual([9.81, 0, 0]);
    // World torque (0.1, 0, −0.2) × (0, 0, −9.81) = (0, 0.981, 0).
    expect([nx, ny, nz].map((f) => Math.round(f * 1e9) / 1e9 + 0)).toEqual([0, 0.981, 0]);
  });

  it('feels its inertia, and nothing while it falls', () => {
    const plant = hanging({ mass: 1, centre: [0, 0, 0] });
    plant.advance(0.01);
    expect(Math.abs(plant.sensors[0].values[0])).toBeLessThan(1e-12);
    plant.torque[1] = 6;
    plant.advance(0.02);
    expect(plant.sensors[0].values[2]).toBeCloseTo(-2, 12);
  });

  it('feels pushes at their points, and their torques', () => {
    const plant = bench({
      ...{ step: 1e-3, axes: [x], mass: 1, drive: { kind: 'exact' } },
      pushes: [{ name: 'tool', at: [0, 0.5, 0.2] }],
      sensors: [wrist],
    });
    plant.push(0, [2, 0, 0, 0, 0, 7]);
    plant.advance(0.001);
    // World: force (2, 0, 0), torque (0, 0.5, 0) × (2, 0, 0) + (0, 0, 7) = (0, 0, 6).
    expect([...plant.sensors[0].values].map((f) => f + 0)).toEqual([0, 0, 2, -6, 0, 0]);
  });
});
