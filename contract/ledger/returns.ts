import { z } from 'zod';
import { coinIdSchema, coverageSchema } from '../market.ts';
import { spanEndSchema } from './figures.ts';
import { currencySchema } from './settings.ts';

/*
 * Returns of a portfolio over a span, and its value day by day. Percents are half-even to 8 places; null with a reason
 * where one can't be said.
 */

/** Query of both. `from` inclusive, `to` exclusive; left out: from the first transaction, to now. */
export const returnsQuerySchema = z.object({
  from: spanEndSchema.optional(),
  to: spanEndSchema.optional(),
  /** By default that of the portfolio's settings. */
  currency: currencySchema.optional(),
});

const maybeDecimal = z.string().nullable();

export const portfolioReturnSchema = z.object({
  /** Over the span. */
  percent: maybeDecimal,
  /** A year, where the span is a year or more; of `moneyWeighted` alone. */
  annualPercent: maybeDecimal.optional(),
  definition: z.string(),
  reason: z.string().nullable(),
});
export type PortfolioReturn = z.infer<typeof portfolioReturnSchema>;

/** Answer of `GET /api/portfolios/{id}/returns`. `benchmark`: the same flows into bitcoin. */
export const portfolioReturnsSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  simple: portfolioReturnSchema,
  timeWeighted: portfolioReturnSchema,
  moneyWeighted: portfolioReturnSchema,
  benchmark: portfolioReturnSchema,
});
export type PortfolioReturns = z.infer<typeof portfolioReturnsSchema>;

/** Answer of `GET /api/portfolios/{id}/value-line`: one point for each day (UTC). */
export const valueLineSchema = z.object({
  points: z.array(
    z.object({ day: z.iso.date(), value: maybeDecimal, invested: maybeDecimal, bitcoin: maybeDecimal }),
  ),
  /** Days and coins without a price; `to` is inclusive. */
  gaps: z.array(z.object({ coinId: coinIdSchema, from: z.iso.date(), to: z.iso.date() })),
  /** Since when the line has values, and where the prices of its coins come from; null: it has none. */
  coverage: coverageSchema.nullable(),
});
export type ValueLine = z.infer<typeof valueLineSchema>;
