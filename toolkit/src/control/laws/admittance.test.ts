import { describe, expect, it } from 'vitest';
import type { Design, LawDesign } from '../design.js';
import { bench, LawKernel } from './laws.test.helper.js';

const x = [1, 0, 0, 0, 0, 0];

/** An admittance of one axis on rails. */
function rails(parameters: LawDesign['parameters'], more: Partial<Design> = {}): LawKernel {
  const law: LawDesign = {
    name: 'yield',
    kind: 'admittance',
    at: 'tool',
    sensor: 'wrist',
    parameters: { selection: x, ...parameters },
  };
  return new LawKernel(bench({ laws: [law], ...more }));
}

function run(
  kernel: LawKernel,
  force: (k: number) => number,
  ticks: number,
  see: (k: number) => void = () => {},
): void {
  for (let k = 0; k < ticks; k++) {
    kernel.feel('wrist', force(k));
    kernel.step();
    see(k);
  }
}

describe('the lesson’s admittance of one axis', () => {
  it('has the digits of its listings, step by step', () => {
    const kernel = rails({ mass: [3], damping: [20], stiffness: [50], scheme: [0] });
    const rows = new Map<number, readonly [number, number]>([
      [0, [3.333333333e-6, 3.333333333e-3]],
      [500, [0.1366428324, 0.2458984572]],
      [1000, [0.1979130653, 0.03536551331]],
      [1500, [0.2019339735, -0.00357158246]],
      [2000, [0.2003526951, -0.001763005414]],
      [3000, [0.1999850565, 4.366689187e-5]],
      [4000, [0.2000003043, 2.241826974e-8]],
    ]);
    let peak = [0, -1];
    run(
      kernel,
      () => 10,
      4001,
      (k) => {
        const [position, speed] = [kernel.view('position')[0], kernel.view('speed')[0]];
        if (position > peak[0]) peak = [position, k];
        const row = rows.get(k);
        if (row === undefined) return;
        expect(Math.abs(position - row[0])).toBeLessThan(1e-9 * row[0]);
        expect(Math.abs(speed - row[1])).toBeLessThan(k === 4000 ? 1e-10 : 1e-9 * Math.abs(row[1]) + 1e-12);
      },
    );
    expect(peak[1]).toBe(1334);
    expect(peak[0]).toBeCloseTo(0.2023002944, 10);
  });

  it('is that of the continuous formula with the exact scheme', () => {
    const kernel = rails({ mass: [3], damping: [20], stiffness: [50] });
    const expected = new Map([
      [1000, 0.197955896],
      [2000, 0.2003577364],
    ]);
    run(
      kernel,
      () => 10,
      2001,
      (k) => {
        const value = expected.get(k);
        if (value !== undefined) expect(kernel.view('position')[0]).toBeCloseTo(value, 9);
      },
    );
  });
});

describe('the exact scheme', () => {
  it('gives the same at common samples at 100 Hz, 500 Hz and 1 kHz for a held force', () => {
    const at = [0.01, 0.002, 0.001].map((period) => {
      const kernel = rails({ mass: [1.7], damping: [9], stiffness: [260] }, { period });
      const seen: number[] = [];
      const perForce = Math.round(0.05 / period);
      const force = (k: number) => (Math.floor(k / perForce) % 3) * 4 - 3;
      run(kernel, force, Math.round(0.6 / period), (k) => {
        if ((k + 1) % Math.round(0.01 / period) === 0)
          seen.push(kernel.view('position')[0], kernel.view('speed')[0]);
      });
      return seen;
    });
    expect(at[0].length).toBe(120);
    at[0].forEach((value, i) => {
      expect(Math.abs(at[1][i] - value)).toBeLessThan(1e-9);
      expect(Math.abs(at[2][i] - value)).toBeLessThan(1e-9);
    });
  });

  it('holds for a mass that is at its speed within a tick', () => {
    const [M, D] = [0.01, 100];
    const kernel = rails({ mass: [M], damping: [D] });
    run(
      kernel,
      () => 4,
      5,
      (k) => {
        // F/D (t − M/D (1 − e^(−D t/M)))
        const t = (k + 1) * 1e-3;
        const way = (4 / D) * (t - (M / D) * (1 - Math.exp((-D * t) / M)));
        expect(Math.abs(kernel.view('position')[0] - way)).toBeLessThan(1e-16);
      },
    );
  });
});
