/** What is measured and wanted in which frame, and what a base that is not upright changes. */
import fc from 'fast-check';
import { type Design, designProblems } from 'pliant/control';
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
import { lawCase, same, told } from './law-case.js';
import {
  CaseKernel,
  chainModel,
  gantry,
  gantryTool,
  once,
  type Part,
  planarArm,
  rails,
} from './law-kernel.js';
import { type Four, zyx } from './quaternions.js';
import { cross, product, rotationOf, turned } from './solid.js';

const quarter = Math.PI / 2;
const still = [0, 0, 0, 0, 0, 0];

/** A spring in the axes of the tool, without damping. */
const spring = once(
  () =>
    new CaseKernel({
      name: 'spring',
      model: gantry(),
      period: 1e-3,
      points: [
        { name: 'tool', frame: gantryTool },
        { name: 'goal', at: [0, 0, 0] },
      ],
      elements: [],
      laws: [
        {
          name: 'spring',
          kind: 'impedance',
          at: 'tool',
          target: 'goal',
          parameters: { stiffness: [1, 1, 1], damping: [0] },
        },
      ],
    }),
);

function springForce(stiffness: Three, wrist: Three, off: Three): number[] {
  const kernel = spring().again();
  kernel.set('spring.stiffness', ...stiffness);
  kernel.step([...off, ...wrist], still);
  return kernel.numbers('torque').slice(0, 3);
}

/** R diag(k) Rᵀ x. */
function inTurned(stiffness: Three, rpy: Three, x: Three): Three {
  const r = rotationOf(rpy);
  const back = [0, 1, 2].flatMap((i) => [r[i], r[3 + i], r[6 + i]]);
  const own = turned(back, x).map((e, i) => stiffness[i] * e);
  return turned(r, own);
}

/** An admittance on all six axes of a centre, which says what moves it. */
const felt = once(
  () =>
    new CaseKernel({
      name: 'felt',
      model: gantry(),
      period: 1e-3,
      points: [
        { name: 'sensor', frame: gantryTool, at: [0, 0, 0], attitude: [1, 0, 0, 0] },
        { name: 'centre', frame: gantryTool, at: [0, 0, 0], attitude: [1, 0, 0, 0] },
      ],
      elements: [],
      sensors: [{ name: 'wrist', at: 'sensor' }],
      servo: { at: 'centre', follow: { kind: 'drive' } },
      laws: [
        {
          name: 'yield',
          kind: 'admittance',
          at: 'centre',
          sensor: 'wrist',
          parameters: { mass: [1, 1, 1, 1, 1, 1], damping: [1, 1, 1, 1, 1, 1] },
        },
      ],
    }),
);

interface Place {
  readonly at: Three;
  readonly attitude: Four;
}

/** A reading at one place of the tool as the law at another has it. */
function moved(wrench: readonly number[], sensor: Place, centre: Place): number[] {
  const kernel = felt().again();
  for (const [name, { at, attitude }] of [
    ['sensor', sensor],
    ['centre', centre],
  ] as const)
    kernel.set(`${name}.at`, ...at).set(`${name}.attitude`, ...attitude);
  kernel.feel('wrist', ...wrench);
  kernel.step([0.1, 0.2, 0.3, 0.4, 0.5, -0.6], still);
  return kernel.numbers('laws.yield.effort');
}

const origin: Place = { at: [0, 0, 0], attitude: [1, 0, 0, 0] };

/** What is wrong with a spring whose target, or whose axes, are these. */
function refused(points: Design['points'], target: string, axes: string): string[] {
  return designProblems({
    name: 'frames',
    model: rails(['x', 'y', 'z'], 1),
    period: 1e-3,
    points: [{ name: 'tool', frame: 'tool' }, ...points],
    elements: [],
    laws: [
      {
        name: 'spring',
        kind: 'impedance',
        at: 'tool',
        axes,
        target,
        parameters: { stiffness: [100], damping: [10], wanted: [0, 0, 1, 0, 0, 0] },
      },
    ],
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ where, message }) => `${where.path}: ${message}`);
}

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

const places = fc
  .tuple(vectors(0.5), turns)
  .map(([at, [a, b, c]]): Place => ({ at, attitude: zyx(a, b, c) }));
const sharp = (x: number): fc.Arbitrary<number> => fc.oneof(between(0.2, x), between(-x, -0.2));

export const frameCases = [
  lawCase(
    'a stiffness stands in the axes that it was given in',
    () => {
      const k: Three = [100, 1000, 1000];
      const column = (off: Three) => springForce(k, [Math.PI / 6, 0, 0], off).map((f) => -f / 1e-3);
      const [x, y] = [column([1e-3, 0, 0]), column([0, 1e-3, 0])];
      return [
        same(
          'tool yawed 90°, 10 mm off along x',
          springForce(k, [quarter, 0, 0], [0.01, 0, 0]),
          [-10, 0, 0],
          1e-9,
        ),
        same('yawed 30°: Kxx, Kyy, Kxy', [x[0], y[1], x[1]], [325, 775, -389.711], 5e-4),
      ];
    },
    fc.tuple(fc.tuple(between(1, 2000), between(1, 2000), between(1, 2000)), vectors(1.4), vectors(0.1)),
    ([k, [roll, pitch, yaw], off]) => [
      same(
        'force',
        springForce(k, [yaw, pitch, roll], off),
        inTurned(k, [roll, pitch, yaw], off).map((f) => -f),
        1e-9,
      ),
    ],
  ),
  lawCase(
    'a wrench that is moved gets its lever arm, and an offset never becomes a force',
    () => {
      const beside: Place = { at: [0.2, 0, 0], attitude: [1, 0, 0, 0] };
      const there = moved([0, 0, 10, 0, 0, 0], origin, beside);
      return [
        same('10 N from 0.2 m along x', there, [0, 0, 10, 0, 2, 0], 1e-12),
        same('nothing stays nothing', moved(still, origin, beside), still, 0),
        same('there and back', moved(there, beside, origin), [0, 0, 10, 0, 0, 0], 1e-12),
      ];
    },
    fc.tuple(vectors(50), vectors(5), places, places),
    ([force, torque, sensor, centre]) => {
      const there = moved([...force, ...torque], sensor, centre);
      const [own, other] = [sensor, centre].map(({ attitude: [w, x, y, z] }) => [
        ...[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        ...[2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        ...[2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
      ]);
      const back = [0, 1, 2].flatMap((i) => [other[i], other[3 + i], other[6 + i]]);
      const between = product(back, own);
      const lever = turned(
        back,
        sensor.at.map((x, i) => x - centre.at[i]),
      );
      const pushed = turned(between, force);
      const turnedAbout = turned(between, torque).map((x, i) => x + cross(lever, pushed)[i]);
      return [
        same('moved', there, [...pushed, ...turnedAbout], 1e-11),
        same('and back', moved(there, centre, sensor), [...force, ...torque], 1e-11),
      ];
    },
  ),
  lawCase(
    'an unknown frame is refused by its name, another than the base is gone through',
    () => [
      told('target ""', refused([], '', 'tool').join(), 'control.laws.spring.target: there is no point '),
      told(
        'wanted in "nope"',
        refused([{ name: 'goal' }], 'goal', 'nope').join(),
        'control.laws.spring.axes: there is no point nope',
      ),
      told(
        'target in frame "nope"',
        refused([{ name: 'goal', frame: 'nope' }], 'goal', 'tool').join(),
        'control.points.goal: there is no frame nope',
      ),
      same('target 10 mm beside a turned link', framed([0, 0.01, 0], quarter), [-0.01, 0, 0], 1e-12),
    ],
    fc.tuple(vectors(0.2), within(3)),
    ([at, yaw]) => [
      same('target on a turned link', framed(at, yaw), turned(rotationOf([0, 0, yaw]), at), 1e-12),
    ],
  ),
  lawCase(
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

/** Where a tool comes to that follows a point on a link beside it, which is turned by `yaw`. */
const beside = once(
  () =>
    new CaseKernel({
      name: 'beside',
      model: chainModel([
        { mass: 1, moment: 0.1 },
        { type: 'prismatic', axis: [1, 0, 0], mass: 1 },
        { type: 'prismatic', axis: [0, 1, 0], mass: 1 },
        { type: 'prismatic', axis: [0, 0, 1], mass: 1 },
      ]),
      period: 1e-3,
      points: [
        { name: 'tool', frame: 'l4' },
        { name: 'goal', frame: 'l1', at: [0, 0, 0] },
      ],
      elements: [],
      laws: [
        {
          name: 'spring',
          kind: 'impedance',
          at: 'tool',
          axes: 'world',
          target: 'goal',
          parameters: { stiffness: [1], damping: [0] },
        },
      ],
    }),
);

function framed(at: Three, yaw: number): number[] {
  const kernel = beside().again();
  kernel.set('goal.at', ...at);
  kernel.step([yaw, 0, 0, 0], [0, 0, 0, 0]);
  return kernel.numbers('laws.spring.off').slice(0, 3);
}
