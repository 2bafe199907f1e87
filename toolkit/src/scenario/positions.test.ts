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

  it('are given once for a joint', () => {
    for (const line of ['turn=1, turn=2', 'turn=1,elbow=1,turn=1']) {
      const { value, problems } = positionsInLine(model, line, '--at');
      expect(value).toBeUndefined();
      expect(problems).toMatchObject([
        {
          code: 'key-twice',
          severity: 'error',
          where: { file: '--at' },
          message: 'the joint "turn" stands twice',
        },
      ]);
    }
    expect(positionsInText(model, 'turn: 1\nturn: 2\n', 'q.yaml').problems).toMatchObject([
      { code: 'key-twice' },
    ]);
  });

  it.each(['nan', 'inf', '-Infinity'])('are finite: not %s', (number) => {
    const { problems } = positionsInLine(model, `turn=${number}`, '--at');
    expect(problems).toMatchObject([{ message: 'every number is finite', got: number }]);
  });

  it('are of the unit that the joint has', () => {
    const { problems } = positionsInLine(model, 'turn=1 kg', '--at');
    expect(problems[0].message).toMatch(/^wrong unit: .*, because the joint turn turns$/);
  });

  it('leave the model as it is', () => {
    expect(positionsInLine(model, 'turn=1', '--at').value).toEqual([1, 0, 0, 0.02, 0]);
    expect(model.neutral).toEqual([0, 0, 0, 0.02, 0]);
  });
});
