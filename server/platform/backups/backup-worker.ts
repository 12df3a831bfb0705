import { parentPort, workerData } from 'node:worker_threads';
import { StartError } from '../start-error.ts';
import { backUpToFolder } from './backup-folder.ts';
import type { BackupAnswer, BackupTask } from './backup-thread.ts';

const { folder, keep, dataDir, databaseUrl, environment, now } = workerData as BackupTask;
const stopping = new AbortController();
parentPort!.once('message', () => stopping.abort());

const server =
  databaseUrl === undefined ? undefined : { url: databaseUrl, environment, signal: stopping.signal };
const answer = await backUpToFolder({ folder, keep, source: { dataDir, server }, now }).then(
  (made): BackupAnswer => ({ made }),
  (error: unknown): BackupAnswer => ({
    // Only our own messages; a driver's may contain values.
    failure: error instanceof StartError ? error.message : `The backup failed (${nameError(error)}).`,
  }),
);
parentPort!.postMessage(answer);
parentPort!.unref();

function nameError(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name ?? 'unknown';
}
