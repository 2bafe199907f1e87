/** What an admittance does with readings that are slow, old, no number, or mounted another way. */

import fc from 'fast-check';
import { laws } from 'pliant/control';
import { standardGravity } from 'pliant/model';
import { listening } from './admittance-kernels.js';
import { between, type Three, turns, within } from './case.js';
import { lawCase, most, same, told } from './law-case.js';
import { CaseKernel, gantry, gantryTool, once } from './law-kernel.js';
import { zyx } from './quaternions.js';
import { rotationOf, turned } from './solid.js';
import { stamped } from './streams.js';

const wanting = once(
  () =>
    new CaseKernel({
      name: 'wanting',
      model: gantry(),
      gravity: [0, 0, 0],
      period: 1e-3,
      points: [
        { name: 'tool', frame: gantryTool },
        { name: 'sensor', frame: gantryTool, attitude: [1, 0, 0, 0] },
      ],
      elements: [],
      sensors: [{ name: 'wrist', at: 'sensor' }],
      servo: { at: 'tool', follow: { kind: 'drive' } },
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tool',
          sensor: 'wrist',
          parameters: {
            selection: [0, 0, 1, 0, 0, 0],
            mass: [1],
            damping: [10],
            wanted: [0, 0, 2, 0, 0, 0],
          },
        },
      ],
    }),
);

/** The commanded speed once a tool that is to press `wanted` along its z feels `force` against it, by a sensor that is turned. */
function speedAt(wanted: number, force: number, mount: Three, wrist: Three): number {
  const kernel = wanting().again();
  kernel.set('yield.wanted', 0, 0, wanted, 0, 0, 0);
  kernel.set('sensor.attitude', ...zyx(mount[2], mount[1], mount[0]));
  const r = rotationOf(mount);
  const back = [0, 1, 2].flatMap((i) => [r[i], r[3 + i], r[6 + i]]);
  kernel.feel('wrist', ...turned(back, [0, 0, -force]));
  kernel.step([0, 0, 0, ...wrist], [0, 0, 0, 0, 0, 0]);
  return Math.hypot(...kernel.numbers('servo.velocity'));
}

const guarded = once(() =>
  listening({ below: { mass: 2, centre: [0, 0, 0.05] } }, undefined, { gravity: standardGravity }),
);

/** One reading or joint position that is no number, at tick `at`. */
function broken(entry: number | 'joint', at: number, force = 3) {
  const kernel = guarded().again();
  let [finite, felt, place] = [true, 0, 0];
  let fault = 'none';
  let heldSpeed = 0;
  for (let k = 0; k < at + 20; k++) {
    kernel.feel('wrist', force, 0, -19.62);
    if (k === at && entry !== 'joint') kernel.at('sensor.wrist')[entry] = Number.NaN;
    // The joint itself stands where it was.
    if (k !== at || entry !== 'joint') place = k === 0 ? 0 : kernel.at('position')[0];
    kernel.step([k === at && entry === 'joint' ? Number.NaN : place], [0]);
    finite &&= kernel.finite;
    if (k === at) {
      fault = kernel.fault;
      heldSpeed = Math.abs(kernel.at('speed')[0]);
      felt = Math.abs(kernel.at('sensor.wrist.wrench')[2]);
    }
  }
  return { finite, fault, felt, heldSpeed, after: kernel.fault, speed: kernel.at('speed')[0] };
}

// biome-ignore lint/suspicious/noThenProperty: `then` says what a guard does once it has tripped.
const stale = { after: 0.03, then: 'damped stop' } as const;

const aging = once(() => listening({ guards: { stale, first: { within: 0.05 } } }));

/** A sensor whose stamps stand still: after how long it stops, how the speed falls, why. */
function frozenAt(timeout: number, force: number) {
  const kernel = aging().again();
  kernel.set('sensor.wrist.guards.stale', timeout);
  for (let k = 0; k < 300; k++) {
    kernel.feel('wrist', force);
    kernel.step(k === 0 ? [0] : undefined);
  }
  const before = kernel.at('speed')[0];
  let [tripped, last, rises, signs] = [Number.NaN, before, 0, 0];
  let fault = '';
  for (let k = 1; k <= 400; k++) {
    kernel.at('sensor.wrist.age')[0] = k * 1e-3;
    kernel.step();
    const now = kernel.at('speed')[0];
    if (Number.isNaN(tripped) && kernel.fault !== 'none') {
      tripped = k * 1e-3;
      fault = kernel.fault;
      last = now;
    }
    if (!Number.isNaN(tripped)) rises = Math.max(rises, Math.abs(now) - Math.abs(last));
    if (now * before < 0) signs++;
    last = now;
  }
  return { tripped, fault, rises, signs, end: Math.abs(last) };
}

function silent() {
  const kernel = aging().again();
  let fastest = 0;
  for (let k = 0; k < 100; k++) {
    kernel.step(k === 0 ? [0.2] : undefined);
    fastest = Math.max(fastest, Math.abs(kernel.at('speed')[0]));
  }
  return { fastest, fault: kernel.fault };
}

const filters = [0.001, 0.002].map((period) => once(() => listening({ cutoff: 10 }, undefined, { period })));

/** A unit step 20 ms on, at both rates, and the coefficients. */
function filtered(cutoff: number): { readonly values: number[]; readonly gains: number[] } {
  const all = filters.map((make) => {
    const kernel = make().again();
    kernel.set('sensor.wrist.cutoff', cutoff);
    kernel.feel('wrist', 0);
    kernel.step([0]);
    kernel.feel('wrist', 1);
    for (let k = 0; k < Math.round(0.02 / kernel.period); k++) kernel.step();
    return [kernel.at('sensor.wrist.wrench')[0], kernel.at('sensor.wrist.gain')[0]];
  });
  return { values: all.map(([x]) => x), gains: all.map(([, g]) => g) };
}

const upsideDown: Three = [Math.PI, 0, 0];

export const readingCases = [
  lawCase(
    'AD-09',
    'a filter has its cut-off at every rate',
    () => {
      const { values, gains } = filtered(10);
      return [
        same('10 Hz, 20 ms after a step', values, [0.71539, 0.71539], 5e-7),
        same('coefficients at 1 and 2 ms', gains, [0.060899, 0.118089], 5e-7),
      ];
    },
    between(0.1, 150),
    (cutoff) => {
      const right = 1 - Math.exp(-2 * Math.PI * cutoff * 0.02);
      return [same('after 20 ms', filtered(cutoff).values, [right, right], 1e-12)];
    },
  ),
  lawCase(
    'AD-10',
    'a reading or a joint that is no number is a fault and never a zero',
    () => {
      const [force, joint] = [broken(2, 40), broken('joint', 40)];
      return [
        told('NaN in the force', force.fault, 'sensor not finite'),
        same('weight that is not felt for it, N', force.felt, 0, 1e-9),
        same('speed', force.heldSpeed, 0, 0),
        told('NaN in a joint', joint.fault, 'joint state lost'),
        told('all finite', force.finite && joint.finite, true),
        told('good again', [force.after, joint.after], ['none', 'none']),
        told('and moving', force.speed > 0 && joint.speed > 0, true),
      ];
    },
    fc.tuple(
      fc.constantFrom(0, 1, 2, 3, 4, 5, 'joint' as const),
      fc.integer({ min: 1, max: 60 }),
      between(0.5, 20),
    ),
    ([entry, at, force]) => {
      const { finite, fault, after, heldSpeed } = broken(entry, at, force);
      return [
        told('fault', fault, entry === 'joint' ? 'joint state lost' : 'sensor not finite'),
        told('finite, good again', `${finite} ${after}`, 'true none'),
        ...(entry === 'joint' ? [] : [same('speed', heldSpeed, 0, 0)]),
      ];
    },
    0.5,
  ),
  lawCase(
    'AD-11',
    'old readings stop it in time, and without any it does not start',
    () => {
      const old = frozenAt(0.03, 5);
      const none = silent();
      return [
        most('stamps stand still: stops after, s', old.tripped, 0.0311),
        told('why', old.fault, 'sensor stale'),
        most('speed rises by', old.rises, 0),
        same('changes of its sign', old.signs, 0, 0),
        most('speed in the end', old.end, 1e-4),
        told('no reading at all', none.fault, 'sensor silent'),
        same('its speed', none.fastest, 0, 0),
        same(
          'a target stamped 60 s ago: where the goal is, refused',
          Object.values(stamped(60)),
          [0.1, 1],
          0,
        ),
      ];
    },
    fc.tuple(between(0.002, 0.2), fc.oneof(between(1, 20), between(-20, -1)), between(0, 0.01)),
    ([timeout, force, late]) => {
      // Newer than the one before, and younger than the timeout of 5 ms.
      const taken = late < 0.98e-3;
      const doubtful = Math.abs(late - 1e-3) < 3e-5 || Math.abs(late - 5e-3) < 3e-5;
      const { tripped, rises, signs, end } = frozenAt(timeout, force);
      return [
        most('stops after', tripped, timeout + 1.001e-3),
        most('not before', timeout, tripped),
        most('rises', rises, 0),
        same('signs', signs, 0, 0),
        most('end', end, 2e-3),
        ...(doubtful
          ? []
          : [same('a late target', Object.values(stamped(late)), [taken ? 0.7 : 0.1, taken ? 0 : 1], 0)]),
      ];
    },
    0.3,
  ),
  lawCase(
    'AD-17',
    'what is wanted is what the tool does, whichever way the sensor is mounted',
    () => [
      same('presses with 2 N', speedAt(2, 2, [0, 0, 0], [0, 0, 0]), 0, 1e-15),
      same('sensor upside down', speedAt(2, 2, upsideDown, [0, 0, 0]), 0, 1e-15),
      told('pulled with 2 N, it moves', speedAt(2, -2, [0, 0, 0], [0, 0, 0]) > 1e-3, true),
      told(
        'laws that do not say on which body',
        laws
          .filter(({ doc, needs }) => needs.sensor !== false && doc.sign.length < 10)
          .map(({ kind }) => kind),
        [],
      ),
    ],
    fc.tuple(within(50), turns, fc.tuple(within(3), within(1.2), within(3)), within(5)),
    ([wanted, mount, wrist, more]) => [
      same('at rest', speedAt(wanted, wanted, mount, wrist), 0, 1e-12),
      same('else', speedAt(wanted, wanted + more, mount, wrist), speedAt(0, more, [0, 0, 0], wrist), 1e-12),
    ],
  ),
];
