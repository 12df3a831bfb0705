import { displayCurrencySchema } from '#contract/currencies/currency.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import type { PortableData } from '#server/platform/portable-data.ts';

/**
 * The user's display currency. Every account has one, so it doesn't count as data when checking for an empty account.
 */
export function createPortableCurrency(db: Database): PortableData {
  return {
    async read(userId) {
      const row = await db
        .selectFrom('users')
        .select('display_currency')
        .where('id', '=', userId)
        .executeTakeFirst();
      return row?.display_currency;
    },
    isEmpty: async () => true,
    async add(tx, { userId }, data) {
      const currency = readData(displayCurrencySchema, data, 'data.displayCurrency');
      await tx.updateTable('users').set({ display_currency: currency }).where('id', '=', userId).execute();
      return {};
    },
  };
}
