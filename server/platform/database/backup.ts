import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DEFAULT_MIGRATION_TABLE } from 'kysely';
import { StartError } from '#server/platform/start-error.ts';
import { makeDatabaseFile, makePrivateFile } from './data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { migrations } from './migrations/migrations.ts';
import { backUpPostgres, type PostgresServer, restorePostgres } from './postgres/postgres-backup.ts';
import { getResultCode } from './sqlite/sqlite-codes.ts';

export interface BackupOptions {
  /** The folder of the embedded database. */
  readonly dataDir: string;
  /** A PostgreSQL server to use instead. */
  readonly server: PostgresServer | undefined;
  /** The backup file. */
  readonly file: string;
}

/** Copies a consistent snapshot of the whole database into a new file. The server may keep running. */
export async function backUpDatabase({ dataDir, server, file }: BackupOptions): Promise<void> {
  reserve(file);
  try {
    await (server ? backUpPostgres(server, file) : backUpFile(join(dataDir, 'altimeter.db'), file));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** All in one step: one snapshot, whatever the server writes meanwhile. */
const maxPages = 2 ** 30;

async function backUpFile(path: string, file: string): Promise<void> {
  const source = openFile(path);
  try {
    await backup(source, file, { rate: maxPages });
  } catch (error) {
    throw new StartError(`${file} could not be written: ${reasonOf(error)}.`, { cause: error });
  } finally {
    source.close();
  }
}

/**
 * Replaces the whole database by a backup: completely, or not at all on failure. Throws a `StartError` if the file is no
 * backup, is damaged, or was made by a newer version, or while a server runs on the folder. Returns where a damaged database
 * was moved to.
 */
export async function restoreDatabase({ dataDir, server, file }: BackupOptions): Promise<string | undefined> {
  if (!existsSync(file)) throw new StartError(`${file} is not there.`);
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

/** SQLite overwrites any database but a damaged one, which is moved aside so that it can still be rescued. */
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

/** Creates the file, readable only by its owner: it contains all users' data. */
function reserve(file: string): void {
  try {
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new StartError(`${file} is there already: name a file that is not.`, { cause: error });
    }
    throw new StartError(`${file} cannot be written: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Throws if this version can't restore a backup with these migrations. */
function refuseForeign(file: string, applied: readonly string[]): void {
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
