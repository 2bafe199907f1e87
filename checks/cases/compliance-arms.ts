/** Masses, Jacobians and torques of an arm, and what a base that is not upright changes. */
import fc from 'fast-check';
import { numbers as N } from 'pliant/math';
import {
  forwardKinematics,
  frameJacobian,
  frameOf,
  gravityTorque,
  type Model,
  massMatrix,
  standardGravity,
} from 'pliant/model';
import { between, type Three, turns, vectors, within } from './case.js';
import { lawCase, same } from './law-case.js';
import { CaseKernel, chainModel, once, type Part, planarArm } from './law-kernel.js';
import { rotationOf, turned } from './solid.js';

const quarter = Math.PI / 2;

/** A wanted force alone, as the joints get it. */
const pressing = (model: Model, tip: string, axes: string): CaseKernel =>
  new CaseKernel({
    name: 'press',
    model,
    period: 1e-3,
    points: [
      { name: 'tip', frame: tip },
      { name: 'foot', frame: 'base' },
      { name: 'goal', at: [0, 0, 0] },
    ],
    elements: [],
    laws: [
      {
        name: 'press',
        kind: 'impedance',
        at: 'tip',
        axes,
        target: 'goal',
        parameters: { stiffness: [0], damping: [0], wanted: [0, 0, 0, 0, 0, 0] },
      },
    ],
  });

function pressTorque(kernel: CaseKernel, q: readonly number[], force: Three): number[] {
  kernel.again().set('press.wanted', ...force, 0, 0, 0);
  kernel.step(
    q,
    q.map(() => 0),
  );
  return kernel.numbers('torque');
}

const bend = once(() =>
  chainModel([
    { axis: [0, 1, 0], mass: 1 },
    { type: 'fixed', xyz: [0.5, 0, 0.5] },
  ]),
);

const bendKernel = once(() => pressing(bend(), 'l2', 'world'));

const two = once(() => chainModel(planarArm([1, 1], [1, 1])));

const twoKernel = once(() => pressing(two(), 'l3', 'foot'));

/** The same behind a base that is turned by 90° about z. */
const turnedTwo = once(() => {
  const model = chainModel([{ type: 'fixed', rpy: [0, 0, quarter] }, ...planarArm([1, 1], [1, 1])]);
  return new CaseKernel({
    name: 'turned',
    model,
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l4' },
      { name: 'foot', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0] },
    ],
    elements: [],
    laws: [
      {
        name: 'press',
        kind: 'impedance',
        at: 'tip',
        axes: 'foot',
        target: 'goal',
        parameters: { stiffness: [0], damping: [0], wanted: [0, 0, 0, 0, 0, 0] },
      },
    ],
  });
});

/** Jᵀ F of two links of 1 m by their ends: r × F about each joint. */
function twoTorques([a, b]: readonly number[], [fx, fy]: Three): number[] {
  const elbow = [Math.cos(a), Math.sin(a)];
  const tip = [elbow[0] + Math.cos(a + b), elbow[1] + Math.sin(a + b)];
  return [tip[0] * fy - tip[1] * fx, (tip[0] - elbow[0]) * fy - (tip[1] - elbow[1]) * fx];
}

/** Linear rows x and y of a frame's Jacobian. */
function rows(model: Model, q: readonly number[], frame: string): number[] {
  const kinematics = forwardKinematics(N, model, q);
  const all = frameJacobian(N, model, kinematics, frameOf(model, frame), 'worldAligned');
  return all.slice(0, 2 * model.nv);
}

/** The same by differences of where the frame is. */
function differences(model: Model, q: readonly number[], frame: string): number[] {
  const { body, placement } = frameOf(model, frame);
  const place = (j: number, step: number): number[] => {
    const at = forwardKinematics(
      N,
      model,
      q.map((x, i) => (i === j ? x + step : x)),
    ).placements[body];
    const own = turned(at.rotation, placement.position);
    return [0, 1].map((i) => at.position[i] + own[i]);
  };
  const h = 1e-5;
  const columns = q.map((_, j) => place(j, h).map((x, i) => (x - place(j, -h)[i]) / (2 * h)));
  return [0, 1].flatMap((i) => columns.map((column) => column[i]));
}

const withFixed = once(() => {
  const parts = planarArm([1, 1], [1, 1]);
  const none: Part = { type: 'fixed' };
  return chainModel([
    none,
    parts[0],
    { type: 'fixed', xyz: [1, 0, 0] },
    { ...parts[1], xyz: [0, 0, 0] },
    parts[2],
  ]);
});

/** The torque that holds a 2 kg arm of 0.25 m, its joint about y, on a base that is turned. */
function held(rpy: Three, q: number, mass = 2, reach = 0.25): number {
  const model = chainModel([
    { type: 'fixed', rpy },
    { axis: [0, 1, 0], mass, centre: [reach, 0, 0] },
  ]);
  return gravityTorque(N, model, [q], standardGravity)[0];
}

/** A cart that slides and turns in the plane, 5 kg and 0.8 kg m², with two links on it; then the same links alone. */
function onCart(lengths: readonly number[], masses: readonly number[], q: readonly number[]) {
  const arm = planarArm(lengths, masses);
  const free = chainModel([
    { type: 'prismatic', axis: [1, 0, 0] },
    { type: 'prismatic', axis: [0, 1, 0] },
    { mass: 5, moment: 0.8 },
    ...arm,
  ]);
  const whole = massMatrix(N, free, [0.3, -0.2, 0.7, ...q]);
  const block = (from: number) =>
    [0, 1].flatMap((i) => [0, 1].map((j) => whole[(from + i) * free.nv + from + j]));
  return { arm: block(3), base: block(0), fixed: massMatrix(N, chainModel(arm), q) };
}

/** The reading of an observer on two links that stand while their drives give these torques. */
const observing = once(
  () =>
    new CaseKernel({
      name: 'observer',
      model: two(),
      gravity: [0, 0, 0],
      period: 1e-3,
      points: [{ name: 'tip', frame: 'l3' }],
      elements: [1, 2].map((i) => ({
        name: `drive${i}`,
        family: 'source' as const,
        kind: 'push',
        joins: { joint: `j${i}` },
        parameters: { force: [0] },
      })),
      sensors: [{ name: 'tip', at: 'tip', observer: { gain: 100 } }],
    }),
);

function observed(q: readonly number[], torques: readonly number[]): number[] {
  const kernel = observing().again();
  torques.forEach((x, i) => {
    kernel.set(`drive${i + 1}.force`, -x);
  });
  for (let k = 0; k < 400; k++) kernel.step(q, [0, 0]);
  // In the axes of the tip, which is turned with the links.
  const [fx, fy] = kernel.numbers('sensor.tip.wrench');
  const [c, s] = [Math.cos(q[0] + q[1]), Math.sin(q[0] + q[1])];
  return [c * fx - s * fy, s * fx + c * fy];
}

const sharp = (x: number): fc.Arbitrary<number> => fc.oneof(between(0.2, x), between(-x, -0.2));

export const armCases = [
  lawCase(
    'CL-13',
    'the arm of a mass matrix is that of the same arm on a base that stands',
    () => {
      const { arm, base, fixed } = onCart([1, 1], [1, 1], [0.2, Math.PI / 3]);
      return [
        same('its block', arm, [4, 1.5, 1.5, 1], 1e-12),
        same('on a base that stands', fixed, [4, 1.5, 1.5, 1], 1e-12),
        same('that of the base is another', base, [7, 0, 0, 7], 1e-12),
      ];
    },
    fc.record({
      lengths: fc.tuple(between(0.1, 2), between(0.1, 2)),
      masses: fc.tuple(between(0.1, 5), between(0.1, 5)),
      q: fc.tuple(within(3), within(3)),
    }),
    ({ lengths: [a, b], masses: [m, n], q }) => {
      const c = Math.cos(q[1]);
      const corner = n * b * (b + a * c);
      const right = [m * a * a + n * (a * a + b * b + 2 * a * b * c), corner, corner, n * b * b];
      const { arm, base } = onCart([a, b], [m, n], q);
      const weight = 5 + m + n;
      return [same('arm', arm, right, 1e-11), same('base', base, [weight, 0, 0, weight], 1e-11)];
    },
  ),
  lawCase(
    'CL-14',
    'a Jacobian is about its own point, in its own columns',
    () => {
      const right = [-1.012876, -0.717356, 1.652043, 0.696707];
      return [
        same(
          '10 N up at (0.5, 0, 0.5), joint about y',
          pressTorque(bendKernel(), [0], [0, 0, 10]),
          -5,
          1e-12,
        ),
        same('two links: rows', rows(two(), [0.3, 0.5], 'l3'), right, 5e-7),
        same('with fixed joints between', rows(withFixed(), [0.3, 0.5], 'l5'), right, 5e-7),
        same('by differences', differences(two(), [0.3, 0.5], 'l3'), right, 1e-6),
      ];
    },
    fc.tuple(within(3), within(3), vectors(20)),
    ([a, b, force]) => [
      same('by differences', rows(withFixed(), [a, b], 'l5'), differences(two(), [a, b], 'l3'), 1e-8),
      same('torques', pressTorque(twoKernel(), [a, b], force), twoTorques([a, b], force), 1e-11),
    ],
  ),
  lawCase(
    'CL-15',
    'a base that is not upright, or turned, is counted',
    () => {
      const q = [0.3, 0.5];
      return [
        same(
          'upright, upside down, on its side',
          [held([0, 0, 0], 0), held([Math.PI, 0, 0], 0), held([0, quarter, 0], 0)],
          [-4.905, 4.905, 0],
          1e-12,
        ),
        same('5 N along x of the base', pressTorque(twoKernel(), q, [5, 0, 0]), [-5.06438, -3.58678], 5e-6),
        same('turned by 90°', pressTorque(turnedTwo(), q, [5, 0, 0]), [-5.06438, -3.58678], 5e-6),
      ];
    },
    fc.tuple(turns, within(3), between(0.1, 5), between(0.05, 1)),
    ([rpy, q, mass, reach]) => {
      // Weight in the base's axes, its torque about y there.
      const r = rotationOf(rpy);
      const [wx, , wz] = [r[6], r[7], r[8]].map((x) => -9.81 * mass * x);
      const [x, z] = [reach * Math.cos(q), -reach * Math.sin(q)];
      return [same('holding torque', held(rpy, q, mass, reach), -(z * wx - x * wz), 1e-10)];
    },
  ),
  lawCase(
    'CL-19',
    'an external force is what balances the joints, not their torques through the Jacobian',
    () => [
      same('two links', observed([0.3, 0.5], [-16.736936, -9.960388]), [10, -4], 1e-5),
      same('without torques', observed([0.3, 0.5], [0, 0]), [0, 0], 1e-12),
    ],
    fc.tuple(within(3), sharp(2.5), vectors(30)),
    ([a, b, force]) => [
      same('force', observed([a, b], twoTorques([a, b], force)), [force[0], force[1]], 1e-6),
    ],
    0.5,
  ),
];
