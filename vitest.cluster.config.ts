import { defineConfig } from 'vitest/config';

/** For `npm run test:cluster`: one file at a time, because each of them starts several servers. */
export default defineConfig({
  test: {
    include: ['tests/cluster/**/*.test.ts', 'tests/faults/{cluster-command,rolling-restart}.test.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 2 * 60_000,
    env: { NODE_ENV: 'test' },
  },
});
