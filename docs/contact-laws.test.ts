/** The numbers that the page of contact laws tells are those of the functions that it tells them of. */
import { readFileSync } from 'node:fs';
import { approachTable, guardedMoveForecast, highestSpeed } from 'pliant/analyse';
import { lawNamed } from 'pliant/control';
import { modalDampingMatrix, numbers, vibration } from 'pliant/math';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('contact-laws.md', import.meta.url), 'utf8');

it('the table of approach speeds', () => {
  const rows = [
    ...page.matchAll(/^\| (\d+) kN\/m \| (\d+) kg \| ([\d.]+) m\/s \| ([\d.]+) m\/s \| ([\d.]+) m\/s \|$/gm),
  ];
  expect(rows).toHaveLength(4);
  for (const [, k, m, free, five, ten] of rows) {
    const at = (delay: number) => approachTable([100], [1000 * Number(k)], [Number(m)], delay);
    expect(at(0).rows[0].free.toFixed(3)).toBe(free);
    expect(at(0.005).rows[0].delayed.toFixed(3)).toBe(five);
    expect(at(0.01).rows[0].delayed.toFixed(3)).toBe(ten);
    expect(page.toLowerCase()).toContain(at(0).mark);
  }
});

it('the examples of stops and of damping', () => {
  const late = { deceleration: Number.POSITIVE_INFINITY, threshold: 10, stiffness: 20000, reaction: 0.01 };
  expect(guardedMoveForecast({ ...late, speed: 0.05 }).peak).toBeCloseTo(20, 9);
  expect(highestSpeed(12, late)).toBeCloseTo(0.01, 9);
  const braked = guardedMoveForecast({ ...late, deceleration: 2, speed: 0.1 });
  expect([braked.stopping.toFixed(4), braked.overshoot.toFixed(0)]).toEqual(['0.0035', '70']);
  const D = modalDampingMatrix(numbers, vibration(numbers, [100, 0, 0, 400], [0.6, -0.2, -0.2, 0.4], 2), 0.7);
  const [xx, xy, yx, yy] = D.map((x) => x.toFixed(4));
  expect(page).toContain(`D = [[${xx}, ${xy}], [${yx}, ${yy}]]`);
  // A tare taken upright, then a quarter turn: both weights are felt.
  expect(page).toContain(`${(9.81 * Math.SQRT2).toFixed(1)} N of force`);
});

it('the bound on the damping of an explicit admittance, and the drift by a bias', () => {
  const at = (damping: number) =>
    lawNamed('admittance')
      .check?.(
        {
          mass: [10],
          damping: [damping],
          stiffness: [0],
          selection: [1, 0, 0, 0, 0, 0],
          scheme: [0],
          deadBand: [1],
        },
        { period: 0.002, hasSensor: true, hasTarget: false, nq: 1, nv: 1 },
      )
      .map(({ code }) => code);
  expect(page).toContain('with 10 kg at 500 Hz and no spring less than 10 000 N s/m');
  expect(at(9999)).not.toContain('admittance-unstable');
  expect(at(10001)).toContain('admittance-unstable');
  expect(page).toContain(`make ${((1000 * (5 - 0.1)) / 100).toFixed(0)} mm/s`);
});
