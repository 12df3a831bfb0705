import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '#server/platform/start-error.ts';
import { reasonOf } from '../reason-of.ts';
import { makeDataDir, makePrivateFile, restrictDataDir } from './data-dir.ts';
import { getResultCode } from './sqlite/sqlite-codes.ts';

export interface DataDirLock {
  release(): void;
}

/** Long enough for a just-killed server to be gone, in milliseconds. */
const waitMs = 1000;

/**
 * Reserves the folder until it is released or this process ends in any way: an exclusive transaction on a dedicated
 * file, which the system ends with the process. Throws a `StartError` if another process has it, or if nothing can be
 * written there.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeDataDir(dataDir);
  restrictDataDir(dataDir);
  const path = join(dataDir, 'server.lock');
  const file = openLock(dataDir, path);
  return { release: () => file.close() };
}

function openLock(dataDir: string, path: string): DatabaseSync {
  let file: DatabaseSync | undefined;
  try {
    // Checked separately, because a file on a read-only disk can be locked.
    accessSync(dataDir, constants.W_OK);
    makePrivateFile(path);
    file = new DatabaseSync(path, { timeout: waitMs });
    // In memory: nothing is ever written, so no journal file is needed.
    file.exec('pragma journal_mode = memory; begin exclusive');
    return file;
  } catch (error) {
    file?.close();
    if (getResultCode(error) === 'SQLITE_BUSY') {
      throw new StartError(
        `Another server or a restore is running on DATA_DIR ${dataDir}: stop it first, or set another DATA_DIR.`,
        { cause: error },
      );
    }
    const reason = reasonOf(error);
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${reason}.`, { cause: error });
  }
}
