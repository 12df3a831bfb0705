import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  addCounts,
  countPlaywright,
  countStep,
  countVitest,
  noCounts,
  summarize,
} from '../scripts/test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'altimeter-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writeReport(report: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
}

const vitestReport = (changes: object = {}) =>
  writeReport({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [{}] }],
    ...changes,
  });

describe('The last line of the tests', () => {
  it('adds up tools, unit tests and browser tests', () => {
    const browser = writeReport({ stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 } });
    const counted = [countStep('types', 0), countPlaywright(browser, 0), countVitest(vitestReport(), 0)];
    expect(summarize(counted.reduce(addCounts, noCounts))).toBe('9 passed, 0 failed, 2 skipped');
  });

  it('leaves out the number of skipped tests if it is zero', () => {
    expect(summarize(countStep('types', 1))).toBe('0 passed, 1 failed');
  });

  it('counts a file that could not be loaded as failed', () => {
    const testResults = [{ name: 'b.test.ts', status: 'failed', assertionResults: [] }];
    expect(countVitest(vitestReport({ testResults }), 1)).toMatchObject({
      passed: 3,
      failed: 1,
      broken: ['b.test.ts'],
    });
  });

  it('comes after the tests that failed and the beginning of their errors', () => {
    const message = ['\u001b[31mexpected 1 to be 2\u001b[39m', ...Array(40).fill('    at a line')].join('\n');
    const assertionResults = [
      { status: 'passed', fullName: 'adds' },
      { status: 'failed', fullName: 'subtracts', failureMessages: [message] },
    ];
    const testResults = [{ name: 'c.test.ts', status: 'failed', assertionResults }];
    const [failed, ...others] = countVitest(vitestReport({ numFailedTests: 1, testResults }), 1).broken;
    expect(others).toEqual([]);
    expect(failed?.split('\n').slice(0, 2)).toEqual(['c.test.ts › subtracts', '    expected 1 to be 2']);
    expect(failed?.split('\n')).toHaveLength(16);

    const spec = {
      title: 'a row opens',
      file: 'd.test.ts',
      line: 7,
      tests: [
        { projectName: 'desktop', status: 'expected', results: [{}] },
        { projectName: 'phone', status: 'unexpected', results: [{ error: { message: 'no row' } }] },
      ],
    };
    const stats = { expected: 1, unexpected: 1, flaky: 0, skipped: 0 };
    expect(
      countPlaywright(writeReport({ stats, suites: [{ suites: [{ specs: [spec] }] }] }), 1).broken,
    ).toEqual(['d.test.ts:7 › a row opens (phone)\n    no row']);
  });

  it('counts an error outside of tests, and a run without a report', () => {
    expect(countVitest(vitestReport(), 1).failed).toBe(1);
    expect(countVitest(join(folder, 'missing.json'), 0).failed).toBe(1);
    expect(countPlaywright(join(folder, 'missing.json'), 1).failed).toBe(1);
  });

  it('counts a browser test that passed only on retry as failed', () => {
    const browser = writeReport({ stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 } });
    expect(countPlaywright(browser, 0)).toMatchObject({ passed: 5, failed: 1 });
  });
});
