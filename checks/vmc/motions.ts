/** Friction, springs and dampers in motion, by runs of robots of a few lines. */
import type { Scale } from '../claim.js';
import type { Values } from '../peers/figure.js';
import { blocks, madeRun, turner } from './made.js';
import type { Samples } from './samples.js';

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

/** How far short of 1 rad a joint with 0.3 N m of friction stops on 1 N m/rad. */
function short(): number {
  const run = madeRun(
    turner(1),
    'wheel',
    'start: { turn: 0 }',
    `duration: 20 s
control: { rate: 1 kHz, elements: { pull: { spring: joint, joint: turn, target: 1, stiffness: 1 } , brake: { damper: joint, joint: turn, damping: 1 } } }
record: { rate: 10 }
${plant('coulomb: 0.3, viscous: 1.5', '1 ms')}`,
  );
  return 1 - run.at('joints.position', 20)[0];
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
    short: short(),
  };
}
