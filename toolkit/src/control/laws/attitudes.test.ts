import { describe, expect, it } from 'vitest';
import {
  angleBetween,
  numbers as N,
  type Quaternion,
  quaternionExp,
  quaternionProduct,
} from '../../math/index.js';
import { chain, sevenJoints } from '../../mechanism/arms.test.helper.js';
import { element } from '../designs.test.helper.js';
import { LawKernel } from './laws.test.helper.js';

const start = [0.3, -0.5, 0.4, -1.2, 0.2, 0.9, -0.3];
const degree = Math.PI / 180;

describe('turns', () => {
  const model = sevenJoints();
  const points = [{ name: 'tool', frame: 'l8' }];

  it('of an admittance are those of its mass, damper and spring about one axis', () => {
    const [J, D, K, torque] = [0.3, 0.6, 2, 0.5];
    const kernel = new LawKernel({
      name: 'turn',
      model,
      period: 1e-3,
      points,
      elements: [],
      sensors: [{ name: 'wrist', at: 'tool' }],
      servo: { at: 'tool', follow: { kind: 'drive' } },
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tool',
          sensor: 'wrist',
          parameters: { selection: [0, 0, 0, 0, 0, 1], mass: [J], damping: [D], stiffness: [K] },
        },
      ],
    });
    let first: readonly number[] = [];
    const [s, w] = [D / (2 * J), Math.sqrt(K / J - (D / (2 * J)) ** 2)];
    for (let k = 0; k < 600; k++) {
      // About the tool’s own z: the axis turns with nothing.
      kernel.feel('wrist', 0, 0, 0, 0, 0, torque);
      kernel.step(k === 0 ? start : undefined);
      if (k === 0) first = kernel.numbers('servo.attitude');
    }
    const t = 0.6;
    const closed = (u: number) =>
      (torque / K) * (1 - Math.exp(-s * u) * (Math.cos(w * u) + (s / w) * Math.sin(w * u)));
    const now = kernel.numbers('servo.attitude');
    const angle = angleBetween(
      N,
      first as unknown as Quaternion<number>,
      now as unknown as Quaternion<number>,
    );
    expect(angle).toBeCloseTo(closed(t) - closed(1e-3), 6);
    // The tool’s place is held.
    expect(Math.hypot(...kernel.numbers('servo.velocity'))).toBeLessThan(1e-5);
  });

  it('of a spring pull back to where it is hung, along the short way, whatever the sign of the quaternion', () => {
    for (const sign of [1, -1]) {
      const kernel = new LawKernel({
        name: 'track',
        model,
        period: 1e-3,
        points: [...points, { name: 'goal', at: [0, 0, 0], attitude: [1, 0, 0, 0] }],
        elements: [],
        servo: { at: 'tool', follow: { kind: 'drive' } },
        laws: [
          {
            name: 'go',
            kind: 'track',
            at: 'tool',
            target: 'goal',
            parameters: { time: [0.2], speed: [0], turning: [10] },
          },
        ],
      });
      kernel.step(start);
      const here = kernel.numbers('servo.attitude') as unknown as Quaternion<number>;
      const goal = quaternionProduct(N, quaternionExp(N, [0, 0, 10 * degree]), here).map((x) => sign * x);
      kernel.set('goal.attitude', ...goal);
      let travelled = 0;
      let last = here;
      for (let k = 0; k < 1000; k++) {
        kernel.step();
        const now = kernel.numbers('servo.attitude') as unknown as Quaternion<number>;
        travelled += angleBetween(N, last, now);
        last = now;
      }
      expect(travelled / degree).toBeCloseTo(10, 0);
      expect(angleBetween(N, last, goal as unknown as Quaternion<number>)).toBeLessThan(0.01);
    }
  });
});

describe('joints that come round', () => {
  it('go the short way where they may, and never across an end', () => {
    for (const [type, way] of [
      ['continuous', 0.023185],
      ['revolute', -6.26],
    ] as const) {
      const kernel = new LawKernel({
        name: 'round',
        model: chain([{ type, mass: 1, inertia: [0.1, 0.1, 0.1] }]),
        period: 1e-3,
        points: [{ name: 'tip', frame: 'l1' }],
        elements: [],
        servo: {
          at: 'tip',
          ...(type === 'revolute' ? { limits: [[-3.2, 3.2]] as const } : {}),
          follow: { kind: 'drive' },
        },
        laws: [{ name: 'home', kind: 'joints', parameters: { position: [-3.13], time: [0.05] } }],
      });
      let sum = 0;
      let last = 3.13;
      for (let k = 0; k < 1000; k++) {
        kernel.step(k === 0 ? [3.13] : undefined);
        const now = kernel.view('position')[0];
        sum += now - last;
        last = now;
        if (type === 'revolute') expect(Math.abs(now)).toBeLessThanOrEqual(3.2);
      }
      expect(sum).toBeCloseTo(way, 6);
    }
  });
});

describe('joint velocities', () => {
  it('by differences of positions, filtered by cut-off', () => {
    const damped = (cutoff?: number) =>
      new LawKernel({
        name: 'slow',
        model: chain([{ type: 'continuous', mass: 1, inertia: [0.1, 0.1, 0.1] }]),
        period: 1e-3,
        points: [],
        elements: [element('brake', 'damper', 'joint', { joint: 'j1' }, { damping: [2] })],
        velocity: { from: 'differences', ...(cutoff === undefined ? {} : { cutoff }) },
      });
    const plain = damped();
    // What is measured is nonsense, and is not read.
    plain.step([0.1], [100]);
    expect(plain.view('torque')[0]).toBeCloseTo(0, 12);
    plain.step([0.1003], [100]);
    expect(plain.view('torque')[0]).toBeCloseTo(-0.6, 9);
    // Across the end of a turn.
    plain.step([3.1415], [100]);
    plain.step([-3.1415], [100]);
    expect(plain.view('torque')[0]).toBeCloseTo(-2 * ((2 * Math.PI - 6.283) / 1e-3), 9);
    const slow = damped(20);
    slow.step([0], [0]);
    for (let k = 1; k <= 10; k++) slow.step([3e-4 * k], [0]);
    expect(slow.view('torque')[0]).toBeCloseTo(-0.6 * (1 - Math.exp(-2 * Math.PI * 20 * 0.01)), 9);
  });
});
