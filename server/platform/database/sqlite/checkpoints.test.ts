import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCheckpoints } from './checkpoints.ts';

const system = vi.hoisted(() => ({ hasThreads: true, started: 0 }));
vi.mock('node:worker_threads', () => ({
  Worker: function startWorker() {
    if (!system.hasThreads) throw new Error('The system has no more threads');
    system.started += 1;
    const worker = new EventEmitter();
    setImmediate(() => worker.emit('exit', 0));
    return worker;
  },
}));

/** A log of a length that the test sets, and the statements that the connection gets. */
function createLog() {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.db');
  writeFileSync(`${path}-wal`, '');
  const setMegabytes = (size: number) => truncateSync(`${path}-wal`, size * 1024 * 1024);
  const statements: string[] = [];
  const readers = { has: false };
  const all = (sql: string) => () => {
    statements.push(sql);
    if (sql.includes('TRUNCATE') && !readers.has) setMegabytes(0);
    return [];
  };
  const checkpoints = createCheckpoints({ prepare: (sql) => ({ all: all(sql) }) as never }, path);
  return { setMegabytes, statements, readers, checkpoints };
}

it('A commit succeeds if no thread can be started for its long log, which the next commits copy', async () => {
  const { checkpoints, setMegabytes, statements } = createLog();
  system.hasThreads = false;
  onTestFinished(() => {
    system.hasThreads = true;
  });
  setMegabytes(20);
  expect(checkpoints.beforeCommit()).not.toThrow();
  await checkpoints.stop();
  checkpoints.beforeCommit();
  expect(statements).toEqual(['PRAGMA wal_autocheckpoint = 0', 'PRAGMA wal_autocheckpoint = 1000']);
});

it('A large transaction right after another one is not copied by its commit either', async () => {
  const { checkpoints, setMegabytes, statements } = createLog();
  const commit = async () => {
    await checkpoints.beforeBegin();
    setMegabytes(20);
    checkpoints.beforeCommit()();
    await checkpoints.stop();
  };
  await commit();
  await commit();
  expect(statements).toEqual(['PRAGMA wal_autocheckpoint = 0', 'PRAGMA wal_checkpoint(TRUNCATE)']);
});

it('While somebody reads a very long log that is copied, transactions start no threads', async () => {
  const { checkpoints, setMegabytes, readers } = createLog();
  readers.has = true;
  setMegabytes(300);
  system.started = 0;
  for (let count = 0; count < 3; count += 1) await checkpoints.beforeBegin();
  expect(system.started).toBe(1);
});
