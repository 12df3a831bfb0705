import { z } from 'zod';
import type { MarketSource } from '#contract/market.ts';
import type { CoinId, Instant } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';

/** A coin of the list. */
export interface StoredCoin {
  readonly coinId: CoinId;
  readonly symbol: string;
  readonly name: string;
}

export interface StoredCoinList {
  readonly asOf: Instant;
  readonly coins: readonly StoredCoin[];
}

/** The list of all coins per source, stored so that a restart needs no call. */
export interface CoinListStore {
  save(source: MarketSource, list: StoredCoinList, tx?: Tx): Promise<void>;
  getAsOf(source: MarketSource): Promise<Instant | null>;
  load(source: MarketSource): Promise<StoredCoinList | null>;
}

const bodySchema = z.array(z.tuple([z.string(), z.string(), z.string()]));

export function createCoinListStore(db: Database): CoinListStore {
  return {
    async save(source, { asOf, coins }, tx) {
      const body = JSON.stringify(coins.map(({ coinId, symbol, name }) => [coinId, symbol, name]));
      await (tx ?? db)
        .insertInto('coin_lists')
        .values({ source, as_of: asOf, body })
        .onConflict((conflict) => conflict.column('source').doUpdateSet({ as_of: asOf, body }))
        .execute();
    },
    async getAsOf(source) {
      const row = await db
        .selectFrom('coin_lists')
        .select('as_of')
        .where('source', '=', source)
        .executeTakeFirst();
      return row?.as_of ?? null;
    },
    async load(source) {
      const row = await db
        .selectFrom('coin_lists')
        .select(['as_of', 'body'])
        .where('source', '=', source)
        .executeTakeFirst();
      if (!row) return null;
      const coins = bodySchema.parse(JSON.parse(row.body));
      return {
        asOf: row.as_of,
        coins: coins.map(([coinId, symbol, name]) => ({ coinId, symbol, name })),
      };
    },
  };
}
