import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** In pages of 4 KiB. Commits copy this much themselves. */
const maxLeft = 4000;

const database = new DatabaseSync(workerData as string);
// Waits for nobody, and nobody waits for it.
const { log, checkpointed } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as {
  log: number;
  checkpointed: number;
};
database.close();
// Somebody who reads, such as a backup, keeps it from copying what was written since. Both are -1 while somebody else copies.
if (log < 0 || log - checkpointed > maxLeft) process.exit(1);
