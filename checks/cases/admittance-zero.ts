/** What an admittance takes for nothing: the zero of its sensor, the weight of its tool. */

import fc from 'fast-check';
import { identifyTool, type ToolReading } from 'pliant/analyse';
import type { SensorDesign } from 'pliant/control';
import { standardGravity } from 'pliant/model';
import { chance } from '../made-robots.js';
import { listening } from './admittance-kernels.js';
import { between, type Three, turns, vectors, within } from './case.js';
import { lawCase, most, same, told } from './law-case.js';
import { CaseKernel, gantry, gantryTool, once } from './law-kernel.js';
import { cross, rotationOf } from './solid.js';

/** The weight of a mass and its torque about the sensor, in axes that are turned by `r`. */
function load(mass: number, centre: Three, r: readonly number[]): number[] {
  const weight = [6, 7, 8].map((i) => -9.81 * mass * r[i]);
  return [...weight, ...cross(centre, weight)];
}

const tared = once(() => listening({ tare: { seconds: 0.02, refuse: 8 } }));

/** A reading that stands from the start: the greatest speed, how far it goes, how the tare went. */
function standing(force: number, refuse: number) {
  const kernel = tared().again();
  kernel.set('sensor.wrist.tare.refuse', refuse);
  let [first, fastest, jump, last] = [0, 0, 0, 0.1];
  for (let k = 0; k < 60; k++) {
    kernel.feel('wrist', force);
    kernel.step(k === 0 ? [0.1] : undefined);
    const now = kernel.at('position')[0];
    if (k === 0) first = kernel.at('speed')[0];
    fastest = Math.max(fastest, Math.abs(kernel.at('speed')[0]));
    jump = Math.max(jump, Math.abs(now - last));
    last = now;
  }
  return { first, fastest, jump, way: last - 0.1, fault: kernel.fault };
}

const gantrySensor = (sensor: Partial<SensorDesign>): CaseKernel =>
  new CaseKernel({
    name: 'weight',
    model: gantry(),
    gravity: standardGravity,
    period: 1e-3,
    points: [{ name: 'tool', frame: gantryTool }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool', ...sensor }],
  });

const weighed = once(() =>
  gantrySensor({ below: { mass: 1, centre: [0, 0, 0.1] }, bias: [0, 0, 0, 0, 0, 0] }),
);

const tareOnly = once(() => gantrySensor({ tare: { seconds: 0.005, refuse: 99 } }));

/** The external wrench that is told, turned by yaw, pitch and roll. */
function wrenchAt(
  kernel: CaseKernel,
  [roll, pitch, yaw]: Three,
  reading: readonly number[],
  ticks = 1,
): number[] {
  for (let k = 0; k < ticks; k++) {
    kernel.feel('wrist', ...reading);
    kernel.step([0, 0, 0, yaw, pitch, roll], [0, 0, 0, 0, 0, 0]);
  }
  return kernel.numbers('sensor.wrist.wrench');
}

const axesOfGravity = [0, 1, 2].flatMap((k) =>
  [9.81, -9.81].map((g): Three => [k === 0 ? g : 0, k === 1 ? g : 0, k === 2 ? g : 0]),
);

function readingOf(mass: number, centre: Three, bias: readonly number[], gravity: Three): ToolReading {
  const weight = gravity.map((g) => mass * g) as unknown as Three;
  const torque = cross(centre, weight);
  const [a, b, c, d, e, f] = bias;
  return {
    gravity,
    force: [weight[0] + a, weight[1] + b, weight[2] + c],
    torque: [torque[0] + d, torque[1] + e, torque[2] + f],
  };
}

const tenOf = ({
  mass,
  centre,
  bias,
}: {
  mass: number;
  centre: readonly number[];
  bias: readonly number[];
}) => [mass, ...centre, ...bias];

const quarter: Three = [Math.PI / 2, 0, 0];

const none = [0, 0, 0, 0, 0, 0];

export const zeroCases = [
  lawCase(
    'AD-04',
    'a sensor that is not zero at the start moves nothing: it is tared or refused',
    () => {
      const [taken, pushed] = [standing(5, 8), standing(5, 4)];
      return [
        same('5 N, first speed', taken.first, 0, 0),
        same('greatest way in a tick', taken.jump, 0, 1e-12),
        told('tared', taken.fault, 'none'),
        told('above what is allowed', pushed.fault, 'tare refused'),
        same('then', pushed.way, 0, 0),
      ];
    },
    fc.tuple(within(40), between(0, 40)),
    ([force, refuse]) => {
      if (Math.abs(Math.abs(force) - refuse) < 1e-9) return [];
      const { fastest, fault } = standing(force, refuse);
      return [
        most('speed', fastest, 1e-9),
        told('refused', fault === 'tare refused', Math.abs(force) > refuse),
      ];
    },
  ),
  lawCase(
    'AD-05',
    'zeroing is no compensation of weight',
    () => {
      const r = rotationOf(quarter);
      const level = [0, 0, -9.81, 0, 0, 0];
      const onSide = [0, -9.81, 0, 0.981, 0, 0];
      const tare = tareOnly().again();
      wrenchAt(tare, [0, 0, 0], level, 20);
      return [
        same(
          '1 kg level',
          wrenchAt(weighed().again(), [0, 0, 0], none).map((x) => -x),
          level,
          1e-9,
        ),
        same(
          'turned 90° about x',
          wrenchAt(weighed().again(), quarter, none).map((x) => -x),
          onSide,
          1e-9,
        ),
        same('which is felt as', wrenchAt(weighed().again(), quarter, load(1, [0, 0, 0.1], r)), none, 1e-9),
        same('a tare alone leaves', wrenchAt(tare, quarter, onSide), [0, -9.81, 9.81, 0.981, 0, 0], 1e-9),
      ];
    },
    fc.tuple(
      turns,
      between(0.1, 5),
      vectors(0.2),
      fc.tuple(vectors(20), vectors(3)),
      fc.tuple(vectors(9), vectors(1)),
    ),
    ([rpy, mass, centre, [f, n], bias]) => {
      const kernel = weighed().again();
      kernel.set('sensor.wrist.mass', mass).set('sensor.wrist.centre', ...centre);
      kernel.set('sensor.wrist.bias', ...bias[0], ...bias[1]);
      const offset = [...bias[0], ...bias[1]];
      const reading = load(mass, centre, rotationOf(rpy)).map((x, i) => x + [...f, ...n][i] + offset[i]);
      return [same('what is left', wrenchAt(kernel, rpy, reading), [...f, ...n], 1e-10)];
    },
  ),
  lawCase(
    'AD-06',
    'weight, centre and bias of a tool come out of poses, or the one that does not is named',
    () => {
      const tool = { mass: 1.2, centre: [0.01, -0.02, 0.08] as const, bias: [1, -2, 0.5, 0.1, 0.05, -0.2] };
      const six = axesOfGravity.map((g) => readingOf(tool.mass, tool.centre, tool.bias, g));
      const { value } = identifyTool(six);
      const next = chance(11);
      const noise = (sigma: number) =>
        sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      const many = six.flatMap((one) =>
        Array.from({ length: 100 }, () => ({
          gravity: one.gravity,
          force: one.force.map((x) => x + noise(0.5)) as unknown as Three,
          torque: one.torque.map((x) => x + noise(0.02)) as unknown as Three,
        })),
      );
      const noisy = identifyTool(many).value;
      const upright = identifyTool(six.slice(4)).problems.map(({ where }) => where.name ?? '');
      return [
        same('six poses', value === undefined ? [] : tenOf(value), tenOf(tool), 1e-9),
        same('with noise, kg', noisy?.mass ?? 0, 1.2, 0.012),
        most(
          'centre off by, m',
          Math.hypot(...(noisy?.centre ?? [9]).map((x, i) => x - tool.centre[i])),
          1e-3,
        ),
        told('two poses, both along z', upright, ['centre z']),
      ];
    },
    fc.tuple(
      between(0.1, 5),
      vectors(0.2),
      fc.tuple(vectors(5), vectors(1)),
      fc.tuple(turns, turns, vectors(3), vectors(3)),
    ),
    ([mass, centre, [f, n], attitudes]) => {
      const gravities = [...attitudes, [0, 0, 0] as Three, quarter, [0, -Math.PI / 2, 0] as Three].map(
        (rpy): Three => {
          const r = rotationOf(rpy);
          return [-9.81 * r[6], -9.81 * r[7], -9.81 * r[8]];
        },
      );
      const bias = [...f, ...n];
      const { value } = identifyTool(gravities.map((g) => readingOf(mass, centre, bias, g)));
      return [
        same('ten numbers', value === undefined ? [] : tenOf(value), tenOf({ mass, centre, bias }), 1e-8),
      ];
    },
  ),
];
