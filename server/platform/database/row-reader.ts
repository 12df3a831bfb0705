import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { getDatabasePath } from './data-dir.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';
import { defaultLimits } from './postgres/connection-limits.ts';

/** Milliseconds that a read waits for a database that is being locked. */
const busyTimeout = 5000;

/** Which database it is: as in the configuration. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
}

/**
 * Runs a query with the parameters `$1`, `$2` … Rows come as arrays in the order of the columns selected: for a hundred
 * thousand of them that takes a third of the time of objects. `columns`: the names of those columns, all of them text or
 * numbers; with them PostgreSQL sends the rows as one text, which takes a third of the time again.
 */
export type ReadRows = (
  sql: string,
  parameters: readonly (string | number)[],
  columns?: readonly string[],
) => Promise<readonly (readonly unknown[])[]>;

/**
 * A read-only connection of its own, for a thread. It loads no query builder: the thread starts faster. Outages are reported
 * as `DatabaseUnavailableError`s, as by the database itself.
 */
export async function openRowReader({ dataDir, databaseUrl }: DatabasePlace): Promise<ReadRows> {
  const read = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(getDatabasePath(dataDir));
  return async (sql, parameters, columns) => {
    try {
      return await read(sql, parameters, columns);
    } catch (error) {
      const code = findOutage(error);
      throw code === undefined ? error : new DatabaseUnavailableError(code, { cause: error });
    }
  };
}

/** SQLite numbers its parameters with another sign. */
export const toSqliteParameters = (sql: string): string => sql.replaceAll('$', '?');

function openSqlite(path: string): ReadRows {
  const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout });
  const statements = new Map<string, StatementSync>();
  return async (sql, parameters) => {
    const statement = statements.get(sql) ?? database.prepare(toSqliteParameters(sql));
    statements.set(sql, statement);
    statement.setReturnArrays(true);
    return statement.all(...(parameters as SQLInputValue[])) as unknown as readonly unknown[][];
  };
}

async function openPostgres(databaseUrl: string): Promise<ReadRows> {
  const { createPool } = await import('./postgres/postgres-pool.ts');
  // A connection that is lost while idle is replaced by the next query.
  const pool = createPool(databaseUrl, { ...defaultLimits, poolSize: 1 }, () => undefined);
  return async (sql, parameters, columns) => {
    const text = columns
      ? `select json_agg(json_build_array(${columns.join()})) from (${sql}) as found`
      : sql;
    const { rows } = await pool.query<unknown[]>({ text, values: [...parameters], rowMode: 'array' });
    return columns ? ((rows[0]![0] as unknown[][] | null) ?? []) : rows;
  };
}
