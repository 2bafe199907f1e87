import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = fileURLToPath(new URL('./toolkit/src', import.meta.url));

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
  },
});
