import { z } from 'zod';
import { importFormats } from '#contract/ledger/imports.ts';
import { coinIdSchema } from '#contract/market.ts';
import { readData } from '#server/platform/http/read-data.ts';
import { keptLimits } from '../imports/kept-limits.ts';

const answerSchema = z.strictObject({
  exchange: z.enum(importFormats),
  ticker: z.string().min(1).max(300),
  coinId: coinIdSchema,
});
/** A text that identifies the ticker of an answer, by which answers are sorted. */
export const nameOf = ({ exchange, ticker }: { readonly exchange: string; readonly ticker: string }) =>
  `${exchange} ${ticker}`;
const schema = z
  .array(answerSchema)
  .max(keptLimits.maxCoinAnswers)
  .refine((answers) => new Set(answers.map(nameOf)).size === answers.length, 'Contains a ticker twice');

export type PortableCoinAnswer = z.output<typeof answerSchema>;

/**
 * Checks the answers about tickers in a body. Throws `AppError('invalid_request')` with the path of whatever is invalid.
 */
export async function check(data: unknown): Promise<PortableCoinAnswer[]> {
  return readData(schema, data, 'data.coinAnswers');
}
