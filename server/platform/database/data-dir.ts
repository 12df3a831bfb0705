import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { reasonOf } from '../reason-of.ts';

const ownerOnlyFile = 0o600;
const ownerOnlyFolder = 0o700;

/** Creates the folder if missing, readable only by its owner. Throws a `StartError`. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: ownerOnlyFolder });
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}

/** The embedded database's file. */
export function getDatabasePath(dataDir: string): string {
  return join(dataDir, 'altimeter.db');
}

/**
 * Creates the embedded database's file, readable only by its owner, and returns its path. SQLite gives its additional
 * files the same mode.
 */
export function makeDatabaseFile(dataDir: string): string {
  makeDataDir(dataDir);
  const path = getDatabasePath(dataDir);
  try {
    makePrivateFile(path);
    return path;
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/**
 * Creates an empty file with mode 0600. Never opens an existing one, because closing a file that SQLite has open would
 * release its locks.
 */
export function makePrivateFile(path: string): void {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: ownerOnlyFile });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Removes other users' permissions from files that earlier versions created in the folder. Only by name, because the
 * folder may contain other files too.
 */
export function restrictDataDir(dataDir: string): void {
  for (const name of privateFiles) restrict(join(dataDir, name), ownerOnlyFile);
  for (const name of privateFolders) restrict(join(dataDir, name), ownerOnlyFolder);
}

const privateFiles = [
  'altimeter.db',
  'altimeter.db-wal',
  'altimeter.db-shm',
  'altimeter.db-journal',
  'token-secret',
  'inbox-key',
  'server.lock',
];
const privateFolders = ['images'];

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Missing, or on a file system without permissions.
    if (code === 'ENOENT' || code === 'ENOTSUP') return;
    throw new StartError(`${path} cannot be made private: ${reasonOf(error)}.`, { cause: error });
  }
}
