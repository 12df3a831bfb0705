import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { getDatabasePath } from './data-dir.ts';
import { DatabaseUnavailableError } from './database-unavailable-error.ts';
import { findOutage } from './find-outage.ts';
import type { PoolLimits } from './postgres/pool-limits.ts';
import type { StreamRows } from './postgres/row-stream.ts';

/** How long a read waits for a locked database, in milliseconds. */
const busyTimeout = 5000;

/** Identifies a database, as in the configuration. */
export interface DatabaseLocation {
  readonly dataDir: string;
  /** Undefined for the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Limits the connections to PostgreSQL. */
  readonly connections?: PoolLimits | undefined;
}

/**
 * Runs a query with the parameters `$1`, `$2` … Rows are arrays in the order of the selected columns, which for a
 * hundred thousand rows takes a third of the time of objects.
 */
export type ReadRows = (
  sql: string,
  parameters: readonly (string | number)[],
) => Promise<readonly (readonly unknown[])[]>;

/**
 * A separate read-only connection for a thread. SQLite, which works in the thread itself, reads one part at a time,
 * PostgreSQL all rows at once.
 */
export type RowReader = { readonly read: ReadRows } | { readonly stream: StreamRows };

/**
 * Opens a connection without loading the query builder, so that the thread starts faster. Outages are reported as
 * `DatabaseUnavailableError`s, as by the database itself.
 */
export async function openRowReader({
  dataDir,
  databaseUrl,
  connections,
}: DatabaseLocation): Promise<RowReader> {
  if (!databaseUrl) return { read: reportOutages(openSqlite(getDatabasePath(dataDir))) };
  const { openRowStream } = await import('./postgres/row-stream.ts');
  return { stream: reportOutages(openRowStream(databaseUrl, connections)) };
}

function reportOutages<Args extends readonly unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await run(...args);
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
