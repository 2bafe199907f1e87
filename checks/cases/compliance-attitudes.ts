/** Attitudes: the short way, the whole angle, the right numbers for it. */
import fc from 'fast-check';
import { numbers as N, quaternionFromRotation, quaternionLog, rotationFromRpy, type Vec3 } from 'pliant/math';
import { axes, between, type Three, within } from './case.js';
import { above, type Figure, lawCase, same } from './law-case.js';
import { CaseKernel, gantry, gantryTool, once } from './law-kernel.js';
import { after, apartBy, type Four, negative, spun, zyx } from './quaternions.js';
import { dot, rotationOf, turned } from './solid.js';

const degree = Math.PI / 180;
const points = [
  { name: 'tool', frame: gantryTool },
  { name: 'goal', at: [0, 0, 0], attitude: [1, 0, 0, 0] },
] as const;

/** A spring of turning on a wrist, and nothing else. */
const spring = once(
  () =>
    new CaseKernel({
      name: 'spring',
      model: gantry(),
      period: 1e-3,
      points,
      elements: [],
      laws: [
        {
          name: 'spring',
          kind: 'impedance',
          at: 'tool',
          axes: 'world',
          target: 'goal',
          parameters: { stiffness: [0], turnStiffness: [1], damping: [0], turnDamping: [0] },
        },
      ],
    }),
);

/** The joints' axes in the world, wrist at (a, b, c). */
function wristAxes(a: number, b: number): readonly Three[] {
  const yaw = rotationOf([0, 0, a]);
  return [[0, 0, 1], turned(yaw, [0, 1, 0]), turned(rotationOf([0, b, a]), [1, 0, 0])];
}

/** Torques of the wrist's joints, turned to a target that is `angle` about a world axis farther. */
function pulled(stiffness: number, wrist: Three, axis: Three, angle: number, sign: 1 | -1): number[] {
  const here = zyx(...wrist);
  const goal = after(spun(axis, angle), here);
  const kernel = spring().again();
  kernel.set('spring.turnStiffness', stiffness);
  kernel.set('goal.attitude', ...(sign > 0 ? goal : negative(goal)));
  kernel.step([0, 0, 0, ...wrist], [0, 0, 0, 0, 0, 0]);
  return kernel.numbers('torque').slice(3);
}

const wrists = fc.tuple(within(3), within(1.2), within(3)).map((x): Three => x);
const signs = fc.constantFrom(1 as const, -1 as const);

/** Along the short way, all of the angle counts. */
function pullsRight(what: string, stiffness: number, wrist: Three, axis: Three, angle: number, sign: 1 | -1) {
  const short = angle > Math.PI ? angle - 2 * Math.PI : angle;
  const right = wristAxes(wrist[0], wrist[1]).map((own) => stiffness * short * dot(own, axis));
  return same(what, pulled(stiffness, wrist, axis, angle, sign), right, 1e-9 * stiffness);
}

const follower = once(
  () =>
    new CaseKernel({
      name: 'follower',
      model: gantry(),
      period: 1e-3,
      points,
      elements: [],
      servo: { at: 'tool', joints: [50], follow: { kind: 'drive' } },
      laws: [
        {
          name: 'go',
          kind: 'track',
          at: 'tool',
          target: 'goal',
          parameters: { time: [0], speed: [0], turning: [1] },
        },
      ],
    }),
);

/** The path of a turn to `goal` in 100 ticks: its length, and where it is half way. */
function path(
  wrist: Three,
  goal: Four,
  angle: number,
): { readonly length: number; readonly middle: number[] } {
  const kernel = follower().again();
  kernel.set('goal.attitude', ...goal);
  kernel.set('go.turning', angle / 0.1);
  let [length, last, middle] = [0, [...zyx(...wrist)], [1, 0, 0, 0]];
  for (let k = 1; k <= 110; k++) {
    kernel.step(k === 1 ? [0, 0, 0, ...wrist] : undefined);
    const now = kernel.numbers('servo.attitude');
    length += apartBy(last, now);
    if (k === 50) middle = now;
    last = now;
  }
  return { length, middle };
}

const upright = (q: readonly number[]): number[] => q.map((x) => (q[0] < 0 ? -x : x) + 0);

function rotationVector(rpy: Three): Vec3<number> {
  return quaternionLog(N, quaternionFromRotation(N, rotationFromRpy(N, ...rpy)));
}

export const attitudeCases = [
  lawCase(
    'CL-01',
    'a turn goes the short way, whatever the sign of its quaternion',
    () => [
      same(
        'target 190° on about z, K 10',
        pulled(10, [0, 0, 0], [0, 0, 1], 190 * degree, 1),
        [-29.6706, 0, 0],
        5e-5,
      ),
      same('the same as −q', pulled(10, [0, 0, 0], [0, 0, 1], 190 * degree, -1), [-29.6706, 0, 0], 5e-5),
    ],
    fc.tuple(between(0.1, 100), wrists, axes, between(3.3, 6.2), signs),
    ([k, wrist, axis, angle, sign]) => [pullsRight('torques', k, wrist, axis, angle, sign)],
  ),
  lawCase(
    'CL-02',
    'a stiffness of turning counts by the angle, not by the vector part of a quaternion',
    () => [
      same('K 30, 1 rad off', pulled(30, [0, 0, 0], [0, 0, 1], 1, 1)[0], 30, 1e-9),
      same('K 30, 170° off', pulled(30, [0, 0, 0], [0, 0, 1], 170 * degree, 1)[0], 89.0118, 5e-5),
      same('its slope at none', pulled(30, [0, 0, 0], [0, 0, 1], 1e-6, 1)[0] / 1e-6, 30, 1e-6),
    ],
    fc.tuple(between(0.1, 100), wrists, axes, between(1e-4, 3.05), signs),
    ([k, wrist, axis, angle, sign]) => [pullsRight('torques', k, wrist, axis, angle, sign)],
  ),
  lawCase(
    'CL-03',
    'a path of attitudes goes the short way',
    () => {
      const { length, middle } = path([0, 0, 0], [-0.996195, 0, 0, -0.087156], 10 * degree);
      return [
        same('way, deg', length / degree, 10, 1e-4),
        same('half way', upright(middle), [0.999048, 0, 0, 0.043619], 5e-7),
      ];
    },
    fc.tuple(
      fc.tuple(within(0.5), within(0.4), within(0.5)).map((x): Three => x),
      axes,
      between(0.05, 0.5),
      signs,
    ),
    ([wrist, axis, angle, sign]): Figure[] => {
      const here = zyx(...wrist);
      const goal = after(spun(axis, angle), here);
      const { length, middle } = path(wrist, sign > 0 ? goal : negative(goal), angle);
      return [
        same('way', length, angle, 1e-3 * angle),
        same('off half way', apartBy(middle, after(spun(axis, angle / 2), here)), 0, 1e-3 * angle),
      ];
    },
    0.2,
  ),
  lawCase(
    'CL-18',
    'roll, pitch and yaw are no rotation vector',
    () => {
      const rpy: Three = [Math.PI, 0, 30 * degree];
      const right = rotationVector(rpy);
      // What it would be to take the three numbers for a rotation vector.
      const size = Math.hypot(...rpy);
      const taken = spun(rpy.map((x) => x / size) as unknown as Three, size);
      const length = Math.hypot(...right);
      const own = spun(right.map((x) => x / length) as unknown as Three, length);
      return [
        same('tool down and 30° yaw', right, [3.034545, 0.813104, 0], 5e-7),
        same('30° yaw alone', rotationVector([0, 0, 30 * degree]), [0, 0, 0.523599], 5e-7),
        same('the three taken for one are off by, deg', apartBy(own, taken) / degree, 35.438, 5e-4),
      ];
    },
    fc.tuple(between(0.1, 3), within(3)),
    ([roll, yaw]) => {
      // Rz(yaw) Rx(roll) as a quaternion, by half angles.
      const [a, b] = [yaw / 2, roll / 2];
      const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
      const vector = [ca * sb, sa * sb, sa * cb];
      const angle = 2 * Math.atan2(Math.hypot(...vector), ca * cb);
      const right = vector.map((x) => (angle * x) / Math.hypot(...vector));
      return [
        same('rotation vector', rotationVector([roll, 0, yaw]), right, 1e-9),
        above('its length', angle, 0),
      ];
    },
  ),
];
