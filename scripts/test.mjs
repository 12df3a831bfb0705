import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { collect, run } from './child.mjs';
import { root, setUp } from './setup.mjs';
import { addCounts, countPlaywright, countStep, countVitest, noCounts, summarize } from './test-counts.mjs';

/*
 * The contributor's one command: the production build, type check and lint side by side, unit and integration tests, then
 * the short form of the browser tests against that build. Every step runs even if earlier ones failed; the last line adds
 * up all results.
 */

const node = setUp();
const reports = join(root, 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

/** @param {string} path of a program below node_modules */
const tool = (path) => join(root, 'node_modules', path);

/**
 * A check that only passes or fails. Its output is shown when it ends.
 * @param {string} name
 * @param {string[]} args for Node
 */
const check = (name, ...args) => ({
  name,
  async execute() {
    const { code, output } = await collect(node, args);
    console.log(`\n— ${name}\n${output.trim()}`);
    return code;
  },
});

const steps = [
  // First, because the tests of whole servers need its pages.
  { name: 'build', execute: () => build(node) },
  ...['web', 'server', 'tests', 'contract'].map((project) =>
    check(`types of ${project}`, tool('typescript/bin/tsc'), '-p', project),
  ),
  check('format and lint', tool('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'),
  check('imports', tool('dependency-cruiser/bin/dependency-cruise.mjs'), 'contract', 'server', 'web'),
  check('unused code', tool('knip/bin/knip.js')),
];

let total = noCounts;
const pending = steps.values();
/** Runs the next step until none is left. */
async function runSteps() {
  for (const { name, execute } of pending) {
    const code = await execute();
    total = addCounts(total, countStep(name, code));
  }
}

// Two at a time: each keeps one processor busy, and common test machines have two.
console.log('\n— build, types, lint');
await Promise.all([runSteps(), runSteps()]);

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
total = addCounts(total, countVitest(unitReport, unitCode));

console.log('\n— browser tests');
const browser = ensureBrowser(node);
if (browser) {
  const code = await run(node, [tool('@playwright/test/cli.js'), 'test'], { CHROME_PATH: browser });
  total = addCounts(total, countPlaywright(join(reports, 'browser.json'), code));
} else {
  total = addCounts(total, countStep('browser', 1));
}

for (const name of total.broken) console.log(`Failed: ${name}`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${summarize(total)}`);
