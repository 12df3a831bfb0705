import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { SelectQueryBuilder } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

type FoundImports = SelectQueryBuilder<Tables, 'imports', { id: string }>;

/**
 * Removes imported files one by one, yielding to other calls in between: each may have tens of megabytes, and an account
 * hundreds. `db` may be an open transaction.
 */
export async function removeImports(
  db: Database,
  where: (query: FoundImports) => FoundImports,
): Promise<void> {
  const found = await where(db.selectFrom('imports').select('imports.id')).execute();
  for (const { id } of found) {
    await db.deleteFrom('imports').where('id', '=', id).execute();
    await yieldToEventLoop();
  }
}
