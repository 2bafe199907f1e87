/** F47 to F58: guarded moves, force limits, and what else the page on impedance and force control says in numbers. */
import { guardedMoveForecast, reactionTime } from '../analyse/index.js';
import { tension } from './elements.js';
import { type Figure, between as inside, near } from './figure.js';
import type { Models } from './models.js';
import { between, last, least, mean, most } from './traces.js';

const page = 'impedance and force control';
const where = `${page}: guarded moves`;
const limits = `${page}: force limits`;

const slow = 0.01;
const quick = 0.05;
/** Draws of the noise that are looked at. */
const seeds = Array.from({ length: 16 }, (_, i) => i + 1);
const draws = (models: Models, speed: number) =>
  seeds.map((seed) => models.guarded({ speed, noise: 0.1, seed }));

/** What comes of a move by closed form: threshold 1 N, 5000 N/m, a mean of 5, 2 ms. */
export function forecast(speed: number) {
  return guardedMoveForecast({
    speed,
    deceleration: 0.5,
    threshold: 1,
    stiffness: 5000,
    reaction: reactionTime({ tick: 2e-3, average: 5 }).total,
  });
}

export const guardedFigures: readonly Figure[] = [
  {
    id: 'F47',
    where,
    quoted: '20 mm ahead, 5 N/mm, 500 readings a second, mean of 5, 1 N, one tick, 0.5 m/s²',
    verdict: 'given',
    why: 'the noise is not in the text; 0.1 N is taken',
  },
  {
    id: 'F48',
    where,
    quoted: 'at 10 mm/s fires at 20.26 mm, stops at 20.37 mm with 1.8 N',
    verdict: 'reproduces',
    why: 'a draw of the noise: 20.22 to 20.28 mm',
    dynamic: true,
    measure: ({ models }) => {
      const found = draws(models, slow);
      const fired = found.map((end) => end.fired);
      return [
        near('earliest of 16 draws', least(fired), 20.25, 0.03, 'mm'),
        near('latest', most(fired), 20.25, 0.03, 'mm'),
        near(
          'from there to rest, least',
          least(found.map((end) => end.stopped - end.fired)),
          0.11,
          1e-6,
          'mm',
        ),
        near('and most', most(found.map((end) => end.stopped - end.fired)), 0.11, 1e-6, 'mm'),
        near('least force', least(found.map((end) => end.force)), 1.8, 0.15, 'N'),
        near('greatest force', most(found.map((end) => end.force)), 1.8, 0.15, 'N'),
      ];
    },
  },
  {
    id: 'F49',
    where,
    quoted: 'at 50 mm/s fires at 20.40 mm, stops at 22.95 mm with 14.7 N',
    verdict: 'assumption',
    why: 'the draw of the text: without noise it is a tie, and 20.40 and 20.50 mm come about as often',
    dynamic: true,
    measure: ({ models }) => {
      const found = draws(models, quick);
      const to = (value: number, a: number, b: number) => Math.min(Math.abs(value - a), Math.abs(value - b));
      return [
        near('off 20.40 or 20.50, 16 draws', most(found.map((x) => to(x.fired, 20.4, 20.5))), 0, 1e-6, 'mm'),
        near('from there to rest, least', least(found.map((x) => x.stopped - x.fired)), 2.55, 1e-6, 'mm'),
        near('and most', most(found.map((x) => x.stopped - x.fired)), 2.55, 1e-6, 'mm'),
        near('off 14.75 or 15.25 N', most(found.map((x) => to(x.force, 14.75, 15.25))), 0, 0.05, 'N'),
        inside('share of 20.40', mean(found.map((x) => (x.fired < 20.45 ? 1 : 0))), 0.15, 0.85),
      ];
    },
  },
  {
    id: 'F50',
    where,
    quoted: 'eight times the force',
    verdict: 'reproduces',
    why: 'of the two draws that the text shows',
    dynamic: true,
    measure: ({ models }) => [
      near(
        'force at 50 mm/s over that at 10 mm/s',
        models.guarded({ speed: quick, bias: -1e-6 }).force /
          models.guarded({ speed: slow, bias: 1e-6 }).force,
        14.75 / 1.85,
        0.05,
      ),
    ],
  },
  {
    id: 'F51',
    where,
    quoted: '2.5 mm to brake; five times the speed, 25 times the way',
    verdict: 'reproduces',
    why: 'v²/2a; in ticks 2.45 mm, and 27 times',
    measure: ({ models }) => {
      const braked = (speed: number): number => {
        const { fired, stopped } = models.guarded({ speed, noise: 0.1, seed: 1 });
        return stopped - fired - 1e3 * speed * 2e-3;
      };
      return [
        near('closed form', 1e3 * forecast(quick).braking, 2.5, 1e-9, 'mm'),
        near('its ratio', forecast(quick).braking / forecast(slow).braking, 25, 1e-9),
        near('of the run', braked(quick), 2.45, 1e-6, 'mm'),
        near('its ratio', braked(quick) / braked(slow), 27.2, 0.1),
      ];
    },
  },
  {
    id: 'F52',
    where,
    quoted: 'without a surface stops at the 50 mm limit',
    verdict: 'reproduces',
    why: 'to 0.15 mm at 10 mm/s: braking begins there. A limit that holds takes the stopping distance off, as ours does by default',
    dynamic: true,
    measure: ({ models }) => {
      const rest = (speed: number, margin = 0) => models.guarded({ speed, surface: false, margin }).stopped;
      return [
        near('at 10 mm/s', rest(slow), 50.1, 0.011, 'mm'),
        near('at 50 mm/s', rest(quick), 52.45, 0.011, 'mm'),
        inside('with the distance taken off, 10 mm/s', rest(slow, 1), 49.9, 50, 'mm'),
        inside('50 mm/s', rest(quick, 1), 49.9, 50, 'mm'),
      ];
    },
  },
  {
    id: 'F53',
    where,
    quoted: 'another project: 10 mm/s, stop at 0.1 N, a quarter of a newton, 19.4 mm',
    verdict: 'impossible',
    why: 'a machine of its own, of which nothing else is said',
  },
  {
    id: 'F54',
    where: limits,
    quoted: '500 N/m · 20 mm = 10 N',
    verdict: 'reproduces',
    why: 'an error that is cut at ±20 mm; the goal of the run is 100 mm inside the wall',
    dynamic: true,
    measure: ({ models }) => [
      near(
        'at rest',
        last(models.impedance(500, 0.7, { by: 0.11, most: 0.02, speed: 0.1, duration: 4 })),
        10,
        1e-9,
        'N',
      ),
    ],
  },
  {
    id: 'F55',
    where: limits,
    quoted: 'presses with 20 N along a path',
    verdict: 'impossible',
    why: 'an example without a machine or gains',
  },
  {
    id: 'F56',
    where: `${page}: introduction; common mistakes`,
    quoted: 'a goal inside the table; an error of 5 mm becomes a press of 150 N',
    verdict: 'reproduces',
    why: 'as F22 and F23: the force limit, and the depth that it stands for',
    dynamic: true,
    measure: ({ models }) => {
      const late = between(models.position(), 0.8 + 1e-6, 2);
      return [
        near('force, middle of the swing', (least(late.force) + most(late.force)) / 2, 150, 0.5, 'N'),
        near('depth, mean', 1e3 * mean(late.place), 3, 0.02, 'mm'),
      ];
    },
  },
  {
    id: 'F57',
    where: `${page}: learning`,
    quoted: 'a few tens of insertions',
    verdict: 'impossible',
    why: 'of another work',
  },
  {
    id: 'F58',
    where: `${page}: listing`,
    quoted: 'K = diag(800, 800, 300), D = diag(40, 40, 25)',
    verdict: 'impossible',
    why: 'no mass and no result are given; only the statics can be said',
    measure: () =>
      [800, 800, 300].map((stiffness, i) =>
        near(
          `5 mm along ${'xyz'[i]}`,
          tension('spring', 'linear', [0.005, 0], { stiffness: [stiffness] }),
          [4, 4, 1.5][i],
          1e-12,
          'N',
        ),
      ),
  },
];
