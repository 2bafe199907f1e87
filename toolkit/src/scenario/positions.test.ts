import { describe, expect, it } from 'vitest';
import { madeArm, madeModel } from './made-arm.test.helper.js';
import { positionsInLine, positionsInText } from './positions.js';

describe('positions by themselves', () => {
  // Its slide cannot stand at 0.
  const model = madeModel(madeArm().replace('lower="0" upper="0.1"', 'lower="0.02" upper="0.1"'));

  it('leave joints that they do not name at the neutral pose', () => {
    expect(model.neutral).toEqual([0, 0, 0, 0.02, 0]);
    expect(positionsInLine(model, '', '--at').value).toEqual([0, 0, 0, 0.02, 0]);
    expect(positionsInLine(model, 'elbow=1', '--at').value).toEqual([0, 0, 1, 0.02, 0]);
    expect(positionsInText(model, 'elbow: 1\n', 'q.yaml').value).toEqual([0, 0, 1, 0.02, 0]);
  });

  it('take the last of two for one joint, and leave the model as it is', () => {
    expect(positionsInLine(model, 'turn=1, turn=2', '--at').value).toEqual([2, 0, 0, 0.02, 0]);
    expect(model.neutral).toEqual([0, 0, 0, 0.02, 0]);
  });
});
