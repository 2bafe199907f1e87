/** F18 to F37: one tool that is led against a wall by a position controller or by a spring and a damper. */
import { onWall, steadyForce } from '../analyse/index.js';
import { amount, tension } from './elements.js';
import { type Bench, exactly, type Figure, near } from './figure.js';
import { ratioDamping, toolMass, wall } from './models.js';
import {
  at,
  between,
  departures,
  firstAbove,
  hits,
  impacts,
  last,
  least,
  mean,
  most,
  peak,
  swing,
} from './traces.js';

const page = 'impedance and force control';
const why = `${page}: why a position controller`;
const law = `${page}: the impedance law`;
const choice = `${page}: choosing the damping`;

const ratios = [0.1, 0.7, 1.5] as const;
/** The runs of the choice of damping go on for a second from the first touch; the least damped one for three. */
const choiceOf = ({ models }: Bench, ratio: number) =>
  models.impedance(1000, ratio, { speed: 0.05, duration: ratio < 0.5 ? 3 : 1.4 });
const firstSecond = (bench: Bench, ratio: number) => between(choiceOf(bench, ratio), 0, 1);

/** Damping ratio of a spring and damper on a wall, by the poles of the loop at the step of the plant. */
function ratioInContact(stiffness: number, damping: number): number {
  return onWall(
    {
      law: 'impedance',
      tick: 1e-5,
      mass: toolMass,
      stiffness,
      damping,
      dampingOn: 'speed',
      velocity: { kind: 'measured' },
      delay: 0,
    },
    { stiffness: wall, damping: 0 },
  ).ratio;
}

export const pressFigures: readonly Figure[] = [
  {
    id: 'F18',
    where: `${page}: the tool and the wall`,
    quoted: '2 kg, 50 N/mm = 50 000 N/m, from 10 mm at 20 mm/s to 5 mm inside',
    verdict: 'given',
    why: 'numbers that the models start from',
    measure: () => [exactly('50 N/mm', amount('50 N/mm', 'N/m'), 50_000, 'N/m')],
  },
  {
    id: 'F19',
    where: why,
    quoted: 'a controller 1000 times a second, limited to 150 N',
    verdict: 'given',
    why: 'its gains are not in the text: 2e5 N/m, 2e6 N/(m s) and 1000 N s/m are taken, on measured speed, held for 1 ms',
  },
  {
    id: 'F20',
    where: why,
    quoted: 'touches the wall at 0.5 s',
    verdict: 'reproduces',
    why: 'of the position controller alone: a spring lags behind its goal (M2)',
    dynamic: true,
    measure: ({ models }) => [
      near('first tick with a force', firstAbove(models.position()), 0.501, 1e-3, 's'),
    ],
  },
  {
    id: 'F21',
    where: why,
    quoted: 'passes 140 N at 0.66 s',
    verdict: 'reproduces',
    why: 'other gains give 0.653 to 0.680 s (M1), so it does not tell which they were',
    dynamic: true,
    measure: ({ models }) => [
      near('first tick above 140 N', firstAbove(models.position(), 140), 0.658, 2e-3, 's'),
    ],
  },
  {
    id: 'F22',
    where: why,
    quoted: 'stays at 150 N, ringing a little',
    verdict: 'reproduces',
    why: 'as a mean only: against a bare spring a saturated motor damps nothing, and it swings for good',
    dynamic: true,
    measure: ({ models }) => {
      const late = between(models.position(), 0.8 + 1e-6, 2);
      const [low, high] = [least(late.force), most(late.force)];
      return [
        near('middle', (low + high) / 2, 150, 0.5, 'N'),
        near('lowest', low, 144, 0.5, 'N'),
        near('highest', high, 156, 0.5, 'N'),
        near('swing', swing(late, 150), 25.2, 0.2, 'Hz'),
      ];
    },
  },
  {
    id: 'F23',
    where: `${why}; common mistakes`,
    quoted: 'depth at 150 N',
    verdict: 'reproduces',
    why: 'force over stiffness, as a mean of the swing',
    dynamic: true,
    measure: ({ models }) => [
      near('mean depth', 1e3 * mean(between(models.position(), 0.8, 2).place), 3, 0.02, 'mm'),
    ],
  },
  {
    id: 'F24',
    where: why,
    quoted: 'without the limit: 5 mm deep, 250 N',
    verdict: 'reproduces',
    why: 'takes an integral; without one it ends at 200 N (C2)',
    dynamic: true,
    measure: ({ models }) => [
      near('after 2 s', last(models.position(undefined, Number.POSITIVE_INFINITY)), 250, 0.1, 'N'),
    ],
  },
  {
    id: 'F25',
    where: why,
    quoted: 'the right panel’s scale is ten times smaller',
    verdict: 'reproduces',
    why: 'loosely: the axes end at 175 and 14 N',
    measure: () => [near('175 over 14', 175 / 14, 12.5, 1e-12)],
  },
  {
    id: 'F26',
    where: `${why}; the impedance law`,
    quoted: '2000 N/m rest at 9.6 N',
    verdict: 'reproduces',
    why: 'spring and wall in line',
    dynamic: true,
    measure: ({ models }) => [near('after 2 s', last(models.impedance(2000, 0.7)), 9.6154, 0.01, 'N')],
  },
  {
    id: 'F27',
    where: `${why}; the impedance law`,
    quoted: '500 N/m rest at 2.5 N (2.48), 0.05 mm deep',
    verdict: 'reproduces',
    why: 'spring and wall in line',
    dynamic: true,
    measure: ({ models }) => {
      const run = models.impedance(500, 0.7);
      return [
        near('after 2 s', last(run), 2.4752, 0.01, 'N'),
        near('depth', 1e3 * run.place[run.place.length - 1], 0.0495, 0.0005, 'mm'),
      ];
    },
  },
  {
    id: 'F28',
    where: why,
    quoted: 'a first spike of up to 6.5 N with 500 N/m',
    verdict: 'reproduces',
    why: 'of a continuous command; held, or damped on the rate of the error, it is a little less',
    dynamic: true,
    measure: ({ models }) => {
      const other = (more: { tick?: number; onError?: boolean }): number =>
        peak(models.impedance(500, 0.7, { duration: 0.8, ...more }));
      return [
        near('greatest', peak(models.impedance(500, 0.7)), 6.515, 0.05, 'N'),
        near('with the command held for 1 ms', other({ tick: 1e-3 }), 6.48, 0.05, 'N'),
        near('with damping on the rate of the error', other({ onError: true }), 6.494, 0.05, 'N'),
      ];
    },
  },
  {
    id: 'F29',
    where: law,
    quoted: '500 · 0.002 − 44.3 · 0.010 = 0.557 N',
    verdict: 'reproduces',
    why: 'a spring and a damper at one instant',
    measure: () => [
      near(
        'spring less damper',
        tension('spring', 'linear', [0.002, 0], { stiffness: [500] }) -
          tension('damper', 'linear', [0, 0.01], { damping: [44.3] }),
        0.557,
        1e-12,
        'N',
      ),
    ],
  },
  {
    id: 'F30',
    where: law,
    quoted: '500 · 0.005 = 2.5 N',
    verdict: 'reproduces',
    why: 'a bound: the wall gives way, and what is left is 1 % less (F27)',
    measure: () => [
      near('spring', tension('spring', 'linear', [0.005, 0], { stiffness: [500] }), 2.5, 1e-12, 'N'),
      near('share left on the wall', steadyForce(500, wall, 0.005) / 2.5, 0.99, 1e-3),
    ],
  },
  {
    id: 'F31',
    where: choice,
    quoted: 'D = 9, 63, 134 N s/m for ζ = 0.1, 0.7, 1.5',
    verdict: 'reproduces',
    why: 'D = 2 ζ √(K m)',
    measure: () =>
      ratios.map((ratio, i) =>
        near(`ζ = ${ratio}`, ratioDamping(1000, ratio), [8.944, 62.61, 134.164][i], 1e-3, 'N s/m'),
      ),
  },
  {
    id: 'F32',
    where: choice,
    quoted: 'leaves the wall 14 times, twice, never in the first second',
    verdict: 'reproduces',
    why: 'in the first second of the run; of contact it is 17. Held for 1 ms or more it is 13: the count needs a command without ticks',
    dynamic: true,
    measure: (bench) => [
      ...ratios.map((ratio, i) =>
        exactly(`ζ = ${ratio}`, departures(firstSecond(bench, ratio)).length, [14, 2, 0][i]),
      ),
      ...ratios.map((ratio, i) => {
        const run = choiceOf(bench, ratio);
        const touch = firstAbove(run);
        const inSecond = departures(between(run, touch, touch + 1)).length;
        return exactly(`ζ = ${ratio}, from first contact`, inSecond, [17, 2, 0][i]);
      }),
      ...[1e-3, 2e-3].map((tick) =>
        exactly(
          `ζ = 0.1, held for ${1e3 * tick} ms`,
          departures(bench.models.impedance(1000, 0.1, { speed: 0.05, duration: 1, tick })).length,
          13,
        ),
      ),
    ],
  },
  {
    id: 'F33',
    where: choice,
    quoted: 'peaks at 31 N',
    verdict: 'reproduces',
    why: 'the greatest of the least damped case',
    dynamic: true,
    measure: (bench) =>
      ratios.map((ratio, i) =>
        near(`ζ = ${ratio}`, peak(firstSecond(bench, ratio)), [31.18, 16.86, 13.7][i], 0.1, 'N'),
      ),
  },
  {
    id: 'F34',
    where: choice,
    quoted: '31 N each time it hits',
    verdict: 'contradicts',
    why: 'only the second hit has 31 N; the first has 21 N, and from the second on they fade',
    dynamic: true,
    measure: (bench) => {
      const wanted = [21, 31.2, 27.8, 25.1, 22.8, 20.9, 19.2, 17.8, 16.6, 15.5, 14.5, 13.7, 12.9, 12.2];
      const found = hits(firstSecond(bench, 0.1));
      return wanted.map((force, i) => near(`hit ${i + 1}`, found[i] ?? Number.NaN, force, 0.3, 'N'));
    },
  },
  {
    id: 'F35',
    where: choice,
    quoted: 'hits the wall at 50 mm/s',
    verdict: 'contradicts',
    why: 'that is the goal’s speed; the tool comes at its own, and faster from a bounce',
    dynamic: true,
    measure: (bench) => [
      ...ratios.map((ratio, i) =>
        near(`ζ = ${ratio}`, 1e3 * impacts(choiceOf(bench, ratio))[0], [69.9, 51.1, 41.2][i], 0.5, 'mm/s'),
      ),
      near('ζ = 0.1, second hit', 1e3 * impacts(choiceOf(bench, 0.1))[1], 85.7, 0.5, 'mm/s'),
    ],
  },
  {
    id: 'F36',
    where: choice,
    quoted: 'all three end at 4.9 N',
    verdict: 'reproduces',
    why: 'after three seconds; at the end of the first the least damped tool is in the air, and it swings by ±0.1 N even then',
    dynamic: true,
    measure: (bench) => {
      const run = choiceOf(bench, 0.1);
      const late = between(run, 2.9, 3 - 1e-6).force;
      return [
        near('ζ = 0.7 at 1 s', at(choiceOf(bench, 0.7), 1), 4.902, 0.02, 'N'),
        near('ζ = 1.5 at 1 s', at(choiceOf(bench, 1.5), 1), 4.902, 0.02, 'N'),
        exactly('ζ = 0.1 at 1 s', at(run, 1), 0, 'N'),
        exactly('ζ = 0.1, departures in all', departures(run).length, 17),
        near('ζ = 0.1 at 2.999 s', at(run, 2.999), 4.89, 0.02, 'N'),
        near('ζ = 0.1, mean from 2.9 to 3 s', mean(late), 4.91, 0.02, 'N'),
        near('lowest there', least(late), 4.81, 0.02, 'N'),
        near('highest there', most(late), 5, 0.02, 'N'),
      ];
    },
  },
  {
    id: 'F37',
    where: choice,
    quoted: 'the wall is 50 times stiffer than the spring',
    verdict: 'reproduces',
    why: 'which leaves a seventh of the damping ratio in contact',
    measure: () => [
      exactly('stiffness of the wall over 1000 N/m', wall / 1000, 50),
      ...ratios.map((ratio, i) =>
        near(
          `ζ = ${ratio}, in contact`,
          ratioInContact(1000, ratioDamping(1000, ratio)),
          [0.014, 0.098, 0.21][i],
          1e-3,
        ),
      ),
    ],
  },
];
