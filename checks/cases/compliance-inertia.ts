/** Damping, null spaces and tasks on the inertia of the arm, down to where it is straight. */
import fc from 'fast-check';
import {
  type Design,
  dampedProjections,
  designProblems,
  singularProblems,
  startProblems,
} from 'pliant/control';
import { numbers as N } from 'pliant/math';
import { forwardDynamics, type Model } from 'pliant/model';
import { between, type Three, within } from './case.js';
import { above, type Figure, lawCase, most, same, told } from './law-case.js';
import { CaseKernel, chainModel, once, type Part, planarArm, rails } from './law-kernel.js';

const still: Three = [0, 0, 0];
type Two = readonly [number, number];
/** Row by row. */
type Square = readonly [number, number, number, number];

const det = ([a, b, c, d]: Square): number => a * d - b * c;
const solved = (m: Square, [x, y]: Two): Two => [
  (m[3] * x - m[1] * y) / det(m),
  (m[0] * y - m[2] * x) / det(m),
];
const transposed = ([a, b, c, d]: Square): Square => [a, c, b, d];
const times = ([a, b, c, d]: Square, [e, f, g, h]: Square): Square => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

/** A slide along z, then links in the plane across it. */
const lifted = (parts: readonly Part[]): Part[] => [
  { type: 'prismatic', axis: [0, 0, 1], mass: 0.5 },
  ...parts,
];

function springOf(
  model: Model,
  tool: string,
  more: Record<string, readonly number[]> = {},
  sensor?: string,
): Design {
  return {
    name: 'spring',
    model,
    gravity: [0, 0, 0],
    period: 1e-3,
    points: [
      { name: 'tool', frame: tool },
      { name: 'goal', at: [0, 0, 0] },
    ],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    laws: [
      {
        name: 'spring',
        kind: 'impedance',
        at: 'tool',
        axes: 'world',
        target: 'goal',
        ...(sensor === undefined ? {} : { sensor }),
        parameters: { stiffness: [100, 400, 200], ...more },
      },
    ],
  };
}

/** Slides along x and askew, so that the tool has the inertia [[2, 1], [1, 3]] in the plane. */
const askew = once(() => {
  const c = -(1 + Math.sqrt(5)) / 2;
  const size = Math.hypot(c, 1);
  return new CaseKernel(
    springOf(
      chainModel([
        { type: 'prismatic', axis: [1, 0, 0], mass: -1 / c },
        { type: 'prismatic', axis: [c / size, 1 / size, 0], mass: 1 + 1 / c },
        { type: 'prismatic', axis: [0, 0, 1], mass: 1 },
      ]),
      'l3',
    ),
  );
});

/** The forces at the tool for a speed of 1 along x and along y, as a matrix of damping. */
function dampingOf(kernel: CaseKernel, q: readonly number[], jacobian: Square, joints: Two): Square {
  const column = (speed: Two): Two => {
    const rates = solved(jacobian, speed);
    const v = q.map(() => 0);
    joints.forEach((joint, i) => {
      v[joint] = rates[i];
    });
    kernel.step(q, v);
    const torque = kernel.numbers('torque');
    return solved(transposed(jacobian), [-torque[joints[0]], -torque[joints[1]]]);
  };
  const [x, y] = [column([1, 0]), column([0, 1])];
  return [x[0], y[0], x[1], y[1]];
}

/** How far det(Λ s² + D s + K) is off the product of two oscillators of that ratio, over several s. */
function offRatio(inertia: Square, D: Square, [k1, k2]: Two, ratio: number): number {
  // det(K − ω² Λ) = 0.
  const [a, b, c] = [det(inertia), -(inertia[0] * k2 + inertia[3] * k1), k1 * k2];
  const root = Math.sqrt(b * b - 4 * a * c);
  const squares = [(-b - root) / (2 * a), (-b + root) / (2 * a)];
  const w = Math.sqrt(squares[1]);
  return Math.max(
    ...[0.1, 0.7, 1.9].map((share) => {
      const s = share * w;
      const whole: Square = [
        inertia[0] * s * s + D[0] * s + k1,
        inertia[1] * s * s + D[1] * s,
        inertia[2] * s * s + D[2] * s,
        inertia[3] * s * s + D[3] * s + k2,
      ];
      const right = squares.reduce(
        (all, x) => all * (s * s + 2 * ratio * Math.sqrt(x) * s + x),
        det(inertia),
      );
      return Math.abs(det(whole) / right - 1);
    }),
  );
}

const lengths: Two = [1, 1];
/** Two links of 1 m on a slide, a kilogram at the end of each. */
const two = once(() => chainModel(lifted(planarArm(lengths, [1, 1]))));
const twoSpring = once(() => new CaseKernel(springOf(two(), 'l4')));
const tipOf = (a: number, b: number): Three => [
  Math.cos(a) + Math.cos(a + b),
  Math.sin(a) + Math.sin(a + b),
  0,
];
function jacobianOf(a: number, b: number): Square {
  const [x, y] = tipOf(a, b);
  return [-y, -Math.sin(a + b), x, Math.cos(a + b)];
}

/** The first peak beyond the target, as a share of the way, of a mass on the spring of a kernel. */
function overshoot(kernel: CaseKernel, mass: number): number {
  kernel.again();
  let [x, v, peak] = [-1, 0, 0];
  for (let k = 0; k < 0.7 / kernel.period && (v >= 0 || peak === 0); k++) {
    kernel.step([x], [v]);
    v += (kernel.at('torque')[0] / mass) * kernel.period;
    x += v * kernel.period;
    peak = Math.max(peak, x);
  }
  return peak;
}

function onRail(parameters: Record<string, readonly number[]>): CaseKernel {
  const model = rails(['x', 'y', 'z'], 4);
  const base = springOf(model, 'tool', { stiffness: [400], ...parameters });
  return new CaseKernel({ ...base, period: 4e-5 });
}

/** Torques of the joints of three links, pushed in the null space of their tip's place. */
function three(forces: Three): Design {
  return {
    name: 'three',
    model: threeModel(),
    gravity: still,
    period: 1e-3,
    points: [{ name: 'tip', frame: 'l4' }],
    coordinates: [
      { name: 'place', kind: 'place', joins: { at: 'tip' }, parameters: {} },
      { name: 'flat', kind: 'slice', joins: {}, of: ['place'], parameters: { entries: [0, 1] } },
    ],
    elements: [
      { name: 'keep', family: 'damper', kind: 'linear', joins: {}, of: 'flat', parameters: { damping: [1] } },
      ...forces.map((force, i) => ({
        name: `push${i}`,
        family: 'source' as const,
        kind: 'push',
        joins: { joint: `j${i + 1}` },
        nullspaceOf: ['keep'],
        parameters: { force: [force] },
      })),
    ],
  };
}
const threeModel = once(() => chainModel(planarArm([0.4, 0.3, 0.2], [2, 1.5, 1])));
const threeKernel = once(() => new CaseKernel(three([1, 0, 0])));

function projected(q: readonly number[], forces: readonly number[]): number[] {
  const kernel = threeKernel().again();
  forces.forEach((x, i) => {
    kernel.set(`push${i}.force`, x);
  });
  kernel.step(q, still);
  return kernel.numbers('torque');
}

/** Acceleration of the tip of three links at rest, by the geometry of the arm. */
function tipAcceleration(q: readonly number[], torque: readonly number[]): Two {
  const a = forwardDynamics(N, threeModel(), q, still, torque, still);
  let [angle, rate, x, y] = [0, 0, 0, 0];
  [0.4, 0.3, 0.2].forEach((length, i) => {
    angle += q[i];
    rate += a[i];
    x -= rate * length * Math.sin(angle);
    y += rate * length * Math.cos(angle);
  });
  return [x, y];
}

/** Two slides along x, one on the other, and across: one of them is too many. */
const doubled = once(() =>
  chainModel([
    { type: 'prismatic', axis: [1, 0, 0], mass: 1.5 },
    { type: 'prismatic', axis: [1, 0, 0], mass: 0 },
    { type: 'prismatic', axis: [0, 1, 0], mass: 0 },
    { type: 'prismatic', axis: [0, 0, 1], mass: 0.5 },
  ]),
);
const posture = (more: Record<string, readonly number[]>): Design =>
  springOf(doubled(), 'l4', { posture: [0, 0, 0, 0], postureStiffness: [1], ...more });
const unset = once(() => new CaseKernel(posture({})));

function nullTorque(kernel: CaseKernel, speed: number): number[] {
  kernel.again().step([0, 0, 0, 0], [speed, -speed, 0, 0]);
  return kernel.numbers('torque').slice(0, 2);
}

/** Two links asked for 1 m/s² along `(cos, sin)` of half the bend. */
const asking = once(
  () => new CaseKernel(springOf(two(), 'l4', { stiffness: [1], damping: [0], mass: [1] }, 'wrist')),
);
function asked(bend: number): number[] {
  const kernel = asking().again();
  const [x, y] = tipOf(0.3, bend);
  kernel.set('goal.at', x + Math.cos(0.3 + bend / 2), y + Math.sin(0.3 + bend / 2), 0);
  kernel.feel('wrist', 0);
  kernel.step([0, 0.3, bend], still);
  return kernel.numbers('torque').slice(1);
}

/** Two links with a push in the null space of the place of their tip. */
const flat = (): Design => ({
  ...three([1, 0, 0]),
  model: chainModel(planarArm(lengths, [1, 1])),
  points: [{ name: 'tip', frame: 'l3' }],
  elements: three([1, 0, 0]).elements.slice(0, 2),
});

/** The least singular value of two links of 1 m, in closed form. */
function leastSingular(bend: number): number {
  const j = jacobianOf(0, bend);
  const sum = j.reduce((all, x) => all + x * x, 0);
  return Math.abs(det(j)) / Math.sqrt((sum + Math.sqrt(sum * sum - 4 * det(j) ** 2)) / 2);
}

const bent = [0.3, 0.5, -0.4];

export const inertiaOfToolCases = [
  lawCase(
    'CL-07',
    'damping counts the inertia that the tool has',
    () => {
      const D = dampingOf(askew().again(), [0, 0, 0], [1, askewWay()[0], 0, askewWay()[1]], [0, 1]);
      const inertia: Square = [2, 1, 1, 3];
      return [
        same('D on [[2, 1], [1, 3]]', D, [19.5492, 6.2697, 6.2697, 46.8483], 5e-5),
        most('its poles off a ratio of 0.7', offRatio(inertia, D, [100, 400], 0.7), 1e-9),
        same('overshoot of 4 kg, %', 100 * overshoot(onRail({ ratio: [0.7] }), 4), 4.599, 8e-3),
        same('with the damping of 1 kg', 100 * overshoot(onRail({ damping: [28] }), 4), 30.92, 1e-2),
      ];
    },
    fc.record({
      a: within(3),
      b: fc.oneof(between(0.3, 2.8), between(-2.8, -0.3)),
      k: fc.tuple(between(10, 2000), between(10, 2000)),
      ratio: between(0.1, 1.5),
    }),
    ({ a, b, k, ratio }) => {
      const kernel = twoSpring().again();
      kernel.set('goal.at', ...tipOf(a, b)).set('spring.stiffness', ...k, 100);
      kernel.set('spring.ratio', ratio);
      const J = jacobianOf(a, b);
      const D = dampingOf(kernel, [0, a, b], J, [1, 2]);
      // M of two links with point masses at their ends, and Λ = J⁻ᵀ M J⁻¹.
      const c = Math.cos(b);
      const M: Square = [3 + 2 * c, 1 + c, 1 + c, 1];
      const d = det(J);
      const inverse: Square = [J[3] / d, -J[1] / d, -J[2] / d, J[0] / d];
      const inertia = times(transposed(inverse), times(M, inverse));
      return [
        most('poles off their ratio', offRatio(inertia, D, k, ratio), 1e-7),
        most('skew', Math.abs(D[1] - D[2]) / (Math.abs(D[0]) + Math.abs(D[3])), 1e-9),
      ];
    },
  ),
  lawCase(
    'CL-08',
    'torques in a null space leave the tip where it is',
    () => [
      same('tip, three links, 1 N m', tipAcceleration(bent, projected(bent, [1, 0, 0])), [0, 0], 1e-12),
      above('what is left of it', Math.hypot(...projected(bent, [1, 0, 0])), 0.1),
    ],
    fc.tuple(within(3), between(0.4, 2.5), between(0.4, 2.5), fc.tuple(within(9), within(9), within(9))),
    ([a, b, c, forces]) => {
      const q = [a, b, -c];
      return [same('tip', tipAcceleration(q, projected(q, forces)), [0, 0], 1e-10)];
    },
  ),
  lawCase(
    'CL-09',
    'a null space is a projection, and what leaks where it is damped is told',
    () => {
      const once = projected(bent, [1, 0, 0]);
      const straight = [0.3, 0.004, -0.003];
      const leaking = three([1, 0, 0]);
      const told2 = dampedProjections(leaking, straight).find(({ element }) => element.name === 'push0');
      return [
        same('projected twice', projected(bent, once), once, 1e-12),
        same('none is damped there', dampedProjections(leaking, bent).length, 0, 0),
        same(
          'nearly straight, the tip',
          tipAcceleration(straight, projected(straight, [1, 0, 0])),
          [...(told2?.leak ?? [])],
          1e-9,
        ),
        above('which is', Math.hypot(...(told2?.leak ?? [])), 1e-3),
        told(
          'a run that starts there is warned',
          startProblems(leaking, straight).map(({ code }) => code)[0] ?? 'of nothing',
          'projection-leaks',
        ),
      ];
    },
    fc.tuple(within(3), within(0.02), within(0.02)),
    ([a, b, c]): Figure[] => {
      const q = [a, b, c];
      const found = dampedProjections(three([1, 0, 0]), q).find(({ element }) => element.name === 'push0');
      return [same('tip', tipAcceleration(q, projected(q, [1, 0, 0])), [...(found?.leak ?? [0, 0])], 1e-9)];
    },
  ),
  lawCase(
    'CL-10',
    'damping in a null space brakes, is critical unless it is set, and is never negative',
    () => {
      const refused = designProblems(posture({ postureRatio: [-1] })).filter((p) => p.severity === 'error');
      const none = new CaseKernel(posture({ postureRatio: [0] }));
      return [
        // 1.5 kg and 0.5 kg on it: the sum of both joints' wishes, on the first alone.
        same('unset, 1 m/s', nullTorque(unset(), 1), [-2 * (Math.sqrt(2) + Math.sqrt(0.5)), 0], 1e-9),
        told(
          '−1',
          refused.map(({ code, where }) => `${code} ${where.path}`),
          'parameter-range control.laws.spring.postureRatio',
        ),
        same('0', nullTorque(none, 1), [0, 0], 1e-12),
      ];
    },
    fc.tuple(within(5), between(0, 3), between(0.01, 50)),
    ([speed, ratio, k]) => {
      unset().again();
      const kernel = unset();
      kernel.set('spring.postureRatio', ratio).set('spring.postureStiffness', k);
      kernel.step([0, 0, 0, 0], [speed, -speed, 0, 0]);
      const [a, b] = kernel.numbers('torque');
      const right = -2 * ratio * Math.sqrt(k) * (Math.sqrt(2) + Math.sqrt(0.5)) * speed;
      return [same('torques', [a, b], [right, 0], 1e-8), most('power', a * speed - b * speed, 1e-12)];
    },
  ),
  lawCase(
    'CL-11',
    'what is asked of a straight arm stays bounded',
    () => [
      same('bend of 1 rad, as undamped', asked(1), [1.0429, -0.4794], 0.01),
      same('0.1 rad', asked(0.1)[0], 10.004, 0.1),
      most('0.01 rad (undamped 100)', Math.abs(asked(0.01)[0]), 60),
      most('0.001 rad (undamped 1000)', Math.abs(asked(0.001)[0]), 20),
      most('straight', Math.abs(asked(0)[0]), 20),
      told('warned at a bend of 0.1, 0.01, 0 rad', [0.1, 0.01, 0].map(singular), [
        'none',
        'near-singular 0.00447',
        'near-singular 0',
      ]),
      ...[0.1, 0.01, 0].map((bend) =>
        most(`1 N along it, bend ${bend}`, Math.max(...alongTorques(bend).map(Math.abs)), 0.0501),
      ),
    ],
    fc.oneof(between(-3, 3), between(-0.05, 0.05), fc.constantFrom(0, 1e-9, -1e-6)),
    (bend) => {
      const got = asked(bend);
      const sharp = leastSingular(bend) > 0.0201;
      // τ = M J⁻¹ a.
      const [x, y] = sharp
        ? solved(jacobianOf(0.3, bend), [Math.cos(0.3 + bend / 2), Math.sin(0.3 + bend / 2)])
        : [0, 0];
      const c = Math.cos(bend);
      const right = [(3 + 2 * c) * x + (1 + c) * y, (1 + c) * x + y];
      return [
        most('torque', Math.max(...got.map(Math.abs)), 60),
        ...(sharp ? [same('as undamped', got, right, 1e-6)] : []),
        ...(Math.abs(leastSingular(bend) - 0.01) < 1e-4
          ? []
          : [told('warned', singular(bend) !== 'none', leastSingular(bend) < 0.01)]),
      ];
    },
  ),
  lawCase(
    'LS-08',
    'a start near a singular pose is warned of, by the least singular value',
    () => [
      told('bend of 0.1 rad', warned(0.1), 'none'),
      told('0.01 rad', warned(0.01), 'projection-leaks 0.00447'),
      told('0.001 rad', warned(0.001), 'projection-leaks 0.000447'),
    ],
    between(-0.2, 0.2),
    (bend) => {
      const least = leastSingular(bend);
      if (Math.abs(least - 0.02) < 1e-4) return [];
      const [found] = startProblems(flat(), [0.3, bend]);
      return [
        told('warned', found !== undefined, least < 0.02),
        ...(found === undefined ? [] : [same('by', Number(found.got), least, 6e-3 * least + 4e-6)]),
      ];
    },
  ),
];

/** The joints' torques for 1 N along `(cos, sin)` of half the bend, in the plane. */
function alongTorques(bend: number): number[] {
  const [x, y] = [Math.cos(0.3 + bend / 2), Math.sin(0.3 + bend / 2)];
  const kernel = pushing().again();
  kernel.set('spring.wanted', x, y, 0, 0, 0, 0);
  kernel.step([0, 0.3, bend], still);
  return kernel.numbers('torque').slice(1);
}
const pushing = once(
  () => new CaseKernel(springOf(two(), 'l4', { stiffness: [0], damping: [0], wanted: [0, 0, 0, 0, 0, 0] })),
);

/** What is said of an impedance with a mass of its own where an arm begins with this bend. */
function singular(bend: number): string {
  const design = springOf(two(), 'l4', { stiffness: [1], damping: [0], mass: [1] }, 'wrist');
  const [found] = singularProblems(design, [0, 0.3, bend]);
  return found === undefined ? 'none' : `${found.code} ${found.got}`;
}

function warned(bend: number): string {
  const [found] = startProblems(flat(), [0.3, bend]);
  return found === undefined ? 'none' : `${found.code} ${found.got}`;
}

/** The way of the second slide of `askew`. */
function askewWay(): Two {
  const c = -(1 + Math.sqrt(5)) / 2;
  return [c / Math.hypot(c, 1), 1 / Math.hypot(c, 1)];
}
