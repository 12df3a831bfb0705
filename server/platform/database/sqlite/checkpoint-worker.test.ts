import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';

/** Holds the lock of those who copy the log until the reader of an earlier state is done. */
const copyForLong = `
const { DatabaseSync } = require('node:sqlite');
const database = new DatabaseSync(require('node:worker_threads').workerData, { timeout: 60_000 });
const copy = database.prepare('PRAGMA wal_checkpoint(RESTART)');
while (copy.get().log < 0);
`;

it('A thread that finds somebody else copying the log does not report it as copied', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkpoint-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.db');
  const [writer, reader] = [new DatabaseSync(path), new DatabaseSync(path)];
  writer.exec('PRAGMA journal_mode = WAL; create table pieces (piece text)');
  reader.exec('begin');
  reader.prepare('select * from pieces').all();
  writer.exec(`insert into pieces values ('a')`);
  const other = new Worker(copyForLong, { eval: true, workerData: path });
  const hasEnded = once(other, 'exit');
  const look = writer.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  while (Number(look.get()!.log) >= 0) await yieldToEventLoop();
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: path });
  expect(await once(worker, 'exit')).toEqual([1]);
  reader.exec('commit');
  await hasEnded;
  for (const database of [reader, writer]) database.close();
});
