import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';

/** Every coin that came into any portfolio by a transaction that still exists. Read from an index only. */
export async function listHeldCoins(db: Database): Promise<CoinId[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('in_coin')
    .distinct()
    .where('in_coin', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.flatMap(({ in_coin: coinId }) => coinId ?? []);
}
