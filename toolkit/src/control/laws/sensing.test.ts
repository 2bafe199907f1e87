import { describe, expect, it } from 'vitest';
import { numbers as N, quaternionExp, rotationFromRpy, type Vec3 } from '../../math/index.js';
import { chain } from '../../mechanism/arms.test.helper.js';
import type { Design, SensorDesign } from '../design.js';
import { faults } from '../design.js';
import { externalWrench, movedWrench } from './compensate.js';
import { bench, LawKernel } from './laws.test.helper.js';

const round = (x: readonly number[]) => x.map((value) => Math.round(value * 1e9) / 1e9 + 0);

describe('a wrench that is moved', () => {
  it('gets its lever arm, a zero stays zero, and there and back is the same', () => {
    const still: Vec3<number> = [0, 0, 0];
    const axes = rotationFromRpy(N, 0, 0, 0);
    const moved = movedWrench(N, { force: [0, 0, 7], torque: still }, axes, still, [0.3, 0, 0]);
    expect(round([...moved.force, ...moved.torque])).toEqual([0, 0, 7, 0, 2.1, 0]);
    const none = movedWrench(N, { force: still, torque: still }, axes, [1, 2, 3], [0.3, 0, 0]);
    expect(round([...none.force, ...none.torque])).toEqual([0, 0, 0, 0, 0, 0]);
    const turned = rotationFromRpy(N, 0.4, -1.1, 2);
    const there = movedWrench(
      N,
      { force: [3, -2, 5], torque: [0.4, 0.1, -0.7] },
      turned,
      [0.1, 0.7, -0.3],
      [2, 1, -1],
    );
    const back = rotationFromRpy(N, 0, 0, 0);
    const again = movedWrench(N, there, back, [2, 1, -1], [0.1, 0.7, -0.3]);
    const straight = movedWrench(N, { force: [3, -2, 5], torque: [0.4, 0.1, -0.7] }, turned, still, still);
    [...again.force, ...again.torque].forEach((x, i) => {
      expect(Math.abs(x - [...straight.force, ...straight.torque][i])).toBeLessThan(1e-12);
    });
  });

  it('has the weight below the sensor taken out in every attitude', () => {
    const [m, c, g]: [number, Vec3<number>, Vec3<number>] = [1.3, [0.02, -0.01, 0.09], [0, 0, -9.81]];
    for (const rpy of [
      [0, 0, 0],
      [Math.PI / 2, 0, 0],
      [0.3, 1.2, -2],
    ] as [number, number, number][]) {
      const R = rotationFromRpy(N, ...rpy);
      const weight = [0, 1, 2].map(
        (i) => m * (R[i] * g[0] + R[3 + i] * g[1] + R[6 + i] * g[2]),
      ) as unknown as Vec3<number>;
      const torque: Vec3<number> = [
        c[1] * weight[2] - c[2] * weight[1],
        c[2] * weight[0] - c[0] * weight[2],
        c[0] * weight[1] - c[1] * weight[0],
      ];
      const out = externalWrench(N, { force: weight, torque }, undefined, { mass: m, centre: c, fall: g }, R);
      [...out.force, ...out.torque].forEach((x) => {
        expect(Math.abs(x)).toBeLessThan(1e-12);
      });
    }
    // 1 kg at 0.1 m, turned a quarter about x: the reading of the load itself.
    const quarter = rotationFromRpy(N, Math.PI / 2, 0, 0);
    const none = { force: [0, 0, 0], torque: [0, 0, 0] } as const;
    const load = externalWrench(N, none, undefined, { mass: 1, centre: [0, 0, 0.1], fall: g }, quarter);
    expect(round([...load.force, ...load.torque].map((x) => -x))).toEqual([0, -9.81, 0, 0.981, 0, 0]);
  });
});

/** A hinge about x through the sensor, which hangs on it. */
function hinge(sensor: Partial<SensorDesign>, more: Partial<Design> = {}): Design {
  return {
    name: 'hinge',
    model: chain([{ axis: [1, 0, 0], mass: 1, inertia: [0.01, 0.01, 0.01] }]),
    period: 1e-3,
    points: [{ name: 'wrist', frame: 'l1', attitude: quaternionExp(N, [0, 0, 0.5]) }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'wrist', ...sensor }],
    ...more,
  };
}

describe('a sensor in a kernel', () => {
  it('feels nothing of the weight below while it turns', () => {
    const kernel = new LawKernel(hinge({ below: { mass: 2, centre: [0.01, 0.02, 0.1] } }));
    for (const q of [0, 0.7, -1.9]) {
      const R = rotationFromRpy(N, q, 0, 0);
      // The weight in world axes, turned into the sensor's: Rz(0.5)ᵀ Rx(q)ᵀ.
      const body = [0, 1, 2].map((i) => R[6 + i] * -19.62);
      const [s, k] = [Math.sin(0.5), Math.cos(0.5)];
      const f = [k * body[0] + s * body[1], -s * body[0] + k * body[1], body[2]];
      const c = [0.01, 0.02, 0.1];
      kernel.feel(
        'wrist',
        ...f,
        c[1] * f[2] - c[2] * f[1],
        c[2] * f[0] - c[0] * f[2],
        c[0] * f[1] - c[1] * f[0],
      );
      kernel.step([q], [0]);
      kernel.numbers('sensor.wrist.wrench').forEach((x) => {
        expect(Math.abs(x)).toBeLessThan(1e-12);
      });
    }
  });

  it('feels nothing of the inertia below where that is taken out too', () => {
    const kernel = new LawKernel(hinge({ below: { mass: 2, centre: [0, 0, 0.1], inertial: true } }));
    // Turning with a constant acceleration: the centre’s acceleration by differences lags half a tick.
    const [a, T] = [3, 1e-3];
    for (let k = 0; k < 200; k++) {
      const [t, m] = [k * T, (k - 0.5) * T];
      const q = 0.5 * a * t * t;
      const half = 0.5 * a * m * m;
      const fall = [
        0,
        0.1 * (a * Math.cos(half) - (a * m) ** 2 * Math.sin(half)),
        -9.81 + 0.1 * (a * Math.sin(half) + (a * m) ** 2 * Math.cos(half)),
      ];
      const inBody = [
        0,
        Math.cos(q) * fall[1] + Math.sin(q) * fall[2],
        -Math.sin(q) * fall[1] + Math.cos(q) * fall[2],
      ];
      const [s, c] = [Math.sin(0.5), Math.cos(0.5)];
      const f = [2 * (s * inBody[1]), 2 * (c * inBody[1]), 2 * inBody[2]];
      kernel.feel('wrist', ...f, -0.1 * f[1], 0.1 * f[0], 0);
      kernel.step([q], [a * t]);
      if (k > 2)
        kernel.numbers('sensor.wrist.wrench').forEach((x) => {
          expect(Math.abs(x)).toBeLessThan(1e-3);
        });
    }
  });

  it('filters by cut-off, the same at every rate', () => {
    for (const [period, coefficient] of [
      [0.001, 0.060899],
      [0.002, 0.118089],
    ]) {
      const kernel = new LawKernel(hinge({ cutoff: 10 }, { period }));
      expect(kernel.view('sensor.wrist.gain')[0]).toBeCloseTo(coefficient, 6);
      kernel.feel('wrist', 0);
      kernel.step([0], [0]);
      kernel.feel('wrist', 1);
      for (let k = 0; k < Math.round(0.02 / period); k++) kernel.step([0], [0]);
      expect(kernel.view('sensor.wrist.wrench')[0]).toBeCloseTo(0.71539, 6);
    }
  });
});

describe('the guards of a sensor', () => {
  const law = (sensor: Partial<SensorDesign>): LawKernel =>
    new LawKernel(
      bench({
        sensors: [{ name: 'wrist', at: 'tool', ...sensor }],
        laws: [
          {
            name: 'yield',
            kind: 'admittance',
            at: 'tool',
            sensor: 'wrist',
            parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [40] },
          },
        ],
      }),
    );
  const faultOf = (kernel: LawKernel): string => faults[kernel.view('fault')[0]];

  it('wait for the first sample, and report where none comes', () => {
    const kernel = law({ guards: { first: { within: 0.05 } } });
    for (let k = 0; k < 40; k++) kernel.step([0.2]);
    expect([faultOf(kernel), kernel.view('speed')[0], kernel.view('position')[0]]).toEqual(['none', 0, 0.2]);
    for (let k = 0; k < 20; k++) kernel.step();
    expect([faultOf(kernel), kernel.view('speed')[0]]).toEqual(['sensor silent', 0]);
    kernel.feel('wrist', 4);
    kernel.step();
    expect(faultOf(kernel)).toBe('none');
    expect(kernel.view('speed')[0]).toBeGreaterThan(0);
  });

  it('hold while a reading is no number, never take it for zero, and go on with the next good one', () => {
    const kernel = law({ below: { mass: 2, centre: [0, 0, 0.05] } });
    const feel = (x: number) => kernel.feel('wrist', x, 0, -19.62);
    feel(0);
    kernel.step([0]);
    kernel.view('sensor.wrist')[2] = Number.NaN;
    kernel.step();
    expect(faultOf(kernel)).toBe('sensor not finite');
    expect(kernel.view('speed')[0]).toBe(0);
    expect(
      kernel
        .numbers('sensor.wrist.wrench')
        .map(Math.abs)
        .every((x) => x < 1e-12),
    ).toBe(true);
    expect(kernel.finite()).toBe(true);
    feel(3);
    kernel.step();
    expect(faultOf(kernel)).toBe('none');
    expect(kernel.view('speed')[0]).toBeGreaterThan(0);
  });

  it('ride over readings that are none for as long as they are told to', () => {
    const kernel = law({ guards: { nonFinite: { after: 0.003 } } });
    kernel.feel('wrist', 5);
    for (let k = 0; k < 50; k++) kernel.step(k === 0 ? [0] : undefined);
    kernel.view('sensor.wrist')[0] = Number.NaN;
    const before = kernel.view('speed')[0];
    for (let k = 0; k < 3; k++) {
      kernel.step();
      expect(faultOf(kernel)).toBe('none');
      expect(kernel.view('speed')[0]).toBeGreaterThanOrEqual(before);
    }
    kernel.step();
    expect(faultOf(kernel)).toBe('sensor not finite');
  });

  it('stop on old data within their time, at once or running out', () => {
    for (const [then, first] of [
      ['hold', 0],
      ['damped stop', 0.95],
    ] as const) {
      const kernel = law({ guards: { stale: { after: 0.0305, then } } });
      for (let k = 0; k < 200; k++) {
        kernel.feel('wrist', 5);
        kernel.step(k === 0 ? [0] : undefined);
      }
      let speed = 0;
      let stopped = -1;
      for (let k = 1; k < 60; k++) {
        kernel.view('sensor.wrist.age')[0] = k * 1e-3;
        kernel.step();
        if (stopped < 0 && faultOf(kernel) === 'sensor stale') {
          stopped = k;
          expect(kernel.view('speed')[0]).toBeCloseTo(first * speed, 12);
        } else if (stopped < 0) speed = kernel.view('speed')[0];
      }
      expect(stopped).toBe(31);
      expect(kernel.view('speed')[0]).toBeLessThan(0.3 * speed);
    }
  });

  it('see a reading that does not change any more', () => {
    const kernel = law({ guards: { frozen: { after: 0.02 } } });
    for (let k = 0; k < 100; k++) {
      kernel.feel('wrist', 1 + 1e-9 * k);
      kernel.step(k === 0 ? [0] : undefined);
    }
    expect(faultOf(kernel)).toBe('none');
    for (let k = 0; k < 25; k++) {
      kernel.feel('wrist', 1);
      kernel.step();
    }
    expect(faultOf(kernel)).toBe('sensor frozen');
  });

  it('tare at the start without a step of the command, and refuse it in contact', () => {
    const kernel = law({ tare: { seconds: 0.05, refuse: 8 } });
    for (let k = 0; k < 49; k++) {
      kernel.feel('wrist', k % 2 === 0 ? 5.5 : 4.5);
      kernel.step(k === 0 ? [0.1] : undefined);
      expect(kernel.view('speed')[0]).toBe(0);
    }
    for (let k = 0; k < 300; k++) {
      kernel.feel('wrist', k % 2 === 0 ? 4.5 : 5.5);
      kernel.step();
    }
    expect(kernel.view('sensor.wrist.tare.done')[0]).toBe(1);
    expect(kernel.view('sensor.wrist.tare.mean')[0]).toBeCloseTo(5, 1);
    expect(Math.abs(kernel.view('position')[0] - 0.1)).toBeLessThan(1e-4);
    const pressed = law({ tare: { seconds: 0.05, refuse: 4 } });
    for (let k = 0; k < 100; k++) {
      pressed.feel('wrist', 5);
      pressed.step(k === 0 ? [0.1] : undefined);
    }
    expect(faultOf(pressed)).toBe('tare refused');
    expect(pressed.view('position')[0]).toBe(0.1);
  });
});

it('lets an admittance go on from its own spring after a reading that was none', () => {
  const kernel = new LawKernel(
    bench({
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tool',
          sensor: 'wrist',
          parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [1], damping: [40], stiffness: [200] },
        },
      ],
    }),
  );
  for (let k = 0; k < 900; k++) {
    kernel.feel('wrist', k < 300 ? 10 : 0);
    if (k === 250) kernel.view('sensor.wrist')[0] = Number.NaN;
    kernel.step(k === 0 ? [0.2] : undefined);
  }
  // It comes back to where it began, not to where the reading failed.
  expect(kernel.view('position')[0]).toBeCloseTo(0.2, 2);
});

it('hangs the spring of an admittance where the tare is done, not where nothing was known yet', () => {
  const kernel = new LawKernel(
    bench({
      sensors: [{ name: 'wrist', at: 'tool', tare: { seconds: 0.02, refuse: 9 } }],
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tool',
          sensor: 'wrist',
          parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [1], damping: [40], stiffness: [200] },
        },
      ],
    }),
  );
  for (let k = 0; k < 200; k++) {
    kernel.feel('wrist', 2);
    kernel.step(k === 0 ? [0.3] : undefined);
  }
  expect(kernel.view('position')[0]).toBeCloseTo(0.3, 9);
});
