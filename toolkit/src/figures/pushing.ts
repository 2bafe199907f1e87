/** F38 to F46: an admittance on an arm with an inner position loop. */
import { dampingCost } from '../analyse/index.js';
import { amount, pi } from './elements.js';
import { exactly, type Figure, near, type Part } from './figure.js';
import { foam, type Models, metal } from './models.js';
import { at, departures, firstAbove, hits, impacts, last, peak, settled } from './traces.js';

const where = 'impedance and force control: admittance';

/** Time between bounces, s. */
function period(models: Models, late?: number): number {
  const away = departures(models.admittance({ surface: metal, damping: 1000, ...(late && { late }) }));
  return (away[3] - away[0]) / 3;
}

const onMetal = (models: Models, damping: number, late = 5) =>
  models.admittance({ surface: metal, damping, late });

export const pushingFigures: readonly Figure[] = [
  {
    id: 'F38',
    where,
    quoted: '500 readings a second, 8 ms late, an inner loop of a few tens of ms, a push of 10 N',
    verdict: 'contradicts',
    why: 'with 8 ms none of the printed forces comes out; they need 10 ms, a queue that holds one reading more',
    dynamic: true,
    measure: ({ models }) => [
      near('metal, D = 200, 8 ms late', peak(onMetal(models, 200, 4)), 248.9, 1.5, 'N'),
      near('its first hit', hits(onMetal(models, 200, 4))[0], 187.3, 1.5, 'N'),
      near('metal, D = 1000, 8 ms late', peak(onMetal(models, 1000, 4)), 53.8, 0.5, 'N'),
      near('bounces, 8 ms late', 1 / period(models, 4), 5.58, 0.1, '/s'),
      near('metal, D = 5000, 8 ms late', peak(onMetal(models, 5000, 4)), 14.9, 0.3, 'N'),
    ],
  },
  {
    id: 'F39',
    where,
    quoted: 'foam of 2 N/mm, metal 100 times stiffer',
    verdict: 'reproduces',
    why: 'units',
    measure: () => [
      exactly('2 N/mm', amount('2 N/mm', 'N/m'), foam, 'N/m'),
      exactly('metal over foam', metal / foam, 100),
    ],
  },
  {
    id: 'F40',
    where,
    quoted: 'foam, D = 200: settles at 10 N within about 0.2 s of touching',
    verdict: 'contradicts',
    why: 'it reaches 10 N within that time, goes past it, and settles later, in whatever band',
    dynamic: true,
    measure: ({ models }) => {
      const run = models.admittance({ surface: foam, damping: 200 });
      const touch = firstAbove(run);
      const early = models.admittance({ surface: foam, damping: 200, late: 4 });
      return [
        near('first at 10 N, after touch', firstAbove(run, 10) - touch, 0.142, 5e-3, 's'),
        near('greatest', peak(run), 11.68, 0.1, 'N'),
        near('settled within 10 %, after touch', settled(run, 10, 0.1), 0.313, 0.01, 's'),
        near('within 5 %', settled(run, 10, 0.05), 0.355, 0.01, 's'),
        near('within 2 %', settled(run, 10, 0.02), 0.553, 0.01, 's'),
        near('greatest, 8 ms late', peak(early), 11.56, 0.1, 'N'),
        near('within 5 %, 8 ms late', settled(early, 10, 0.05), 0.354, 0.01, 's'),
      ];
    },
  },
  {
    id: 'F41',
    where,
    quoted: 'metal, D = 200: hits with 268 N, bounces off',
    verdict: 'reproduces',
    why: '10 ms late, and of the second hit: the first one has 203 N',
    dynamic: true,
    measure: ({ models }) => {
      const run = onMetal(models, 200);
      return [
        near('greatest', peak(run), 268.4, 1.5, 'N'),
        near('first hit', hits(run)[0], 203.5, 1.5, 'N'),
        near('second hit', hits(run)[1], 268.4, 1.5, 'N'),
      ];
    },
  },
  {
    id: 'F42',
    where,
    quoted: 'metal, D = 1000: peaks of 58 N',
    verdict: 'reproduces',
    why: '10 ms late',
    dynamic: true,
    measure: ({ models }) => [near('greatest', peak(onMetal(models, 1000)), 57.8, 0.5, 'N')],
  },
  {
    id: 'F43',
    where,
    quoted: 'about five bounces a second',
    verdict: 'reproduces',
    why: '10 ms late',
    dynamic: true,
    measure: ({ models }) => [near('from one to the next, D = 1000', period(models), 0.2, 4e-3, 's')],
  },
  {
    id: 'F44',
    where,
    quoted: 'metal, D = 5000: settles at 10 N',
    verdict: 'reproduces',
    why: 'within 5 % a third of a second after touching, and it never leaves',
    dynamic: true,
    measure: ({ models }) => {
      const run = onMetal(models, 5000);
      return [
        near('after 1.5 s', last(run), 10, 0.05, 'N'),
        exactly('departures', departures(run).length, 0),
        near('greatest', peak(run), 15.6, 0.3, 'N'),
        near('settled within 5 %, after touch', settled(run, 10, 0.05), 0.323, 0.01, 's'),
      ];
    },
  },
  {
    id: 'F45',
    where,
    quoted: 'D = 5000: approaches at 2 mm/s',
    verdict: 'reproduces',
    why: 'force over damping',
    dynamic: true,
    measure: ({ models }): Part[] => [
      near('at touch', 1e3 * impacts(onMetal(models, 5000))[0], 1.9965, 0.02, 'mm/s'),
      near('closed form', 1e3 * approach(5000).speed, 2, 1e-9, 'mm/s'),
    ],
  },
  {
    id: 'F46',
    where,
    quoted: 'foam, D = 5000: 1.8, 4.5, 6.3 N after 1, 2, 3 s',
    verdict: 'reproduces',
    why: 'from the start; the gap of 1 mm, which is not in the text, follows from these three',
    dynamic: true,
    measure: ({ models }) => {
      const run = models.admittance({ surface: foam, damping: 5000, duration: 5 });
      return [1.78, 4.51, 6.34, 7.56, 8.37].map((force, i) =>
        near(`at ${i + 1} s`, at(run, i + 1), force, 0.03, 'N'),
      );
    },
  },
];

/** Speed and time constant of the admittance under its push in free space. */
export function approach(damping: number): { readonly speed: number; readonly rise: number } {
  const cost = dampingCost(pressingLoop(damping, 5, 'implicit'), damping, 10, {
    stiffness: foam,
    damping: 0,
  });
  if (cost === undefined) throw new Error('figures: an admittance has a cost of damping');
  return cost;
}

/** The model as a loop of plain numbers. */
export function pressingLoop(damping: number, late: number, scheme: 'implicit' | 'explicit') {
  return {
    law: 'admittance' as const,
    tick: 2e-3,
    mass: 10,
    damping,
    stiffness: 0,
    scheme,
    inner: { kind: 'kinematic' as const, frequency: 2 * pi * 15, ratio: 0.7 },
    sensor: { every: 1, delay: late, average: 1, massBelow: 0 },
  };
}
