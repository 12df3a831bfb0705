import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import { removeCoinAnswers } from '#server/platform/database/removal/remove-coin-answers.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import type { PortableData } from '#server/platform/portable-data.ts';
import { nameOf, type PortableCoinAnswer } from './check-coin-answers.ts';

/** Rows read or written at a time, blocking other calls for some milliseconds. */
const chunkSize = 500;

/** Exports and imports a user's answers about which coins the tickers in files stand for, by exchange and ticker. */
export function createPortableCoinAnswers(db: Database): PortableData {
  return {
    async read(userId) {
      const answers = await listAnswers(db, userId);
      // Sorted again, because each database has its own collation, and exports must not depend on it.
      answers.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      return inBatches(answers);
    },
    // Answers for files that no longer exist are no reason to refuse an import.
    isEmpty: async () => true,
    checker: new URL('./check-coin-answers.ts', import.meta.url).href,
    async add(tx, { userId }, data) {
      const answers = data as readonly PortableCoinAnswer[];
      await removeCoinAnswers(tx, userId);
      for (let start = 0; start < answers.length; start += chunkSize) {
        const rows = answers
          .slice(start, start + chunkSize)
          .map(({ exchange, ticker, coinId }) => ({ user_id: userId, exchange, ticker, coin_id: coinId }));
        await tx.insertInto('coin_answers').values(rows).execute();
        await yieldToEventLoop();
      }
      return { coinAnswers: answers.length };
    },
  };
}

async function listAnswers(db: Database, userId: string) {
  const answers: { exchange: string; ticker: string; coinId: string }[] = [];
  for (;;) {
    const last = answers.at(-1);
    const rows = await db
      .selectFrom('coin_answers')
      .select(['exchange', 'ticker', 'coin_id'])
      .where('user_id', '=', userId)
      .$if(last !== undefined, (query) =>
        query.where((row) =>
          row(row.refTuple('exchange', 'ticker'), '>', row.tuple(last!.exchange, last!.ticker)),
        ),
      )
      .orderBy('exchange')
      .orderBy('ticker')
      .limit(chunkSize)
      .execute();
    for (const { exchange, ticker, coin_id: coinId } of rows) answers.push({ exchange, ticker, coinId });
    if (rows.length < chunkSize) return answers;
    await yieldToEventLoop();
  }
}
