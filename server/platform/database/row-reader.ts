import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { getDatabasePath } from './data-dir.ts';
import type { Database, DatabaseOptions } from './database.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';
import { busyTimeout } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

/** A query that is not run by the database that made it. */
interface Compilable {
  compile(): CompiledQuery;
}

/**
 * A read-only connection of its own, for a thread. Rows come as arrays in the order of the columns selected: for a hundred
 * thousand of them that takes a third of the time of objects.
 */
export interface RowReader {
  /** Makes queries, and runs none. */
  readonly db: Database;
  read(query: Compilable): Promise<readonly (readonly unknown[])[]>;
}

export async function openRowReader(
  options: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
): Promise<RowReader> {
  const { dataDir, databaseUrl } = options;
  return guardReads(databaseUrl ? await openPostgres(databaseUrl) : openSqlite(getDatabasePath(dataDir)));
}

function openSqlite(path: string): RowReader {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout });
  return {
    db: new Kysely<Tables>({
      dialect: {
        createDriver: () => new DummyDriver(),
        createAdapter: () => new SqliteAdapter(),
        createQueryCompiler: () => new SqliteQueryCompiler(),
        createIntrospector: (db) => new SqliteIntrospector(db),
      },
    }),
    async read(query) {
      const { sql, parameters } = query.compile();
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement.all(...(parameters as SQLInputValue[])) as unknown as readonly unknown[][];
    },
  };
}

async function openPostgres(databaseUrl: string): Promise<RowReader> {
  const { createPool } = await import('./postgres-dialect.ts');
  // A connection that is lost while idle is replaced by the next query.
  const pool = createPool(databaseUrl, () => undefined, { max: 1 });
  return {
    db: new Kysely<Tables>({
      dialect: {
        createDriver: () => new DummyDriver(),
        createAdapter: () => new PostgresAdapter(),
        createQueryCompiler: () => new PostgresQueryCompiler(),
        createIntrospector: (db) => new PostgresIntrospector(db),
      },
    }),
    async read(query) {
      const { sql: text, parameters } = query.compile();
      const { rows } = await pool.query<unknown[]>({ text, values: [...parameters], rowMode: 'array' });
      return rows;
    },
  };
}

/** Outages are reported as `DatabaseUnavailableError`s, as by the database itself. */
function guardReads({ db, read }: RowReader): RowReader {
  return {
    db,
    async read(query) {
      try {
        return await read(query);
      } catch (error) {
        const code = findOutage(error);
        throw code === undefined ? error : new DatabaseUnavailableError(code, { cause: error });
      }
    },
  };
}
