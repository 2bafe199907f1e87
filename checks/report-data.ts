/** A made-up run that looks like a real one: data for the tests of the report page, and for looking at it. */
import { type MeasureSpec, Meter } from 'pliant/analyse';
import { surfacePoints } from 'pliant/geometry';
import { identity3, numbers } from 'pliant/math';
import type { Channel } from 'pliant/port';
import { Envelope, type Series, seriesOf, tee, withNorms } from 'pliant/record';
import type { Point, ReportData } from 'pliant/report';

const joints = [
  'shoulder_turn',
  'shoulder_raise',
  'upper_turn',
  'elbow',
  'fore_turn',
  'wrist_bend',
  'wrist_turn',
];
const limits = [176, 176, 110, 110, 110, 40, 40];
const xyz = ['x', 'y', 'z'];

const channels: readonly Channel[] = [
  { name: 'joints.position', unit: 'rad', labels: joints, group: 'joints' },
  { name: 'joints.velocity', unit: 'rad/s', labels: joints, group: 'joints' },
  { name: 'joints.torque', unit: 'N m', labels: joints, group: 'joints' },
  { name: 'joints.asked', unit: 'N m', labels: joints, group: 'joints' },
  { name: 'tool.position', unit: 'm', labels: xyz, group: 'tool' },
  { name: 'goal.position', unit: 'm', labels: xyz, group: 'goal' },
  { name: 'reach.extension', unit: 'm', labels: xyz, group: 'reach' },
  { name: 'reach.force', unit: 'N', labels: xyz, group: 'reach' },
  { name: 'ledger.stored', unit: 'J', labels: ['kinetic', 'potential', 'reach', 'gravity'], group: 'ledger' },
  { name: 'ledger.dissipated', unit: 'J', labels: ['viscous', 'friction', 'stops', 'damp'], group: 'ledger' },
  { name: 'ledger.source', unit: 'J', labels: ['push', 'goal'], group: 'ledger' },
  { name: 'ledger.sampling', unit: 'J', labels: ['sampling'], group: 'ledger' },
  { name: 'ledger.limits', unit: 'J', labels: ['limits'], group: 'ledger' },
  { name: 'ledger.residual', unit: 'J', labels: ['residual'], group: 'ledger' },
];

const specs: readonly MeasureSpec[] = [
  { name: 'peak force', statistic: 'peak', of: 'reach.force', below: 20 },
  { name: 'end error', statistic: 'end', of: 'reach.extension', below: 0.005 },
  { name: 'settling time', statistic: 'settle', of: 'reach.extension', after: 3.5, within: 0.01, below: 2 },
  {
    name: 'largest share of a torque limit',
    statistic: 'peak',
    of: 'joints.torque',
    over: limits,
    below: 0.8,
  },
  { name: 'way of the tool', statistic: 'travel', of: 'tool.position' },
  { name: 'top speed of the tool', statistic: 'speed', of: 'tool.position', below: 0.25 },
];

/** A mass of 4 kg on a spring and a damper, drawn along a line, pushed for a second; sampled at `rate`. */
export function reportData(duration = 6, rate = 250): ReportData {
  const envelope = new Envelope(2048);
  const meter = new Meter(specs);
  const sink = tee(meter, withNorms(['reach.force'], envelope));
  sink.open(channels);
  const [mass, stiffness, damping] = [4, 90, 26];
  const position = [0.31, -0.12, 0.52];
  const velocity = [0, 0, 0];
  let [dissipated, pushed, moved, held] = [0, 0, 0, 0];
  let noise = 1;
  const jitter = (): number => {
    noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
    return noise / 4294967296 - 0.5;
  };
  const fine = 20;
  const h = 1 / (rate * fine);
  for (let i = 0; i <= duration * rate; i++) {
    const t = i / rate;
    const goal = goalAt(t);
    const e = goal.map((x, k) => x - position[k]);
    const size = Math.sqrt(e[0] ** 2 + e[1] ** 2 + e[2] ** 2);
    const cap = Math.min(1, 19.2 / Math.max(1e-9, stiffness * size));
    const force = e.map((x) => stiffness * cap * x);
    const q = joints.map(
      (_, k) => 0.4 * Math.sin(0.3 * k + position[0] * 2) - 0.9 * position[(k + 1) % 3] + 0.2 * k,
    );
    const v = joints.map((_, k) => 0.8 * velocity[0] * Math.cos(0.3 * k) - 0.9 * velocity[(k + 1) % 3]);
    const asked = joints.map((_, k) => {
      const load = 46 * Math.cos(0.5 * k) * Math.sin(q[1] + 0.4 * k) + 1.7 * force[k % 3] * (1 - 0.1 * k);
      return (k > 4 ? 0.12 : 1) * load + 0.15 * jitter();
    });
    const torque = asked.map((x, k) => (k === 3 ? Math.max(-33, Math.min(33, x)) : x));
    const kinetic = 0.5 * mass * (velocity[0] ** 2 + velocity[1] ** 2 + velocity[2] ** 2);
    const spring = 0.5 * stiffness * cap * size * size;
    const height = mass * 9.81 * (position[2] - 0.52);
    sink.sample('joints', t, Float64Array.from([...q, ...v, ...torque, ...asked]));
    sink.sample('tool', t, Float64Array.from(position));
    sink.sample('goal', t, Float64Array.from(goal));
    sink.sample('reach', t, Float64Array.from([...e, ...force]));
    held += 2e-6 * jitter();
    const ledger = [kinetic, height, spring - 2.1, -height, 0.18 * dissipated, 0, 0, 0.82 * dissipated];
    sink.sample('ledger', t, Float64Array.from([...ledger, pushed, moved, 3e-4 * dissipated, 0, held]));
    for (let k = 0; k < fine; k++) {
      const now = t + k * h;
      const push = now >= 3 && now < 3.5 ? [0, 14, -4] : [0, 0, 0];
      const target = goalAt(now);
      for (let a = 0; a < 3; a++) {
        const pull = stiffness * cap * (target[a] - position[a]);
        velocity[a] += ((pull - damping * velocity[a] + push[a]) / mass) * h;
        position[a] += velocity[a] * h;
        dissipated += damping * velocity[a] * velocity[a] * h;
        pushed += push[a] * velocity[a] * h;
        moved += pull * (goalAt(now + h)[a] - target[a]);
      }
    }
  }
  sink.close();
  const series = envelope.extremes();
  const samples = envelope.samples();
  const plot = (title: string, ...names: string[]) => ({
    title,
    series: names.map((name) => seriesOf(series, name)),
  });
  return {
    title: 'Reach past a pushing hand',
    robot: 'Seven-joint arm, 7 joints, 18.3 kg',
    ending: { good: true, text: `ran its ${duration} s` },
    facts: [
      { name: 'plant', value: 'rigid, 1 ms' },
      { name: 'control', value: '1 kHz, sampled' },
      { name: 'seed', value: '7' },
      { name: 'recorded', value: `${rate} Hz` },
    ],
    measures: meter.results(),
    paths: [
      {
        title: 'Tool in the world',
        position: seriesOf(samples, 'tool.position'),
        goal: seriesOf(samples, 'goal.position'),
        poses: [
          {
            label: 'at the start',
            points: [
              [0, 0, 0],
              [0, 0, 0.33],
              [0.12, -0.05, 0.62],
              [0.22, -0.09, 0.6],
              [0.31, -0.12, 0.52],
            ],
          },
          {
            label: 'at the end',
            points: [
              [0, 0, 0],
              [0, 0, 0.33],
              [0.2, 0.07, 0.58],
              [0.34, 0.12, 0.47],
              [0.45, 0.16, 0.34],
            ],
          },
        ],
        motion: motionOf(seriesOf(samples, 'tool.position')),
        solids: [
          {
            label: 'hand',
            points: surfacePoints({
              kind: 'sphere',
              size: [0.04],
              position: [0.36, 0.11, 0.44],
              rotation: identity3(numbers),
            }),
          },
        ],
      },
    ],
    forces: [
      {
        ...plot('Spring reach, force on the tool', 'reach.force', 'reach.force.norm'),
        limits: [{ label: 'cap', value: 20, bothWays: true }],
      },
      plot('Extension of reach', 'reach.extension'),
    ],
    torques: { applied: seriesOf(series, 'joints.torque'), asked: seriesOf(series, 'joints.asked'), limits },
    motion: [plot('Joint positions', 'joints.position'), plot('Joint velocities', 'joints.velocity')],
    ledger: series.filter((s) => s.channel.name.startsWith('ledger.')),
    events: [{ label: 'push', from: 3, until: 3.5 }],
    problems: [
      {
        code: 'damping-assumed',
        severity: 'warning',
        where: { file: 'reach.yaml', line: 14, column: 5, path: 'control.elements.damp' },
        message: 'the inertia of the tool is taken at the start',
        hint: 'say { inertia: { of: tool, at: live } } to follow the arm',
      },
    ],
    scenario: SCENARIO,
    about: [
      { name: 'Pliant', value: '0.1.0' },
      { name: 'engine', value: 'wasm' },
      { name: 'seed', value: '7' },
      { name: 'state hash', value: 'd97bf9a1dda3d9eb10061714a4f321fc' },
      { name: 'runtime', value: 'node 20.20.2, linux x64' },
      { name: 'samples', value: String(duration * rate + 1) },
    ],
  };
}

/** A foot, an elbow and the tool. */
function motionOf({ time, columns }: Series) {
  const poses = [...time].map((_, i): Point[] => {
    const [x, y, z] = columns.map((column) => column[i]);
    return [
      [0, 0, 0],
      [0.4 * x, 0.4 * y, z + 0.1],
      [x, y, z],
    ];
  });
  return { time: [...time], poses };
}

function goalAt(t: number): number[] {
  const s = Math.min(1, t / 2.4);
  const blend = s * s * (3 - 2 * s);
  return [0.31 + 0.14 * blend, -0.12 + 0.28 * blend, 0.52 - 0.18 * blend + 0.05 * Math.sin(Math.PI * s)];
}

const SCENARIO = `# Reach past a hand that pushes
pliant: 1
name: Reach past a pushing hand
seed: 7
duration: 6 s
robots:
  arm: { file: robots/arm7.urdf, tool: { on: flange, at: [0, 0, 0.1] }, start: ready }
control:
  rate: 1 kHz
  points:
    goal: { in: world, at: [0.45, 0.16, 0.34], moves: { along: line, speed: 0.1 m/s } }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 90 N/m }
    damp: { damper: linear, from: tool, to: goal, damping: { ratio: 0.7, with: reach } }
  compensate: [gravity]
  limits: { force: { at: tool, norm: 20 N }, torque: robot }
events:
  - { at: 3 s, push: [0, 14 N, -4 N], on: tool, for: 0.5 s }
measure:
  peak force: { peak: reach.force, below: 20 N }
  end error: { end: reach.extension, below: 5 mm }
`;
