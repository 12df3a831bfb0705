import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { StartError } from '#server/platform/start-error.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** The folder of the embedded database; created, readable only by its owner, if missing. */
  readonly dataDir: string;
  /** `postgres://…`: use a PostgreSQL server instead. */
  readonly databaseUrl: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Opens the database and checks that it answers. `migrateDatabase` creates the tables. Throws a `StartError`. */
export async function openDatabase({ dataDir, databaseUrl, logger }: DatabaseOptions): Promise<Database> {
  makeDataDir(dataDir);
  const path = join(dataDir, 'altimeter.db');
  const dialect = databaseUrl
    ? postgresDialect(databaseUrl, (error) => logger.warn({ err: error }, 'a database connection was lost'))
    : sqliteDialect(path);
  const db: Database = new Kysely<Tables>({ dialect });
  try {
    await pingDatabase(db);
    return db;
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const where = databaseUrl ? 'the PostgreSQL server of DATABASE_URL' : path;
    throw new StartError(`The database at ${where} cannot be opened: ${reasonOf(error)}.`, { cause: error });
  }
}

/** Rejects if the database does not answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Creates the folder, readable only by its owner, if missing. Throws a `StartError`. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${reasonOf(error)}.`, { cause: error });
  }
}

/** A failed connection to a name with several addresses is an AggregateError with an empty message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}
