/** Limits, thresholds and stops; none of them is safety-rated. */
import fc from 'fast-check';
import { guardedMoveForecast, highestSpeed } from 'pliant/analyse';
import { type CollisionGuard, type Design, designProblems } from 'pliant/control';
import { numbers as N } from 'pliant/math';
import { forwardDynamics, standardGravity } from 'pliant/model';
import { memoryFiles } from 'pliant/robot';
import { assemble, loadScenarioText } from 'pliant/scenario';
import { pairText } from '../urdf-text.js';
import { between, within } from './case.js';
import { lawCase, most, same, told } from './law-case.js';
import { CaseKernel, chainModel, once, onRails } from './law-kernel.js';

const endless = Number.POSITIVE_INFINITY;

// ——— moves into something ———

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

// ——— thresholds ———

const rest = (collision: CollisionGuard): Design =>
  onRails({
    points: [
      { name: 'tool', frame: 'tool' },
      { name: 'goal', at: [1, 0, 0] },
    ],
    sensors: [{ name: 'wrist', at: 'tool', bias: [0, 0, 0, 0, 0, 0], guards: { collision } }],
    laws: [
      { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: { time: [0.05], speed: [0.1] } },
    ],
  });
const watching = once(() => new CaseKernel(rest({ contact: 2, stop: 4, window: 0.02 })));

interface Watch {
  readonly contact: number;
  readonly stop: number;
  readonly window?: number;
  readonly expected?: number;
}

function watch({ contact, stop, window = 0, expected = 0 }: Watch): CaseKernel {
  const kernel = watching().again();
  const at = 'sensor.wrist.guards.collision';
  kernel.set(`${at}.contact`, contact).set(`${at}.stop`, stop).set(`${at}.window`, window);
  return kernel.set('sensor.wrist.bias', expected, 0, 0, 0, 0, 0);
}

/** The first samples at which contact and stop are told. */
function first(settings: Watch, samples: readonly number[]): readonly [number, number] {
  const kernel = watch(settings);
  let [contact, stop] = [-1, -1];
  samples.forEach((x, k) => {
    kernel.feel('wrist', x);
    kernel.step(k === 0 ? [0] : undefined);
    if (contact < 0 && kernel.at('sensor.wrist.contact')[0] === 1) contact = k;
    if (stop < 0 && kernel.fault === 'collision') stop = k;
  });
  return [contact, stop];
}

/** A model that expects some force, the same, then more; targets that stream on for 2 s; a reset. */
function tripped(expected: number, stop: number, more: number) {
  const kernel = watch({ contact: 0.5 * stop, stop, expected });
  const feel = (force: number) => {
    kernel.feel('wrist', force);
    kernel.step();
  };
  kernel.at('q')[0] = 0;
  for (let k = 0; k < 50; k++) feel(expected);
  const before = kernel.fault;
  feel(expected + more);
  const hit = kernel.fault;
  const held = kernel.at('position')[0];
  for (let k = 0; k < 2000; k++) {
    kernel.set('goal.at', 1 + 1e-3 * k, 0, 0);
    feel(expected);
  }
  const moved = kernel.at('position')[0] - held;
  const later = kernel.fault;
  kernel.set('sensor.wrist.guards.collision.reset', 1);
  feel(expected);
  return { before, hit, moved, later, reset: kernel.fault, step: kernel.at('position')[0] - held };
}

const orderOf = (contact: number, stop: number): string =>
  designProblems(rest({ contact, stop }))
    .filter(({ severity }) => severity === 'error')
    .map(({ code }) => code)
    .join();

// ——— torques ———

const jumping = once(
  () =>
    new CaseKernel({
      name: 'jump',
      model: chainModel([{ axis: [0, 1, 0], mass: 2, centre: [0.25, 0, 0] }]),
      gravity: standardGravity,
      period: 1e-3,
      points: [],
      compensate: ['gravity'],
      elements: [
        {
          name: 'pull',
          family: 'spring',
          kind: 'joint',
          joins: { joint: 'j1' },
          parameters: { stiffness: [100], target: [0] },
        },
      ],
      limits: { torqueRate: { most: [1000] } },
    }),
);

/** Torques that are sent, tick by tick, once the law asks for `jump` more. */
function sent(jump: number, rate: number, periods: readonly number[]): number[] {
  const kernel = jumping().again();
  kernel.set('limits.torqueRate', rate);
  kernel.step([0], [0]);
  const all = [kernel.at('torque')[0]];
  kernel.set('pull.target', jump / 100);
  for (const period of periods) {
    kernel.at('period')[0] = period;
    kernel.step([0], [0]);
    all.push(kernel.at('torque')[0]);
  }
  return all;
}

const runner = once(
  () =>
    new CaseKernel(
      onRails({
        sensors: [],
        servo: undefined as never,
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'goal', motion: { along: 'line', parameters: { by: [2, 0, 0], speed: [0.2] } } },
        ],
        elements: [
          {
            name: 'pull',
            family: 'spring',
            kind: 'linear',
            joins: { from: 'tool', to: 'goal' },
            parameters: { stiffness: [1000] },
          },
        ],
      }),
    ),
);

/** What a spring of 1 N/mm to a goal at 0.2 m/s pulls with, tick by tick. */
function pulls(periods: readonly number[]): number[] {
  const kernel = runner().again();
  kernel.step([0], [0]);
  return periods.map((period) => {
    kernel.time += period - 1e-3;
    kernel.at('period')[0] = 1e-3;
    kernel.step([0], [0]);
    return kernel.at('torque')[0];
  });
}

// ——— units ———

const wrist = once(() =>
  pairText('<axis xyz="0 0 1"/><limit lower="-6.283185307" upper="6.283185307" effort="10" velocity="2"/>'),
);

/** Where a wrist with limits of ±2π is to go, or what is said of it. */
function goingTo(given: string): number | string {
  const text = JSON.stringify({
    pliant: 1,
    robots: { arm: { file: 'arm.urdf' } },
    control: {
      laws: { home: { law: 'joints', position: { j: given } } },
      servo: { follow: { pd: { stiffness: '10 N m/rad', damping: '1 N m s/rad' } } },
    },
    plant: { rigid: { joints: { stops: 'none' } } },
  });
  const files = memoryFiles({ 'a.json': text, 'arm.urdf': wrist() });
  const loaded = loadScenarioText(files, 'a.json', text);
  const drafted = loaded.value && assemble(loaded.value, files);
  const wrong = [...loaded.problems, ...(drafted?.problems ?? [])].find(
    ({ severity }) => severity === 'error',
  );
  if (wrong !== undefined) return `${wrong.where.path} ${wrong.message} ${wrong.expected}`;
  return drafted?.value?.design.laws?.[0].parameters.position[0] ?? 'nothing';
}

// ——— drift ———

const drifting = once(
  () =>
    new CaseKernel(
      onRails({
        period: 0.05,
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'goal', at: [0, 0, 0] },
        ],
        sensors: [
          {
            name: 'wrist',
            at: 'tool',
            tare: { seconds: 0.05, refuse: 99 },
            guards: { collision: { contact: 2, stop: 3 } },
          },
        ],
        laws: [{ name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: {} }],
      }),
    ),
);

/** When a sensor that drifts by so many N/s trips a guard of `stop`, s; undefined: not within `seconds`. */
function tripsAt(drift: number, stop: number, seconds: number): number | undefined {
  const kernel = drifting().again();
  kernel
    .set('sensor.wrist.guards.collision.stop', stop)
    .set('sensor.wrist.guards.collision.contact', 0.5 * stop);
  for (let k = 0; k * kernel.period < seconds; k++) {
    kernel.feel('wrist', drift * k * kernel.period);
    kernel.step(k === 0 ? [0] : undefined);
    if (kernel.fault === 'collision') return k * kernel.period;
  }
  return undefined;
}

const twice = (): Design => ({
  name: 'twice',
  model: chainModel([{ axis: [0, 1, 0], mass: 2, centre: [0.25, 0, 0] }]),
  gravity: standardGravity,
  period: 1e-3,
  points: [],
  elements: [],
  compensate: ['gravity'],
});

/** How fast a level arm speeds up where its weight is held twice, rad/s². */
function heldTwice(mass: number, reach: number): number {
  const model = chainModel([{ axis: [0, 1, 0], mass, centre: [reach, 0, 0] }]);
  const kernel = new CaseKernel({ ...twice(), model });
  kernel.step([0], [0]);
  const own = kernel.at('torque')[0];
  return Math.abs(forwardDynamics(N, model, [0], [0], [2 * own], standardGravity)[0]);
}

const spike = Array.from({ length: 80 }, (_, k) => (k === 5 ? 100 : k >= 50 ? 5 : 0));
const ramp = Array.from({ length: 30 }, (_, ms) => ms);

export const safetyCases = [
  lawCase(
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
  lawCase(
    'a threshold is over what is expected, and after a stop nothing goes on by itself',
    () => {
      const { before, hit, moved, later, reset, step } = tripped(4.3, 4, 4.7);
      return [
        told('4.3 N where 4.3 are expected', before, 'none'),
        told('9 N', hit, 'collision'),
        same('2 s of targets, m', moved, 0, 0),
        told('then', later, 'collision'),
        told('reset', reset, 'none'),
        most('first step, m', step, 1e-4 + 1e-12),
      ];
    },
    fc.tuple(within(50), between(0.5, 20), between(0.05, 3)),
    ([expected, stop, share]) => {
      if (Math.abs(share - 1) < 1e-6) return [];
      const { before, hit, moved, later, step } = tripped(expected, stop, share * stop);
      const right = share > 1 ? 'collision' : 'none';
      return [
        told('stops', [before, hit, later], ['none', right, right]),
        ...(share > 1 ? [same('moved', moved, 0, 0), most('step', step, 1e-4 + 1e-12)] : []),
      ];
    },
    0.1,
  ),
  lawCase(
    'contact lies below stop, or is refused',
    () => [
      told('20 and 20 N', orderOf(20, 20), 'thresholds-order'),
      told('15 and 20 N', orderOf(15, 20), ''),
      same('1 N/ms: contact and stop, ms', first({ contact: 15, stop: 20 }, ramp), [15, 20], 0),
    ],
    fc.tuple(between(0.1, 40), between(0.1, 40), between(0.2, 3)),
    ([contact, stop, rate]) => {
      if (contact >= stop) return [told('refused', orderOf(contact, stop), 'thresholds-order')];
      const samples = Array.from({ length: 250 }, (_, k) => rate * k);
      return [
        same(
          'told at',
          first({ contact, stop }, samples),
          [contact, stop].map((x) => {
            const k = Math.ceil(x / rate);
            return k < 250 ? k : -1;
          }),
          0,
        ),
      ];
    },
    0.5,
  ),
  lawCase(
    'single spikes trip nothing, a window that is full does',
    () => [same('at 1 kHz, index', first({ contact: 3, stop: 4, window: 0.02 }, spike)[1], 69, 0)],
    fc.tuple(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 5, max: 60 }),
      fc.integer({ min: 1, max: 80 }),
    ),
    ([window, from, length]) => {
      const samples = Array.from({ length: 160 }, (_, k) => (k >= from && k < from + length ? 9 : 0));
      const right = length >= window ? from + window - 1 : -1;
      return [same('index', first({ contact: 3, stop: 4, window: window * 1e-3 }, samples)[1], right, 0)];
    },
  ),
  lawCase(
    'a torque changes by no more than its rate, after a gap as well, and begins with what is applied',
    () => {
      const all = sent(10, 1000, [1e-3, 1e-3, 3e-3, 1e-3]);
      return [
        same('first, which holds the weight', all[0], -4.905, 1e-9),
        same(
          'then by',
          all.slice(1).map((x, k) => x - all[k]),
          [1, 1, 1, 1],
          1e-9,
        ),
        same('a goal goes on by the time that passed, N', pulls([1e-3, 3e-3, 1e-3]), [0.2, 0.8, 1], 1e-9),
      ];
    },
    fc.tuple(
      within(50),
      between(10, 5000),
      fc.array(fc.constantFrom(1e-3, 2e-3, 3e-3, 5e-4), { minLength: 1, maxLength: 30 }),
    ),
    ([jump, rate, periods]) => {
      const all = sent(jump, rate, periods);
      let at = -4.905;
      const right = periods.map((period) => {
        const room = rate * Math.min(period, 1e-3);
        at += Math.max(-room, Math.min(room, jump - 4.905 - at));
        return at;
      });
      return [same('sent', all, [-4.905, ...right], 1e-8)];
    },
  ),
  lawCase(
    'degrees that are taken for radians are refused by joint and limit',
    () => {
      const wrong = String(goingTo('180 rad'));
      return [
        told(
          '180 rad',
          /control\.laws\.home.* the joint j .*360 deg/.test(wrong) ? 'refused by joint and limit' : wrong,
          'refused by joint and limit',
        ),
        same('180 deg', Number(goingTo('180 deg')), 3.141593, 5e-7),
      ];
    },
    // To the limits of either side, and beyond in radians.
    between(-359, 359),
    (degrees) => {
      const wrong = goingTo(`${degrees} rad`);
      return [
        same('deg', Number(goingTo(`${degrees} deg`)), (degrees * Math.PI) / 180, 1e-12),
        told('as radians', typeof wrong === 'string', Math.abs(degrees) > 6.283185307),
      ];
    },
    0.2,
  ),
  lawCase(
    'a weight that the robot holds already is not held twice',
    () => [
      told(
        'both',
        designProblems({ ...twice(), provides: ['gravity'] }).map(({ code }) => code),
        ['compensated-twice'],
      ),
      same('unnoticed, rad/s²', heldTwice(2, 0.25), 39.24, 1e-6),
    ],
    fc.tuple(between(0.1, 10), between(0.05, 2)),
    ([mass, reach]) => [same('acceleration', heldTwice(mass, reach), 9.81 / reach, 1e-8)],
    0.1,
  ),
  lawCase(
    'a drift of the zero trips a guard in its time',
    () => [
      same('0.8 N/min, 3 N, s', tripsAt(0.8 / 60, 3, 300) ?? -1, 225, 0.1001),
      told('begun anew within a minute, above 0.8 N', tripsAt(0.8 / 60, 0.8, 59.9) !== undefined, false),
    ],
    fc.tuple(between(0.05, 1), between(0.5, 5)),
    ([drift, stop]) => [same('s', tripsAt(drift, stop, 120) ?? -1, stop / drift, 0.1501)],
    0.3,
  ),
];
