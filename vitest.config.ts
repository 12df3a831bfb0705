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
/** Files in one process would share a mocked module. */
const mocking = globSync(include, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.mock\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);
/** The web's modules keep a page's state, such as who is signed in and what is open. */
const isolated = [...mocking, 'web/**/*.test.{ts,tsx}'];

/** Starts with the longest files, which break real servers and wait for them, so that none is left for last. */
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
      // Isolated, a small file would spend most of its time loading the application again.
      { extends: true, test: { name: 'shared', include, exclude: isolated, isolate: false } },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
    environment: 'node',
    setupFiles: ['tests/support/check-logs.ts', 'tests/support/restore-globals.ts'],
    pool: 'forks',
    // Twice a small machine's processors, because servers under test mostly wait.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // Long enough for real servers on a slow machine; a test that hangs still ends.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A developer's own settings must not change what is tested.
    env: { NODE_ENV: 'test' },
  },
});
