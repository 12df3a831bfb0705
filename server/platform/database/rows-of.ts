import { CompiledQuery, PostgresAdapter } from 'kysely';
import type { Database } from './database.ts';
import { markAsRead } from './guarded-dialect.ts';
import { type ReadRows, toSqliteParameters } from './row-reader.ts';

/** Runs the queries of `ReadRows` over the process's own connections. */
export function rowsOf(db: Database): ReadRows {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return async (sql, parameters) => {
    const text = isPostgres ? sql : toSqliteParameters(sql);
    const query = markAsRead(CompiledQuery.raw(text, [...parameters]));
    const { rows } = await db.executeQuery<Record<string, unknown>>(query);
    return rows.map((row) => Object.values(row));
  };
}
