/** Tares that are taken anew while the robot runs, in free space only; the first is in sensing.test.ts. */
import { describe, expect, it } from 'vitest';
import { faults, observedFields, type SensorDesign } from '../index.js';
import { bench, LawKernel } from './laws.test.helper.js';

const design = (tare: SensorDesign['tare']) =>
  bench({
    sensors: [{ name: 'wrist', at: 'tool', ...(tare && { tare }) }],
    laws: [
      {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [40] },
      },
    ],
  });

class Drifting {
  readonly kernel: LawKernel;
  #k = 0;
  constructor(tare: SensorDesign['tare']) {
    this.kernel = new LawKernel(design(tare));
  }

  /** So many ticks of a reading; `drift` N/s of its zero on top. */
  feel(ticks: number, force = 0, drift = 0): this {
    for (let k = 0; k < ticks; k++, this.#k++) {
      this.kernel.feel('wrist', force + drift * this.#k * 1e-3);
      this.kernel.step(this.#k === 0 ? [0] : undefined);
    }
    return this;
  }

  get told(): number {
    return this.kernel.view('sensor.wrist.wrench')[0];
  }
  of(part: string): number {
    return this.kernel.view(`sensor.wrist.tare.${part}`)[0];
  }
  get fault(): string {
    return faults[this.kernel.view('fault')[0]];
  }
}

describe('a tare that is taken anew', () => {
  it('takes off what has drifted since, when it is asked for', () => {
    const run = new Drifting({ seconds: 0.02, refuse: 8 });
    run.feel(30, 1).feel(100, 1.6);
    expect(run.told).toBeCloseTo(0.6, 12);
    expect(run.of('age')).toBeCloseTo(0.11, 9);
    run.kernel.set('sensor.wrist.tare.ask', 1);
    run.feel(19, 1.6);
    // Laws go on with the old one meanwhile.
    expect(run.told).toBeCloseTo(0.6, 12);
    expect(run.kernel.view('speed')[0]).toBeGreaterThan(1e-3);
    run.feel(1, 1.6);
    expect(run.told).toBeCloseTo(0, 12);
    expect(run.of('age')).toBe(0);
    // The same value asks for nothing more.
    run.feel(100, 2);
    expect(run.told).toBeCloseTo(0.4, 12);
    run.kernel.set('sensor.wrist.tare.ask', 0);
    run.feel(20, 2);
    expect(run.told).toBeCloseTo(0, 12);
    expect(run.of('refused')).toBe(0);
    expect(run.fault).toBe('none');
  });

  it('is refused where something touches, at the begin and on the way, and the old one stays', () => {
    const run = new Drifting({ seconds: 0.02, refuse: 8, free: 2 });
    run.feel(30, 1).feel(10, 4);
    run.kernel.set('sensor.wrist.tare.ask', 1);
    run.feel(40, 4);
    expect(run.of('refused')).toBe(1);
    expect(run.told).toBeCloseTo(3, 12);
    run.feel(10, 1);
    run.kernel.set('sensor.wrist.tare.ask', 2);
    run.feel(10, 1.5).feel(1, 4).feel(40, 1.5);
    expect(run.of('refused')).toBe(2);
    expect(run.told).toBeCloseTo(0.5, 12);
    expect(run.of('age')).toBeGreaterThan(0.1);
    expect(run.fault).toBe('none');
    run.kernel.set('sensor.wrist.tare.ask', 3);
    run.feel(20, 1.5);
    expect(run.told).toBeCloseTo(0, 12);
  });

  it('is refused where its mean is more than a first one may have', () => {
    const run = new Drifting({ seconds: 0.02, refuse: 2, free: 1 });
    run.feel(30, 1.5).feel(10, 2.4);
    run.kernel.set('sensor.wrist.tare.ask', 1);
    run.feel(30, 2.4);
    expect(run.of('refused')).toBe(1);
    expect(run.told).toBeCloseTo(0.9, 12);
  });

  it('is due after its time, and waits until nothing touches', () => {
    const run = new Drifting({ seconds: 0.02, refuse: 8, free: 2, every: 0.5 });
    run.feel(4000, 0, 0.5);
    expect(run.told).toBeLessThan(0.27);
    expect(run.told).toBeGreaterThan(0);
    expect(run.of('age')).toBeLessThan(0.521);
    const late = new Drifting({ seconds: 0.02, refuse: 8, free: 2, every: 0.5 });
    late.feel(30, 1).feel(1000, 5);
    expect(late.of('age')).toBeGreaterThan(1);
    expect(late.of('refused')).toBe(0);
    expect(late.told).toBeCloseTo(4, 12);
    late.feel(20, 1.2);
    expect(late.told).toBeCloseTo(0, 12);
  });

  it('is seen by its age, beside the reading as it comes', () => {
    const names = observedFields(design({ seconds: 0.02, refuse: 8 })).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['sensor.wrist.raw', 'sensor.wrist.force', 'sensor.wrist.tareAge']),
    );
    expect(observedFields(design(undefined)).some(({ name }) => name === 'sensor.wrist.raw')).toBe(false);
  });
});
