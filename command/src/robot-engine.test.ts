/** MuJoCo is loaded where a reader asks for it, and anew where it has broken off. */
import type { Problem } from 'pliant/problem';
import type { ReadOptions } from 'pliant/robot';
import { describe, expect, it } from 'vitest';
import { withMujoco } from './robot.js';

const problem = (code: string): Problem => ({ code, severity: 'error', where: {}, message: code });
type Engine = ReadOptions['mujoco'];

/** A reader that wants MuJoCo, and finds a module broken off where `broken` says so; it keeps what it was given. */
function reader(broken: (engine: Engine, count: number) => boolean) {
  const given: Engine[] = [];
  return {
    given,
    read: ({ mujoco }: Pick<ReadOptions, 'mujoco' | 'convertMesh'>) => {
      if (mujoco === undefined) return { problems: [problem('mjcf-needs-mujoco')] };
      given.push(mujoco);
      return { problems: broken(mujoco, given.length) ? [problem('mjcf-engine-lost')] : [] };
    },
  };
}

describe('a reader that wants MuJoCo', () => {
  it('gets the same one as the reader before', async () => {
    const [first, second] = [reader(() => false), reader(() => false)];
    expect((await withMujoco(first.read)).problems).toEqual([]);
    await withMujoco(second.read);
    expect([first.given.length, second.given.length]).toEqual([1, 1]);
    expect(second.given[0]).toBe(first.given[0]);
  });

  it('gets a fresh one where that has broken off, which is left to those that come after', async () => {
    const { given, read } = reader((_, count) => count === 1);
    expect((await withMujoco(read)).problems).toEqual([]);
    expect(given).toHaveLength(2);
    expect(given[1]).not.toBe(given[0]);
    const after = reader(() => false);
    await withMujoco(after.read);
    expect(after.given).toHaveLength(1);
    expect(after.given[0]).toBe(given[1]);
  });

  it('is told that it breaks off when a fresh one does as well', async () => {
    const { given, read } = reader(() => true);
    const { problems } = await withMujoco(read);
    expect(problems.map(({ code }) => code)).toEqual(['mjcf-engine-lost']);
    expect(given).toHaveLength(2);
  });
});
