import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getDatabasePath, makeDataDir } from '../database/data-dir.ts';
import { StartError } from '../start-error.ts';
import { refuseForeign, restoreDatabase, sumsFileOf } from './backup.ts';
import {
  type PostgresServer,
  quoteIdentifier,
  readSchema,
  restorePostgres,
  withClient,
} from './postgres-backup.ts';
import { compareSums, readSums, sumPostgresTables, sumSqliteTables, type TableSums } from './table-sums.ts';

export interface VerifiedBackup {
  readonly tables: number;
  readonly rows: number;
  /** Whether each table was compared with its contents when the backup was taken. */
  readonly isCompared: boolean;
}

/**
 * Restores a backup into a scratch database and compares each table with the sums stored next to the backup.
 * Throws a `StartError` listing the differences. Does not touch the server's database.
 */
export async function verifyBackup(
  file: string,
  server: PostgresServer | undefined,
): Promise<VerifiedBackup> {
  const found = isPostgresDump(file) ? await restoreToPostgres(file, server) : await restoreToFile(file);
  const expected = readExpected(file);
  const differences = expected === undefined ? [] : compareSums(expected, found);
  if (differences.length > 0) {
    throw new StartError(`${file} is not what was backed up: ${differences.join(', ')}.`);
  }
  const rows = Object.values(found).reduce((sum, table) => sum + table.rows, 0);
  return { tables: Object.keys(found).length, rows, isCompared: expected !== undefined };
}

function readExpected(file: string): TableSums | undefined {
  try {
    return readSums(sumsFileOf(file));
  } catch (error) {
    throw new StartError(`${sumsFileOf(file)} cannot be read.`, { cause: error });
  }
}

const dumpMark = 'PGDMP';

function isPostgresDump(file: string): boolean {
  const start = Buffer.alloc(dumpMark.length);
  try {
    const descriptor = openSync(file, 'r');
    readSync(descriptor, start);
    closeSync(descriptor);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new StartError(`${file} cannot be read (${code}).`, { cause: error });
  }
  return start.toString('latin1') === dumpMark;
}

async function restoreToFile(file: string): Promise<TableSums> {
  const dataDir = mkdtempSync(join(tmpdir(), 'altimeter-verify-'));
  try {
    makeDataDir(dataDir);
    await restoreDatabase({ file, dataDir, server: undefined });
    const database = new DatabaseSync(getDatabasePath(dataDir), { readOnly: true });
    try {
      return sumSqliteTables(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function restoreToPostgres(file: string, server: PostgresServer | undefined): Promise<TableSums> {
  if (server === undefined) {
    throw new StartError(
      `${file} is a backup of PostgreSQL: set DATABASE_URL to a server where a scratch database can be made.`,
    );
  }
  const schema = await readSchema(server, file);
  if (schema === undefined) throw new StartError(`${file} is not a backup of Altimeter.`);
  const name = `altimeter_verify_${randomBytes(6).toString('hex')}`;
  await createScratch(server, name);
  try {
    const scratch = addressScratch(server, name, schema);
    await withClient(scratch, (client) =>
      client.query(`create schema if not exists ${quoteIdentifier(schema)}`),
    );
    await restorePostgres(scratch, file, refuseForeign);
    return await withClient(scratch, async (client) => {
      await client.query('begin read only');
      return await sumPostgresTables(client, schema);
    });
  } finally {
    await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

async function createScratch(server: PostgresServer, name: string): Promise<void> {
  await withClient(server, async (client) => {
    try {
      await client.query(`create database ${name} template template0`);
    } catch (error) {
      if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
      throw new StartError(
        'The user of DATABASE_URL may not create a scratch database: give it CREATEDB, or set DATABASE_URL to another server for this command.',
        { cause: error },
      );
    }
  });
}

const insufficientPrivilege = '42501';

function addressScratch(server: PostgresServer, name: string, schema: string): PostgresServer {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  url.searchParams.set('options', `-c search_path=${quoteIdentifier(schema)}`);
  return { ...server, url: url.href };
}
