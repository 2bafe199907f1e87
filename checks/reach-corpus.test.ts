/** The flagship scenario on robots that others wrote: it runs as it stands, or says by name why not. */
import { describe, expect, it } from 'vitest';
import { describe as wording } from '../toolkit/src/problem/index.js';
import { assemble, loadScenario } from '../toolkit/src/scenario/index.js';
import { absent, corpusFiles, soundRobots } from './corpus.js';
import { ownFiles } from './scenarios.js';

/** The repository's files under their own paths, the corpus's behind a prefix. */
const prefix = 'corpus/';
const files = {
  read: (path: string) =>
    path.startsWith(prefix) ? corpusFiles.read(path.slice(prefix.length)) : ownFiles.read(path),
  has: (path: string) =>
    path.startsWith(prefix) ? corpusFiles.has(path.slice(prefix.length)) : ownFiles.has(path),
};

/** Why a robot may be refused: it is too small for the goal, or cannot be simulated. */
const reasons = ['out-of-reach', 'massless'];

describe.skipIf(absent !== undefined)(
  `examples/reach.yaml on the corpus${absent === undefined ? '' : ` (${absent})`}`,
  () => {
    const robots = soundRobots((entry) => entry.free >= 2);

    it.each(robots.map((entry) => [entry.file, entry.free] as const))('%s with %d joints', (file) => {
      const loaded = loadScenario(files, 'examples/reach.yaml', [
        `robots.arm.file=${prefix}${file}`,
        'duration=0.5 s',
        'events=[]',
        'measure={}',
      ]);
      if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
      const { value: assembly, problems } = assemble(loaded.value, files);
      if (assembly === undefined) {
        const errors = problems.filter((p) => p.severity === 'error');
        expect(
          errors.map((p) => p.code).filter((code) => !reasons.includes(code)),
          errors.map(wording).join('\n'),
        ).toEqual([]);
        return;
      }
      expect(problems.filter((p) => p.code === 'unstable-at-tick').map(wording)).toEqual([]);
      const { model, start } = assembly;
      for (const body of model.bodies) {
        const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = body.limits ?? {};
        if (body.nq !== 1 || body.type === 'continuous') continue;
        expect(start[body.q]).toBeGreaterThanOrEqual(lower - 1e-9);
        expect(start[body.q]).toBeLessThanOrEqual(upper + 1e-9);
      }
      const result = assembly.begin([]).complete();
      expect(result.status).toBe('done');
      expect(result.faults).toEqual([]);
    });

    it('runs on most of them, two-armed ones and ones with grippers among them', () => {
      expect(robots.length).toBeGreaterThan(10);
      expect(robots.some((entry) => entry.mimic.length > 0)).toBe(true);
      expect(robots.some((entry) => entry.free >= 14)).toBe(true);
    });
  },
);
