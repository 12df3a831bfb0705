import { z } from 'zod';
import { coinIdSchema, coverageSchema } from '../market.ts';
import { spanEndSchema } from './figures.ts';
import { currencySchema } from './settings.ts';

/*
 * A portfolio's returns over a span, and its value day by day. Percentages are rounded half-even to 8 decimals, or
 * null with a reason if they can't be computed.
 */

/** Query of both calls. `from` is inclusive, `to` exclusive; by default from the first transaction until now. */
export const returnsQuerySchema = z.object({
  from: spanEndSchema.optional(),
  to: spanEndSchema.optional(),
  /** Defaults to the currency of the portfolio's settings. */
  currency: currencySchema.optional(),
});

const maybeDecimal = z.string().nullable();

export const portfolioReturnSchema = z.object({
  /** Over the whole span. */
  percent: maybeDecimal,
  /** Per year, for spans of at least a year; only in `moneyWeighted`. */
  annualPercent: maybeDecimal.optional(),
  definition: z.string(),
  reason: z.string().nullable(),
});
export type PortfolioReturn = z.infer<typeof portfolioReturnSchema>;

/** Answer of `GET /api/portfolios/{id}/returns`. `benchmark`: the same cash flows invested in bitcoin. */
export const portfolioReturnsSchema = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  simple: portfolioReturnSchema,
  timeWeighted: portfolioReturnSchema,
  moneyWeighted: portfolioReturnSchema,
  benchmark: portfolioReturnSchema,
});
export type PortfolioReturns = z.infer<typeof portfolioReturnsSchema>;

/** Answer of `GET /api/portfolios/{id}/value-line`: one point per UTC day. */
export const valueLineSchema = z.object({
  points: z.array(
    z.object({ day: z.iso.date(), value: maybeDecimal, invested: maybeDecimal, bitcoin: maybeDecimal }),
  ),
  /** Coins without a price, and the days they lack one; `to` is inclusive. */
  gaps: z.array(z.object({ coinId: coinIdSchema, from: z.iso.date(), to: z.iso.date() })),
  /** The first day with values, and the sources of the prices; null if there are no values. */
  coverage: coverageSchema.nullable(),
});
export type ValueLine = z.infer<typeof valueLineSchema>;
