/** Thresholds on what is felt: what they are over, their order, spikes, drift; none of them is safety-rated. */
import fc from 'fast-check';
import { type CollisionGuard, type Design, designProblems } from 'pliant/control';
import { between, within } from './case.js';
import { lawCase, most, same, told } from './law-case.js';
import { CaseKernel, once, onRails } from './law-kernel.js';

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
            tare: { seconds: 0.05, refuse: 999 },
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

const spike = Array.from({ length: 80 }, (_, k) => (k === 5 ? 100 : k >= 50 ? 5 : 0));

const ramp = Array.from({ length: 30 }, (_, ms) => ms);

const endless = Number.POSITIVE_INFINITY;
const carrying = once(
  () =>
    new CaseKernel(
      onRails(
        {
          points: [
            { name: 'tool', frame: 'tool' },
            { name: 'goal', at: [0, 0, 0] },
          ],
          sensors: [
            {
              name: 'wrist',
              at: 'tool',
              guards: {
                bounds: {
                  lower: [-endless, -endless, 15, -endless, -endless, -endless],
                  upper: [endless, endless, 40, endless, endless, endless],
                },
              },
            },
          ],
          laws: [{ name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: {} }],
        },
        ['z'],
      ),
    ),
);

/** Whether an axis that carries a load stops at a reading, between bounds of either sign. */
function loaded(
  { rest: load, lower, upper }: { readonly rest: number; readonly lower: number; readonly upper: number },
  x: number,
): boolean {
  const kernel = carrying().again();
  const at = 'sensor.wrist.guards.bounds';
  kernel.at(`${at}.lower`)[2] = lower;
  kernel.at(`${at}.upper`)[2] = upper;
  for (const [k, force] of [load, load, x].entries()) {
    kernel.feel('wrist', 0, 0, force);
    kernel.step(k === 0 ? [0] : undefined);
  }
  return kernel.fault === 'out of bounds';
}

/** The greatest reading that is told while the zero drifts, tared anew every so many seconds; the raw one; the greatest age. */
function tared(drift: number, every: number, seconds: number) {
  const kernel = drifting().again();
  kernel.set('sensor.wrist.guards.collision.stop', 99).set('sensor.wrist.guards.collision.contact', 98);
  kernel.set('sensor.wrist.tare.every', every);
  let [told, raw, age] = [0, 0, 0];
  for (let k = 0; k * kernel.period < seconds; k++) {
    kernel.feel('wrist', drift * k * kernel.period);
    kernel.step(k === 0 ? [0] : undefined);
    told = Math.max(told, Math.abs(kernel.at('sensor.wrist.wrench')[0]));
    raw = Math.max(raw, kernel.at('sensor.wrist')[0]);
    age = Math.max(age, kernel.at('sensor.wrist.tare.age')[0]);
  }
  return { told, raw, age };
}

export const thresholdCases = [
  lawCase(
    'LS-02',
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
    'LS-03',
    'contact lies below stop, or is refused',
    () => [
      told('20 and 20 N', orderOf(20, 20), 'thresholds-order'),
      told('15 and 20 N', orderOf(15, 20), ''),
      told(
        'loaded by 25 N, bounds of 15 and 40 N: 14, 41, 25 N',
        [14, 41, 25].map((x) => loaded({ rest: 25, lower: 15, upper: 40 }, x)).join(),
        'true,true,false',
      ),
      same('1 N/ms: contact and stop, ms', first({ contact: 15, stop: 20 }, ramp), [15, 20], 0),
    ],
    fc.tuple(between(0.1, 40), between(0.1, 40), between(0.2, 3), within(60), between(0.1, 30), within(70)),
    ([contact, stop, rate, rest, room, x]) => {
      const [lower, upper] = [rest - room, rest + 2 * room];
      const out = told('loaded', loaded({ rest, lower, upper }, x), x <= lower || x >= upper);
      if (contact >= stop) return [out, told('refused', orderOf(contact, stop), 'thresholds-order')];
      const samples = Array.from({ length: 250 }, (_, k) => rate * k);
      return [
        out,
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
    'LS-04',
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
    'LS-11',
    'a drift of the zero trips a guard in its time',
    () => [
      same('0.8 N/min, 3 N, s', tripsAt(0.8 / 60, 3, 300) ?? -1, 225, 0.1001),
      ...(() => {
        const { told: felt, raw, age } = tared(0.8 / 60, 59.9, 300);
        return [
          most('tared anew within a minute: felt, N', felt, 0.8),
          most('its age, s', age, 60),
          same('while the reading itself is, N', raw, 4, 2e-3),
        ];
      })(),
    ],
    fc.tuple(between(0.05, 1), between(0.5, 5)),
    ([drift, stop]) => {
      const every = Math.min(20, (0.8 * stop) / drift);
      return [
        same('s', tripsAt(drift, stop, 120) ?? -1, stop / drift, 0.1501),
        most('tared anew', tared(drift, every, 100).told, 0.8 * stop + 0.15 * drift),
      ];
    },
    0.3,
  ),
];
