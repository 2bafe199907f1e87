import { describe, expect, it } from 'vitest';
import { numbers as N } from '../../math/index.js';
import { planar, sevenJoints } from '../../mechanism/arms.test.helper.js';
import { forwardKinematics } from '../../model/index.js';
import type { Design, ServoDesign } from '../design.js';
import { LawKernel } from './laws.test.helper.js';
import { servoStatuses } from './servo-fields.js';

/** Two joints of a metre each that go to a place in their plane, without limits but those given. */
function towardsPlace(goal: readonly [number, number], servo: Partial<ServoDesign>): LawKernel {
  const design: Design = {
    name: 'two joints',
    model: planar(),
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l3' },
      { name: 'goal', at: [...goal, 0] },
    ],
    elements: [],
    servo: { at: 'tip', follow: { kind: 'drive' }, ...servo },
    laws: [{ name: 'go', kind: 'track', at: 'tip', target: 'goal', parameters: { speed: [0.25] } }],
  };
  return new LawKernel(design);
}

const status = (kernel: LawKernel): string => servoStatuses[kernel.view('servo.status')[0]];

describe('a step of the servo', () => {
  it('of fewer joints than rows leaves the twist that the joints have', () => {
    const kernel = towardsPlace([0.8, 0.9], {});
    for (let k = 0; k < 5; k++) kernel.step(k === 0 ? [0.4, 0.9] : undefined);
    const [a, b] = kernel.numbers('servo.v');
    expect(Math.abs(a) + Math.abs(b)).toBeGreaterThan(0.05);
    expect(kernel.numbers('servo.spin')[2]).toBeCloseTo(a + b, 12);
  });

  it('tells of a speed that it cut, though no joint is at a limit', () => {
    const slow = towardsPlace([0.8, 0.9], { attitude: false, speed: 0.1 });
    slow.step([0.4, 0.9]);
    expect(status(slow)).toBe('limit');
    expect(Math.hypot(...slow.numbers('servo.velocity'))).toBeCloseTo(0.1, 9);
    const fast = towardsPlace([0.8, 0.9], { attitude: false, speed: 1 });
    fast.step([0.4, 0.9]);
    expect(status(fast)).toBe('ok');
  });

  it.each([
    ['upper', [-0.14, 1.79], 0.45, [-2, 0.45] as const],
    ['lower', [1.6, -0.4], 0.35, [0.35, 2] as const],
  ] as const)('goes no further than the %s end of a joint', (_, goal, end, range) => {
    const kernel = towardsPlace(goal, { attitude: false, limits: [range, [-3, 3]] });
    let furthest = 0.4;
    for (let k = 0; k < 3000; k++) {
      kernel.step(k === 0 ? [0.4, 0.9] : undefined);
      const [q] = kernel.numbers('servo.q');
      if (Math.abs(q - 0.4) > Math.abs(furthest - 0.4)) furthest = q;
    }
    expect(furthest).toBe(end);
  });

  it('is damped next to a singularity', () => {
    const kernel = towardsPlace([0.5, 0], { attitude: false });
    kernel.step([0, 1e-3]);
    expect(status(kernel)).toBe('singular');
    // 0.25 m/s by an elbow that is stretched to a thousandth would take some 250 rad/s; the most is 1/(2 λ) of it.
    const most = Math.max(...kernel.numbers('servo.v').map(Math.abs));
    expect(most).toBeLessThan(0.25 / (2 * 0.015));
    expect(most).toBeGreaterThan(0.1);
  });
});

it('an admittance of full matrices moves as its equation says', () => {
  const q = [0.3, -0.5, 0.4, -1.2, 0.2, 0.9, -0.3];
  const model = sevenJoints();
  const coupled = (ways: number, turns: number, beside: number) =>
    Array.from({ length: 36 }, (_, at) => {
      const [i, j] = [Math.floor(at / 6), at % 6];
      return i === j ? (i < 3 ? ways : turns) : beside * (1 + ((i + j) % 3));
    });
  const [mass, damping, stiffness] = [coupled(4, 0.5, 0.05), coupled(40, 4, 1), coupled(300, 30, 2)];
  const kernel = new LawKernel({
    name: 'arm',
    model,
    period: 1e-3,
    points: [{ name: 'tool', frame: 'l8' }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
    laws: [
      {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: { mass, damping, stiffness },
      },
    ],
  });
  // So weak that the axes of the tool stay where they are.
  const force = [3e-4, -2e-4, 1e-4, 2e-5, 4e-5, -3e-5];
  const ticks = 120;
  for (let k = 0; k < ticks; k++) {
    kernel.feel('wrist', ...force);
    kernel.step(k === 0 ? q : undefined);
  }
  // M v' + D v + K e = f by small steps of their middles, solved by Gauss and Seidel: M leads.
  const times = (m: readonly number[], x: readonly number[]) =>
    x.map((_, i) => x.reduce((sum, value, j) => sum + m[6 * i + j] * value, 0));
  const solved = (b: readonly number[]): number[] => {
    const x = b.map((value, i) => value / mass[7 * i]);
    for (let sweep = 0; sweep < 30; sweep++)
      for (let i = 0; i < 6; i++)
        x[i] += (b[i] - x.reduce((sum, value, j) => sum + mass[6 * i + j] * value, 0)) / mass[7 * i];
    return x;
  };
  const rate = (e: readonly number[], v: readonly number[]): number[] => {
    const [drag, pull] = [times(damping, v), times(stiffness, e)];
    return solved(force.map((f, i) => f - drag[i] - pull[i]));
  };
  let [e, v]: number[][] = [new Array(6).fill(0), new Array(6).fill(0)];
  const h = 1e-4;
  for (let k = 0; k < (ticks * 1e-3) / h - 0.5; k++) {
    const a = rate(e, v);
    const half = v.map((x, i) => x + 0.5 * h * a[i]);
    const middle = rate(
      e.map((x, i) => x + 0.5 * h * v[i]),
      half,
    );
    e = e.map((x, i) => x + h * half[i]);
    v = v.map((x, i) => x + h * middle[i]);
  }
  const frame = model.frames.find(({ name }) => name === 'l8') as (typeof model.frames)[number];
  const body = forwardKinematics(N, model, q).placements[frame.body].rotation;
  const place = frame.placement.rotation;
  const axes = Array.from({ length: 9 }, (_, at) =>
    [0, 1, 2].reduce((sum, k) => sum + body[3 * Math.floor(at / 3) + k] * place[3 * k + (at % 3)], 0),
  );
  const inAxes = (x: readonly number[]) =>
    [0, 1, 2].map((k) => x.reduce((sum, value, i) => sum + axes[3 * i + k] * value, 0));
  const got = [...inAxes(kernel.numbers('servo.velocity')), ...inAxes(kernel.numbers('servo.spin'))];
  got.forEach((x, i) => {
    expect(Math.abs(x - v[i])).toBeLessThan(2e-4 * Math.max(...v.slice(i < 3 ? 0 : 3).map(Math.abs)));
  });
});
