import { describe, expect, it } from 'vitest';
import { numbers as N, rotationFromRpy, type Vec3 } from '../../math/index.js';
import { force } from './force.js';
import { forceStatuses } from './force-motion.js';
import { hybrid } from './hybrid.js';
import { type MotionTick, origin, type Pose, runMotion, siteAt } from './view.test.helper.js';

const T = 0.001;
const named = ({ status }: MotionTick) => forceStatuses[status];

/** A plane of `k` N/m across z at a height that may move, with friction, under an arm that yields sideways. */
function plane(height: (t: number) => number, k = 20000, friction = 0, slides = 0, yields = 1e4) {
  return (command: Pose, time: number) => {
    const [x, y, z] = command.position;
    const press = Math.max(0, k * (z - height(time)));
    const drag = friction * press * Math.sign(slides);
    return {
      force: [drag, 0, -press] as Vec3<number>,
      at: { ...command, position: [x + drag / yields, y, z] as Vec3<number> },
    };
  };
}

const gains = {
  wanted: [0, 0, 10, 0, 0, 0],
  gain: [0.002],
  integral: [0.02],
  speed: [0.02],
  deviation: [1, 1, 1],
};

describe('force control by motion', () => {
  it('presses as wanted without winding up, as along one axis', () => {
    const ticks: MotionTick[] = [];
    runMotion(force, gains, { tick: T, wrench: plane(() => 0.01) }, 1500, (tick) => ticks.push(tick));
    const greatest = Math.max(...ticks.map((tick) => -tick.force[2]));
    // Without the integral held it is 34.
    expect(greatest).toBeLessThan(11.5);
    expect(ticks[1499].force[2]).toBeCloseTo(-10, 1);
    expect([named(ticks[0]), named(ticks[1499])]).toEqual(['approach', 'contact']);
  });

  it('rests where the tool presses as wanted, in whatever axes', () => {
    const axes = rotationFromRpy(N, 0.4, -1.1, 2);
    const out: Vec3<number> = [axes[2], axes[5], axes[8]];
    let moved = 1;
    runMotion(
      force,
      { ...gains, wanted: [0, 0, 2, 0, 0, 0] },
      {
        tick: T,
        axes,
        // The environment pushes back with 2 N against the tool's z.
        wrench: () => ({ force: out.map((x) => -2 * x) as unknown as Vec3<number> }),
      },
      50,
      ({ command }) => {
        moved = Math.hypot(...command.position);
      },
    );
    expect(moved).toBeLessThan(1e-15);
  });

  it('stops when contact is lost, or goes on searching slowly', () => {
    const leaves = (t: number) => (t < 0.3 ? 0.002 : 0.02);
    for (const [search, end] of [
      [0, 'lost'],
      [0.002, 'lost'],
      [0.02, 'contact'],
    ] as const) {
      let last: MotionTick | undefined;
      let fastest = 0;
      runMotion(force, { ...gains, search: [search] }, { tick: T, wrench: plane(leaves) }, 3000, (tick) => {
        last = tick;
        if (tick.time > 1.15 && tick.status === forceStatuses.indexOf('lost'))
          fastest = Math.max(fastest, tick.velocity[2]);
      });
      expect(last && named(last)).toBe(end);
      expect(fastest).toBeLessThanOrEqual(search);
    }
  });

  it('goes no farther than its deviation, and leaves it at once when it is pushed back', () => {
    let [most, back] = [0, 0];
    runMotion(
      force,
      { ...gains, deviation: [0.01, 0.01, 0.01] },
      {
        tick: T,
        wrench: (_, time) => ({ force: [0, 0, time < 0.6 ? 0 : -20] }),
      },
      602,
      ({ command, time }) => {
        most = Math.max(most, command.position[2]);
        if (time > 0.6) back = command.position[2];
      },
    );
    expect(most).toBeLessThanOrEqual(0.01 + 1e-12);
    expect(most).toBeGreaterThan(0.0099);
    expect(back).toBeLessThan(most - 1e-6);
  });

  it('is refused on axes that it does not have, by their name', () => {
    const codes = (given: Record<string, readonly number[]>) =>
      force
        .check?.(
          { select: [0, 0, 1, 0, 0, 0], touch: [1], ...gains, ...given },
          { period: T, hasSensor: true, hasTarget: false, nq: 7, nv: 7 },
        )
        .map(({ code, message }) => `${code}: ${message}`);
    expect(codes({})).toEqual([]);
    expect(codes({ wanted: [3, 0, 10, 0, 0, 0], speed: [0.001] })).toEqual([
      'force-not-selected: a force is wanted on x, which is not under force control',
    ]);
    expect(codes({ select: [0, 0, 0, 0, 0, 0], wanted: [0, 0, 0, 0, 0, 0] })?.[0]).toMatch('no-axis');
    expect(codes({ gain: [0], integral: [0] })?.[0]).toMatch('no-gain');
    expect(codes({ select: [0, 0, 1, 1, 0, 0] })?.[0]).toMatch('no-gain');
    expect(codes({ touch: [12] })?.[0]).toMatch('touch-above-force');
    expect(codes({ speed: [0.05] })?.[0]).toMatch('approach-winds-up');
    expect(codes({ select: [0, 0, 0.5, 0, 0, 0] })?.[0]).toMatch('not-chosen');
  });
});

describe('hybrid force and position control', () => {
  const target = siteAt(origin);

  it('holds its other axes while a plane moves away, and under friction', () => {
    for (const [height, friction] of [
      [(t: number) => 0.001 + 0.01 * t, 0],
      [() => 0.001, 0.2],
    ] as const) {
      const yields = 1e4;
      let [side, wrong, worst] = [0, 0, 0];
      runMotion(
        hybrid,
        { ...gains, deviation: [0.02, 0.02, 0.2] },
        { tick: 0.004, wrench: plane(height, 20000, friction, 1, yields), target: () => target },
        2500,
        ({ command, force: f, time, status }) => {
          worst = Math.max(worst, status);
          side = Math.max(side, Math.hypot(command.position[0] + f[0] / yields, command.position[1]));
          if (time > 1) wrong = Math.max(wrong, Math.abs(-f[2] - 10));
        },
      );
      expect(forceStatuses[worst]).toBe('contact');
      expect(side).toBeLessThan(0.001 + (friction === 0 ? 0 : 2 / yields));
      expect(wrong).toBeLessThan(1);
    }
  });

  it('follows a target along them', () => {
    let last: MotionTick | undefined;
    const path = (t: number): Pose => ({ ...origin, position: [0.05 * t, 0, 0.5] });
    runMotion(
      hybrid,
      { ...gains, deviation: [0.05, 0.05, 1] },
      { tick: T, wrench: plane(() => 0.002), target: (t) => siteAt(path(t), [0.05, 0, 0]) },
      1200,
      (tick) => {
        last = tick;
      },
    );
    expect(last?.command.position[0]).toBeCloseTo(0.05 * 1.199, 9);
    expect(last?.force[2]).toBeCloseTo(-10, 1);
  });

  it('stops all where an axis is pushed too far off, and stays so', () => {
    let last: MotionTick | undefined;
    runMotion(
      hybrid,
      { ...gains, deviation: [0.001, 0.02, 0.2] },
      { tick: T, wrench: plane(() => 0.001, 20000, 0.9, 1, 4000), target: () => target },
      500,
      (tick) => {
        last = tick;
      },
    );
    expect(last && named(last)).toBe('deviated');
    expect(last?.velocity).toEqual([0, 0, 0]);
  });
});
