import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { forwardKinematics, frameOf, framePlacement, massMatrix, modelOf } from '../model/index.js';
import { benchRobot } from './bench.js';

describe('the robot of a bench', () => {
  it('moves one mass along its axes', () => {
    const outcome = modelOf(benchRobot('tool', { axes: ['z', 'x'], mass: 2 }));
    const model = outcome.value;
    if (model === undefined) throw new Error(outcome.problems.map(({ message }) => message).join());
    expect(outcome.problems).toEqual([]);
    expect([model.nq, model.nv, model.velocityNames]).toEqual([2, 2, ['z', 'x']]);
    expect(massMatrix(numbers, model, [0.1, 0.2])).toEqual([2, 0, 0, 2]);
    const placement = framePlacement(
      numbers,
      forwardKinematics(numbers, model, [0.1, 0.2]),
      frameOf(model, 'tool'),
    );
    expect(placement.position).toEqual([0.2, 0, 0.1]);
    expect(model.bodies.every(({ joint }) => ['z', 'x'].includes(joint))).toBe(true);
  });
});
