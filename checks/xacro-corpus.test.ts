/** Every xacro robot and case of the corpus comes out as ros/xacro expands it. */
import { describe, expect, it } from 'vitest';
import { absent } from './corpus.js';
import { robotFaults, suiteCases, suiteFault, xacroRobots } from './xacro-corpus.js';

describe.skipIf(absent !== undefined)(`xacro${absent === undefined ? '' : ` (${absent})`}`, () => {
  it('is all there', () => {
    expect(xacroRobots().length).toBeGreaterThanOrEqual(16);
    expect(suiteCases().length).toBeGreaterThanOrEqual(162);
  });

  it.each(xacroRobots().map((robot) => [robot.file, robot.expansion, robot] as const))(
    '%s → %s',
    (_file, _expansion, robot) => {
      expect(robotFaults(robot)).toEqual([]);
    },
  );

  it.each(suiteCases().map((entry, i) => [i, entry.test, entry] as const))(
    'case %d, %s',
    (_i, _test, entry) => {
      expect(suiteFault(entry)).toBeUndefined();
    },
  );
});
