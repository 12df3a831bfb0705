import { z } from 'zod';
import { coinIdSchema, coinOrders, type PriceChangeRange, priceChangeRanges } from '#contract/market.ts';
import { describeDefault, fieldError, wholeNumber } from '#server/platform/http/query-fields.ts';
import { vsCurrencySchema } from '../currencies/vs-currency.ts';

const onceWithCommas = 'Must be given once, with its values separated by commas';

/** The distinct members of `a, b,c`, trimmed. */
function splitList(text: string): string[] {
  const members = text.split(',').map((member) => member.trim());
  return [...new Set(members.filter((member) => member !== ''))];
}

const maxIds = 250;

const idsSchema = z
  .string(onceWithCommas)
  .transform(splitList)
  .refine((ids) => ids.length <= maxIds, `Must be at most ${maxIds} coin ids`)
  .transform((ids) => ids.map((id) => id.toLowerCase()))
  .meta({ description: `Coin ids, separated by commas, at most ${maxIds}`, type: 'string' });

const rangesSchema = z
  .string(onceWithCommas)
  .transform(splitList)
  .refine(
    (ranges): ranges is PriceChangeRange[] =>
      ranges.every((range) => priceChangeRanges.some((known) => known === range)),
    `Must be any of ${priceChangeRanges.join(',')}`,
  )
  .meta({ description: `Any of ${priceChangeRanges.join(', ')}, separated by commas` });

/** Query of the coin list. Unknown parameters are ignored. */
export const coinListQuerySchema = z.object({
  vs_currency: vsCurrencySchema,
  order: z.enum(coinOrders, fieldError(`Must be one of ${coinOrders.join(', ')}`)).default('market_cap_desc'),
  per_page: wholeNumber(1, 250, 'Must be a whole number from 1 to 250')
    .default(100)
    .meta(describeDefault(100)),
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Must be a whole number, 1 or more')
    .default(1)
    .meta(describeDefault(1)),
  ids: idsSchema.optional(),
  price_change_percentage: rangesSchema.default([]),
  sparkline: z
    .enum(['true', 'false'], fieldError('Must be true or false'))
    .default('false')
    .transform((text) => text === 'true'),
});
export type CoinListQuery = z.output<typeof coinListQuerySchema>;

export const coinParamsSchema = z.object({ id: coinIdSchema });

export const searchQuerySchema = z.object({
  query: z.string(fieldError('Say what to search for')).trim().max(100, 'Must be at most 100 characters'),
  vs_currency: vsCurrencySchema,
});
