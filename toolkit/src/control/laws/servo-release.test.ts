/** Phases of laws of forces between laws that move the servo. */
import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import { type Design, type FollowDesign, faults, type LawDesign, type PhaseDesign } from '../index.js';
import { bench, compiledDynamics, LawKernel } from './laws.test.helper.js';

const computed: FollowDesign = { kind: 'computed torque', bandwidth: 60 };
const follows: readonly (readonly [string, FollowDesign])[] = [
  ['computed torque', computed],
  ['pd', { kind: 'pd', stiffness: [7200], damping: [240] }],
  ['pid', { kind: 'pid', stiffness: [7200], damping: [240], integral: [40000] }],
];

const axis = (x: number) => [x, 0, 0, 0, 0, 0];
const lead: LawDesign = {
  name: 'lead',
  kind: 'admittance',
  at: 'tool',
  axes: 'world',
  target: 'goal',
  sensor: 'wrist',
  parameters: { selection: axis(1), mass: [2], stiffness: [500], ratio: [1] },
};
const give: LawDesign = {
  name: 'give',
  kind: 'impedance',
  at: 'tool',
  axes: 'world',
  target: 'goal',
  parameters: { stiffness: [500], damping: [60] },
};

/** A mass of 2 kg on rails whose servo follows by torques. */
function task(phases: readonly PhaseDesign[], follow: FollowDesign, more: Partial<Design> = {}): LawKernel {
  return new LawKernel(
    bench({
      points: [
        { name: 'tool', frame: 'tool' },
        { name: 'goal', at: [0, 0, 0] },
      ],
      laws: [lead, give],
      servo: { at: 'tool', follow },
      phases,
      ...more,
    }),
  );
}

interface Sample {
  readonly x: number;
  readonly v: number;
  readonly torque: number;
  readonly phase: number;
  readonly share: number;
  /** `source.servo`, before that of the guards. */
  readonly power: number;
}

/** The mass under what the kernel asks for and a force on it, which its sensor feels where `feels` says. */
function run(
  kernel: LawKernel,
  seconds: number,
  force: (x: number, time: number) => number,
  feels: (time: number) => boolean = () => true,
): Sample[] {
  const samples: Sample[] = [];
  let [x, v] = [kernel.view('q')[0], kernel.view('v')[0]];
  const n = 20;
  for (let k = 0; k < seconds / 1e-3; k++) {
    const time = k * 1e-3;
    if (feels(time)) kernel.feel('wrist', force(x, time));
    else kernel.view('sensor.wrist.age')[0] = 1;
    kernel.step([x], [v]);
    const [torque] = kernel.numbers('torque');
    samples.push({
      x,
      v,
      torque,
      phase: kernel.view('phase')[0],
      share: kernel.has('servo.share') ? kernel.view('servo.share')[0] : 1,
      power: kernel.numbers('power').at(-2) ?? Number.NaN,
    });
    for (let i = 0; i < n; i++) {
      v += ((torque + force(x, time)) / 2) * (1e-3 / n);
      x += v * (1e-3 / n);
    }
  }
  return samples;
}

const largest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
const steps = (samples: readonly Sample[]): number[] =>
  samples.slice(1).map(({ torque }, i) => torque - samples[i].torque);

describe('admittance, impedance, admittance under 10 N', () => {
  const phases = (blend: number): PhaseDesign[] => [
    { name: 'first', laws: ['lead'], until: { after: 1 } },
    { name: 'soft', laws: ['give'], blend, until: { after: 1 } },
    { name: 'again', laws: ['lead'], blend },
  ];

  it.each(follows.flatMap(([name, follow]) => [0, 0.2].map((blend) => [name, blend, follow] as const)))(
    '%s, a blend of %d s',
    (name, blend, follow) => {
      const samples = run(task(phases(blend), follow), 3.5, () => 10);
      // All three rest at F/K, and a servo without an integral by F/k of its own farther on.
      const sag = name === 'pid' ? 0 : 10 / 7200;
      [0.02 + sag, 0.02, 0.02 + sag].forEach((x, i) => {
        expect(samples[[999, 1999, 3499][i]].x).toBeCloseTo(x, 4);
      });
      const [into, back] = [samples.slice(900, 1600), samples.slice(1900, 2600)];
      // The load goes over from the servo to the spring: nothing moves but by that.
      expect(largest(into.map(({ x }) => x - 0.02))).toBeLessThan(sag + 1e-4);
      // And back to a servo that starts where the arm is measured, and takes up 10 N by F/k = 1.4 mm.
      expect(largest(back.map(({ x }) => x - 0.02))).toBeLessThan(blend === 0 ? 2.5e-3 : 1.6e-3);
      // The ledger has of the servo what is not the spring's share.
      for (const { torque, x, v, power, share } of samples.slice(1001, 1999))
        expect(v * (torque + (1 - share) * (500 * x + 60 * v))).toBeCloseTo(power, 10);
      if (blend === 0) {
        expect(largest(steps(back))).toBeLessThan(10.1);
        expect(samples[1000 + 5].share).toBe(0);
      } else {
        expect(largest(steps(into))).toBeLessThan(0.1);
        expect(largest(steps(back))).toBeLessThan(0.15);
        // 100 ms on, half of it acts.
        expect(samples[1100].share).toBeCloseTo(0.5, 1);
        expect(samples[2100].share).toBeCloseTo(0.5, 1);
      }
    },
  );

  it('goes on as fast as the arm is', () => {
    const kernel = task(phases(0), computed);
    const samples = run(kernel, 2.02, (_, time) => 10 + (time > 1.9 ? 400 * (time - 1.9) : 0));
    const at = samples.findIndex(({ phase }) => phase === 2);
    expect(samples[at].v).toBeGreaterThan(0.02);
    // The servo takes the arm over at its speed: at once braked it would ask for 2 · 60/s · 2 kg · v.
    expect(samples[at + 1].torque).toBeGreaterThan(-0.1 * 240 * samples[at].v);
  });
});

describe('a tank that pays for the law that takes over', () => {
  const phases: readonly PhaseDesign[] = [
    { name: 'first', laws: ['lead'], until: { after: 0.2 } },
    { name: 'soft', laws: ['give'], blend: 0.1 },
  ];
  /** The spring of `give` hangs at 10 cm: 2.5 J that somebody has to give. */
  const points = [
    { name: 'tool', frame: 'tool' },
    { name: 'goal', at: [0, 0, 0] },
    { name: 'far', at: [0.1, 0, 0] },
  ] as const;
  const hung = { ...give, target: 'far' };
  const follow: FollowDesign = { kind: 'computed torque', bandwidth: 60 };
  const taken = (start: number) =>
    task(phases, follow, { points, laws: [lead, hung], tank: { start, most: 10, pays: ['changes'] } });

  it('keeps the joints with the servo for as much of the law as is not afforded', () => {
    const kernel = taken(0.5);
    const samples = run(kernel, 1, () => -10);
    const share = kernel.view('give.share')[0];
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.5);
    expect(samples[999].share).toBeCloseTo(1 - share, 9);
    // Let go as the blend says, the mass would hang on a spring of 500 N/m times the share of the law.
    const still = samples.slice(-100).map(({ v }) => v);
    expect(largest(still)).toBeLessThan(1e-3);
    const held = (1 - share) * 7200 + share * 500;
    const [x] = [samples[999].x];
    const [from] = [kernel.numbers('servo.q')[0]];
    expect(x).toBeCloseTo((-10 + (1 - share) * 7200 * from + share * 500 * 0.1) / held, 4);
  });

  it('lets go with the blend where it affords the law', () => {
    const samples = run(taken(5), 0.6, () => -10);
    expect(samples[250].share).toBeCloseTo(0.5, 1);
    expect(samples[320].share).toBe(0);
  });

  it('never takes the joints back for what it does not afford', () => {
    const kernel = taken(5);
    run(kernel, 0.6, () => -10);
    kernel.view('give.share')[0] = 0.5;
    kernel.view('tank.level')[0] = 0;
    kernel.step([0], [0]);
    expect(kernel.view('servo.share')[0]).toBe(0);
  });
});

describe('a press after a guarded move', () => {
  const find: LawDesign = {
    name: 'find',
    kind: 'guarded-move',
    at: 'tool',
    axes: 'world',
    sensor: 'wrist',
    parameters: { direction: [1, 0, 0], speed: [0.05], threshold: [2], limit: [0.2], deceleration: [1] },
  };
  const press: LawDesign = {
    name: 'press',
    kind: 'press',
    at: 'tool',
    axes: 'world',
    sensor: 'wrist',
    parameters: { select: axis(1), wanted: axis(30), damping: [200] },
  };
  const wall = (x: number) => (x > 0.02 ? -5000 * (x - 0.02) : 0);

  it.each([0, 0.2])('presses with what is wanted, blend %d s', (blend) => {
    const kernel = task(
      [
        { name: 'find', laws: ['find'], until: { law: 'find', is: 'contact' } },
        { name: 'press', laws: ['press'], blend },
      ],
      computed,
      { laws: [find, press] },
    );
    const samples = run(kernel, 4, wall);
    const contact = samples.findIndex(({ phase }) => phase === 1);
    expect(contact).toBeGreaterThan(200);
    expect(-wall(samples[samples.length - 1].x)).toBeCloseTo(30, 1);
    expect(largest(samples.map(({ x }) => wall(x)))).toBeLessThan(36);
  });
});

describe('a run that begins with a law of forces', () => {
  const phases: PhaseDesign[] = [
    { name: 'soft', laws: ['give'], until: { after: 1 } },
    { name: 'lead', laws: ['lead'], blend: 0.1 },
  ];

  it('has the joints released from the first tick on', () => {
    const samples = run(task(phases, computed), 1.6, () => 5);
    expect(samples[0].share).toBe(0);
    expect(samples[999].x).toBeCloseTo(0.01, 4);
    expect(samples[1599].x).toBeCloseTo(0.01 + 5 / 7200, 4);
  });

  it.each(follows)('holds where it is when its sensor is lost, as stiffly as it follows: %s', (_, follow) => {
    const kernel = task(phases, follow, {
      sensors: [{ name: 'wrist', at: 'tool', guards: { stale: { after: 0.02 } } }],
    });
    // 5 N, and 25 N more as soon as it holds; the sensor is back at 0.8 s.
    const lost = (time: number) => time > 0.5 && time < 0.8;
    const samples = run(
      kernel,
      1,
      (_x, time) => (time > 0.53 && time < 0.7 ? 30 : 5),
      (time) => !lost(time),
    );
    const from = samples[500].x;
    expect(from).toBeCloseTo(0.01, 4);
    // 30 N / 7200 N/m, and a little over it; the spring of the law would give way by 50 mm.
    const held = samples.slice(501, 700).map(({ x }) => x - from);
    expect(largest(held)).toBeLessThan(0.0055);
    expect(largest(held)).toBeGreaterThan(0.002);
    expect(kernel.view('fault')[0]).toBe(faults.indexOf('none'));
    // Released again, it is back on its spring.
    expect(samples[999].x).toBeCloseTo(0.01, 3);
  });

  it('holds the command where a law that moves it was at work', () => {
    const guarded = { name: 'wrist', at: 'tool', guards: { stale: { after: 0.02 } } } as const;
    const kernel = task(
      [{ name: 'lead', laws: ['lead'], until: { after: 10 } }, { name: 'soft' }],
      computed,
      {
        sensors: [guarded],
      },
    );
    const samples = run(
      kernel,
      1,
      () => 10,
      (time) => time < 0.7,
    );
    expect(kernel.view('fault')[0]).toBe(faults.indexOf('sensor stale'));
    // Its command stays at 20 mm less what 10 N takes out of the servo.
    expect(largest(samples.slice(690).map(({ x }) => x - samples[690].x))).toBeLessThan(1e-4);
  });
});

describe('while its torque goes out', () => {
  const slow: PhaseDesign[] = [
    { name: 'lead', laws: ['lead'], until: { after: 0.5 } },
    { name: 'soft', laws: ['give'], blend: 0.4 },
  ];
  const wrist = { name: 'wrist', at: 'tool', guards: { stale: { after: 0.02 } } } as const;

  it('gathers none, and has none once it is out', () => {
    const kernel = task(slow, { kind: 'pid', stiffness: [7200], damping: [240], integral: [40000] });
    run(kernel, 0.7, () => 10);
    const [gathered] = kernel.numbers('servo.follow.held');
    run(kernel, 0.05, () => 60);
    expect(gathered).toBeLessThan(-8);
    expect(kernel.numbers('servo.follow.held')).toEqual([gathered]);
    run(kernel, 0.3, () => 10);
    expect(kernel.numbers('servo.follow.held')).toEqual([0]);
  });

  it('is held where the arm is, not where its command stopped', () => {
    const kernel = task(slow, computed, { sensors: [wrist] });
    const samples = run(
      kernel,
      1,
      (_, time) => (time < 0.5 ? 0 : 60),
      (time) => time < 0.85,
    );
    // 60 N against an eighth of 7200 N/m and the spring have moved it by more than 2 cm.
    expect(samples[849].x).toBeGreaterThan(0.02);
    expect(largest(samples.slice(850).map(({ x }) => x - samples[849].x))).toBeLessThan(0.0105);
  });

  it('begins without it where the first phase brings its laws in slowly', () => {
    const kernel = task([{ name: 'soft', laws: ['give'], blend: 0.4 }, slow[0]], computed);
    expect(run(kernel, 0.01, () => 0).map(({ share }) => share)).toEqual(new Array(10).fill(0));
  });
});

it('a grip takes its own joint and leaves the others to the servo', () => {
  const model = planar();
  const grip: LawDesign = {
    name: 'grip',
    kind: 'grip',
    at: 'tip',
    parameters: { limit: [0, 0.3], speed: [0.5], still: [0.01] },
  };
  const kernel = new LawKernel({
    name: 'arm',
    model,
    period: 1e-3,
    points: [{ name: 'tip', frame: 'l3' }],
    elements: [],
    servo: { at: 'tip', attitude: false, follow: { kind: 'computed torque', bandwidth: 60 } },
    laws: [{ name: 'go', kind: 'joints', parameters: { position: [0.3, 0.8] } }, grip],
    phases: [
      { name: 'go', laws: ['go'], until: { after: 1 } },
      { name: 'grip', laws: ['grip', 'go'], until: { after: 1 } },
      { name: 'back', laws: ['go'] },
    ],
  });
  const accelerations = compiledDynamics(model);
  let [q, v] = [
    [0.2, 0.6],
    [0, 0],
  ];
  const seen: { q: readonly number[]; torque: number[]; command: number[] }[] = [];
  for (let k = 0; k < 3500; k++) {
    kernel.step(q, v);
    const torque = kernel.numbers('torque');
    seen.push({ q, torque, command: kernel.numbers('servo.q') });
    // What the joint closes on, 0.1 rad farther.
    const block = q[1] > 0.9 ? -50 * (q[1] - 0.9) - 0.5 * v[1] : 0;
    const a = accelerations(q, v, [torque[0], torque[1] + block]);
    v = v.map((x, i) => x + 1e-3 * a[i]);
    q = q.map((x, i) => x + 1e-3 * v[i]);
  }
  expect(kernel.has('servo.share')).toBe(false);
  // Exactly its limit, whatever the servo would ask of a joint that is not where `go` has it.
  const held = seen[1990];
  expect(held.torque[1]).toBe(0.3);
  expect(held.q[1]).toBeGreaterThan(0.9);
  expect(Math.abs(held.q[0] - 0.3)).toBeLessThan(2e-3);
  // The command goes along, and leads the joint back from where it is.
  expect(Math.abs(held.command[1] - held.q[1])).toBeLessThan(1e-4);
  expect(Math.abs(seen[3499].q[1] - 0.8)).toBeLessThan(1e-3);
  const commands = seen.slice(2001).map(({ command }, k) => Math.abs(command[1] - seen[2000 + k].command[1]));
  expect(largest(commands)).toBeLessThan(2e-3);
});

it('an arm goes from a servo to a spring and back without a step', () => {
  const model = planar();
  const at = [0.2, 0.6];
  const kernel = new LawKernel({
    name: 'arm',
    model,
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l3' },
      { name: 'goal', at: [1.3, 0.7, 0] },
    ],
    elements: [],
    servo: { at: 'tip', attitude: false, follow: { kind: 'computed torque', bandwidth: 60 } },
    laws: [
      { name: 'go', kind: 'track', at: 'tip', target: 'goal', parameters: { speed: [0.5] } },
      {
        name: 'give',
        kind: 'impedance',
        at: 'tip',
        axes: 'world',
        target: 'goal',
        parameters: { stiffness: [400], damping: [60] },
      },
    ],
    phases: [
      { name: 'go', laws: ['go'], until: { after: 1.5 } },
      { name: 'soft', laws: ['give'], blend: 0.2, until: { after: 1 } },
      { name: 'back', laws: ['go'], blend: 0.2 },
    ],
  });
  const accelerations = compiledDynamics(model);
  let [q, v] = [at, [0, 0]];
  const torques: number[][] = [];
  const places: number[][] = [];
  for (let k = 0; k < 3500; k++) {
    kernel.step(q, v);
    const torque = kernel.numbers('torque');
    torques.push(torque);
    places.push(kernel.numbers('servo.centre'));
    // Pushed aside while it is soft.
    const push = k > 1900 && k < 2300 ? [8, 4] : [0, 0];
    const a = accelerations(
      q,
      v,
      torque.map((x, i) => x + push[i]),
    );
    v = v.map((x, i) => x + 1e-3 * a[i]);
    q = q.map((x, i) => x + 1e-3 * v[i]);
  }
  const jumps = torques.slice(1).map((torque, k) => Math.hypot(...torque.map((x, i) => x - torques[k][i])));
  expect(largest(jumps.slice(1480, 1900))).toBeLessThan(0.5);
  expect(largest(jumps.slice(2490, 2800))).toBeLessThan(0.5);
  // The command goes with the pushed arm, and comes back to the goal at a bounded speed.
  expect(Math.hypot(places[2290][0] - 1.3, places[2290][1] - 0.7)).toBeGreaterThan(5e-3);
  expect(Math.hypot(places[3499][0] - 1.3, places[3499][1] - 0.7)).toBeLessThan(1e-4);
});
