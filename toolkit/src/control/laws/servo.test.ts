import { describe, expect, it } from 'vitest';
import { numbers as N, type Vec3 } from '../../math/index.js';
import { chain, planar, sevenJoints } from '../../mechanism/arms.test.helper.js';
import { forwardKinematics, type Model } from '../../model/index.js';
import type { Design, FollowDesign, LawDesign, ServoDesign } from '../design.js';
import { faults } from '../design.js';
import { compiledDynamics, LawKernel } from './laws.test.helper.js';

const start = [0.3, -0.5, 0.4, -1.2, 0.2, 0.9, -0.3];

/** Six axes of a seven-joint arm, led by hand. */
function arm(
  servo: Partial<ServoDesign>,
  parameters: LawDesign['parameters'],
  more: Partial<Design> = {},
): Design {
  return {
    name: 'arm',
    model: sevenJoints(),
    period: 1e-3,
    points: [{ name: 'tool', frame: 'l8', at: [0.02, -0.01, 0.05] }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    servo: { at: 'tool', follow: { kind: 'drive' }, ...servo },
    laws: [{ name: 'yield', kind: 'admittance', at: 'tool', axes: 'world', sensor: 'wrist', parameters }],
    ...more,
  };
}

function toolAt(model: Model, q: readonly number[], frame: string, at: Vec3<number>): Vec3<number> {
  const { body, placement } = model.frames.find(({ name }) => name === frame) as Model['frames'][number];
  const { position, rotation } = forwardKinematics(N, model, q).placements[body];
  const R = placement.rotation;
  const own = placement.position.map(
    (p, i) => p + R[3 * i] * at[0] + R[3 * i + 1] * at[1] + R[3 * i + 2] * at[2],
  );
  return position.map(
    (p, i) => p + rotation[3 * i] * own[0] + rotation[3 * i + 1] * own[1] + rotation[3 * i + 2] * own[2],
  ) as unknown as Vec3<number>;
}

describe('the servo on an arm', () => {
  const free = { mass: [4, 4, 4, 0.2, 0.2, 0.2], damping: [40, 40, 40, 2, 2, 2] };
  const design = arm({ joints: [2] }, free);
  const shared = new LawKernel(design);

  it('moves the centre by what the law says, and the joints are where the centre is', () => {
    const kernel = shared.again();
    // A force of the world, read in the axes of a sensor that turns: given in world axes here by its attitude.
    for (let k = 0; k < 400; k++) {
      kernel.feel('wrist', 3, -2, 1);
      kernel.step(k === 0 ? start : undefined);
    }
    const reached = toolAt(design.model, kernel.numbers('servo.q'), 'l8', [0.02, -0.01, 0.05]);
    const wanted = kernel.numbers('servo.centre');
    expect(Math.hypot(...reached.map((p, i) => p - wanted[i]))).toBeLessThan(1e-6);
    const from = toolAt(design.model, start, 'l8', [0.02, -0.01, 0.05]);
    // v = F/D after M/D = 0.1 s, the force turning by less than a degree: |F|/D (t − M/D (1 − e^(−D t/M))).
    const way = (Math.hypot(3, 2, 1) / 40) * (0.4 - 0.1 * (1 - Math.exp(-4)));
    expect(Math.hypot(...reached.map((p, i) => p - from[i]))).toBeCloseTo(way, 3);
    expect(kernel.view('fault')[0]).toBe(0);
  });

  it('holds the last command where it has no solution, and goes on from there', () => {
    const kernel = shared.again();
    for (let k = 0; k < 300; k++) {
      kernel.feel('wrist', 5, 0, 0);
      kernel.step(k === 0 ? start : undefined);
    }
    const before = kernel.numbers('position');
    kernel.set('servo.length', Number.NaN);
    kernel.step();
    expect(kernel.numbers('position')).toEqual(before);
    expect(faults[kernel.view('fault')[0]]).toBe('kinematics failed');
    expect(kernel.finite()).toBe(true);
    kernel.set('servo.length', 0.3);
    kernel.step();
    kernel.numbers('position').forEach((x, i) => {
      expect(Math.abs(x - before[i])).toBeLessThan(2e-3);
    });
    expect(kernel.view('fault')[0]).toBe(0);
  });

  it('saves nothing up at a stretched arm, and comes back', () => {
    const model = planar();
    const kernel = new LawKernel({
      ...arm(
        { at: 'tip', attitude: false, joints: [3] },
        { selection: [1, 0, 0, 0, 0, 0], mass: [1], damping: [10], time: [1e9] },
      ),
      model,
      points: [{ name: 'tip', frame: 'l3' }],
      sensors: [{ name: 'wrist', at: 'tip' }],
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'tip',
          axes: 'world',
          sensor: 'wrist',
          parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [1], damping: [10], time: [1e9] },
        },
      ],
    });
    const tip = () => toolAt(model, kernel.numbers('servo.q'), 'l3', [0, 0, 0]);
    const feelWorld = (fx: number) => {
      const [a, b] = kernel.view('servo.started')[0] === 1 ? kernel.numbers('servo.q') : [0.4, -0.8];
      const turn = a + b;
      kernel.feel('wrist', fx * Math.cos(turn), -fx * Math.sin(turn), 0);
    };
    let fastest = 0;
    for (let k = 0; k < 2000; k++) {
      feelWorld(8);
      kernel.step(k === 0 ? [0.4, -0.8] : undefined);
      fastest = Math.max(fastest, Math.abs(kernel.view('speed')[1]));
    }
    expect(fastest).toBeLessThanOrEqual(3 + 1e-9);
    expect(tip()[0]).toBeGreaterThan(1.99);
    expect(Math.abs(kernel.numbers('servo.centre')[0] - tip()[0])).toBeLessThan(1e-3);
    const stretched = tip()[0];
    for (let k = 0; k < 400; k++) {
      feelWorld(-8);
      kernel.step();
    }
    expect(stretched - tip()[0]).toBeGreaterThan(1e-3);
  });

  it('keeps to joint bounds by the qp, and moves on with the other joints', () => {
    const q = [0.5, 0.5, 0.5];
    const model = chain([
      { mass: 1, inertia: [0.1, 0.1, 0.1] },
      { xyz: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1] },
      { xyz: [0.5, 0, 0], mass: 1, inertia: [0.1, 0.1, 0.1] },
      { type: 'fixed', xyz: [0.5, 0, 0] },
    ]);
    const reach = (solver: 'dls' | 'qp') => {
      const kernel = new LawKernel({
        name: 'three',
        model,
        period: 1e-3,
        points: [
          { name: 'tip', frame: 'l4' },
          { name: 'goal', at: [0.2, 1, 0] },
        ],
        elements: [],
        servo: {
          at: 'tip',
          attitude: false,
          solver,
          limits: [
            [0.4, 0.6],
            [-3, 3],
            [-3, 3],
          ],
          joints: [1],
          follow: { kind: 'drive' },
        },
        laws: [{ name: 'go', kind: 'track', at: 'tip', target: 'goal', parameters: { speed: [1] } }],
      });
      let [least, most, fastest] = [q[0], q[0], 0];
      for (let k = 0; k < 2500; k++) {
        kernel.step(k === 0 ? q : undefined);
        const [a] = kernel.view('position');
        [least, most] = [Math.min(least, a), Math.max(most, a)];
        fastest = Math.max(fastest, ...kernel.numbers('speed').map(Math.abs));
      }
      expect(least).toBeGreaterThanOrEqual(0.4 - 1e-12);
      expect(most).toBeLessThanOrEqual(0.6 + 1e-12);
      expect(fastest).toBeLessThanOrEqual(1 + 1e-9);
      const [px, py] = toolAt(model, kernel.numbers('servo.q'), 'l4', [0, 0, 0]);
      return Math.hypot(px - 0.2, py - 1);
    };
    expect(reach('qp')).toBeLessThan(1e-3);
  });
});

describe('joints that follow by torques', () => {
  /** The arm moves by itself under what the kernel asks, and pushes nothing. */
  function followed(follow: FollowDesign, load = 0): { readonly off: number; readonly torque: number } {
    const model = planar();
    const period = 2e-3;
    const design: Design = {
      name: 'follow',
      model,
      period,
      points: [
        { name: 'tip', frame: 'l3' },
        { name: 'goal', at: [1.2, 0.9, 0] },
      ],
      elements: [],
      servo: { at: 'tip', attitude: false, follow },
      laws: [{ name: 'go', kind: 'track', at: 'tip', target: 'goal', parameters: { speed: [0.9] } }],
    };
    const kernel = new LawKernel(design);
    const accelerations = compiledDynamics(model);
    let q = [0.2, 0.6];
    let v = [0, 0];
    let torque = 0;
    for (let k = 0; k < 750; k++) {
      kernel.step(q, v);
      const tau = kernel.numbers('torque').map((x, i) => (i === 0 ? x + load : x));
      torque = kernel.view('torque')[0];
      const a = accelerations(q, v, tau);
      v = v.map((x, i) => x + period * a[i]);
      q = q.map((x, i) => x + period * v[i]);
    }
    const [px, py] = toolAt(model, q, 'l3', [0, 0, 0]);
    return { off: Math.hypot(px - 1.2, py - 0.9), torque };
  }

  it('by a pd, off by load over stiffness', () => {
    expect(followed({ kind: 'pd', stiffness: [400], damping: [80] }, 8).off).toBeCloseTo(0.02 * 1.5, 3);
  });

  it('by a pid, whatever loads it', () => {
    expect(followed({ kind: 'pid', stiffness: [400], damping: [80], integral: [400] }, 8).off).toBeLessThan(
      1e-2,
    );
  });

  it('by computed torque', () => {
    expect(followed({ kind: 'computed torque', bandwidth: 30 }).off).toBeLessThan(1e-4);
  });
});

describe('a pid at its limit', () => {
  it('winds up, rests, or runs back', () => {
    const kept = (windup: 'none' | 'clamp' | 'back-calculation'): number => {
      const kernel = new LawKernel({
        name: 'wind',
        model: planar(),
        period: 1e-3,
        points: [{ name: 'tip', frame: 'l3' }],
        elements: [],
        servo: {
          at: 'tip',
          follow: { kind: 'pid', stiffness: [100], damping: [0], integral: [300], limit: [10], windup },
        },
        laws: [{ name: 'home', kind: 'joints', parameters: { position: [1, 0.5], time: [0.01] } }],
      });
      // The arm is held where it is.
      for (let k = 0; k < 1000; k++) kernel.step([0, 0.5], [0, 0]);
      expect(kernel.view('torque')[0]).toBe(10);
      return kernel.view('servo.follow.held')[0];
    };
    expect(kept('none')).toBeGreaterThan(290);
    expect(kept('clamp')).toBeLessThan(1);
    // At rest what comes in is what runs back: K_i e = (K_i/K_p) (u − limit), u = K_p e + held: held = limit.
    const back = kept('back-calculation');
    expect(back).toBeLessThan(100);
  });
});
