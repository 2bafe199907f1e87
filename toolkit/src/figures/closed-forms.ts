/** C: closed forms behind the figures, by the toolkit's own functions where it has them: a run and a closed form must agree. */
import { contactRadius, steadyForce } from '../analyse/index.js';
import { numbers } from '../math/index.js';
import { pi } from './elements.js';
import { atLeast, type Figure, near } from './figure.js';
import { forecast } from './guarded.js';
import { metal, publishedGains, ratioDamping, toolMass, wall } from './models.js';
import { obstacleBarrier, obstacleStiffness, pushAt } from './obstacle.js';
import { marginalParts, recursionParts, secondOrderParts } from './one-axis.js';
import { approach, pressingLoop } from './pushing.js';
import { last } from './traces.js';

const verdict = 'closed';
const where = 'closed forms';

/** Least damping from which on the admittance is stable in contact with metal, N s/m: its radius is 1 there. */
function critical(late: number, scheme: 'implicit' | 'explicit'): number {
  const radius = (damping: number): number =>
    contactRadius(pressingLoop(damping, late, scheme), { stiffness: metal, damping: 0 });
  let [low, high] = [1000, 6000];
  for (let i = 0; i < 20; i++) {
    const middle = 0.5 * (low + high);
    if (radius(middle) > 1) low = middle;
    else high = middle;
  }
  return high;
}

/** The exponential rise on foam of an admittance with much damping, N. */
const foamRise = (time: number): number => 10 * (1 - numbers.exp(-(time - 0.5) / 2.5));

export const closedForms: readonly Figure[] = [
  {
    id: 'C1',
    where,
    quoted: 'springs in line: F = K K_w d/(K + K_w), 5 mm on 5e4 N/m',
    verdict,
    why: 'by runs: F26, F27, F36',
    measure: () =>
      [500, 1000, 2000].flatMap((K, i) => {
        const force = steadyForce(K, wall, 5e-3);
        return [
          near(`${K} N/m`, force, [2.475248, 4.901961, 9.615385][i], 5e-7, 'N'),
          near('depth', (1e3 * force) / wall, [0.049505, 0.098039, 0.192308][i], 5e-7, 'mm'),
        ];
      }),
  },
  {
    id: 'C2',
    where,
    quoted: 'integral against a wall: K_w d; without one K_w d kp/(kp + K_w)',
    verdict,
    why: 'the second one by a run without a limit',
    dynamic: true,
    measure: ({ models }) => [
      near('with', wall * 5e-3, 250, 1e-9, 'N'),
      near('without', steadyForce(2e5, wall, 5e-3), 200, 1e-9, 'N'),
      near(
        'without, by a run',
        last(models.position({ ...publishedGains, integral: 0 }, Number.POSITIVE_INFINITY)),
        200,
        0.01,
        'N',
      ),
    ],
  },
  {
    id: 'C3',
    where,
    quoted: 'a saturated motor on a bare spring: √(K_w/m)/2π',
    verdict,
    why: 'by runs: F22',
    measure: () => [near('swing', Math.sqrt(wall / toolMass) / (2 * pi), 25.1646, 5e-5, 'Hz')],
  },
  {
    id: 'C4',
    where,
    quoted: 'damping rule D = 2 ζ √(K m)',
    verdict,
    why: 'as the impedance has it',
    measure: () =>
      (
        [
          [500, 0.7, 44.2719],
          [2000, 0.7, 88.5438],
          [1000, 0.1, 8.94427],
          [1000, 0.7, 62.6099],
          [1000, 1.5, 134.164],
          [1000 + wall, 0.7, 447.12],
          [1000 + wall, 1, 638.75],
        ] as const
      ).map(([K, ratio, D], i) =>
        near(
          i < 5 ? `${K} N/m, ζ = ${ratio}` : `ζ = ${ratio} in contact`,
          ratioDamping(K, ratio),
          D,
          i === 0 || i === 1 || i === 3 ? 5e-5 : i === 2 ? 5e-6 : i === 4 ? 5e-4 : 6e-3,
          'N s/m',
        ),
      ),
  },
  {
    id: 'C5',
    where,
    quoted: 'lag behind a ramp: D/K later',
    verdict,
    why: 'by runs: M2',
    measure: () =>
      [500, 2000].map((K, i) =>
        near(`contact, ${K} N/m`, 0.5 + ratioDamping(K, 0.7) / K, [0.5885, 0.5443][i], 5e-5, 's'),
      ),
  },
  {
    id: 'C6',
    where,
    quoted: 'admittance in free space: F/D and M/D',
    verdict,
    why: 'by runs: F45',
    measure: () =>
      [200, 1000, 5000].flatMap((D, i) => {
        const { speed, rise } = approach(D);
        return [
          near(`speed, D = ${D}`, 1e3 * speed, [50, 10, 2][i], 1e-9, 'mm/s'),
          near('time constant', 1e3 * rise, [50, 10, 2][i], 1e-9, 'ms'),
        ];
      }),
  },
  {
    id: 'C7',
    where,
    quoted: 'rise on foam with D = 5000: 10 (1 − e^(−(t − 0.5)/2.5))',
    verdict,
    why: 'F46; from the start and not from touch',
    measure: () =>
      [1.813, 4.512, 6.321, 7.534, 8.347].map((force, i) =>
        near(`at ${i + 1} s`, foamRise(i + 1), force, 5e-4, 'N'),
      ),
  },
  {
    id: 'C8',
    where,
    quoted: 'least damping that is stable on metal, in contact',
    verdict,
    why: 'spectral radius 1 of the loop from tick to tick',
    measure: () => [
      near('implicit, 10 ms late', critical(5, 'implicit'), 3458, 30, 'N s/m'),
      near('implicit, 8 ms', critical(4, 'implicit'), 3201, 30, 'N s/m'),
      near('explicit, 10 ms', critical(5, 'explicit'), 3267, 30, 'N s/m'),
      near('explicit, 8 ms', critical(4, 'explicit'), 3014, 30, 'N s/m'),
    ],
  },
  {
    id: 'C9',
    where,
    quoted: 'guarded move: threshold, mean of 5, a tick, v²/2a',
    verdict,
    why: 'F48 to F51; in continuous time',
    measure: () => [
      near('stops, 10 mm/s', 20 + 0.2 + 1e3 * forecast(0.01).stopping, 20.36, 1e-9, 'mm'),
      near('50 mm/s', 20 + 0.2 + 1e3 * forecast(0.05).stopping, 23, 1e-9, 'mm'),
      near('braking, 10 mm/s', 1e3 * forecast(0.01).braking, 0.1, 1e-9, 'mm'),
      near('50 mm/s', 1e3 * forecast(0.05).braking, 2.5, 1e-9, 'mm'),
      near('greatest, 10 mm/s', forecast(0.01).peak, 1.8, 1e-9, 'N'),
      near('50 mm/s', forecast(0.05).peak, 15, 1e-9, 'N'),
    ],
  },
  {
    id: 'C10',
    where,
    quoted: 'the one-axis recursion: matrices, trace, determinant, eigenvalues',
    verdict,
    why: 'by runs: F60',
    measure: () => recursionParts(),
  },
  {
    id: 'C11',
    where,
    quoted: 'the one-axis law: constants of second order',
    verdict,
    why: 'by runs: F68',
    measure: () => secondOrderParts(),
  },
  {
    id: 'C12',
    where,
    quoted: 'obstacle law, r in cm: 38 − 3.6 r, 4 − 0.2 r, 0',
    verdict,
    why: 'F9, F16; the force k r is 0 at the obstacle, and without a rise of more than 4 N/(m cm) inside 5 cm it falls there',
    measure: () => [
      ...(
        [
          [5, 20],
          [7.5, 11],
          [10, 2],
          [15, 1],
          [20, 0],
        ] as const
      ).map(([r, k]) => near(`stiffness at ${r} cm`, obstacleStiffness(r), k, 1e-12, 'N/m')),
      ...(
        [
          [5, 1],
          [10, 0.2],
          [15, 0.15],
        ] as const
      ).map(([r, f]) => near(`force at ${r} cm`, pushAt(r), f, 1e-12, 'N')),
      near('force at 38/7.2 = 5.28 cm', pushAt(38 / 7.2), 1.003, 5e-4, 'N'),
      atLeast('which is more than at 5.4 cm, by', pushAt(38 / 7.2) - pushAt(5.4), 0, 'N'),
      near('at 3.06 cm, with 18 N/(m cm) inside 5 cm', pushAt(3.06), 1.681, 5e-4, 'N'),
      near('energy from 20 to 5 cm', obstacleBarrier(), 0.0508333, 1e-6, 'J'),
    ],
  },
  {
    id: 'C13',
    where,
    quoted: 'a blocked hand, 45 N/m over 10 cm',
    verdict,
    why: 'F11: springs in line with the hand',
    measure: () =>
      [500, 1000, 2000].map((hand, i) =>
        near(`hand of ${hand} N/m`, steadyForce(45, hand, 0.1), [4.128, 4.306, 4.401][i], 5e-4, 'N'),
      ),
  },
  {
    id: 'C14',
    where,
    quoted: 'Coulomb friction holds within F/k',
    verdict,
    why: 'as F14',
    measure: () => [
      near('2.25 N on 45 N/m', (100 * 2.25) / 45, 5, 1e-9, 'cm'),
      near('on 15 N/m', (100 * 2.25) / 15, 15, 1e-9, 'cm'),
    ],
  },
  {
    id: 'C15',
    where,
    quoted: 'limits of T² K + 2 T D < 4 M',
    verdict,
    why: 'without a spring or a damper the recursion keeps what it has: marginal, not stable',
    measure: () => marginalParts(),
  },
];
