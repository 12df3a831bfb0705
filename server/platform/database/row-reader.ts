import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { getDatabasePath } from './data-dir.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';
import { type ConnectionLimits, defaultLimits } from './postgres/connection-limits.ts';

/** How long a read waits for a locked database, in milliseconds. */
const busyTimeout = 5000;

/** Identifies a database, as in the configuration. */
export interface DatabasePlace {
  readonly dataDir: string;
  /** Undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Limits the connections to PostgreSQL. */
  readonly connections?: ConnectionLimits | undefined;
}

/**
 * Runs a query with the parameters `$1`, `$2` … Rows are arrays in the order of the selected columns, which for a
 * hundred thousand rows takes a third of the time of objects. `columns` names those columns, all of them text or
 * numbers; PostgreSQL then sends the rows as one text, which takes a third of the time again.
 */
export type ReadRows = (
  sql: string,
  parameters: readonly (string | number)[],
  columns?: readonly string[],
) => Promise<readonly (readonly unknown[])[]>;

/**
 * Opens a separate read-only connection for a thread. It loads no query builder, so that the thread starts faster.
 * Outages are reported as `DatabaseUnavailableError`s, as by the database itself.
 */
export async function openRowReader({ dataDir, databaseUrl, connections }: DatabasePlace): Promise<ReadRows> {
  const read = databaseUrl
    ? await openPostgres(databaseUrl, connections)
    : openSqlite(getDatabasePath(dataDir));
  return async (sql, parameters, columns) => {
    try {
      return await read(sql, parameters, columns);
    } catch (error) {
      const code = findOutage(error);
      throw code === undefined ? error : new DatabaseUnavailableError(code, { cause: error });
    }
  };
}

/** SQLite marks its parameters with another character. */
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

async function openPostgres(databaseUrl: string, limits = defaultLimits): Promise<ReadRows> {
  const { createPool } = await import('./postgres/postgres-pool.ts');
  // A connection that is lost while idle is replaced by the next query.
  const pool = createPool(databaseUrl, { ...limits, poolSize: 1 }, () => undefined);
  return async (sql, parameters, columns) => {
    const text = columns
      ? `select json_agg(json_build_array(${columns.join()})) from (${sql}) as found`
      : sql;
    const { rows } = await pool.query<unknown[]>({ text, values: [...parameters], rowMode: 'array' });
    return columns ? ((rows[0]![0] as unknown[][] | null) ?? []) : rows;
  };
}
