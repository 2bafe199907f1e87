import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';

const bench = `pliant: 1
name: give
duration: 0.1 s
robots: { tool: { bench: { axes: [x, y, z], mass: 2 kg } } }
control:
  points: { goal: { in: world, at: [1 cm, 0, 0] } }
  laws: { give: { law: impedance, target: goal, stiffness: 500 N/m } }
plant: { bench: { drive: force } }
`;

const told = (overrides: readonly string[], rest = '') => {
  const files = memoryFiles({ 'a.yaml': bench + rest });
  const { value: loaded } = loadScenario(files, 'a.yaml', overrides);
  if (loaded === undefined) throw new Error('not read');
  const { value, problems } = assemble(loaded, files);
  return { text: value?.passivity.text, problems };
};

describe('an impedance on a bench', () => {
  it.each([
    ['damping', '5000 N s/m', 4000],
    ['stiffness', '5000000 N/m', 4.08e6],
  ])(
    'whose %s the tick makes unstable is told by name, and is not called passive',
    (parameter, given, most) => {
      const set = (value: string) => told([`control.laws.give.${parameter}=${value}`]);
      const { text, problems } = set(given);
      expect(problems.map(({ code, where }) => [code, where.path])).toEqual([
        ['unstable-at-tick', `control.laws.give.${parameter}`],
      ]);
      const [, limit, unit] = /^below (\S+) (N[^(]*) \(/.exec(problems[0].expected ?? '') ?? [];
      expect(Math.abs(Number(limit) / most - 1)).toBeLessThan(2e-3);
      expect(text).toMatch(/^not passive, because give cannot be stable with torques that are held for 1 ms/);
      const sound = set(`${0.97 * Number(limit)} ${unit}`);
      expect(sound.problems).toEqual([]);
      expect(sound.text).toMatch(/^passive;/);
    },
  );

  it('that an event makes unstable is told at the event', () => {
    const { problems } = told(
      ['control.laws.give.damping=100 N s/m'],
      'events: [{ at: 50 ms, set: give.damping, to: 5000 N s/m }]\n',
    );
    expect(problems.map(({ code, where }) => [code, where.path])).toEqual([
      ['unstable-at-tick', 'events.0.to'],
    ]);
  });
});
