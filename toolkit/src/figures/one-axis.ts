/** F59 to F68: the admittance of one axis and its listings. Index k of a listing is the state after tick k, at (k + 1) T. */
import { freeRadius } from '../analyse/index.js';
import { matrixProduct, numbers, spectralRadius } from '../math/index.js';
import type { Trace } from './bench-run.js';
import { pi } from './elements.js';
import { exactly, type Figure, near, type Part } from './figure.js';

const page = 'admittance control';

/** kg, N s/m, N/m, s, N. */
const M = 3;
const D = 20;
const K = 50;
const T = 1e-3;
const F = 10;

/** x and x′ after tick k, of a step of the force at 0. */
const after = (run: Trace, k: number) => [run.place[k + 1], run.said('servo.pace')[k]] as const;

const table = [
  [0, 3.333333333e-6, 3.333333333e-3],
  [500, 0.1366428324, 0.2458984572],
  [1000, 0.1979130653, 0.03536551331],
  [1500, 0.2019339735, -0.00357158246],
  [2000, 0.2003526951, -0.001763005414],
  [3000, 0.1999850565, 4.366689187e-5],
  [4000, 0.2000003043, 2.241826974e-8],
] as const;

function tableParts(run: Trace, indices: readonly number[]): Part[] {
  return table
    .filter(([k]) => indices.includes(k))
    .flatMap(([k, x, v]) => {
      const [place, pace] = after(run, k);
      return [
        near(`x at k = ${k}`, place, x, 1e-9 * x, 'm'),
        near(`x′ at k = ${k}`, pace, v, k === 4000 ? 1e-10 : 1e-9 * Math.abs(v), 'm/s'),
      ];
    });
}

/** The recursion of the listings as matrices: x⁺ = A x + b F, row-major. */
export function recursion(
  tick = T,
  stiffness = K,
  damping = D,
): { readonly A: number[]; readonly b: number[] } {
  const alpha = tick / M;
  return {
    A: [1 - tick * alpha * stiffness, tick * (1 - alpha * damping), -alpha * stiffness, 1 - alpha * damping],
    b: [tick * alpha, alpha],
  };
}

/** Euler's own recursion, in which the place takes the speed before the tick. */
function forwardEuler(tick: number): number[] {
  return [1, tick, (-tick * K) / M, 1 - (tick * D) / M];
}

/** States of x⁺ = A x + b F from rest, the k-th after tick k. */
function states(A: readonly number[], b: readonly number[], count: number): [number, number][] {
  const found: [number, number][] = [];
  let [x, v] = [0, 0];
  for (let k = 0; k < count; k++) {
    [x, v] = [A[0] * x + A[1] * v + b[0] * F, A[2] * x + A[3] * v + b[1] * F];
    found.push([x, v]);
  }
  return found;
}

const sampled = (tick: number, stiffness = K) =>
  freeRadius({
    law: 'admittance',
    tick,
    mass: M,
    damping: D,
    stiffness,
    scheme: 'explicit',
    inner: { kind: 'ideal' },
    sensor: { every: 1, delay: 0, average: 1, massBelow: 0 },
  });

/** The greatest tick of the listings' recursion, T² K + 2 T D = 4 M, s. */
export const greatestTick = (Math.sqrt(D * D + 4 * K * M) - D) / K;

/** The step of the continuous law, m. */
function continuous(time: number): number {
  const sigma = D / (2 * M);
  const omega = Math.sqrt(K / M - sigma * sigma);
  const turned = numbers.cos(omega * time) + (sigma / omega) * numbers.sin(omega * time);
  return (F / K) * (1 - numbers.exp(-sigma * time) * turned);
}

/** Where |λ| = 1 between a stable and an unstable tick, s. */
function edge(radius: (tick: number) => number, stable: number, unstable: number): number {
  let [a, b] = [stable, unstable];
  for (let i = 0; i < 50; i++) {
    const middle = 0.5 * (a + b);
    if (radius(middle) < 1) a = middle;
    else b = middle;
  }
  return a;
}

export const oneAxisFigures: readonly Figure[] = [
  {
    id: 'F59',
    where: `${page}: all listings`,
    quoted: 'M = 3 kg, D = 20 N s/m, K = 50 N/m, 1 ms, 10 N',
    verdict: 'given',
    why: 'numbers that the listings start from; they come to rest at F/K',
    dynamic: true,
    measure: ({ models }) => [
      near('after 5 s', models.oneAxis('explicit', 0, 5).place[5000], F / K, 1e-6, 'm'),
    ],
  },
  {
    id: 'F60',
    where: `${page}: discretisation`,
    quoted: 'the recursion as matrices A_d, B_d',
    verdict: 'reproduces',
    why: 'the same numbers as the law’s own ticks',
    measure: ({ models }) => {
      const run = models.oneAxis('explicit', 0, 5);
      const { A, b } = recursion(T, K * models.stiffer);
      const off = states(A, b, 5000).map(([x, v], k) => {
        const [place, pace] = after(run, k);
        return Math.max(Math.abs(place - x), Math.abs(pace - v));
      });
      return [near('matrices less ticks, 5000 of them', Math.max(...off), 0, 1e-12)];
    },
  },
  {
    id: 'F61',
    where: `${page}: discretisation`,
    quoted: 'forward Euler',
    verdict: 'contradicts',
    why: 'the place takes the new speed: it is semi-implicit, with other numbers and another greatest tick',
    measure: () => {
      const found = states(forwardEuler(T), [0, T / M], 1001);
      return [
        exactly('forward Euler, x at k = 0', found[0][0], 0, 'm'),
        near('x at k = 1000', found[1000][0], 0.1980571447, 1e-9, 'm'),
        near(
          'its greatest tick',
          edge((t) => spectralRadius(forwardEuler(t), 2), 0.1, 1),
          D / K,
          1e-9,
          's',
        ),
      ];
    },
  },
  {
    id: 'F62',
    where: `${page}: discretisation`,
    quoted: 'for sufficiently small T it holds automatically',
    verdict: 'assumption',
    why: 'stable where T² K + 2 T D < 4 M, not before',
    measure: () => [
      near('greatest tick', greatestTick, 0.232455532034, 1e-11, 's'),
      near('radius of the loop at 0.2324 s', sampled(0.2324), 0.999245, 1e-6),
      near('at 0.2325 s', sampled(0.2325), 1.000605, 1e-6),
    ],
  },
  {
    id: 'F63',
    where: `${page}: stability`,
    quoted: 'V is positive definite and the rest globally stable for K ≥ 0',
    verdict: 'contradicts',
    why: 'both take K > 0: with K = 0 a pole stands at 1, and the place is free',
    measure: () => [near('radius with K = 0', spectralRadius(recursion(T, 0).A, 2), 1, 1e-9)],
  },
  {
    id: 'F64',
    where: `${page}: Python`,
    quoted: '2 s, pushed from 0.2 s on',
    verdict: 'reproduces',
    why: 'it prints nothing; these are its numbers',
    dynamic: true,
    measure: ({ models }) => {
      const run = models.oneAxis('explicit', 0.2, 2);
      const values = [0, 3.333333333e-6, 0.1856363219, 0.2008350639];
      const peak = run.place.reduce((a, b) => Math.max(a, b), 0);
      return [
        ...[199, 200, 999, 1999].map((k, i) =>
          near(`x at k = ${k}`, run.place[k + 1], values[i], 1e-9 * values[i], 'm'),
        ),
        near('greatest', peak, 0.2023002944, 2e-10, 'm'),
        exactly('at k', run.place.indexOf(peak) - 1, 1534),
      ];
    },
  },
  {
    id: 'F65',
    where: `${page}: C++`,
    quoted: '5000 ticks, every 1000th printed',
    verdict: 'reproduces',
    why: 'k = 1000 is the state after 1001 ticks',
    dynamic: true,
    measure: ({ models }) => tableParts(models.oneAxis('explicit', 0, 5), [0, 1000, 2000, 3000, 4000]),
  },
  {
    id: 'F66',
    where: `${page}: Java`,
    quoted: '2000 ticks, every 500th printed',
    verdict: 'reproduces',
    why: 'as C++; it never prints 2000',
    dynamic: true,
    measure: ({ models }) => tableParts(models.oneAxis('explicit', 0, 5), [0, 500, 1000, 1500]),
  },
  {
    id: 'F67',
    where: `${page}: Mathematica`,
    quoted: 'pushed from 0.2 s on, 2 s',
    verdict: 'impossible',
    why: 'names like M_a are patterns in that language: it does not run as printed',
  },
  {
    id: 'F68',
    where: `${page}: MATLAB`,
    quoted: 'the right-hand side in continuous time, without a figure',
    verdict: 'reproduces',
    why: 'the exact scheme is the continuous law under a held force',
    dynamic: true,
    measure: ({ models }) => {
      const run = models.oneAxis('exact', 0, 5);
      const values = [0.197955896, 0.2003577364, 0.1999845384, 0.2000003254];
      return values.flatMap((x, i) => {
        const k = 1000 * (i + 1);
        const got = run.place[k + 1];
        return [
          near(`x at k = ${k}`, got, x, 1e-9, 'm'),
          near(`k = ${k} less the closed form`, got - continuous((k + 1) * T), 0, 1e-12, 'm'),
        ];
      });
    },
  },
];

/** What the recursion's matrix has, of the closed forms. */
export function recursionParts(): Part[] {
  const { A, b } = recursion();
  const trace = A[0] + A[3];
  const determinant = A[0] * A[3] - A[1] * A[2];
  const wanted = [0.999983333333, 0.000993333333, -0.016666666667, 0.993333333333];
  const imaginary = Math.sqrt(determinant - (trace / 2) ** 2);
  return [
    ...A.map((x, i) => near(`A_d ${Math.floor(i / 2) + 1}${(i % 2) + 1}`, x, wanted[i], 1e-12)),
    near('B_d 1', b[0], 3.33333333e-7, 1e-15),
    near('B_d 2', b[1], 3.33333333e-4, 1e-12),
    near('trace', trace, 1.993316666667, 1e-12),
    near('determinant', determinant, 0.993333333333, 1e-12),
    near('imaginary part', imaginary, 0.002345193074, 1e-12),
    near('modulus', spectralRadius(A, 2), 0.996661092515, 1e-11),
    near(
      'modulus of A_d twice, its root',
      Math.sqrt(spectralRadius(matrixProduct(A, A, 2), 2)),
      0.996661092515,
      1e-11,
    ),
  ];
}

/** Radii at the limits of what is stable. */
export function marginalParts(): Part[] {
  return [
    near('radius without a spring', spectralRadius(recursion(T, 0).A, 2), 1, 1e-9),
    near('without a damper', spectralRadius(recursion(T, K, 0).A, 2), 1, 1e-9),
    near('at the greatest tick', spectralRadius(recursion(greatestTick).A, 2), 1, 1e-9),
  ];
}

/** Of second order: angular frequency, ratio, damped frequency, overshoot, its time and height. */
export function secondOrderParts(): Part[] {
  const natural = Math.sqrt(K / M);
  const ratio = D / (2 * Math.sqrt(K * M));
  const damped = natural * Math.sqrt(1 - ratio * ratio);
  const time = pi / damped;
  const over = numbers.exp((-pi * ratio) / Math.sqrt(1 - ratio * ratio));
  return [
    near('ωₙ', natural, 4.08248, 5e-6, 'rad/s'),
    near('ζ', ratio, 0.816497, 5e-7),
    near('damped', damped, 2.35702, 5e-6, 'rad/s'),
    near('overshoot', 100 * over, 1.1762, 5e-6, '%'),
    near('peak time', time, 1.33286, 5e-6, 's'),
    near('peak', continuous(time), 0.2023524, 5e-8, 'm'),
  ];
}
