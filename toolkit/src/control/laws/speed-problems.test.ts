/** What joints are asked for before a run, against closed forms and against the command of a kernel. */
import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import { type Design, type LawDesign, type PhaseDesign, speedProblems } from '../index.js';
import { LawKernel } from './laws.test.helper.js';
import { servoStatuses } from './servo-fields.js';

const [a, b] = [0.2, 1.3];
/** Rates of the joints for 1 m/s along y: J q̇ = (0, 1) of two links of 1 m. */
const [s1, c1, s12, c12] = [Math.sin(a), Math.cos(a), Math.sin(a + b), Math.cos(a + b)];
const det = -(s1 + s12) * c12 + s12 * (c1 + c12);
const rates = [s12 / det, -(s1 + s12) / det];
const limits = [0.6, 0.9];
/** The highest speed along y, m/s, and the joint that bounds it. */
const [own, bound] = rates
  .map((x, i) => limits[i] / Math.abs(x))
  .map((x, i): [number, number] => [x, i])
  .reduce((least, one) => (one[0] < least[0] ? one : least));

function design(law: Partial<LawDesign>, more: Partial<Design> = {}): Design {
  return {
    name: 'arm',
    model: planar(),
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l3' },
      {
        name: 'goal',
        at: [c1 + c12, s1 + s12, 0],
        motion: { along: 'line', parameters: { by: [0, 0.2, 0], speed: [1] } },
      },
    ],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tip' }],
    laws: [{ name: 'go', kind: 'track', at: 'tip', axes: 'world', parameters: {}, ...law }],
    servo: { at: 'tip', attitude: false, joints: limits, follow: { kind: 'computed torque', bandwidth: 60 } },
    ...more,
  };
}
const found = (of: Design, duration = 1e-3) => speedProblems(of, [a, b], duration);
const sensed = (kind: string, parameters: LawDesign['parameters']) =>
  design({ kind, sensor: 'wrist', parameters });

describe('the speed of a law in free space', () => {
  it.each<[string, (speed: number) => Design]>([
    [
      'an admittance that is wanted to press, F/D',
      (v) =>
        sensed('admittance', {
          selection: [0, 1, 0, 0, 0, 0],
          mass: [5],
          damping: [40],
          wanted: [0, 40 * v, 0, 0, 0, 0],
        }),
    ],
    [
      'the same less its dead band',
      (v) =>
        sensed('admittance', {
          selection: [0, 1, 0, 0, 0, 0],
          mass: [5],
          damping: [40],
          deadBand: [3],
          wanted: [0, 3 + 40 * v, 0, 0, 0, 0],
        }),
    ],
    [
      'a guarded move',
      (v) => sensed('guarded-move', { direction: [0, -2, 0], speed: [v], threshold: [2], limit: [0.1] }),
    ],
    [
      'force control',
      (v) =>
        sensed('force', {
          select: [0, 1, 0, 0, 0, 0],
          wanted: [0, 5, 0, 0, 0, 0],
          gain: [v / 5],
          speed: [9],
        }),
    ],
    [
      'force control with an integral',
      (v) =>
        sensed('force', {
          select: [0, 1, 0, 0, 0, 0],
          wanted: [0, 5, 0, 0, 0, 0],
          gain: [1e-6],
          integral: [1],
          speed: [v],
        }),
    ],
  ])('is told where a joint cannot: %s', (_, at) => {
    expect(found(at(0.98 * own))).toEqual([]);
    const [problem, ...others] = found(at(1.02 * own));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'joint-speed-asked',
      severity: 'warning',
      where: { path: 'control.laws.go' },
    });
    expect(problem.message).toContain(`the joint j${bound + 1}`);
    // The number that works, to two digits.
    expect(Number.parseFloat(problem.hint?.match(/at most ([\d.]+) m\/s/)?.[1] ?? '')).toBeCloseTo(own, 1);
  });

  it('is none of a law that a spring holds, or of one that a later phase begins', () => {
    const press = { selection: [0, 1, 0, 0, 0, 0], mass: [5], damping: [1], wanted: [0, 40, 0, 0, 0, 0] };
    expect(found(sensed('admittance', press))).toHaveLength(1);
    expect(found(sensed('admittance', { ...press, stiffness: [500] }))).toEqual([]);
    const phases: PhaseDesign[] = [
      { name: 'wait', laws: [], until: { after: 1 } },
      { name: 'press', laws: ['go'] },
    ];
    expect(found({ ...sensed('admittance', press), phases })).toEqual([]);
  });
});

describe('a point that is tracked', () => {
  const along = (speed: number, more: Partial<Design> = {}): Design => {
    const of = design({ target: 'goal', parameters: { speed: [10], time: [0.05] } }, more);
    const [tip, goal] = of.points;
    return {
      ...of,
      points: [tip, { ...goal, motion: { along: 'line', parameters: { by: [0, 0.3, 0], speed: [speed] } } }],
    };
  };
  /** Whether the command of a kernel is cut by a limit, by the run itself. */
  const cut = (of: Design): boolean => {
    const kernel = new LawKernel({
      ...of,
      servo: { ...(of.servo as NonNullable<Design['servo']>), follow: { kind: 'drive' } },
    });
    let any = false;
    for (let k = 0; k < 1000; k++) {
      kernel.feel('wrist', 0);
      kernel.step(k === 0 ? [a, b] : undefined);
      any ||= servoStatuses[kernel.view('servo.status')[0]] === 'limit';
    }
    return any;
  };

  it('is told where its way takes a joint beyond its speed, as a run cuts the command', () => {
    const told: boolean[] = [];
    for (const speed of [0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 1]) {
      const of = along(speed * own);
      told.push(found(of, 1).length > 0);
      expect(told.at(-1), `${speed}`).toBe(cut(of));
    }
    expect(new Set(told).size).toBe(2);
  });

  it('counts what stands off at the start, as fast as it is closed', () => {
    const { points, ...of } = design({ target: 'goal', parameters: { speed: [0.9 * own], time: [0.01] } });
    const still = {
      ...of,
      points: [points[0], { name: 'goal', at: [c1 + c12, s1 + s12 + 0.02, 0] as const }],
    };
    expect(found(still)).toEqual([]);
    const [law] = still.laws ?? [];
    expect(
      found({ ...still, laws: [{ ...law, parameters: { speed: [1.1 * own], time: [0.01] } }] }),
    ).toHaveLength(1);
  });

  it('says nothing of torques that follow where drives do, nor anything where joints are not bounded', () => {
    const [torques] = found(along(3 * own));
    expect(torques.message).toContain('follows by torques');
    const servo = { at: 'tip', attitude: false, joints: limits, follow: { kind: 'drive' } } as const;
    expect(found(along(3 * own, { servo }))[0].message).not.toContain('torques');
    const { joints: _, ...free } = servo;
    expect(found(along(3 * own, { servo: free }))).toEqual([]);
  });
});
