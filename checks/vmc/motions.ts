/** Friction, springs and dampers in motion, by runs of robots of a few lines. */
import { tickStability } from 'pliant/control';
import { numbers } from 'pliant/math';
import {
  forwardKinematics,
  frameOf,
  gravityTorque,
  pointJacobian,
  pointPosition,
  standardGravity,
} from 'pliant/model';
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { solve } from '../peers/vectors.js';
import { modelOfRobot, ownRobot } from '../robots.js';
import { machineOf } from './driven.js';
import { blocks, madeRun, turner } from './made.js';
import { length, type Samples } from './samples.js';

const plant = (joints: string, step = '0.1 ms'): string =>
  `plant: { rigid: { step: ${step}, joints: { stops: none, ${joints} } } }`;

/** Where a signal first turns round after it set out, between its samples by a parabola. */
function firstTurn({ time, values }: ReturnType<Samples['over']>): { time: number; value: number } {
  for (let k = 1; k + 1 < values.length; k++) {
    const [a, b, c] = [values[k - 1], values[k], values[k + 1]];
    if ((b - a) * (c - b) > 0 || b === a) continue;
    const bend = a - 2 * b + c;
    const at = (a - c) / (2 * bend);
    return { time: time[k] + at * (time[k] - time[k - 1]), value: b - 0.25 * (a - c) * at };
  }
  throw new Error('the signal does not turn round');
}

/** A kilogram that slides: friction of the joint stands for that of the floor, whose weight on it does not change. */
function slide(): Values {
  const { at } = madeRun(
    blocks([1]),
    'block1',
    'speeds: { x1: 2 m/s }',
    `duration: 1 s
control: { rate: 10 kHz, elements: {} }
record: { rate: 1000 }
${plant(`coulomb: ${0.4 * 9.81}, viscous: 0`)}`,
  );
  return { 'slide speed': at('joints.velocity', 0.3)[0], 'slide stop': at('joints.position', 1)[0] };
}

/** At rest on a floor that gives way. */
function rest(): Values {
  const { at } = madeRun(
    blocks([1], '0 0 1'),
    'block1',
    'start: { x1: 0 }',
    `duration: 2 s
world: { floor: { plane: [0, 0, 1], at: [0, 0, 0], stiffness: 10 N/mm, damping: 150 N s/m } }
control: { rate: 10 kHz, elements: {} }
record: { rate: 10 }
${plant('coulomb: 0, viscous: 0')}`,
  );
  return { 'slide depth': -1000 * at('joints.position', 2)[0] };
}

/** Down a slope of 30 degrees: gravity leans over, and what is left of it across the slope makes the friction. */
function slope(): Values {
  const [along, across] = [9.81 * 0.5, 9.81 * Math.sqrt(0.75)];
  const { at } = madeRun(
    blocks([1]),
    'block1',
    'speeds: { x1: 0.05 m/s }',
    `duration: 0.5 s
world: { gravity: [${along}, 0, ${-across}] }
control: { rate: 10 kHz, elements: {} }
record: { rate: 1000 }
${plant(`coulomb: ${0.2 * across}, viscous: 0`)}`,
  );
  return { slope: at('joints.velocity', 0.5)[0] };
}

/** A kilogram on 100 N/m, let go at 0.1 m. */
function swing(damper: string): number {
  const run = madeRun(
    blocks([1]),
    'block1',
    'start: { x1: 0.1 }',
    `duration: 0.6 s
control:
  rate: continuous
  elements:
    back: { spring: joint, joint: x1, target: 0, stiffness: 100 }
    brake: { ${damper} }
record: { rate: 1000 }
${plant('coulomb: 0, viscous: 0')}`,
  );
  return firstTurn(run.over('joints.position')).value;
}

/** Of a body on 40 N m/rad, twice the time until it turns round. */
function period(inertia: number): number {
  const run = madeRun(
    turner(inertia),
    'wheel',
    'start: { turn: 0.1 }',
    `duration: 1 s
control: { rate: continuous, elements: { back: { spring: joint, joint: turn, target: 0, stiffness: 40 } } }
record: { rate: 1000 }
${plant('coulomb: 0, viscous: 0', '0.5 ms')}`,
  );
  return 2 * firstTurn(run.over('joints.position')).time;
}

/**
 * How far short of 1 rad a joint with 0.3 N m of friction and 1.5 N m s/rad of damping stops on 1 N m/rad with a damper of 1,
 * where the controller compensates a share of the friction.
 */
function shortOf(share: number): number {
  const compensation = `compensate: [friction]
  friction: { coulomb: 0.3, viscous: 0, share: ${share}, width: 0.015 }`;
  const { at } = madeRun(
    turner(1),
    'wheel',
    'start: { turn: 0 }',
    `duration: 20 s
control:
  rate: 1 kHz
  buffers: none
  elements:
    reach: { spring: joint, joint: turn, target: 1 rad, stiffness: 1 N m/rad }
    calm: { damper: joint, joint: turn, damping: 1 N m s/rad }
  ${share === 0 ? 'compensate: []' : compensation}
record: { rate: 10 }
plant: { rigid: { step: 1 ms, joints: { coulomb: 0.3, viscous: 1.5 } } }`,
  );
  return 1 - at('joints.position', 20)[0];
}

/** The greatest damper whose held force does not make a kilogram swing up, by halving between two that do and do not. */
function dampingLimit(late: boolean, period: number): number {
  const run = machineOf({ robot: blocks([1]), start: [0, 1] }, period);
  const count = 3000;
  const grows = (damping: number): boolean => {
    let before = 0;
    const { v } = run((_, speed) => {
      const force = -damping * (late ? before : speed);
      before = speed;
      return force;
    }, count);
    const [middle, end] = [v.subarray(count / 2, count / 2 + 60), v.subarray(count - 60)].map(peakOf);
    // What has grown beyond all numbers is none.
    return !(end === 0 || end < middle);
  };
  let [low, high] = [100, 5000];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (grows(middle)) high = middle;
    else low = middle;
  }
  return low;
}

const peakOf = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** What the toolkit says of that damper before any run. */
function knownLimit(): number {
  const { assembly } = madeRun(
    blocks([1]),
    'block1',
    'start: { x1: 0 }',
    `duration: 1 ms
control: { rate: 1 kHz, buffers: none, elements: { brake: { damper: joint, joint: x1, damping: 1 } } }
${plant('coulomb: 0, viscous: 0', '1 ms')}`,
  );
  return tickStability(assembly.design).elements[0].limit;
}

/** What a force at the last link's centre of mass seems to be where the model has that link 10 g too light. */
function estimated(): number {
  const robot = ownRobot('arm7');
  const lighter = {
    ...robot,
    links: robot.links.map((link) =>
      link.name === 'link7' && link.inertial !== undefined
        ? { ...link, inertial: { ...link.inertial, mass: link.inertial.mass - 0.01 } }
        : link,
    ),
  };
  const model = modelOfRobot(robot);
  const q = model.neutral.map((x, i) => x + 0.3 + 0.1 * i);
  const torques = [robot, lighter].map((one) =>
    gravityTorque(numbers, modelOfRobot(one), q, standardGravity),
  );
  const unexplained = torques[0].map((torque, i) => torque - torques[1][i]);
  const frame = frameOf(model, 'link7');
  const { centre = [0, 0, 0] } = robot.links.find(({ name }) => name === 'link7')?.inertial ?? {};
  const kinematics = forwardKinematics(numbers, model, q);
  const position = pointPosition(numbers, kinematics, frame, centre);
  const J = pointJacobian(numbers, model, kinematics, frame, position);
  const rows = [0, 1, 2].map((i) => J.slice(i * model.nv, (i + 1) * model.nv));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  // Least squares of Jᵀ f = τ.
  const normal = rows.flatMap((a) => rows.map((b) => dot(a, b)));
  const force = solve(
    normal,
    rows.map((row) => dot(row, unexplained)),
  );
  return length(force);
}

/** Error of a kilogram that 2 N s/m slow down for a second, with steps of 50 ms over that with half of them. */
function orderOf(method: string): number {
  const error = (step: number): number => {
    const { at } = madeRun(
      blocks([1]),
      'block1',
      'speeds: { x1: 1 m/s }',
      `duration: 1 s
control: { rate: ${1 / step}, buffers: none, elements: {} }
record: { rate: 1 }
plant: { rigid: { step: ${step}, method: ${method}, joints: { stops: none, coulomb: 0, viscous: 2 } } }`,
    );
    return Math.abs(at('joints.velocity', 1)[0] - Math.exp(-2));
  };
  return error(0.05) / error(0.025);
}

export function motions(_scale: Scale): Values {
  return {
    ...slide(),
    ...rest(),
    ...slope(),
    swing: swing('damper: joint, joint: x1, damping: 2'),
    'swing free': swing('damper: one-way, joint: x1, opening: 4'),
    'period 0.2': period(0.2),
    'period 0.5': period(0.5),
    'period 0.8': period(0.8),
    short: shortOf(0),
    'short half': shortOf(0.5),
    'short none': shortOf(1),
    limit: dampingLimit(false, 1e-3),
    'limit late': dampingLimit(true, 1e-3),
    'limit known': knownLimit(),
    estimate: estimated(),
    'order 4': orderOf('runge-kutta'),
    'order 1': orderOf('semi-implicit'),
  };
}
