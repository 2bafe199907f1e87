/** What a tank pays for, by runs of a block that friction holds 0.7 m from its goal. */
import type { Values } from '../peers/figure.js';
import { blocks, madeRun } from './made.js';

function changed(level: number, event: string): (channel: string) => readonly number[] {
  const { at } = madeRun(
    blocks([1]),
    'block1',
    'start: { x1: 0.3 }',
    `duration: 20 ms
control:
  rate: 1 kHz
  points: { goal: { in: world, at: [1, 0, 0] } }
  elements: { reach: { spring: linear, from: tool, to: goal, stiffness: 4 } }
  tank: { start: ${level}, most: 10 }
events: [ { ${event}, at: 10 ms } ]
record: { rate: 1000 }
plant: { rigid: { joints: { stops: none, coulomb: 100, viscous: 0 } } }`,
  );
  return (channel) => at(channel, 0.02);
}

export function tank(): Values {
  const raised = changed(0.5, 'set: reach.stiffness, to: 10');
  // Half of k e² is what the spring holds at the stiffness in force.
  const paid = (2 * raised('reach.energy')[0]) / 0.49;
  const lowered = changed(0.5, 'set: reach.stiffness, to: 2');
  // With more than enough in it the tank pays all of it.
  const whole = changed(5, 'set: reach.stiffness, to: 10');
  const moved = changed(1, 'set: goal.at, to: [2, 0, 0]');
  return {
    asked: 5 - whole('tank.level')[0],
    paid,
    fraction: (paid - 4) / 6,
    level: raised('tank.level')[0],
    released: lowered('tank.level')[0] - 0.5,
    moved: Math.sqrt(moved('reach.energy')[0] / 2) - 0.7,
  };
}
