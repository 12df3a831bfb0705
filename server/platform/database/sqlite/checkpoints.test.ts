import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCheckpoints } from './checkpoints.ts';

vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor() {
      throw new Error('The system has no more threads');
    }
  },
}));

it('A commit succeeds if no thread can be started for its long log, which the next commits copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.db');
  writeFileSync(`${path}-wal`, '');
  truncateSync(`${path}-wal`, 20 * 1024 * 1024);
  const statements: string[] = [];
  const prepare = (sql: string) => {
    statements.push(sql);
    return { all: () => [] } as never;
  };
  const checkpoints = createCheckpoints({ prepare }, path);
  const afterCommit = checkpoints.beforeCommit();
  expect(afterCommit).not.toThrow();
  await checkpoints.stop();
  checkpoints.beforeCommit();
  expect(statements).toEqual(['PRAGMA wal_autocheckpoint = 0', 'PRAGMA wal_autocheckpoint = 1000']);
});
