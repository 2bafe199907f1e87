/** What an admittance and a force controller do on walls, and where kinematics fail. */

import fc from 'fast-check';
import { type AdmittanceLoop, stiffestSafe } from 'pliant/analyse';
import { alongX, listening } from './admittance-kernels.js';
import { between, vectors } from './case.js';
import { type Figure, lawCase, most, same, told } from './law-case.js';
import { CaseKernel, gantry, gantryTool, once, onRails } from './law-kernel.js';

interface Wall {
  readonly mass: number;
  readonly damping: number;
  readonly period: number;
  readonly late: number;
  readonly cutOff?: number;
}

function stiffest({ mass, damping, period, late, cutOff }: Wall): number {
  const loop: AdmittanceLoop = {
    law: 'admittance',
    tick: period,
    mass,
    damping,
    stiffness: 0,
    scheme: 'explicit',
    inner: { kind: 'ideal' },
    sensor: { every: 1, delay: late, average: 1, massBelow: 0, ...(cutOff === undefined ? {} : { cutOff }) },
  };
  return stiffestSafe(loop).stiffness;
}

const walls = new Map<string, CaseKernel>();

function wallKernel(period: number, cutOff: number | undefined): CaseKernel {
  const key = `${period} ${cutOff}`;
  let kernel = walls.get(key);
  if (kernel === undefined) {
    const sensor = cutOff === undefined ? {} : { cutoff: cutOff };
    kernel = listening(sensor, { mass: [1], damping: [20], scheme: [0] }, { period });
    walls.set(key, kernel);
  }
  return kernel.again();
}

/** Whether a kernel that was pressed 1 mm into a wall swings ever farther. */
function grows({ mass, damping, period, late, cutOff }: Wall, stiffness: number): boolean {
  const kernel = wallKernel(period, cutOff);
  kernel.set('yield.mass', mass).set('yield.damping', damping);
  const queue = new Array<number>(late).fill(0);
  const ticks = 1200;
  let [x, early, final] = [1e-3, 0, 0];
  for (let k = 0; k < ticks; k++) {
    queue.push(-stiffness * x);
    kernel.feel('wrist', queue.shift() ?? 0);
    kernel.step(k === 0 ? [x] : undefined);
    x = kernel.at('position')[0];
    if (k < ticks / 8) early = Math.max(early, Math.abs(x));
    if (k >= (7 * ticks) / 8) final = Math.max(final, Math.abs(x));
    if (!(Math.abs(x) < 1e3)) return true;
  }
  return final > early;
}

const wallRow = (wall: Wall, right: number, tolerance: number): Figure[] => {
  const { period, late, cutOff } = wall;
  const name = `${1e3 * period} ms, ${late} late${cutOff === undefined ? '' : `, ${cutOff} Hz`}`;
  const got = stiffest(wall);
  return [
    same(`${name}: stiffest, N/m`, got, right, tolerance + 1e-5 * right),
    told(
      `${name}: swings at 0.9 and 1.1 of it`,
      String([grows(wall, 0.9 * right), grows(wall, 1.1 * right)]),
      'false,true',
    ),
  ];
};

interface Pi {
  readonly gain: number;
  readonly integral: number;
  readonly speed: number;
  readonly wanted: number;
  readonly wall: number;
  readonly stiffness: number;
}

const forcing = once(
  () =>
    new CaseKernel(
      onRails({
        laws: [
          {
            name: 'press',
            kind: 'force',
            at: 'tool',
            axes: 'world',
            sensor: 'wrist',
            parameters: {
              select: alongX,
              wanted: [10, 0, 0, 0, 0, 0],
              gain: [0.002],
              integral: [0.02],
              speed: [0.02],
              deviation: [9, 9, 9],
            },
          },
        ],
      }),
    ),
);

/** Greatest and last force. */
function pressed({ gain, integral, speed, wanted, wall, stiffness }: Pi, seconds: number): readonly number[] {
  const kernel = forcing().again();
  kernel.set('press.gain', gain).set('press.integral', integral).set('press.speed', speed);
  kernel.set('press.wanted', wanted, 0, 0, 0, 0, 0);
  let [x, peak, force] = [0, 0, 0];
  for (let k = 0; k < 1000 * seconds; k++) {
    force = Math.max(0, stiffness * (x - wall));
    peak = Math.max(peak, force);
    kernel.feel('wrist', -force);
    kernel.step([x], [0]);
    x = kernel.at('position')[0];
  }
  return [peak, force];
}

/** The same by the words: F, e, u, cut, I held while u is cut and e pushes further, x. */
function inWords({ gain, integral, speed, wanted, wall, stiffness }: Pi, seconds: number): readonly number[] {
  let [x, I, peak, F] = [0, 0, 0, 0];
  for (let k = 0; k < 1000 * seconds; k++) {
    F = Math.max(0, stiffness * (x - wall));
    peak = Math.max(peak, F);
    const e = wanted - F;
    const u = gain * e + I;
    const cut = Math.min(speed, Math.max(-speed, u));
    if (cut === u || Math.sign(e) !== Math.sign(u)) I += integral * e * 1e-3;
    x += cut * 1e-3;
  }
  return [peak, F];
}

const leading = once(
  () =>
    new CaseKernel({
      name: 'leading',
      model: gantry(),
      gravity: [0, 0, 0],
      period: 1e-3,
      points: [{ name: 'tool', frame: gantryTool }],
      elements: [],
      sensors: [{ name: 'wrist', at: 'tool' }],
      servo: { at: 'tool', joints: [2], follow: { kind: 'drive' } },
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tool',
          axes: 'world',
          sensor: 'wrist',
          parameters: {
            mass: [4, 4, 4, 0.2, 0.2, 0.2],
            damping: [40, 40, 40, 2, 2, 2],
            stiffness: [20, 20, 20, 1, 1, 1],
          },
        },
      ],
    }),
);

/** A solver that fails in tick `at`: the way of the joints in that tick and the next, what is told. */
function failing(at: number, wrench: readonly number[]) {
  const kernel = leading().again();
  const go = (q?: readonly number[]) => {
    kernel.feel('wrist', ...wrench);
    kernel.step(q);
    return kernel.numbers('position');
  };
  let last = go([0, 0, 0, 0.2, 0.1, -0.3]);
  for (let k = 1; k < at; k++) last = go();
  kernel.set('servo.length', Number.NaN);
  const held = go();
  const { fault } = kernel;
  kernel.set('servo.length', 0.3);
  const next = go();
  const apart = (a: readonly number[], b: readonly number[]) =>
    Math.max(...a.map((x, i) => Math.abs(x - b[i])));
  return {
    offset: Math.hypot(...last.slice(0, 3)),
    held: apart(held, last),
    next: apart(next, held),
    fault,
    after: kernel.fault,
  };
}

export const contactCases = [
  lawCase(
    'AD-07',
    'how stiff a wall a loop can hold is known before the run, and the run agrees',
    () => {
      const base = { mass: 1, damping: 20 };
      return [
        ...wallRow({ ...base, period: 0.002, late: 0 }, 980000, 5),
        ...wallRow({ ...base, period: 0.002, late: 1 }, 10000, 0.5),
        ...wallRow({ ...base, period: 0.002, late: 2 }, 5050, 0.05),
        ...wallRow({ ...base, period: 0.002, late: 5 }, 2062.4, 0.05),
        ...wallRow({ ...base, period: 0.002, late: 10 }, 1061.6, 0.05),
        ...wallRow({ ...base, period: 0.002, late: 0, cutOff: 20 }, 3393, 0.05),
        ...wallRow({ ...base, period: 0.002, late: 1, cutOff: 20 }, 2533.4, 0.05),
        ...wallRow({ ...base, period: 0.01, late: 0 }, 36000, 0.5),
        ...wallRow({ ...base, period: 0.01, late: 1 }, 2000, 0.5),
      ];
    },
    fc.record({ mass: between(0.5, 10), share: between(0.01, 0.2), late: fc.constantFrom(0, 1) }),
    ({ mass, share, late }) => {
      const period = 0.002;
      const damping = (share * mass) / period;
      const right = late === 0 ? (4 * mass - 2 * damping * period) / period ** 2 : damping / period;
      return wallRow({ mass, damping, period, late }, right, 1e-5 * right);
    },
    0.1,
  ),
  lawCase(
    'AD-13',
    'kinematics that fail for a tick hold the command',
    () => {
      const { offset, held, next, fault, after } = failing(400, [5, 0, 0, 0, 0, 0]);
      return [
        told('offset under way', offset > 0.02, true),
        same('way in that tick', held, 0, 0),
        most('in the next, rad or m', next, 0.002),
        told('told', [fault, after], ['kinematics failed', 'none']),
      ];
    },
    fc.tuple(fc.integer({ min: 2, max: 200 }), vectors(8), vectors(0.5)),
    ([at, force, torque]) => {
      const { held, next, fault, after } = failing(at, [...force, ...torque]);
      return [
        same('held', held, 0, 0),
        most('next', next, 0.002 + 1e-12),
        told('told', [fault, after], ['kinematics failed', 'none']),
      ];
    },
    0.5,
  ),
  lawCase(
    'AD-16',
    'a force integral does not wind up before contact',
    () => {
      const pi: Pi = { gain: 0.002, integral: 0.02, speed: 0.02, wanted: 10, wall: 0.1, stiffness: 20000 };
      const [peak, end] = pressed(pi, 8);
      return [same('greatest, N', peak, 11.38, 5e-3), same('at 8 s, N', end, 10, 1e-2)];
    },
    fc.record({
      gain: between(2e-4, 3e-3),
      integral: between(1e-3, 0.02),
      speed: between(0.005, 0.05),
      wanted: between(3, 30),
      wall: between(0.001, 0.02),
      stiffness: between(2000, 20000),
    }),
    (pi) => [same('greatest and last', pressed(pi, 1), inWords(pi, 1), 1e-6)],
    0.3,
  ),
];
