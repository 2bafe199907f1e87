/** Settings that do nothing: each number of each law, of a servo and of a sensor, ten times as great in a short run. */
import { type Design, type LawDesign, laws, type SensorDesign, type ServoDesign } from 'pliant/control';
import { CaseKernel, gantry, gantryTool } from './law-kernel.js';

type Parameters = LawDesign['parameters'];

const wrench = [4, 5, 6, 0.3, 0.4, 0.5];
const mixed = [0, 0, 6, 0.3, 0, 0];
const all = [1, 1, 1, 1, 1, 1];
const regulated: Parameters = { gain: [2e-3], turnGain: [0.02], integral: [0.02] };

/** Numbers under which each of them counts, of every kind of law; several where some exclude others. None of them is 0. */
export const settings: Readonly<Record<string, readonly Parameters[]>> = {
  admittance: [
    {
      mass: [2, 3, 4, 0.1, 0.2, 0.3],
      damping: [20, 30, 40, 1, 2, 3],
      ratio: [0.3],
      stiffness: [50, 60, 70, 2, 3, 4],
      wanted: [1, 2, 3, 0.1, 0.2, 0.3],
      deadBand: [0.5, 0.6, 0.7, 0.05, 0.06, 0.07],
    },
    { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [20], time: [0.05] },
  ],
  force: [
    { ...regulated, select: all, wanted: wrench, after: [0.02], search: [1e-3] },
    {
      ...regulated,
      select: all,
      wanted: wrench,
      deviation: [1e-3, 2e-3, 3e-3],
      turn: [1e-3],
      turning: [0.01],
    },
  ],
  grip: [{ limit: [1, 2, 3, 0.1, 0.2, 0.3] }],
  'guarded-move': [
    {
      direction: [0.2, 0.3, 1],
      speed: [0.02],
      threshold: [5],
      sideways: [6],
      window: [0.01],
      settle: [0.02],
      limit: [0.004],
      margin: [0.5],
      deceleration: [0.5],
      acceleration: [0.4],
    },
  ],
  guide: [{ mass: [5], damping: [40] }],
  hybrid: [
    { ...regulated, select: [0, 0, 1, 1, 0, 0], wanted: mixed, after: [0.02], search: [1e-3] },
    { ...regulated, select: [0, 0, 1, 1, 0, 0], wanted: mixed, deviation: [0.02, 0.03, 0.5] },
    {
      ...regulated,
      select: [0, 0, 1, 1, 0, 0],
      wanted: mixed,
      deviation: [0.5, 0.5, 1e-3],
      turn: [1e-3],
      turning: [5e-3],
    },
  ],
  impedance: [
    {
      stiffness: [200, 300, 400],
      turnStiffness: [5, 6, 7],
      most: [0.02, 0.03, 0.04],
      mostTurn: [0.05, 0.06, 0.07],
      wanted: [1, 2, 3, 0.1, 0.2, 0.3],
      mass: [3],
      turnInertia: [0.2],
    },
    {
      stiffness: [200, 300, 400],
      turnStiffness: [5, 6, 7],
      damping: [20, 30, 40],
      turnDamping: [1, 2, 3],
      contactDamping: [10],
      contactForce: [3],
      contactTime: [0.05],
    },
    {
      stiffness: [200, 300, 400],
      posture: [0, 0, 0, 0.5, 0.4, 0.3],
      postureStiffness: [3],
      postureRatio: [0.5],
    },
  ],
  joints: [{ position: [0.2, 0.3, 0.4, 0.5, 0.4, 0.3] }],
  press: [{ select: all, wanted: wrench, after: [0.02], search: [0.1] }],
  track: [{}],
  wrench: [{ wanted: [1, 2, 3, 0.1, 0.2, 0.3] }],
};

/** Of a servo, by how its commands are followed. */
export const servos: readonly ServoDesign[] = [
  { at: 'tool', follow: { kind: 'drive' } },
  {
    at: 'tool',
    speed: 0.01,
    turning: 0.05,
    follow: { kind: 'drive' },
  },
  { at: 'tool', joints: [5e-4, 5e-4, 5e-4, 5e-4, 5e-4, 5e-4], follow: { kind: 'drive' } },
  { at: 'tool', joints: [2e-3, 2e-3, 2e-3, 4e-3, 4e-3, 4e-3], follow: { kind: 'drive' } },
  { at: 'tool', joints: [1, 1, 5e-4, 1, 1, 1], follow: { kind: 'drive' } },
  {
    at: 'tool',
    // About where the joints begin.
    limits: [0, 1, 2, 3, 4, 5].map((i) => {
      const q = 0.03 * Math.sin(0.5 * i);
      return [q - 1e-3, q + 1e-3] as const;
    }),
    follow: { kind: 'drive' },
  },
  { at: 'tool', follow: { kind: 'pd', stiffness: [300], damping: [20] } },
  {
    at: 'tool',
    follow: {
      kind: 'pid',
      stiffness: [300],
      damping: [20],
      integral: [100],
      limit: [2, 2, 2, 1, 1, 1],
      windup: 'back-calculation',
      back: 3,
    },
  },
  { at: 'tool', follow: { kind: 'computed torque', bandwidth: 20 } },
];

/** Six numbers, one of them given. */
const one = (axis: number, given: number, others: number): number[] =>
  [0, 1, 2, 3, 4, 5].map((i) => (i === axis ? given : others));
const endless = Number.POSITIVE_INFINITY;

/** Of a sensor. */
export const sensors: readonly Partial<SensorDesign>[] = [
  { below: { mass: 0.3, centre: [0.01, 0.02, 0.03] }, bias: [1, 2, 3, 0.1, 0.2, 0.3], cutoff: 20 },
  { tare: { seconds: 0.02, refuse: 9, every: 0.05, free: 1 } },
  { tare: { seconds: 0.02, refuse: 0.5 } },
  { guards: { first: { within: 0.02 }, stale: { after: 0.03 }, nonFinite: { after: 0.003 } } },
  { guards: { frozen: { after: 0.02 } } },
  { guards: { collision: { contact: 2, stop: 4, window: 0.005 } } },
  ...[4, 4, 4, 0.3, 0.3, 0.3].flatMap((size, axis): Partial<SensorDesign>[] => [
    { guards: { range: one(axis, size, endless) } },
    {
      guards: {
        bounds: { lower: one(axis, -size, -endless), upper: one(axis, size, endless), window: 0.004 },
      },
    },
  ]),
];

export function settingsDesign(
  kind: string,
  parameters: Parameters,
  {
    sensor = {},
    servo = servos[0],
  }: { readonly sensor?: Partial<SensorDesign>; readonly servo?: ServoDesign } = {},
): Design {
  const { needs, acts } = laws.find((law) => law.kind === kind) as (typeof laws)[number];
  const law: LawDesign = {
    name: 'own',
    kind,
    ...(acts === 'joints' ? {} : { at: 'tool', axes: 'world' }),
    ...(needs.sensor === true || kind === 'impedance' ? { sensor: 'wrist' } : {}),
    ...(needs.target === true || kind === 'admittance' ? { target: 'goal' } : {}),
    parameters,
  };
  return {
    name: 'settings',
    model: gantry(),
    gravity: [0, 0, -9.81],
    period: 1e-3,
    points: [
      { name: 'tool', frame: gantryTool },
      { name: 'goal', at: [0.05, -0.06, 0.07], attitude: [0.95, 0.1, 0.2, -0.1] },
    ],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool', ...sensor }],
    laws: [law],
    ...(acts === 'wrench' ? {} : { servo }),
  };
}

/** Courses of a run: what is felt, how it comes, where the joints are. */
const courses = {
  gentle: {},
  pressed: { size: (k: number) => (k < 100 ? 0.05 : k < 260 ? 9 : 0) },
  hard: { size: (k: number) => (k < 100 ? 0.05 : k < 260 ? 9 : 20) },
  along: { size: (k: number) => (k < 100 ? 0.05 : 6), axes: [0, 0, 1, 0, 0, 1] },
  across: { size: (k: number) => (k < 100 ? 0.05 : 6), axes: [1, 1, 0, 0, 0, 0] },
  pulled: { size: (k: number) => (k < 100 ? -0.05 : -9) },
  folded: { bend: Math.PI / 2 - 0.01 },
  creeping: { swing: 0.05 },
  resting: { swing: 1e-3 },
  silent: { from: 60 },
  stale: { until: 150 },
  frozen: { until: 150, again: true },
  broken: { nan: [150, 165] },
} satisfies Record<string, Course>;

interface Course {
  readonly size?: (k: number) => number;
  readonly axes?: readonly number[];
  /** Of the wrist, rad: at a right angle it turns about one axis less. */
  readonly bend?: number;
  /** How far and fast what is moved by torques swings, in parts. */
  readonly swing?: number;
  /** Readings come from this tick on, and until that; then no more, or the same again. */
  readonly from?: number;
  readonly until?: number;
  readonly again?: boolean;
  /** Ticks of readings that are no numbers. */
  readonly nan?: readonly [number, number] | readonly number[];
}

/** What goes out in a short run, number by number. Drives follow; what is moved by torques swings. */
function outputs(kernel: CaseKernel, course: Course): number[] {
  const {
    size = () => 1,
    axes = [1, 1, 1, 1, 1, 1],
    bend = 0,
    swing = 1,
    from = 0,
    until = 1000,
    again,
    nan,
  } = course;
  const said: number[] = [];
  const fields = ['torque', 'position', 'speed', 'fault', 'sensor.wrist.contact', 'laws.own.status'].filter(
    (field) => kernel.has(field),
  );
  for (let k = 0; k < 300; k++) {
    const j = k < until ? k : until;
    const wrench = axes.map(
      (one, i) => one * (i < 3 ? -1 : -0.08) * size(j) * (1 + 0.2 * i + 0.3 * Math.sin(0.05 * j + i)),
    );
    if (k >= from && (k < until || again === true)) kernel.feel('wrist', ...wrench);
    else if (k >= until) kernel.at('sensor.wrist.age')[0] += kernel.period;
    if (nan !== undefined && k >= nan[0] && k < nan[1]) kernel.at('sensor.wrist').fill(Number.NaN);
    const [q, v]: [number[], number[]] = [[], []];
    for (let i = 0; i < 6; i++) {
      const w = 13 * (1 + 0.1 * i);
      q.push((i === 4 ? bend : 0) + swing * 0.03 * Math.sin(1e-3 * w * k + 0.5 * i));
      v.push(swing * 0.03 * w * Math.cos(1e-3 * w * k + 0.5 * i));
    }
    if (!kernel.has('position')) kernel.step(q, v);
    else if (k === 0)
      kernel.step(
        q,
        v.map(() => 0),
      );
    else kernel.step();
    if (k % 4 === 0) for (const field of fields) said.push(...kernel.at(field));
  }
  return said;
}

/** A number of a configuration: the field, and its entry. */
type Setting = readonly [name: string, entry: number];

/** Numbers that stand in these kernels, neither 0 nor without end, and that do nothing in any course when they are ten times as great. */
export function idle(kernels: readonly CaseKernel[], prefix: string, times = 10): string[] {
  const given = new Set<string>();
  const alive = new Set<string>();
  for (const kernel of kernels) {
    const usual = Object.values(courses).map((course) => outputs(kernel.again(), course));
    for (const [name, entry] of settingsOf(kernel.again(), prefix)) {
      const called = `${name}[${entry}]`;
      given.add(called);
      if (alive.has(called)) continue;
      const changes = Object.values(courses).some((course, i) => {
        const values = kernel.again().numbers(name);
        values[entry] *= times;
        const now = outputs(kernel.set(name, ...values), course);
        return now.some((x, n) => Math.abs(x - usual[i][n]) > 1e-6);
      });
      if (changes) alive.add(called);
    }
  }
  return [...given].filter((name) => !alive.has(name));
}

function settingsOf(kernel: CaseKernel, prefix: string): Setting[] {
  return kernel.parameters
    .filter(({ name }) => name.startsWith(prefix))
    .flatMap(({ name }) =>
      kernel
        .numbers(name)
        .flatMap((x, entry): Setting[] => (x !== 0 && Number.isFinite(x) ? [[name, entry]] : [])),
    );
}

/**
 * What counts where something gives way, goes far or stands fast, which joints that follow exactly and joints that swing do not: how far
 * the axes of a hybrid law may go and how fast they turn there, and when a grip has closed.
 */
const elsewhere = [
  'hybrid: own.deviation[0]',
  'hybrid: own.deviation[1]',
  'hybrid: own.deviation[2]',
  'hybrid: own.turning[0]',
  'grip: own.still[0]',
  'grip: own.after[0]',
];

/** Of a law of this kind, by all its settings. */
export const idleOf = (kind: string, times?: number): string[] =>
  idle(
    settings[kind].map((one) => new CaseKernel(settingsDesign(kind, one))),
    'own.',
    times,
  )
    .map((name) => `${kind}: ${name}`)
    .filter((name) => !elsewhere.includes(name));

const [wide] = settings.admittance;

export const idleOfServos = (times?: number): string[] =>
  idle(
    servos.map((servo) => new CaseKernel(settingsDesign('admittance', wide, { servo }))),
    'servo.',
    times,
  );

export const idleOfSensors = (times?: number): string[] =>
  idle(
    sensors.map((sensor) => new CaseKernel(settingsDesign('admittance', wide, { sensor }))),
    'sensor.',
    times,
  );
