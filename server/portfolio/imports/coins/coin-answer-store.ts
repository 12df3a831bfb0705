import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';

/** A user's answers about which coins an exchange's tickers stand for. */
export interface CoinAnswerStore {
  list(db: Database, userId: string, exchange: ImportFormat): Promise<Map<string, CoinId>>;
  save(db: Database, userId: string, exchange: ImportFormat, answer: RememberedCoin): Promise<void>;
}

export interface RememberedCoin {
  readonly ticker: string;
  readonly coinId: CoinId;
}

export function createCoinAnswerStore(): CoinAnswerStore {
  return {
    async list(db, userId, exchange) {
      const rows = await db
        .selectFrom('coin_answers')
        .select(['ticker', 'coin_id'])
        .where('user_id', '=', userId)
        .where('exchange', '=', exchange)
        .execute();
      return new Map(rows.map(({ ticker, coin_id }) => [ticker, coin_id]));
    },
    async save(db, userId, exchange, { ticker, coinId }) {
      await db
        .insertInto('coin_answers')
        .values({ user_id: userId, exchange, ticker, coin_id: coinId })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'exchange', 'ticker']).doUpdateSet({ coin_id: coinId }),
        )
        .execute();
    },
  };
}
