import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { run } from './child.mjs';
import { root, setUp } from './setup.mjs';
import { add, countPlaywright, countStep, countVitest, none, summarize } from './test-counts.mjs';

/*
 * The contributor's one command: types, lint, the production build, unit and integration tests, then the browser tests
 * against that build. Every step runs even if earlier ones failed; the last line adds up all results.
 */

const node = setUp();
const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @param {string} path of a program below node_modules */
const tool = (path) => join(root, 'node_modules', path);

/** @type {{name: string, args: string[]}[]} */
const checks = [
  ...['contract', 'server', 'web', 'tests'].map((project) => ({
    name: `types of ${project}`,
    args: [tool('typescript/bin/tsc'), '-p', project],
  })),
  { name: 'format and lint', args: [tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'imports',
    args: [tool('dependency-cruiser/bin/dependency-cruise.mjs'), 'contract', 'server', 'web'],
  },
  { name: 'unused code', args: [tool('knip/bin/knip.js')] },
];

let total = none;
for (const { name, args } of checks) {
  console.log(`\n— ${name}`);
  total = add(total, countStep(name, await run(node, args)));
}

// Tests of whole servers request pages too.
console.log('\n— production build');
total = add(total, countStep('build', await build(node)));

console.log('\n— unit and integration tests');
if (!process.env.TEST_DATABASE_URL) {
  console.log('TEST_DATABASE_URL is not set: tests that need PostgreSQL are skipped.');
}
if (!process.env.TEST_REDIS_URL) {
  console.log('TEST_REDIS_URL is not set: tests that need Redis are skipped.');
}
const unitReport = join(reports, 'unit.json');
const unitCode = await run(node, [
  tool('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
]);
total = add(total, countVitest(unitReport, unitCode));

console.log('\n— browser tests');
const browser = ensureBrowser(node);
if (browser) {
  const code = await run(node, [tool('@playwright/test/cli.js'), 'test'], { CHROME_PATH: browser });
  total = add(total, countPlaywright(join(reports, 'browser.json'), code));
} else {
  total = add(total, countStep('browser', 1));
}

for (const name of total.broken) console.log(`Failed: ${name}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${summarize(total)}`);
