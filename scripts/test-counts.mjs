import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const errorLines = 15;

/**
 * The results of some steps; `broken` names what failed, tests with the first lines of their errors.
 * @typedef {{passed: number, failed: number, skipped: number, broken: string[]}} Counts
 */

/** @type {Counts} */
export const noCounts = { passed: 0, failed: 0, skipped: 0, broken: [] };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    broken: [...a.broken, ...b.broken],
  };
}

/**
 * A tool that only passes or fails counts as one test.
 * @param {string} name
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countStep(name, exitCode) {
  return exitCode === 0 ? { ...noCounts, passed: 1 } : { ...noCounts, failed: 1, broken: [name] };
}

/**
 * @param {string} file vitest's JSON report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(file, exitCode) {
  const report = readReport(file);
  if (!report) return countStep('unit tests: no report', 1);
  // A file that could not be loaded has no tests, but has failed.
  const unloaded = report.testResults.filter(
    (/** @type {any} */ result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  return withExitCode('unit tests', exitCode, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    broken: report.testResults.flatMap((/** @type {any} */ { name, assertionResults, message }) =>
      unloaded.some((/** @type {any} */ file) => file.name === name)
        ? [nameFailure(name, message)]
        : assertionResults
            .filter((/** @type {any} */ test) => test.status === 'failed')
            .map((/** @type {any} */ test) =>
              nameFailure(`${name} › ${test.fullName}`, test.failureMessages?.[0]),
            ),
    ),
  });
}

/**
 * @param {string} file Playwright's JSON report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(file, exitCode) {
  const report = readReport(file);
  if (!report) return countStep('browser tests: no report', 1);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExitCode('browser tests', exitCode, {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    broken: (report.suites ?? []).flatMap(describeSuite),
  });
}

/**
 * The tests of a suite of Playwright's report that failed, or passed only on retry.
 * @param {any} suite
 * @returns {string[]}
 */
function describeSuite(suite) {
  const failed = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests
      .filter((/** @type {any} */ test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((/** @type {any} */ test) =>
        nameFailure(
          `${spec.file}:${spec.line} › ${spec.title} (${test.projectName})`,
          test.results.find((/** @type {any} */ result) => result.error)?.error.message,
        ),
      ),
  );
  return [...failed, ...(suite.suites ?? []).flatMap(describeSuite)];
}

/**
 * A failure's name with the beginning of its error, so that the end of the output is enough to see what failed.
 * @param {string} name
 * @param {string} [error]
 */
function nameFailure(name, error) {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  return [name, ...lines.slice(0, errorLines).map((line) => line.slice(0, 300))].join('\n    ').trim();
}

/**
 * An error outside any test fails the run even if every test passed.
 * @param {string} name
 * @param {number} exitCode
 * @param {Counts} counts
 * @returns {Counts}
 */
function withExitCode(name, exitCode, counts) {
  return exitCode === 0 || counts.failed > 0 ? counts : addCounts(counts, countStep(`${name}: see above`, 1));
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * The run's last line.
 * @param {Counts} counts
 */
export function summarize({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
