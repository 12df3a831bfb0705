import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Instant, Milliseconds } from '#contract/units.ts';
import { type FolderBackup, nameBackup } from './backup-folder.ts';
import type { KeepRule } from './keep-rule.ts';

/** One backup to make. */
export interface BackupTask {
  readonly folder: string;
  readonly keep: KeepRule;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** For PostgreSQL's programs. */
  readonly environment: NodeJS.ProcessEnv;
  readonly now: Instant;
}

export type BackupAnswer = { readonly made: FolderBackup } | { readonly failure: string };

export interface BackupThread {
  /** Rejects with a one-line reason. */
  run(task: BackupTask): Promise<FolderBackup>;
  /** Aborts the current backup and removes its partial file. */
  stop(): Promise<void>;
}

const workerFile = new URL('./backup-worker.ts', import.meta.url);
/** How long PostgreSQL's programs get to exit. */
const stopLimit: Milliseconds = 2000;

/** Makes backups in a thread, because reading every row of an embedded database takes seconds. */
export function createBackupThread(): BackupThread {
  let running:
    | { readonly worker: Worker; readonly ended: Promise<unknown>; readonly task: BackupTask }
    | undefined;

  return {
    async run(task) {
      const worker = new Worker(workerFile, { workerData: task });
      running = { worker, task, ended: once(worker, 'exit').catch(() => undefined) };
      try {
        const [answer] = (await Promise.race([once(worker, 'message'), failOnExit(worker)])) as [
          BackupAnswer,
        ];
        if ('failure' in answer) throw new Error(answer.failure);
        return answer.made;
      } finally {
        await worker.terminate();
        running = undefined;
      }
    },
    async stop() {
      if (!running) return;
      const { worker, ended, task } = running;
      worker.postMessage('stop');
      await Promise.race([ended, setTimeout(stopLimit, undefined, { ref: false })]);
      await worker.terminate();
      removePartial(task);
    },
  };
}

async function failOnExit(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('The backup was stopped.');
}

/** Finds the file by the task's instant too, because in containers all servers have the same process id. */
function removePartial({ folder, databaseUrl, now }: BackupTask): void {
  const mine = `${nameBackup(now, databaseUrl !== undefined)}.${process.pid}.partial`;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(mine)) rmSync(join(folder, name), { force: true });
  }
}
