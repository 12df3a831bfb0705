import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

/** Preparing costs as much as running a small statement. We have some hundred; lists of values make more. */
const maxStatements = 500;

/** How long a statement waits for another process that is writing, in milliseconds. */
const busyTimeout = 5000;

/** Kysely over Node's own SQLite: one connection to the file at `path`, handed out to one transaction at a time. */
export function sqliteDialect(path: string): Dialect {
  return {
    createDriver: () => new ImmediateDriver({ database: async () => openFile(path) }),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** A transaction takes the write lock first: one that read before would fail if another process wrote meanwhile. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite can roll back schema changes, so migrations run in a transaction. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function openFile(path: string): SqliteDatabase {
  const database = new DatabaseSync(path, { timeout: busyTimeout, enableForeignKeyConstraints: true });
  // Every commit is on disk before it is acknowledged.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
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
    // Its own statement: the same query may run while its rows are being read.
    iterate: (parameters) => database.prepare(sql).iterate(...(parameters as SQLInputValue[])),
  };
}
