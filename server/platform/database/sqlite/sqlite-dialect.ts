import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  type Dialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import { createCheckpoints, keptLogBytes } from './checkpoints.ts';
import { FileDriver } from './sqlite-driver.ts';
import { createWriteLock, type WriteLock } from './write-lock.ts';

/** Preparing costs as much as running a small statement. We have a few hundred; lists of values add more. */
const maxStatements = 500;

/** How long opening the file, or a read, waits for another process, in milliseconds. */
const busyTimeout = 5000;

/**
 * Kysely on Node's built-in SQLite, with two connections to the file at `path`. `lock` is shared by threads that write
 * to it. `maxLog`: in bytes; above it, transactions wait until the write-ahead log is copied.
 */
export function sqliteDialect(
  path: string,
  lock: WriteLock = createWriteLock(),
  maxLog?: number | undefined,
): Dialect {
  return {
    createDriver: () => new FileDriver(() => openFile(path, maxLog), lock),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite can roll back schema changes, so migrations run in a transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openFile(path: string, maxLog: number | undefined) {
  const writer = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
  // Every commit is on disk before it is acknowledged.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  // From here on, the driver waits for other processes.
  writer.exec(`PRAGMA busy_timeout = 0; PRAGMA journal_size_limit = ${keptLogBytes};`);
  const reader = new DatabaseSync(path, { timeout: busyTimeout });
  reader.exec('PRAGMA query_only = ON;');
  const kept = keepStatements(writer);
  return { writer: kept, reader: keepStatements(reader), checkpoints: createCheckpoints(kept, path, maxLog) };
}

function keepStatements(database: DatabaseSync) {
  const statements = new Map<string, SqliteStatement>();
  return {
    get isTransaction() {
      return database.isTransaction;
    },
    prepare(sql: string): SqliteStatement {
      const known = statements.get(sql);
      if (known) return known;
      const statement = prepare(database, sql);
      if (statements.size >= maxStatements) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  };
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    // A separate statement, because the same query may run while its rows are being read.
    iterate: (parameters) => database.prepare(sql).iterate(...(parameters as SQLInputValue[])),
  };
}
