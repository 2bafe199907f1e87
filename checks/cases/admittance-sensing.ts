/** What an admittance hears from its sensor: zero, weight, bad and old readings, the sign of what is wanted. */
import fc from 'fast-check';
import { type AdmittanceLoop, identifyTool, stiffestSafe, type ToolReading } from 'pliant/analyse';
import { type Design, type LawDesign, laws, type SensorDesign } from 'pliant/control';
import { standardGravity } from 'pliant/model';
import { chance } from '../made-robots.js';
import { between, type Three, turns, vectors, within } from './case.js';
import { type Figure, lawCase, most, same, told } from './law-case.js';
import { CaseKernel, gantry, gantryTool, once, onRails } from './law-kernel.js';
import { zyx } from './quaternions.js';
import { cross, rotationOf, turned } from './solid.js';

const alongX = [1, 0, 0, 0, 0, 0];
const yielding = (parameters: LawDesign['parameters']): LawDesign => ({
  name: 'yield',
  kind: 'admittance',
  at: 'tool',
  sensor: 'wrist',
  parameters: { selection: alongX, ...parameters },
});

function listening(
  sensor: Partial<SensorDesign>,
  parameters: LawDesign['parameters'] = { mass: [2], damping: [40] },
  more: Partial<Design> = {},
): CaseKernel {
  const sensors = [{ name: 'wrist', at: 'tool', ...sensor }];
  return new CaseKernel(onRails({ sensors, laws: [yielding(parameters)], ...more }));
}

/** The weight of a mass and its torque about the sensor, in axes that are turned by `r`. */
function load(mass: number, centre: Three, r: readonly number[]): number[] {
  const weight = [6, 7, 8].map((i) => -9.81 * mass * r[i]);
  return [...weight, ...cross(centre, weight)];
}

// ——— zero ———

const tared = once(() => listening({ tare: { seconds: 0.02, refuse: 8 } }));

/** A reading that stands from the start: the greatest speed, how far it goes, how the tare went. */
function standing(force: number, refuse: number) {
  const kernel = tared().again();
  kernel.set('sensor.wrist.tare.refuse', refuse);
  let [first, fastest, jump, last] = [0, 0, 0, 0.1];
  for (let k = 0; k < 60; k++) {
    kernel.feel('wrist', force);
    kernel.step(k === 0 ? [0.1] : undefined);
    const now = kernel.at('position')[0];
    if (k === 0) first = kernel.at('speed')[0];
    fastest = Math.max(fastest, Math.abs(kernel.at('speed')[0]));
    jump = Math.max(jump, Math.abs(now - last));
    last = now;
  }
  return { first, fastest, jump, way: last - 0.1, fault: kernel.fault };
}

// ——— weight ———

const gantrySensor = (sensor: Partial<SensorDesign>): CaseKernel =>
  new CaseKernel({
    name: 'weight',
    model: gantry(),
    gravity: standardGravity,
    period: 1e-3,
    points: [{ name: 'tool', frame: gantryTool }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool', ...sensor }],
  });
const weighed = once(() =>
  gantrySensor({ below: { mass: 1, centre: [0, 0, 0.1] }, bias: [0, 0, 0, 0, 0, 0] }),
);
const tareOnly = once(() => gantrySensor({ tare: { seconds: 0.005, refuse: 99 } }));

/** The external wrench that is told, turned by yaw, pitch and roll. */
function wrenchAt(
  kernel: CaseKernel,
  [roll, pitch, yaw]: Three,
  reading: readonly number[],
  ticks = 1,
): number[] {
  for (let k = 0; k < ticks; k++) {
    kernel.feel('wrist', ...reading);
    kernel.step([0, 0, 0, yaw, pitch, roll], [0, 0, 0, 0, 0, 0]);
  }
  return kernel.numbers('sensor.wrist.wrench');
}

// ——— tools ———

const axesOfGravity = [0, 1, 2].flatMap((k) =>
  [9.81, -9.81].map((g): Three => [k === 0 ? g : 0, k === 1 ? g : 0, k === 2 ? g : 0]),
);

function readingOf(mass: number, centre: Three, bias: readonly number[], gravity: Three): ToolReading {
  const weight = gravity.map((g) => mass * g) as unknown as Three;
  const torque = cross(centre, weight);
  const [a, b, c, d, e, f] = bias;
  return {
    gravity,
    force: [weight[0] + a, weight[1] + b, weight[2] + c],
    torque: [torque[0] + d, torque[1] + e, torque[2] + f],
  };
}

const tenOf = ({
  mass,
  centre,
  bias,
}: {
  mass: number;
  centre: readonly number[];
  bias: readonly number[];
}) => [mass, ...centre, ...bias];

// ——— walls ———

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

// ——— force control ———

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

// ——— signs ———

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

// ——— faults ———

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

// ——— kinematics ———

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

const quarter: Three = [Math.PI / 2, 0, 0];
const upsideDown: Three = [Math.PI, 0, 0];
const none = [0, 0, 0, 0, 0, 0];

export const sensingCases = [
  lawCase(
    'a sensor that is not zero at the start moves nothing: it is tared or refused',
    () => {
      const [taken, pushed] = [standing(5, 8), standing(5, 4)];
      return [
        same('5 N, first speed', taken.first, 0, 0),
        same('greatest way in a tick', taken.jump, 0, 1e-12),
        told('tared', taken.fault, 'none'),
        told('above what is allowed', pushed.fault, 'tare refused'),
        same('then', pushed.way, 0, 0),
      ];
    },
    fc.tuple(within(40), between(0, 40)),
    ([force, refuse]) => {
      if (Math.abs(Math.abs(force) - refuse) < 1e-9) return [];
      const { fastest, fault } = standing(force, refuse);
      return [
        most('speed', fastest, 1e-9),
        told('refused', fault === 'tare refused', Math.abs(force) > refuse),
      ];
    },
  ),
  lawCase(
    'zeroing is no compensation of weight',
    () => {
      const r = rotationOf(quarter);
      const level = [0, 0, -9.81, 0, 0, 0];
      const onSide = [0, -9.81, 0, 0.981, 0, 0];
      const tare = tareOnly().again();
      wrenchAt(tare, [0, 0, 0], level, 20);
      return [
        same(
          '1 kg level',
          wrenchAt(weighed().again(), [0, 0, 0], none).map((x) => -x),
          level,
          1e-9,
        ),
        same(
          'turned 90° about x',
          wrenchAt(weighed().again(), quarter, none).map((x) => -x),
          onSide,
          1e-9,
        ),
        same('which is felt as', wrenchAt(weighed().again(), quarter, load(1, [0, 0, 0.1], r)), none, 1e-9),
        same('a tare alone leaves', wrenchAt(tare, quarter, onSide), [0, -9.81, 9.81, 0.981, 0, 0], 1e-9),
      ];
    },
    fc.tuple(
      turns,
      between(0.1, 5),
      vectors(0.2),
      fc.tuple(vectors(20), vectors(3)),
      fc.tuple(vectors(9), vectors(1)),
    ),
    ([rpy, mass, centre, [f, n], bias]) => {
      const kernel = weighed().again();
      kernel.set('sensor.wrist.mass', mass).set('sensor.wrist.centre', ...centre);
      kernel.set('sensor.wrist.bias', ...bias[0], ...bias[1]);
      const offset = [...bias[0], ...bias[1]];
      const reading = load(mass, centre, rotationOf(rpy)).map((x, i) => x + [...f, ...n][i] + offset[i]);
      return [same('what is left', wrenchAt(kernel, rpy, reading), [...f, ...n], 1e-10)];
    },
  ),
  lawCase(
    'weight, centre and bias of a tool come out of poses, or the one that does not is named',
    () => {
      const tool = { mass: 1.2, centre: [0.01, -0.02, 0.08] as const, bias: [1, -2, 0.5, 0.1, 0.05, -0.2] };
      const six = axesOfGravity.map((g) => readingOf(tool.mass, tool.centre, tool.bias, g));
      const { value } = identifyTool(six);
      const next = chance(11);
      const noise = (sigma: number) =>
        sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      const many = six.flatMap((one) =>
        Array.from({ length: 100 }, () => ({
          gravity: one.gravity,
          force: one.force.map((x) => x + noise(0.5)) as unknown as Three,
          torque: one.torque.map((x) => x + noise(0.02)) as unknown as Three,
        })),
      );
      const noisy = identifyTool(many).value;
      const upright = identifyTool(six.slice(4)).problems.map(({ where }) => where.name ?? '');
      return [
        same('six poses', value === undefined ? [] : tenOf(value), tenOf(tool), 1e-9),
        same('with noise, kg', noisy?.mass ?? 0, 1.2, 0.012),
        most(
          'centre off by, m',
          Math.hypot(...(noisy?.centre ?? [9]).map((x, i) => x - tool.centre[i])),
          1e-3,
        ),
        told('two poses, both along z', upright, ['centre z']),
      ];
    },
    fc.tuple(
      between(0.1, 5),
      vectors(0.2),
      fc.tuple(vectors(5), vectors(1)),
      fc.tuple(turns, turns, vectors(3), vectors(3)),
    ),
    ([mass, centre, [f, n], attitudes]) => {
      const gravities = [...attitudes, [0, 0, 0] as Three, quarter, [0, -Math.PI / 2, 0] as Three].map(
        (rpy): Three => {
          const r = rotationOf(rpy);
          return [-9.81 * r[6], -9.81 * r[7], -9.81 * r[8]];
        },
      );
      const bias = [...f, ...n];
      const { value } = identifyTool(gravities.map((g) => readingOf(mass, centre, bias, g)));
      return [
        same('ten numbers', value === undefined ? [] : tenOf(value), tenOf({ mass, centre, bias }), 1e-8),
      ];
    },
  ),
  lawCase(
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
      ];
    },
    fc.tuple(between(0.002, 0.2), fc.oneof(between(1, 20), between(-20, -1))),
    ([timeout, force]) => {
      const { tripped, rises, signs, end } = frozenAt(timeout, force);
      return [
        most('stops after', tripped, timeout + 1.001e-3),
        most('not before', timeout, tripped),
        most('rises', rises, 0),
        same('signs', signs, 0, 0),
        most('end', end, 2e-3),
      ];
    },
    0.3,
  ),
  lawCase(
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
  lawCase(
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
