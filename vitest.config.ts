import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = fileURLToPath(new URL('./toolkit/src', import.meta.url));

/** What runs long begins first, so that no core is left with it at the end: whole runs before single rooms. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = /\/(docs|checks|command)\/|\/toolkit\/src\/graph\//;
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^pliant$/, replacement: `${source}/index.ts` },
      { find: /^pliant\/(mujoco|meshes)$/, replacement: `${source}/$1.ts` },
      { find: /^pliant\/(.*)$/, replacement: `${source}/$1/index.ts` },
    ],
  },
  test: {
    include: [
      'toolkit/src/**/*.test.ts',
      'command/src/**/*.test.ts',
      'checks/**/*.test.ts',
      'docs/**/*.test.ts',
    ],
    testTimeout: 60_000,
    // All cores; vitest leaves one idle, which of two is half.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
});
