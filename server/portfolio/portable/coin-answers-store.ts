import { setImmediate as giveWay } from 'node:timers/promises';
import { z } from 'zod';
import { importFormats } from '#contract/ledger/imports.ts';
import { coinIdSchema } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { inBatches } from '#server/platform/in-batches.ts';
import type { PortableData } from '#server/platform/portable-data.ts';

const answerSchema = z.strictObject({
  exchange: z.enum(importFormats),
  ticker: z.string().min(1).max(300),
  coinId: coinIdSchema,
});
const nameOf = ({ exchange, ticker }: { readonly exchange: string; readonly ticker: string }) =>
  `${exchange} ${ticker}`;
const schema = z
  .array(answerSchema)
  .max(100_000)
  .refine((answers) => new Set(answers.map(nameOf)).size === answers.length, 'Contains a ticker twice');

/** Rows read or written at a time, blocking other calls for some milliseconds. */
const chunkSize = 500;

/** A user's answers about the coins of tickers in files, by exchange and ticker. */
export function createPortableCoinAnswers(db: Database): PortableData {
  return {
    async read(userId) {
      const answers = await listAnswers(db, userId);
      // Not sorted by the database, because its collation differs.
      answers.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      return inBatches(answers);
    },
    // Answers for files that no longer exist are no reason to refuse an import.
    isEmpty: async () => true,
    async add(tx, { userId }, data) {
      const answers = readData(schema, data, 'data.coinAnswers');
      await tx.deleteFrom('coin_answers').where('user_id', '=', userId).execute();
      const rows = answers.map(({ exchange, ticker, coinId }) => ({
        user_id: userId,
        exchange,
        ticker,
        coin_id: coinId,
      }));
      for (let start = 0; start < rows.length; start += chunkSize)
        await tx
          .insertInto('coin_answers')
          .values(rows.slice(start, start + chunkSize))
          .execute();
      return { coinAnswers: rows.length };
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
    await giveWay();
  }
}
