import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts with what breaks real servers and waits for them: the longest files, of which none should be left for last. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/tests/faults/') ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    include: [
      '{contract,server,web}/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/faults/**/*.test.ts',
      'tests/cluster/**/*.test.ts',
      'tests/support/**/*.test.ts',
    ],
    environment: 'node',
    setupFiles: ['tests/support/check-logs.ts'],
    pool: 'forks',
    // One more than the processors of a small machine: servers under test wait more than they work.
    maxWorkers: 3,
    sequence: { sequencer: FaultsFirst },
    // Tests start real servers; a slow machine may take its time, a hung test still ends.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Only what a test names: a developer's own settings must not change what is tested.
    env: { NODE_ENV: 'test' },
  },
});
