import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import { rowsOf } from '#server/platform/database/rows-of.ts';

/** The symbols and names of coins, as users' transactions have them. */
export interface CoinNameStore {
  /** The symbol and name of each coin, as in a transaction that added it; coins not in the ledger are left out. */
  listCoinNames(portfolioId: string, coinIds: readonly CoinId[]): Promise<CoinLabel[]>;
}

interface CoinLabel {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

/** Index lookups between two yields to the event loop; they block other calls for some milliseconds. */
const namesAtOnce = 100;

export function createCoinNameStore(db: Database): CoinNameStore {
  const read = rowsOf(db);
  return {
    async listCoinNames(portfolioId, coinIds) {
      const names: CoinLabel[] = [];
      for (let from = 0; from < coinIds.length; from += namesAtOnce) {
        const wanted = coinIds.slice(from, from + namesAtOnce);
        const rows = await read(nameQuery(wanted.length), [portfolioId, ...wanted]);
        for (const [coinId, symbol, name] of rows as [CoinId, string, string][])
          names.push({ coinId, symbol, name });
        // SQLite reads synchronously.
        await yieldToEventLoop();
      }
      return names;
    },
  };
}

/**
 * The query for the names of several coins, because a query per coin would take most of the time of a page's figures. As
 * plain text: the query builder takes longer to write so many parameters than the database to look the coins up.
 */
const nameQuery = (count: number) => `
  select found.in_coin as coin, coalesce(found.in_symbol, '') as symbol, coalesce(found.in_name, '') as name
  from (values ${Array.from({ length: count }, (_, index) => `($${index + 2})`).join()}) as wanted
  join transactions as found on found.id = (
    select id from transactions
    where in_coin = wanted.column1 and portfolio_id = $1 and deleted_at is null
    limit 1
  )`;
