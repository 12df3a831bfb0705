import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { PushSubscriptionTable } from '#server/platform/database/tables/alert-tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { isUniqueViolation } from '#server/platform/database/unique-violation.ts';
import { removeSubscription } from './endpoint-health-store.ts';

type Stored = Pick<Selectable<PushSubscriptionTable>, 'id' | 'created_at'>;

/** Read in one statement. */
const batchSize = 500;
/** As in the contract. */
const maxLength = 2000;

/**
 * Normalizes the endpoints that servers before 0.3 stored as they were sent, and those in their backups. Of several
 * subscriptions that turn out to have the same endpoint, the newest stays, as when a browser subscribes again.
 */
export async function normalizeEndpoints(db: Database): Promise<void> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('push_subscriptions')
      .select(['id', 'endpoint', 'created_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    for (const row of rows) {
      const endpoint = normalize(row.endpoint);
      if (endpoint === undefined) await transact(db, (tx) => removeSubscription(tx, row.id));
      else if (endpoint !== row.endpoint) await replaceEndpoint(db, row, endpoint);
    }
    if (rows.length < batchSize) return;
    last = rows.at(-1)!.id;
  }
}

async function replaceEndpoint(db: Database, { id, created_at }: Stored, endpoint: string): Promise<void> {
  try {
    await transact(db, async (tx) => {
      const table = tx.selectFrom('push_subscriptions').select(['id', 'created_at']);
      const other = await table.where('endpoint', '=', endpoint).executeTakeFirst();
      if (other && other.created_at >= created_at) return removeSubscription(tx, id);
      if (other) await removeSubscription(tx, other.id);
      await tx.updateTable('push_subscriptions').set({ endpoint }).where('id', '=', id).execute();
    });
  } catch (error) {
    // The browser has just subscribed again: the next run removes the older subscription.
    if (!isUniqueViolation(error)) throw error;
  }
}

/** Returns undefined for an endpoint that today's server would refuse to store or remove. */
function normalize(endpoint: string): string | undefined {
  const href = URL.parse(endpoint)?.href;
  return href !== undefined && href.length <= maxLength ? href : undefined;
}
