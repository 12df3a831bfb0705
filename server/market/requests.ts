import { z } from 'zod';
import {
  type CandleDays,
  candleDays,
  coinIdSchema,
  coinOrders,
  historyIntervals,
  type PriceChangeRange,
  priceChangeRanges,
} from '#contract/market.ts';

/** `a, b,c` as its distinct members, without blanks. */
function splitList(text: string): string[] {
  const members = text.split(',').map((member) => member.trim());
  return [...new Set(members.filter((member) => member !== ''))];
}

const maxIds = 250;

const idsSchema = z
  .string()
  .transform(splitList)
  .refine((ids) => ids.length <= maxIds, `Must be at most ${maxIds} coin ids`)
  .transform((ids) => ids.map((id) => id.toLowerCase()))
  .meta({ description: `Coin ids, separated by commas, at most ${maxIds}`, type: 'string' });

const rangesSchema = z
  .string()
  .transform(splitList)
  .refine(
    (ranges): ranges is PriceChangeRange[] =>
      ranges.every((range) => priceChangeRanges.some((known) => known === range)),
    `Must be any of ${priceChangeRanges.join(',')}`,
  )
  .meta({ description: `Any of ${priceChangeRanges.join(', ')}, separated by commas` });

/** Query of the coin list. Unknown parameters are left out. */
export const coinListQuerySchema = z.object({
  vs_currency: z.string().toLowerCase().pipe(z.literal('usd', 'Must be usd')).default('usd'),
  order: z.enum(coinOrders, `Must be one of ${coinOrders.join(', ')}`).default('market_cap_desc'),
  per_page: z.coerce.number('Must be a number from 1 to 250').int().min(1).max(250).default(100),
  page: z.coerce.number('Must be a number from 1').int().min(1).default(1),
  ids: idsSchema.optional(),
  price_change_percentage: rangesSchema.default([]),
  sparkline: z
    .enum(['true', 'false'], 'Must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
});
export type CoinListQuery = z.output<typeof coinListQuerySchema>;

export const coinParamsSchema = z.object({ id: coinIdSchema });

const maxDays = 365;

export const historyQuerySchema = z.object({
  days: z
    .union([z.literal('max'), z.coerce.number().int().min(1).max(maxDays)], `Must be 1 to ${maxDays}, or max`)
    .default(7),
  interval: z.enum(historyIntervals, `Must be one of ${historyIntervals.join(', ')}`).default('daily'),
});

export const candlesQuerySchema = z.object({
  days: z.coerce
    .number()
    .refine(
      (days): days is CandleDays => candleDays.some((known) => known === days),
      `Must be one of ${candleDays.join(', ')}`,
    )
    .meta({ enum: [...candleDays] })
    .default(7),
});

export const searchQuerySchema = z.object({
  query: z.string('Say what to search for').trim().max(100),
});
