/** What is measured and wanted in which frame. */
import fc from 'fast-check';
import { type Design, designProblems } from 'pliant/control';
import { between, type Three, turns, vectors, within } from './case.js';
import { lawCase, same, told } from './law-case.js';
import { CaseKernel, chainModel, gantry, gantryTool, once, rails } from './law-kernel.js';
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

const places = fc
  .tuple(vectors(0.5), turns)
  .map(([at, [a, b, c]]): Place => ({ at, attitude: zyx(a, b, c) }));

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

export const frameCases = [
  lawCase(
    'CL-04',
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
    'CL-05',
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
    'CL-06',
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
];
