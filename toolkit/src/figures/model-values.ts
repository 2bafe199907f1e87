/** M: values of the models that the texts do not print and that are worth a test. */
import { type Figure, near, type Part } from './figure.js';
import { type Admitting, metal } from './models.js';
import { nearestTo } from './obstacle-run.js';
import { departures, firstAbove, hits, impacts, peak } from './traces.js';

const verdict = 'closed';
const where = 'models';

export const modelFigures: readonly Figure[] = [
  {
    id: 'M1',
    where,
    quoted: 'position controller, other gains: when it passes 140 N',
    verdict,
    why: 'none of them is told by the 0.66 s of F21',
    dynamic: true,
    measure: ({ models }) =>
      (
        [
          [4e5, 2e6, 1e3, 0.653],
          [1e5, 2e6, 800, 0.663],
          [1e5, 1e6, 500, 0.675],
          [2e5, 0, 1e3, 0.68],
        ] as const
      ).map(([stiffness, integral, damping, time]) =>
        near(
          `${stiffness} N/m, ${integral} N/(m s), ${damping} N s/m`,
          firstAbove(models.position({ stiffness, integral, damping }), 140),
          time,
          2e-3,
          's',
        ),
      ),
  },
  {
    id: 'M2',
    where,
    quoted: 'impedance: first contact, peaks, departures, impact',
    verdict,
    why: 'not at 0.5 s: a tool damped on its own speed lags by D s/K behind its goal',
    dynamic: true,
    measure: ({ models }) => {
      const [soft, stiff] = [500, 2000].map((K) => models.impedance(K, 0.7));
      return [
        near('first contact, 500 N/m', firstAbove(soft), 0.588, 1e-3, 's'),
        near('2000 N/m', firstAbove(stiff), 0.544, 1e-3, 's'),
        near(
          '500 N/m, damping on the rate of the error',
          firstAbove(models.impedance(500, 0.7, { onError: true, duration: 0.6 })),
          0.4998,
          1e-3,
          's',
        ),
        near('2000 N/m, peak of the first touch', hits(stiff)[0], 6.76, 0.05, 'N'),
        near('greatest', peak(stiff), 9.83, 0.05, 'N'),
        near('departures, 500 N/m', departures(soft).length, 2, 0),
        near('2000 N/m', departures(stiff).length, 1, 0),
        near('first impact, 500 N/m', 1e3 * impacts(soft)[0], 20, 0.1, 'mm/s'),
        near('2000 N/m', 1e3 * impacts(stiff)[0], 20, 0.1, 'mm/s'),
      ];
    },
  },
  {
    id: 'M3',
    where,
    quoted: 'choice of damping: first contact',
    verdict,
    why: 'the more damping, the later',
    dynamic: true,
    measure: ({ models }) =>
      [0.1, 0.7, 1.5].map((ratio, i) =>
        near(
          `ζ = ${ratio}`,
          firstAbove(models.impedance(1000, ratio, { speed: 0.05, duration: i === 0 ? 3 : 1.4 })),
          [0.187, 0.263, 0.327][i],
          1e-3,
          's',
        ),
      ),
  },
  {
    id: 'M4',
    where,
    quoted: 'admittance: touch and departures',
    verdict,
    why: 'sampled every 2 ms',
    dynamic: true,
    measure: ({ models }) => {
      const run = (damping: number) => models.admittance({ surface: metal, damping });
      const away = departures(run(1000)).slice(0, 4);
      return [
        ...[200, 1000, 5000].map((damping, i) =>
          near(`touch, D = ${damping}`, firstAbove(run(damping)), [0.066, 0.124, 0.516][i], 2e-3, 's'),
        ),
        ...[0.18, 0.38, 0.581, 0.781].map((time, i) =>
          near(`departure ${i + 1}, D = 1000`, away[i], time, 2e-3, 's'),
        ),
        ...[0.116, 0.739].map((time, i) =>
          near(`departure ${i + 1}, D = 200`, departures(run(200))[i], time, 2e-3, 's'),
        ),
      ];
    },
  },
  {
    id: 'M5',
    where,
    quoted: 'admittance on metal: greatest force with other parameters, D = 200 and 1000',
    verdict,
    why: 'the text does not tell M, the inner loop or the scheme; these would all look alike in it',
    dynamic: true,
    measure: ({ models }) =>
      (
        [
          ['explicit damping', { scheme: 'explicit' }, 267, 56.2],
          ['steps of 0.1 ms', { step: 1e-4 }, 268, 57.7],
          ['M = 5 kg', { mass: 5 }, 240, 53],
          ['M = 20 kg', { mass: 20 }, 303, 64],
          ['inner loop of 10 Hz', { bandwidth: 10 }, 304, 66],
          ['of 20 Hz', { bandwidth: 20 }, 248, 53],
          ['of ratio 1', { ratio: 1 }, 276, 60],
        ] as [string, Partial<Admitting>, number, number][]
      ).flatMap(([what, changed, first, second]): Part[] => [
        near(
          `${what}, D = 200`,
          peak(models.admittance({ surface: metal, damping: 200, ...changed })),
          first,
          1.5,
          'N',
        ),
        near(
          `D = 1000`,
          peak(models.admittance({ surface: metal, damping: 1000, ...changed })),
          second,
          0.6,
          'N',
        ),
      ]),
  },
  {
    id: 'M6',
    where,
    quoted: 'guarded move with 1e-6 N more or less on every reading',
    verdict,
    why: 'without it the mean is 1 N to the last bit, and rounding decides',
    dynamic: true,
    measure: ({ models }) =>
      (
        [
          [0.01, 'more', -1e-6, 20.24, 20.35, 1.75],
          [0.01, 'less', 1e-6, 20.26, 20.37, 1.85],
          [0.05, 'more', -1e-6, 20.4, 22.95, 14.75],
          [0.05, 'less', 1e-6, 20.5, 23.05, 15.25],
        ] as const
      ).flatMap(([speed, word, bias, fired, stopped, force]) => {
        const end = models.guarded({ speed, bias });
        const by = `${1e3 * speed} mm/s, ${word}`;
        return [
          near(`${by}: fires`, end.fired, fired, 1e-6, 'mm'),
          near(`${by}: stops`, end.stopped, stopped, 1e-6, 'mm'),
          near(`${by}: greatest`, end.force, force, 1e-6, 'N'),
        ];
      }),
  },
  {
    id: 'M7',
    where,
    quoted: 'past an obstacle beside the way: smallest distance to its centre',
    verdict,
    why: 'the law deflects and is no wall: the nearer the way leads past it, the nearer it lets the tool, a stiffer spring more so',
    dynamic: true,
    measure: ({ models }) =>
      [15, 45].flatMap((stiffness) =>
        [5, 20, 50, 80].map((beside, i) =>
          near(
            `${stiffness} N/m, ${beside} mm beside it`,
            100 * nearestTo(stiffness, beside / 1000, models.stiffer),
            (stiffness === 15 ? [3.6, 5.2, 7.8, 9.4] : [2.1, 4.1, 6.8, 9])[i],
            0.2,
            'cm',
          ),
        ),
      ),
  },
];
