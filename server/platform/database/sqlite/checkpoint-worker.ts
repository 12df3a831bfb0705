import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData as string);
// Waits for nobody, and nobody waits for it.
database.exec('PRAGMA wal_checkpoint(PASSIVE)');
database.close();
