import { defineConfig } from 'vitest/config';

/** For `npm run test:load`: one file at a time, because each of them wants the whole machine. */
export default defineConfig({
  test: {
    include: [
      'tests/load/**/*.test.ts',
      'tests/faults/sigterm.test.ts',
      'server/platform/limits/partial-outage.test.ts',
      'server/portfolio/tax/filing/routes.test.ts',
      'server/portfolio/valuation/performance.test.ts',
    ],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 15 * 60_000,
    hookTimeout: 2 * 60_000,
    env: { NODE_ENV: 'test' },
  },
});
