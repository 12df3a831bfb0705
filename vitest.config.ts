import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const include = [
  '{contract,server,web}/**/*.test.{ts,tsx}',
  'tests/*.test.ts',
  'tests/faults/**/*.test.ts',
  'tests/cluster/*.test.ts',
  'tests/support/**/*.test.ts',
];
/** A mocked module would be that of the files after it too. */
const mocking = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.mock\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);
/** Modules of the web keep the state of a page: whoever is signed in, what is open, what was offered. */
const isolated = [...mocking, 'web/**/*.test.{ts,tsx}'];

/** Starts with what breaks real servers and waits for them: the longest files, of which none should be left for last. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'isolated') return 0;
      return /\/tests\/(cluster|faults)\//.test(moduleId) ? 1 : 2;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      // Most of the time of a small file would go into loading the application again.
      { extends: true, test: { name: 'shared', include, exclude: isolated, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
    environment: 'node',
    setupFiles: ['tests/support/check-logs.ts', 'tests/support/restore-globals.ts'],
    pool: 'forks',
    // Twice the processors of a small machine: servers under test wait more than they work.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Tests start real servers; a slow machine may take its time, a hung test still ends.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Only what a test names: a developer's own settings must not change what is tested.
    env: { NODE_ENV: 'test' },
  },
});
