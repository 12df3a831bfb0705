import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { getDatabasePath, makeDatabaseFile, makePrivateFile } from '../database/data-dir.ts';
import { lockDataDir } from '../database/data-dir-lock.ts';
import { migrations } from '../database/migrations/migrations.ts';
import { getResultCode } from '../database/sqlite/sqlite-codes.ts';
import { reasonOf } from '../reason-of.ts';
import { backUpPostgres, type PostgresServer, restorePostgres } from './postgres-backup.ts';
import { sumSqliteTables, type TableSums, writeSums } from './table-sums.ts';

/** The database to back up or replace. */
export interface DatabaseSource {
  /** The folder of the embedded database. */
  readonly dataDir: string;
  /** A PostgreSQL server to use instead. */
  readonly server: PostgresServer | undefined;
}

export interface BackupOptions extends DatabaseSource {
  /** The backup file. */
  readonly file: string;
}

/** Stored next to a backup: sums of its tables when it was taken. */
export const sumsFileOf = (file: string): string => `${file}.sums`;

/**
 * Copies a consistent snapshot of the whole database into a new file, and the sums of its tables into another. The
 * server may keep running. The file gets its name once it is complete and on disk.
 */
export async function backUpDatabase({ dataDir, server, file }: BackupOptions): Promise<void> {
  if (existsSync(file)) throw alreadyExists(file);
  const partial = `${file}.${process.pid}.partial`;
  reserve(partial, file);
  try {
    const sums = await (server
      ? backUpPostgres(server, partial)
      : backUpFile(getDatabasePath(dataDir), partial, file));
    publish(partial, file, sums);
  } catch (error) {
    for (const ending of ['', '-journal']) rmSync(partial + ending, { force: true });
    throw error;
  }
}

/** Copies everything in one step, which makes it one snapshot despite concurrent writes. */
const maxPages = 2 ** 30;

async function backUpFile(path: string, partial: string, file: string): Promise<TableSums> {
  const source = openFile(path);
  try {
    // One transaction for both, so that the sums match the copied snapshot.
    source.exec('begin');
    const sums = sumSqliteTables(source);
    await backup(source, partial, { rate: maxPages });
    return sums;
  } catch (error) {
    throw new StartError(`${file} could not be written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    source.close();
  }
}

/**
 * Replaces the whole database with a backup: completely, or not at all on failure. Throws a `StartError` if the file is
 * not a backup, is damaged, or was made by a newer version, or if a server is running on the folder. Returns where a
 * damaged database was moved to.
 */
export async function restoreDatabase({ dataDir, server, file }: BackupOptions): Promise<string | undefined> {
  if (!existsSync(file)) throw new StartError(`${file} does not exist.`);
  const lock = lockDataDir(dataDir);
  try {
    if (!server) return await restoreFile(dataDir, file);
    await restorePostgres(server, file, refuseForeign);
    return undefined;
  } finally {
    lock.release();
  }
}

async function restoreFile(dataDir: string, file: string): Promise<string | undefined> {
  const source = openFile(file);
  try {
    refuseForeign(file, readMigrations(source, file));
    const [check] = source.prepare('pragma integrity_check').all();
    if (check?.integrity_check !== 'ok') throw new StartError(`${file} is damaged.`);
    return await replaceFile(source, makeDatabaseFile(dataDir));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} could not be restored: ${reasonOf(error)}.`, { cause: error });
  } finally {
    source.close();
  }
}

/** SQLite overwrites any database except a damaged one, which is moved aside so that it can still be rescued. */
async function replaceFile(source: DatabaseSync, path: string): Promise<string | undefined> {
  try {
    await backup(source, path);
    return undefined;
  } catch (error) {
    const code = getResultCode(error);
    if (code !== 'SQLITE_CORRUPT' && code !== 'SQLITE_NOTADB') throw error;
  }
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, `${path}.damaged${ending}`);
  }
  makePrivateFile(path);
  await backup(source, path);
  return `${path}.damaged`;
}

/** Creates the file readable only by its owner, because it contains all users' data. */
function reserve(partial: string, file: string): void {
  try {
    writeFileSync(partial, '', { mode: 0o600 });
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

const alreadyExists = (file: string, cause?: unknown) =>
  new StartError(`${file} already exists. Name a new file.`, { cause });

/** Publishes the sums first, so that a backup with its name is complete. */
function publish(partial: string, file: string, sums: TableSums): void {
  try {
    flush(partial);
    writeSums(`${partial}.sums`, sums);
    renameSync(`${partial}.sums`, sumsFileOf(file));
    giveName(partial, file);
  } catch (error) {
    rmSync(`${partial}.sums`, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyExists(file, error);
    rmSync(sumsFileOf(file), { force: true });
    throw new StartError(`${file} could not be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Throws `EEXIST` if the name is taken. */
function giveName(partial: string, file: string): void {
  try {
    linkSync(partial, file);
    rmSync(partial);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // Some file systems have no hard links.
    renameSync(partial, file);
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Throws if this version can't restore a backup with these migrations. */
export function refuseForeign(file: string, applied: readonly string[]): void {
  if (applied.length === 0) throw new StartError(`${file} is not a backup of Altimeter.`);
  const unknown = applied.find((name) => !Object.hasOwn(migrations, name));
  if (unknown) {
    throw new StartError(
      `${file} was made by a newer version of Altimeter (it has "${unknown}"): restore it with that version.`,
    );
  }
}

function openFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  } catch (error) {
    throw new StartError(`${path} cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

function readMigrations(source: DatabaseSync, file: string): string[] {
  try {
    return source
      .prepare(`select name from ${DEFAULT_MIGRATION_TABLE}`)
      .all()
      .map(({ name }) => String(name));
  } catch (error) {
    throw new StartError(`${file} is not a backup of Altimeter.`, { cause: error });
  }
}
