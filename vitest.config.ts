import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const source = fileURLToPath(new URL('./toolkit/src', import.meta.url));

/** What runs longest, the longest first. */
const longest = [
  'checks/claims-spine',
  'checks/claims-files',
  'docs/docs',
  'docs/examples',
  'checks/c',
  'checks/claims-vmc',
  'toolkit/src/graph/javascript',
  'checks/golden',
  'checks/listings',
  'checks/report',
  'checks/pack',
  'checks/fuzz/mutant',
  'checks/claims',
  'toolkit/src/graph/wasm',
].map((path) => `/${path}.test.ts`);

/** What runs long begins first, so that no core is left with it at the end: whole runs before single rooms. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const long = /\/(docs|checks|command)\/|\/toolkit\/src\/graph\//;
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((path) => moduleId.endsWith(path));
      if (place >= 0) return place;
      return long.test(moduleId) ? longest.length : longest.length + 1;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
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
    // Modules are loaded once in a worker, for all files that it runs: none of them may change what is global.
    isolate: false,
    // All cores; vitest leaves one idle, which of two is half.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
  },
});
