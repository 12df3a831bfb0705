import { z } from 'zod';
import { importFormats } from '#contract/ledger/imports.ts';
import { coinIdSchema } from '#contract/market.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readData } from '#server/platform/http/read-data.ts';
import type { PortableData } from '#server/platform/portable-data.ts';

const answerSchema = z.strictObject({
  exchange: z.enum(importFormats),
  ticker: z.string().min(1).max(300),
  coinId: coinIdSchema,
});
const nameOf = ({ exchange, ticker }: z.output<typeof answerSchema>) => `${exchange} ${ticker}`;
const schema = z
  .array(answerSchema)
  .max(100_000)
  .refine((answers) => new Set(answers.map(nameOf)).size === answers.length, 'Contains a ticker twice');

const writeSize = 500;

/** A user's answers about the coins of tickers in files, by exchange and ticker. */
export function createPortableCoinAnswers(db: Database): PortableData {
  return {
    async read(userId) {
      const rows = await db
        .selectFrom('coin_answers')
        .select(['exchange', 'ticker', 'coin_id'])
        .where('user_id', '=', userId)
        .execute();
      const answers = rows.map(({ exchange, ticker, coin_id: coinId }) => ({ exchange, ticker, coinId }));
      // Not sorted by the database, because its collation differs.
      const keyOf = ({ exchange, ticker }: (typeof answers)[number]) => `${exchange} ${ticker}`;
      return answers.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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
      for (let start = 0; start < rows.length; start += writeSize)
        await tx
          .insertInto('coin_answers')
          .values(rows.slice(start, start + writeSize))
          .execute();
      return { coinAnswers: rows.length };
    },
  };
}
