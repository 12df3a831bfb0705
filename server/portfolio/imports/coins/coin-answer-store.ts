import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ImportFormat } from '#contract/ledger/imports.ts';
import type { CoinId } from '#contract/units.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tx } from '#server/platform/database/transact.ts';
import { keptLimits } from '../kept-limits.ts';

/** A user's answers about which coins an exchange's tickers stand for. */
export interface CoinAnswerStore {
  /** By choice key (see `choiceKey`). */
  list(db: Database, userId: string, exchange: ImportFormat): Promise<Map<string, CoinId>>;
  /** Saves as many answers as the account has room for; the others only count for the file they were given for. */
  save(
    db: Database,
    userId: string,
    exchange: ImportFormat,
    answers: readonly RememberedCoin[],
  ): Promise<void>;
}

export interface RememberedCoin {
  /** The choice key of the ticker, which tells its periods and names apart. */
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
    async save(db, userId, exchange, answers) {
      const known = await this.list(db, userId, exchange);
      let room = keptLimits.maxCoinAnswers - (await countAnswers(db, userId));
      const kept = answers.filter(({ ticker }) => {
        if (known.has(ticker)) return true;
        room -= 1;
        return room >= 0;
      });
      for (let start = 0; start < kept.length; start += savedAtOnce) {
        const rows = kept
          .slice(start, start + savedAtOnce)
          .map(({ ticker, coinId }) => ({ user_id: userId, exchange, ticker, coin_id: coinId }));
        await db
          .insertInto('coin_answers')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'exchange', 'ticker'])
              .doUpdateSet((row) => ({ coin_id: row.ref('excluded.coin_id') })),
          )
          .execute();
        await yieldToEventLoop();
      }
    },
  };
}

/** Rows written by one statement; other calls wait some milliseconds for it. */
const savedAtOnce = 500;

async function countAnswers(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('coin_answers')
    .select(({ fn }) => fn.countAll<string | number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Moves one user's answers about tickers to another, unless that user has answered too or has no more room. Yields to
 * other calls in between.
 */
export async function mergeCoinAnswers(tx: Tx, fromUserId: string, toUserId: string): Promise<void> {
  let room = keptLimits.maxCoinAnswers - (await countAnswers(tx, toUserId));
  for (let last: { exchange: string; ticker: string } | undefined; ; ) {
    const rows = await tx
      .selectFrom('coin_answers')
      .selectAll()
      .where('user_id', '=', fromUserId)
      .$if(last !== undefined, (query) =>
        query.where((row) =>
          row(row.refTuple('exchange', 'ticker'), '>', row.tuple(last!.exchange, last!.ticker)),
        ),
      )
      .orderBy('exchange')
      .orderBy('ticker')
      .limit(savedAtOnce)
      .execute();
    const moved = rows.slice(0, Math.max(0, room)).map((row) => ({ ...row, user_id: toUserId }));
    if (moved.length === 0) break;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('coin_answers')
      .values(moved)
      .onConflict((conflict) => conflict.columns(['user_id', 'exchange', 'ticker']).doNothing())
      .executeTakeFirst();
    room -= Number(numInsertedOrUpdatedRows ?? 0);
    last = moved.at(-1);
    await yieldToEventLoop();
  }
  await tx.deleteFrom('coin_answers').where('user_id', '=', fromUserId).execute();
}
