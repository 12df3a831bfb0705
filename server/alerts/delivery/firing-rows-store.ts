import type { Database } from '#server/platform/database/database.ts';
import type { AlertFiringTable } from '#server/platform/database/tables/alert-tables.ts';

/** Rows read at a time, blocking other calls for some milliseconds. */
const chunkSize = 500;

/** A user's firings in batches, oldest first: there can be 100,000. */
export async function* listFiringRows(db: Database, userId: string): AsyncGenerator<AlertFiringTable[]> {
  for (let last: number | undefined; ; ) {
    const rows = await db
      .selectFrom('alert_firings')
      .selectAll()
      .where('user_id', '=', userId)
      .$if(last !== undefined, (query) => query.where('number', '>', last!))
      .orderBy('number')
      .limit(chunkSize)
      .execute();
    yield rows;
    if (rows.length < chunkSize) return;
    last = rows.at(-1)!.number;
  }
}
