import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { StartError } from '#server/platform/start-error.ts';
import { reasonOf } from '../reason-of.ts';
import { getDatabasePath, makeDatabaseFile, makeDataDir } from './data-dir.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { guardedDialect } from './guarded-dialect.ts';
import { defaultPoolLimits, type PoolLimits } from './postgres/pool-limits.ts';
import { WriteTurns } from './postgres/write-turns.ts';
import { sqliteDialect } from './sqlite/sqlite-dialect.ts';
import { createWriteLock, type WriteLock } from './sqlite/write-lock.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

export interface DatabaseOptions {
  /** The folder of the embedded database; created if missing, readable only by its owner. */
  readonly dataDir: string;
  /** `postgres://…`: uses a PostgreSQL server instead. */
  readonly databaseUrl: string | undefined;
  /** Limits the connections to that server. */
  readonly connections?: PoolLimits | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  /** For the embedded database: shared with a thread that writes to it too. */
  readonly writeLock?: WriteLock;
}

const writeLocks = new WeakMap<Database, WriteLock>();

/** The lock of an embedded database, for a thread that also writes to it; undefined for PostgreSQL. */
export const findWriteLock = (db: Database): WriteLock | undefined => writeLocks.get(db);

/** Opens the database and checks that it answers. `migrateDatabase` creates the tables. Throws a `StartError`. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, databaseUrl, writeLock = createWriteLock() } = options;
  makeDataDir(dataDir);
  const dialect = databaseUrl
    ? guardedDialect(await loadPostgres(databaseUrl, options), createWriteTurns(options))
    : guardedDialect(sqliteDialect(makeDatabaseFile(dataDir), writeLock));
  const db: Database = new Kysely<Tables>({ dialect });
  if (!databaseUrl) writeLocks.set(db, writeLock);
  try {
    await pingDatabase(db);
    return db;
  } catch (error) {
    await db.destroy().catch(() => undefined);
    const where = databaseUrl ? 'the PostgreSQL server of DATABASE_URL' : getDatabasePath(dataDir);
    const reason = reasonOf(error instanceof DatabaseUnavailableError ? error.cause : error);
    throw new StartError(`The database at ${where} cannot be opened: ${reason}.`, { cause: error });
  }
}

/** Connections that the writes of requests leave to reads, to the server's own work, and to writes outside a request. */
const keptConnections = 3;
/** A long transaction, and one that waits for it. */
const connectionsPerAccount = 2;

function createWriteTurns({ connections = defaultPoolLimits }: DatabaseOptions): WriteTurns {
  const { poolSize, connectMs } = connections;
  return new WriteTurns({
    atOnce: Math.max(1, poolSize - keptConnections),
    perAccount: connectionsPerAccount,
    maxWaitMs: connectMs,
  });
}

/** Loads the driver only if it is used. */
async function loadPostgres(
  databaseUrl: string,
  { logger, connections = defaultPoolLimits }: DatabaseOptions,
) {
  const { postgresDialect } = await import('./postgres/postgres-dialect.ts');
  return postgresDialect(databaseUrl, connections, (error) =>
    logger.warn({ err: error }, 'a database connection was lost'),
  );
}

/** Rejects if the database does not answer. */
export async function pingDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}
