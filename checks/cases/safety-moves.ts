/** Moves into something and stops, known before they are made; none of them is safety-rated. */
import fc from 'fast-check';
import { guardedMoveForecast, highestSpeed } from 'pliant/analyse';
import { between } from './case.js';
import { lawCase, same, told } from './law-case.js';
import { CaseKernel, once, onRails } from './law-kernel.js';

const endless = Number.POSITIVE_INFINITY;

const probing = once(
  () =>
    new CaseKernel(
      onRails({
        laws: [
          {
            name: 'probe',
            kind: 'guarded-move',
            at: 'tool',
            axes: 'world',
            sensor: 'wrist',
            parameters: {
              direction: [1, 0, 0],
              speed: [0.05],
              threshold: [10],
              limit: [1],
              deceleration: [1e6],
            },
          },
          {
            name: 'yield',
            kind: 'admittance',
            at: 'tool',
            axes: 'world',
            sensor: 'wrist',
            parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [50] },
          },
        ],
        phases: [
          { name: 'go', laws: ['probe'], until: { law: 'probe', is: 'contact' } },
          { name: 'give way', laws: ['yield'] },
        ],
      }),
    ),
);

interface Move {
  readonly speed: number;
  readonly threshold: number;
  readonly stiffness: number;
  readonly deceleration: number;
  readonly wall: number;
}

/** The greatest force of a move that stops on contact, and how far it gives way to −20 N afterwards. */
function probed({ speed, threshold, stiffness, deceleration, wall }: Move) {
  const kernel = probing().again();
  kernel.set('probe.speed', speed).set('probe.threshold', threshold);
  kernel.set('probe.deceleration', deceleration);
  let [x, peak, still] = [0, 0, 0];
  for (let k = 0; k < 8000 && still < 60; k++) {
    const force = Math.max(0, stiffness * (x - wall));
    peak = Math.max(peak, force);
    kernel.feel('wrist', -force);
    kernel.step([x], [kernel.at('servo.v')[0]]);
    const next = kernel.at('position')[0];
    still = next <= x && peak > 0 ? still + 1 : 0;
    x = next;
    if (kernel.at('phase')[0] === 1) break;
  }
  const stopped = x;
  for (let k = 0; k < 200; k++) {
    kernel.feel('wrist', -20);
    kernel.step([x], [kernel.at('servo.v')[0]]);
    x = kernel.at('position')[0];
  }
  return { peak, way: stopped - wall, back: stopped - x, fault: kernel.fault };
}

export const moveCases = [
  lawCase(
    'LS-01',
    'how far a guarded move goes on and how hard it presses is known before it is made',
    () => {
      const at = { deceleration: endless, threshold: 10, stiffness: 20000, reaction: 0.01 };
      const { overshoot, peak } = guardedMoveForecast({ ...at, speed: 0.05 });
      return [
        same('0.05 m/s, 20 N/mm, 10 ms late: more, N', overshoot, 10, 1e-9),
        same('greatest, N', peak, 20, 1e-9),
        same('for 12 N, m/s', highestSpeed(12, at), 0.01, 1e-12),
      ];
    },
    fc.record({
      speed: between(0.005, 0.1),
      threshold: between(1, 20),
      stiffness: between(1000, 20000),
      deceleration: between(0.5, 20),
      wall: between(0.002, 0.01),
    }),
    (move) => {
      // Late by a tick, and by where in a tick the threshold is passed.
      const { peak } = guardedMoveForecast({ ...move, reaction: 1e-3 });
      const tick = move.stiffness * move.speed * 1e-3;
      const { peak: got, fault } = probed(move);
      return [same('greatest force', got, peak, 1.5 * tick), told('fault', fault, 'none')];
    },
    0.5,
  ),
  lawCase(
    'LS-05',
    'a stop goes on by its reaction and its braking, and the arm can give way afterwards',
    () => {
      const at = { speed: 0.1, deceleration: 2, threshold: 0, stiffness: 20000, reaction: 0.01 };
      const { stopping, braking, overshoot } = guardedMoveForecast(at);
      const run = probed({ speed: 0.1, threshold: 0.1, stiffness: 20000, deceleration: 2, wall: 0.005 });
      return [
        same('way, m', stopping, 0.0035, 1e-12),
        same('of it braked', braking, 0.0025, 1e-12),
        same('more force, N', overshoot, 70, 1e-9),
        same('braked in a run', run.way, 0.0025, 3e-4),
        told('then it yields', run.back > 0.01, true),
        told('without a fault', run.fault, 'none'),
      ];
    },
    fc.tuple(between(0.01, 0.3), between(0.2, 20), between(0, 0.05)),
    ([speed, deceleration, reaction]) => {
      // Constant braking, in steps of its own.
      const h = speed / deceleration / 1000;
      let way = speed * reaction;
      for (let k = 0; k < 1000; k++) way += (speed - deceleration * (k + 0.5) * h) * h;
      const at = { speed, deceleration, threshold: 0, stiffness: 1, reaction };
      return [same('way', guardedMoveForecast(at).stopping, way, 1e-9)];
    },
  ),
];
